//! `quelea render`: pictures and videos, read back by other decoders.
#![cfg(feature = "render")]

mod program;
use program::{Started, call_in, fails_in, folder, left, output_in, until};
use std::path::Path;

/// A decoded picture.
#[derive(Debug, PartialEq)]
struct Picture {
    size: (u32, u32),
    pixels: Vec<[u8; 3]>,
}

fn png(folder: &Path, name: &str) -> Picture {
    let file = std::io::BufReader::new(std::fs::File::open(folder.join(name)).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    let pixels = bytes.chunks_exact(3).map(|pixel| pixel.try_into().unwrap()).collect();
    Picture { size: (info.width, info.height), pixels }
}

/// The frames of a GIF, each as a viewer shows it.
fn gif(folder: &Path, name: &str) -> Vec<Vec<[u8; 3]>> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(std::fs::File::open(folder.join(name)).unwrap()).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut shown = vec![[0u8; 3]; width * height];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (left + index % usize::from(frame.width), top + index / usize::from(frame.width));
            if pixel[3] > 0 {
                shown[y * width + x] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        frames.push(shown.clone());
    }
    frames
}

#[test]
fn a_png_has_the_given_size_and_shows_the_final_state() {
    let folder = folder();
    let output = output_in(folder.path(), &["render", "flat.toml", "--out", "flock.png", "--size", "320x200"]);
    assert!(output.starts_with("flock.png: flat, step 12; 320 by 200 pixels"), "{output}");
    let picture = png(folder.path(), "flock.png");
    assert_eq!(picture.size, (320, 200));
    let colours: std::collections::HashSet<_> = picture.pixels.iter().collect();
    assert!(colours.len() > 50, "{} colours", colours.len());
    output_in(folder.path(), &["render", "flat.toml", "--out", "earlier.png", "--size", "320x200", "--steps", "3"]);
    assert_ne!(picture, png(folder.path(), "earlier.png"));
    // The picture does not depend on the number of threads.
    output_in(folder.path(), &["render", "flat.toml", "--out", "again.png", "--size", "320x200", "--threads", "1"]);
    assert_eq!(picture, png(folder.path(), "again.png"));
}

#[test]
fn every_option_changes_the_picture_of_a_3d_flock() {
    let folder = folder();
    let options: [&[&str]; 11] = [
        &["--theme", "light", "--trails", "3"],
        &["--colour", "speed", "--form", "cone", "--boid-size", "2"],
        &["--colour", "neighbours", "--yaw", "-30", "--pitch", "70", "--zoom", "2"],
        &["--colour", "cluster", "--follow", "3"],
        &["--colour", "cluster", "--follow", "3", "--ride", "behind"],
        &["--colour", "cluster", "--follow", "3", "--ride", "first-person"],
        &["--colour", "species", "--backdrop", "sky"],
        &["--colour", "species", "--backdrop", "water"],
        &["--colour", "species", "--inspect", "3", "--no-bounds"],
        &["--colour", "heading", "--form", "dart", "--seed", "5"],
        &["--engine", "reference", "--set", "boids=3", "--form", "bird"],
    ];
    let mut pictures = Vec::new();
    for (number, options) in options.iter().enumerate() {
        let name = format!("{number}.png");
        let mut arguments = vec!["render", "solid.toml", "--size", "160x100", "--out", name.as_str()];
        arguments.extend(*options);
        output_in(folder.path(), &arguments);
        pictures.push(png(folder.path(), &name));
    }
    for (number, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..number].contains(picture), "{:?} made no difference", options[number]);
    }
}

#[test]
fn a_gif_has_a_frame_for_every_kth_step() {
    let folder = folder();
    let arguments = ["render", "flat.toml", "-o", "run.gif", "--size", "120x90", "--steps", "12", "--every", "3"];
    let output = output_in(folder.path(), &arguments);
    assert!(output.contains("5 frames, steps 0 to 12"), "{output}");
    let frames = gif(folder.path(), "run.gif");
    assert_eq!(frames.len(), 5);
    for pair in frames.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
    // The last frame is the picture of the final state, in fewer colours.
    output_in(folder.path(), &["render", "flat.toml", "-o", "last.png", "--size", "120x90", "--steps", "12"]);
    let last = png(folder.path(), "last.png");
    let difference =
        |(shown, drawn): (&[u8; 3], &[u8; 3])| shown.iter().zip(drawn).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
    let worst = frames[4].iter().zip(&last.pixels).map(difference).max().unwrap();
    assert!(worst < 40, "a pixel is off by {worst}");
    assert_eq!(frames[4][0], last.pixels[0], "the background is exact");
}

#[test]
fn the_first_steps_can_be_skipped() {
    let folder = folder();
    let arguments = ["render", "flat.toml", "-o", "run.gif", "--size", "64x64", "--steps", "12", "--skip", "10"];
    let output = output_in(folder.path(), &arguments);
    assert!(output.contains("2 frames, steps 10 to 12"), "{output}");
    assert_eq!(gif(folder.path(), "run.gif").len(), 2);
}

#[test]
fn a_boid_can_be_inspected_in_the_reference_engine_with_and_without_quirks() {
    let folder = folder();
    for scenario in ["flat.toml", "quirk.toml"] {
        let call = ["render", scenario, "--engine", "reference", "--size", "160x100", "--steps", "3"];
        output_in(folder.path(), &[&call[..], &["-o", "plain.png", "--force"]].concat());
        output_in(folder.path(), &[&call[..], &["-o", "marked.png", "--force", "--inspect", "3"]].concat());
        assert_ne!(png(folder.path(), "plain.png"), png(folder.path(), "marked.png"), "{scenario}");
    }
}

#[test]
fn overrides_may_supply_what_the_file_lacks() {
    let folder = folder();
    std::fs::write(folder.path().join("bare.toml"), "boids = 10\nsteps = 2\n").unwrap();
    let call = ["bare.toml", "--set", "space.size=[100, 100]", "--set", "perception.radius=20"];
    output_in(folder.path(), &[&["run"], &call[..]].concat());
    output_in(folder.path(), &[&["render", "-o", "a.png", "--size", "64x64"], &call[..]].concat());
    fails_in(folder.path(), &["render", "bare.toml", "-o", "b.png"], 2, &["space.size"]);
    fails_in(folder.path(), &["render", "p5", "-o", "b.png", "--set", "boids=x"], 2, &["on the command line: `boids`"]);
}

#[test]
fn quiet_prints_nothing() {
    let folder = folder();
    for name in ["a.png", "a.gif"] {
        let call = ["render", "flat.toml", "-o", name, "--size", "32x32", "--quiet"];
        assert_eq!(output_in(folder.path(), &call), "");
        assert!(folder.path().join(name).exists());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_video_leaves_nothing_behind() {
    let folder = folder();
    let ffmpeg = std::process::Command::new("ffmpeg").arg("-version").output().is_ok();
    let videos = if ffmpeg { &["video.gif", "video.mp4"][..] } else { &["video.gif"] };
    for (video, signal) in videos.iter().flat_map(|video| ["INT", "TERM"].map(|signal| (video, signal))) {
        let call = ["render", "flat.toml", "--steps", "1000000", "--size", "64x64", "-o", video];
        let started = Started::in_folder(folder.path(), &call);
        until(|| left(folder.path()).iter().any(|name| name.ends_with(".part")));
        let call = started.signal(signal);
        let code = if signal == "INT" { 130 } else { 143 };
        assert_eq!((call.code, call.out.as_str()), (code, ""), "{}", call.err);
        assert_eq!(call.err, "stopped; nothing is written: the same command starts again\n");
        assert_eq!(left(folder.path()), Vec::<String>::new(), "{video}, {signal}");
    }
}

#[cfg(unix)]
#[test]
fn what_a_killed_video_leaves_behind_is_removed_by_the_next() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let bin = tempfile::tempdir().unwrap();
    // In place of ffmpeg: writes what it reads to the file that it is told to write.
    let script = "#!/bin/sh\nfor target; do :; done\nexec cat > \"${target#file:}\"\n";
    std::fs::write(bin.path().join("ffmpeg"), script).unwrap();
    std::fs::set_permissions(bin.path().join("ffmpeg"), PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.path().display(), std::env::var("PATH").unwrap());
    let render = |steps: &str| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_quelea"));
        let arguments = ["render", "flat.toml", "--size", "64x64", "-o", "video.mp4", "--steps", steps];
        program.args(arguments).current_dir(folder.path()).env("PATH", &path);
        program
    };
    // The picture of the video, and the video that ffmpeg writes, with its first frames.
    let has_frames = || {
        let length = |name: &String| std::fs::metadata(folder.path().join(name)).map_or(0, |file| file.len());
        left(folder.path()).iter().any(|name| length(name) >= 64 * 64 * 4)
    };
    let started = Started::spawn(&mut render("1000000"));
    until(has_frames);
    let stopped = started.signal("USR1");
    assert!(stopped.err.starts_with("stopped"), "{}", stopped.err);
    assert_eq!(left(folder.path()), Vec::<String>::new());
    let started = Started::spawn(&mut render("1000000"));
    until(has_frames);
    assert!(started.kill());
    assert!(!left(folder.path()).is_empty());
    let output = render("4").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(left(folder.path()), ["video.mp4"]);
    assert_eq!(std::fs::metadata(folder.path().join("video.mp4")).unwrap().len(), 3 * 64 * 64 * 4);
}

#[test]
fn an_empty_flock_is_rendered() {
    let folder = folder();
    for name in ["none.png", "none.gif"] {
        let size = ["--size", "64x64", "--steps", "4"];
        output_in(folder.path(), &[&["render", "flat.toml", "--set", "boids=0", "-o", name][..], &size].concat());
    }
    assert_eq!(gif(folder.path(), "none.gif").len(), 3);
}

#[test]
fn an_mp4_is_encoded_by_ffmpeg_which_is_asked_for_if_missing() {
    let folder = folder();
    let arguments = ["render", "flat.toml", "-o", "run.mp4", "--size", "65x49", "--steps", "12", "--every", "4"];
    let ffmpeg = std::process::Command::new("ffmpeg").arg("-version").output();
    if ffmpeg.is_ok_and(|output| output.status.success()) {
        output_in(folder.path(), &arguments);
        let probe = std::process::Command::new("ffprobe")
            .args(["-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames"])
            .args(["-of", "csv=p=0"])
            .arg(folder.path().join("run.mp4"))
            .output()
            .unwrap();
        // The sides are rounded up to even numbers.
        assert_eq!(String::from_utf8(probe.stdout).unwrap().trim(), "66,50,4");
    } else {
        fails_in(folder.path(), &arguments, 1, &["ffmpeg", "install", ".gif"]);
    }
    // Without ffmpeg in the path.
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_quelea"))
        .args(["render", "flat.toml", "-o", "other.mp4"])
        .current_dir(folder.path())
        .env("PATH", folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("ffmpeg is needed for .mp4 and was not found"));
    assert!(!folder.path().join("other.mp4").exists());
}

#[test]
fn invalid_arguments_are_refused_before_rendering() {
    let folder = folder();
    std::fs::write(folder.path().join("taken.png"), "theirs").unwrap();
    let fails = |arguments: &[&str], words: &[&str]| {
        fails_in(folder.path(), &[&["render"], arguments].concat(), 2, words);
    };
    fails(&["flat.toml", "-o", "a.jpg"], &[".png", ".gif", ".mp4"]);
    fails(&["flat.toml"], &["--out"]);
    fails(&["flat.toml", "-o", "taken.png"], &["taken.png", "exists", "--force"]);
    fails(&["flat.toml", "-o", "a.png", "--size", "12"], &["1280x720", "8192"]);
    fails(&["flat.toml", "-o", "a.png", "--inspect", "40"], &["no boid 40", "40"]);
    fails(&["flat.toml", "-o", "a.png", "--follow", "99"], &["no boid 99"]);
    fails(&["flat.toml", "-o", "a.png", "--colour", "taste"], &["species", "heading", "speed"]);
    fails(&["flat.toml", "-o", "a.png", "--zoom", "0"], &["0.01 to 100"]);
    fails(&["flat.toml", "-o", "a.gif", "--every", "0"], &["--every"]);
    fails(&["flat.toml", "-o", "a.png", "--set", "boids=many"], &["boids"]);
    fails(&["wrong.toml", "-o", "a.png"], &["separation.radius"]);
    assert_eq!(std::fs::read_to_string(folder.path().join("taken.png")).unwrap(), "theirs");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("part")), "{left:?}");
    let call = call_in(folder.path(), &["render", "flat.toml", "-o", "taken.png", "--force", "--size", "32x32"]);
    assert_eq!(call.code, 0, "{}", call.err);
    assert_eq!(png(folder.path(), "taken.png").size, (32, 32));
}

#[test]
fn a_missing_driver_is_reported_with_what_to_install() {
    let folder = folder();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_quelea"))
        .args(["render", "flat.toml", "-o", "a.png"])
        .current_dir(folder.path())
        // The Vulkan loader of Linux then looks nowhere else.
        .env("VK_DRIVER_FILES", "/nonexistent.json")
        .env("VK_ICD_FILENAMES", "/nonexistent.json")
        .output()
        .unwrap();
    if cfg!(target_os = "linux") {
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(
            message.contains("no graphics adapter was found") && message.contains("mesa-vulkan-drivers"),
            "{message}"
        );
        assert!(!folder.path().join("a.png").exists());
    }
}
