//! Refuses a flock that does not fit into memory before any of it is allocated.

mod available;
mod cgroup;
mod rlimit;

use anyhow::anyhow;

/// In larger flocks the report of a run does not look for the neighbours of each boid: that would take more time and
/// memory than the run.
pub const MOST_SEARCHED: usize = 200_000_000;

/// Checks that a flock fits into the memory available to this program. If the system does not report that,
/// nothing is refused.
pub fn check(boids: usize, dimension: usize, writes_files: bool) -> anyhow::Result<()> {
    available::bytes().map_or(Ok(()), |available| check_fits(boids, bytes_per_boid(dimension, writes_files), available))
}

/// The same for a run that writes no files, whose flock is measured at its end at most.
pub fn check_run(boids: usize, dimension: usize) -> anyhow::Result<()> {
    available::bytes().map_or(Ok(()), |available| check_run_fits(boids, dimension, available))
}

fn check_run_fits(boids: usize, dimension: usize, available: u64) -> anyhow::Result<()> {
    let each = bytes_per_boid_of_run(boids, dimension);
    let most = available / each;
    if boids > MOST_SEARCHED && most <= MOST_SEARCHED as u64 {
        // Smaller flocks need more for each boid.
        let most = (available / bytes_per_boid(dimension, false)).min(MOST_SEARCHED as u64);
        return Err(does_not_fit(boids, each, available, most));
    }
    check_fits(boids, each, available)
}

/// How many runs of a flock fit into memory at the same time: at least 1, at most `wanted`.
pub fn max_parallel_runs(boids: usize, dimension: usize, wanted: usize) -> usize {
    let each = (boids as u64).saturating_mul(bytes_per_boid(dimension, false)).max(1);
    available::bytes().map_or(wanted, |available| wanted.min((available / each) as usize).max(1))
}

/// An upper estimate of the memory per boid: two copies in the engine, the state in double precision, the trees
/// of the measures, and the bytes of a table or a checkpoint.
fn bytes_per_boid(dimension: usize, writes_files: bool) -> u64 {
    let files = if writes_files { 48 * dimension + 48 } else { 0 };
    (64 * dimension + 64 + files) as u64
}

/// The same for a run that writes no files. Beyond [`MOST_SEARCHED`] there are no trees, but a copy of all positions.
fn bytes_per_boid_of_run(boids: usize, dimension: usize) -> u64 {
    if boids > MOST_SEARCHED { (40 * dimension + 32) as u64 } else { bytes_per_boid(dimension, false) }
}

fn check_fits(boids: usize, bytes_per_boid: u64, available: u64) -> anyhow::Result<()> {
    match (boids as u64).saturating_mul(bytes_per_boid) > available {
        true => Err(does_not_fit(boids, bytes_per_boid, available, available / bytes_per_boid)),
        false => Ok(()),
    }
}

fn does_not_fit(boids: usize, bytes_per_boid: u64, available: u64, most: u64) -> anyhow::Error {
    anyhow!(
        "{boids} boids need about {:.1} GB of memory and {:.1} GB are available; at most {most} fit: set `boids` lower",
        (boids as u64).saturating_mul(bytes_per_boid) as f64 / 1e9,
        available as f64 / 1e9
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flock_that_does_not_fit_is_refused_with_the_numbers() {
        // 192 bytes each in 2D: 8,000,000,000 / 192 = 41,666,666.
        let error = check_fits(1_000_000_000, bytes_per_boid(2, false), 8_000_000_000).unwrap_err().to_string();
        assert!(error.contains("192.0 GB") && error.contains("8.0 GB") && error.contains("41666666"), "{error}");
        assert!(check_fits(41_666_666, 192, 8_000_000_000).is_ok());
        assert!(check_fits(usize::MAX, 192, u64::MAX - 1).is_err());
    }

    /// Two copies with an id of 20 bytes each, what sorts them (16), a state of 33, the slot of each id (4) and its
    /// position once more (16): 109 in 2D.
    #[test]
    fn a_billion_boids_that_leave_no_files_need_112_gigabytes() {
        assert_eq!(1_000_000_000 * bytes_per_boid_of_run(1_000_000_000, 2), 112_000_000_000);
        assert_eq!(bytes_per_boid_of_run(MOST_SEARCHED, 2), bytes_per_boid(2, false));
        assert!(check_run_fits(1_000_000_000, 2, 112_000_000_000).is_ok());
        // Of smaller flocks with trees, at 192 bytes for each boid, 21.5 GB hold 111,979,166.
        let error = check_run_fits(1_000_000_000, 2, 21_500_000_000).unwrap_err().to_string();
        assert!(error.contains("112.0 GB") && error.contains("at most 111979166"), "{error}");
        let error = check_run_fits(1_000_000_000, 2, 56_000_000_000).unwrap_err().to_string();
        assert!(error.contains("at most 500000000"), "{error}");
    }
}
