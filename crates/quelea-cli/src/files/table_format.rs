//! The formats of tables, by file extension.

#[cfg(feature = "parquet")]
use super::parquet::{self, Parquet};
use super::{Field, ResumePoint, Table, TableWriter, csv};
use crate::error::user_error;
use crate::input::{extension, quoted, read_bytes};
use quelea::Scenario;
use std::path::Path;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TableFormat {
    Csv,
    #[cfg(feature = "parquet")]
    Parquet,
}

impl TableFormat {
    /// Every format of this build.
    #[cfg(test)]
    pub const ALL: &[TableFormat] = &[
        TableFormat::Csv,
        #[cfg(feature = "parquet")]
        TableFormat::Parquet,
    ];

    /// The format for the extension of a file.
    pub fn from_path(path: &Path) -> anyhow::Result<Self> {
        match extension(path).as_str() {
            "csv" => Ok(TableFormat::Csv),
            #[cfg(feature = "parquet")]
            "parquet" => Ok(TableFormat::Parquet),
            #[cfg(not(feature = "parquet"))]
            "parquet" => Err(crate::feature::missing("parquet", "read or write Parquet files; it can use `.csv`")),
            _ => Err(user_error(format!("{}: a table ends in `.csv` or `.parquet`", quoted(path)))),
        }
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            TableFormat::Csv => "csv",
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => "parquet",
        }
    }

    /// Starts a table. `metadata` is stored if the format has a place for it.
    pub fn create(self, fields: Vec<Field>, metadata: &[(&str, String)]) -> Box<dyn TableWriter> {
        #[cfg(not(feature = "parquet"))]
        let _ = metadata;
        match self {
            TableFormat::Csv => Box::new(csv::Csv::new(&fields)),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Box::new(Parquet::new(fields, metadata)),
        }
    }

    /// Resumes a table that already has rows.
    pub fn resume(self, fields: Vec<Field>, point: &ResumePoint) -> anyhow::Result<Box<dyn TableWriter>> {
        #[cfg(not(feature = "parquet"))]
        let _ = point;
        Ok(match self {
            TableFormat::Csv => Box::new(csv::Csv::new(&fields)),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Box::new(Parquet::resume(fields, &point.path, point.length, point.rows)?),
        })
    }

    /// Encodes a complete table as a file.
    pub fn encode(self, table: &Table, metadata: &[(&str, String)]) -> anyhow::Result<Vec<u8>> {
        let mut writer = self.create(table.fields(), metadata);
        writer.append(table);
        let mut bytes = writer.header();
        bytes.extend(writer.take_body()?);
        bytes.extend(writer.footer()?);
        Ok(bytes)
    }

    /// Decodes a file, which may hold anything.
    pub fn decode(self, bytes: Vec<u8>) -> Result<Table, String> {
        match self {
            TableFormat::Csv => csv::read(&bytes),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => parquet::read(bytes),
        }
    }
}

/// Reads a table.
pub fn read_table(path: &Path) -> anyhow::Result<Table> {
    let format = TableFormat::from_path(path)?;
    let bytes = read_bytes(path)?;
    format.decode(bytes).map_err(|problem| {
        user_error(format!("{} is not a complete {} table: {problem}", quoted(path), extension(path)))
    })
}

/// The scenario of the run that wrote a table, if it is stored with it.
pub fn scenario_of_table(path: &Path) -> Option<Scenario> {
    Scenario::from_toml(&table_metadata(path, "quelea.scenario")?).ok()
}

/// A piece of metadata stored with a table, if its format has a place for it.
pub fn table_metadata(path: &Path, key: &str) -> Option<String> {
    #[cfg(not(feature = "parquet"))]
    let _ = key;
    match TableFormat::from_path(path).ok()? {
        TableFormat::Csv => None,
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => parquet::metadata(path, key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Values;
    use crate::files::corrupter::Corrupter;

    fn table() -> Table {
        Table::new(vec![
            ("step".into(), Values::Integer(vec![0, 10, 20])),
            ("x".into(), Values::Single(vec![0.1, -2.0, 3.5e-20])),
            ("order".into(), Values::Double(vec![0.1, f64::MIN_POSITIVE, 1e300])),
            ("search".into(), Values::Text(["grid", "a, \"b\"", "ä"].map(String::from).into())),
        ])
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn a_parquet_table_survives_a_round_trip() {
        let bytes = TableFormat::Parquet.encode(&table(), &[("quelea.scenario", "boids = 3".into())]).unwrap();
        assert_eq!(TableFormat::Parquet.decode(bytes).unwrap(), table());
    }

    #[test]
    fn numbers_survive_a_round_trip_through_csv_to_the_bit() {
        let bytes = TableFormat::Csv.encode(&table(), &[]).unwrap();
        let back = TableFormat::Csv.decode(bytes).unwrap();
        for (name, values) in table().columns() {
            assert_eq!(back.column(name).unwrap().to_numbers(), values.to_numbers(), "{name}");
        }
        assert_eq!(back.column("search"), table().column("search"));
    }

    fn decode_anything(format: TableFormat, bytes: Vec<u8>) {
        if let Ok(table) = format.decode(bytes) {
            assert!(table.columns().iter().all(|(_, values)| values.len() == table.len()));
        }
    }

    #[test]
    fn no_flipped_bit_and_no_truncation_makes_a_reader_panic() {
        for format in TableFormat::ALL {
            let intact = format.encode(&table(), &[]).unwrap();
            for index in 0..intact.len() {
                for bit in [1, 16, 128] {
                    let mut damaged = intact.clone();
                    damaged[index] ^= bit;
                    decode_anything(*format, damaged);
                }
                decode_anything(*format, intact[..index].to_vec());
            }
        }
    }

    #[test]
    fn no_corruption_makes_a_reader_panic() {
        let mut corrupter = Corrupter::new();
        for format in TableFormat::ALL {
            let intact = format.encode(&table(), &[("quelea.scenario", "boids = 3".into())]).unwrap();
            for _ in 0..5000 {
                let mut bytes = intact.clone();
                corrupter.corrupt(&mut bytes);
                decode_anything(*format, bytes);
            }
        }
    }
}
