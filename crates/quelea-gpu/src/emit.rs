//! From programs to WGSL: each operation becomes a line.

use crate::ranges;
use quelea::fast::program::{Input, Op, Sum, Value};
use std::collections::HashMap;

/// The constants of all shaders of a flock. They are not in the text: a slider that moves changes numbers in a buffer,
/// and no shader has to be compiled again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Constants {
    pub numbers: Vec<f32>,
    places: HashMap<u32, usize>,
}

impl Constants {
    /// Where a constant is.
    fn place(&mut self, bits: u32) -> String {
        let numbers = &mut self.numbers;
        let place = *self.places.entry(bits).or_insert_with(|| {
            numbers.push(f32::from_bits(bits));
            numbers.len() - 1
        });
        format!("constants.numbers[{}].{}", place / 4, ["x", "y", "z", "w"][place % 4])
    }

    /// The number of vectors of four that hold them, at least one.
    pub fn vectors(&self) -> usize {
        self.numbers.len().div_ceil(4).max(1)
    }
}

/// Names of what a shader provides to programs.
pub(crate) trait Names {
    /// The expression for an input, and a statement that has to come before it, if there is one: it is written once in
    /// each block, and must define a name of its own.
    fn input(&self, input: Input) -> (String, Option<String>);
}

/// The name of the variable of a sum.
pub(crate) fn sum_name(sum: Sum) -> String {
    match sum {
        Sum::Separation(axis) => format!("separation{axis}"),
        Sum::SeparationCount => "separation_count".into(),
        Sum::Alignment(axis) => format!("alignment{axis}"),
        Sum::AlignmentCount => "alignment_count".into(),
        Sum::AlignmentWeight => "alignment_weight".into(),
        Sum::Cohesion(axis) => format!("cohesion{axis}"),
        Sum::CohesionCount => "cohesion_count".into(),
        Sum::PerceivedCount => "perceived_count".into(),
        Sum::Pursuit(index, axis) => format!("pursuit{index}_{axis}"),
        Sum::PursuitCount(index) => format!("pursuit{index}_count"),
        Sum::PursuitBest(index) => format!("pursuit{index}_best"),
    }
}

/// Writes the operations of one program, each where it is first needed.
pub(crate) struct Writer<'a> {
    ops: &'a [Op],
    names: &'a dyn Names,
    constants: &'a mut Constants,
    /// For each operation, whether it can be computed before a loop over candidates.
    invariant: Vec<bool>,
    /// What is known in the block being written, and in those around it.
    blocks: Vec<Block>,
    /// What holds in the block being written: truth values, and whether they are true.
    facts: Vec<(Value, bool)>,
    text: String,
}

#[derive(Default)]
struct Block {
    values: HashMap<Value, String>,
    statements: Vec<String>,
}

/// A change of a sum for a candidate.
struct Update {
    sum: String,
    /// All of these must hold.
    conditions: Vec<Condition>,
    change: Change,
}

#[derive(Clone, Copy, PartialEq)]
struct Condition {
    value: Value,
    holds: bool,
}

enum Change {
    Add(Value),
    Subtract(Value),
    Set(Value),
    /// A value that is not part of the program.
    SetTo(String),
}

impl<'a> Writer<'a> {
    pub fn new(ops: &'a [Op], names: &'a dyn Names, constants: &'a mut Constants) -> Self {
        let mut invariant: Vec<bool> = Vec::with_capacity(ops.len());
        for op in ops {
            let in_loop = matches!(
                op,
                Op::Input(
                    Input::Offset(_)
                        | Input::Motion(_)
                        | Input::CandidateVelocity(_)
                        | Input::HasSmallerId
                        | Input::Sum(_)
                )
            );
            invariant.push(!in_loop && op.operands().all(|operand| invariant[operand.index()]));
        }
        Writer {
            ops,
            names,
            constants,
            invariant,
            blocks: vec![Block::default()],
            facts: Vec::new(),
            text: String::new(),
        }
    }

    /// Adds lines.
    pub fn push(&mut self, lines: &str) {
        self.text.push_str(lines);
        self.text.push('\n');
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }

    fn open(&mut self, head: &str) {
        self.push(&format!("{head} {{"));
        self.blocks.push(Block::default());
    }

    fn close(&mut self) {
        self.blocks.pop();
        self.push("}");
    }

    /// The expression for a value. What computes it is written before, unless it is known here.
    pub fn value(&mut self, value: Value) -> String {
        if let Some(name) = self.blocks.iter().rev().find_map(|block| block.values.get(&value)) {
            return name.clone();
        }
        let ops = self.ops;
        let mut operand = |value| self.value(value);
        let expression = match ops[value.index()] {
            Op::Constant(bits) => return self.constants.place(bits),
            Op::Truth(truth) => return truth.to_string(),
            Op::Input(input) => {
                let (expression, before) = self.names.input(input);
                if let Some(statement) = before
                    && !self.blocks.iter().any(|block| block.statements.contains(&statement))
                {
                    self.push(&statement);
                    self.blocks.last_mut().expect("a block is open").statements.push(statement);
                }
                return expression;
            }
            Op::Add(a, b) => format!("{} + {}", operand(a), operand(b)),
            Op::Sub(a, b) => format!("{} - {}", operand(a), operand(b)),
            Op::Mul(a, b) => format!("product({}, {})", operand(a), operand(b)),
            Op::Div(a, b) if ops[a.index()] == Op::Constant(1.0f32.to_bits()) => {
                let (low, high) = ranges::range(ops, &self.facts, b);
                let moderate =
                    if low >= ranges::LEAST_MODERATE && high <= ranges::MOST_MODERATE { "_of_moderate" } else { "" };
                format!("reciprocal{moderate}({})", self.value(b))
            }
            Op::Div(a, b) => format!("quotient({}, {})", operand(a), operand(b)),
            Op::Min(a, b) => {
                let (a, b) = (operand(a), operand(b));
                format!("select({b}, {a}, {a} < {b})")
            }
            Op::Max(a, b) => {
                let (a, b) = (operand(a), operand(b));
                format!("select({b}, {a}, {a} > {b})")
            }
            Op::Sqrt(a) => format!("root({})", operand(a)),
            Op::Abs(a) => format!("abs({})", operand(a)),
            Op::Floor(a) => format!("floor({})", operand(a)),
            Op::PowerOfTwo(a) => format!("power_of_two({})", operand(a)),
            Op::Exponent(a) => format!("exponent({})", operand(a)),
            Op::Mantissa(a) => format!("mantissa({})", operand(a)),
            Op::Less(a, b) => format!("{} < {}", operand(a), operand(b)),
            Op::Equal(a, b) => format!("{} == {}", operand(a), operand(b)),
            Op::And(a, b) => format!("{} && {}", operand(a), operand(b)),
            Op::Or(a, b) => format!("{} || {}", operand(a), operand(b)),
            Op::AndNot(a, b) => format!("{} && !{}", operand(a), operand(b)),
            Op::Select { mask, yes, no } => {
                let (mask, yes) = (operand(mask), operand(yes));
                let no = if ops[no.index()] == Op::Constant(0) { "0.0f".into() } else { operand(no) };
                format!("select({no}, {yes}, {mask})")
            }
        };
        let name = format!("v{}", value.index());
        self.push(&format!("let {name} = {expression};"));
        self.blocks.last_mut().expect("a block is open").values.insert(value, name.clone());
        name
    }

    /// Computes before a loop what its updates need and what is the same for all candidates.
    pub fn hoist(&mut self, updates: &[(Sum, Value)]) {
        let mut wanted: Vec<Value> = updates.iter().map(|(_, value)| *value).collect();
        while let Some(value) = wanted.pop() {
            if self.invariant[value.index()] {
                self.value(value);
            } else {
                wanted.extend(self.ops[value.index()].operands());
            }
        }
    }

    /// Writes the updates of sums for a candidate. What only some candidates need is computed only for them.
    pub fn update(&mut self, updates: &[(Sum, Value)], also: Option<(Value, &str, &str)>) {
        let mut updates: Vec<Update> = updates.iter().map(|(sum, value)| self.as_update(*sum, *value)).collect();
        if let Some((mask, variable, expression)) = also {
            let (sum, change) = (variable.to_owned(), Change::SetTo(expression.to_owned()));
            updates.push(Update { sum, conditions: self.conditions(mask), change });
        }
        self.write_updates(updates.iter().collect(), 0);
    }

    /// Updates that few candidates need, after the others: those of separation, if they have a condition of their own.
    pub fn divided(&self, updates: &[(Sum, Value)]) -> [Vec<(Sum, Value)>; 2] {
        let is_separation = |sum: Sum| matches!(sum, Sum::Separation(_) | Sum::SeparationCount);
        let (rarely, often): (Vec<_>, Vec<_>) = updates.iter().copied().partition(|(sum, _)| is_separation(*sum));
        let conditions = |updates: &[(Sum, Value)]| -> Vec<Vec<Condition>> {
            let mut all: Vec<_> = updates.iter().map(|(sum, value)| self.as_update(*sum, *value).conditions).collect();
            all.dedup();
            all
        };
        let (of_these, of_others) = (conditions(&rarely), conditions(&often));
        match of_these.as_slice() {
            [common] if !common.is_empty() && !of_others.contains(common) => [often, rarely],
            _ => [updates.to_vec(), Vec::new()],
        }
    }

    /// The conditions that all of these updates have.
    pub fn condition(&mut self, updates: &[(Sum, Value)]) -> String {
        let Some((sum, value)) = updates.first() else { return "false".into() };
        let conditions = self.as_update(*sum, *value).conditions;
        self.tests(&conditions)
    }

    /// Writes updates for a candidate for which their conditions hold.
    pub fn update_known(&mut self, updates: &[(Sum, Value)]) {
        let updates: Vec<Update> = updates.iter().map(|(sum, value)| self.as_update(*sum, *value)).collect();
        let Some(Update { conditions, .. }) = updates.first() else { return };
        let (known, depth) = (self.facts.len(), conditions.len());
        self.facts.extend(conditions.iter().map(|condition| (condition.value, condition.holds)));
        self.write_updates(updates.iter().collect(), depth);
        self.facts.truncate(known);
    }

    fn tests(&mut self, conditions: &[Condition]) -> String {
        let test = |condition: &Condition| {
            format!("{}{}", if condition.holds { "" } else { "!" }, self.value(condition.value))
        };
        conditions.iter().map(test).collect::<Vec<_>>().join(" & ")
    }

    /// Adding zero where a mask does not hold is the same as not adding: no sum is ever −0.
    fn as_update(&self, sum: Sum, value: Value) -> Update {
        let is_sum = |value: Value| self.ops[value.index()] == Op::Input(Input::Sum(sum));
        let masked = |value: Value| match self.ops[value.index()] {
            Op::Select { mask, yes, no } if self.ops[no.index()] == Op::Constant(0) => (self.conditions(mask), yes),
            _ => (Vec::new(), value),
        };
        let name = sum_name(sum);
        match self.ops[value.index()] {
            Op::Add(a, b) if is_sum(a) => {
                let (conditions, term) = masked(b);
                Update { sum: name, conditions, change: Change::Add(term) }
            }
            Op::Sub(a, b) if is_sum(a) => {
                let (conditions, term) = masked(b);
                Update { sum: name, conditions, change: Change::Subtract(term) }
            }
            Op::Select { mask, yes, no } if is_sum(no) => {
                Update { sum: name, conditions: self.conditions(mask), change: Change::Set(yes) }
            }
            _ => Update { sum: name, conditions: Vec::new(), change: Change::Set(value) },
        }
    }

    /// The conditions that a mask is made of.
    fn conditions(&self, mask: Value) -> Vec<Condition> {
        match self.ops[mask.index()] {
            Op::And(a, b) => [self.conditions(a), self.conditions(b)].concat(),
            Op::AndNot(a, b) => [self.conditions(a), vec![Condition { value: b, holds: false }]].concat(),
            Op::Truth(true) => Vec::new(),
            _ => vec![Condition { value: mask, holds: true }],
        }
    }

    /// Writes updates whose first `depth` conditions hold.
    fn write_updates(&mut self, updates: Vec<&Update>, depth: usize) {
        let (here, mut rest): (Vec<&Update>, Vec<&Update>) =
            updates.into_iter().partition(|update| update.conditions.len() == depth);
        // All are computed before any changes.
        let assignments: Vec<String> = here
            .iter()
            .map(|Update { sum, change, .. }| match change {
                Change::Add(term) => format!("{sum} += {};", self.value(*term)),
                Change::Subtract(term) => format!("{sum} -= {};", self.value(*term)),
                Change::Set(value) => format!("{sum} = {};", self.value(*value)),
                Change::SetTo(expression) => format!("{sum} = {expression};"),
            })
            .collect();
        assignments.iter().for_each(|assignment| self.push(assignment));
        while let Some(first) = rest.first() {
            let condition = first.conditions[depth];
            let (these, others): (Vec<&Update>, Vec<&Update>) =
                rest.into_iter().partition(|update| update.conditions[depth] == condition);
            rest = others;
            // Conditions that all of these have in common are looked at together.
            let shared = (depth..).take_while(|depth| {
                let condition = these[0].conditions.get(*depth);
                condition.is_some() && these.iter().all(|update| update.conditions.get(*depth) == condition)
            });
            let shared: Vec<Condition> = shared.map(|depth| these[0].conditions[depth]).collect();
            let tests = self.tests(&shared);
            self.open(&format!("if ({tests})"));
            let known = self.facts.len();
            self.facts.extend(shared.iter().map(|condition| (condition.value, condition.holds)));
            self.write_updates(these, depth + shared.len());
            self.facts.truncate(known);
            self.close();
        }
    }

    /// Declares the variables of sums, with what they begin at.
    pub fn declare(&mut self, sums: impl IntoIterator<Item = Sum>, best: Option<f32>) {
        for sum in sums {
            let start = match (sum, best) {
                (Sum::PursuitBest(_), Some(best)) => self.constants.place(best.to_bits()),
                _ => "0.0".into(),
            };
            self.push(&format!("var {} = {start};", sum_name(sum)));
        }
    }

    /// The expression for a constant.
    pub fn constant(&mut self, x: f32) -> String {
        self.constants.place(x.to_bits())
    }

    /// Opens a block, as in `if (…)`.
    pub fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.open(head);
        body(self);
        self.close();
    }
}
