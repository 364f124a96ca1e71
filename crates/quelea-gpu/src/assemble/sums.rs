//! Which sums over neighbours a boid needs.

use quelea::fast::program::{Input, Op, SpeciesProgram, Sum, Value};
use std::collections::{HashMap, HashSet};

pub(super) fn is_pursuit(sum: Sum) -> bool {
    pursuit_of(sum).is_some()
}

pub(super) fn pursuit_of(sum: Sum) -> Option<u8> {
    match sum {
        Sum::Pursuit(index, _) | Sum::PursuitCount(index) | Sum::PursuitBest(index) => Some(index),
        _ => None,
    }
}

pub(super) fn sorted(mut sums: Vec<Sum>) -> Vec<Sum> {
    sums.sort();
    sums
}

/// The sums that a boid's motion depends on.
pub(super) fn needed_sums(program: &SpeciesProgram) -> HashSet<Sum> {
    let mut seen = HashSet::new();
    let mut wanted: Vec<Value> = program.outputs.iter().map(|(_, value)| *value).collect();
    let mut sums = HashSet::new();
    while let Some(value) = wanted.pop() {
        if !seen.insert(value) {
            continue;
        }
        if let Op::Input(Input::Sum(sum)) = program.ops[value.index()] {
            sums.insert(sum);
        }
        wanted.extend(program.ops[value.index()].operands());
    }
    sums
}

/// Sums to which every candidate adds the same as to another, which then stands for them.
pub(super) fn equal_sums(program: &SpeciesProgram) -> HashMap<Sum, Sum> {
    let term = |updates: &[(Sum, Value)], sum: Sum| -> Option<Option<Value>> {
        let Some((_, value)) = updates.iter().find(|(updated, _)| *updated == sum) else { return Some(None) };
        match program.ops[value.index()] {
            Op::Add(a, term) if program.ops[a.index()] == Op::Input(Input::Sum(sum)) => Some(Some(term)),
            _ => None,
        }
    };
    let mut standing: HashMap<(Option<Value>, Option<Value>), Sum> = HashMap::new();
    let mut same = HashMap::new();
    for (sum, _) in &program.flock {
        if let (Some(flock), Some(avoid)) = (term(&program.flock, *sum), term(&program.avoid, *sum)) {
            match standing.get(&(flock, avoid)) {
                Some(other) => {
                    same.insert(*sum, *other);
                }
                None => {
                    standing.insert((flock, avoid), *sum);
                }
            }
        }
    }
    same
}
