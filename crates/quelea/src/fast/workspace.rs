//! The memory a step works in. None of it is state: all but the choice of a search can be rebuilt between steps without
//! changing a result.

use crate::fast::flock::Flock;
use crate::fast::search::Search;
use crate::fast::search::grid::Grid;
use crate::fast::search::kd_tree::KdTreeSearch;
use crate::fast::search::lee::Lee;
use crate::fast::space::Space;
use crate::model::Scenario;
use crate::model::settings::Search as SearchKind;

/// The memory a step works in.
pub(crate) struct Workspace<const D: usize> {
    /// The new state while it is written.
    pub next: Flock<D>,
    pub grid: Grid<D>,
    pub headings: [Vec<f32>; D],
    pub slot_of_id: Vec<u32>,
    /// The Voronoi neighbours of each id.
    pub voronoi: Vec<Vec<u32>>,
    pub search: ActiveSearch<D>,
}

/// The search that finds candidates.
pub(crate) enum ActiveSearch<const D: usize> {
    Brute,
    Grid,
    KdTree(KdTreeSearch<D>),
    Lee(Lee<D>),
    /// Set by the caller; stays when the scenario changes.
    Outside(Box<dyn Search<D>>),
}

impl<const D: usize> ActiveSearch<D> {
    /// The search that a scenario asks for.
    pub fn new(scenario: &Scenario, space: &Space<D>) -> Self {
        match scenario.general.search {
            SearchKind::Brute => ActiveSearch::Brute,
            SearchKind::Grid => ActiveSearch::Grid,
            SearchKind::Tree => ActiveSearch::KdTree(KdTreeSearch::default()),
            SearchKind::Representative => ActiveSearch::Lee(Lee::new(scenario, space)),
        }
    }
}

impl<const D: usize> Workspace<D> {
    pub fn new(flock: &Flock<D>, search: ActiveSearch<D>) -> Self {
        Workspace {
            next: flock.clone(),
            grid: Grid::default(),
            headings: [const { Vec::new() }; D],
            slot_of_id: Vec::new(),
            voronoi: Vec::new(),
            search,
        }
    }

    /// The bytes it takes.
    pub fn memory_bytes(&self) -> usize {
        let lists = self.headings.iter().map(Vec::capacity).sum::<usize>() + self.slot_of_id.capacity();
        self.next.memory_bytes() + self.grid.memory_bytes() + 4 * lists
    }
}
