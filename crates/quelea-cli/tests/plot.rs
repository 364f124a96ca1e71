//! What `quelea plot` plots and refuses.
#![cfg(all(feature = "parquet", feature = "plot"))]

mod program;
use program::{Call, call_in, fails_in, folder, left, output_in, read};
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
    let words = ["--vary", "search=grid,kd-tree", "--out", "w.csv", "--plot", "w.svg", "--quiet"];
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
    output_in(
        folder.path(),
        &[&["sweep", "flat.toml", "--out", "s.csv", "--plot", "s.svg", "--quiet"], &vary[..]].concat(),
    );
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
        "cohesion.weight=1,2",
        "--vary",
        "alignment.weight=1,2",
        "--out",
        "s.csv",
        "--quiet",
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
    refuse(&["m.csv", "--by", "boids"], &["is for sweeps"]);
    refuse(&["m.csv", "r.csv"], &["`r.csv`", "it is a trajectory"]);
    refuse(&["m.csv", "s.csv"], &["`m.csv` is a run and `s.csv` is a sweep"]);
    refuse(&["m.csv", "--label", "a,b"], &["--label: 2 names for 1 files", "one for each"]);
    refuse(&["s.csv"], &["it varies 3 parameters", "--x", "boids, cohesion.weight, alignment.weight"]);
    refuse(&["s.csv", "--x", "radius"], &["`radius` is not varied"]);
    refuse(&["s.csv", "--x", "cohesion.weight", "--by", "cohesion.weight"], &["--x and --by name the same parameter"]);
    assert_eq!(left(folder.path()), files);
    output_in(folder.path(), &["plot", "s.csv", "--x", "cohesion.weight", "--y", "boids"]);
    refuse(&["s.csv", "--x", "cohesion.weight"], &["`s.svg` exists", "--force"]);
}

/// Calls the program, expects success with these warnings, and returns its call.
fn warns_in(folder: &Path, arguments: &[&str], words: &[&str]) -> Call {
    let call = call_in(folder, arguments);
    assert_eq!(call.code, 0, "{}", call.err);
    for word in words {
        assert!(call.err.starts_with("warning: ") && call.err.contains(word), "no `{word}` in: {}", call.err);
    }
    call
}

/// The texts of a plot.
fn texts(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text").skip(1).filter_map(|rest| rest.split_once('>')?.1.split_once('<'));
    texts.map(|(text, _)| text.trim()).collect()
}

/// The horizontal positions of each line with more than two points.
fn lines(svg: &str) -> Vec<Vec<i32>> {
    let lines = svg.split("<polyline").skip(1).filter_map(|rest| rest.split_once("points=\"")?.1.split_once('"'));
    let position = |point: &str| point.split(',').next().unwrap().parse().unwrap();
    let lines = lines.map(|(points, _)| points.split_whitespace().map(position).collect());
    lines.filter(|line: &Vec<i32>| line.len() > 2).collect()
}

#[test]
fn runs_are_overlaid_with_a_line_and_a_name_each() {
    let folder = folder();
    for (seed, name) in [("1", "a"), ("2", "b")] {
        for extension in ["csv", "parquet"] {
            let table = format!("{name}.{extension}");
            output_in(folder.path(), &["run", "flat.toml", "--seed", seed, "--measures", &table, "--quiet"]);
        }
    }
    let plot = ["--measure", "polarisation", "--out", "r.svg", "--force"];
    output_in(folder.path(), &[&["plot", "a.parquet", "b.parquet"], &plot[..]].concat());
    let svg = read(folder.path(), "r.svg");
    for text in ["flat: 2 runs", "a.parquet: flat, seed 1", "b.parquet: flat, seed 2"] {
        assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
    }
    let drawn = lines(&svg);
    assert!(drawn.len() == 2 && drawn.iter().flat_map(|line| line.windows(2)).all(|pair| pair[0] < pair[1]));
    // CSV has no place for the scenario.
    output_in(folder.path(), &[&["plot", "a.csv", "b.csv"], &plot[..]].concat());
    let svg = read(folder.path(), "r.svg");
    assert!(["2 runs", "a.csv", "b.csv"].iter().all(|text| texts(&svg).contains(text)) && lines(&svg).len() == 2);
    output_in(folder.path(), &[&["plot", "a.csv", "b.csv", "--label", "one,the other"], &plot[..]].concat());
    assert!(texts(&read(folder.path(), "r.svg")).contains(&"the other"));
    // A single run has its name in the title, and no legend.
    output_in(folder.path(), &[&["plot", "b.parquet"], &plot[..]].concat());
    let svg = read(folder.path(), "r.svg");
    assert!(texts(&svg).contains(&"flat, seed 2, from step 0 to step 12") && !svg.contains("b.parquet"));
    // The same run twice, and runs behind each other in one file.
    let twice = [&["plot", "a.csv", "a.parquet", "a.csv"], &plot[..]].concat();
    let call =
        warns_in(folder.path(), &twice, &["`a.parquet` holds the same run as `a.csv`", "`a.csv` is given twice"]);
    assert!(call.out == "plot `r.svg`\n" && lines(&read(folder.path(), "r.svg")).len() == 1);
    std::fs::write(folder.path().join("both.csv"), "step,m\n0,1\n1,2\n0,1\n1,3\n").unwrap();
    fails_in(
        folder.path(),
        &["plot", "both.csv"],
        2,
        &["`both.csv`", "step 0 follows step 1 in row 3", "several runs"],
    );
}

#[test]
fn a_legend_names_a_few_runs_and_counts_the_others() {
    let folder = folder();
    let names: Vec<String> = (0..15).map(|run| format!("run-{run:02}.csv")).collect();
    for (run, name) in names.iter().enumerate() {
        std::fs::write(folder.path().join(name), format!("step,m\n0,{run}\n1,{run}\n2,0\n")).unwrap();
    }
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    output_in(folder.path(), &[&["plot", "--out", "r.svg"], &files[..]].concat());
    let svg = read(folder.path(), "r.svg");
    assert!(texts(&svg).contains(&"run-11.csv") && !texts(&svg).contains(&"run-12.csv"));
    assert!(texts(&svg).contains(&"and 3 more"));
    // The first seven lines have a colour each; the others are dashed, hence in pieces, or grey.
    let colours: std::collections::HashSet<&str> =
        svg.split("<polyline").skip(1).filter_map(|rest| rest.split("stroke=\"").nth(1)?.split('"').next()).collect();
    assert!(colours.len() >= 8, "{colours:?}");
}

#[test]
fn a_run_in_two_tables_of_a_sweep_counts_once_and_contradictions_are_refused() {
    let folder = folder();
    let sweep =
        ["sweep", "flat.toml", "--steps", "2", "--measure", "polarisation", "--vary", "boids=10:40:4", "--quiet"];
    output_in(folder.path(), &[&sweep[..], &["--repeats", "2", "--out", "s.csv"]].concat());
    output_in(folder.path(), &[&sweep[..], &["--repeats", "3", "--out", "more.csv"]].concat());
    output_in(folder.path(), &["plot", "s.csv", "--out", "once.svg"]);
    warns_in(
        folder.path(),
        &["plot", "s.csv", "s.csv", "--out", "twice.svg"],
        &["`s.csv` repeats 8 runs; each is counted once"],
    );
    assert_eq!(read(folder.path(), "once.svg"), read(folder.path(), "twice.svg"));
    warns_in(
        folder.path(),
        &["plot", "s.csv", "more.csv", "--out", "m.svg"],
        &["`more.csv` repeats 8 runs of `s.csv`"],
    );
    assert!(read(folder.path(), "m.svg").contains("mean of 3 runs each"));
    // The same runs with other results.
    output_in(folder.path(), &[&sweep[..], &["--set", "separation.weight=9", "--out", "other.csv"]].concat());
    let words = ["`other.csv` row 1 contradicts `s.csv` row 1", "boids = 10, seed 1", "`polarisation` is", "--label"];
    fails_in(folder.path(), &["plot", "s.csv", "other.csv", "--out", "x.svg"], 2, &words);
    output_in(folder.path(), &["plot", "s.csv", "other.csv", "--label", "weak,strong", "--out", "labels.svg"]);
    let svg = read(folder.path(), "labels.svg");
    assert!(texts(&svg).contains(&"weak") && texts(&svg).contains(&"strong") && lines(&svg).len() == 2);
    // Seeds that are the same float are different runs.
    let seeds = "run,boids,seed,m\n0,1,9007199254740992,1\n1,1,9007199254740993,2\n";
    std::fs::write(folder.path().join("seeds.csv"), seeds).unwrap();
    output_in(folder.path(), &["plot", "seeds.csv"]);
    assert!(read(folder.path(), "seeds.svg").contains("mean of 2 runs each"));
}

#[test]
fn sweeps_of_different_scenarios_are_overlaid_if_their_axes_are_the_same() {
    let folder = folder();
    let sweep = |set: &str, vary: &[&str], out: &str| {
        let call =
            ["sweep", "flat.toml", "--steps", "2", "--measure", "polarisation", "--set", set, "--out", out, "--quiet"];
        output_in(folder.path(), &[&call[..], vary].concat());
    };
    sweep("space.size=[100, 100]", &["--vary", "boids=10,20,40"], "small.parquet");
    sweep("space.size=[200, 200]", &["--vary", "boids=10,20,40"], "large.parquet");
    sweep("space.size=[100, 100]", &["--vary", "cohesion.weight=1,2,3"], "cohesion.parquet");
    sweep("space.size=[100, 100]", &["--vary", "boids=10,20,40", "--vary", "cohesion.weight=1,2"], "two.parquet");
    sweep("space.size=[200, 200]", &["--vary", "boids=10,20,40", "--vary", "cohesion.weight=1,2"], "three.parquet");
    output_in(folder.path(), &["plot", "small.parquet", "large.parquet", "--out", "s.svg"]);
    let svg = read(folder.path(), "s.svg");
    for text in ["flat: 2 sweeps", "small.parquet: flat, space.size = [100, 100]"] {
        assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
    }
    assert_eq!(lines(&svg).len(), 2);
    let refuse = |arguments: &[&str], words: &[&str]| {
        fails_in(folder.path(), &[&["plot", "--out", "x.svg"], arguments].concat(), 2, words);
    };
    refuse(
        &["small.parquet", "cohesion.parquet"],
        &["`small.parquet` varies boids and `cohesion.parquet` varies cohesion.weight", "--x"],
    );
    refuse(&["small.parquet", "cohesion.parquet", "--x", "boids"], &["`boids` is not varied in `cohesion.parquet`"]);
    refuse(&["two.parquet", "three.parquet"], &["different sweeps", "a heat map shows one", "--x boids"]);
    refuse(&["small.parquet", "--by", "boids"], &["`boids` is the only varied parameter"]);
    // A line for each value of a parameter.
    output_in(folder.path(), &["plot", "two.parquet", "--by", "cohesion.weight", "--out", "by.svg"]);
    let svg = read(folder.path(), "by.svg");
    assert!(
        ["flat", "cohesion.weight = 1", "cohesion.weight = 2", "1 run each"]
            .iter()
            .all(|text| texts(&svg).contains(text))
    );
    assert_eq!(lines(&svg).len(), 2);
}

#[test]
fn any_numbers_are_plotted_with_a_few_ticks_that_differ() {
    let folder = folder();
    for (name, values) in [
        ("overflow", "-1e308 1e308 0"),
        ("most", "-1.7976931348623157e308 1.7976931348623157e308 0"),
        ("subnormal", "0 5e-324 1e-310"),
        ("single", "7"),
        ("equal", "1e300 1e300 1e300"),
        ("rounding", "1 1.0000000000000002 1"),
        ("narrow", "0.99999912 0.99999987 0.9999995"),
        ("gaps", "1 NaN 2"),
        ("infinite", "inf 1 -inf"),
        ("nothing", "NaN NaN NaN"),
    ] {
        let values: Vec<&str> = values.split(' ').collect();
        let is_missing = |value: &&&str| !value.parse::<f64>().unwrap().is_finite();
        let missing = values.iter().filter(is_missing).count();
        let runs = values.iter().enumerate().map(|(row, value)| format!("{row},{value}\n"));
        // Also as the values of a parameter, and of a heat map.
        let sweep = values.iter().enumerate().map(|(row, value)| format!("{row},{value},{},{row},{value}\n", row % 2));
        let tables =
            [format!("step,m\n{}", runs.collect::<String>()), format!("run,a,b,seed,m\n{}", sweep.collect::<String>())];
        for (table, options) in [(0, &[][..]), (1, &["--x", "a"]), (1, &[])] {
            std::fs::write(folder.path().join("t.csv"), &tables[table]).unwrap();
            let arguments = [&["plot", "t.csv", "--out", "t.svg", "--force"], options].concat();
            match missing {
                0 => assert_eq!(output_in(folder.path(), &arguments), "plot `t.svg`\n"),
                _ => assert!(warns_in(folder.path(), &arguments, &["not finite and not drawn"]).out.contains("t.svg")),
            }
            let svg = read(folder.path(), "t.svg");
            assert!((4..40).contains(&texts(&svg).len()), "{name}: {svg}");
        }
    }
}

#[test]
fn the_labels_of_a_narrow_range_differ() {
    let folder = folder();
    let rows = (0..6).map(|run| format!("{run},{},{},1,{}\n", run / 2, run % 2, 1.0 + f64::from(run) * 1e-9));
    std::fs::write(folder.path().join("heat.csv"), format!("run,a,b,seed,m\n{}", rows.collect::<String>())).unwrap();
    output_in(folder.path(), &["plot", "heat.csv"]);
    let svg = read(folder.path(), "heat.svg");
    for text in ["m − 1", "1e-9", "2e-9", "3e-9", "4e-9", "5e-9"] {
        assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
    }
    // The values of parameters too.
    let rows = (0..4).map(|run| format!("{run},{},{},1,{run}\n", 1.0 + f64::from(run / 2) * 1e-5, run % 2));
    std::fs::write(folder.path().join("axis.csv"), format!("run,a,b,seed,m\n{}", rows.collect::<String>())).unwrap();
    output_in(folder.path(), &["plot", "axis.csv"]);
    let svg = read(folder.path(), "axis.svg");
    assert!(texts(&svg).contains(&"1.00001") && texts(&svg).contains(&"1"), "{:?}", texts(&svg));
}
