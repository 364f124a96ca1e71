//! Suggestions for misspelt names.

use quelea::model::nearest;

/// `; did you mean `NAME`?` with the name closest to a word; empty if none is close.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_close_name_is_suggested() {
        let names = ["polarisation", "milling"];
        assert_eq!(did_you_mean("polarization", names), "; did you mean `polarisation`?");
        assert_eq!(did_you_mean("speed", names), "");
    }
}
