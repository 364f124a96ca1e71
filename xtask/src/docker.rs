//! The image that the Dockerfile describes.

use crate::step::{Outcome, heading, in_root, run, step, succeeds};

/// Builds the image and runs the program in it. Skipped where no Docker engine runs.
pub fn test() -> anyhow::Result<Outcome> {
    heading("Docker");
    if !succeeds(in_root("docker").arg("info")) {
        println!("   skipped: no Docker engine runs here");
        return Ok(Outcome::Skipped("Docker: no engine runs here".into()));
    }
    step("Docker: image", in_root("docker").args(["build", "--tag", "quelea", "."]))?;
    run(in_root("docker").args(["run", "--rm", "quelea", "run", "--steps", "10", "--quiet"]))?;
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use crate::workspace::root;

    /// The program is linked with the C library of the stage that builds it.
    #[test]
    fn both_stages_are_the_same_release_of_debian() {
        let text = std::fs::read_to_string(root().join("Dockerfile")).unwrap();
        let images: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("FROM ")).collect();
        assert_eq!(images.len(), 2, "{images:?}");
        assert!(images.iter().all(|image| image.contains("bookworm")), "{images:?}");
    }
}
