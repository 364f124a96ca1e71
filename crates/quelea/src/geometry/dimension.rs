//! The step from a dimension known at run time to one known at compile time.

/// Evaluates an expression with the dimension as the constant `$D`. Everything that is generic over the
/// dimension and called with a scenario's own goes through here.
macro_rules! with_dimension {
    ($dimension:expr, $D:ident => $body:expr) => {
        match $dimension {
            2 => {
                const $D: usize = 2;
                $body
            }
            _ => {
                const $D: usize = 3;
                $body
            }
        }
    };
}
pub(crate) use with_dimension;
