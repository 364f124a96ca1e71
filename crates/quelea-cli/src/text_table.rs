//! Tables as aligned text, and text in lines.

/// Aligns rows: each column is as wide as its widest cell, two spaces apart, without trailing spaces.
pub fn align<const N: usize>(rows: &[[String; N]]) -> String {
    align_rows(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>())
}

/// Aligns rows whose length is known at run time; all have as many cells as the first.
pub fn align_rows(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// Breaks a text into lines of at most `width` characters; a longer word has a line of its own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(super::wrap("äb c  def g", 4), ["äb c", "def", "g"]);
        assert_eq!(super::wrap("a longer", 3), ["a", "longer"]);
        assert!(super::wrap(" ", 3).is_empty());
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["a", "bb", "c"], ["ää", "b", ""]].map(|row| row.map(String::from));
        assert_eq!(super::align(&rows), "a   bb  c\nää  b\n");
    }
}
