//! The address space that `ulimit -v` leaves, on Linux. sysinfo does not report it.

/// The limit less what is already mapped; `None` if there is no limit.
pub fn available() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let limit = address_space_limit(&read("/proc/self/limits")?)?;
    let mapped = read("/proc/self/status").and_then(|status| mapped(&status));
    Some(limit.saturating_sub(mapped.unwrap_or(0)))
}

/// The soft limit, from `/proc/self/limits`.
fn address_space_limit(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// `VmSize: 2048 kB` in bytes, from `/proc/self/status`.
fn mapped(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapped_memory_is_read_in_bytes() {
        assert_eq!(mapped("VmPeak: 9 kB\nVmSize:    2048 kB\nVmLck: 1 kB\n"), Some(2_097_152));
        assert_eq!(mapped("VmSize: much"), None);
        assert_eq!(mapped(""), None);
    }

    #[test]
    fn the_soft_limit_counts() {
        let line = |soft: &str| format!("Max open files 20 20 files\nMax address space  {soft}  4096  bytes\n");
        assert_eq!(address_space_limit(&line("1228800000")), Some(1_228_800_000));
        assert_eq!(address_space_limit(&line("unlimited")), None);
        assert_eq!(address_space_limit(""), None);
    }
}
