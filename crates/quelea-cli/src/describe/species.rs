//! `quelea describe species`: what the parameter table cannot say.

use super::write_choices;
use quelea::model::settings::{Relation, SpeciesSettings};
use quelea::model::{Parameter, Section};
use std::io::Write;

/// The parameters that every species has of its own.
pub fn parameters() -> Vec<Parameter> {
    let mut rows = Vec::new();
    SpeciesSettings::describe("", &mut rows);
    rows.extend(quelea::model::parameters().into_iter().filter(|row| row.path.starts_with("relations.")));
    rows
}

/// Prints how a scenario describes species.
pub fn write(out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{FIRST_AND_FURTHER}")?;
    write_choices(Relation::CHOICES, "  ", out)?;
    write!(out, "{PATHS}")?;
    Ok(())
}

const FIRST_AND_FURTHER: &str = r#"The keys at the top of a scenario are those of its first species, which is
called `boid`. Each further species has a table [[species]] and a name:

  boids = 200
  relations = { hawk = "flee" }

  [[species]]
  name = "hawk"
  boids = 3
  relations = { boid = "hunt" }

  [species.motion]
  max_speed = 3

It inherits every value that it does not set from the first species, except
`relations`. A name has letters, digits, `-` and `_`.

`relations` says how a species responds to others, by name. It is one-sided:
above, boids flee from hawks because the first species says so. Without it a
species flocks with its own and ignores others.
"#;

const PATHS: &str = r#"
After --set, --vary and --ramp, `motion.max_speed` is that of the first species
and of those that inherit it, `species.hawk.motion.max_speed` that of one. In
a table of boids the column `species` has the index: 0 for the first species.

docs/scenario.md has the whole format. `quelea describe` lists all parameters.
"#;
