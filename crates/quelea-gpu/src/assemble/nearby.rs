//! The kernel that measures who is near: how far the nearest boid is, and how many are perceived.

use super::names::StepNames;
use super::{AXES, Assembly, NOTICE_OVERRUN, StepShader};
use crate::emit::{Constants, Writer};
use std::collections::HashMap;

/// The numbers of double precision before those of species: the period of each axis, and the lowest corner.
pub(crate) const SPECIES_NUMBERS: usize = 6;

/// What is measured of boids near others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearby {
    /// Whether the distance of the nearest is.
    pub nearest: bool,
    /// How the perceived ones are counted, for each species; empty if they are not.
    pub perceived: Vec<Counted>,
}

/// How one species counts whom it perceives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    /// Bits of the species that count.
    pub related: u32,
    /// Boids nearer than this count.
    pub radius: f64,
    /// But no more than so many.
    pub most: u32,
    /// Whether those at the same position do not.
    pub ignores_coincident: bool,
}

impl<const D: usize> Assembly<'_, D> {
    /// It needs to know all of the flock's own order, whatever boids perceive: `reaches_round` on every torus.
    pub fn nearby(&self, nearby: &Nearby) -> StepShader {
        let mut constants = Constants::default();
        let names = StepNames::<D> { fields: self.fields, uses_headings: false, same: HashMap::new() };
        let mut writer = Writer::new(&[], &names, &mut constants);
        writer.push("fn measure_boid(slot: u32) {\nlet id = ids[slot];\nlet boid = positions[slot];");
        writer.push(if D == 2 { "let position = boid.xy;" } else { "let position = boid.xyz;" });
        writer.push("note_extreme(square_to(boid, vec4f(0.0)));");
        if self.model.space().is_torus() {
            for (axis, name) in AXES[..D].iter().enumerate() {
                writer.push(&format!("note_outside({axis}u, f64(position.{name}));"));
            }
        }
        let mut component = 0;
        if nearby.nearest {
            self.nearest_distance(&mut writer);
            component += 1;
        }
        if !nearby.perceived.is_empty() {
            writer.push("var found = 0u;");
            match self.fields.species {
                None => self.count_perceived(0, nearby.perceived[0], &mut writer),
                Some(field) => {
                    writer.push(&format!("let own_species = words[{field}u * grid.boids + slot];"));
                    for (species, counted) in nearby.perceived.iter().enumerate() {
                        writer.block(&format!("if (own_species == {species}u)"), |writer| {
                            self.count_perceived(species, *counted, writer);
                        });
                    }
                }
            }
            writer.push(&format!("put({component}u, id, f64(found));"));
        }
        writer.push("}");
        let notice =
            if self.limits_loops { NOTICE_OVERRUN.replace("overruns", "measure_fails") } else { String::new() };
        let text = [square_text::<D>(self.model.space().is_torus()), writer.finish(), entry_text(&notice)].concat();
        StepShader { text, constants }
    }

    /// In ever larger neighbourhoods, until one holds the nearest for certain.
    fn nearest_distance(&self, writer: &mut Writer) {
        writer.push("const NOBODY: f64 = 1e300lf;\nvar least = NOBODY;\nvar radius = grid.typical;");
        // In a crowd, more than the cells around would hold many boids; an axis without extent has none.
        for axis in &AXES[..D] {
            writer.push(&format!("if (grid.cell.{axis} > 0.0) {{ radius = min(radius, grid.cell.{axis}); }}"));
        }
        writer.block("loop", |writer| {
            writer.push("let whole = radius >= grid.diagonal;\nradius = min(radius, grid.diagonal);");
            self.visit_candidates("a", "radius", writer, |writer| {
                writer.push("let square = square_to(boid, other);\nleast = select(least, square, square < least);");
            });
            writer
                .push("if (whole || least < f64(radius) * f64(radius) * 0.9999lf) { break; }\nradius = radius * 1.6;");
        });
        writer.push("put(0u, id, select(root_of_double(least), 0.0lf, least >= NOBODY));");
    }

    fn count_perceived(&self, species: usize, counted: Counted, writer: &mut Writer) {
        let radius = writer.constant(counted.radius as f32);
        let tag = format!("n{species}");
        self.visit_candidates(&tag, &radius, writer, |writer| {
            let count = |writer: &mut Writer| {
                // Most candidates are too far away by far.
                writer.block(&format!("if (inner(d, d) <= reach_squared{tag})"), |writer| {
                    let apart = if counted.ignores_coincident { " && square > 0.0lf" } else { "" };
                    let limit = SPECIES_NUMBERS + species;
                    writer.push("let square = square_to(boid, other);");
                    writer.push(&format!("found += select(0u, 1u, square < measured_numbers[{limit}]{apart});"));
                });
            };
            match self.fields.species {
                Some(_) => writer.block(&format!("if (((1u << other_species) & {}u) != 0u)", counted.related), count),
                None if counted.related == 0 => {}
                None => count(writer),
            }
        });
        if counted.most < u32::MAX {
            writer.push(&format!("found = min(found, {}u);", counted.most));
        }
    }
}

/// The squared distance as measures have it.
fn square_text<const D: usize>(torus: bool) -> String {
    let offset = |axis: usize| {
        let name = AXES[axis];
        let difference = format!("f64(to_boid.{name}) - f64(from_boid.{name})");
        match torus {
            _ if axis >= D => "0.0lf".to_owned(),
            true => format!("wrapped_offset({difference}, measured_numbers[{axis}])"),
            false => difference,
        }
    };
    let [x, y, z] = [0, 1, 2].map(offset);
    format!("fn square_to(from_boid: vec4f, to_boid: vec4f) -> f64 {{\nreturn square_of({x}, {y}, {z});\n}}\n")
}

fn entry_text(notice: &str) -> String {
    format!(
        "@compute @workgroup_size(WORKGROUP)
fn measure_nearby(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {{
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {{
        return;
    }}
    measure_boid(slot);
{notice}}}
"
    )
}
