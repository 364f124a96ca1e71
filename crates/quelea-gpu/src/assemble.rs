//! The step kernel: recorded programs, put between loops over candidates.

use crate::emit::{Constants, Names, Writer, sum_name};
use crate::fields::Fields;
use quelea::fast::program::{
    Avoid, FlowGrid, Input, Memory, Model, Op, Output, PursuitProgram, SpeciesProgram, StageProgram, Sum, Value,
    Waypoints,
};
use quelea::model::settings::{AvoidMethod, PerceptionKind, Relation};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// With at most this many, the nearest are found by keeping them in order; with more, by bisection.
const FEW: usize = 24;

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

    /// The loops over neighbours.
    fn perceive(&self, program: &SpeciesProgram, wanted: &HashSet<Sum>, writer: &mut Writer) {
        let perception = &program.perception;
        let keep = |updates: &[(Sum, Value)]| -> Vec<(Sum, Value)> {
            updates.iter().filter(|(sum, _)| wanted.contains(sum)).copied().collect()
        };
        let (flock, avoid) = (keep(&program.flock), keep(&program.avoid));
        let related = |relation: Relation| self.species_with(&perception.relations, relation);
        let (flocks, avoids) = (related(Relation::Flock), related(Relation::Avoid));
        let flock = if flocks == 0 { Vec::new() } else { flock };
        let avoid = if avoids == 0 { Vec::new() } else { avoid };
        let sums: Vec<Sum> = wanted.iter().copied().filter(|sum| !is_pursuit(*sum)).collect();
        let sums = sorted(sums);
        writer.declare(sums.iter().copied(), None);
        if flock.is_empty() && avoid.is_empty() {
            return;
        }
        writer.hoist(&flock);
        writer.hoist(&avoid);
        let visit = |writer: &mut Writer| match self.fields.species {
            None if flocks == 0 => writer.update(&avoid, None),
            None => writer.update(&flock, None),
            Some(_) => {
                if !flock.is_empty() {
                    writer.block(&format!("if (((1u << other_species) & {flocks}u) != 0u)"), |writer| {
                        writer.update(&flock, None)
                    });
                }
                if !avoid.is_empty() {
                    writer.block(&format!("if (((1u << other_species) & {avoids}u) != 0u)"), |writer| {
                        writer.update(&avoid, None)
                    });
                }
            }
        };
        match perception.kind {
            PerceptionKind::Friends | PerceptionKind::Voronoi => self.visit_list(writer, visit),
            PerceptionKind::Radius => {
                let radius = writer.constant(perception.furthest);
                self.visit_candidates("", &radius, writer, visit);
            }
            PerceptionKind::All => self.visit_everyone(writer, visit),
            PerceptionKind::Nearest | PerceptionKind::NearestWithin => {
                self.visit_nearest(program, flocks | avoids, &sums, writer, visit);
            }
        }
    }

    /// Visits the k nearest: finds how far away the last of them is, then everyone who is not further away.
    fn visit_nearest(
        &self,
        program: &SpeciesProgram,
        related: u32,
        sums: &[Sum],
        writer: &mut Writer,
        visit: impl Fn(&mut Writer),
    ) {
        let perception = &program.perception;
        let wanted = perception.nearest;
        let field = self.fields.hints.expect("who perceives the nearest has hints");
        let (within, above) = (writer.constant(perception.within_squared), writer.constant(perception.above));
        let is_present = |writer: &mut Writer, body: &dyn Fn(&mut Writer)| {
            let species = match self.fields.species {
                Some(_) => format!(" && ((1u << other_species) & {related}u) != 0u"),
                None => String::new(),
            };
            writer.push("let r2 = inner(d, d);");
            writer.block(&format!("if ({above} < r2 && r2 < {within}{species})"), body);
        };
        writer.push(&format!("let max_radius = min(grid.diagonal, sqrt({within}));"));
        writer.push(&format!("let hint = bitcast<f32>(words[{field}u * grid.boids + slot]) * 1.05;"));
        let start = writer.constant((1.5 * wanted as f32 + 4.0).powf(1.0 / D as f32));
        writer.push(&format!("var radius = select({start} * grid.typical, hint, hint > 0.0);"));
        writer.push("const NONE: f32 = 0x1.fffffep+127f;");
        writer.push("var furthest = NONE;");
        writer.block("loop", |writer| {
            writer.push("let whole = radius >= max_radius;\nradius = min(radius, max_radius);");
            if wanted <= FEW {
                (0..wanted).for_each(|rank| writer.push(&format!("var nearest{rank} = NONE;")));
                self.visit_candidates("a", "radius", writer, |writer| {
                    is_present(writer, &|writer| {
                        let last = wanted - 1;
                        writer.block(&format!("if (r2 < nearest{last})"), |writer| {
                            for rank in (1..wanted).rev() {
                                writer.push(&format!(
                                    "nearest{rank} = min(nearest{rank}, max(nearest{}, r2));",
                                    rank - 1
                                ));
                            }
                            writer.push("nearest0 = min(nearest0, r2);");
                        });
                    });
                });
                writer.push(&format!("furthest = nearest{};", wanted - 1));
            } else {
                // The bits of positive numbers are in the order of the numbers: the smallest with so many not above.
                writer.push("var low = 0u;\nvar high = bitcast<u32>(NONE);");
                writer.block("while (low < high)", |writer| {
                    writer.push("let middle = low + (high - low) / 2u;\nvar count = 0u;");
                    self.visit_candidates("a", "radius", writer, |writer| {
                        is_present(writer, &|writer| {
                            writer.push("count += select(0u, 1u, bitcast<u32>(r2) <= middle);")
                        });
                    });
                    writer.push(&format!("if (count < {wanted}u) {{ low = middle + 1u; }} else {{ high = middle; }}"));
                });
                writer.push("furthest = bitcast<f32>(low);");
            }
            writer.push("if (whole || furthest < radius * radius) { break; }\nradius = radius * 1.4;");
        });
        let limit = format!("min(furthest, {within})");
        writer.push(&format!("new_words[{field}u * grid.boids + slot] = bitcast<u32>(sqrt({limit}));"));
        // Of several at the last distance those with the smallest ids are perceived. That has to be known only if
        // there turn out to be too many.
        writer.push("var last_id = 0xffffffffu;\nvar breaks_tie = false;");
        writer.block("loop", |writer| {
            writer.push("var members = 0u;");
            self.visit_candidates("b", "radius", writer, |writer| {
                if self.model.space().is_torus() {
                    writer.push("if (breaks_tie) { d = offset_between(position, row(other)); }");
                }
                is_present(writer, &|writer| {
                    writer.block("if (r2 < furthest || (r2 == furthest && ids[j] <= last_id))", |writer| {
                        writer.push("members += 1u;");
                        visit(writer);
                    });
                });
            });
            writer.push(&format!("if (breaks_tie || members <= {wanted}u) {{ break; }}"));
            writer.push("breaks_tie = true;\nvar nearer = 0u;");
            self.visit_candidates("c", "radius", writer, |writer| {
                is_present(writer, &|writer| writer.push("nearer += select(0u, 1u, r2 < furthest);"));
            });
            // The ids at the last distance, one after the other.
            writer.push("var next_id = 0u;");
            writer.block(&format!("for (var left = {wanted}u - nearer; left > 0u; left--)"), |writer| {
                writer.push("last_id = 0xffffffffu;");
                self.visit_candidates("e", "radius", writer, |writer| {
                    is_present(writer, &|writer| {
                        writer.push("if (r2 == furthest && ids[j] >= next_id) { last_id = min(last_id, ids[j]); }");
                    });
                });
                writer.push("next_id = last_id + 1u;");
            });
            sums.iter().for_each(|sum| writer.push(&format!("{} = 0.0;", sum_name(*sum))));
        });
    }

    /// A loop over at least all boids within a distance, in storage order. The text that visits one finds `j`, `other`
    /// and `d` there.
    fn visit_candidates(&self, tag: &str, radius: &str, writer: &mut Writer, visit: impl Fn(&mut Writer)) {
        let torus = self.model.space().is_torus();
        let loops = [("x", 0), ("y", 1), ("z", 2)];
        writer.push(&format!("let reach{tag} = {radius} * 1.00001 + grid.slack;"));
        for (axis, number) in &loops[..D] {
            writer.push(&format!(
                "let {axis}s{tag} = spans({number}u, position.{axis} - reach{tag}, position.{axis} + reach{tag});"
            ));
        }
        let everyone = torus && self.reaches_round;
        if everyone {
            let mut text = format!("let everyone{tag} = {radius} > grid.max_radius");
            for (axis, _) in &loops[..D] {
                let _ = write!(text, " || {axis}s{tag}.cells > grid.counts.{axis}");
            }
            writer.push(&format!("{text};"));
        }
        // Near the seam of a torus a row has two parts. One loop goes through all parts of all rows: with a loop of its
        // own for them, invocations beside each other drift apart.
        let unless = |count: String, otherwise: &str| match everyone {
            true => format!("select({count}, {otherwise}, everyone{tag})"),
            false => count,
        };
        let lines = match torus {
            true => {
                writer.push(&format!("let split{tag} = select(0u, 1u, xs{tag}.second.x <= xs{tag}.second.y);"));
                unless(format!("ys{tag}.cells << split{tag}"), "1i")
            }
            false => format!("ys{tag}.cells"),
        };
        writer.push(&format!("let lines{tag} = {lines};\nlet reach_squared{tag} = reach{tag} * reach{tag};"));
        if D == 2 {
            writer.push(&format!("let layer{tag} = 0i;\nlet left_in_layer{tag} = reach_squared{tag};"));
            return self.visit_layer(tag, everyone, writer, visit);
        }
        let layers = unless(format!("zs{tag}.cells"), "1i");
        writer.block(&format!("for (var z_place = 0i; z_place < {layers}; z_place++)"), |writer| {
            writer.push(&format!(
                "let layer{tag} = span_cell(zs{tag}, z_place) * grid.counts.y;\n\
                 let z_away = distance_to_cell(2u, zs{tag}, z_place, position.z);\n\
                 let left_in_layer{tag} = reach_squared{tag} - z_away * z_away;"
            ));
            self.visit_layer(tag, everyone, writer, &visit);
        });
    }

    /// The rows of one layer of cells.
    fn visit_layer(&self, tag: &str, everyone: bool, writer: &mut Writer, visit: impl Fn(&mut Writer)) {
        let torus = self.model.space().is_torus();
        writer.block(&format!("for (var line_place = 0i; line_place < lines{tag}; line_place++)"), |writer| {
            match torus {
                true => writer.push(&format!(
                    "let y_place = line_place >> split{tag};\n\
                     let is_second = split{tag} == 1u && (line_place & 1) == 1;\n\
                     let span = select(xs{tag}.first, xs{tag}.second, is_second);\n\
                     let x_shift = select(xs{tag}.shifts.x, xs{tag}.shifts.y, is_second);"
                )),
                false => writer.push(&format!(
                    "let y_place = line_place;\nlet span = xs{tag}.first;\nlet x_shift = 0.0;"
                )),
            }
            // Only the part of the row that is within reach.
            writer.push(&format!(
                "let line = (layer{tag} + span_cell(ys{tag}, y_place)) * grid.counts.x;\n\
                 let y_away = distance_to_cell(1u, ys{tag}, y_place, position.y);\n\
                 let left = left_in_layer{tag} - y_away * y_away;\n\
                 let near = narrowed(span, position.x - x_shift, sqrt(max(left, 0.0)));\n\
                 var start = 0u;\nvar end = 0u;"
            ));
            writer.push(
                "if (left >= 0.0 && near.x <= near.y) { start = starts[line + near.x]; end = starts[line + near.y + 1]; }",
            );
            if everyone {
                writer.push(&format!("if (everyone{tag}) {{ start = 0u; end = grid.boids; }}"));
            }
            if torus {
                let z_shift = if D == 3 { format!(", span_shift(zs{tag}, z_place)") } else { String::new() };
                writer.push(&format!("let shift = Vector(x_shift, span_shift(ys{tag}, y_place){z_shift});"));
            }
            writer.block("for (var j = start; j < end; j++)", |writer| {
                writer.push("if (j == slot) { continue; }\nlet other = positions[j];");
                self.other_species(writer);
                let difference = "row(other) - position";
                match (torus, everyone) {
                    (true, true) => writer.push(&format!(
                        "var d = {difference};\n\
                         if (everyone{tag}) {{ d = offset_between(position, row(other)); }} else {{ d = d + shift; }}"
                    )),
                    (true, false) => writer.push(&format!("var d = {difference} + shift;")),
                    // Adding zero turns −0 into +0, as it does elsewhere.
                    (false, _) => writer.push(&format!("var d = {difference} + constants.zero;")),
                }
                visit(writer);
            });
        });
    }

    fn other_species(&self, writer: &mut Writer) {
        if let Some(field) = self.fields.species {
            writer.push(&format!("let other_species = words[{field}u * grid.boids + j];"));
        }
    }

    /// A loop over the whole flock.
    fn visit_everyone(&self, writer: &mut Writer, visit: impl Fn(&mut Writer)) {
        writer.block("for (var j = 0u; j < grid.boids; j++)", |writer| {
            writer.push("if (j == slot) { continue; }\nlet other = positions[j];");
            self.other_species(writer);
            self.pairwise(writer);
            visit(writer);
        });
    }

    fn pairwise(&self, writer: &mut Writer) {
        match self.model.space().is_torus() {
            true => writer.push("var d = offset_between(position, row(other));"),
            false => writer.push("var d = row(other) - position + constants.zero;"),
        }
    }

    /// A loop over the boids in a list, in storage order.
    fn visit_list(&self, writer: &mut Writer, visit: impl Fn(&mut Writer)) {
        writer.push("let list = vec2u(list_starts[id], list_starts[id + 1u]);\nsort_list(list);");
        writer.block("for (var entry = list.x; entry < list.y; entry++)", |writer| {
            writer.push("let j = list_slots[entry];\nif (j == slot) { continue; }\nlet other = positions[j];");
            self.other_species(writer);
            // Lists have no cells, and so no shifts.
            match self.model.space().is_torus() {
                true => writer.push("var d = offset_between(position, row(other));"),
                false => writer.push("var d = row(other) - position;"),
            }
            visit(writer);
        });
    }

    /// The loop over species to flee from, to hunt or to herd.
    fn pursue(
        &self,
        (index, pursuit): (usize, &PursuitProgram),
        relations: &[Relation],
        wanted: &HashSet<Sum>,
        writer: &mut Writer,
    ) {
        let related = self.species_with(relations, pursuit.relation);
        let updates = &pursuit.updates;
        let mut sums: Vec<Sum> = updates.iter().map(|(sum, _)| *sum).collect();
        sums.extend(wanted.iter().copied().filter(|sum| pursuit_of(*sum) == Some(index as u8)));
        sums.sort();
        sums.dedup();
        writer.declare(sums, Some(pursuit.best));
        if related == 0 {
            return;
        }
        if pursuit.is_nearest.is_some() {
            writer.push(&format!("var best_id{index} = 0xffffffffu;"));
        }
        writer.hoist(updates);
        let radius = writer.constant(pursuit.radius);
        let tag = format!("p{index}");
        self.visit_candidates(&tag, &radius, writer, |writer| {
            let update = |writer: &mut Writer| {
                if pursuit.is_nearest.is_some() {
                    writer.push(&format!("let best_id = best_id{index};"));
                }
                let id = format!("best_id{index}");
                writer.update(updates, pursuit.is_nearest.map(|mask| (mask, id.as_str(), "ids[j]")));
            };
            match self.fields.species {
                Some(_) => writer.block(&format!("if (((1u << other_species) & {related}u) != 0u)"), update),
                None => update(writer),
            }
        });
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

fn is_pursuit(sum: Sum) -> bool {
    pursuit_of(sum).is_some()
}

fn pursuit_of(sum: Sum) -> Option<u8> {
    match sum {
        Sum::Pursuit(index, _) | Sum::PursuitCount(index) | Sum::PursuitBest(index) => Some(index),
        _ => None,
    }
}

fn sorted(mut sums: Vec<Sum>) -> Vec<Sum> {
    sums.sort();
    sums
}

/// The sums that a boid's motion depends on.
fn needed_sums(program: &SpeciesProgram) -> HashSet<Sum> {
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
fn equal_sums(program: &SpeciesProgram) -> HashMap<Sum, Sum> {
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

/// The names that a step kernel has for what programs need.
struct StepNames<'a, const D: usize> {
    fields: &'a Fields,
    uses_headings: bool,
    /// Sums that stand for others.
    same: HashMap<Sum, Sum>,
}

impl<const D: usize> StepNames<'_, D> {
    /// A vector that is loaded where it is first needed.
    fn loaded(&self, name: &str, buffer: &str, at: &str, axis: u8) -> (String, Option<String>) {
        let load = format!("let {name} = row({buffer}[{at}]);");
        (format!("{name}.{}", AXES[usize::from(axis)]), Some(load))
    }

    fn random(&self, name: String, key: u64, number: &str, place: u8, step: &str) -> (String, Option<String>) {
        let (low, high) = (key as u32, (key >> 32) as u32);
        let state = format!("random_state(constants.{step}, id, vec2u({low}u, {high}u))");
        let load = format!("let {name} = {number}({state}, {}u);", u32::from(place) + 1);
        (name, Some(load))
    }
}

impl<const D: usize> Names for StepNames<'_, D> {
    fn input(&self, input: Input) -> (String, Option<String>) {
        let part = |name: &str, axis: u8| (format!("{name}.{}", AXES[usize::from(axis)]), None);
        match input {
            Input::Position(axis) => part("position", axis),
            Input::Velocity(axis) => part("velocity", axis),
            Input::Memory(which, axis) => {
                let field = self.fields.memory(which).expect("who remembers has the memory");
                let name = match which {
                    Memory::Smoothed => "smoothed".to_owned(),
                    Memory::Wander => "wander".to_owned(),
                    Memory::Stage(index) => format!("stage{index}"),
                };
                self.loaded(&name, "memory", &format!("{field}u * grid.boids + slot"), axis)
            }
            Input::Random(key, place) => {
                self.random(format!("random_{key}_{place}"), key, "random_number", place, "step_key")
            }
            Input::LastingRandom(key, place) => {
                self.random(format!("lasting_{key}_{place}"), key, "random_number", place, "lasting_key")
            }
            Input::RandomOffset(key, place) => {
                self.random(format!("offset_{key}_{place}"), key, "random_offset", place, "step_key")
            }
            Input::Target(axis) => part("waypoint", axis),
            Input::Flow(axis) => part("flow", axis),
            Input::Avoidance(axis) => part("avoidance.force", axis),
            Input::RemainingWeight => ("avoidance.remaining_weight".into(), None),
            Input::Offset(axis) => part("d", axis),
            Input::Motion(axis) if self.uses_headings => self.loaded("other_heading", "headings", "j", axis),
            Input::Motion(axis) | Input::CandidateVelocity(axis) if D == 2 => {
                (format!("other.{}", ["z", "w"][usize::from(axis)]), None)
            }
            Input::Motion(0) | Input::CandidateVelocity(0) => ("other.w".into(), None),
            Input::Motion(axis) | Input::CandidateVelocity(axis) => {
                let load = "let other_velocity = velocities[j];".to_owned();
                (format!("other_velocity.{}", ["x", "y"][usize::from(axis) - 1]), Some(load))
            }
            Input::HasSmallerId => ("(ids[j] < best_id)".into(), None),
            Input::Sum(sum) => (sum_name(*self.same.get(&sum).unwrap_or(&sum)), None),
        }
    }
}
