//! The files that the program writes, read back by the Python packages that its users work with.

use crate::step::{in_root, step};
use crate::venv;
use crate::workspace::target;
use std::env::consts::EXE_SUFFIX;

const ENVIRONMENT: (&str, &str) = ("python", "crates/quelea-cli/tests/readers.txt");
const TEST: &str = "crates/quelea-cli/tests/readers.py";

/// Reads files of the program, which must be built, with pyarrow, pandas, numpy and ase.
pub fn test() -> anyhow::Result<()> {
    let python = venv::ensure(ENVIRONMENT)?;
    let program = target().join(format!("debug/quelea{EXE_SUFFIX}"));
    step("Files read by pyarrow, pandas, numpy and ase", in_root(python).arg(TEST).arg(program))
}
