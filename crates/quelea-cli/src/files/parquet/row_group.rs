//! Row groups as bytes. Each is encoded as a file of its own, and its metadata is then relocated to its offset in the
//! larger file.

use super::MAGIC;
use crate::files::{Table, Values};
use bytes::Bytes;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, FloatType, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::{ReadOptions, ReadOptionsBuilder};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::TypePtr;
use std::ops::Range;
use std::sync::Arc;

/// Encodes some rows of a table as the row group with this index, at this offset in the file.
pub fn encode(
    table: &Table,
    rows: Range<usize>,
    schema: &TypePtr,
    properties: &Arc<WriterProperties>,
    offset: u64,
    index: usize,
) -> Result<(Vec<u8>, RowGroupMetaData)> {
    let mut writer = SerializedFileWriter::new(Vec::new(), schema.clone(), properties.clone())?;
    let mut group = writer.next_row_group()?;
    for (_, values) in table.columns() {
        let Some(mut column) = group.next_column()? else { break };
        match values {
            Values::Integer(list) => column.typed::<Int64Type>().write_batch(&list[rows.clone()], None, None)?,
            Values::Single(list) => column.typed::<FloatType>().write_batch(&list[rows.clone()], None, None)?,
            Values::Double(list) => column.typed::<DoubleType>().write_batch(&list[rows.clone()], None, None)?,
            Values::Text(list) => {
                let list: Vec<ByteArray> = list[rows.clone()].iter().map(|text| text.as_str().into()).collect();
                column.typed::<ByteArrayType>().write_batch(&list, None, None)?
            }
        };
        column.close()?;
    }
    group.close()?;
    let end = writer.bytes_written();
    let file = Bytes::from(writer.into_inner()?);
    // Reading drops fields that were only written for old readers. A resumed file has read its metadata, so a new one
    // reads it as well: otherwise their bytes would differ.
    let reader = SerializedFileReader::new_with_options(file.clone(), read_options())?;
    let metadata = reader.metadata().row_group(0).clone();
    Ok((file[MAGIC.len()..end].to_vec(), relocate(metadata, offset - MAGIC.len() as u64, index)?))
}

/// How to read metadata that will be written again: with the statistics of the pages as they are.
pub fn read_options() -> ReadOptions {
    ReadOptionsBuilder::new().with_encoding_stats_as_mask(false).build()
}

/// The end of a row group in its file.
pub fn end(group: &RowGroupMetaData) -> u64 {
    let chunks = group.columns().iter().map(|column| column.byte_range());
    chunks.map(|(start, length)| start + length).max().unwrap_or(0)
}

/// Moves the metadata of a row group by some bytes.
fn relocate(group: RowGroupMetaData, by: u64, index: usize) -> Result<RowGroupMetaData> {
    let by = by as i64;
    let mut columns = Vec::new();
    for column in group.columns() {
        let (data, dictionary) = (column.data_page_offset() + by, column.dictionary_page_offset());
        let dictionary = dictionary.map(|offset| offset + by);
        let builder = column.clone().into_builder().set_data_page_offset(data).set_dictionary_page_offset(dictionary);
        columns.push(builder.build()?);
    }
    let offset = group.file_offset().map(|offset| offset + by);
    let mut builder = group.into_builder().set_column_metadata(columns).set_ordinal(index as i32);
    if let Some(offset) = offset {
        builder = builder.set_file_offset(offset);
    }
    builder.build()
}
