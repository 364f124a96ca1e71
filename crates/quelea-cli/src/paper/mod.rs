//! `quelea paper`: the experiments of a paper, reproduced and extended.

pub mod arguments;
mod chate2008;
mod couzin2002;
mod couzin2005;
mod cucker_smale2007;
mod dorsogna2006;
mod experiment;
mod findings;
mod ginelli2010;
mod laboratory;
mod lee2008;
mod machine;
mod olfati_saber2006;
mod report_table;
mod strombom2014;
mod vicsek1995;

use arguments::Paper;
use std::io::Write;

/// Reproduces a paper.
pub fn paper(paper: &Paper, out: &mut dyn Write) -> anyhow::Result<()> {
    match paper {
        Paper::Lee2008(arguments) => lee2008::reproduce(arguments, out),
        Paper::Vicsek1995(arguments) => vicsek1995::EXPERIMENT.reproduce(arguments, out),
        Paper::Couzin2002(arguments) => couzin2002::EXPERIMENT.reproduce(arguments, out),
        Paper::Couzin2005(arguments) => couzin2005::EXPERIMENT.reproduce(arguments, out),
        Paper::Strombom2014(arguments) => strombom2014::EXPERIMENT.reproduce(arguments, out),
        Paper::Chate2008(arguments) => chate2008::EXPERIMENT.reproduce(arguments, out),
        Paper::Dorsogna2006(arguments) => dorsogna2006::EXPERIMENT.reproduce(arguments, out),
        Paper::Ginelli2010(arguments) => ginelli2010::EXPERIMENT.reproduce(arguments, out),
        Paper::OlfatiSaber2006(arguments) => olfati_saber2006::EXPERIMENT.reproduce(arguments, out),
        Paper::CuckerSmale2007(arguments) => cucker_smale2007::EXPERIMENT.reproduce(arguments, out),
    }
}
