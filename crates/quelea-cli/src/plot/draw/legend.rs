//! The legend below the panels: a sample of each line and its name.

use super::line_style::{LineStyle, MAX_NAMED};
use super::pen::Pen;
use super::{Area, Drawn};
use crate::plot::panels::LinePanel;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The height of a row in pixels.
const ROW: f64 = 20.0;
/// The width of a sample with its margins in pixels.
const SAMPLE: f64 = 44.0;
/// About the width of a character in pixels.
const CHARACTER: f64 = 6.9;

/// A legend and its arrangement.
pub struct Legend {
    entries: Vec<String>,
    columns: usize,
    rows: usize,
}

impl Legend {
    /// The legend of these lines in a picture of this width; `None` for a single line. Of many lines the first are
    /// named and the others counted.
    pub fn new(names: &[String], width: u32) -> Option<Self> {
        if names.len() < 2 {
            return None;
        }
        let mut entries: Vec<String> = names.iter().take(MAX_NAMED).cloned().collect();
        if names.len() > MAX_NAMED {
            entries.push(format!("and {} more", names.len() - MAX_NAMED));
        }
        let longest = entries.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let columns = (f64::from(width) / (SAMPLE + CHARACTER * longest as f64 + 10.0)).floor().max(1.0) as usize;
        // Rows of equal length.
        let rows = entries.len().div_ceil(columns.min(entries.len()));
        Some(Legend { columns: entries.len().div_ceil(rows), rows, entries })
    }

    /// Its height in pixels.
    pub fn height(&self) -> u32 {
        (ROW * self.rows as f64 + 10.0) as u32
    }

    /// Draws it, with samples like the lines of a panel.
    pub fn draw<B: DrawingBackend>(&self, area: &Area<B>, panel: &LinePanel, pen: Pen) -> Drawn<B> {
        let (width, _) = area.dim_in_pixel();
        let style = pen.text(11.5).pos(Pos::new(HPos::Left, VPos::Center));
        let mut longest = 0;
        for name in &self.entries {
            longest = longest.max(area.estimate_text_size(name, &style)?.0);
        }
        let column_width = (longest + pen.length(SAMPLE + 10.0)).min(width / self.columns as u32);
        let left = (width - column_width * self.columns as u32) / 2;
        for (index, name) in self.entries.iter().enumerate() {
            let x = (left + (index / self.rows) as u32 * column_width) as i32;
            let y = pen.length(ROW * ((index % self.rows) as f64 + 0.5)) as i32;
            let at = |offset: f64| x + pen.length(offset) as i32;
            let line = LineStyle::new(index);
            if panel.is_joined() {
                line.draw_path(area, &[(at(8.0), y), (at(38.0), y)], pen)?;
            }
            if panel.marked {
                line.draw_mark(area, (at(23.0), y), pen)?;
            }
            area.draw_text(name, &style, (at(SAMPLE), y))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_names_a_readable_number_of_lines_and_counts_the_others() {
        let names = |count: usize| (0..count).map(|index| format!("run-{index}.csv")).collect::<Vec<String>>();
        assert!(Legend::new(&names(1), 800).is_none());
        let many = Legend::new(&names(100), 800).unwrap();
        assert_eq!((many.entries.len(), many.entries[12].as_str()), (13, "and 88 more"));
        assert!(many.rows * many.columns >= 13 && many.height() < 100);
        // A name as wide as the picture has a row for itself.
        let wide = Legend::new(&["x".repeat(200), "y".to_owned()], 800).unwrap();
        assert_eq!((wide.columns, wide.rows), (1, 2));
    }
}
