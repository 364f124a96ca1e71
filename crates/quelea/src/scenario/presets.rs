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
