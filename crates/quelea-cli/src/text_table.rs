//! Tables as aligned text.

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

#[cfg(test)]
mod tests {
    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["a", "bb", "c"], ["ää", "b", ""]].map(|row| row.map(String::from));
        assert_eq!(super::align(&rows), "a   bb  c\nää  b\n");
    }
}
