//! Panics of the Parquet crate as errors.

use anyhow::bail;
use std::cell::Cell;
use std::panic::{UnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Calls the Parquet crate, which panics over some damaged files. Such a panic becomes an error and prints
/// nothing.
pub fn catch_panic<T>(read: impl FnOnce() -> anyhow::Result<T> + UnwindSafe) -> anyhow::Result<T> {
    // The hook belongs to the whole process: panics of other threads are printed as usual.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let default = take_hook();
        set_hook(Box::new(move |panic| {
            if !SILENT.get() {
                default(panic)
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
    fn a_panic_becomes_an_error() {
        assert_eq!(catch_panic(|| Ok(7)).unwrap(), 7);
        let none: Vec<u8> = Vec::new();
        assert_eq!(catch_panic(|| Ok(none[0])).unwrap_err().to_string(), "it is damaged");
        assert!(!SILENT.get());
    }
}
