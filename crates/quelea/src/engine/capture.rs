//! A state that is still on its way.

use crate::state::State;
use std::fmt;

/// The state of a flock at one moment. It may be on another device still, which goes on stepping meanwhile.
pub struct Capture(Box<dyn FnOnce() -> State + Send>);

impl Capture {
    /// A state that is fetched when it is needed, by whichever thread needs it.
    pub fn new(fetch: impl FnOnce() -> State + Send + 'static) -> Self {
        Capture(Box::new(fetch))
    }

    /// Waits for the state.
    pub fn state(self) -> State {
        (self.0)()
    }
}

impl fmt::Debug for Capture {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Capture")
    }
}
