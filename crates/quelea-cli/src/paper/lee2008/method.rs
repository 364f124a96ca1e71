//! The neighbour searches that are compared.

use quelea::Scenario;
use quelea::model::settings::{LeeAlgorithm, LeeStop, Search};

/// One of the paper's algorithms, or the library's own exact search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// SteeringBasic.
    Basic,
    /// SteeringWithPS.
    Partition(LeeStop),
    /// SteeringWithRB, and the distance in cells from which on a representative stands for a cell.
    Representative(usize, LeeStop),
    /// The k-nearest search of the fast engine.
    Exact,
}

/// The paper's values of o.
pub const OS: [usize; 3] = [1, 2, 3];

impl Method {
    /// The methods of Table 1: SteeringWithPS, and SteeringWithRB at each o.
    pub fn table1(stop: LeeStop) -> Vec<Method> {
        std::iter::once(Method::Partition(stop)).chain(OS.map(|o| Method::Representative(o, stop))).collect()
    }

    /// The name in tables; the paper's if it has one.
    pub fn name(self) -> String {
        match self {
            Method::Basic => "Basic".to_owned(),
            Method::Partition(_) => "SWPS".to_owned(),
            Method::Representative(o, _) => format!("SWRB o={o}"),
            Method::Exact => "quelea".to_owned(),
        }
    }

    /// `certain` or `as-printed`; empty for a method without rings of cells.
    pub fn stop(self) -> &'static str {
        match self {
            Method::Partition(stop) | Method::Representative(_, stop) => stop.word(),
            Method::Basic | Method::Exact => "",
        }
    }

    /// The flock with this search.
    pub fn scenario(self, flock: &Scenario) -> Scenario {
        let mut scenario = flock.clone();
        let general = &mut scenario.general;
        general.search = if self == Method::Exact { Search::Grid } else { Search::Representative };
        let settings = &mut general.representative;
        match self {
            Method::Exact => {}
            Method::Basic => settings.algorithm = LeeAlgorithm::Basic,
            Method::Partition(stop) => (settings.algorithm, settings.stop) = (LeeAlgorithm::Partition, stop),
            Method::Representative(o, stop) => {
                (settings.algorithm, settings.o, settings.stop) = (LeeAlgorithm::Representative, o, stop);
            }
        }
        scenario
    }
}

/// The paper's flock with another size, at the same density and with as many boids per cell.
pub fn flock(boids: usize, neighbours: usize, seed: u64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("lee2008")?;
    let factor = (boids as f64 / scenario.boids() as f64).sqrt();
    let general = &mut scenario.general;
    general.seed = seed;
    general.space.size.iter_mut().for_each(|side| *side *= factor);
    general.representative.cells = (general.representative.cells as f64 * factor).round().max(1.0) as usize;
    let settings = &mut scenario.species[0].settings;
    settings.boids = boids;
    settings.perception.neighbours = neighbours;
    scenario.validate()?;
    Ok(scenario)
}
