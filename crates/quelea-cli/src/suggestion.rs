//! The name that was probably meant.

/// `; did you mean `NAME`?` for the name nearest to a word; empty if none is near.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 3)
        .min_by_key(|(distance, _)| *distance);
    near.map(|(_, name)| format!("; did you mean `{name}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_near_name_is_suggested() {
        let names = ["polarisation", "milling"];
        assert_eq!(did_you_mean("polarization", names), "; did you mean `polarisation`?");
        assert_eq!(did_you_mean("speed", names), "");
    }
}
