//! The memory that control groups (containers, batch jobs) leave, on Linux.
//!
//! sysinfo reports the limits too, but counts the page cache as used: a job that has read or written large files
//! would be refused memory that the kernel gives back on demand.

use std::path::Path;

/// The least that any group of this program leaves; `None` if none has a limit.
pub fn available() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    least_available(&groups, Path::new("/sys/fs/cgroup"))
}

/// The files and statistics of a version of control groups: the limit, the usage, and the part of the usage that
/// is page cache.
struct Version {
    limit: &'static str,
    usage: &'static str,
    cache: [&'static str; 2],
}

const V2: Version = Version { limit: "memory.max", usage: "memory.current", cache: ["inactive_file ", "active_file "] };
const V1: Version = Version {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cache: ["total_inactive_file ", "total_active_file "],
};

/// From the text of `/proc/self/cgroup` and the folder of all groups. A program can be in groups of both
/// versions.
fn least_available(groups: &str, root: &Path) -> Option<u64> {
    let groups = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?.trim_start_matches('/'));
        match controllers {
            "" => Some((root.to_owned(), path, V2)),
            _ if controllers.split(',').any(|name| name == "memory") => Some((root.join("memory"), path, V1)),
            _ => None,
        }
    });
    let available = groups.flat_map(|(root, path, version)| {
        // The limits of enclosing groups count as well. In a container the path may lie outside what it sees.
        let folder = root.join(path);
        folder
            .ancestors()
            .take_while(|folder| folder.starts_with(&root))
            .filter_map(|folder| available_in(folder, &version))
            .collect::<Vec<_>>()
    });
    available.min()
}

fn available_in(folder: &Path, version: &Version) -> Option<u64> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let statistics = read("memory.stat").unwrap_or_default();
    let statistic = |name: &str| statistics.lines().find_map(|line| line.strip_prefix(name)?.parse::<u64>().ok());
    let cache = version.cache.iter().filter_map(|name| statistic(name)).sum();
    Some(number(version.limit)?.saturating_sub(number(version.usage)?.saturating_sub(cache)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of groups with these files.
    fn groups(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn the_tightest_group_counts_and_page_cache_is_available() {
        let root = groups(&[
            ("jobs/memory.max", "1000\n"),
            ("jobs/memory.current", "700\n"),
            ("jobs/memory.stat", "anon 300\ninactive_file 250\nactive_file 50\n"),
            ("jobs/mine/memory.max", "max\n"),
            ("jobs/mine/memory.current", "400\n"),
        ]);
        assert_eq!(least_available("0::/jobs/mine\n", root.path()), Some(600));
        assert_eq!(least_available("0::/\n", root.path()), None);
        assert_eq!(least_available("nonsense\n::\n", root.path()), None);
    }

    #[test]
    fn version_1_counts_too_and_a_container_sees_its_own_group_as_the_root() {
        let root = groups(&[
            ("memory/memory.limit_in_bytes", "500\n"),
            ("memory/memory.usage_in_bytes", "450\n"),
            ("memory/memory.stat", "inactive_file 1\ntotal_inactive_file 100\n"),
        ]);
        assert_eq!(least_available("5:cpu:/\n4:rdma,memory:/docker/0123\n0::/\n", root.path()), Some(150));
    }
}
