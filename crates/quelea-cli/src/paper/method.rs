//! The ways to find neighbours that are compared.

use quelea::Scenario;
use quelea::model::settings::{LeeAlgorithm, LeeStop, Search};

/// One of the paper's algorithms, or the library's own exact search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// SteeringBasic.
    Basic,
    /// SteeringWithPS.
    Partition(LeeStop),
    /// SteeringWithRB, and from how many cells away a cell stands in as one boid.
    Representative(usize, LeeStop),
    /// The k-nearest search of the fast engine.
    Exact,
}

/// The paper's values of o.
pub const OS: [usize; 3] = [1, 2, 3];

impl Method {
    /// SteeringWithPS and SteeringWithRB at every o.
    pub fn of_the_table(stop: LeeStop) -> Vec<Method> {
        std::iter::once(Method::Partition(stop)).chain(OS.map(|o| Method::Representative(o, stop))).collect()
    }

    /// The paper's name for it, where it has one.
    pub fn name(self) -> String {
        match self {
            Method::Basic => "Basic".to_owned(),
            Method::Partition(_) => "SWPS".to_owned(),
            Method::Representative(o, _) => format!("SWRB o={o}"),
            Method::Exact => "quelea".to_owned(),
        }
    }

    /// `certain` or `as-printed`; a method without rings has no such thing.
    pub fn stop(self) -> &'static str {
        match self {
            Method::Partition(stop) | Method::Representative(_, stop) => stop.word(),
            Method::Basic | Method::Exact => "",
        }
    }

    /// The same flock, with neighbours found in this way.
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

/// The paper's flock: the preset, with so many boids as densely spread, and as many of them in a cell.
pub fn flock(boids: usize, neighbours: usize, seed: u64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("lee2008")?;
    let wider = (boids as f64 / scenario.species[0].settings.boids as f64).sqrt();
    let general = &mut scenario.general;
    general.seed = seed;
    general.space.size.iter_mut().for_each(|side| *side *= wider);
    general.representative.cells = (general.representative.cells as f64 * wider).round().max(1.0) as usize;
    scenario.species[0].settings.boids = boids;
    scenario.species[0].settings.perception.neighbours = neighbours;
    scenario.validate()?;
    Ok(scenario)
}
