//! Reading Parquet files.

use super::guard::catch_panic;
use crate::files::{Table, Values};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use std::fs::File;
use std::path::Path;

/// Reads a table from the bytes of a file, which may hold anything.
pub fn read(bytes: Vec<u8>) -> std::result::Result<Table, String> {
    catch_panic(|| Ok(read_row_groups(bytes.into())?)).map_err(|error| error.to_string())
}

/// The text stored under a key with a table; `None` if there is none, or the file is damaged. Reads the footer alone.
pub fn metadata(path: &Path, key: &str) -> Option<String> {
    let read = catch_panic(|| {
        let reader = SerializedFileReader::new(File::open(path)?)?;
        let list = reader.metadata().file_metadata().key_value_metadata().cloned().unwrap_or_default();
        Ok(list.into_iter().find(|entry| entry.key == key).and_then(|entry| entry.value))
    });
    read.ok().flatten()
}

fn read_row_groups(bytes: bytes::Bytes) -> Result<Table> {
    let reader = SerializedFileReader::new(bytes)?;
    let mut table: Option<Table> = None;
    for index in 0..reader.num_row_groups() {
        let rows = read_row_group(&*reader.get_row_group(index)?)?;
        match &mut table {
            None => table = Some(rows),
            Some(table) => table.append(&rows),
        }
    }
    Ok(table.unwrap_or_else(|| {
        let schema = reader.metadata().file_metadata().schema_descr();
        let names = schema.columns().iter().map(|column| column.name().to_owned());
        Table::new(names.map(|name| (name, Values::Double(Vec::new()))).collect())
    }))
}

/// Reads one row group.
pub fn read_row_group(group: &dyn RowGroupReader) -> Result<Table> {
    let rows = group.metadata().num_rows().max(0) as usize;
    let mut columns: Vec<(String, Values)> = Vec::new();
    for index in 0..group.num_columns() {
        let values = match group.get_column_reader(index)? {
            ColumnReader::Int64ColumnReader(column) => Values::Integer(read_column(column, rows)?),
            ColumnReader::Int32ColumnReader(column) => {
                Values::Integer(read_column(column, rows)?.into_iter().map(i64::from).collect())
            }
            ColumnReader::FloatColumnReader(column) => Values::Single(read_column(column, rows)?),
            ColumnReader::DoubleColumnReader(column) => Values::Double(read_column(column, rows)?),
            ColumnReader::ByteArrayColumnReader(column) => {
                let texts = read_column(column, rows)?;
                Values::Text(texts.iter().map(|text| String::from_utf8_lossy(text.data()).into_owned()).collect())
            }
            _ => Values::Text(vec![String::new(); rows]),
        };
        columns.push((group.metadata().schema_descr().column(index).name().to_owned(), values));
    }
    match columns.iter().all(|(_, values)| values.len() == rows) {
        true => Ok(Table::new(columns)),
        false => Err(ParquetError::General("a column has fewer values than the others".into())),
    }
}

fn read_column<T: DataType>(mut column: ColumnReaderImpl<T>, rows: usize) -> Result<Vec<T::T>> {
    /// Read in pieces, since a damaged file may claim any number of rows.
    const PIECE: usize = 1 << 16;
    let mut values = Vec::new();
    loop {
        let missing = rows - values.len().min(rows);
        let (records, ..) = column.read_records(missing.min(PIECE), None, None, &mut values)?;
        if records == 0 {
            return Ok(values);
        }
    }
}
