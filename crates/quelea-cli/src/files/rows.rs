//! Rows of a table, kept as columns.

/// What a column holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    Whole(Vec<i64>),
    Single(Vec<f32>),
    Double(Vec<f64>),
    Text(Vec<String>),
}

/// A column without its rows: its name, and an empty list of the right type.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    pub empty: Values,
}

/// Rows of a table.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Rows {
    columns: Vec<(String, Values)>,
}

impl Values {
    pub fn len(&self) -> usize {
        match self {
            Values::Whole(list) => list.len(),
            Values::Single(list) => list.len(),
            Values::Double(list) => list.len(),
            Values::Text(list) => list.len(),
        }
    }

    pub fn append(&mut self, more: &Values) {
        match (self, more) {
            (Values::Whole(list), Values::Whole(more)) => list.extend(more),
            (Values::Single(list), Values::Single(more)) => list.extend(more),
            (Values::Double(list), Values::Double(more)) => list.extend(more),
            (Values::Text(list), Values::Text(more)) => list.extend_from_slice(more),
            _ => unreachable!("a column keeps its type"),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Values::Whole(list) => 8 * list.len(),
            Values::Single(list) => 4 * list.len(),
            Values::Double(list) => 8 * list.len(),
            Values::Text(list) => list.iter().map(|text| 24 + text.len()).sum(),
        }
    }

    /// An empty list of the same type.
    pub fn empty(&self) -> Values {
        match self {
            Values::Whole(_) => Values::Whole(Vec::new()),
            Values::Single(_) => Values::Single(Vec::new()),
            Values::Double(_) => Values::Double(Vec::new()),
            Values::Text(_) => Values::Text(Vec::new()),
        }
    }

    /// The values as text, such that reading it gives the same bits.
    pub fn text(&self, row: usize) -> String {
        match self {
            Values::Whole(list) => list[row].to_string(),
            Values::Single(list) => number(f64::from(list[row])),
            Values::Double(list) => number(list[row]),
            Values::Text(list) => list[row].clone(),
        }
    }

    /// The values as numbers, or nothing if they are words.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        match self {
            Values::Whole(list) => Some(list.iter().map(|x| *x as f64).collect()),
            Values::Single(list) => Some(list.iter().map(|x| f64::from(*x)).collect()),
            Values::Double(list) => Some(list.clone()),
            Values::Text(_) => None,
        }
    }
}

/// A number as text: whole where it is whole, and with as many digits as it takes to read the same bits.
pub fn number(x: f64) -> String {
    let plain = x.fract() == 0.0 && x.abs() < 1e15 && !(x == 0.0 && x.is_sign_negative());
    if plain { format!("{x:.0}") } else { format!("{x:?}") }
}

impl Rows {
    /// Rows from their columns, which are all of one length.
    pub fn new(columns: Vec<(String, Values)>) -> Self {
        debug_assert!(columns.windows(2).all(|pair| pair[0].1.len() == pair[1].1.len()));
        Rows { columns }
    }

    /// No rows of these columns.
    pub fn none(columns: &[Column]) -> Self {
        Rows { columns: columns.iter().map(|column| (column.name.clone(), column.empty.clone())).collect() }
    }

    pub fn columns(&self) -> Vec<Column> {
        self.columns.iter().map(|(name, values)| Column { name: name.clone(), empty: values.empty() }).collect()
    }

    pub fn named(&self) -> &[(String, Values)] {
        &self.columns
    }

    pub fn get(&self, name: &str) -> Option<&Values> {
        self.columns.iter().find(|(found, _)| found == name).map(|(_, values)| values)
    }

    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }

    pub fn append(&mut self, more: &Rows) {
        for ((_, own), (_, more)) in self.columns.iter_mut().zip(&more.columns) {
            own.append(more);
        }
    }

    /// Keeps the first rows only.
    pub fn truncate(&mut self, rows: usize) {
        for (_, values) in &mut self.columns {
            match values {
                Values::Whole(list) => list.truncate(rows),
                Values::Single(list) => list.truncate(rows),
                Values::Double(list) => list.truncate(rows),
                Values::Text(list) => list.truncate(rows),
            }
        }
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.columns.iter().map(|(_, values)| values.bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_read_back_to_the_bit() {
        for x in [0.0, -0.0, 1.0, -3.0, 0.1, 1e-300, 1e300, 2f64.powi(53), f64::MIN_POSITIVE, 343.89971923828125] {
            assert_eq!(number(x).parse::<f64>().unwrap().to_bits(), x.to_bits(), "{x}");
        }
        assert_eq!((number(4.0).as_str(), number(-2.0).as_str(), number(0.25).as_str()), ("4", "-2", "0.25"));
    }
}
