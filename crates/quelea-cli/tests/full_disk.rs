//! A full disk: the message says so, existing files stay complete, and nothing is lost.
#![cfg(target_os = "linux")]

mod program;
use program::{call_in, folder, output_in, read, trials};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file system of a few kilobytes in memory.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: &Path, kilobytes: usize) -> Option<Self> {
        std::fs::create_dir(at).unwrap();
        let size = format!("size={kilobytes}k");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(at).output();
        match mounted {
            Ok(output) if output.status.success() => Some(SmallDisk(at.to_owned())),
            _ => {
                println!("SKIPPED: mounting a small disk needs root");
                eprintln!("SKIPPED: mounting a small disk needs root");
                None
            }
        }
    }

    fn grow(&self, kilobytes: usize) {
        let size = format!("remount,size={kilobytes}k");
        assert!(Command::new("mount").args(["-o", &size]).arg(&self.0).status().unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_run_on_a_full_disk_keeps_its_files_and_can_be_resumed() {
    let folder = folder();
    let Some(disk) = SmallDisk::mount(&folder.path().join("disk"), 256) else { return };
    let call = ["run", "flat.toml", "--steps", "300", "--quiet"];
    output_in(folder.path(), &[&call[..], &["--record", "expected.csv"]].concat());
    let saved = ["--record", "disk/r.csv", "--checkpoint", "c", "--checkpoint-every", "10"];
    let failed = call_in(folder.path(), &[&call[..], &saved].concat());
    assert_eq!(failed.code, 1, "{}", failed.err);
    for word in [
        "cannot write `disk/r.csv`",
        "the file is complete up to the last successful write",
        "No space left",
        "quelea run --resume c",
    ] {
        assert!(failed.err.contains(word), "no `{word}` in {}", failed.err);
    }
    // The file is a prefix of the complete one and ends with a complete line.
    let (found, expected) = (read(folder.path(), "disk/r.csv"), read(folder.path(), "expected.csv"));
    assert!(found.len() > 10_000 && found.ends_with('\n') && expected.starts_with(&found), "{}", found.len());
    let names: Vec<_> = std::fs::read_dir(&disk.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["r.csv"], "temporary files are removed");
    disk.grow(16 * 1024);
    output_in(folder.path(), &["run", "--resume", "c", "--quiet"]);
    assert_eq!(read(folder.path(), "disk/r.csv"), expected);
}

#[test]
fn a_disk_that_fills_up_at_any_moment_loses_nothing() {
    let folder = folder();
    let path = folder.path();
    let Some(disk) = SmallDisk::mount(&path.join("disk"), 4) else { return };
    let call = ["run", "flat.toml", "--steps", "60", "--quiet"];
    output_in(path, &[&call[..], &["--measures", "expected-m.csv", "--record", "expected-r.csv"]].concat());
    let files = ["--measures", "disk/m.csv", "--record", "disk/r.csv", "--checkpoint", "disk/c"];
    let total = trials(6);
    let mut full = 0;
    for trial in 0..total {
        // From a disk on which nothing fits to one on which everything does: two copies of the record, 400 kB.
        disk.grow(4 + (trial * 600 / total) as usize);
        let run = call_in(path, &[&call[..], &files, &["--checkpoint-every", "7"]].concat());
        if run.code == 1 {
            full += 1;
            assert!(run.err.contains("cannot write `disk/") && run.err.contains("No space left"), "{}", run.err);
            for name in ["m.csv", "r.csv"] {
                let found = std::fs::read_to_string(path.join("disk").join(name)).unwrap_or_default();
                assert!(read(path, &format!("expected-{name}")).starts_with(&found), "{name}: {} bytes", found.len());
                assert!(found.is_empty() || found.ends_with('\n'), "{name}");
            }
            disk.grow(1024);
            match path.join("disk/c").exists() {
                true => output_in(path, &["run", "--resume", "disk/c", "--quiet"]),
                false => output_in(path, &[&call[..], &files, &["--force"]].concat()),
            };
        }
        for name in ["m.csv", "r.csv"] {
            assert_eq!(read(path, &format!("disk/{name}")), read(path, &format!("expected-{name}")), "{name}");
        }
        for name in ["m.csv", "r.csv", "c"] {
            std::fs::remove_file(disk.0.join(name)).unwrap();
        }
        assert_eq!(std::fs::read_dir(&disk.0).unwrap().count(), 0, "temporary files are removed");
    }
    println!("{total} disks: {full} were full before the end; every run was completed");
    assert!(0 < full && full < total, "{full} of {total} disks were full");
}

#[test]
fn a_checkpoint_that_does_not_fit_leaves_the_previous_one() {
    let folder = folder();
    let Some(disk) = SmallDisk::mount(&folder.path().join("disk"), 24) else { return };
    // A checkpoint of 40 boids takes about 3 kB; then another file fills the disk.
    output_in(folder.path(), &["run", "flat.toml", "--checkpoint", "disk/c", "--quiet"]);
    let saved = std::fs::read(folder.path().join("disk/c")).unwrap();
    std::fs::write(folder.path().join("disk/other"), vec![0; 8192]).unwrap();
    let mut filler = std::fs::File::create(folder.path().join("disk/filler")).unwrap();
    while std::io::Write::write_all(&mut filler, &[0; 1024]).is_ok() {}
    let failed = call_in(folder.path(), &["run", "--resume", "disk/c", "--steps", "20", "--quiet"]);
    assert_eq!(failed.code, 1, "{}", failed.err);
    assert!(failed.err.contains("cannot write `disk/c`") && failed.err.contains("No space left"), "{}", failed.err);
    assert_eq!(std::fs::read(folder.path().join("disk/c")).unwrap(), saved);
    drop(filler);
    std::fs::remove_file(folder.path().join("disk/filler")).unwrap();
    output_in(folder.path(), &["run", "--resume", "disk/c", "--steps", "20", "--quiet"]);
    drop(disk);
}

#[test]
fn a_sweep_on_a_full_disk_keeps_its_finished_runs() {
    let folder = folder();
    let Some(disk) = SmallDisk::mount(&folder.path().join("disk"), 16) else { return };
    let call = |out: &'static str| {
        ["sweep", "flat.toml", "--steps", "2", "--vary", "boids=1:200:200", "--quiet", "--out", out]
    };
    output_in(folder.path(), &call("expected.csv"));
    let failed = call_in(folder.path(), &call("disk/s.csv"));
    assert_eq!(failed.code, 1, "{}", failed.err);
    for word in ["cannot write `disk/s.csv.journal`", "runs in it are safe", "No space left"] {
        assert!(failed.err.contains(word), "no `{word}` in {}", failed.err);
    }
    assert!(read(folder.path(), "disk/s.csv.journal").lines().count() > 20);
    disk.grow(1024);
    output_in(folder.path(), &call("disk/s.csv"));
    assert_eq!(read(folder.path(), "disk/s.csv"), read(folder.path(), "expected.csv"));
}
