//! Parameters of the whole experiment: space, pointer, search, engine.

use super::choices::{EndWhen, Falloff, LeeAlgorithm, LeeStop, PointerMode, Quirk, Search, SpaceKind, Update};
use crate::geometry::vector::from_slice;
use crate::geometry::{Boundary, Space};
use crate::model::EngineName;
use crate::model::section::section;

section! {
    /// What concerns the whole experiment.
    General {
        /// Short name of the scenario.
        name: String = "flock", "", 0.0, 0.0, Restart;
        /// One sentence on what it shows.
        title: String = "", "", 0.0, 0.0, Restart;
        /// Where the rules and constants come from.
        source: String = "", "", 0.0, 0.0, Restart;
        /// Number of dimensions, 2 or 3.
        dimension: usize = 2usize, "", 2.0, 3.0, Restart;
        /// Seed of all random numbers.
        seed: u64 = 1u64, "", 0.0, 9e15, Restart;
        /// Number of steps of a run unless told otherwise.
        steps: u64 = 1000u64, "steps", 0.0, 1e15, Live;
        /// How neighbours are found.
        search: Search = Search::Grid, "", 0.0, 0.0, Live;
        /// Which engine steps the flock.
        engine: EngineName = EngineName::FAST, "", 0.0, 0.0, Restart;
    }
    sections {
        /// The space and its boundary.
        space: SpaceSettings;
        /// A mouse or a finger.
        pointer: PointerSettings;
        /// Lee 2008's search.
        representative: RepresentativeSettings;
        /// What only the reference engine does.
        reference: ReferenceSettings;
        /// When a run ends early.
        end: EndSettings;
    }
}

section! {
    /// The space and its boundary.
    SpaceSettings {
        /// The kind of space.
        kind: SpaceKind = SpaceKind::Torus, "", 0.0, 0.0, Restart;
        /// Length of the space along each axis.
        size: Vec<f64> = vec![], "length", 1e-6, 1e6, Restart;
        /// Lowest corner, or the centre of a sphere; the origin if left out.
        origin: Option<Vec<f64>> = None, "length", -1e6, 1e6, Restart;
        /// Radius of a sphere.
        radius: f64 = 50.0, "length", 1e-6, 1e6, Restart;
        /// Wrap: how far beyond the edge a boid comes back. Walls: how far inside the edge the push begins
        /// (negative: outside).
        margin: f64 = 0.0, "length", -1e6, 1e6, Live;
        /// Walls: what is added to the velocity, per axis and step, beyond the margin.
        push: f64 = 1.0, "length/time", 0.0, 1e6, Live;
        /// Walls: push after the speed limit, so that it may be exceeded.
        push_after_limit: bool = false, "", 0.0, 0.0, Live;
        /// Walls: positions are clamped to the box; velocities are kept.
        clamp: bool = false, "", 0.0, 0.0, Live;
        /// Wrap: wrap the position before the move, not after it.
        wrap_before_move: bool = false, "", 0.0, 0.0, Live;
    }
}

impl SpaceSettings {
    /// The space these settings describe. Nothing else interprets them.
    pub(crate) fn to_space<const D: usize>(&self) -> Space<D> {
        let boundary = match self.kind {
            SpaceKind::Torus => Boundary::Torus,
            SpaceKind::Wrap => Boundary::Wrap { margin: self.margin, before_move: self.wrap_before_move },
            SpaceKind::Walls => {
                let (margin, push, after_limit) = (self.margin, self.push, self.push_after_limit);
                Boundary::Walls { margin, push, after_limit, clamp: self.clamp }
            }
            SpaceKind::Reflect => Boundary::Reflect,
            SpaceKind::Sphere => Boundary::Sphere { radius: self.radius },
            SpaceKind::Open => Boundary::Open,
        };
        let low = from_slice(self.origin.as_deref().unwrap_or_default());
        Space { boundary, low, size: from_slice(&self.size) }
    }
}

section! {
    /// A pointer that the caller moves between steps.
    PointerSettings {
        /// What it does to boids.
        mode: PointerMode = PointerMode::Off, "", 0.0, 0.0, Live;
        /// Its position; absent if left out.
        position: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// Weight of its force.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// How the force depends on the distance from its rim.
        falloff: Falloff = Falloff::InverseSquare, "", 0.0, 0.0, Live;
        /// Its own radius; distances are measured from this rim.
        radius: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Range of its force, from the rim.
        reach: f64 = 250.0, "length", 0.0, 1e6, Live;
        /// Distances below this, also inside the rim, count as this.
        closest: f64 = 0.01, "length", 1e-3, 1e6, Live;
    }
}

section! {
    /// Lee 2008's algorithms.
    RepresentativeSettings {
        /// Which of the three algorithms.
        algorithm: LeeAlgorithm = LeeAlgorithm::Representative, "", 0.0, 0.0, Live;
        /// Number of cells along each axis.
        cells: usize = 16usize, "cells", 1.0, 4096.0, Live;
        /// From how many rings away a cell counts as one boid.
        o: usize = 2usize, "cells", 1.0, 4096.0, Live;
        /// When the search stops.
        stop: LeeStop = LeeStop::Certain, "", 0.0, 0.0, Live;
    }
}

section! {
    /// What only the reference engine does: the update order and the quirks of a source.
    ReferenceSettings {
        /// The order in which the boids move. The fast engine always moves all at once.
        update: Update = Update::AtOnce, "", 0.0, 0.0, Restart;
        /// Defects of the published program to reproduce: veldic-alignment, jyanar-limit, jyanar-cohesion,
        /// jyanar-borders, mason-alone, netlogo-separation, krabmaga-cells, krabmaga-consistency, three-js-zones,
        /// three-js-pull, unity-cells.
        quirks: Vec<Quirk> = vec![], "", 0.0, 0.0, Restart;
    }
}

section! {
    /// When a run ends before its last step, and what counts as success.
    EndSettings {
        /// When it ends.
        when: EndWhen = EndWhen::Never, "", 0.0, 0.0, Live;
        /// The species that must meet the condition; if left out, the first for `at-goal`, all for `one-cluster`.
        species: Option<String> = None, "", 0.0, 0.0, Live;
        /// At the goal: the point; the goal of that species if left out.
        at: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// At the goal: how near the centre has to be.
        within: f64 = 10.0, "length", 0.0, 1e6, Live;
        /// How often it is checked: after 0, this many, twice as many, … steps.
        every: u64 = 1u64, "steps", 1.0, 1e15, Live;
    }
}
