//! Tables as Parquet.
//!
//! A Parquet file is a sequence of row groups with their metadata at the end. Full row groups form the body. Rows
//! that do not fill a group yet go into the footer as a group of their own, followed by the metadata; the next
//! commit overwrites it. The file is therefore complete at any time without being made of tiny groups. All full groups
//! of a table have the same number of rows, so that the bytes of a file do not depend on when it was committed.

mod guard;
mod reader;
mod row_group;

pub use reader::{metadata, read};

use super::{Field, FileFormat, Table, TableWriter, Values};
use anyhow::{Context, ensure};
use guard::catch_panic;
use parquet::basic::{Compression, ConvertedType, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::errors::ParquetError;
use parquet::file::metadata::{FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};
use std::path::Path;
use std::sync::Arc;

const MAGIC: &[u8] = b"PAR1";

/// About how many bytes a row group takes in memory: enough that the metadata of long records stays small, and little
/// enough to encode again with every footer.
const GROUP_BYTES: usize = 4 << 20;

/// A Parquet table that is being written.
pub struct Parquet {
    schema: TypePtr,
    properties: Arc<WriterProperties>,
    metadata: Vec<KeyValue>,
    groups: Vec<RowGroupMetaData>,
    /// The offset of the next row group.
    end: u64,
    /// The number of rows in a full row group.
    group_rows: usize,
    pending: Table,
}

impl Parquet {
    pub fn new(fields: Vec<Field>, metadata: &[(&str, String)]) -> Self {
        let metadata = metadata.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true);
        for field in &fields {
            let encoding = match field.empty {
                // Steps and ids are consecutive.
                Values::Integer(_) => Encoding::DELTA_BINARY_PACKED,
                // Numbers of similar size share their first bytes.
                Values::Single(_) | Values::Double(_) => Encoding::BYTE_STREAM_SPLIT,
                Values::Text(_) => Encoding::PLAIN,
            };
            properties = properties.set_column_encoding(field.name.as_str().into(), encoding);
        }
        Parquet {
            group_rows: group_rows(&fields),
            schema: schema(&fields),
            properties: Arc::new(properties.build()),
            metadata,
            groups: Vec::new(),
            end: MAGIC.len() as u64,
            pending: Table::empty(&fields),
        }
    }

    /// Resumes a file after the row groups in its first `length` bytes and `rows` rows after them.
    pub fn resume(fields: Vec<Field>, path: &Path, length: u64, rows: u64) -> anyhow::Result<Self> {
        let file = std::fs::File::open(path)?;
        catch_panic(|| Self::read_existing(fields, file, length, rows))
    }

    fn read_existing(fields: Vec<Field>, file: std::fs::File, length: u64, rows: u64) -> anyhow::Result<Self> {
        let reader = SerializedFileReader::new_with_options(file, row_group::read_options())?;
        let found = reader.metadata();
        let mut table = Parquet::new(fields, &[]);
        let schema = SchemaDescriptor::new(table.schema.clone());
        ensure!(found.file_metadata().schema_descr() == &schema, "it has other columns");
        table.metadata = found.file_metadata().key_value_metadata().cloned().unwrap_or_default();
        let in_body = |group: &&RowGroupMetaData| row_group::end(group) <= length;
        table.groups = found.row_groups().iter().take_while(in_body).cloned().collect();
        table.end = table.groups.last().map_or(MAGIC.len() as u64, row_group::end);
        let mut index = table.groups.len();
        while (table.pending.len() as u64) < rows && index < reader.num_row_groups() {
            table.pending.append(&reader::read_row_group(&*reader.get_row_group(index)?)?);
            index += 1;
        }
        ensure!(table.end == length && table.pending.len() as u64 >= rows, "it does not hold the samples of the run");
        table.pending.truncate(rows as usize);
        Ok(table)
    }

    /// Encodes the first pending rows as row groups at the end of the body.
    fn encode_pending(&self, rows: usize) -> Result<(Vec<u8>, Vec<RowGroupMetaData>), ParquetError> {
        let (mut bytes, mut groups) = (Vec::new(), Vec::new());
        for start in (0..rows).step_by(self.group_rows) {
            let range = start..rows.min(start + self.group_rows);
            let (offset, index) = (self.end + bytes.len() as u64, self.groups.len() + groups.len());
            let (more, group) = row_group::encode(&self.pending, range, &self.schema, &self.properties, offset, index)?;
            bytes.extend(more);
            groups.push(group);
        }
        Ok((bytes, groups))
    }
}

/// The number of rows in a full row group. It depends on the columns alone.
fn group_rows(fields: &[Field]) -> usize {
    let width = |field: &Field| match field.empty {
        Values::Single(_) => 4,
        Values::Integer(_) | Values::Double(_) => 8,
        // A short word.
        Values::Text(_) => 32,
    };
    GROUP_BYTES / fields.iter().map(width).sum::<usize>().max(1)
}

fn schema(fields: &[Field]) -> TypePtr {
    let column = |field: &Field| {
        let (physical, logical, converted) = match field.empty {
            Values::Integer(_) => (Physical::INT64, None, ConvertedType::NONE),
            Values::Single(_) => (Physical::FLOAT, None, ConvertedType::NONE),
            Values::Double(_) => (Physical::DOUBLE, None, ConvertedType::NONE),
            Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), ConvertedType::UTF8),
        };
        let column = Type::primitive_type_builder(&field.name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical)
            .with_converted_type(converted);
        Arc::new(column.build().expect("primitive types are valid"))
    };
    let columns = fields.iter().map(column).collect();
    let schema = Type::group_type_builder("schema").with_fields(columns).build();
    Arc::new(schema.expect("a group of columns is a schema"))
}

impl FileFormat for Parquet {
    fn header(&self) -> Vec<u8> {
        MAGIC.to_vec()
    }

    fn take_body(&mut self) -> anyhow::Result<Vec<u8>> {
        let full = self.pending.len() - self.pending.len() % self.group_rows;
        let (bytes, groups) = self.encode_pending(full).context("cannot encode it as Parquet")?;
        self.groups.extend(groups);
        self.end += bytes.len() as u64;
        self.pending.drop_first(full);
        Ok(bytes)
    }

    fn footer(&self) -> anyhow::Result<Vec<u8>> {
        let (mut footer, unfinished) =
            self.encode_pending(self.pending.len()).context("cannot encode it as Parquet")?;
        let groups: Vec<RowGroupMetaData> = self.groups.iter().cloned().chain(unfinished).collect();
        let schema = Arc::new(SchemaDescriptor::new(self.schema.clone()));
        let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
        let program = format!("quelea {}", env!("CARGO_PKG_VERSION"));
        let metadata = (!self.metadata.is_empty()).then(|| self.metadata.clone());
        let file = FileMetaData::new(1, rows, Some(program), metadata, schema, None);
        ParquetMetaDataWriter::new(&mut footer, &ParquetMetaData::new(file, groups)).finish()?;
        Ok(footer)
    }

    fn pending_bytes(&self) -> usize {
        self.pending.memory_bytes()
    }

    fn pending_rows(&self) -> u64 {
        self.pending.len() as u64
    }
}

impl TableWriter for Parquet {
    fn append(&mut self, rows: &Table) {
        self.pending.append(rows);
    }
}
