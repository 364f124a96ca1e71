//! The rows of a trajectory, with the line of each for errors.

use crate::error::user_error;
use crate::files::{Table, Values, read_table, scenario_of_table};
use crate::input::{extension, quoted, read_bytes};
use crate::suggestion::did_you_mean;
use std::collections::HashMap;
use std::path::Path;

/// The rows of a trajectory in the order of the file.
#[derive(Debug, PartialEq)]
pub struct Rows {
    pub dimension: usize,
    /// Which column says when: `frame`, `step` or `time`.
    pub clock: &'static str,
    pub has_velocities: bool,
    /// Whether there is a column `time`.
    pub has_times: bool,
    /// How long a step takes, if the file says so.
    pub step: Option<f64>,
    /// The name of each boid.
    pub names: Vec<String>,
    pub rows: Vec<Row>,
    /// What a row of the file is called: a line, counted from the top, or a row, counted from 1.
    pub unit: &'static str,
}

/// One boid at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub line: u64,
    /// The frame, step or time.
    pub when: f64,
    /// The time; 0 if there is no such column.
    pub time: f64,
    /// The index of the boid's name.
    pub boid: u32,
    pub position: [f64; 3],
    pub velocity: [f64; 3],
}

const POSITIONS: [&str; 3] = ["x", "y", "z"];
const VELOCITIES: [&str; 3] = ["vx", "vy", "vz"];
const CLOCKS: [&str; 3] = ["frame", "step", "time"];

/// Reads a trajectory.
pub fn read(path: &Path) -> anyhow::Result<Rows> {
    let refuse = |problem: String| user_error(format!("{}: {problem}", quoted(path)));
    if extension(path) == "csv" {
        return read_csv(&read_bytes(path)?).map_err(refuse);
    }
    let mut rows = from_table(&read_table(path)?).map_err(refuse)?;
    if rows.clock == "step" {
        rows.step = scenario_of_table(path).map(|scenario| scenario.species[0].settings.motion.step);
    }
    Ok(rows)
}

/// Where the columns are.
struct Columns {
    when: usize,
    clock: &'static str,
    time: Option<usize>,
    id: usize,
    positions: Vec<usize>,
    velocities: Vec<usize>,
}

impl Columns {
    fn find(names: &[&str]) -> Result<Self, String> {
        let find = |wanted: &str| names.iter().position(|name| name.trim() == wanted);
        let need = |wanted: &str| {
            find(wanted).ok_or_else(|| {
                let hint = did_you_mean(wanted, names.iter().copied());
                format!("there is no column `{wanted}`{hint}\n  its columns are {}", names.join(", "))
            })
        };
        if names.iter().all(|name| name.trim().is_empty()) {
            return Err("the table is empty".to_owned());
        }
        let Some((clock, when)) = CLOCKS.iter().find_map(|clock| Some((*clock, find(clock)?))) else {
            let columns = names.join(", ");
            return Err(format!("there is no column `frame`, `step` or `time`\n  its columns are {columns}"));
        };
        let dimension = if find("z").is_some() { 3 } else { 2 };
        let positions = POSITIONS[..dimension].iter().map(|name| need(name)).collect::<Result<_, _>>()?;
        let any = VELOCITIES[..dimension].iter().any(|name| find(name).is_some());
        let velocities = VELOCITIES[..if any { dimension } else { 0 }].iter().map(|name| need(name));
        let velocities = velocities.collect::<Result<_, _>>()?;
        Ok(Columns { when, clock, time: find("time"), id: need("id")?, positions, velocities })
    }

    fn rows(&self, unit: &'static str) -> Rows {
        Rows {
            dimension: self.positions.len(),
            clock: self.clock,
            has_velocities: !self.velocities.is_empty(),
            has_times: self.time.is_some(),
            step: None,
            names: Vec::new(),
            rows: Vec::new(),
            unit,
        }
    }

    /// One row, from its numbers by column.
    fn row(&self, line: u64, boid: u32, number: impl Fn(usize) -> Result<f64, String>) -> Result<Row, String> {
        let vector = |columns: &[usize]| {
            let mut vector = [0.0; 3];
            for (component, column) in vector.iter_mut().zip(columns) {
                *component = number(*column)?;
            }
            Ok::<_, String>(vector)
        };
        Ok(Row {
            line,
            when: number(self.when)?,
            time: self.time.map_or(Ok(0.0), &number)?,
            boid,
            position: vector(&self.positions)?,
            velocity: vector(&self.velocities)?,
        })
    }
}

/// Numbers boids by name, in the order of their first rows.
#[derive(Default)]
struct Names {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }
}

/// Reads a CSV table.
pub fn read_csv(bytes: &[u8]) -> Result<Rows, String> {
    // Spreadsheets put a byte-order mark first.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(bytes);
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let header: Vec<&str> = header.iter().map(str::trim).collect();
    let columns = Columns::find(&header)?;
    let (mut rows, mut names) = (columns.rows("line"), Names::default());
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, |position| line_of(bytes, position));
        let field = |column: usize| record.get(column).unwrap_or_default().trim();
        let number = |column: usize| parse(field(column)).map_err(|problem| at(line, header[column], &problem));
        if field(columns.id).is_empty() {
            return Err(at(line, "id", "the field is empty"));
        }
        rows.rows.push(columns.row(line, names.number(field(columns.id)), number)?);
    }
    rows.names = names.names;
    Ok(rows)
}

/// The line of a record, whose position is before the empty lines and comments above it.
fn line_of(bytes: &[u8], position: &csv::Position) -> u64 {
    let mut line = position.line();
    let mut rest = bytes.get(position.byte() as usize..).unwrap_or_default();
    loop {
        let skipped = match rest.first() {
            Some(b'\n' | b'\r') => 1,
            Some(b'#') => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            _ => return line,
        };
        line += u64::from(rest[0] == b'\n');
        rest = &rest[skipped..];
    }
}

fn at(line: u64, column: &str, problem: &str) -> String {
    format!("line {line}: column `{column}`: {problem}")
}

fn parse(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ if text.is_empty() => Err(format!("the field is empty{NOT_SEEN}")),
        _ => Err(format!("`{text}` is not a number{NOT_SEEN}")),
    }
}

const NOT_SEEN: &str = "; leave out the row of a boid that was not seen";

/// Takes the rows of a table in memory.
pub fn from_table(table: &Table) -> Result<Rows, String> {
    let header = table.names();
    let columns = Columns::find(&header)?;
    let numeric = [columns.when].into_iter().chain(columns.time).chain(columns.positions.clone());
    let mut numbers: HashMap<usize, Vec<f64>> = HashMap::new();
    for column in numeric.chain(columns.velocities.clone()) {
        let values = table.columns()[column].1.to_numbers();
        numbers.insert(column, values.ok_or_else(|| format!("column `{}` holds no numbers", header[column]))?);
    }
    let (mut rows, mut names) = (columns.rows("row"), Names::default());
    let ids: &Values = &table.columns()[columns.id].1;
    for index in 0..table.len() {
        let line = index as u64 + 1;
        let number = |column: usize| match numbers[&column][index] {
            number if number.is_finite() => Ok(number),
            number => Err(format!("row {line}: column `{}`: {number} is not a number{NOT_SEEN}", header[column])),
        };
        rows.rows.push(columns.row(line, names.number(&ids.to_text(index)), number)?);
    }
    rows.names = names.names;
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::corrupter::Corrupter;

    const TABLE: &str = "frame,id,x,y,vx,vy\n0,a,1,2,0.5,-1\n1,a,1.5,1,0.5,-1\n";

    #[test]
    fn columns_are_found_by_name_in_any_order() {
        let rows = read_csv(b"# from a tracker\ny,x,other,id,time\n2,1,?,7,0.5\n\n4,3,?,b c,1.5\n").unwrap();
        assert_eq!((rows.dimension, rows.clock, rows.has_velocities, rows.has_times), (2, "time", false, true));
        assert_eq!((rows.names.as_slice(), rows.rows.len()), (&["7".to_owned(), "b c".to_owned()][..], 2));
        let expected = Row { line: 5, when: 1.5, time: 1.5, boid: 1, position: [3.0, 4.0, 0.0], velocity: [0.0; 3] };
        assert_eq!(rows.rows[1], expected);
        let rows = read_csv(format!("\u{feff}{TABLE}").as_bytes()).unwrap();
        assert!(rows.has_velocities && rows.clock == "frame");
    }

    #[test]
    fn bad_fields_are_named_with_their_line() {
        for (table, words) in [
            ("", "the table is empty"),
            ("id,x,y\n1,2,3\n", "no column `frame`, `step` or `time`"),
            ("frame,id,x\n0,1,2\n", "no column `y`"),
            ("frame,id,x,y,vx\n0,1,2,3,4\n", "no column `vy`"),
            ("frame,x,y\n0,1,2\n", "no column `id`"),
            ("frame,id,x,y\n0,1,2,3\n0,2,nan,3\n", "line 3: column `x`: `nan` is not a number"),
            ("frame,id,x,y\r\n0,1,2,3\r\n\r\n# gone\r\n0,2,,3\r\n", "line 5: column `x`: the field is empty"),
            ("frame,id,x,y\n0,1,2,\n", "line 2: column `y`: the field is empty"),
            ("frame,id,x,y\n0,,2,3\n", "line 2: column `id`: the field is empty"),
            ("frame,id,x,y\n0,1,2,1e999\n", "`1e999` is not a number"),
            ("frame,id,x,y\n0,1,2\n", "found record with 3 fields"),
        ] {
            let problem = read_csv(table.as_bytes()).unwrap_err();
            assert!(problem.contains(words), "{table:?}: {problem}");
        }
    }

    #[test]
    fn no_corruption_makes_the_reader_panic() {
        let mut corrupter = Corrupter::new();
        for _ in 0..5000 {
            let mut bytes = TABLE.as_bytes().to_vec();
            corrupter.corrupt(&mut bytes);
            let _ = read_csv(&bytes);
        }
    }
}
