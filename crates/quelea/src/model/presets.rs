//! The presets and the scenes: one TOML file each under `scenarios/`, built into the library.

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

macro_rules! scenes {
    ($($name:literal),* $(,)?) => {
        /// Every scene, a flock with obstacles: its name and the text of its file. Scenes open like presets, by their
        /// name or as `scenes/NAME`, but are not listed with them.
        pub const SCENES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../scenarios/scenes/", $name, ".toml"))),)*
        ];
    };
}

scenes!("wall", "corner", "u-trap", "gate", "spheres", "moving");

/// The names of all presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}

/// The group of a preset.
pub fn group(name: &str) -> Option<&'static str> {
    GROUPS.iter().find(|(_, names)| names.contains(&name)).map(|(group, _)| *group)
}

/// The text of the file of a preset or a scene, with its comments.
pub fn text(name: &str) -> Result<&'static str, ScenarioError> {
    let find =
        |list: &[(&str, &'static str)], name| list.iter().find(|(other, _)| *other == name).map(|(_, text)| *text);
    let scene = name.strip_prefix("scenes/").unwrap_or(name);
    find(PRESETS, name).or_else(|| find(SCENES, scene)).ok_or_else(|| {
        let known = names().chain(SCENES.iter().map(|(scene, _)| *scene));
        let issue = ScenarioIssue::new(name, "is not a preset").suggest(nearest(name, known));
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
    fn every_scene_opens_by_its_name_and_by_its_path() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/scenes");
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), SCENES.len());
        for (name, _) in SCENES {
            let scene = Scenario::preset(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(scene.general.name, *name);
            assert!(!scene.obstacles.is_empty() && !names().any(|preset| preset == *name), "{name}");
            assert_eq!(Scenario::preset(&format!("scenes/{name}")).unwrap(), scene);
        }
        assert!(Scenario::preset("scenes/p5").is_err());
        assert!(Scenario::preset("u-tarp").unwrap_err().to_string().contains("did you mean `u-trap`"));
    }

    #[test]
    fn only_presets_that_reproduce_defects_need_the_reference_engine() {
        for name in names() {
            let general = Scenario::preset(name).unwrap().general;
            assert_eq!(general.engine == EngineName::REFERENCE, !general.reference.quirks.is_empty());
        }
    }
}
