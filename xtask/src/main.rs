//! What is done to the project itself: `cargo xtask COMMAND`.

mod browser;
mod graphics;
mod readers;
mod step;
mod studio;
mod test;
mod tools;
mod wasm;
mod web;

use std::process::ExitCode;

const USAGE: &str = "Usage: cargo xtask COMMAND

Commands:
  studio [OPTIONS]  build the page and the program where they are stale, and serve the studio; the options are
                    those of `quelea studio`
  web               build the studio, the element and the guide into web/dist, for any host
  measure-web       say what the page weighs, how soon the flock moves, and what steps and pictures cost in Chromium
  test              set up what is missing, then check formatting, lints, tests, documentation, features,
                    files and the page in a browser
  test rust         the same without the page
  test browser      the page alone";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["studio", ref options @ ..] => studio::studio(options),
        ["web"] => web::web(),
        ["measure-web"] => browser::measure(),
        ["test"] => test::rust().and_then(|()| browser::test()),
        ["test", "rust"] => test::rust(),
        ["test", "browser"] => browser::test(),
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
