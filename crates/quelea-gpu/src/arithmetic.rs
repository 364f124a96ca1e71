//! The arithmetic of an adapter: found by a test when it is opened.
//!
//! A processor rounds each operation by itself. Adapters may fuse products with sums, and round quotients and roots
//! in the last bit differently. The test finds out which of the ways below gives the bits of a processor here. It also
//! finds compilers that take numbers for real ones: which simplify (a + b) − b, or a comparison that may not be one of
//! numbers. Nothing helps there, and the device is said to differ.

use crate::device::Gpu;
use crate::error::GpuError;
use crate::shader::{Header, Kernel, Library, WORKGROUP, constants_words, workgroups};
use quelea::state::random::{Random, Stream};

/// How shaders multiply, divide and take roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arithmetic {
    /// Whether products are hidden from the compiler, which fuses them otherwise.
    pub guards_products: bool,
    /// Whether quotients and roots are corrected.
    corrects: bool,
    /// Whether all results have the bits of a processor.
    pub is_exact: bool,
    /// Whether that includes results too small to be normal numbers.
    keeps_subnormals: bool,
}

/// The number of operands of the test.
const OPERANDS: usize = 4096;

/// Results for each pair or triple of operands.
const RESULTS: usize = 18;

/// A number so large that a sum with it is whole.
const MAGIC: f32 = 12_582_912.0;

const TEST: &str = "
@compute @workgroup_size(WORKGROUP)
fn test_arithmetic(@builtin(global_invocation_id) at: vec3u) {
    let i = at.x;
    if (i >= OPERANDS) {
        return;
    }
    let a = tables[i].x;
    let b = tables[i].y;
    let c = tables[i].z;
    let small = tables[i].w;
    let x = abs(a);
    results[i * RESULTS] = bitcast<u32>(a + b);
    results[i * RESULTS + 1u] = bitcast<u32>(a - b);
    results[i * RESULTS + 2u] = bitcast<u32>(product(a, b));
    results[i * RESULTS + 3u] = bitcast<u32>(product(a, b) + c);
    results[i * RESULTS + 4u] = bitcast<u32>(c - product(a, b));
    results[i * RESULTS + 5u] = bitcast<u32>(product(a, b) + product(b, c));
    results[i * RESULTS + 6u] = bitcast<u32>(quotient(a, b));
    results[i * RESULTS + 7u] = bitcast<u32>(reciprocal(b));
    results[i * RESULTS + 8u] = bitcast<u32>(root(x));
    results[i * RESULTS + 9u] = bitcast<u32>(floor(small));
    // What a compiler that knows only real numbers would simplify.
    let magic = constants.numbers[0].x;
    results[i * RESULTS + 10u] = bitcast<u32>((a + magic) - magic);
    results[i * RESULTS + 11u] = bitcast<u32>(f32(bitcast<i32>(small + MAGIC) - bitcast<i32>(MAGIC)));
    results[i * RESULTS + 12u] = bitcast<u32>((a + b) - b);
    results[i * RESULTS + 13u] = bitcast<u32>((a - a) + b);
    results[i * RESULTS + 14u] = bitcast<u32>(a + constants.zero);
    // What is not a number is neither equal nor smaller nor larger.
    let comparisons = select(0u, 1u, a == a) + select(0u, 2u, a == b) + select(0u, 4u, a < b) + select(0u, 8u, !(a < b))
        + select(0u, 16u, a <= b) + select(0u, 32u, a > b);
    results[i * RESULTS + 15u] = bitcast<u32>(f32(comparisons));
    results[i * RESULTS + 16u] = bitcast<u32>(select(b, a, a < b));
    results[i * RESULTS + 17u] = bitcast<u32>(select(b, a, a > b));
}
";

#[allow(clippy::eq_op, clippy::neg_cmp_op_on_partial_ord, reason = "this is what is not the same for all numbers")]
fn on_processor([a, b, c, small]: [f32; 4]) -> [f32; RESULTS] {
    let flags = [a == a, a == b, a < b, !(a < b), a <= b, a > b];
    let comparisons: u8 = flags.iter().zip(0..).map(|(flag, bit)| u8::from(*flag) << bit).sum();
    [
        a + b,
        a - b,
        a * b,
        a * b + c,
        c - a * b,
        a * b + b * c,
        a / b,
        1.0 / b,
        a.abs().sqrt(),
        small.floor(),
        (a + MAGIC) - MAGIC,
        ((small + MAGIC).to_bits() as i32 - MAGIC.to_bits() as i32) as f32,
        (a + b) - b,
        (a - a) + b,
        a + 0.0,
        f32::from(comparisons),
        if a < b { a } else { b },
        if a > b { a } else { b },
    ]
}

impl Arithmetic {
    /// The simplest arithmetic that gives the bits of a processor; else the plain one.
    pub async fn find(gpu: &Gpu) -> Result<Self, GpuError> {
        let operands = operands();
        let plain = Arithmetic::default();
        for guards_products in [false, true] {
            for corrects in [false, true] {
                let tried = Arithmetic { guards_products, corrects, is_exact: true, keeps_subnormals: true };
                let results = tried.run(gpu, &operands).await?;
                let (normal, all) = compare(&operands, &results);
                if normal {
                    return Ok(Arithmetic { keeps_subnormals: all, ..tried });
                }
            }
        }
        Ok(plain)
    }

    async fn run(self, gpu: &Gpu, operands: &[[f32; 4]]) -> Result<Vec<u32>, GpuError> {
        let extra = format!("const OPERANDS: u32 = {OPERANDS}u;\nconst RESULTS: u32 = {RESULTS}u;\n");
        let library = Library { dimension: 2, torus: false, constants: 1, extra: &extra, splits: &[] };
        let kernel = Kernel::new(gpu, &self, &library, TEST, "test_arithmetic")?;
        let (tables, results) = (gpu.buffer("operands", OPERANDS * 16), gpu.buffer("results", OPERANDS * RESULTS * 4));
        let words = constants_words(&Header::default(), &[MAGIC]);
        let constants = gpu.uniform("constants", words.len() * 4);
        gpu.write(&constants, &words);
        gpu.write(&tables, operands);
        let group = kernel.bind(gpu, |name| match name {
            "tables" => (&tables).into(),
            "results" => (&results).into(),
            _ => (&constants).into(),
        });
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        kernel.dispatch(&mut encoder.begin_compute_pass(&Default::default()), &group, workgroups(OPERANDS, WORKGROUP));
        gpu.queue.submit([encoder.finish()]);
        gpu.read(&results, OPERANDS * RESULTS).await
    }

    /// Its functions in WGSL.
    pub fn text(&self) -> String {
        let product = match self.guards_products {
            false => "a * b",
            // The compiler cannot know that these bits are zero, so that it cannot fuse the product.
            true => "bitcast<f32>(bitcast<u32>(a * b) ^ constants.zero_bits)",
        };
        let division = match self.corrects {
            false => include_str!("shaders/native.wgsl"),
            true => include_str!("shaders/exact.wgsl"),
        };
        format!("fn product(a: f32, b: f32) -> f32 {{\n    return {product};\n}}\n\n{division}")
    }

    /// Compiles a shader that uses it.
    pub fn compile(&self, gpu: &Gpu, entry: &str, source: &str) -> wgpu::ShaderModule {
        #[cfg(not(any(target_vendor = "apple", target_arch = "wasm32")))]
        if let Some(controls) = gpu.spirv {
            return crate::spirv::compile(gpu, controls, entry, source);
        }
        gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(entry),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        })
    }

    /// What is to be said of results.
    pub fn promise(&self) -> &'static str {
        match (self.is_exact, self.keeps_subnormals) {
            (true, true) => "same bits as the CPU",
            (true, false) => "same bits as the CPU, unless a number is smaller than 1.2e-38",
            (false, _) => "not the bits of the CPU: this adapter rounds differently; repeatable on this device only",
        }
    }
}

/// Operands of all sizes, most of them of the size of coordinates.
fn operands() -> Vec<[f32; 4]> {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        0.5,
        3.0,
        1e-38,
        1e-40,
        1e-45,
        1e38,
        f32::MAX,
        f32::MIN_POSITIVE,
        f32::INFINITY,
        f32::NAN,
    ];
    let mut random = Random::new(1, 0, 0, Stream::StartPosition);
    let mut number = |spread: i32| {
        let sign = if random.unit() < 0.5 { -1.0 } else { 1.0 };
        let exponent = random.integer(f64::from(-spread), f64::from(spread)) as i32;
        (sign * (1.0 + random.unit()) * f64::from(exponent).exp2()) as f32
    };
    (0..OPERANDS)
        .map(|index| {
            // Infinite ones may be anything to an adapter that promises less; those of the largest sizes matter less.
            let spread = if index % 4 == 3 { 120 } else { 20 };
            let mut operand = [number(spread), number(spread), number(spread), number(20)];
            if index < special.len() * special.len() {
                (operand[0], operand[1]) = (special[index % special.len()], special[index / special.len()]);
            }
            operand
        })
        .collect()
}

/// Whether results are equal where neither operands nor results are subnormal, and whether all are.
fn compare(operands: &[[f32; 4]], results: &[u32]) -> (bool, bool) {
    let (mut normal, mut all) = (true, true);
    for (operand, results) in operands.iter().zip(results.chunks_exact(RESULTS)) {
        let expected = on_processor(*operand);
        let [a, b, c, _] = *operand;
        let products = [a * b, b * c];
        for (expected, result) in expected.iter().zip(results) {
            let result = f32::from_bits(*result);
            let equal = expected.to_bits() == result.to_bits() || (expected.is_nan() && result.is_nan());
            let tiny = |x: &f32| x.is_subnormal();
            let underflows = [a, b, c, a + b].iter().any(tiny) || products.iter().any(tiny) || tiny(expected)
                // A product that rounds to zero or to the smallest normal number has passed by subnormal ones.
                || products.iter().any(|x| x.abs() <= f32::MIN_POSITIVE) && a != 0.0 && b != 0.0;
            all &= equal;
            normal &= equal || underflows;
        }
    }
    (normal, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Simplified = fn([f32; 4]) -> f32;

    /// What each simplification that is wrong for floating point would give is found.
    #[test]
    fn the_test_finds_compilers_that_take_numbers_for_real_ones() {
        let operands = operands();
        let simplified: [(usize, Simplified); 8] = [
            (10, |[a, ..]| a),
            (11, |[.., small]| small),
            (12, |[a, ..]| a),
            (13, |[_, b, ..]| b),
            (14, |[a, ..]| a),
            (15, |[a, b, ..]| on_processor([if a.is_nan() { 1.0 } else { a }, b, 0.0, 0.0])[15]),
            (16, |[a, b, ..]| a.min(b)),
            (17, |[a, b, ..]| a.max(b)),
        ];
        for (place, simplify) in simplified {
            let compute = |operand: &[f32; 4]| {
                let mut results = on_processor(*operand).map(f32::to_bits);
                results[place] = simplify(*operand).to_bits();
                results
            };
            let results: Vec<u32> = operands.iter().flat_map(compute).collect();
            assert_eq!(compare(&operands, &results), (false, false), "{place}");
        }
    }

    #[test]
    fn the_test_tells_subnormal_results_from_others() {
        let operands = operands();
        let mut results: Vec<u32> =
            operands.iter().flat_map(|operand| on_processor(*operand).map(f32::to_bits)).collect();
        assert_eq!(compare(&operands, &results), (true, true));
        let subnormal = results.iter().position(|bits| f32::from_bits(*bits).is_subnormal()).unwrap();
        results[subnormal] = 0;
        assert_eq!(compare(&operands, &results), (true, false));
        let last = results.len() - 2;
        results[last] ^= 1;
        assert_eq!(compare(&operands, &results), (false, false));
    }
}
