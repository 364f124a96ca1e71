//! Whom a boid perceives, and what it adds up over them.

use super::Assembly;
use super::candidates::{Later, Visit};
use super::sums::{is_pursuit, pursuit_of, sorted};
use crate::emit::{Writer, sum_name};
use quelea::fast::program::{PursuitProgram, SpeciesProgram, Sum, Value};
use quelea::model::settings::{PerceptionKind, Relation};
use std::collections::HashSet;

/// With at most this many, the nearest are found by keeping them in order; with more, by bisection.
const FEW: usize = 24;

impl<const D: usize> Assembly<'_, D> {
    /// The loops over neighbours.
    pub(super) fn perceive(&self, program: &SpeciesProgram, wanted: &HashSet<Sum>, writer: &mut Writer) {
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
                // On a plane most candidates are neighbours, and it does not pay.
                let [often, rarely] = match self.fields.species {
                    None if flocks != 0 && D == 3 => writer.divided(&flock),
                    _ => Default::default(),
                };
                if often.is_empty() || rarely.is_empty() {
                    return self.visit_candidates("", &radius, writer, visit);
                }
                let later = Later {
                    is_wanted: &|writer| writer.condition(&rarely),
                    visit: &|writer| writer.update_known(&rarely),
                };
                let visit = Visit { now: &|writer| writer.update(&often, None), later: Some(later) };
                self.visit_candidates_twice("", &radius, writer, visit);
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

    /// The loop over species to flee from, to hunt or to herd.
    pub(super) fn pursue(
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
}
