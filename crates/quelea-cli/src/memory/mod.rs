//! Refuses a flock that does not fit into memory, before any of it is allocated.

mod free;

use anyhow::bail;

/// Checks that so many boids fit into the memory that this program may still take. Where the system does not
/// say how much that is, nothing is refused.
pub fn check(boids: usize, dimension: usize, writes_table: bool) -> anyhow::Result<()> {
    free::bytes().map_or(Ok(()), |free| fits(boids, bytes_per_boid(dimension, writes_table), free))
}

/// How many runs of so many boids fit at once, at most as many as asked for.
pub fn fitting(boids: usize, dimension: usize, most: usize) -> usize {
    let each = (boids as u64).saturating_mul(bytes_per_boid(dimension, false)).max(1);
    free::bytes().map_or(most, |free| most.min((free / each) as usize).max(1))
}

/// What a boid needs at the worst moment, generously: the engine's two copies, the state in double
/// precision, the trees of the measures, and the bytes of a table or a checkpoint.
fn bytes_per_boid(dimension: usize, writes_table: bool) -> u64 {
    let table = if writes_table { 48 * dimension + 48 } else { 0 };
    (64 * dimension + 64 + table) as u64
}

fn fits(boids: usize, each: u64, free: u64) -> anyhow::Result<()> {
    let needed = (boids as u64).saturating_mul(each);
    if needed > free {
        bail!(
            "{boids} boids need about {:.1} GB of memory and {:.1} GB are free; at most {} fit: set `boids` lower",
            needed as f64 / 1e9,
            free as f64 / 1e9,
            free / each
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_boids_are_refused_with_the_figure() {
        // 192 bytes each in 2D: 8,000,000,000 / 192 = 41,666,666.
        let error = fits(1_000_000_000, bytes_per_boid(2, false), 8_000_000_000).unwrap_err().to_string();
        assert!(error.contains("192.0 GB") && error.contains("8.0 GB") && error.contains("41666666"), "{error}");
        assert!(fits(41_666_666, 192, 8_000_000_000).is_ok());
        assert!(fits(usize::MAX, 192, u64::MAX - 1).is_err());
    }
}
