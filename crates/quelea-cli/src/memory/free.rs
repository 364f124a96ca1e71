//! How much memory this program may still take.

use std::path::Path;

/// The least of what the machine has free, what `ulimit -v` leaves, and what the control group of a container
/// or a job leaves. Nothing where the system does not say.
pub fn bytes() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| kilobytes(&text, "MemAvailable:"));
    let limit = read("/proc/self/limits").and_then(|text| address_space(&text));
    let taken = read("/proc/self/status").and_then(|text| kilobytes(&text, "VmSize:"));
    let own = limit.map(|limit| limit.saturating_sub(taken.unwrap_or(0)));
    let groups = read("/proc/self/cgroup").and_then(|text| in_groups(&text, Path::new("/sys/fs/cgroup")));
    [machine, own, groups].into_iter().flatten().min()
}

/// A line such as `MemAvailable: 2048 kB`, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The limit in force, from the text of `/proc/self/limits`.
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The names that a group's files and figures have: the limit, what is taken, and what of that is cached files,
/// which give way.
struct Names {
    most: &'static str,
    taken: &'static str,
    cached: [&'static str; 2],
}

const SECOND: Names = Names { most: "memory.max", taken: "memory.current", cached: ["inactive_file ", "active_file "] };
const FIRST: Names = Names {
    most: "memory.limit_in_bytes",
    taken: "memory.usage_in_bytes",
    cached: ["total_inactive_file ", "total_active_file "],
};

/// What the groups of a program leave it, from the text of `/proc/self/cgroup` and the folder of groups. There
/// are two versions of groups, and a program may be in both.
fn in_groups(text: &str, root: &Path) -> Option<u64> {
    let groups = text.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?.trim_start_matches('/'));
        match controllers {
            "" => Some((root.to_owned(), path, SECOND)),
            _ if controllers.split(',').any(|name| name == "memory") => Some((root.join("memory"), path, FIRST)),
            _ => None,
        }
    });
    let left = groups.flat_map(|(root, path, names)| {
        // A group has the limits of those it is in as well. A container may see its own as the outermost.
        let folder = root.join(path);
        folder
            .ancestors()
            .take_while(|folder| folder.starts_with(&root))
            .filter_map(|folder| in_group(folder, &names))
            .collect::<Vec<_>>()
    });
    left.min()
}

fn in_group(folder: &Path, names: &Names) -> Option<u64> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let figures = read("memory.stat").unwrap_or_default();
    let figure = |name: &str| figures.lines().find_map(|line| line.strip_prefix(name)?.parse::<u64>().ok());
    let cached = names.cached.iter().filter_map(|name| figure(name)).sum();
    Some(number(names.most)?.saturating_sub(number(names.taken)?.saturating_sub(cached)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_in_bytes() {
        let available = |text| kilobytes(text, "MemAvailable:");
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:    2048 kB\nBuffers: 1 kB\n"), Some(2_097_152));
        assert_eq!(available("MemAvailable: much"), None);
        assert_eq!(available(""), None);
    }

    #[test]
    fn the_limit_in_force_is_the_soft_one() {
        let line = |soft: &str| format!("Max open files 20 20 files\nMax address space  {soft}  4096  bytes\n");
        assert_eq!(address_space(&line("1228800000")), Some(1_228_800_000));
        assert_eq!(address_space(&line("unlimited")), None);
        assert_eq!(address_space(""), None);
    }

    /// A folder of groups with these files in it.
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
    fn the_narrowest_group_counts_and_cached_files_give_way() {
        let root = groups(&[
            ("jobs/memory.max", "1000\n"),
            ("jobs/memory.current", "700\n"),
            ("jobs/memory.stat", "anon 300\ninactive_file 250\nactive_file 50\n"),
            ("jobs/mine/memory.max", "max\n"),
            ("jobs/mine/memory.current", "400\n"),
        ]);
        assert_eq!(in_groups("0::/jobs/mine\n", root.path()), Some(600));
        assert_eq!(in_groups("0::/\n", root.path()), None);
        assert_eq!(in_groups("nonsense\n::\n", root.path()), None);
    }

    #[test]
    fn groups_of_the_first_version_count_too_and_a_container_sees_its_own_outermost() {
        let root = groups(&[
            ("memory/memory.limit_in_bytes", "500\n"),
            ("memory/memory.usage_in_bytes", "450\n"),
            ("memory/memory.stat", "inactive_file 1\ntotal_inactive_file 100\n"),
        ]);
        assert_eq!(in_groups("5:cpu:/\n4:rdma,memory:/docker/0123\n0::/\n", root.path()), Some(150));
    }
}
