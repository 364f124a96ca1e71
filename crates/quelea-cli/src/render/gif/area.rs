//! The rectangle of a frame that changes.

use crate::render::size::Size;

/// A rectangle in pixels.
#[derive(Debug, PartialEq)]
pub struct Area {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    /// A whole frame.
    pub fn whole(size: Size) -> Self {
        Area { left: 0, top: 0, width: size.width as usize, height: size.height as usize }
    }

    /// The smallest rectangle with every pixel that differs between two RGBA frames; one pixel if none does.
    pub fn of_changes(size: Size, before: &[u8], after: &[u8]) -> Self {
        let width = size.width as usize;
        let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
        for (index, (old, new)) in before.chunks_exact(4).zip(after.chunks_exact(4)).enumerate() {
            if old != new {
                let (x, y) = (index % width, index / width);
                (left, right) = (left.min(x), right.max(x));
                (top, bottom) = (top.min(y), bottom.max(y));
            }
        }
        if top == usize::MAX {
            return Area { left: 0, top: 0, width: 1, height: 1 };
        }
        Area { left, top, width: right - left + 1, height: bottom - top + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_of_changes_is_the_smallest_that_holds_all() {
        let size = Size { width: 5, height: 4 };
        let before = vec![7; 80];
        let mut after = before.clone();
        for (x, y) in [(1, 2), (3, 1)] {
            after[4 * (y * 5 + x)] = 9;
        }
        assert_eq!(Area::of_changes(size, &before, &after), Area { left: 1, top: 1, width: 3, height: 2 });
        assert_eq!(Area::of_changes(size, &before, &before), Area { left: 0, top: 0, width: 1, height: 1 });
    }
}
