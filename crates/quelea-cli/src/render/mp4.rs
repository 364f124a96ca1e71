//! A video as MP4, encoded by the program ffmpeg.

use super::encoder::Encoder;
use super::size::Size;
use crate::atomic_file::Draft;
use anyhow::{anyhow, bail};
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running ffmpeg that takes frames through a pipe.
pub struct Mp4 {
    ffmpeg: Child,
    /// ffmpeg writes a file, since MP4 cannot be streamed to a pipe.
    video: Draft,
    errors: File,
}

const FFMPEG_MISSING: &str = "ffmpeg is needed for .mp4 and was not found
  install it (`apt install ffmpeg`, `brew install ffmpeg`, https://ffmpeg.org), or write a .gif, which needs nothing";

impl Mp4 {
    /// Starts ffmpeg. Its file is in the folder of the output, which has room for it.
    pub fn new(size: Size, rate: f64, out: &Path) -> anyhow::Result<Self> {
        let video = Draft::new(out)?;
        // A file without a name: nothing is left of it.
        let errors = tempfile::tempfile()?;
        // With the protocol, no name is taken for an option or a URL.
        let mut target = OsString::from("file:");
        target.push(video.path());
        let (frame, rate) = (format!("{}x{}", size.width, size.height), rate.to_string());
        let mut command = Command::new("ffmpeg");
        command.args(["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]);
        command.args(["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", &frame, "-framerate", &rate]);
        command.args(["-i", "-"]);
        // Common players need even sides and this pixel format.
        command.args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]);
        command.args(["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"]);
        command.args(["-f", "mp4"]).arg(target);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(errors.try_clone()?);
        let ffmpeg = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => anyhow!(FFMPEG_MISSING),
            _ => anyhow!("cannot start ffmpeg: {error}"),
        })?;
        Ok(Mp4 { ffmpeg, video, errors })
    }

    fn failure(&mut self) -> anyhow::Error {
        let mut message = String::new();
        let read = self.errors.rewind().and_then(|()| self.errors.read_to_string(&mut message));
        let message = if read.is_ok() && !message.trim().is_empty() { message.trim() } else { "it gives no reason" };
        anyhow!("ffmpeg failed: {message}")
    }
}

impl Encoder for Mp4 {
    fn add_frame(&mut self, pixels: Vec<u8>) -> anyhow::Result<()> {
        let Some(pipe) = &mut self.ffmpeg.stdin else { bail!("ffmpeg takes no frames") };
        if pipe.write_all(&pixels).is_err() {
            let _ = self.ffmpeg.wait();
            return Err(self.failure());
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<Vec<u8>> {
        // Waiting closes the pipe, which ends the video.
        if !self.ffmpeg.wait()?.success() {
            return Err(self.failure());
        }
        Ok(std::fs::read(self.video.path())?)
    }
}

impl Drop for Mp4 {
    fn drop(&mut self) {
        // An unfinished video must not leave a process behind; a finished one has none.
        let _ = self.ffmpeg.kill();
        let _ = self.ffmpeg.wait();
    }
}
