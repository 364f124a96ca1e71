//! Newline-delimited JSON: an object per line, for readers that take one frame or one row at a time.

use super::record::RecordedRun;
use super::{FileFormat, Table, TableWriter, Values, format_number};
use quelea::engine::Precision;
use quelea::{State, Vectors};
use serde_json::{Value, json};

/// The version of the frame format, in the header line. Fields may be added without a new one.
const VERSION: u32 = 1;

/// A trajectory that is being written: a header line, then a line per frame.
pub struct Frames {
    positions: bool,
    velocities: bool,
    time_step: f64,
    pending: Vec<u8>,
}

impl Frames {
    /// Starts with the header line. It is part of the body, so that a resumed run leaves it unchanged.
    pub fn new(run: &RecordedRun, name: &str) -> Self {
        let mut header = header(run, name).to_string().into_bytes();
        header.push(b'\n');
        Frames { pending: header, ..Self::resume(run) }
    }

    /// Continues after earlier frames.
    pub fn resume(run: &RecordedRun) -> Self {
        let columns = run.columns;
        Frames {
            positions: columns.positions,
            velocities: columns.velocities,
            time_step: time_step(run),
            pending: Vec::new(),
        }
    }

    /// Appends a frame.
    pub fn append(&mut self, state: &State) {
        let time = number(state.step as f64 * self.time_step);
        let mut line = format!("{{\"step\":{},\"time\":{time}", state.step);
        for (name, vectors, wanted) in
            [("positions", &state.positions, self.positions), ("velocities", &state.velocities, self.velocities)]
        {
            if wanted {
                line.push_str(&format!(",\"{name}\":"));
                push_vectors(&mut line, vectors);
            }
        }
        line.push_str("}\n");
        self.pending.extend(line.into_bytes());
    }
}

fn time_step(run: &RecordedRun) -> f64 {
    run.scenario.species[0].settings.motion.step
}

/// The header line: what a reader must know before the first frame.
fn header(run: &RecordedRun, name: &str) -> Value {
    let RecordedRun { scenario, precision, columns, every, species } = run;
    let (general, extent) = (&scenario.general, scenario.extent());

    json!({
        "format": "quelea-frames",
        "version": VERSION,
        "program": format!("quelea {}", env!("CARGO_PKG_VERSION")),
        "name": name,
        "dimension": general.dimension,
        "boids": species.len(),
        "seed": general.seed,
        "every": every,
        "time_step": time_step(run),
        "precision": if *precision == Precision::Single { "single" } else { "double" },
        "columns": columns.words(),
        "space": { "kind": general.space.kind.word(), "low": extent.low, "size": extent.size },
        "species_names": scenario.species.iter().map(|species| &species.name).collect::<Vec<_>>(),
        "species": species,
        "scenario": scenario.to_toml(),
    })
}

/// A list with a list per boid, in the order of their ids.
fn push_vectors(line: &mut String, vectors: &Vectors) {
    line.push('[');
    for (id, vector) in vectors.iter().enumerate() {
        line.push_str(if id == 0 { "[" } else { ",[" });
        for (axis, x) in vector.iter().enumerate() {
            if axis > 0 {
                line.push(',');
            }
            line.push_str(&number(*x));
        }
        line.push(']');
    }
    line.push(']');
}

/// A number that reads back to the same bits. JSON has no infinity.
fn number(x: f64) -> String {
    if x.is_finite() { format_number(x) } else { "null".into() }
}

/// A table that is being written: a line per row, with the names of the columns as keys.
#[derive(Default)]
pub struct Rows {
    pending: Vec<u8>,
}

impl TableWriter for Rows {
    fn append(&mut self, rows: &Table) {
        for row in 0..rows.len() {
            let field =
                |(name, values): &(String, Values)| format!("{}:{}", Value::from(name.as_str()), cell(values, row));
            let fields: Vec<String> = rows.columns().iter().map(field).collect();
            self.pending.extend(format!("{{{}}}\n", fields.join(",")).into_bytes());
        }
    }
}

fn cell(values: &Values, row: usize) -> String {
    match values {
        Values::Integer(_) => values.to_text(row),
        Values::Single(list) => number(f64::from(list[row])),
        Values::Double(list) => number(list[row]),
        Values::Text(list) => Value::from(list[row].as_str()).to_string(),
    }
}

/// Both only grow.
macro_rules! grows {
    ($($name:ident),*) => {
        $(
            impl FileFormat for $name {
                fn header(&self) -> Vec<u8> {
                    Vec::new()
                }
                fn take_body(&mut self) -> anyhow::Result<Vec<u8>> {
                    Ok(std::mem::take(&mut self.pending))
                }
                fn pending_bytes(&self) -> usize {
                    self.pending.len()
                }
            }
        )*
    };
}
grows!(Frames, Rows);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_objects_whose_numbers_read_back_to_the_bit() {
        let mut rows = Rows::default();
        rows.append(&Table::new(vec![
            ("step".into(), Values::Integer(vec![0, 10])),
            ("a \"b\"".into(), Values::Double(vec![0.1, f64::INFINITY])),
            ("x".into(), Values::Single(vec![0.1, -0.0])),
            ("search".into(), Values::Text(vec!["grid\n".into(), "ä".into()])),
        ]));
        let text = String::from_utf8(rows.take_body().unwrap()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0], json!({"step": 0, "a \"b\"": 0.1, "x": f64::from(0.1f32), "search": "grid\n"}));
        assert_eq!((&lines[1]["a \"b\""], &lines[1]["search"]), (&Value::Null, &Value::from("ä")));
        assert!(lines[1]["x"].as_f64().unwrap().is_sign_negative());
    }
}
