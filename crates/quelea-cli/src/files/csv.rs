//! Tables as text: commas between, a line of names first.

use super::rows::{Column, Rows};
use super::{Format, TableFormat};

/// A CSV table that is being written.
pub struct Csv {
    head: Vec<u8>,
    waiting: Vec<u8>,
}

impl Csv {
    pub fn new(columns: &[Column]) -> Self {
        Csv { head: lines([columns.iter().map(|column| column.name.clone())]), waiting: Vec::new() }
    }
}

/// Records as lines, with quotes where they are needed.
fn lines<R: IntoIterator<Item = String>>(records: impl IntoIterator<Item = R>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        let record: Vec<String> = record.into_iter().collect();
        // Memory takes every record.
        let _ = writer.write_record(&record);
    }
    writer.into_inner().unwrap_or_default()
}

impl Format for Csv {
    fn head(&self) -> Vec<u8> {
        self.head.clone()
    }
    fn drain(&mut self) -> anyhow::Result<Vec<u8>> {
        Ok(std::mem::take(&mut self.waiting))
    }
    fn tail(&self) -> anyhow::Result<Vec<u8>> {
        Ok(Vec::new())
    }
    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

impl TableFormat for Csv {
    fn add(&mut self, rows: &Rows) {
        let record = |row: usize| rows.named().iter().map(move |(_, values)| values.text(row));
        self.waiting.extend(lines((0..rows.len()).map(record)));
    }
}
