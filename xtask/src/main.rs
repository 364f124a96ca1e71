//! What is done to the project itself: `cargo xtask COMMAND`.

mod graphics;
mod step;
mod test;
mod tools;

use std::process::ExitCode;

const USAGE: &str = "Usage: cargo xtask COMMAND

Commands:
  test  set up what is missing, then check formatting, lints, tests, documentation and features";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => test::test(),
        ["help" | "-h" | "--help"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
