//! The step kernel: recorded programs, put between loops over candidates.

mod candidates;
mod names;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod nearby;
mod perceive;
mod sums;

use crate::emit::{Constants, Writer};
use crate::fields::Fields;
use names::StepNames;
use quelea::fast::program::{Avoid, FlowGrid, Model, Output, SpeciesProgram, StageProgram, Waypoints};
use quelea::model::settings::{AvoidMethod, Relation};
use std::collections::HashMap;
use std::fmt::Write as _;
use sums::{equal_sums, needed_sums};

/// Some adapters end every loop once the loops of an invocation have gone round too often. Then this one ends, too.
pub(crate) const NOTICE_OVERRUN: &str = "
    var rounds = 0u;
    for (var round = 0u; round < constants.eight; round++) {
        rounds += 1u + (round ^ slot) * constants.zero_bits;
    }
    if (rounds != constants.eight) {
        atomicStore(&overruns[0], 1u);
    }
";

/// A vector's components.
const AXES: [&str; 3] = ["x", "y", "z"];

/// The text of a step kernel, and what it has to know.
pub(crate) struct StepShader {
    pub text: String,
    pub constants: Constants,
}

/// What the kernels of a flock have in common.
pub(crate) struct Assembly<'a, const D: usize> {
    pub model: &'a Model<D>,
    pub fields: &'a Fields,
    /// Whether some boid may have to look at everyone, because its cells would reach around a torus.
    pub reaches_round: bool,
    /// Whether a step counts for the next one how many boids each cell has: where the cells stay the same.
    pub counts_ahead: bool,
    /// Whether the adapter ends long loops early, so that kernels have to notice.
    pub limits_loops: bool,
}

impl<const D: usize> Assembly<'_, D> {
    /// The kernels of all stages.
    pub fn stages(&self) -> Vec<StepShader> {
        self.model.record().iter().map(|stage| self.stage(stage)).collect()
    }

    /// A kernel that counts the candidates and the neighbours of some boids of one species that perceives by distance:
    /// of those in every so many slots.
    pub fn counting(&self, program: &SpeciesProgram) -> StepShader {
        let mut constants = Constants::default();
        let names = StepNames::<D> { fields: self.fields, uses_headings: false, same: HashMap::new() };
        let mut writer = Writer::new(&program.ops, &names, &mut constants);
        writer.push("fn count_neighbours(sample: u32, slot: u32) {");
        writer.push("let boid = positions[slot];\nvar candidates = 0u;\nvar neighbours = 0u;");
        writer.push(if D == 2 { "let position = boid.xy;" } else { "let position = boid.xyz;" });
        let radius = writer.constant(program.perception.furthest);
        let (within, above) =
            (writer.constant(program.perception.within_squared), writer.constant(program.perception.above));
        self.visit_candidates("", &radius, &mut writer, |writer| {
            writer.push("candidates += 1u;\nlet r2 = inner(d, d);");
            writer.push(&format!("neighbours += select(0u, 1u, {above} < r2 && r2 < {within});"));
        });
        writer.push("results[2u * sample] = candidates;\nresults[2u * sample + 1u] = neighbours;\n}");
        let text = writer.finish()
            + "@compute @workgroup_size(WORKGROUP)
fn count_sample(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let sample = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (sample >= arrayLength(&results) / 2u) {
        return;
    }
    let every = results[2u * sample];
    let slot = results[2u * sample + 1u];
    if (every != 0u && slot < grid.boids) {
        count_neighbours(sample, slot);
    }
}
";
        StepShader { text, constants }
    }

    fn stage(&self, stage: &StageProgram) -> StepShader {
        let mut constants = Constants::default();
        let mut text = String::new();
        for (index, program) in stage.species.iter().enumerate() {
            text.push_str(&self.species(index, program, &mut constants));
        }
        text.push_str(&self.entry(stage.species.len()));
        StepShader { text, constants }
    }

    fn entry(&self, species: usize) -> String {
        let mut text = String::from(
            "@compute @workgroup_size(WORKGROUP)
fn step_boids(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
",
        );
        let call = |index| format!("step_species{index}(slot);\n");
        match self.fields.species {
            None => text.push_str(&call(0)),
            Some(field) => {
                let _ = writeln!(text, "switch (words[{field}u * grid.boids + slot]) {{");
                for index in 0..species {
                    let _ = writeln!(text, "case {index}u: {{ {} }}", call(index));
                }
                text.push_str("default: {}\n}\n");
            }
        }
        if self.limits_loops {
            text.push_str(NOTICE_OVERRUN);
        }
        text.push_str("}\n");
        text
    }

    /// The function that steps a boid of one species.
    fn species(&self, index: usize, program: &SpeciesProgram, constants: &mut Constants) -> String {
        let waypoints = self.model.waypoints(index).filter(|_| self.fields.waypoints.is_some());
        let same = equal_sums(program);
        let names =
            StepNames::<D> { fields: self.fields, uses_headings: program.perception.uses_headings, same: same.clone() };
        let mut wanted = needed_sums(program);
        // Of sums that are always equal one is enough.
        for (sum, other) in &same {
            if wanted.remove(sum) {
                wanted.insert(*other);
            }
        }
        let mut writer = Writer::new(&program.ops, &names, constants);
        writer.push(&format!("fn step_species{index}(slot: u32) {{"));
        writer.push("let id = ids[slot];\nlet boid = positions[slot];");
        match D {
            2 => writer.push("let position = boid.xy;\nlet velocity = boid.zw;"),
            _ => writer.push("let position = boid.xyz;\nlet velocity = vec3f(boid.w, velocities[slot]);"),
        }
        if let Some(field) = self.fields.species {
            writer.push(&format!("new_words[{field}u * grid.boids + slot] = {index}u;"));
        }
        self.waypoints(waypoints.as_ref(), self.tables_before(index), &mut writer);
        if let Some(grid) = self.model.flow_grid(index) {
            let points = waypoints.as_ref().map_or(0, |waypoints| waypoints.points.len());
            write_flow(&grid, self.tables_before(index) + points, &mut writer);
        }
        self.perceive(program, &wanted, &mut writer);
        for pursuit in program.pursuits.iter().enumerate() {
            self.pursue(pursuit, &program.perception.relations, &wanted, &mut writer);
        }
        let avoid = self.model.avoid(index);
        if let Some(avoid) = &avoid {
            write_avoid(avoid, &mut writer);
            let call = match avoid.method {
                AvoidMethod::ForceField => "force_field(avoid, position)",
                AvoidMethod::Steer => "steer_clear(avoid, position, velocity)",
            };
            writer.push(&format!("let avoidance = {call};"));
        }
        self.write_outputs(program, &mut writer);
        writer.push("}");
        writer.finish()
    }

    /// The species with a relation, as bits.
    fn species_with(&self, relations: &[Relation], wanted: Relation) -> u32 {
        let count = if self.fields.species.is_some() { relations.len() } else { 1 };
        let related = relations[..count].iter().enumerate().filter(|(_, relation)| **relation == wanted);
        related.map(|(index, _)| 1 << index).sum()
    }

    /// The rows of tables, after those of obstacles, of species before one.
    fn tables_before(&self, species: usize) -> usize {
        (0..species).map(|index| rows_of_species(self.model, index)).sum()
    }

    fn waypoints(&self, waypoints: Option<&Waypoints<D>>, first: usize, writer: &mut Writer) {
        let Some(field) = self.fields.waypoints else { return };
        let place = format!("{field}u * grid.boids + slot");
        let Some(waypoints) = waypoints else {
            return writer.push(&format!("new_words[{place}] = words[{place}];"));
        };
        let (points, counters) = (waypoints.points.len(), waypoints.counters);
        writer.push(&format!("var counter = words[{place}] % {counters}u;"));
        // Beyond the last point they come back.
        let point = |counter: &str| {
            format!(
                "row_after_obstacles({first}u + select({counter}, {counters}u - {counter}, {counter} >= {points}u))"
            )
        };
        let within = writer.constant(waypoints.within_squared);
        writer.push(&format!(
            "let to_waypoint = offset_between(position, row({}));\nvar passed = words[{place}];",
            point("counter")
        ));
        let next = match waypoints.stops {
            true => format!("min(counter + 1u, {}u)", points - 1),
            false => format!("(counter + 1u) % {counters}u"),
        };
        writer.push(&format!("if (inner(to_waypoint, to_waypoint) < {within}) {{ passed = {next}; }}"));
        writer.push(&format!("new_words[{place}] = passed;\ncounter = passed % {counters}u;"));
        writer.push(&format!("let waypoint = row({});", point("counter")));
    }

    fn write_outputs(&self, program: &SpeciesProgram, writer: &mut Writer) {
        let value = |wanted: Output, writer: &mut Writer| {
            let found = program.outputs.iter().find(|(output, _)| *output == wanted);
            found.map(|(_, value)| writer.value(*value))
        };
        let vector = |output: &dyn Fn(u8) -> Output, writer: &mut Writer| -> Option<String> {
            let parts: Option<Vec<String>> = (0..D as u8).map(|axis| value(output(axis), writer)).collect();
            Some(parts?.join(", "))
        };
        let position = vector(&Output::Position, writer).expect("boids move");
        let velocity = vector(&Output::Velocity, writer).expect("boids move");
        writer.push(&format!("var moved = Moved(Vector({position}), Vector({velocity}));"));
        for (index, memory) in self.fields.memory.iter().enumerate() {
            let place = format!("{index}u * grid.boids + slot");
            match vector(&|axis| Output::Memory(*memory, axis), writer) {
                Some(numbers) if D == 2 => writer.push(&format!("new_memory[{place}] = vec4f({numbers}, 0.0, 0.0);")),
                Some(numbers) => writer.push(&format!("new_memory[{place}] = vec4f({numbers}, 0.0);")),
                None => writer.push(&format!("new_memory[{place}] = memory[{place}];")),
            }
        }
        if program.resolves_penetration {
            writer.push("moved = resolve_penetration(avoid, position, moved);");
        }
        if self.counts_ahead {
            writer.push("let next_cell = cell_of(moved.position);");
            writer.push("new_places[slot] = vec2u(next_cell, atomicAdd(&next_counts[next_cell], 1u));");
        }
        match D {
            2 => writer.push("new_positions[slot] = vec4f(moved.position, moved.velocity);"),
            _ => writer.push(
                "new_positions[slot] = vec4f(moved.position, moved.velocity.x);\nnew_velocities[slot] = moved.velocity.yz;",
            ),
        }
    }
}

/// The rows of tables that a species has besides obstacles.
pub(crate) fn rows_of_species<const D: usize>(model: &Model<D>, species: usize) -> usize {
    let points = model.waypoints(species).map_or(0, |waypoints| waypoints.points.len());
    points + model.flow_grid(species).map_or(0, |grid| grid.vectors.len())
}

fn write_flow<const D: usize>(grid: &FlowGrid<D>, first_row: usize, writer: &mut Writer) {
    writer.push("var flow_place = 0;");
    for axis in (0..D).rev() {
        let (low, per_length) = (writer.constant(grid.low[axis]), writer.constant(grid.cells_per_length[axis]));
        writer.push(&format!(
            "flow_place = flow_place * {} + flow_cell({axis}u, position.{}, {low}, {per_length}, {}, {});",
            grid.cells[axis], AXES[axis], grid.cells[axis], grid.repeats
        ));
    }
    writer.push(&format!("let flow = row(row_after_obstacles({first_row}u + u32(flow_place)));"));
}

fn write_avoid(avoid: &Avoid, writer: &mut Writer) {
    let per = if avoid.turns_heading { avoid.max_speed.max(f32::MIN_POSITIVE) } else { avoid.step };
    let numbers = [
        avoid.look_ahead,
        avoid.half_turn,
        avoid.clearance,
        avoid.strength,
        avoid.reach,
        avoid.contact,
        avoid.contact_push,
        avoid.step,
        avoid.max_speed,
        avoid.max_stride,
        per,
    ];
    let numbers: Vec<String> = numbers.iter().map(|x| writer.constant(*x)).collect();
    writer.push(&format!("let avoid = Avoid({});", numbers.join(", ")));
}
