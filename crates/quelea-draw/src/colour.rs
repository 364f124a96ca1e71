//! Colours, and how numbers become them.
//!
//! Colours are what a web page calls `#rrggbb`: sRGB. They are blended as they are written, as browsers do,
//! so a colour is the same bytes in a canvas of any kind, in a picture file and in a page's legend.

use bytemuck::{Pod, Zeroable};
use std::sync::LazyLock;

/// An sRGB colour: red, green, blue, opacity.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Colour(pub [u8; 4]);

impl Colour {
    /// A colour as a page writes it: `0xrrggbb`.
    pub const fn hex(rgb: u32) -> Self {
        Colour([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255])
    }

    /// The same colour, so opaque: 0 is not there, 1 is solid.
    pub fn opacity(self, opacity: f32) -> Self {
        let Colour([red, green, blue, _]) = self;
        Colour([red, green, blue, byte(opacity)])
    }

    /// A step from this colour to another: 0 is this, 1 the other.
    pub fn towards(self, other: Colour, share: f32) -> Self {
        let mix = |index: usize| {
            let (from, to) = (f32::from(self.0[index]), f32::from(other.0[index]));
            (from + (to - from) * share.clamp(0.0, 1.0)).round() as u8
        };
        Colour(std::array::from_fn(mix))
    }

    /// `#rrggbb`, for a page.
    pub fn css(self) -> String {
        let Colour([red, green, blue, _]) = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// A colour of the OKLCH space, in which equal steps look equal: lightness and chroma from 0 to 1, hue in
    /// turns. Chroma that a screen cannot show is lowered until it can.
    pub fn oklch(lightness: f32, chroma: f32, hue: f32) -> Self {
        let (sin, cos) = (hue * std::f32::consts::TAU).sin_cos();
        let at = |share: f32| oklab(lightness, chroma * share * cos, chroma * share * sin);
        let shown = |rgb: &[f32; 3]| rgb.iter().all(|x| (-1e-3..=1.001).contains(x));
        let (mut good, mut bad) = (0.0, 1.0);
        for _ in 0..12 {
            let middle = 0.5 * (good + bad);
            if shown(&at(middle)) { good = middle } else { bad = middle }
        }
        let share = if shown(&at(1.0)) { 1.0 } else { good };
        let [red, green, blue] = at(share).map(encoded);
        Colour([byte(red), byte(green), byte(blue), 255])
    }
}

fn byte(x: f32) -> u8 {
    (x * 255.0).round().clamp(0.0, 255.0) as u8
}

/// From OKLab to linear sRGB (Björn Ottosson, 2020).
fn oklab(lightness: f32, a: f32, b: f32) -> [f32; 3] {
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ]
}

/// From a linear component to an sRGB one.
fn encoded(linear: f32) -> f32 {
    if linear <= 0.003_130_8 { 12.92 * linear.max(0.0) } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark marks on a light ground.
    Light,
    /// Light marks on a dark ground.
    #[default]
    Dark,
}

impl Theme {
    /// Behind everything.
    pub const fn background(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xf3f1ec),
            Theme::Dark => Colour::hex(0x0c0f14),
        }
    }

    /// The ground of a flat world.
    pub const fn ground(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xfdfcfa),
            Theme::Dark => Colour::hex(0x12171f),
        }
    }

    /// The edges of the world.
    pub const fn edge(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xcbc6bb),
            Theme::Dark => Colour::hex(0x323d4d),
        }
    }

    /// What a boid leaves on the floor below it, and how opaque. On a dark ground it is lighter, as a reflection.
    pub const fn shadow(self) -> (Colour, f32) {
        match self {
            Theme::Light => (Colour::hex(0x8a8375), 0.3),
            Theme::Dark => (Colour::hex(0x3a4a60), 0.55),
        }
    }

    /// What is solid.
    pub const fn obstacle(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xb9b2a6),
            Theme::Dark => Colour::hex(0x657182),
        }
    }

    /// Text-like marks that must be seen against anything.
    pub const fn ink(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x22262c),
            Theme::Dark => Colour::hex(0xe8edf4),
        }
    }

    /// A goal.
    pub const fn goal(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x00805d),
            Theme::Dark => Colour::hex(0x2fd6a3),
        }
    }

    /// Someone who is perceived.
    pub const fn neighbour(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x0086b3),
            Theme::Dark => Colour::hex(0x5fd0ff),
        }
    }

    /// Someone who is too close.
    pub const fn close(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xd0112b),
            Theme::Dark => Colour::hex(0xff4d5e),
        }
    }

    /// Danger: hunting, or driving away.
    pub const fn danger(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0xc8420a),
            Theme::Dark => Colour::hex(0xff7a45),
        }
    }

    /// The colour of a species by its number: Okabe and Ito's palette, which the colour-blind can tell apart,
    /// in the strength that this ground needs. The colour of danger is kept for hunters.
    pub fn species(self, number: usize) -> Colour {
        const LIGHT: [u32; 6] = [0x0072b2, 0x009e73, 0xa87500, 0xa8548a, 0x3d4a5c, 0x2585b5];
        const DARK: [u32; 6] = [0x56b4e9, 0x2bc496, 0xe6b035, 0xdd8fbb, 0xb9c4d4, 0xf0e442];
        let palette = if self == Theme::Light { LIGHT } else { DARK };
        Colour::hex(palette[number % palette.len()])
    }

    /// The colour of a rule's arrow, by its name in a scenario; ink for the sum and for rules of one's own.
    pub fn rule(self, name: &str) -> Colour {
        let (light, dark) = match name {
            "separation" => (0xc8420a, 0xff7a45),
            "alignment" => (0x00805d, 0x2fd6a3),
            "cohesion" => (0x0072b2, 0x56b4e9),
            "avoid" => (0xa8548a, 0xe58fc0),
            "flee" => (0xb00020, 0xff5d73),
            "hunt" => (0x8a5a00, 0xe6b035),
            "goal" => (0x4a7c00, 0xa5d63f),
            "pointer" => (0x6a4bc0, 0xa78bfa),
            "wander" => (0x6b7280, 0x9aa5b4),
            _ => return self.ink(),
        };
        Colour::hex(if self == Theme::Light { light } else { dark })
    }

    /// A direction, as a hue: in equal steps all round, none lighter than another. In 3D the elevation makes it
    /// lighter or darker.
    pub fn heading(self, velocity: [f32; 3]) -> Colour {
        let [x, y, z] = velocity;
        let length = (x * x + y * y + z * z).sqrt();
        // Also where the length is no number.
        if length.is_nan() || length <= 0.0 {
            return self.alone();
        }
        // In the plane z is 0 and the hue follows x and y. In 3D, y is up and the hue follows the compass.
        let (turn, rise) = if z == 0.0 { (y.atan2(x), 0.0) } else { ((-z).atan2(x), y / length) };
        self.hues().at(turn / std::f32::consts::TAU, rise)
    }

    fn hues(self) -> &'static Hues {
        static LIGHT: LazyLock<Hues> = LazyLock::new(|| Hues::new(0.58, 0.16));
        static DARK: LazyLock<Hues> = LazyLock::new(|| Hues::new(0.77, 0.13));
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// An amount from 0 to 1: viridis, without the end that would vanish into this ground.
    pub fn amount(self, share: f32) -> Colour {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        viridis(if self == Theme::Light { 0.72 * share } else { 0.22 + 0.78 * share })
    }

    /// A group, by any number that stays the same while the group does.
    pub fn group(self, number: u32) -> Colour {
        // Multiples of the golden section never come close to each other.
        let hue = (f64::from(number) * 0.618_033_988_749_895).fract() as f32;
        self.hues().at(hue, 0.0)
    }

    /// A boid that is in no group.
    pub const fn alone(self) -> Colour {
        match self {
            Theme::Light => Colour::hex(0x8b8f96),
            Theme::Dark => Colour::hex(0x7d8896),
        }
    }
}

/// All hues of one theme, worked out once: there may be a colour to find for each of many boids in each frame.
struct Hues(Vec<[Colour; Hues::ROUND]>);

impl Hues {
    const ROUND: usize = 1024;
    const RISES: usize = 17;

    fn new(lightness: f32, chroma: f32) -> Self {
        let row = |step: usize| {
            let rise = 2.0 * step as f32 / (Self::RISES - 1) as f32 - 1.0;
            std::array::from_fn(|hue| {
                Colour::oklch(lightness + 0.08 * rise, chroma, hue as f32 / Self::ROUND as f32 + 0.08)
            })
        };
        Hues((0..Self::RISES).map(row).collect())
    }

    /// The hue after so much of a turn, lighter or darker for a rise from -1 to 1.
    fn at(&self, turn: f32, rise: f32) -> Colour {
        let row = (0.5 * (rise.clamp(-1.0, 1.0) + 1.0) * (Self::RISES - 1) as f32).round() as usize;
        let hue = (turn.rem_euclid(1.0) * Self::ROUND as f32) as usize % Self::ROUND;
        self.0.get(row).map_or(Colour::hex(0), |hues| hues[hue])
    }
}

/// The map of van der Walt and Smith (2015), as points in equal steps.
fn viridis(share: f32) -> Colour {
    const POINTS: [u32; 17] = [
        0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c, 0x1fa088, 0x28ae80,
        0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725,
    ];
    let place = share.clamp(0.0, 1.0) * (POINTS.len() - 1) as f32;
    let below = (place as usize).min(POINTS.len() - 2);
    Colour::hex(POINTS[below]).towards(Colour::hex(POINTS[below + 1]), place - below as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_of_a_heading_goes_round_without_a_seam() {
        for theme in [Theme::Light, Theme::Dark] {
            let at = |step: i32| {
                let (y, x) = (step as f32 / 360.0 * std::f32::consts::TAU).sin_cos();
                theme.heading([x, y, 0.0]).0
            };
            for step in 0..360 {
                let (a, b) = (at(step), at(step + 1));
                let apart = (0..3).map(|index| a[index].abs_diff(b[index])).max().unwrap_or(0);
                assert!(apart < 20, "{theme:?} {step}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn oklch_white_and_black_are_white_and_black() {
        assert_eq!(Colour::oklch(1.0, 0.0, 0.0), Colour::hex(0xffffff));
        assert_eq!(Colour::oklch(0.0, 0.0, 0.3), Colour::hex(0x000000));
    }

    #[test]
    fn amounts_start_and_end_with_viridis_where_the_ground_allows() {
        assert_eq!(Theme::Light.amount(0.0), Colour::hex(0x440154));
        assert_eq!(Theme::Dark.amount(1.0), Colour::hex(0xfde725));
        assert_eq!(Theme::Dark.amount(f32::NAN), Theme::Dark.amount(0.0));
    }

    #[test]
    fn every_mark_stands_out_from_its_ground() {
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
            let mut colours: Vec<Colour> = (0..6).map(|number| theme.species(number)).collect();
            colours.extend((0..=10).map(|tenth| theme.amount(tenth as f32 / 10.0)));
            colours.extend([theme.danger(), theme.close(), theme.goal(), theme.ink()]);
            let rules = quelea::scenario::settings::ORDER;
            colours.extend(rules.map(|rule| theme.rule(rule)));
            for colour in colours {
                assert!(contrast(colour, theme.ground()) > 2.0, "{theme:?} {}", colour.css());
            }
        }
    }
}
