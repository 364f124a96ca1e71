//! `cargo xtask gallery`: the pictures of the gallery, rendered by the program and committed in web/static/thumbnails.

use crate::step::{heading, in_root, run};
use crate::workspace::{file_names, root};
use crate::{node, vulkan};
use anyhow::bail;
use std::fs;
use std::process::Command;

/// Twice the size in pixels: the pictures are scaled down, which makes thin lines smooth.
const SIZE: &str = "720x480";

/// How most pictures are taken: when a flock has formed, with boids that can be seen in a small picture.
const OPTIONS: &[&str] = &["--steps", "500", "--boid-size", "1.5"];

/// Those that look better at another time, from elsewhere, or closer. They are added to the others.
const OWN_OPTIONS: &[(&str, &[&str])] = &[
    ("agents-jl", &["--steps", "200", "--zoom", "1.4"]),
    ("couzin2002", &["--steps", "2000", "--trails", "25", "--boid-size", "0.8", "--pitch", "70", "--zoom", "1.5"]),
    ("couzin2005", &["--steps", "200", "--boid-size", "1.2"]),
    ("cucker-smale", &["--boid-size", "0.7"]),
    ("dorsogna", &["--steps", "2000", "--trails", "20", "--boid-size", "2"]),
    ("eater", &["--boid-size", "1", "--steps", "150"]),
    ("harry-small", &["--steps", "150", "--boid-size", "3", "--trails", "20"]),
    ("lee2008", &["--boid-size", "1", "--zoom", "1.4"]),
    ("mesa", &["--steps", "60", "--boid-size", "2", "--zoom", "1.4"]),
    ("netlogo", &["--zoom", "1.3"]),
    ("olfati-saber", &["--boid-size", "3.5", "--zoom", "1.3"]),
    ("reynolds1987", &["--zoom", "1.6"]),
    ("strombom", &["--steps", "250", "--trails", "30"]),
    ("three-js", &["--boid-size", "4", "--zoom", "2.2"]),
    ("topological", &["--steps", "300", "--trails", "8", "--boid-size", "1", "--zoom", "1.4"]),
    ("unity-dots", &["--boid-size", "6", "--zoom", "2.5"]),
    ("veldic", &["--boid-size", "2.5", "--zoom", "1.3"]),
    ("vicsek", &["--set", "noise.strength=1", "--trails", "20", "--boid-size", "1", "--zoom", "1.4"]),
    ("voronoi", &["--steps", "300", "--trails", "8", "--boid-size", "1", "--zoom", "1.4"]),
    ("u-trap", &["--steps", "60", "--trails", "20"]),
    ("gate", &["--steps", "60", "--trails", "20"]),
    ("corner", &["--steps", "45", "--trails", "20"]),
    ("wall", &["--steps", "45", "--trails", "20"]),
    ("moving", &["--steps", "40", "--trails", "20"]),
];

/// Renders the pictures of these presets and scenes, or of all.
pub fn render(names: &[&str]) -> anyhow::Result<()> {
    node::ensure_packages()?;
    let chromium = node::ensure_chromium()?;
    vulkan::ensure_driver()?;
    let all = presets_and_scenes()?;
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|known| known == *name)) {
        bail!("`{unknown}` is neither a preset nor a scene; there are: {}", all.join(", "));
    }
    let rendered = root().join("target/gallery");
    if rendered.exists() {
        fs::remove_dir_all(&rendered)?;
    }
    fs::create_dir_all(&rendered)?;
    heading("Pictures of the gallery");
    for name in all.iter().filter(|name| names.is_empty() || names.contains(&name.as_str())) {
        let mut program = in_root("cargo");
        program.args(["run", "--quiet", "--package", "quelea-cli", "--no-default-features"]);
        program.args(["--features", "render,studio", "--", "render", name, "--quiet", "--size", SIZE]);
        program.args(options(name)).arg("--out").arg(rendered.join(format!("{name}.png")));
        run(&mut program)?;
    }
    let mut convert = Command::new("node");
    convert.current_dir(root().join("web")).env("CHROMIUM", chromium);
    run(convert.arg("thumbnails.mjs").arg(&rendered).arg("static/thumbnails"))
}

/// The options of a picture: an option of its own takes the place of the general one.
fn options(name: &str) -> Vec<&'static str> {
    let own = OWN_OPTIONS.iter().find(|(preset, _)| *preset == name).map_or(&[][..], |(_, options)| options);
    let general = OPTIONS.chunks(2).filter(|option| !own.contains(&option[0]));
    general.flatten().chain(own).copied().collect()
}

fn presets_and_scenes() -> anyhow::Result<Vec<String>> {
    let folder = root().join("scenarios");
    let files = file_names(&folder)?.into_iter().chain(file_names(&folder.join("scenes"))?);
    Ok(files.filter_map(|file| Some(file.strip_suffix(".toml")?.to_owned())).collect())
}
