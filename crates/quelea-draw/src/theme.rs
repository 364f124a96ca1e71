//! The colours of the light and the dark theme.

use crate::backdrop::Backdrop;
use crate::colour::Colour;
use crate::palette::{HueWheel, viridis};
use quelea::model::RuleKind;
use std::sync::LazyLock;

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Theme {
    /// Dark marks on a light ground.
    Light,
    /// Light marks on a dark ground.
    #[default]
    Dark,
}

impl Theme {
    /// Every theme: its word, and what it means.
    pub const CHOICES: [(Theme, &str, &str); 2] = [
        (Theme::Light, "light", "Dark boids on a light background"),
        (Theme::Dark, "dark", "Light boids on a dark background"),
    ];

    /// The background of the picture.
    pub const fn background(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xf3f1ec),
            Theme::Dark => Colour::hex(0x0c0f14),
        }
    }

    /// The floor of a 3D space.
    pub(crate) const fn floor(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xfdfcfa),
            Theme::Dark => Colour::hex(0x1b2430),
        }
    }

    /// The ground of a 2D space.
    pub const fn ground(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xfdfcfa),
            Theme::Dark => Colour::hex(0x12171f),
        }
    }

    /// The edges of the space.
    pub const fn edge(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xcbc6bb),
            Theme::Dark => Colour::hex(0x323d4d),
        }
    }

    /// A shadow on the floor, and its opacity.
    pub const fn shadow(self) -> (Colour, f32) {
        match self {
            Theme::Light => (Colour::hex(0x4a4438), 0.34),
            Theme::Dark => (Colour::hex(0x000000), 0.6),
        }
    }

    /// The colours of a backdrop high up, at the horizon and deep down. Distant things fade into the second.
    pub(crate) const fn backdrop(self, backdrop: Backdrop) -> [Colour; 3] {
        let [high, middle, low] = match (self, backdrop) {
            (_, Backdrop::Plain) => return [self.background(); 3],
            (Theme::Light, Backdrop::Sky) => [0x8fc4ec, 0xd9ecf7, 0xb4d7ee],
            (Theme::Dark, Backdrop::Sky) => [0x0a1230, 0x2a2a52, 0x10163a],
            (Theme::Light, Backdrop::Water) => [0xe2f7f4, 0xb5e2e4, 0x7cc3d0],
            (Theme::Dark, Backdrop::Water) => [0x0d5166, 0x073344, 0x031824],
        };
        [Colour::hex(high), Colour::hex(middle), Colour::hex(low)]
    }

    /// An obstacle.
    pub const fn obstacle(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xb9b2a6),
            Theme::Dark => Colour::hex(0x657182),
        }
    }

    /// Marks with the highest contrast.
    pub const fn ink(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x22262c),
            Theme::Dark => Colour::hex(0xe8edf4),
        }
    }

    /// A goal, or a pointer that attracts.
    pub const fn goal(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x00805d),
            Theme::Dark => Colour::hex(0x2fd6a3),
        }
    }

    /// A neighbour of the inspected boid, and its range of perception.
    pub const fn neighbour(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x9a7400),
            Theme::Dark => Colour::hex(0xf5e06e),
        }
    }

    /// The velocity of the inspected boid.
    pub const fn velocity(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x5b6472),
            Theme::Dark => Colour::hex(0xaab4c3),
        }
    }

    /// The mean velocity of its neighbours, which alignment steers towards.
    pub fn mean_velocity(self) -> Colour {
        self.rule(RuleKind::Alignment.word())
    }

    /// A neighbour that is too close, and the separation radius.
    pub const fn too_close(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xd0112b),
            Theme::Dark => Colour::hex(0xff4d5e),
        }
    }

    /// A species that hunts, or a pointer that repels.
    pub const fn danger(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xc8420a),
            Theme::Dark => Colour::hex(0xff7a45),
        }
    }

    /// A boid without a colour of its own: in no cluster, at rest, or out of view.
    pub const fn neutral(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x8b8f96),
            Theme::Dark => Colour::hex(0x7d8896),
        }
    }

    /// A species, by index. The colours are Okabe and Ito's palette for the colour-blind, adjusted for contrast
    /// with the ground. The colour of [`danger`](Self::danger) is reserved for hunters.
    pub fn species(self, index: usize) -> Colour {
        const LIGHT: [u32; 6] = [0x0072b2, 0x009e73, 0xa87500, 0xa8548a, 0x3d4a5c, 0x2585b5];
        const DARK: [u32; 6] = [0x56b4e9, 0x2bc496, 0xe6b035, 0xdd8fbb, 0xb9c4d4, 0xf0e442];
        let palette = if self == Theme::Light { LIGHT } else { DARK };
        Colour::hex(palette[index % palette.len()])
    }

    /// The arrow of a rule, by its name in `motion.order`; ink for the sum and for rules added by a program.
    pub fn rule(self, name: &str) -> Colour {
        let Ok(rule) = name.parse::<RuleKind>() else { return self.ink() };
        let (light, dark) = match rule {
            RuleKind::Separation => (0xc8420a, 0xff7a45),
            RuleKind::Alignment => (0x00805d, 0x2fd6a3),
            RuleKind::Cohesion => (0x0072b2, 0x56b4e9),
            RuleKind::Avoid => (0xa8548a, 0xe58fc0),
            RuleKind::Flee => (0xb00020, 0xff5d73),
            RuleKind::Hunt => (0x8f0f6b, 0xff6fd8),
            RuleKind::Herd => (0x7a4a2a, 0xd9a679),
            RuleKind::Goal => (0x4a7c00, 0xa5d63f),
            RuleKind::Pointer => (0x6a4bc0, 0xa78bfa),
            RuleKind::Wander => (0x6b7280, 0x9aa5b4),
            RuleKind::Flow => (0x2f6f8f, 0x7cc4e0),
        };
        Colour::hex(if self == Theme::Light { light } else { dark })
    }

    /// A heading, as a hue of uniform lightness. In 3D the elevation makes it lighter or darker.
    pub fn heading(self, velocity: [f32; 3]) -> Colour {
        let [x, y, z] = velocity;
        let length = (x * x + y * y + z * z).sqrt();
        if length.is_nan() || length <= 0.0 {
            return self.neutral();
        }
        // In 2D z is 0 and the hue follows x and y. In 3D y is up and the hue follows the compass.
        let (angle, elevation) = if z == 0.0 { (y.atan2(x), 0.0) } else { ((-z).atan2(x), y / length) };
        self.hues().at(angle / std::f32::consts::TAU, elevation)
    }

    /// The colours of headings: a row for each elevation, the lowest first, and in it one for each direction of the
    /// compass.
    pub(crate) fn hue_rows(self) -> impl Iterator<Item = &'static [Colour]> {
        self.hues().rows()
    }

    /// A quantity from 0 to 1: viridis, without the end that would vanish into the ground.
    pub fn quantity(self, t: f32) -> Colour {
        let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
        viridis(if self == Theme::Light { 0.72 * t } else { 0.22 + 0.78 * t })
    }

    /// A cluster, by a number that stays the same as long as the cluster does.
    pub fn cluster(self, number: u32) -> Colour {
        // Multiples of the golden ratio are spread evenly over the wheel.
        let hue = (f64::from(number) * 0.618_033_988_749_895).fract() as f32;
        self.hues().at(hue, 0.0)
    }

    fn hues(self) -> &'static HueWheel {
        static LIGHT: LazyLock<HueWheel> = LazyLock::new(|| HueWheel::new(0.58, 0.16));
        static DARK: LazyLock<HueWheel> = LazyLock::new(|| HueWheel::new(0.77, 0.13));
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quelea::model::RuleKind;

    #[test]
    fn the_colour_of_a_heading_has_no_seam() {
        for theme in [Theme::Light, Theme::Dark] {
            let at = |step: i32| {
                let (y, x) = (step as f32 / 360.0 * std::f32::consts::TAU).sin_cos();
                theme.heading([x, y, 0.0]).0
            };
            for step in 0..360 {
                let (a, b) = (at(step), at(step + 1));
                let difference = (0..3).map(|index| a[index].abs_diff(b[index])).max().unwrap_or(0);
                assert!(difference < 20, "{theme:?} {step}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn quantities_start_and_end_with_viridis_where_the_ground_allows() {
        assert_eq!(Theme::Light.quantity(0.0), Colour::hex(0x440154));
        assert_eq!(Theme::Dark.quantity(1.0), Colour::hex(0xfde725));
        assert_eq!(Theme::Dark.quantity(f32::NAN), Theme::Dark.quantity(0.0));
    }

    #[test]
    fn neighbours_and_rules_have_different_colours() {
        for theme in [Theme::Light, Theme::Dark] {
            let rules = RuleKind::ALL.iter().map(|rule| theme.rule(rule.word()));
            for rule in rules {
                let pairs = theme.neighbour().0.into_iter().zip(rule.0);
                let difference: u32 = pairs.map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                assert!(difference > 60, "{theme:?}: {} looks like {}", theme.neighbour().css(), rule.css());
            }
        }
    }

    #[test]
    fn every_mark_stands_out_from_the_ground() {
        let luminance = |colour: Colour| {
            let linear = |byte: u8| ((f32::from(byte) / 255.0 + 0.055) / 1.055).powf(2.4);
            let [red, green, blue, _] = colour.0;
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let contrast = |a: Colour, b: Colour| {
            let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
            a.max(b) / a.min(b)
        };
        for theme in [Theme::Light, Theme::Dark] {
            let mut colours: Vec<Colour> = (0..6).map(|index| theme.species(index)).collect();
            colours.extend((0..=10).map(|tenth| theme.quantity(tenth as f32 / 10.0)));
            colours.extend([theme.danger(), theme.too_close(), theme.neighbour(), theme.goal(), theme.ink()]);
            colours.extend(RuleKind::ALL.iter().map(|rule| theme.rule(rule.word())));
            for colour in colours {
                assert!(contrast(colour, theme.ground()) > 2.0, "{theme:?} {}", colour.css());
            }
        }
    }
}
