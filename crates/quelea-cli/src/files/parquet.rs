//! Tables as Parquet.
//!
//! A Parquet file is a row of groups of rows, and a description of them at the end. The groups that are full
//! make the body. Rows that do not fill a group yet are in the tail, as a group of their own, with the
//! description; the next commit writes over it. So the file is whole at any time, and does not come to
//! consist of crumbs.
//!
//! A group is made as if it were a file of its own, and its description moved to where it will lie.

use super::guard::guarded;
use super::rows::{Column, Rows, Values};
use super::{Format, TableFormat};
use anyhow::{Context, ensure};
use parquet::basic::{Compression, ConvertedType, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, FloatType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};
use std::path::Path;
use std::sync::Arc;

const MAGIC: &[u8] = b"PAR1";

/// From how many bytes on rows are a group.
const FULL: usize = 1 << 20;

/// The most rows in one group: more of them at once are cut into several.
const MOST: usize = 1 << 20;

/// A Parquet table that is being written.
pub struct Parquet {
    schema: TypePtr,
    properties: Arc<WriterProperties>,
    about: Vec<KeyValue>,
    groups: Vec<RowGroupMetaData>,
    /// Where the next group will lie.
    end: u64,
    waiting: Rows,
}

impl Parquet {
    pub fn new(columns: Vec<Column>, about: &[(&str, String)]) -> Self {
        let about = about.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true);
        for column in &columns {
            let encoding = match column.empty {
                // Steps and ids follow one another.
                Values::Whole(_) => Encoding::DELTA_BINARY_PACKED,
                // The first bytes of near numbers are alike.
                Values::Single(_) | Values::Double(_) => Encoding::BYTE_STREAM_SPLIT,
                Values::Text(_) => Encoding::PLAIN,
            };
            properties = properties.set_column_encoding(column.name.as_str().into(), encoding);
        }
        Parquet {
            schema: schema(&columns),
            properties: Arc::new(properties.build()),
            about,
            groups: Vec::new(),
            end: MAGIC.len() as u64,
            waiting: Rows::none(&columns),
        }
    }

    /// Goes on with the groups that lie in the first bytes of a file, and so many rows after them.
    pub fn go_on(columns: Vec<Column>, path: &Path, length: u64, rows: u64) -> anyhow::Result<Self> {
        let file = std::fs::File::open(path)?;
        guarded(|| Self::read(columns, file, length, rows))
    }

    fn read(columns: Vec<Column>, file: std::fs::File, length: u64, rows: u64) -> anyhow::Result<Self> {
        let reader = SerializedFileReader::new(file)?;
        let found = reader.metadata();
        let mut table = Parquet::new(columns, &[]);
        let schema = SchemaDescriptor::new(table.schema.clone());
        ensure!(found.file_metadata().schema_descr() == &schema, "it has other columns");
        table.about = found.file_metadata().key_value_metadata().cloned().unwrap_or_default();
        let within = |group: &&RowGroupMetaData| end(group) <= length;
        table.groups = found.row_groups().iter().take_while(within).cloned().collect();
        table.end = table.groups.last().map_or(MAGIC.len() as u64, end);
        let mut number = table.groups.len();
        while (table.waiting.len() as u64) < rows && number < reader.num_row_groups() {
            table.waiting.append(&super::read::group(&*reader.get_row_group(number)?)?);
            number += 1;
        }
        ensure!(table.end == length && table.waiting.len() as u64 >= rows, "it does not hold what it held");
        table.waiting.truncate(rows as usize);
        Ok(table)
    }

    /// Some of the waiting rows as a group that will lie at a place: its bytes and its description.
    fn group(
        &self,
        from: usize,
        to: usize,
        at: u64,
        number: usize,
    ) -> Result<(Vec<u8>, RowGroupMetaData), ParquetError> {
        let mut writer = SerializedFileWriter::new(Vec::new(), self.schema.clone(), self.properties.clone())?;
        let mut group = writer.next_row_group()?;
        for (_, values) in self.waiting.named() {
            let Some(mut column) = group.next_column()? else { break };
            match values {
                Values::Whole(list) => column.typed::<Int64Type>().write_batch(&list[from..to], None, None)?,
                Values::Single(list) => column.typed::<FloatType>().write_batch(&list[from..to], None, None)?,
                Values::Double(list) => column.typed::<DoubleType>().write_batch(&list[from..to], None, None)?,
                Values::Text(list) => {
                    let list: Vec<ByteArray> = list[from..to].iter().map(|text| text.as_str().into()).collect();
                    column.typed::<ByteArrayType>().write_batch(&list, None, None)?
                }
            };
            column.close()?;
        }
        group.close()?;
        let group = writer.flushed_row_groups()[0].clone();
        let size = writer.bytes_written();
        let bytes = writer.into_inner()?[MAGIC.len()..size].to_vec();
        Ok((bytes, moved(group, at - MAGIC.len() as u64, number)?))
    }

    /// All waiting rows as groups that will lie at the end of the body.
    fn groups(&self) -> Result<(Vec<u8>, Vec<RowGroupMetaData>), ParquetError> {
        let (rows, mut bytes, mut groups) = (self.waiting.len(), Vec::new(), Vec::new());
        for from in (0..rows).step_by(MOST) {
            let at = self.end + bytes.len() as u64;
            let (more, group) = self.group(from, rows.min(from + MOST), at, self.groups.len() + groups.len())?;
            bytes.extend(more);
            groups.push(group);
        }
        Ok((bytes, groups))
    }
}

/// Where a group ends.
fn end(group: &RowGroupMetaData) -> u64 {
    let chunks = group.columns().iter().map(|column| column.byte_range());
    chunks.map(|(start, length)| start + length).max().unwrap_or(0)
}

/// The description of a group that lies so many bytes further on.
fn moved(group: RowGroupMetaData, by: u64, ordinal: usize) -> parquet::errors::Result<RowGroupMetaData> {
    let by = by as i64;
    let mut columns = Vec::new();
    for column in group.columns() {
        let (data, dictionary) = (column.data_page_offset() + by, column.dictionary_page_offset());
        let dictionary = dictionary.map(|offset| offset + by);
        let builder = column.clone().into_builder().set_data_page_offset(data).set_dictionary_page_offset(dictionary);
        columns.push(builder.build()?);
    }
    let begins = group.file_offset().map(|offset| offset + by);
    let mut builder = group.into_builder().set_column_metadata(columns).set_ordinal(ordinal as i32);
    if let Some(begins) = begins {
        builder = builder.set_file_offset(begins);
    }
    builder.build()
}

fn schema(columns: &[Column]) -> TypePtr {
    let field = |column: &Column| {
        let (physical, logical, converted) = match column.empty {
            Values::Whole(_) => (Physical::INT64, None, ConvertedType::NONE),
            Values::Single(_) => (Physical::FLOAT, None, ConvertedType::NONE),
            Values::Double(_) => (Physical::DOUBLE, None, ConvertedType::NONE),
            Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), ConvertedType::UTF8),
        };
        let field = Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical)
            .with_converted_type(converted);
        Arc::new(field.build().expect("these types are plain"))
    };
    let fields = columns.iter().map(field).collect();
    let schema = Type::group_type_builder("schema").with_fields(fields).build();
    Arc::new(schema.expect("a group of fields is a schema"))
}

impl Format for Parquet {
    fn head(&self) -> Vec<u8> {
        MAGIC.to_vec()
    }

    fn drain(&mut self) -> anyhow::Result<Vec<u8>> {
        if self.waiting.bytes() < FULL {
            return Ok(Vec::new());
        }
        let (bytes, groups) = self.groups().context("cannot make Parquet of it")?;
        self.groups.extend(groups);
        self.end += bytes.len() as u64;
        self.waiting = Rows::none(&self.waiting.columns());
        Ok(bytes)
    }

    fn tail(&self) -> anyhow::Result<Vec<u8>> {
        let (mut tail, unfinished) = self.groups().context("cannot make Parquet of it")?;
        let groups: Vec<RowGroupMetaData> = self.groups.iter().cloned().chain(unfinished).collect();
        let schema = Arc::new(SchemaDescriptor::new(self.schema.clone()));
        let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
        let program = format!("quelea {}", env!("CARGO_PKG_VERSION"));
        let about = (!self.about.is_empty()).then(|| self.about.clone());
        let file = FileMetaData::new(1, rows, Some(program), about, schema, None);
        ParquetMetaDataWriter::new(&mut tail, &ParquetMetaData::new(file, groups)).finish()?;
        Ok(tail)
    }

    fn undrained(&self) -> u64 {
        self.waiting.len() as u64
    }

    fn waiting(&self) -> usize {
        self.waiting.bytes()
    }
}

impl TableFormat for Parquet {
    fn add(&mut self, rows: &Rows) {
        self.waiting.append(rows);
    }
}
