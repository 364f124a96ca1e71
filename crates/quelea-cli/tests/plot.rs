//! What `quelea plot` plots and refuses.
#![cfg(all(feature = "parquet", feature = "plot"))]

mod program;
use program::{fails_in, folder, left, output_in, read};
use std::path::Path;

/// Width, height and the number of pixels that are not white.
fn png(folder: &Path, name: &str) -> (u32, u32, usize) {
    let file = std::io::BufReader::new(std::fs::File::open(folder.join(name)).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let drawn = pixels[..info.buffer_size()].chunks(3).filter(|pixel| *pixel != [255, 255, 255]).count();
    (info.width, info.height, drawn)
}

#[test]
fn the_measures_of_a_run_are_plotted_with_their_units() {
    let folder = folder();
    for table in ["m.csv", "m.parquet"] {
        output_in(folder.path(), &["run", "flat.toml", "--measures", table]);
        assert_eq!(output_in(folder.path(), &["plot", table, "--force"]), "plot `m.svg`\n");
        let svg = read(folder.path(), "m.svg");
        for word in
            ["<svg", "polarisation", "mean_speed (length/time)", "collisions (pairs)", "step", "from step 0 to step 12"]
        {
            assert!(svg.contains(word), "{word}");
        }
    }
    output_in(folder.path(), &["plot", "m.csv", "--measure", "polarisation", "--out", "m.png", "--size", "640x360"]);
    let (width, height, drawn) = png(folder.path(), "m.png");
    assert!((width, height) == (640, 360) && drawn > 2000, "{drawn}");
}

#[test]
fn a_sweep_is_plotted_as_lines_over_one_parameter_and_as_heat_maps_over_two() {
    let folder = folder();
    let sweep = ["sweep", "flat.toml", "--steps", "3", "--measure", "polarisation,mean_speed", "--repeats", "2"];
    let one = ["--vary", "separation.radius=2:10:3", "--out", "one.csv", "--plot", "one.svg"];
    output_in(folder.path(), &[&sweep[..], &one].concat());
    let svg = read(folder.path(), "one.svg");
    assert!(
        svg.contains("separation.radius (length)") && svg.contains("mean of 2 runs each") && svg.contains("<polygon"),
        "{svg}"
    );
    let two =
        ["--vary", "separation.radius=2:10:3", "--vary", "boids=10,20", "--out", "two.parquet", "--plot", "two.png"];
    output_in(folder.path(), &[&sweep[..], &two].concat());
    assert!(png(folder.path(), "two.png").2 > 10_000);
    output_in(folder.path(), &["plot", "two.parquet"]);
    let svg = read(folder.path(), "two.svg");
    assert!(svg.contains("boids (boids)") && svg.contains("mean_speed (length/time)") && !svg.contains("<polygon"));
    // One of the two, over all values of the other.
    output_in(folder.path(), &["plot", "two.parquet", "--x", "boids", "--out", "x.svg"]);
    assert!(read(folder.path(), "x.svg").contains("mean of 6 runs each, over all values of the other parameters"));
    // Words are not joined by a line.
    let words = ["--vary", "search=grid,kd-tree", "--out", "w.csv", "--plot", "w.svg"];
    output_in(folder.path(), &[&sweep[..], &words].concat());
    assert!(read(folder.path(), "w.svg").contains("kd-tree"));
}

#[test]
fn values_with_equal_ratios_are_drawn_at_equal_distances() {
    let folder = folder();
    let call = ["sweep", "flat.toml", "--steps", "1", "--measure", "polarisation", "--out", "s.csv", "--plot", "s.svg"];
    let positions = |values: &str| -> Vec<i32> {
        output_in(folder.path(), &[&call[..], &["--vary", values, "--force"]].concat());
        let svg = read(folder.path(), "s.svg");
        let positions = svg.split("<circle cx=\"").skip(1);
        positions.map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect()
    };
    for values in ["separation.weight=0.001:10:5:log", "boids=10,20,40,80,160", "separation.weight=1:5:5"] {
        let positions = positions(values);
        assert_eq!(positions.len(), 5, "{values}");
        let steps: Vec<i32> = positions.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().max().unwrap() - steps.iter().min().unwrap() <= 1, "{values}: {positions:?}");
    }
    // The axis has a tick at every power of ten.
    positions("separation.weight=0.001:10:5:log");
    let svg = read(folder.path(), "s.svg");
    for number in ["0.001", "0.01", "0.1", "1", "10"] {
        assert!(svg.contains(&format!(">\n{number}\n<")), "{number}: {svg}");
    }
}

#[test]
fn a_heat_map_has_one_tick_per_word() {
    let folder = folder();
    let vary = ["--vary", "boids=10,20,30", "--vary", "search=grid,brute", "--steps", "1", "--measure", "polarisation"];
    output_in(folder.path(), &[&["sweep", "flat.toml", "--out", "s.csv", "--plot", "s.svg"], &vary[..]].concat());
    // Two lines are the axes, the others are ticks.
    assert_eq!(read(folder.path(), "s.svg").matches("<polyline").count(), 2 + 3 + 2);
}

#[test]
fn a_picture_that_needs_too_much_memory_is_refused() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--measures", "m.csv"]);
    let large = ["plot", "m.csv", "--size", "10000x10000", "--out"];
    let words = ["a PNG of 10000 by 10000 pixels", "at most 16 million", "--size", ".svg"];
    fails_in(folder.path(), &[&large[..], &["m.png"]].concat(), 2, &words);
    output_in(folder.path(), &[&large[..], &["m.svg"]].concat());
    // So many measures that their panels are too large.
    let names: Vec<String> = (0..5000).map(|number| format!("m{number}")).collect();
    let zeros = ",0".repeat(names.len());
    std::fs::write(folder.path().join("wide.csv"), format!("step,{}\n0{zeros}\n1{zeros}\n", names.join(","))).unwrap();
    fails_in(folder.path(), &["plot", "wide.csv", "--out", "wide.png"], 2, &["at most 16 million", "--measure"]);
    assert_eq!(left(folder.path()), ["m.csv", "m.svg", "wide.csv"]);
}

#[test]
fn the_parts_of_a_sweep_are_plotted_together() {
    let folder = folder();
    for part in ["1/2", "2/2"] {
        let out = format!("p{}.csv", &part[..1]);
        let call = ["sweep", "flat.toml", "--steps", "2", "--vary", "boids=10:40:4", "--part", part, "--out", &out];
        output_in(folder.path(), &call);
    }
    output_in(folder.path(), &["plot", "p1.csv", "p2.csv", "--out", "p.svg", "--measure", "clusters"]);
    assert_eq!(read(folder.path(), "p.svg").matches("<circle").count(), 4);
}

#[test]
fn what_cannot_be_plotted_is_refused_with_the_reason() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--measures", "m.csv", "--record", "r.csv"]);
    output_in(folder.path(), &["run", "flat.toml", "--measures", "m.parquet"]);
    let call = [
        "sweep",
        "flat.toml",
        "--steps",
        "1",
        "--vary",
        "boids=3,4",
        "--vary",
        "body=1,2",
        "--vary",
        "alignment.weight=1,2",
        "--out",
        "s.csv",
    ];
    output_in(folder.path(), &call);
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let parquet = std::fs::read(folder.path().join("m.parquet")).unwrap();
    write("cut.parquet", &parquet[..parquet.len() - 9]);
    write("odd.csv", b"a,b\n1,2\n");
    write("torn.csv", b"step,a\n1,2\n3\n");
    write("empty.csv", b"");
    let files = left(folder.path());
    let refuse =
        |arguments: &[&str], words: &[&str]| fails_in(folder.path(), &[&["plot"], arguments].concat(), 2, words);
    refuse(&["r.csv"], &["`r.csv`", "it is a trajectory", "--measures"]);
    refuse(&["odd.csv"], &["`odd.csv`", "its columns are a, b"]);
    refuse(&["torn.csv"], &["`torn.csv` is not a complete csv table"]);
    refuse(&["cut.parquet"], &["`cut.parquet` is not a complete parquet table"]);
    refuse(&["empty.csv"], &["`empty.csv`: it is empty", "--measures", "quelea sweep"]);
    refuse(&["none.csv"], &["cannot read `none.csv`"]);
    refuse(&["m.txt"], &["`m.txt`", "`.csv` or `.parquet`"]);
    refuse(&["."], &["`.`", "`.csv` or `.parquet`"]);
    refuse(&["m.csv", "--out", "m.pdf"], &["`m.pdf`", "`.svg` or `.png`"]);
    refuse(&["m.csv", "--measure", "polarization"], &["it has no `polarization`", "did you mean `polarisation`?"]);
    refuse(&["m.csv", "--size", "10x10"], &["--size 10x10", "such as 1280x720"]);
    refuse(&["m.csv", "--x", "boids"], &["is for sweeps"]);
    refuse(&["m.csv", "r.csv"], &["`r.csv` has other columns than `m.csv`"]);
    refuse(&["s.csv"], &["it varies 3 parameters", "--x", "boids, body, alignment.weight"]);
    refuse(&["s.csv", "--x", "radius"], &["`radius` is not varied"]);
    assert_eq!(left(folder.path()), files);
    output_in(folder.path(), &["plot", "s.csv", "--x", "body", "--y", "boids"]);
    refuse(&["s.csv", "--x", "body"], &["`s.svg` exists", "--force"]);
}
