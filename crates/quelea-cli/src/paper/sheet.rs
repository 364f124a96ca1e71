//! A table with a title and a sentence, for the terminal and for the report.

use crate::table::aligned_rows;

pub struct Sheet {
    pub title: String,
    pub about: String,
    /// The head and the rows.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    pub fn new(title: impl Into<String>, about: impl Into<String>, head: &[&str]) -> Self {
        let head = head.iter().map(|name| (*name).to_owned()).collect();
        Sheet { title: title.into(), about: about.into(), rows: vec![head] }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// For the terminal.
    pub fn text(&self) -> String {
        format!("{}\n{}\n\n{}", self.title, self.about, aligned_rows(&self.rows))
    }

    /// For the report.
    pub fn markdown(&self) -> String {
        let line = |cells: &Vec<String>| format!("| {} |\n", cells.join(" | "));
        let head = line(&self.rows[0]);
        let rule = format!("|{}\n", "---:|".repeat(self.rows[0].len()));
        let rows: String = self.rows[1..].iter().map(line).collect();
        format!("## {}\n{}\n\n{head}{rule}{rows}", self.title, self.about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_a_table_in_both_forms() {
        let mut sheet = Sheet::new("Title", "About it.", &["k", "rate"]);
        sheet.row(["100".to_owned(), "2.5".to_owned()]);
        assert_eq!(sheet.text(), "Title\nAbout it.\n\nk    rate\n100  2.5\n");
        assert_eq!(sheet.markdown(), "## Title\nAbout it.\n\n| k | rate |\n|---:|---:|\n| 100 | 2.5 |\n");
    }
}
