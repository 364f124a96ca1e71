//! Defects of published programs that a faithful copy has to reproduce.

use crate::geometry::vector::{clamp_length, length, unit};
use crate::model::Scenario;
use crate::model::settings::Quirk;

/// Which defects are reproduced. `docs/model.md` defines each; presets such as `veldic-shipped` and `three-js` ask for
/// them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quirks {
    /// Veldic: the division by the number of neighbours comes after the loop over the boids, so that only the last
    /// boid aligns with the mean velocity and all others with the sum.
    pub veldic_alignment: bool,
    /// jyanar: what exceeds a limit is scaled to length 1 instead of the limit.
    pub jyanar_limit: bool,
    /// jyanar: `seek` discards its result, so that there is no cohesion.
    pub jyanar_cohesion: bool,
    /// jyanar: the edges are tested at 1000, but boids are moved by the size of the window.
    pub jyanar_borders: bool,
    /// MASON: a flocker is its own neighbour in consistency, also if nobody alive is near.
    pub mason_alone: bool,
    /// NetLogo: a bird turns away from the heading of the nearest one, not from its position.
    pub netlogo_separation: bool,
    /// krABMaga: a bird perceives the cells around its own as a whole, but not across the edge.
    pub krabmaga_cells: bool,
    /// krABMaga: the mean of the neighbours' velocities is divided by their number again.
    pub krabmaga_consistency: bool,
    /// three.js: each zone has a falloff of its own.
    pub three_js_zones: bool,
    /// three.js: the pull to the centre is steeper along y.
    pub three_js_pull: bool,
    /// Unity: a cell's sums are multiples of what its first boid adds.
    pub unity_cells: bool,
}

impl Quirks {
    pub fn new(scenario: &Scenario) -> Self {
        let has = |quirk: Quirk| scenario.general.reference.quirks.contains(&quirk);
        Quirks {
            veldic_alignment: has(Quirk::VeldicAlignment),
            jyanar_limit: has(Quirk::JyanarLimit),
            jyanar_cohesion: has(Quirk::JyanarCohesion),
            jyanar_borders: has(Quirk::JyanarBorders),
            mason_alone: has(Quirk::MasonAlone),
            netlogo_separation: has(Quirk::NetlogoSeparation),
            krabmaga_cells: has(Quirk::KrabmagaCells),
            krabmaga_consistency: has(Quirk::KrabmagaConsistency),
            three_js_zones: has(Quirk::ThreeJsZones),
            three_js_pull: has(Quirk::ThreeJsPull),
            unity_cells: has(Quirk::UnityCells),
        }
    }

    /// Limits the length of a force or a velocity.
    pub fn limit<const D: usize>(&self, a: [f64; D], max: f64) -> [f64; D] {
        match self.jyanar_limit {
            true if length(a) > max => unit(a),
            true => a,
            false => clamp_length(a, max),
        }
    }
}

/// jyanar's borders: meant as a torus of the window's size, but the far edge is always 1000. In this order, so that a
/// boid at −50 in a window of 1200 goes to 1150 and back within one step.
pub(super) fn jyanar_borders<const D: usize>(position: [f64; D], size: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| {
        let mut x = position[axis];
        if x < 0.0 {
            x += size[axis];
        }
        if x > 1000.0 {
            x -= size[axis];
        }
        x
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_borders_of_jyanar_lie_at_1000_whatever_the_window() {
        assert_eq!(jyanar_borders([-50.0, -1.0], [1200.0, 800.0]), [-50.0, 799.0]);
        assert_eq!(jyanar_borders([1001.0, 1001.0], [1200.0, 800.0]), [-199.0, 201.0]);
    }
}
