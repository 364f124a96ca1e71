//! A table with a title and a description, for the terminal and for the report.

use crate::text_table::align_rows;

pub struct ReportTable {
    title: String,
    description: String,
    /// The heading, then the rows.
    rows: Vec<Vec<String>>,
}

impl ReportTable {
    pub fn new(title: impl Into<String>, description: impl Into<String>, heading: &[&str]) -> Self {
        let heading = heading.iter().map(|name| (*name).to_owned()).collect();
        ReportTable { title: title.into(), description: description.into(), rows: vec![heading] }
    }

    pub fn push(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub fn to_text(&self) -> String {
        format!("{}\n{}\n\n{}", self.title, self.description, align_rows(&self.rows))
    }

    pub fn to_markdown(&self) -> String {
        let line = |cells: &Vec<String>| format!("| {} |\n", cells.join(" | "));
        let heading = line(&self.rows[0]);
        let rule = format!("|{}\n", "---:|".repeat(self.rows[0].len()));
        let rows: String = self.rows[1..].iter().map(line).collect();
        format!("## {}\n{}\n\n{heading}{rule}{rows}", self.title, self.description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_as_text_and_as_markdown() {
        let mut table = ReportTable::new("Title", "About it.", &["k", "rate"]);
        table.push(["100".to_owned(), "2.5".to_owned()]);
        assert_eq!(table.to_text(), "Title\nAbout it.\n\nk    rate\n100  2.5\n");
        assert_eq!(table.to_markdown(), "## Title\nAbout it.\n\n| k | rate |\n|---:|---:|\n| 100 | 2.5 |\n");
    }
}
