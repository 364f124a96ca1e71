//! Loops over candidates, in storage order.

use super::Assembly;
use crate::emit::Writer;
use std::fmt::Write as _;

impl<const D: usize> Assembly<'_, D> {
    /// A loop over at least all boids within a distance, in storage order. The text that visits one finds `j`, `other`
    /// and `d` there.
    pub(super) fn visit_candidates(&self, tag: &str, radius: &str, writer: &mut Writer, visit: impl Fn(&mut Writer)) {
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

    pub(super) fn other_species(&self, writer: &mut Writer) {
        if let Some(field) = self.fields.species {
            writer.push(&format!("let other_species = words[{field}u * grid.boids + j];"));
        }
    }

    /// A loop over the whole flock.
    pub(super) fn visit_everyone(&self, writer: &mut Writer, visit: impl Fn(&mut Writer)) {
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
    pub(super) fn visit_list(&self, writer: &mut Writer, visit: impl Fn(&mut Writer)) {
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
}
