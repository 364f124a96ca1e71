//! Loops over candidates, in storage order.

use super::Assembly;
use crate::emit::Writer;
use std::fmt::Write as _;

/// What is done for a candidate. The text of it finds `j`, `other` and `d`.
#[derive(Clone, Copy)]
pub(super) struct Visit<'v> {
    pub now: &'v dyn Fn(&mut Writer),
    /// In 3D, what only few candidates need.
    pub later: Option<Later<'v>>,
}

/// What is done for few candidates, after others have been looked at. Done at once, it would take as long as if all
/// needed it, since one of the invocations beside each other nearly always does.
#[derive(Clone, Copy)]
pub(super) struct Later<'v> {
    pub is_wanted: &'v dyn Fn(&mut Writer) -> String,
    pub visit: &'v dyn Fn(&mut Writer),
}

/// The candidates that are looked at together: as many as a word has bits.
const TOGETHER: u32 = 32;

/// The candidates whose distances are computed together, so that their positions are fetched at once.
const FETCHED: u32 = 4;

impl<const D: usize> Assembly<'_, D> {
    /// A loop over at least all boids within a distance, in storage order.
    pub(super) fn visit_candidates(&self, tag: &str, radius: &str, writer: &mut Writer, visit: impl Fn(&mut Writer)) {
        self.visit_candidates_twice(tag, radius, writer, Visit { now: &visit, later: None });
    }

    /// The same loop for visits that have a second part.
    pub(super) fn visit_candidates_twice(&self, tag: &str, radius: &str, writer: &mut Writer, visit: Visit) {
        let torus = self.model.space().is_torus();
        writer.push(&format!(
            "let reach{tag} = {radius} * 1.00001 + grid.slack;\nlet reach_squared{tag} = reach{tag} * reach{tag};"
        ));
        writer.push(&format!("let xs{tag} = spans(position.x - reach{tag}, position.x + reach{tag});"));
        // In a volume there are enough rows that it pays to keep to the same ones.
        let rows = if D == 3 { "common_rows" } else { "rows_within" };
        for (axis, number) in [("y", 1), ("z", 2)].iter().take(D - 1) {
            writer.push(&format!(
                "var {axis}s{tag} = {rows}({number}u, position.{axis}, reach{tag});\n\
                 let {axis}_along{tag} = (position.{axis} - grid.low.{axis}) * grid.cells_per_length.{axis};"
            ));
        }
        let everyone = torus && self.reaches_round;
        if everyone {
            let mut text = format!("let everyone{tag} = {radius} > grid.max_radius || xs{tag}.cells > grid.counts.x");
            for axis in ["y", "z"].iter().take(D - 1) {
                let _ = write!(text, " || {axis}s{tag}.count > grid.counts.{axis}");
            }
            writer.push(&format!("{text};"));
            // One row then has everyone.
            for axis in ["y", "z"].iter().take(D - 1) {
                writer.push(&format!("if (everyone{tag}) {{ {axis}s{tag} = Rows(1, 0, 0, 0); }}"));
            }
        }
        // Near the seam of a torus a row has two parts. One loop goes through all parts of all rows: with a loop of its
        // own for them, invocations beside each other drift apart.
        if torus {
            let split = format!("xs{tag}.second.x <= xs{tag}.second.y");
            let split = if everyone { format!("{split} && !everyone{tag}") } else { split };
            writer.push(&format!("let split{tag} = select(0u, 1u, {split});"));
        }
        if D == 2 {
            writer.push(&format!("let layer{tag} = 0i;\nlet left_in_layer{tag} = reach_squared{tag};"));
            return self.visit_layer(tag, everyone, writer, visit);
        }
        writer.block(&format!("for (var z_place = 0i; z_place < zs{tag}.count; z_place++)"), |writer| {
            writer.push(&format!(
                "let z_row = row_at(zs{tag}, z_place);\n\
                 let layer{tag} = stored_row(2u, z_row) * grid.counts.y;\n\
                 let z_away = distance_to_row(2u, z_row, z_along{tag});\n\
                 let left_in_layer{tag} = reach_squared{tag} - z_away * z_away;"
            ));
            self.visit_layer(tag, everyone, writer, visit);
        });
    }

    /// The rows of one layer of cells.
    fn visit_layer(&self, tag: &str, everyone: bool, writer: &mut Writer, visit: Visit) {
        let torus = self.model.space().is_torus();
        let (lines, place) = match torus {
            true => (format!("ys{tag}.count << split{tag}"), format!("line >> split{tag}")),
            false => (format!("ys{tag}.count"), "line".to_owned()),
        };
        writer.push(&format!("let lines{tag} = {lines};"));
        writer.block(&format!("for (var line = 0i; line < lines{tag}; line++)"), |writer| {
            writer.push(&format!("let y_row = row_at(ys{tag}, {place});"));
            match torus {
                true => writer.push(&format!(
                    "let is_second = split{tag} == 1u && (line & 1) == 1;\n\
                     let span = select(xs{tag}.first, xs{tag}.second, is_second);\n\
                     let x_shift = select(xs{tag}.shifts.x, xs{tag}.shifts.y, is_second);"
                )),
                false => writer.push(&format!("let span = xs{tag}.first;\nlet x_shift = 0.0;")),
            }
            // Only the part of the row that is within reach.
            writer.push(&format!(
                "let cells = (layer{tag} + stored_row(1u, y_row)) * grid.counts.x;\n\
                 let y_away = distance_to_row(1u, y_row, y_along{tag});\n\
                 let left = left_in_layer{tag} - y_away * y_away;\n\
                 let near = narrowed(span, position.x - x_shift, sqrt(max(left, 0.0)));\n\
                 var start = 0u;\nvar end = 0u;"
            ));
            writer.push(
                "if (left >= 0.0 && near.x <= near.y) { start = starts[cells + near.x]; end = starts[cells + near.y + 1]; }",
            );
            if everyone {
                writer.push(&format!("if (everyone{tag}) {{ start = 0u; end = grid.boids; }}"));
            }
            if torus {
                let z_shift = if D == 3 { ", row_shift(2u, z_row)" } else { "" };
                writer.push(&format!("let shift = Vector(x_shift, row_shift(1u, y_row){z_shift});"));
            }
            self.visit_row(tag, everyone, writer, visit);
        });
    }

    /// The boids from `start` to `end`.
    fn visit_row(&self, tag: &str, everyone: bool, writer: &mut Writer, visit: Visit) {
        let visit_now = |writer: &mut Writer| {
            self.look(tag, everyone, writer);
            (visit.now)(writer);
        };
        if D == 2 {
            return writer.block("for (var j = start; j < end; j++)", |writer| {
                writer.push("if (j == slot) { continue; }");
                visit_now(writer);
            });
        }
        writer.block(&format!("for (var first = start; first < end; first += {TOGETHER}u)"), |writer| {
            self.find_near(tag, everyone, writer);
            if visit.later.is_some() {
                writer.push("var set_aside = 0u;");
            }
            writer.block("while (near_ones != 0u)", |writer| {
                writer.push("let place = firstTrailingBit(near_ones);\nlet j = first + place;");
                writer.push("near_ones &= near_ones - 1u;");
                visit_now(writer);
                if let Some(later) = visit.later {
                    let is_wanted = (later.is_wanted)(writer);
                    writer.push(&format!("if ({is_wanted}) {{ set_aside |= 1u << place; }}"));
                }
            });
            if let Some(later) = visit.later {
                writer.block("while (set_aside != 0u)", |writer| {
                    writer.push("let j = first + firstTrailingBit(set_aside);\nset_aside &= set_aside - 1u;");
                    self.look(tag, everyone, writer);
                    (later.visit)(writer);
                });
            }
        });
    }

    /// Marks those of several candidates that may be within reach. In a volume most are not, and invocations beside each
    /// other would wait for those that have to visit one.
    fn find_near(&self, tag: &str, everyone: bool, writer: &mut Writer) {
        let origin = if self.model.space().is_torus() { "position - shift" } else { "position" };
        writer.push(&format!(
            "let several = min(end - first, {TOGETHER}u);\nlet origin = {origin};\nvar near_ones = 0u;"
        ));
        // The last ones may be beyond the end.
        writer.block(&format!("for (var place = 0u; place < several; place += {FETCHED}u)"), |writer| {
            for one in 0..FETCHED {
                writer.push(&format!("let e{one} = row(positions[first + place + {one}u]) - origin;"));
            }
            writer.push("var marks = 0u;");
            for one in 0..FETCHED {
                // What is not a number is not left out.
                writer.push(&format!(
                    "if (!(roughly_squared(e{one}) > reach_squared{tag})) {{ marks |= {}u; }}",
                    1 << one
                ));
            }
            writer.push("near_ones |= marks << place;");
        });
        if everyone {
            writer.push(&format!("if (everyone{tag}) {{ near_ones = 0xffffffffu; }}"));
        }
        writer.push(&format!("near_ones &= 0xffffffffu >> ({TOGETHER}u - several);"));
        writer.push(&format!("if (slot - first < {TOGETHER}u) {{ near_ones &= ~(1u << (slot - first)); }}"));
    }

    /// Looks at one candidate.
    fn look(&self, tag: &str, everyone: bool, writer: &mut Writer) {
        writer.push("let other = positions[j];");
        self.other_species(writer);
        let difference = "row(other) - position";
        match (self.model.space().is_torus(), everyone) {
            (true, true) => writer.push(&format!(
                "var d = {difference};\n\
                 if (everyone{tag}) {{ d = offset_between(position, row(other)); }} else {{ d = d + shift; }}"
            )),
            (true, false) => writer.push(&format!("var d = {difference} + shift;")),
            // Adding zero turns −0 into +0, as it does elsewhere.
            (false, _) => writer.push(&format!("var d = {difference} + constants.zero;")),
        }
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
