//! A disk that is full: the message says so, what is there is whole, and nothing is lost.
#![cfg(target_os = "linux")]

mod program;
use program::{call_in, folder, output_in, read};
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
                println!("SKIPPED: mounting a small disk is not permitted here; run the tests as root");
                eprintln!("SKIPPED: mounting a small disk is not permitted here; run the tests as root");
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
fn a_run_on_a_full_disk_says_so_keeps_what_is_there_and_goes_on_when_there_is_room() {
    let folder = folder();
    let Some(disk) = SmallDisk::mount(&folder.path().join("disk"), 256) else { return };
    let call = ["run", "flat.toml", "--steps", "300", "--quiet"];
    output_in(folder.path(), &[&call[..], &["--record", "whole.csv"]].concat());
    let saved = ["--record", "disk/r.csv", "--checkpoint", "c", "--checkpoint-every", "10"];
    let failed = call_in(folder.path(), &[&call[..], &saved].concat());
    assert_eq!(failed.code, 1, "{}", failed.err);
    for word in ["cannot write `disk/r.csv`", "what is there is whole", "No space left", "quelea run --resume c"] {
        assert!(failed.err.contains(word), "no `{word}` in {}", failed.err);
    }
    // What is there is the beginning of the whole, in whole lines.
    let (there, whole) = (read(folder.path(), "disk/r.csv"), read(folder.path(), "whole.csv"));
    assert!(there.len() > 10_000 && there.ends_with('\n') && whole.starts_with(&there), "{}", there.len());
    let names: Vec<_> = std::fs::read_dir(&disk.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["r.csv"], "what was half written is removed");
    disk.grow(16 * 1024);
    output_in(folder.path(), &["run", "--resume", "c", "--quiet"]);
    assert_eq!(read(folder.path(), "disk/r.csv"), whole);
}

#[test]
fn a_checkpoint_that_does_not_fit_leaves_the_last_one_that_did() {
    let folder = folder();
    let Some(disk) = SmallDisk::mount(&folder.path().join("disk"), 24) else { return };
    // A checkpoint of 40 boids takes about 3 kB; then something else fills the disk.
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
    output_in(folder.path(), &call("whole.csv"));
    let failed = call_in(folder.path(), &call("disk/s.csv"));
    assert_eq!(failed.code, 1, "{}", failed.err);
    for word in ["cannot write `disk/s.csv.journal`", "runs in it are safe", "No space left"] {
        assert!(failed.err.contains(word), "no `{word}` in {}", failed.err);
    }
    assert!(read(folder.path(), "disk/s.csv.journal").lines().count() > 20);
    disk.grow(1024);
    output_in(folder.path(), &call("disk/s.csv"));
    assert_eq!(read(folder.path(), "disk/s.csv"), read(folder.path(), "whole.csv"));
}
