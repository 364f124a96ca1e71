//! The size of a picture.

use std::str::FromStr;

/// A size in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// The longest side; most GPUs allow no longer one.
const MAX_SIDE: u32 = 8192;

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let size = text.split_once(['x', 'X', '×']).and_then(|(width, height)| {
            let side = |text: &str| text.trim().parse::<u32>().ok().filter(|side| (16..=MAX_SIDE).contains(side));
            Some(Size { width: side(width)?, height: side(height)? })
        });
        size.ok_or_else(|| format!("allowed: WIDTHxHEIGHT, such as 1280x720, each from 16 to {MAX_SIDE}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers_within_bounds() {
        assert_eq!("640x400".parse(), Ok(Size { width: 640, height: 400 }));
        for invalid in ["640", "640x", "x400", "0x400", "640x99999", "-1x5", "axb", ""] {
            assert!(invalid.parse::<Size>().is_err(), "{invalid}");
        }
    }
}
