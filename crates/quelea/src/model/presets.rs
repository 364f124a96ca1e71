//! The presets: one TOML file each under `scenarios/`, built into the library.

use super::issue::{ScenarioError, ScenarioIssue};
use super::parameter::nearest;

macro_rules! presets {
    ($($group:literal: [$($name:literal),* $(,)?]),* $(,)?) => {
        /// Every preset: its name and the text of its file.
        pub const PRESETS: &[(&str, &str)] = &[
            $($(($name, include_str!(concat!("../../scenarios/", $name, ".toml"))),)*)*
        ];

        /// The presets by kind: the name of each group and of its presets.
        pub const GROUPS: &[(&str, &[&str])] = &[$(($group, &[$($name),*])),*];
    };
}

// In each group the best known first.
presets!(
    "classic boids": [
        "p5", "noc", "harry", "harry-small", "eater", "parker", "veldic", "veldic-shipped", "jyanar", "jyanar-fixed",
        "opensteer", "buckland", "reynolds1987", "lee2008",
    ],
    "research": [
        "vicsek", "vicsek-vectorial", "couzin2002", "couzin2005", "cucker-smale", "dorsogna", "topological", "voronoi",
        "olfati-saber", "strombom",
    ],
    "frameworks": [
        "netlogo", "mesa", "mason", "agents-jl", "agentpy", "krabmaga", "flamegpu", "processing", "three-js", "wgpu",
        "unity-dots",
    ],
);

/// The names of all presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}

/// The group of a preset.
pub fn group(name: &str) -> Option<&'static str> {
    GROUPS.iter().find(|(_, names)| names.contains(&name)).map(|(group, _)| *group)
}

/// The text of a preset's file, with its comments.
pub fn text(name: &str) -> Result<&'static str, ScenarioError> {
    let found = PRESETS.iter().find(|(preset, _)| *preset == name).map(|(_, text)| *text);
    found.ok_or_else(|| {
        let issue = ScenarioIssue::new(name, "is not a preset").suggest(nearest(name, names()));
        issue.allowed(names().collect::<Vec<_>>().join(", ")).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EngineName, Scenario};

    #[test]
    fn every_preset_is_valid_and_names_its_source() {
        for (name, text) in PRESETS {
            let scenario = Scenario::preset(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(scenario.general.name, *name);
            assert!(scenario.general.title.ends_with('.') && !scenario.general.source.is_empty(), "{name}");
            assert!(text.starts_with('#'), "{name}");
        }
    }

    #[test]
    fn every_file_in_the_scenarios_folder_is_a_preset() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.filter_map(|file| Some(file.strip_suffix(".toml")?.to_owned())).collect();
        let mut names: Vec<String> = names().map(str::to_owned).collect();
        files.sort();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn only_presets_that_reproduce_defects_need_the_reference_engine() {
        for name in names() {
            let general = Scenario::preset(name).unwrap().general;
            assert_eq!(general.engine == EngineName::REFERENCE, !general.reference.quirks.is_empty());
        }
    }
}
