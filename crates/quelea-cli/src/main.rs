//! The program `quelea`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quelea_cli::program()
}
