//! One flock on the GPU and on the processor.

use quelea::{Scenario, Simulation, State};

/// A flock on the GPU.
pub fn on_gpu(scenario: &Scenario, state: State) -> Simulation {
    quelea_gpu::register();
    let scenario = scenario.clone().with("engine", "gpu").unwrap();
    Simulation::from_state(&scenario, state).unwrap_or_else(|problem| panic!("{}: {problem}", scenario.general.name))
}

/// The first boid in which two states differ.
pub fn difference(found: &State, expected: &State) -> Option<String> {
    if found.hash() == expected.hash() {
        return None;
    }
    let differs = |id: &usize| {
        found.positions.get(*id) != expected.positions.get(*id)
            || found.velocities.get(*id) != expected.velocities.get(*id)
    };
    let ids: Vec<usize> = (0..found.len()).filter(differs).collect();
    let first = ids.first().map(|id| {
        let numbers = |state: &State| {
            (state.positions.get(*id).map(<[f64]>::to_vec), state.velocities.get(*id).map(<[f64]>::to_vec))
        };
        format!("boid {id} {:?}, not {:?}", numbers(found), numbers(expected))
    });
    Some(format!("{} of {} boids differ in position or velocity: {first:?}", ids.len(), found.len()))
}

/// Steps a scenario from a state on both, and compares state hashes after these numbers of steps.
pub fn compare(scenario: &Scenario, state: &State, steps: &[u64]) -> Result<(), String> {
    let cpu = Simulation::from_state(scenario, state.clone());
    let mut cpu = cpu.map_err(|problem| problem.to_string())?;
    let mut gpu = on_gpu(scenario, state.clone());
    for until in steps {
        while cpu.steps() < *until {
            cpu.step();
            gpu.step();
        }
        let failure = gpu.info().device.and_then(|device| device.failure);
        if let Some(failure) = failure.filter(|failure| !failure.contains("ends loops early")) {
            return Err(format!("{}: {failure}", scenario.general.name));
        }
        if let Some(difference) = difference(&gpu.state(), &cpu.state()) {
            return Err(format!("{} after {until} steps: {difference}", scenario.general.name));
        }
    }
    Ok(())
}

/// Compares many, and says all that differ.
pub fn compare_all(cases: impl IntoIterator<Item = (Scenario, State)>, steps: &[u64]) {
    let mut compared = 0;
    let differences: Vec<String> = cases
        .into_iter()
        .inspect(|_| compared += 1)
        .filter_map(|(scenario, state)| compare(&scenario, &state, steps).err())
        .collect();
    assert!(differences.is_empty(), "{} of {compared}:\n{}", differences.len(), differences.join("\n"));
    assert!(compared > 0);
}
