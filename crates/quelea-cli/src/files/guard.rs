//! Reading what others may have damaged.

use anyhow::bail;
use std::cell::Cell;
use std::panic::{UnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Reads by means of the Parquet crate, which checks much of what it reads, but not everything: a damaged file
/// makes it panic. That is an error like any other here, and nothing is printed about it.
pub fn guarded<T>(read: impl FnOnce() -> anyhow::Result<T> + UnwindSafe) -> anyhow::Result<T> {
    // The hook is the whole program's: panics of other threads are printed as ever.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !SILENT.get() {
                usual(panic)
            }
        }));
    });
    SILENT.set(true);
    let read = catch_unwind(read);
    SILENT.set(false);
    match read {
        Ok(read) => read,
        Err(_) => bail!("it is damaged"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        assert_eq!(guarded(|| Ok(7)).unwrap(), 7);
        let none: Vec<u8> = Vec::new();
        assert_eq!(guarded(|| Ok(none[0])).unwrap_err().to_string(), "it is damaged");
        assert!(!SILENT.get());
    }
}
