//! What a file format has to do so that its file is complete after every commit.

use super::table::Table;

/// A file format with a header of fixed length, a body that only grows, and a footer that the next part of the
/// body overwrites.
pub trait FileFormat: Send {
    /// The header for the present contents.
    fn header(&self) -> Vec<u8>;
    /// Takes the bytes that are to be appended to the body.
    fn take_body(&mut self) -> anyhow::Result<Vec<u8>>;
    /// The footer that follows the body taken so far.
    fn footer(&self) -> anyhow::Result<Vec<u8>> {
        Ok(Vec::new())
    }
    /// About how many bytes wait to be taken.
    fn pending_bytes(&self) -> usize;
    /// How many rows stay in the footer when the body is taken.
    fn pending_rows(&self) -> u64 {
        0
    }
}

/// A format for tables.
pub trait TableWriter: FileFormat {
    /// Appends rows.
    fn append(&mut self, rows: &Table);
}

impl<F: FileFormat + ?Sized> FileFormat for Box<F> {
    fn header(&self) -> Vec<u8> {
        (**self).header()
    }
    fn take_body(&mut self) -> anyhow::Result<Vec<u8>> {
        (**self).take_body()
    }
    fn footer(&self) -> anyhow::Result<Vec<u8>> {
        (**self).footer()
    }
    fn pending_bytes(&self) -> usize {
        (**self).pending_bytes()
    }
    fn pending_rows(&self) -> u64 {
        (**self).pending_rows()
    }
}
