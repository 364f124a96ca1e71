//! The rooms of the crate import only what they may.
//!
//! The reference is the independent check on the fast engine, so neither imports the other; the model and the geometry
//! know no engine, so every engine can build on them. ARCHITECTURE.md says why. Tests may import anything.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Each room, and the rooms it may import. Whatever is not listed stands at the root and may import anything.
const RULES: [(&str, &[&str]); 9] = [
    ("parallel", &[]),
    ("ranks", &[]),
    ("geometry", &["parallel"]),
    ("model", &["geometry"]),
    ("state", &["model", "geometry", "parallel", "ranks"]),
    ("engine", &["model", "geometry", "state"]),
    ("fast", &["engine", "model", "geometry", "state", "parallel", "ranks"]),
    ("reference", &["engine", "model", "geometry", "state"]),
    ("measures", &["model", "geometry", "state", "parallel", "ranks"]),
];

/// What stands at the root, on top of the rooms.
const ROOT: [&str; 3] = ["lib", "registry", "simulation"];

/// The code without comments and literals, so that braces and paths in them do not count.
fn without_comments_and_literals(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = raw_string(rest).filter(|_| !code.ends_with(is_word)) {
            length
        } else if first == '"' {
            quoted(rest, '"')
        } else if first == '\'' {
            character(rest)
        } else {
            0
        };
        if skipped > 0 {
            code.push(' ');
            rest = &rest[skipped..];
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    code
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the block comment at the start of a text; comments may be nested.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of the raw string at the start of a text, if there is one.
fn raw_string(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    let body = inner.trim_start_matches('#');
    let hashes = &inner[..inner.len() - body.len()];
    let end = body.strip_prefix('"')?.find(&format!("\"{hashes}"))?;
    Some(text.len() - body.len() + 1 + end + 1 + hashes.len())
}

/// The length of the quoted literal at the start of a text.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the character at the start of a text; 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.chars().skip(1);
    match (chars.next(), chars.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(text, '\''),
        _ => 0,
    }
}

/// The code without what is compiled for tests only.
fn without_tests(code: &str) -> String {
    let (mut kept, mut rest) = (String::new(), code);
    while let Some(at) = rest.find("#[cfg(test)]") {
        kept += &rest[..at];
        rest = &rest[at..];
        let end = rest.find(['{', ';']).expect("an item follows its attribute");
        let length = if rest[end..].starts_with(';') { end + 1 } else { end + block(&rest[end..]) };
        rest = &rest[length..];
    }
    kept + rest
}

/// The length of the block in braces at the start of some code.
fn block(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// What code imports from the root of the crate, the first name of each path: after `crate::`, and after as many
/// `super::` as the module is deep.
fn imports(code: &str, depth: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let starts = code.char_indices().filter(|(at, _)| !code[..*at].ends_with(|c| is_word(c) || c == ':'));
    for (at, _) in starts {
        let path = &code[at..];
        if let Some(rest) = path.strip_prefix("crate::") {
            found.extend(names(rest));
        } else if path.starts_with("super::") {
            let rest = path.trim_start_matches("super::");
            let climbed = (path.len() - rest.len()) / "super::".len();
            if climbed >= depth {
                found.extend(names(rest));
            }
        }
    }
    found
}

/// The first name of a path, or of each path of a group in braces.
fn names(path: &str) -> Vec<String> {
    let word = |path: &str| path.trim_start().chars().take_while(|c| is_word(*c)).collect::<String>();
    if !path.starts_with('{') {
        return vec![word(path)];
    }
    let (mut names, mut depth) = (Vec::new(), 0);
    for (at, c) in path[..block(path)].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if (c == '{' || c == ',') && depth == 1 {
            names.push(word(&path[at + 1..]));
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Every source file of a folder. A file `tests.rs` is a test module of the one next to it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The path of a module from the root of the crate, from the path of its file in `src`.
fn module(file: &Path) -> Vec<String> {
    let path = file.with_extension("");
    let mut names: Vec<String> = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    names.pop_if(|name| name == "mod");
    names
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn every_room_imports_only_the_rooms_it_may() {
    let mut violations = Vec::new();
    for file in sources(&source_folder()) {
        let module = module(file.strip_prefix(source_folder()).unwrap());
        let Some((room, allowed)) = RULES.iter().find(|(room, _)| module[0] == *room) else { continue };
        let text = std::fs::read_to_string(&file).unwrap();
        for import in imports(&without_tests(&without_comments_and_literals(&text)), module.len()) {
            // A name that is no room is one of the root, such as `crate::World`: it hides the room it comes from.
            if import != *room && !allowed.contains(&import.as_str()) {
                violations.push(format!("{} imports {import}; {room} may import {allowed:?}", file.display()));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn every_module_is_a_room_or_stands_at_the_root() {
    let modules: BTreeSet<String> = sources(&source_folder())
        .iter()
        .map(|file| module(file.strip_prefix(source_folder()).unwrap())[0].clone())
        .collect();
    let known: BTreeSet<String> = RULES.iter().map(|(room, _)| *room).chain(ROOT).map(String::from).collect();
    assert_eq!(modules, known);
}

#[test]
fn imports_are_found_in_every_form_and_nowhere_else() {
    let text = r##"
        //! See [`crate::doc`], crate::comment.
        use crate::{alpha::{One, Two}, beta, gamma::*};
        use crate::delta::Three; /* crate::block /* crate::nested */ crate::block */
        pub(crate) use super::super::epsilon::Four;
        use super::sibling::Five;
        fn f<'a>(x: &'a crate::zeta::Six) -> char { let _ = ("crate::string", r#"crate::"raw""#, '"', '\''); '{' }
        macro_rules! m { () => { $crate::eta::Seven } }
        #[cfg(test)]
        mod tests { use crate::test_only; fn g() { if true { crate::test_too(); } } }
        #[cfg(test)]
        use crate::test_import;
        fn after() { crate::theta::eight(); mycrate::other(); self::super_thing(); }
    "##;
    let found = imports(&without_tests(&without_comments_and_literals(text)), 2);
    let expected = ["alpha", "beta", "delta", "epsilon", "eta", "gamma", "theta", "zeta"];
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}
