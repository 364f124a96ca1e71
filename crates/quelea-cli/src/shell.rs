//! File names as words of a shell command.

use std::path::Path;

/// A path as one word that a shell reads back as the same path, and that is not taken for an option. Control
/// characters are escaped as bash, zsh and ksh read them.
pub fn word(path: &Path) -> String {
    let path = match path.as_os_str().as_encoded_bytes().first() {
        Some(b'-') => Path::new(".").join(path),
        _ => path.to_owned(),
    };
    match path.to_str() {
        Some(text) if is_plain(text) => text.to_owned(),
        Some(text) if cfg!(windows) => format!("\"{text}\""),
        Some(text) if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', "'\\''")),
        _ => format!("$'{}'", path.as_os_str().as_encoded_bytes().iter().map(|byte| escape(*byte)).collect::<String>()),
    }
}

fn is_plain(text: &str) -> bool {
    let safe = |c: char| c.is_alphanumeric() || "._-+/".contains(c) || cfg!(windows) && "\\:".contains(c);
    !text.is_empty() && text.chars().all(safe)
}

fn escape(byte: u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    #[test]
    fn a_shell_reads_back_every_name() {
        let names: [&[u8]; 12] = [
            b"a.checkpoint",
            b"a b",
            b"it's",
            b"-x.checkpoint",
            b"$HOME `ls` \"x\" \\ * ? ; & | ~",
            b"~",
            b"",
            "Schwärme/蜂".as_bytes(),
            b"two\nlines",
            b"\x1b[31m7'\\",
            b"\xff\xfe",
            "c1\u{9b}".as_bytes(),
        ];
        for name in names {
            let word = word(Path::new(OsStr::from_bytes(name)));
            assert!(!word.contains(char::is_control), "{word:?}");
            let output = Command::new("bash").args(["-c", &format!("printf %s {word}")]).output().unwrap();
            let expected = if name.starts_with(b"-") { [b"./", name].concat() } else { name.to_vec() };
            assert_eq!(output.stdout, expected, "{word}");
        }
        assert_eq!(word(Path::new("a-1/b_2.checkpoint")), "a-1/b_2.checkpoint");
    }
}
