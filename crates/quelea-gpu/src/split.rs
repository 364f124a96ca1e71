//! Columns in parts, for shaders: their texts index a column as if it were one buffer, and where it is in several, the
//! accesses become calls of functions that choose the part. The texts of flocks that fit are left as they are.

use std::fmt::Write as _;

/// A column in parts, by a name that shaders have for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub name: &'static str,
    /// The number of parts.
    pub parts: usize,
    /// Each part but the last has 2 to the power of this many rows.
    pub shift: u32,
}

/// What a text does with a row.
const LOAD: &str = "load";
const STORE: &str = "store";
const ADD: &str = "add";

impl Split {
    /// The name of a part.
    pub fn part(&self, part: usize) -> String {
        format!("{}_part{part}", self.name)
    }

    /// A text in which this column is accessed by functions, which come first. `row_type` is the type of a row.
    pub fn rewrite(&self, text: &str, row_type: &str) -> String {
        let text = self.rewritten(text);
        let mut found = String::new();
        for access in [LOAD, STORE, ADD] {
            if text.contains(&format!("{}(", self.function(access))) {
                found += &self.accessor(access, row_type);
            }
        }
        found + &text
    }

    fn function(&self, access: &str) -> String {
        format!("{access}_{}", self.name)
    }

    /// `name[row]` becomes `load_name(row)`, `name[row] = value;` becomes `store_name(row, value);`, and
    /// `atomicAdd(&name[row], value)` becomes `add_name(row, value)`. Rows may be signed or not.
    fn rewritten(&self, text: &str) -> String {
        let Some(at) = self.first_access(text) else { return text.to_owned() };
        let (before, rest) = (&text[..at], &text[at + self.name.len()..]);
        let end = closing(rest).unwrap_or_else(|| panic!("a bracket after `{}` is not closed: {rest}", self.name));
        let (row, after) = (self.rewritten(&rest[1..end]), &rest[end + 1..]);
        if let Some(before) = before.strip_suffix("atomicAdd(&") {
            return format!("{before}{}(u32({row}){}", self.function(ADD), self.rewritten(after));
        }
        assert!(!before.ends_with('&'), "`{}` is accessed in a way that is not known: {text}", self.name);
        let assigned = after.trim_start().strip_prefix('=').filter(|value| !value.starts_with('='));
        if let Some((value, after)) = assigned.and_then(|value| value.split_once(';')) {
            let (value, after) = (self.rewritten(value.trim()), self.rewritten(after));
            return format!("{before}{}(u32({row}), {value});{after}", self.function(STORE));
        }
        format!("{before}{}(u32({row})){}", self.function(LOAD), self.rewritten(after))
    }

    /// Where the column is first indexed in a text.
    fn first_access(&self, text: &str) -> Option<usize> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut found = text.match_indices(self.name).map(|(at, _)| at);
        found.find(|at| !text[..*at].ends_with(is_part) && text[*at + self.name.len()..].starts_with('['))
    }

    /// The function for an access.
    fn accessor(&self, access: &str, row_type: &str) -> String {
        let name = self.function(access);
        let (head, of_part): (String, fn(&str) -> String) = match access {
            LOAD => (format!("{name}(row: u32) -> {row_type}"), |part| format!("return {part}[place];")),
            STORE => (format!("{name}(row: u32, value: {row_type})"), |part| format!("{part}[place] = value;")),
            _ => (format!("{name}(row: u32, value: u32) -> u32"), |part| {
                format!("return atomicAdd(&{part}[place], value);")
            }),
        };
        let mask = (1u32 << self.shift) - 1;
        let mut text = format!("fn {head} {{\nlet place = row & {mask}u;\nswitch (row >> {}u) {{\n", self.shift);
        for part in 0..self.parts {
            let label = if part + 1 < self.parts { format!("case {part}u") } else { "default".into() };
            let _ = writeln!(text, "{label}: {{ {} }}", of_part(&self.part(part)));
        }
        text + "}\n}\n"
    }
}

/// Where the bracket closes that a text begins with.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: Split = Split { name: "ids", parts: 3, shift: 10 };

    #[test]
    fn every_kind_of_access_calls_a_function() {
        for (text, expected) in [
            ("let id = ids[slot];", "let id = load_ids(u32(slot));"),
            ("if (ids[j] == ids[k].x) {", "if (load_ids(u32(j)) == load_ids(u32(k)).x) {"),
            ("ids[ids[a[j]] + 1] = ids[b];", "store_ids(u32(load_ids(u32(a[j])) + 1), load_ids(u32(b)));"),
            ("let n = atomicAdd(&ids[cell], 1u);", "let n = add_ids(u32(cell), 1u);"),
            ("new_ids[at] = ids_2[at] + ids;", "new_ids[at] = ids_2[at] + ids;"),
        ] {
            assert_eq!(SPLIT.rewritten(text), expected);
        }
    }

    #[test]
    fn only_functions_that_are_called_are_there() {
        let text = SPLIT.rewrite("ids[slot] = 7u;", "u32");
        assert!(text.contains("fn store_ids(row: u32, value: u32)") && !text.contains("fn load_ids"), "{text}");
        assert!(text.contains("let place = row & 1023u;") && text.contains("switch (row >> 10u)"), "{text}");
        assert!(text.contains("case 1u: { ids_part1[place] = value; }"), "{text}");
        assert!(text.contains("default: { ids_part2[place] = value; }"), "{text}");
    }

    #[test]
    #[should_panic = "in a way that is not known"]
    fn an_access_that_is_not_known_is_a_defect() {
        SPLIT.rewritten("atomicMax(&ids[cell], 1u)");
    }
}
