//! The files that grow with `quelea run`.
#![cfg(feature = "parquet")]

mod program;
use program::{call_in, fails_in, folder, left, output_in, parquet, read};

#[test]
fn measures_have_one_row_per_sampled_step() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--every", "5", "--measures", "m.csv"]);
    let text = read(folder.path(), "m.csv");
    let mut lines = text.lines();
    let names: Vec<&str> = quelea::Measures::DEFINITIONS.iter().map(|(name, _, _)| *name).collect();
    assert_eq!(lines.next().unwrap(), format!("step,{}", names.join(",")));
    // 12 steps: 0, 5 and 10.
    let steps: Vec<&str> = lines.map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(steps, ["0", "5", "10"]);
    output_in(folder.path(), &["run", "flat.toml", "--every", "5", "--measures", "m.parquet"]);
    let rows = parquet(folder.path(), "m.parquet");
    assert_eq!((rows.len(), rows[0].as_str()), (4, format!("step,{}", names.join(",")).as_str()));
    assert_eq!(left(folder.path()), ["m.csv", "m.parquet"], "no temporary file is left");
}

#[test]
fn the_last_sampled_measures_are_those_of_the_report() {
    let folder = folder();
    let json = output_in(folder.path(), &["run", "flat.toml", "--every", "12", "--measures", "m.csv", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let text = read(folder.path(), "m.csv");
    let last: Vec<f64> = text.lines().last().unwrap().split(',').map(|field| field.parse().unwrap()).collect();
    let reported = report["measures"].as_object().unwrap().values().map(|value| value.as_f64().unwrap());
    assert_eq!(last, std::iter::once(12.0).chain(reported).collect::<Vec<_>>());
}

#[test]
fn a_record_is_a_tidy_table_as_csv_and_parquet() {
    let folder = folder();
    for (scenario, columns, rows) in [
        ("flat.toml", "step,id,species,x,y,vx,vy", 3 * 40),
        ("solid.toml", "step,id,species,x,y,z,vx,vy,vz", 2 * 30),
        ("hawks.toml", "step,id,species,x,y,vx,vy", 22),
    ] {
        output_in(folder.path(), &["run", scenario, "--every", "5", "--record", "r.csv", "--force"]);
        output_in(folder.path(), &["run", scenario, "--every", "5", "--record", "r.parquet", "--force"]);
        let (text, table) = (read(folder.path(), "r.csv"), parquet(folder.path(), "r.parquet"));
        assert_eq!((text.lines().next().unwrap(), text.lines().count()), (columns, rows + 1), "{scenario}");
        assert_eq!((table[0].as_str(), table.len()), (columns, rows + 1), "{scenario}");
    }
    let hawks: Vec<String> = read(folder.path(), "r.csv").lines().map(String::from).collect();
    assert!(hawks[22].starts_with("0,21,1,") && hawks[1].starts_with("0,0,0,"));
}

#[test]
fn the_last_rows_of_a_record_are_the_final_state() {
    let folder = folder();
    for engine in ["fast", "reference"] {
        let call = ["run", "solid.toml", "--engine", engine, "--force"];
        output_in(folder.path(), &[&call[..], &["--every", "5", "--record", "r.csv", "--state-out", "s.csv"]].concat());
        let (record, state) = (read(folder.path(), "r.csv"), read(folder.path(), "s.csv"));
        let record: Vec<&str> = record.lines().skip(31).collect();
        for (row, boid) in record.iter().zip(state.lines().skip(1)) {
            let numbers = |line: &str, skip: usize| -> Vec<u64> {
                line.split(',').skip(skip).take(6).map(|x| x.parse::<f64>().unwrap().to_bits()).collect()
            };
            assert_eq!(numbers(row, 3), numbers(boid, 1), "{engine}");
        }
        assert_eq!(record.len(), 30);
    }
}

#[test]
fn positions_are_written_as_one_numpy_array() {
    let folder = folder();
    for (engine, bytes, kind) in [("fast", 4, "<f4"), ("reference", 8, "<f8")] {
        let call = ["run", "solid.toml", "--engine", engine, "--every", "2", "--record", "r.npy", "--force"];
        output_in(folder.path(), &call);
        let array = std::fs::read(folder.path().join("r.npy")).unwrap();
        let head = String::from_utf8_lossy(&array[10..128]).into_owned();
        // 5 steps: 0, 2 and 4.
        assert_eq!(&array[..8], b"\x93NUMPY\x01\x00");
        assert!(head.contains("'shape': (3, 30, 3)") && head.contains(kind) && head.ends_with('\n'), "{head}");
        assert_eq!(array.len(), 128 + 3 * 30 * 3 * bytes);
    }
}

#[test]
fn measures_count_encounters_if_a_species_hunts() {
    let folder = folder();
    // A hawk passes a resting boid: it comes near and leaves.
    let hunt = "boids = 1\nbody = 1\nsteps = 20\nspace.kind = 'open'\nmotion = { order = [], max_speed = 2 }\n\
                [[species]]\nname = 'hawk'\nboids = 1\nrelations.boid = 'hunt'\n";
    std::fs::write(folder.path().join("hunt.toml"), hunt).unwrap();
    for (y, catches, near_misses) in [(1.0, [0, 1, 1], [0, 0, 0]), (4.0, [0, 0, 0], [0, 0, 1])] {
        let start = format!("id,x,y,vx,vy,species\n0,0,0,0,0,0\n1,-20,{y},2,0,1\n");
        std::fs::write(folder.path().join("t.csv"), start).unwrap();
        let run = ["run", "hunt.toml", "--start", "t.csv", "--every", "10", "--force", "--measures"];
        output_in(folder.path(), &[&run[..], &["m.csv"]].concat());
        let table = read(folder.path(), "m.csv");
        assert!(table.lines().next().unwrap().ends_with(",catches,near_misses"), "{table}");
        let counts =
            |name: &str| program::column(&table, name).iter().map(|x| x.parse().unwrap()).collect::<Vec<u64>>();
        assert_eq!((counts("catches"), counts("near_misses")), (catches.to_vec(), near_misses.to_vec()), "{y}");
        output_in(folder.path(), &[&run[..], &["m.parquet"]].concat());
        let [header, .., last] = &parquet(folder.path(), "m.parquet")[..] else { panic!() };
        assert!(header.ends_with(",catches,near_misses"));
        let expected = format!("catches: {}, near_misses: {}}}", catches[2], near_misses[2]);
        assert!(last.ends_with(&expected), "{last}");
    }
    output_in(folder.path(), &["run", "flat.toml", "--measures", "flat.csv"]);
    assert!(!read(folder.path(), "flat.csv").contains("catches"));
}

#[test]
fn xyz_frames_have_the_lattice_the_types_and_the_ids() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--every", "6", "--record", "r.xyz"]);
    let text = read(folder.path(), "r.xyz");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3 * 42);
    assert_eq!(lines[0], "40");
    let about = "Lattice=\"100 0 0 0 100 0 0 0 1\" Origin=\"0 0 -0.5\" pbc=\"T T F\" Properties=type:S:1:pos:R:3:velo:R:3:id:I:1 Step=6 Time=6";
    assert_eq!(lines[43], about);
    let fields: Vec<&str> = lines[44].split(' ').collect();
    assert_eq!((fields.len(), fields[0], fields[3], fields[7]), (8, "boid", "0", "0"));
    output_in(folder.path(), &["run", "hawks.toml", "--steps", "0", "--record", "h.xyz"]);
    let hawks = read(folder.path(), "h.xyz");
    assert!(hawks.lines().last().unwrap().starts_with("hawk ") && !hawks.contains("pbc=\"T"), "{hawks}");
}

#[test]
fn files_without_boids_or_steps_are_complete_too() {
    let folder = folder();
    let call = ["run", "flat.toml", "--set", "boids=0", "--steps", "0"];
    for name in ["r.csv", "r.parquet", "r.npy", "r.xyz"] {
        output_in(folder.path(), &[&call[..], &["--record", name, "--checkpoint", "c", "--force"]].concat());
    }
    assert_eq!(read(folder.path(), "r.csv"), "step,id,species,x,y,vx,vy\n");
    assert_eq!(parquet(folder.path(), "r.parquet"), ["step,id,species,x,y,vx,vy"]);
    assert!(String::from_utf8_lossy(&std::fs::read(folder.path().join("r.npy")).unwrap()).contains("(1, 0, 2)"));
}

#[test]
fn a_parquet_file_holds_its_scenario() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--seed", "5", "--measures", "m.parquet"]);
    let file = std::fs::File::open(folder.path().join("m.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let about = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
    let text = about.iter().find(|entry| entry.key == "quelea.scenario").unwrap().value.clone().unwrap();
    let scenario = quelea::Scenario::from_toml(&text).unwrap();
    assert_eq!((scenario.general.seed, scenario.boids()), (5, 40));
}

#[test]
fn an_existing_file_is_replaced_only_with_force() {
    let folder = folder();
    for (option, name) in [("--measures", "m.csv"), ("--record", "r.npy"), ("--checkpoint", "c.checkpoint")] {
        std::fs::write(folder.path().join(name), "mine").unwrap();
        fails_in(folder.path(), &["run", "flat.toml", option, name], 2, &[&format!("`{name}` exists"), "--force"]);
        assert_eq!(read(folder.path(), name), "mine");
        output_in(folder.path(), &["run", "flat.toml", option, name, "--force"]);
        assert_ne!(std::fs::read(folder.path().join(name)).unwrap(), b"mine");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_first_step() {
    let folder = folder();
    for (option, name) in [("--measures", "no/m.csv"), ("--record", "no/r.npy"), ("--checkpoint", "no/c.checkpoint")] {
        let call = ["run", "flat.toml", "--steps", "1000000000", option, name];
        fails_in(folder.path(), &call, 1, &[&format!("cannot write `{name}`")]);
    }
    fails_in(
        folder.path(),
        &["run", "flat.toml", "--record", "r.json"],
        2,
        &["`r.json`", ".parquet`, `.csv`, `.ndjson`, `.npy` or `.xyz`"],
    );
    fails_in(folder.path(), &["run", "flat.toml", "--measures", "m"], 2, &["`m`", "`.csv`, `.parquet` or `.ndjson`"]);
    fails_in(folder.path(), &["run", "flat.toml", "--record", ".", "--force"], 2, &["`.`"]);
    fails_in(folder.path(), &["run", "flat.toml", "--every", "0", "--record", "r.csv"], 2, &["--every"]);
    assert_eq!(left(folder.path()), Vec::<String>::new());
}

#[test]
fn a_refused_command_changes_nothing() {
    let folder = folder();
    let names = ["m.csv", "r.npy", "c", "s.csv"];
    for name in names {
        std::fs::write(folder.path().join(name), "mine").unwrap();
    }
    let good = ["--measures", "m.csv", "--record", "r.npy", "--checkpoint", "c", "--state-out", "s.csv"];
    // Whichever of the four is invalid, the other three stay unchanged or are not created.
    for (index, invalid) in [
        (0, &["m.json", "no/m.csv", "."][..]),
        (1, &["r.json", "no/r.csv", "."]),
        (2, &["no/c", "."]),
        (3, &["s.parquet", "no/s.csv", "."]),
    ] {
        for name in invalid {
            let mut files = good;
            files[2 * index + 1] = name;
            let forced = call_in(folder.path(), &[&["run", "flat.toml", "--force"], &files[..]].concat());
            assert!(forced.code > 0 && forced.out.is_empty(), "{files:?}: {}", forced.out);
            assert!(names.iter().all(|name| read(folder.path(), name) == "mine"), "{files:?}");

            let new = files.map(|word| if names.contains(&word) { format!("new-{word}") } else { word.to_owned() });
            let call: Vec<&str> = ["run", "flat.toml"].into_iter().chain(new.iter().map(String::as_str)).collect();
            let refused = call_in(folder.path(), &call);
            assert!(refused.code > 0 && left(folder.path()) == ["c", "m.csv", "r.npy", "s.csv"], "{call:?}");
        }
    }
    // So is a command that would replace a file without --force.
    fails_in(folder.path(), &["run", "--measures", "new.csv", "--record", "r.npy"], 2, &["`r.npy` exists"]);
    assert_eq!(left(folder.path()), ["c", "m.csv", "r.npy", "s.csv"]);
}

#[test]
fn two_outputs_cannot_share_a_file() {
    let folder = folder();
    let options = ["--measures", "--record", "--checkpoint", "--state-out"];
    for (index, second) in options.iter().enumerate() {
        for first in &options[..index] {
            let call = ["run", "flat.toml", first, "a.csv", second, "./a.csv", "--force"];
            fails_in(folder.path(), &call, 2, &[&format!("{first} and {second} both write `./a.csv`")]);
        }
    }
    output_in(folder.path(), &["run", "flat.toml", "--measures", "m.csv", "--checkpoint", "c.csv"]);
    for file in ["m.csv", "./c.csv"] {
        let call = ["run", "--resume", "c.csv", "--steps", "20", "--state-out", file, "--force"];
        fails_in(folder.path(), &call, 2, &["both write", file]);
    }
    // The files of the run are recognised by any path.
    let own = ["--measures", "./m.csv", "--checkpoint", "./c.csv"];
    output_in(folder.path(), &[&["run", "--resume", "c.csv", "--steps", "20"], &own[..]].concat());
    assert_eq!(read(folder.path(), "m.csv").lines().count(), 22);
}

/// A leftover may even carry the process id of the next program.
#[cfg(unix)]
#[test]
fn leftovers_of_killed_programs_do_no_harm() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_quelea");
    let command = format!(
        "for name in s.csv c; do touch .$name.$$.part; done; \
         exec {program} run flat.toml --state-out s.csv --checkpoint c --quiet"
    );
    let output = std::process::Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(read(folder.path(), "s.csv").lines().count(), 41);
}

#[test]
fn two_runs_cannot_write_the_same_file() {
    let folder = folder();
    let call = ["run", "flat.toml", "--steps", "100000000", "--every", "1000", "--measures", "m.csv"];
    let first = program::Started::in_folder(folder.path(), &call);
    program::until(|| folder.path().join("m.csv").exists());
    let second = ["run", "flat.toml", "--measures", "m.csv", "--force"];
    fails_in(folder.path(), &second, 1, &["`m.csv` is being written by another run"]);
    assert!(first.kill());
    output_in(folder.path(), &second);
}

#[test]
fn output_that_is_not_a_terminal_has_no_control_characters() {
    let folder = folder();
    for arguments in
        [&["run", "flat.toml"][..], &["run", "flat.toml", "--json"], &["run", "wrong.toml"], &["run", "-q"]]
    {
        let call = call_in(folder.path(), arguments);
        let control = |c: char| c.is_control() && c != '\n';
        assert!(!call.out.contains(control) && !call.err.contains(control), "{arguments:?}");
    }
    assert_eq!(output_in(folder.path(), &["run", "flat.toml", "--quiet"]), "");
}

/// Only the contents of the progress bar are checked, not its looks.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_a_bar_with_the_rate_the_time_left_and_two_measures() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_quelea");
    let command = format!("stty cols 150; {program} run flat.toml --steps 4000");
    let mut script = std::process::Command::new("script");
    let Ok(output) = script.args(["-qec", &command, "/dev/null"]).current_dir(folder.path()).output() else {
        println!("SKIPPED: there is no program `script` to make a terminal");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for word in ["/4000 steps, ", "/s, ", " left", "polarisation 0.", "clusters "] {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
}
