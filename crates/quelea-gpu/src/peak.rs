//! What a device can do at best: the roofline of its steps.

use crate::device::Gpu;
use crate::error::GpuError;
use crate::shader::{Header, Kernel, Library, WORKGROUP, constants_words, workgroups};
use std::time::Instant;

/// The peak rates of a device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// Additions and multiplications per second, none of them fused.
    pub operations: f64,
    /// Bytes copied per second: each counts as read once and written once.
    pub bytes: f64,
}

/// Rounds of the arithmetic kernel, each with [`CHAINS`] additions and as many multiplications.
const ROUNDS: usize = 2048;
const CHAINS: usize = 8;

const COPY: &str = "
@compute @workgroup_size(WORKGROUP)
fn copy_rows(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let at = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (at < arrayLength(&positions)) {
        new_positions[at] = positions[at];
    }
}
";

fn arithmetic_text() -> String {
    let mut text = String::from(
        "@compute @workgroup_size(WORKGROUP)
fn compute(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let at = (group.y * groups.x + group.x) * WORKGROUP + local;
    let step = constants.one;
",
    );
    for chain in 0..CHAINS {
        text += &format!("var x{chain} = f32(at + {chain}u);\n");
    }
    text += &format!("for (var round = 0u; round < {ROUNDS}u; round++) {{\n");
    for chain in 0..CHAINS {
        text += &format!("x{chain} = product(x{chain}, step) + step;\n");
    }
    let sum: Vec<String> = (0..CHAINS).map(|chain| format!("x{chain}")).collect();
    text + &format!("}}\nresults[at % arrayLength(&results)] = bitcast<u32>({});\n}}\n", sum.join(" + "))
}

impl Peak {
    /// Measures them: the best of five tries each.
    pub fn measure(gpu: &Gpu) -> Result<Self, GpuError> {
        let library = Library { dimension: 2, torus: false, constants: 1, extra: "", splits: &[] };
        let words = constants_words(&Header::default(), &[0.0]);
        let constants = gpu.uniform("constants", words.len() * 4);
        gpu.write(&constants, &words);
        let largest = gpu.limits.max_storage_buffer_binding_size.min(1 << 29) as usize;
        // A program on the processor is not kept busy for long.
        let scale = if gpu.is_software { 16 } else { 1 };
        let bytes = largest / scale;
        let (from, to) = (gpu.buffer("from", bytes), gpu.buffer("to", bytes));
        let copy = Kernel::new(gpu, &gpu.arithmetic, &library, COPY, "copy_rows")?;
        let compute = Kernel::new(gpu, &gpu.arithmetic, &library, &arithmetic_text(), "compute")?;
        let bind = |kernel: &Kernel| {
            kernel.bind(gpu, |name| match name {
                "positions" => (&from).into(),
                "constants" => (&constants).into(),
                _ => (&to).into(),
            })
        };
        let best = |kernel: &Kernel, invocations: usize, repeats: usize| -> Result<f64, GpuError> {
            let group = bind(kernel);
            let mut best = f64::INFINITY;
            for _ in 0..6 {
                let mut encoder = gpu.device.create_command_encoder(&Default::default());
                let mut pass = encoder.begin_compute_pass(&Default::default());
                (0..repeats).for_each(|_| kernel.dispatch(&mut pass, &group, workgroups(invocations, WORKGROUP)));
                drop(pass);
                let commands = encoder.finish();
                let start = Instant::now();
                gpu.queue.submit([commands]);
                gpu.wait();
                gpu.check()?;
                best = best.min(start.elapsed().as_secs_f64() / repeats as f64);
            }
            Ok(best)
        };
        let rows = bytes / 16;
        let invocations = (1 << 22) / (scale * scale);
        let operations = (invocations * ROUNDS * CHAINS * 2) as f64;
        Ok(Peak {
            operations: operations / best(&compute, invocations, 4)?,
            bytes: 2.0 * bytes as f64 / best(&copy, rows, 8)?,
        })
    }
}

/// Keeps a device busy for some seconds, so that its clock rises: that of an idle one falls within a second, on an H200 to
/// a sixth. Before steps are timed.
pub fn warm_up(gpu: &Gpu, seconds: f64) -> Result<(), GpuError> {
    if gpu.is_software {
        return Ok(());
    }
    let library = Library { dimension: 2, torus: false, constants: 1, extra: "", splits: &[] };
    let words = constants_words(&Header::default(), &[0.0]);
    let (constants, results) = (gpu.uniform("constants", words.len() * 4), gpu.buffer("results", 1 << 20));
    gpu.write(&constants, &words);
    let kernel = Kernel::new(gpu, &gpu.arithmetic, &library, &arithmetic_text(), "compute")?;
    let group = kernel.bind(gpu, |name| if name == "constants" { (&constants).into() } else { (&results).into() });
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        kernel.dispatch(&mut encoder.begin_compute_pass(&Default::default()), &group, workgroups(1 << 22, WORKGROUP));
        gpu.queue.submit([encoder.finish()]);
        gpu.wait();
        gpu.check()?;
    }
    Ok(())
}
