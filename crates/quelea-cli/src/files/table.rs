//! A table in memory, column by column.

use super::Values;

/// The name and type of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// An empty list of the type.
    pub empty: Values,
}

/// A table: columns of the same length.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Table {
    columns: Vec<(String, Values)>,
}

impl Table {
    /// A table from columns of the same length.
    pub fn new(columns: Vec<(String, Values)>) -> Self {
        debug_assert!(columns.windows(2).all(|pair| pair[0].1.len() == pair[1].1.len()));
        Table { columns }
    }

    /// The names and types of the columns.
    pub fn fields(&self) -> Vec<Field> {
        self.columns.iter().map(|(name, values)| Field { name: name.clone(), empty: values.empty() }).collect()
    }

    pub fn columns(&self) -> &[(String, Values)] {
        &self.columns
    }

    /// The columns themselves.
    pub fn into_columns(self) -> Vec<(String, Values)> {
        self.columns
    }

    pub fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub fn column(&self, name: &str) -> Option<&Values> {
        self.columns.iter().find(|(found, _)| found == name).map(|(_, values)| values)
    }

    /// Appends rows of the same fields.
    pub fn append(&mut self, more: &Table) {
        for ((_, own), (_, more)) in self.columns.iter_mut().zip(&more.columns) {
            own.append(more);
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }
}

#[cfg(feature = "parquet")]
impl Table {
    /// A table without rows.
    pub fn empty(fields: &[Field]) -> Self {
        Table { columns: fields.iter().map(|field| (field.name.clone(), field.empty.clone())).collect() }
    }

    /// Keeps the first rows only.
    pub fn truncate(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|(_, values)| values.truncate(rows));
    }

    /// Drops the first rows.
    pub fn drop_first(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|(_, values)| values.drop_first(rows));
    }

    /// About how many bytes of memory the table takes.
    pub fn memory_bytes(&self) -> usize {
        self.columns.iter().map(|(_, values)| values.memory_bytes()).sum()
    }
}
