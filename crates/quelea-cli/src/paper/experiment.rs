//! An experiment: runs whose results are compared with a publication, drawn and written.

use super::arguments::ExperimentArgs;
use super::laboratory::Laboratory;
use super::machine::machine;
use super::report_table::ReportTable;
use crate::atomic_file::AtomicFile;
use crate::files::{Table, TableFormat, Values};
use crate::input::quoted;
use crate::interrupt;
use crate::plot::{Curves, PictureFormat, plot_curves};
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;

/// The experiments of one paper.
pub struct Experiment {
    /// The name on the command line, and of the folder.
    pub name: &'static str,
    /// Authors, title and year, for the report.
    pub title: &'static str,
    /// The files it writes besides the report: figures end in svg, data in csv.
    pub files: &'static [&'static str],
    pub run: fn(&Laboratory) -> anyhow::Result<Results>,
}

/// What an experiment found.
#[derive(Default)]
pub struct Results {
    pub tables: Vec<ReportTable>,
    pub figures: Vec<Figure>,
    pub data: Vec<(&'static str, Table)>,
}

/// A diagram and the file it is written to.
pub struct Figure {
    pub file: &'static str,
    pub heading: String,
    pub curves: Curves,
}

impl Experiment {
    /// Runs the experiments, prints the tables and writes all files.
    pub fn reproduce(&self, arguments: &ExperimentArgs, out: &mut dyn Write) -> anyhow::Result<()> {
        let folder = arguments.out.clone().unwrap_or_else(|| PathBuf::from(self.name));
        for file in self.files.iter().filter(|file| file.ends_with(".svg")) {
            PictureFormat::from_path(&folder.join(file))?;
        }
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create the folder {}", quoted(&folder)))?;
        // Before a temporary file exists that a signal could leave behind.
        interrupt::install_handler()?;
        // Reserved first, so that a file that cannot be written is refused before the runs.
        let report = AtomicFile::reserve(&folder.join("report.md"), arguments.force)?;
        let mut files = Vec::new();
        for file in self.files {
            files.push((*file, AtomicFile::reserve(&folder.join(file), arguments.force)?));
        }
        let results = (self.run)(&Laboratory::new(arguments.quick))?;
        for table in &results.tables {
            writeln!(out, "{}", table.to_text())?;
        }
        for (name, file) in files {
            // A quick form may leave something out.
            if let Some(bytes) = results.file(name)? {
                file.commit(&bytes)?;
            }
        }
        report.commit(self.report(arguments.quick, &results).as_bytes())?;
        Ok(writeln!(out, "report {}", quoted(&folder.join("report.md")))?)
    }

    fn report(&self, quick: bool, results: &Results) -> String {
        let quick = if quick { " --quick" } else { "" };
        let figures: Vec<String> =
            results.figures.iter().map(|figure| format!("![{}]({})\n\n", figure.heading, figure.file)).collect();
        let tables: Vec<String> = results.tables.iter().map(ReportTable::to_markdown).collect();
        format!(
            "# {}\n`quelea paper {}{quick}`, version {}, on {}.\n\n{}{}",
            self.title,
            self.name,
            env!("CARGO_PKG_VERSION"),
            machine(),
            figures.concat(),
            tables.join("\n")
        )
    }
}

impl Results {
    /// The bytes of one of the files, if the experiment made it.
    fn file(&self, name: &str) -> anyhow::Result<Option<Vec<u8>>> {
        if let Some(figure) = self.figures.iter().find(|figure| figure.file == name) {
            return plot_curves(figure.heading.clone(), figure.curves.clone(), PictureFormat::Svg).map(Some);
        }
        let table = self.data.iter().find(|(file, _)| *file == name).map(|(_, table)| table);
        table.map(|table| TableFormat::Csv.encode(table, &[])).transpose()
    }
}

/// A table of numbers for a file.
pub fn data<const N: usize>(columns: [(&str, Vec<f64>); N]) -> Table {
    Table::new(columns.into_iter().map(|(name, values)| (name.to_owned(), Values::Double(values))).collect())
}
