//! How much memory this program may still allocate.

use super::{cgroup, rlimit};
use sysinfo::{MemoryRefreshKind, System};

/// The least of what the machine has available, what `ulimit -v` leaves, and what the control groups of a
/// container or a batch job leave; `None` if the system reports none of them.
pub fn bytes() -> Option<u64> {
    [machine(), rlimit::available(), cgroup::available()].into_iter().flatten().min()
}

fn machine() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    Some(system.available_memory()).filter(|bytes| *bytes > 0)
}
