//! The presets: one TOML file each under `scenarios/`, built into the library.

use super::{Fault, Scenario, ScenarioError};
use crate::parameters::nearest;

macro_rules! presets {
    ($($name:literal),*) => {
        /// Every preset: its name and the text of its file.
        pub const PRESETS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../scenarios/", $name, ".toml")))),*];
    };
}

// The best known first, then those that carry further, then the papers.
presets!(
    "p5",
    "noc",
    "harry",
    "harry-small",
    "eater",
    "parker",
    "veldic",
    "veldic-shipped",
    "jyanar",
    "jyanar-fixed",
    "mesa",
    "opensteer",
    "buckland",
    "reynolds1987",
    "lee2008"
);

impl Scenario {
    /// A preset by name.
    pub fn preset(name: &str) -> Result<Self, ScenarioError> {
        let text = preset_text(name)?;
        Self::from_named_toml(&format!("{name}.toml"), text)
    }
}

/// The text of a preset's file, with its comments.
pub fn preset_text(name: &str) -> Result<&'static str, ScenarioError> {
    let names = || PRESETS.iter().map(|(name, _)| *name);
    let found = PRESETS.iter().find(|(preset, _)| *preset == name).map(|(_, text)| *text);
    found.ok_or_else(|| {
        let fault = Fault::new(name, "is not a preset").hinting(nearest(name, names()));
        ScenarioError::one(None, fault.allowing(names().collect::<Vec<_>>().join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_says_what_it_is_and_whence() {
        for (name, text) in PRESETS {
            let scenario = Scenario::preset(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(scenario.general.name, *name);
            assert!(scenario.general.title.ends_with('.') && !scenario.general.source.is_empty(), "{name}");
            assert!(text.starts_with('#'), "{name}");
        }
    }

    #[test]
    fn every_file_under_scenarios_is_a_preset() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.filter_map(|file| Some(file.strip_suffix(".toml")?.to_owned())).collect();
        let mut names: Vec<String> = PRESETS.iter().map(|(name, _)| (*name).to_owned()).collect();
        files.sort();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn only_presets_that_repeat_defects_need_the_reference() {
        for (name, _) in PRESETS {
            let general = Scenario::preset(name).unwrap().general;
            assert_eq!(
                general.engine == super::super::settings::Engine::Reference,
                !general.reference.quirks.is_empty()
            );
        }
    }
}
