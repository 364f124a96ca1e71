//! Reading tables back, for plots.

use super::guard::guarded;
use super::rows::{Rows, Values};
use super::{TableKind, ending};
use crate::failure::wrong;
use crate::source::shown;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use std::path::Path;

/// Reads a table by the ending of its name.
pub fn table(path: &Path) -> anyhow::Result<Rows> {
    let kind = TableKind::of(path)?;
    let bytes = bytes(path)?;
    from_bytes(kind, bytes)
        .map_err(|problem| wrong(format!("{} is not a whole {} table: {problem}", shown(path), ending(path))))
}

/// Reads the bytes of a table, which may be anything.
pub fn from_bytes(kind: TableKind, bytes: Vec<u8>) -> Result<Rows, String> {
    match kind {
        TableKind::Csv => from_csv(&bytes),
        TableKind::Parquet => from_parquet(bytes),
    }
}

/// The bytes of a file that the user named.
pub fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| wrong(format!("cannot read {}: {error}", shown(path))))
}

/// Columns that hold numbers only are numbers, others are words.
fn from_csv(bytes: &[u8]) -> Result<Rows, String> {
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
    Ok(Rows::new(names.into_iter().zip(columns.into_iter().map(values)).collect()))
}

fn from_parquet(bytes: Vec<u8>) -> Result<Rows, String> {
    guarded(|| Ok(rows(bytes.into())?)).map_err(|error| error.to_string())
}

fn rows(bytes: bytes::Bytes) -> parquet::errors::Result<Rows> {
    let reader = SerializedFileReader::new(bytes)?;
    let mut read: Option<Rows> = None;
    for number in 0..reader.num_row_groups() {
        let more = group(&*reader.get_row_group(number)?)?;
        match &mut read {
            None => read = Some(more),
            Some(read) => read.append(&more),
        }
    }
    Ok(read.unwrap_or_else(|| {
        let schema = reader.metadata().file_metadata().schema_descr();
        let names = schema.columns().iter().map(|column| column.name().to_owned());
        Rows::new(names.map(|name| (name, Values::Double(Vec::new()))).collect())
    }))
}

/// The rows of one group of a Parquet file.
pub fn group(group: &dyn RowGroupReader) -> parquet::errors::Result<Rows> {
    let rows = group.metadata().num_rows().max(0) as usize;
    let mut columns: Vec<(String, Values)> = Vec::new();
    for place in 0..group.num_columns() {
        let values = match group.get_column_reader(place)? {
            ColumnReader::Int64ColumnReader(column) => Values::Whole(all(column, rows)?),
            ColumnReader::Int32ColumnReader(column) => {
                Values::Whole(all(column, rows)?.into_iter().map(i64::from).collect())
            }
            ColumnReader::FloatColumnReader(column) => Values::Single(all(column, rows)?),
            ColumnReader::DoubleColumnReader(column) => Values::Double(all(column, rows)?),
            ColumnReader::ByteArrayColumnReader(column) => {
                let texts = all(column, rows)?;
                Values::Text(texts.iter().map(|text| String::from_utf8_lossy(text.data()).into_owned()).collect())
            }
            _ => Values::Text(vec![String::new(); rows]),
        };
        columns.push((group.metadata().schema_descr().column(place).name().to_owned(), values));
    }
    match columns.iter().all(|(_, values)| values.len() == rows) {
        true => Ok(Rows::new(columns)),
        false => Err(parquet::errors::ParquetError::General("a column has fewer values than the others".into())),
    }
}

fn all<T: DataType>(mut column: ColumnReaderImpl<T>, rows: usize) -> parquet::errors::Result<Vec<T::T>> {
    let mut values = Vec::new();
    loop {
        // In pieces, since a damaged file may claim any number of rows.
        let (records, ..) =
            column.read_records((rows - values.len().min(rows)).min(1 << 16), None, None, &mut values)?;
        if records == 0 {
            return Ok(values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::damage::Lot;

    fn rows() -> Rows {
        Rows::new(vec![
            ("step".into(), Values::Whole(vec![0, 10, 20])),
            ("x".into(), Values::Single(vec![0.1, -2.0, 3.5e-20])),
            ("order".into(), Values::Double(vec![0.1, f64::MIN_POSITIVE, 1e300])),
            ("search".into(), Values::Text(["grid", "a, \"b\"", "ä"].map(String::from).into())),
        ])
    }

    #[test]
    fn a_parquet_table_comes_back_as_it_was() {
        let bytes = TableKind::Parquet.whole(&rows(), &[("quelea.scenario", "boids = 3".into())]).unwrap();
        assert_eq!(from_parquet(bytes).unwrap(), rows());
    }

    #[test]
    fn a_csv_table_comes_back_with_its_numbers_to_the_bit() {
        let bytes = TableKind::Csv.whole(&rows(), &[]).unwrap();
        let back = from_csv(&bytes).unwrap();
        for (name, values) in rows().named() {
            assert_eq!(back.get(name).unwrap().numbers(), values.numbers(), "{name}");
        }
        assert_eq!(back.get("search"), rows().get("search"));
    }

    /// Reads what may be no table at all.
    fn read_any(kind: TableKind, bytes: Vec<u8>) {
        if let Ok(rows) = from_bytes(kind, bytes) {
            assert!(rows.named().iter().all(|(_, values)| values.len() == rows.len()));
        }
    }

    #[test]
    fn no_bytes_make_the_readers_panic() {
        for kind in [TableKind::Csv, TableKind::Parquet] {
            let whole = kind.whole(&rows(), &[]).unwrap();
            for place in 0..whole.len() {
                for bit in [1, 16, 128] {
                    let mut damaged = whole.clone();
                    damaged[place] ^= bit;
                    read_any(kind, damaged);
                }
                read_any(kind, whole[..place].to_vec());
            }
        }
    }

    /// A few changes of any kind at once: bytes set, pieces taken out, doubled, or moved elsewhere.
    #[test]
    fn no_changes_make_the_readers_panic() {
        let mut lot = Lot::drawn();
        for kind in [TableKind::Csv, TableKind::Parquet] {
            let whole = kind.whole(&rows(), &[("quelea.scenario", "boids = 3".into())]).unwrap();
            for _ in 0..5000 {
                let mut bytes = whole.clone();
                for _ in 0..1 + lot.below(4) {
                    lot.damage(&mut bytes);
                }
                read_any(kind, bytes);
            }
        }
    }
}
