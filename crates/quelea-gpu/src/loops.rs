//! Whether an adapter lets loops go round as often as they should: Mesa's llvmpipe ends all loops of an invocation after
//! 65,535 rounds, without a word.

use crate::device::Gpu;
use crate::error::GpuError;
use crate::shader::{Header, Kernel, Library, constants_words};

/// More rounds than any known limit.
const ROUNDS: u32 = 300_000;

const TEST: &str = "
@compute @workgroup_size(1)
fn test_loops() {
    var x = 1u;
    for (var round = 0u; round < results[0]; round++) {
        x = x * 1664525u + 1013904223u;
    }
    results[1] = x;
}
";

pub(crate) async fn are_limited(gpu: &Gpu) -> Result<bool, GpuError> {
    let library = Library { dimension: 2, torus: false, constants: 1, extra: "", splits: &[] };
    let kernel = Kernel::new(gpu, &gpu.arithmetic, &library, TEST, "test_loops")?;
    let results = gpu.buffer("results", 8);
    gpu.write(&results, &[ROUNDS, 0]);
    let constants = gpu.uniform("constants", constants_words(&Header::default(), &[0.0]).len() * 4);
    let group = kernel.bind(gpu, |name| if name == "results" { (&results).into() } else { (&constants).into() });
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    kernel.dispatch(&mut encoder.begin_compute_pass(&Default::default()), &group, (1, 1));
    gpu.queue.submit([encoder.finish()]);
    let expected = (0..ROUNDS).fold(1u32, |x, _| x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    Ok(gpu.read::<u32>(&results, 2).await?[1] != expected)
}
