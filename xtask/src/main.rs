//! Project automation: `cargo xtask COMMAND`.

mod apt;
mod arm;
mod browser;
mod deb;
mod dependencies;
mod docker;
mod examples;
mod fuzz;
mod gallery;
mod mpi;
mod node;
mod packages;
mod python;
mod readers;
mod release_notes;
mod reliability;
mod step;
mod studio;
mod systems;
mod test;
mod toolchain;
mod venv;
mod vulkan;
mod wasm;
mod web;
mod windows;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "Usage: cargo xtask COMMAND

Commands:
  studio [OPTIONS]  build the page and the program if they are out of date and serve the studio; takes the options
                    of `quelea studio`
  web               build the studio, the custom element and the guide into web/dist, ready for any web server
  gallery [NAME]…   render the pictures of the gallery again, all or some, with the program's own renderer
  pictures          take the pictures of the page that README and docs show, in Chromium
  measure-web       measure the page in Chromium: download size, time to the first moving flock, cost of steps and
                    frames
  package           build the page and the packages of the published crates, the program's with the page
  deb               build the program as a Debian package, with its manual and its completions
  wheel             build the Python package with the page of its widget
  release-notes [VERSION]
                    print the notes of a release, and what is still missing for it
  reliability [TRIALS]
                    kill the program, fill its disk and damage its files, 500 times each, and print what came of it
  test              install missing tools, then run every check: the Rust checks, ARM, the browser and Python
  test quick        checks for every commit: formatting, lints, tests and doc tests of the library
  test rust         everything but the browser and Python
  test long         tests that take minutes: the quick forms of all papers, Windows, the Debian package, the image
  test arm          unit tests and state hashes of the library on 64-bit ARM, under emulation
  test packages     the packages of the published crates: build them, unpack them, check them
  test mpi          one flock on several processes, with OpenMPI
  test windows      state hashes, files, paths and kills on Windows, under Wine
  test deb          the Debian package: build, unpack and try it
  test browser      the page in Chromium
  test python       the Python package: its wheel in a fresh environment, tests, types, notebooks, JupyterLab

Missing Debian packages are installed with apt-get if you are root; otherwise the command to run is printed.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["studio", ref options @ ..] => studio::serve(options),
        ["web"] => web::build_and_list(),
        ["gallery", ref names @ ..] => gallery::render(names),
        ["pictures"] => browser::take_pictures(),
        ["measure-web"] => browser::measure(),
        ["package"] => packages::build(),
        ["deb"] => deb::build(),
        ["wheel"] => python::wheel(),
        ["release-notes"] => release_notes::print(None),
        ["release-notes", version] => release_notes::print(Some(version)),
        ["reliability"] => reliability::measure(reliability::USUAL),
        ["reliability", trials] => reliability::measure(trials),
        ["test"] => test::all(),
        ["test", "quick"] => test::quick(),
        ["test", "rust"] => test::rust(),
        ["test", "long"] => test::long(),
        ["test", "arm"] => test::alone("The ARM checks", arm::test),
        ["test", "packages"] => test::alone("The checks of the packages", packages::test),
        ["test", "mpi"] => test::alone("The checks with MPI", mpi::test),
        ["test", "windows"] => test::alone("The checks on Windows", windows::test),
        ["test", "deb"] => test::alone("The checks of the Debian package", deb::test),
        ["test", "browser"] => browser::test(),
        ["test", "python"] => test::python(),
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
