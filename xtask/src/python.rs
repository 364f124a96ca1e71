//! The Python package: its wheel, and everything that is tested of it.

use crate::step::{cargo, run, step};
use crate::workspace::{file_names, root, target};
use crate::{node, venv, web};
use anyhow::Context;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment with what builds the wheel.
const BUILD: (&str, &str) = ("python-build", "python/requirements-build.txt");
/// The environment with what the tests need.
const TESTS: (&str, &str) = ("python-tests", "python/requirements-test.txt");
/// The environment with nothing but the wheel.
const FRESH: &str = "python-fresh";
/// The script of the element, which the widget shows.
const ELEMENT: &str = "quelea-flock.js";

/// What a user does first, without anything else installed.
const FIRST: &str = "import quelea as q; flock = q.Flock('vicsek', boids=1000, noise_strength=0.4); flock.run(100); \
    print(flock, flock.hash, q.sweep('p5', {'boids': [10, 20]}, steps=10))";

/// Builds the wheel as it is published, with the page, and says where it is.
pub fn wheel() -> anyhow::Result<()> {
    let wheel = build(&["--release"])?;
    println!("\nThe wheel is {}", wheel.display());
    Ok(())
}

/// Builds the wheel, installs it into a fresh environment and into one with all that it can work with, and tests it
/// there: pytest, doc tests, types, notebooks, examples, and the widget in JupyterLab.
pub fn test() -> anyhow::Result<()> {
    let python = venv::ensure(TESTS)?;
    // The dev profile optimises the library, and the other tests have built most of it.
    let wheel = build(&[])?;
    venv::create(FRESH)?;
    step("Python: the wheel alone", venv::pip_install(FRESH).arg(&wheel))?;
    run(Command::new(venv::python(FRESH)).args(["-c", FIRST]))?;
    let again = ["--force-reinstall", "--no-deps"];
    step("Python: the wheel with the packages of the tests", venv::pip_install(TESTS.0).args(again).arg(&wheel))?;
    cargo("Program", &["build", "--bin", "quelea"])?;
    let program = target().join(format!("debug/quelea{EXE_SUFFIX}"));
    let in_package = || {
        let mut command = Command::new(&python);
        command.current_dir(root().join("python")).env("QUELEA_PROGRAM", &program).env("RAY_AUTH_MODE", "disabled");
        command
    };
    step("Python: types", in_package().args(["-m", "mypy"]))?;
    step("Python: tests", in_package().args(["-m", "pytest", "tests"]))?;
    let documented = ["-m", "pytest", "--pyargs", "quelea", "--doctest-modules"];
    step("Python: examples in docstrings", in_package().args(documented))?;
    step("Python: notebooks", in_package().arg("run_notebooks.py"))?;
    step("Python: Optuna", in_package().args(["examples/calibrate_optuna.py", "10"]))?;
    step("Python: SALib", in_package().args(["examples/sensitivity_salib.py", "8"]))?;
    test_widget(&python)
}

/// Moves a slider in JupyterLab, and the other way round.
fn test_widget(python: &Path) -> anyhow::Result<()> {
    let chromium = node::ensure_chromium()?;
    let mut node = Command::new("node");
    node.current_dir(root().join("web")).env("CHROMIUM", chromium).env("JUPYTER", python.with_file_name("jupyter"));
    step("Python: the widget in JupyterLab", node.args(["--test", "--test-reporter=spec", "tests/jupyterlab.mjs"]))
}

/// Builds the page and the wheel. Returns the file.
fn build(options: &[&str]) -> anyhow::Result<PathBuf> {
    let site = web::build()?;
    copy_element(&site, &root().join("python/src/quelea/page"))?;
    let wheels = target().join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let mut maturin = Command::new(venv::ensure(BUILD)?);
    maturin.current_dir(root().join("python")).args(["-m", "maturin", "build", "--compatibility", "linux"]);
    step("Python: wheel", maturin.args(options).arg("--target-dir").arg(target()).arg("--out").arg(&wheels))?;
    let wheel = file_names(&wheels)?.pop().context("maturin has written no wheel")?;
    Ok(wheels.join(wheel))
}

/// Copies the files that the element needs: without the studio and the guide.
fn copy_element(site: &Path, to: &Path) -> anyhow::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    fs::create_dir_all(to)?;
    let mut names = web::scripts_of(site, ELEMENT)?;
    names.extend([ELEMENT, "quelea_wasm_bg.wasm"].map(str::to_owned));
    for name in names {
        fs::copy(site.join(&name), to.join(&name))?;
    }
    Ok(())
}
