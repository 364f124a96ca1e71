//! A moving picture as MP4, by the program ffmpeg.

use super::arguments::Size;
use super::film::Reel;
use crate::source::shown;
use anyhow::{Context, anyhow, bail};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::NamedTempFile;

/// Frames, handed to ffmpeg one by one.
pub struct Mp4 {
    ffmpeg: Child,
    /// MP4 cannot be written to a pipe from beginning to end, so ffmpeg writes a file.
    film: NamedTempFile,
    complaints: NamedTempFile,
}

const MISSING: &str = "ffmpeg is needed for .mp4 and was not found
  install it (`apt install ffmpeg`, `brew install ffmpeg`, https://ffmpeg.org), or write a .gif, which needs nothing";

impl Mp4 {
    /// Starts ffmpeg. Its file lies beside the one asked for, where there is room for it.
    pub fn new(size: Size, rate: f64, out: &Path) -> anyhow::Result<Self> {
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let film = tempfile::Builder::new().prefix(".quelea-").suffix(".mp4").tempfile_in(folder);
        let film = film.with_context(|| format!("cannot write into {}", shown(folder)))?;
        let complaints = NamedTempFile::new()?;
        let (frame, rate) = (format!("{}x{}", size.width, size.height), rate.to_string());
        let mut command = Command::new("ffmpeg");
        command.args(["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]);
        command.args([
            "-f",
            "rawvideo",
            "-pixel_format",
            "rgba",
            "-video_size",
            &frame,
            "-framerate",
            &rate,
            "-i",
            "-",
        ]);
        // The usual players want even sides and this order of colours.
        command.args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]);
        command.args(["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"]);
        command.arg(film.path()).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(complaints.reopen()?);
        let ffmpeg = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => anyhow!(MISSING),
            _ => anyhow!("cannot start ffmpeg: {error}"),
        })?;
        Ok(Mp4 { ffmpeg, film, complaints })
    }

    fn failure(&mut self) -> anyhow::Error {
        let mut said = String::new();
        let read = self.complaints.reopen().and_then(|mut file| file.read_to_string(&mut said));
        let said = if read.is_ok() && !said.trim().is_empty() { said.trim() } else { "it does not say why" };
        anyhow!("ffmpeg failed: {said}")
    }
}

impl Reel for Mp4 {
    fn add(&mut self, pixels: Vec<u8>) -> anyhow::Result<()> {
        let Some(pipe) = &mut self.ffmpeg.stdin else { bail!("ffmpeg takes no frames") };
        if pipe.write_all(&pixels).is_err() {
            let _ = self.ffmpeg.wait();
            return Err(self.failure());
        }
        Ok(())
    }

    fn develop(mut self: Box<Self>) -> anyhow::Result<Vec<u8>> {
        // Waiting closes the pipe, which is the end of the film.
        if !self.ffmpeg.wait()?.success() {
            return Err(self.failure());
        }
        Ok(std::fs::read(self.film.path())?)
    }
}

impl Drop for Mp4 {
    fn drop(&mut self) {
        // A film that was broken off must not leave a process behind; one that is done has none.
        let _ = self.ffmpeg.kill();
        let _ = self.ffmpeg.wait();
    }
}
