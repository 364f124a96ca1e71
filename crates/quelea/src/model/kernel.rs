//! How the force of a rule, or the weight of a neighbour, depends on the distance.

use super::settings::{Alignment, Cohesion, Falloff, KernelKind, Perception, Separation};

/// The falloff of a rule with everything it needs. Engines evaluate it; docs/model.md defines it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kernel {
    pub falloff: KernelKind,
    pub length: f64,
    pub exponent: f64,
    /// Rows of distance and value.
    pub table: Vec<[f64; 2]>,
    /// The radius of the rule, or that of the perception if it has none.
    pub radius: f64,
}

impl Kernel {
    /// A falloff that needs no parameters.
    pub fn simple(falloff: Falloff, radius: f64) -> Self {
        Kernel { falloff: falloff.into(), length: 1.0, exponent: 0.5, table: Vec::new(), radius }
    }
}

macro_rules! kernel {
    ($($Rule:ident),*) => {$(
        impl $Rule {
            /// The falloff of the rule.
            pub(crate) fn kernel(&self, perception: &Perception) -> Kernel {
                Kernel {
                    falloff: self.falloff,
                    length: self.length,
                    exponent: self.exponent,
                    table: self.table.iter().filter_map(|row| row.as_slice().try_into().ok()).collect(),
                    radius: self.radius.unwrap_or(perception.radius),
                }
            }
        }
    )*};
}
kernel!(Separation, Alignment, Cohesion);

/// ε in Olfati-Saber's σ-norm.
pub(crate) const SIGMA_EPSILON: f64 = 0.1;
/// Where Olfati-Saber's bump begins to fall, as a share of its radius.
pub(crate) const BUMP_START: f64 = 0.2;
