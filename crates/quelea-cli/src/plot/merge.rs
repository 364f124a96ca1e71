//! Sweeps from several tables: which tables belong to one sweep, and runs that several of them hold.

use super::sources::Source;
use crate::error::user_error;
use crate::files::{Table, Values};
use quelea::Scenario;
use std::collections::HashMap;

/// One sweep, from one or more tables.
pub struct Sweep<'a> {
    /// Its first table.
    pub source: &'a Source,
    /// The paths of the varied parameters.
    pub varied: Vec<String>,
    pub table: Table,
}

/// The sweeps of some tables. Runs that several tables hold are counted once, with a warning.
pub fn merge<'a>(sources: &'a [Source], warnings: &mut Vec<String>) -> anyhow::Result<Vec<Sweep<'a>>> {
    let mut groups: Vec<Vec<&Source>> = Vec::new();
    for source in sources {
        match groups.iter_mut().find(|group| is_same_sweep(group[0], source)) {
            Some(group) => group.push(source),
            None => groups.push(vec![source]),
        }
    }
    let mut sweeps = Vec::new();
    for group in groups {
        let names = group[0].table.names();
        if let Some(other) = group.iter().find(|source| source.table.names() != names) {
            return Err(user_error(format!("{} has other columns than {}", other.quoted, group[0].quoted)));
        }
        let table = merge_rows(&group, warnings)?;
        sweeps.push(Sweep { source: group[0], varied: varied(&group[0].table), table });
    }
    Ok(sweeps)
}

/// The varied parameters. The columns are run, the varied parameters, seed, the measures, state_hash.
fn varied(table: &Table) -> Vec<String> {
    table.names().into_iter().skip(1).take_while(|name| *name != "seed").map(str::to_owned).collect()
}

/// Whether two tables belong to one sweep: by their labels, or by their scenarios, or if those are not known by what
/// is varied.
fn is_same_sweep(a: &Source, b: &Source) -> bool {
    if a.label.is_some() {
        return a.label == b.label;
    }
    let paths = varied(&a.table);
    let same_scenario = match (&a.scenario, &b.scenario) {
        (Some(a), Some(b)) => is_equal_except(a, b, &paths),
        (None, None) => true,
        _ => false,
    };
    paths == varied(&b.table) && same_scenario
}

/// Whether two scenarios differ in nothing but the varied parameters and the seed.
fn is_equal_except(a: &Scenario, b: &Scenario, varied: &[String]) -> bool {
    let paths = varied.iter().map(String::as_str).chain(["seed"]);
    let values = paths.filter_map(|path| Some((path, a.get(path)?)));
    let mut changed = b.clone();
    changed.set_all(values).is_ok() && changed.to_toml() == a.to_toml()
}

/// All rows of some tables with the same columns, without repeated runs.
fn merge_rows(group: &[&Source], warnings: &mut Vec<String>) -> anyhow::Result<Table> {
    let mut first: HashMap<Vec<String>, (usize, usize)> = HashMap::new();
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for (index, source) in group.iter().enumerate() {
        let mut repeated: HashMap<usize, usize> = HashMap::new();
        let mut own = Vec::new();
        for (row, key) in keys(&source.table).into_iter().enumerate() {
            match first.get(&key) {
                Some((earlier, earlier_row)) => {
                    refuse_contradiction((group[*earlier], *earlier_row), (source, row), group.len())?;
                    *repeated.entry(*earlier).or_default() += 1;
                }
                None => {
                    first.insert(key, (index, row));
                    own.push(row);
                }
            }
        }
        let mut repeated: Vec<(usize, usize)> = repeated.into_iter().collect();
        repeated.sort_unstable();
        for (earlier, runs) in repeated {
            let (name, runs) = (&source.quoted, if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") });
            let origin = match group[earlier].quoted == *name {
                true => String::new(),
                false => format!(" of {}", group[earlier].quoted),
            };
            warnings.push(format!("{name} repeats {runs}{origin}; each is counted once"));
        }
        kept.push(own);
    }
    let columns = group[0].table.columns().iter().enumerate().map(|(column, (name, _))| {
        let parts = group.iter().zip(&kept).map(|(source, rows)| source.table.columns()[column].1.select(rows));
        (name.clone(), concat(parts.collect()))
    });
    Ok(Table::new(columns.collect()))
}

/// Columns one after the other. Those of different types become numbers, or text if one of them is.
fn concat(mut parts: Vec<Values>) -> Values {
    let text = |part: &Values| (0..part.len()).map(|row| part.to_text(row)).collect::<Vec<String>>();
    if parts.windows(2).any(|pair| pair[0].empty() != pair[1].empty()) {
        let numbers: Option<Vec<Vec<f64>>> = parts.iter().map(Values::to_numbers).collect();
        return match numbers {
            Some(numbers) => Values::Double(numbers.concat()),
            None => Values::Text(parts.iter().flat_map(text).collect()),
        };
    }
    let mut all = parts.remove(0);
    parts.iter().for_each(|part| all.append(part));
    all
}

/// What identifies each run of a table: the varied values and the seed.
fn keys(table: &Table) -> Vec<Vec<String>> {
    let width = varied(table).len() + 1;
    let seeds = table.column("seed").and_then(Values::to_numbers).unwrap_or_default();
    let key = |row: usize| {
        // A CSV column is read as floats, and adjacent seeds above 2⁵³ are the same float: the number of the run
        // tells them apart.
        let is_exact = seeds.get(row).is_some_and(|seed| seed.abs() < 2f64.powi(53));
        let columns = table.columns().iter().skip(usize::from(is_exact)).take(width + usize::from(!is_exact));
        columns.map(|(_, values)| values.to_text(row)).collect()
    };
    (0..table.len()).map(key).collect()
}

/// Refuses two rows of the same run with different results.
fn refuse_contradiction(
    (a, a_row): (&Source, usize),
    (b, b_row): (&Source, usize),
    files: usize,
) -> anyhow::Result<()> {
    let results = a.table.columns().iter().zip(b.table.columns()).skip_while(|((name, _), _)| name != "seed").skip(1);
    let texts = results.map(|((name, a), (_, b))| (name, a.to_text(a_row), b.to_text(b_row)));
    let Some((name, in_a, in_b)) = texts.into_iter().find(|(_, a, b)| a != b) else { return Ok(()) };
    let run = a.table.columns().iter().skip(1).take_while(|(name, _)| name != "seed");
    let run = run.map(|(name, values)| format!("{name} = {}", values.to_text(a_row)));
    let seed = a.table.column("seed").map_or(String::new(), |seeds| format!("seed {}", seeds.to_text(a_row)));
    let run = run.chain([seed]).collect::<Vec<_>>().join(", ");
    let hint = match files {
        1 => "a table holds each run once",
        _ => "if they are different sweeps, name each with --label, which draws a line for each",
    };
    Err(user_error(format!(
        "{} row {} contradicts {} row {}: both are the run with {run}, but `{name}` is {in_b} and {in_a}\n  {hint}",
        b.quoted,
        b_row + 1,
        a.quoted,
        a_row + 1
    )))
}
