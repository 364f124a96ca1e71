//! Project automation: `cargo xtask COMMAND`.

mod apt;
mod arm;
mod browser;
mod dependencies;
mod examples;
mod node;
mod packages;
mod readers;
mod step;
mod studio;
mod test;
mod toolchain;
mod vulkan;
mod wasm;
mod web;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "Usage: cargo xtask COMMAND

Commands:
  studio [OPTIONS]  build the page and the program if they are out of date and serve the studio; takes the options
                    of `quelea studio`
  web               build the studio, the custom element and the guide into web/dist, ready for any web server
  measure-web       measure the page in Chromium: download size, time to the first moving flock, cost of steps and
                    frames
  test              install missing tools, then run every check: the Rust checks, ARM and the browser
  test quick        checks for every commit: formatting, lints, tests and doc tests of the library
  test rust         everything but the browser
  test long         statistical tests that take minutes: the quick forms of all papers
  test arm          unit tests and state hashes of the library on 64-bit ARM, under emulation
  test browser      the page in Chromium

Missing Debian packages are installed with apt-get if you are root; otherwise the command to run is printed.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["studio", ref options @ ..] => studio::serve(options),
        ["web"] => web::build_and_list(),
        ["measure-web"] => browser::measure(),
        ["test"] => test::all(),
        ["test", "quick"] => test::quick(),
        ["test", "rust"] => test::rust(),
        ["test", "long"] => test::long(),
        ["test", "arm"] => test::arm(),
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
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
