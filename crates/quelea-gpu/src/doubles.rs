//! Double precision on a device, for measures: found by a test when it is first needed, as `arithmetic.rs` does for
//! single precision.

use crate::device::Gpu;
use crate::error::GpuError;
use crate::shader::{Header, Kernel, Library, WORKGROUP, constants_words, workgroups};
use quelea::state::random::{Random, Stream};

/// How shaders divide and take roots in double precision, where they get the bits of a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doubles {
    /// Whether quotients and roots are corrected.
    corrects: bool,
}

const OPERANDS: usize = 4096;
const RESULTS: usize = 9;

const TEST: &str = "
@compute @workgroup_size(WORKGROUP)
fn test_doubles(@builtin(global_invocation_id) at: vec3u) {
    let i = at.x;
    if (i >= OPERANDS) {
        return;
    }
    let a = measured_numbers[i * 3u];
    let b = measured_numbers[i * 3u + 1u];
    let c = measured_numbers[i * 3u + 2u];
    let x = select(a, -a, a < 0.0lf);
    measured[i * RESULTS] = a + b;
    measured[i * RESULTS + 1u] = a - b;
    measured[i * RESULTS + 2u] = a * b;
    measured[i * RESULTS + 3u] = a * b + c;
    measured[i * RESULTS + 4u] = a * b - b * c;
    measured[i * RESULTS + 5u] = quotient_of_doubles(a, b);
    measured[i * RESULTS + 6u] = root_of_double(x);
    measured[i * RESULTS + 7u] = f64(tables[i].x) * f64(tables[i].y);
    measured[i * RESULTS + 8u] = (a + b) - b;
}
";

const NATIVE: &str = "
fn quotient_of_doubles(a: f64, b: f64) -> f64 {
    return a / b;
}

fn root_of_double(x: f64) -> f64 {
    return sqrt(x);
}
";

/// What corrects a quotient or a root that is not rounded as on a processor, of numbers that are not extreme: the
/// remainder of one fused operation (Markstein 1990).
const CORRECTED: &str = "
fn quotient_of_doubles(a: f64, b: f64) -> f64 {
    let y0 = 1.0lf / b;
    let y1 = fma(y0, fma(-b, y0, 1.0lf), y0);
    let y = fma(y1, fma(-b, y1, 1.0lf), y1);
    let q = a * y;
    return fma(fma(-b, q, a), y, q);
}

fn root_of_double(x: f64) -> f64 {
    if (x == 0.0lf) {
        return x;
    }
    let g0 = sqrt(x);
    let h0 = 0.5lf / g0;
    let r = fma(-g0, h0, 0.5lf);
    let g = fma(g0, r, g0);
    let h = fma(h0, r, h0);
    return fma(fma(-g, g, x), h, g);
}
";

/// A pair of single-precision numbers, and three of double precision.
type Operand = ([f32; 2], [f64; 3]);

fn on_processor((single, [a, b, c]): &Operand) -> [f64; RESULTS] {
    let [x, y] = single.map(f64::from);
    [a + b, a - b, a * b, a * b + c, a * b - b * c, a / b, a.abs().sqrt(), x * y, (a + b) - b]
}

impl Doubles {
    /// The simplest arithmetic that gives the bits of a processor; `None` if there is none.
    pub async fn find(gpu: &Gpu) -> Option<Self> {
        if !gpu.has_doubles() {
            return None;
        }
        for tried in [Self::native(), Self::corrected()] {
            if tried.has_bits_of_processor(gpu).await {
                return Some(tried);
            }
        }
        None
    }

    /// As the adapter divides and takes roots.
    pub fn native() -> Self {
        Doubles { corrects: false }
    }

    /// With corrections.
    pub fn corrected() -> Self {
        Doubles { corrects: true }
    }

    /// Whether it has the bits of a processor on a device.
    pub async fn has_bits_of_processor(self, gpu: &Gpu) -> bool {
        let operands = operands();
        let Ok(results) = gpu.attempt(self.run(gpu, &operands)).await else { return false };
        let equal = |(operand, results): (&Operand, &[f64])| {
            on_processor(operand).iter().zip(results).all(|(expected, found)| expected.to_bits() == found.to_bits())
        };
        operands.iter().zip(results.chunks_exact(RESULTS)).all(equal)
    }

    async fn run(self, gpu: &Gpu, operands: &[Operand]) -> Result<Vec<f64>, GpuError> {
        let extra = format!("const OPERANDS: u32 = {OPERANDS}u;\nconst RESULTS: u32 = {RESULTS}u;\n{}", self.text());
        let library = Library { dimension: 2, torus: false, constants: 1, extra: &extra, splits: &[] };
        let kernel = Kernel::new(gpu, &gpu.arithmetic, &library, TEST, "test_doubles")?;
        let singles: Vec<[f32; 4]> = operands.iter().map(|([x, y], _)| [*x, *y, 0.0, 0.0]).collect();
        let doubles: Vec<f64> = operands.iter().flat_map(|(_, doubles)| *doubles).collect();
        let (tables, numbers) = (gpu.buffer("singles", OPERANDS * 16), gpu.buffer("doubles", OPERANDS * 24));
        let results = gpu.buffer("results", OPERANDS * RESULTS * 8);
        let words = constants_words(&Header::default(), &[0.0]);
        let constants = gpu.uniform("constants", words.len() * 4);
        gpu.write(&constants, &words);
        gpu.write(&tables, &singles);
        gpu.write(&numbers, &doubles);
        let group = kernel.bind(gpu, |name| match name {
            "tables" => (&tables).into(),
            "measured_numbers" => (&numbers).into(),
            "measured" => (&results).into(),
            _ => (&constants).into(),
        });
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        kernel.dispatch(&mut encoder.begin_compute_pass(&Default::default()), &group, workgroups(OPERANDS, WORKGROUP));
        gpu.queue.submit([encoder.finish()]);
        gpu.read(&results, OPERANDS * RESULTS).await
    }

    /// Its functions in WGSL.
    pub fn text(self) -> &'static str {
        if self.corrects { CORRECTED } else { NATIVE }
    }
}

/// Operands of the sizes that positions and velocities have.
fn operands() -> Vec<Operand> {
    let mut random = Random::new(2, 0, 0, Stream::StartPosition);
    let mut number = || {
        let sign = if random.unit() < 0.5 { -1.0 } else { 1.0 };
        let exponent = random.integer(-60.0, 60.0);
        sign * (1.0 + random.unit()) * exponent.exp2()
    };
    (0..OPERANDS)
        .map(|index| {
            let [a, mut b, c] = [number(), number(), number()];
            // Beside each other, so that sums cancel.
            if index % 4 == 3 {
                b = -f64::from_bits(a.to_bits() + index as u64 % 64);
            }
            ([a as f32, b as f32], [a, b, c])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corrections of the shader, for first guesses that are wrong in the last bits.
    fn corrected([a, b, _]: [f64; 3], wrong: i64) -> [f64; 2] {
        let guess = |x: f64| f64::from_bits((x.to_bits() as i64 + wrong) as u64);
        let fma = f64::mul_add;
        let y0 = guess(1.0 / b);
        let y1 = fma(y0, fma(-b, y0, 1.0), y0);
        let y = fma(y1, fma(-b, y1, 1.0), y1);
        let q = a * y;
        let x = a.abs();
        let g0 = guess(x.sqrt());
        let h0 = guess(0.5 / g0);
        let r = fma(-g0, h0, 0.5);
        let (g, h) = (fma(g0, r, g0), fma(h0, r, h0));
        [fma(fma(-b, q, a), y, q), fma(fma(-g, g, x), h, g)]
    }

    #[test]
    fn corrected_quotients_and_roots_are_those_of_a_processor() {
        for (_, operand) in operands() {
            let [a, b, _] = operand;
            for wrong in -2..=2 {
                assert_eq!(corrected(operand, wrong), [a / b, a.abs().sqrt()], "{operand:?}");
            }
        }
    }
}
