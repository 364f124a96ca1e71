//! In which parameters two scenarios differ.

use quelea::Scenario;
use quelea::model::parameters;

/// The most differences that are listed.
const LISTED: usize = 5;

/// The differences of two scenarios, each with the words for where it is from: `boids` is 3 there and 4 here.
pub fn differences([(there, first), (here, second)]: [(&str, &Scenario); 2]) -> Vec<String> {
    let value = |scenario: &Scenario, path: &str| match scenario.get(path) {
        Some(value) => value.to_string().trim().to_owned(),
        None => "left out".to_owned(),
    };
    let species = second.species.iter().skip(1).map(|species| format!("species.{}.", species.name));
    let prefixes: Vec<String> = std::iter::once(String::new()).chain(species).collect();
    // The names of scenarios would only distract from what differs in them.
    let names = ["name", "title", "source"];
    let mut differences = Vec::new();
    for row in parameters().into_iter().filter(|row| !names.contains(&row.path.as_str())) {
        for prefix in &prefixes {
            let key = format!("{prefix}{}", row.path);
            let (one, other) = (value(first, &key), value(second, &key));
            if one != other {
                differences.push(format!("`{key}` is {one} {there} and {other} {here}"));
            }
        }
    }
    if differences.is_empty() {
        differences.push("their names, species, relations, obstacles or schedules differ".into());
    }
    let more = differences.len().saturating_sub(LISTED);
    differences.truncate(LISTED);
    if more > 0 {
        differences.push(format!("and {more} more"));
    }
    differences
}
