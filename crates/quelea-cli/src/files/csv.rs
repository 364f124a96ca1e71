//! Tables as CSV with a line of names.

use super::{Field, FileFormat, Table, TableWriter, Values};

/// A CSV table that is being written.
pub struct Csv {
    header: Vec<u8>,
    pending: Vec<u8>,
}

impl Csv {
    pub fn new(fields: &[Field]) -> Self {
        Csv { header: to_lines([fields.iter().map(|field| field.name.clone())]), pending: Vec::new() }
    }
}

/// Records as lines, quoted where necessary.
fn to_lines<R: IntoIterator<Item = String>>(records: impl IntoIterator<Item = R>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        let record: Vec<String> = record.into_iter().collect();
        // Writing to memory cannot fail.
        let _ = writer.write_record(&record);
    }
    writer.into_inner().unwrap_or_default()
}

impl FileFormat for Csv {
    fn header(&self) -> Vec<u8> {
        self.header.clone()
    }
    fn take_body(&mut self) -> anyhow::Result<Vec<u8>> {
        Ok(std::mem::take(&mut self.pending))
    }
    fn pending_bytes(&self) -> usize {
        self.pending.len()
    }
}

impl TableWriter for Csv {
    fn append(&mut self, rows: &Table) {
        let record = |row: usize| rows.columns().iter().map(move |(_, values)| values.to_text(row));
        self.pending.extend(to_lines((0..rows.len()).map(record)));
    }
}

/// Reads a table. A column is numeric if every field of it is a number.
pub fn read(bytes: &[u8]) -> Result<Table, String> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(bytes);
    let names: Vec<String> = reader.headers().map_err(|error| error.to_string())?.iter().map(str::to_owned).collect();
    let mut columns = vec![Vec::new(); names.len()];
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        for (column, field) in columns.iter_mut().zip(record.iter()) {
            column.push(field.to_owned());
        }
    }
    let values = |texts: Vec<String>| match texts.iter().map(|text| text.trim().parse()).collect() {
        Ok(numbers) => Values::Double(numbers),
        Err(_) => Values::Text(texts),
    };
    Ok(Table::new(names.into_iter().zip(columns.into_iter().map(values)).collect()))
}
