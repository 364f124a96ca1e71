//! The values of a column, and numbers as text.

/// The values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Whole numbers.
    Integer(Vec<i64>),
    /// Numbers in single precision.
    Single(Vec<f32>),
    /// Numbers in double precision.
    Double(Vec<f64>),
    /// Texts.
    Text(Vec<String>),
}

/// Evaluates an expression for the list of any type.
macro_rules! for_list {
    ($values:expr, $list:ident => $body:expr) => {
        match $values {
            Values::Integer($list) => $body,
            Values::Single($list) => $body,
            Values::Double($list) => $body,
            Values::Text($list) => $body,
        }
    };
}

impl Values {
    /// The number of values.
    pub fn len(&self) -> usize {
        for_list!(self, list => list.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends values of the same type.
    pub fn append(&mut self, more: &Values) {
        match (self, more) {
            (Values::Integer(list), Values::Integer(more)) => list.extend(more),
            (Values::Single(list), Values::Single(more)) => list.extend(more),
            (Values::Double(list), Values::Double(more)) => list.extend(more),
            (Values::Text(list), Values::Text(more)) => list.extend_from_slice(more),
            _ => unreachable!("a column keeps its type"),
        }
    }

    /// An empty list of the same type.
    pub fn empty(&self) -> Values {
        match self {
            Values::Integer(_) => Values::Integer(Vec::new()),
            Values::Single(_) => Values::Single(Vec::new()),
            Values::Double(_) => Values::Double(Vec::new()),
            Values::Text(_) => Values::Text(Vec::new()),
        }
    }

    /// The values of some rows.
    pub fn select(&self, rows: &[usize]) -> Values {
        match self {
            Values::Integer(list) => Values::Integer(rows.iter().map(|row| list[*row]).collect()),
            Values::Single(list) => Values::Single(rows.iter().map(|row| list[*row]).collect()),
            Values::Double(list) => Values::Double(rows.iter().map(|row| list[*row]).collect()),
            Values::Text(list) => Values::Text(rows.iter().map(|row| list[*row].clone()).collect()),
        }
    }

    /// A value as text that reads back to the same bits.
    pub fn to_text(&self, row: usize) -> String {
        match self {
            Values::Integer(list) => list[row].to_string(),
            Values::Single(list) => format_number(f64::from(list[row])),
            Values::Double(list) => format_number(list[row]),
            Values::Text(list) => list[row].clone(),
        }
    }

    /// The values as numbers; `None` if they are text.
    pub fn to_numbers(&self) -> Option<Vec<f64>> {
        match self {
            Values::Integer(list) => Some(list.iter().map(|x| *x as f64).collect()),
            Values::Single(list) => Some(list.iter().map(|x| f64::from(*x)).collect()),
            Values::Double(list) => Some(list.clone()),
            Values::Text(_) => None,
        }
    }
}

#[cfg(feature = "parquet")]
impl Values {
    /// Keeps the first values only.
    pub fn truncate(&mut self, len: usize) {
        for_list!(self, list => list.truncate(len));
    }

    /// Drops the first values.
    pub fn drop_first(&mut self, len: usize) {
        for_list!(self, list => drop(list.drain(..len)));
    }

    /// About how many bytes of memory they take.
    pub fn memory_bytes(&self) -> usize {
        match self {
            Values::Integer(list) => 8 * list.len(),
            Values::Single(list) => 4 * list.len(),
            Values::Double(list) => 8 * list.len(),
            Values::Text(list) => list.iter().map(|text| 24 + text.len()).sum(),
        }
    }
}

/// A number as text that reads back to the same bits, without a decimal point if it is whole.
pub fn format_number(x: f64) -> String {
    let is_whole = x.fract() == 0.0 && x.abs() < 1e15 && !(x == 0.0 && x.is_sign_negative());
    if is_whole { format!("{x:.0}") } else { format!("{x:?}") }
}

#[cfg(test)]
mod tests {
    use super::format_number;

    #[test]
    fn numbers_read_back_to_the_bit() {
        for x in [0.0, -0.0, 1.0, -3.0, 0.1, 1e-300, 1e300, 2f64.powi(53), f64::MIN_POSITIVE, 343.89971923828125] {
            assert_eq!(format_number(x).parse::<f64>().unwrap().to_bits(), x.to_bits(), "{x}");
        }
        assert_eq!([4.0, -2.0, 0.25].map(format_number), ["4", "-2", "0.25"]);
    }
}
