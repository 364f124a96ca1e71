//! Shaders for Vulkan, compiled here, because only their binary form can say that a driver must not fuse operations,
//! and must keep numbers that are too small to be normal.
#![allow(unsafe_code)]

use crate::device::{FloatControls, Gpu};
use ash::vk;
use naga::back::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// What the driver of an adapter promises; `None` if it is not reached through Vulkan.
pub(crate) fn float_controls(adapter: &wgpu::Adapter) -> Option<FloatControls> {
    // SAFETY: The handles are used while the adapter lives, for one query that changes nothing.
    let hal = unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }?;
    let (instance, device) = (hal.shared_instance().raw_instance(), hal.raw_physical_device());
    // SAFETY: As above.
    let version = unsafe { instance.get_physical_device_properties(device) }.api_version;
    if version < vk::API_VERSION_1_2 {
        return Some(FloatControls::default());
    }
    let mut controls = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut controls);
    // SAFETY: As above. Vulkan 1.2 has both structures.
    unsafe { instance.get_physical_device_properties2(device, &mut properties) };
    Some(FloatControls {
        available: true,
        keeps_subnormals: controls.shader_denorm_preserve_float32 == vk::TRUE,
        keeps_signed_zeros: controls.shader_signed_zero_inf_nan_preserve_float32 == vk::TRUE,
    })
}

/// Compiles a shader.
pub(crate) fn compile(gpu: &Gpu, controls: FloatControls, entry: &str, source: &str) -> wgpu::ShaderModule {
    let words = match to_words(controls, source) {
        Ok(words) => words,
        // The text is written here, so that this is a defect of it.
        Err(problem) => panic!("shader {entry}: {problem}\n{source}"),
    };
    let entry_points = [wgpu::PassthroughShaderEntryPoint { name: entry.into(), workgroup_size: (0, 0, 0) }];
    let description = wgpu::ShaderModuleDescriptorPassthrough {
        label: Some(entry),
        entry_points: entry_points.as_slice().into(),
        spirv: Some(words.into()),
        ..Default::default()
    };
    // SAFETY: The text was validated above. It reads and writes buffers within their bounds: every index is a slot, a
    // cell or an id of the flock for which the buffers were made. What is inserted only adds to what operations keep.
    unsafe { gpu.device.create_shader_module_passthrough(description) }
}

fn to_words(controls: FloatControls, source: &str) -> Result<Vec<u32>, String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|problem| problem.emit_to_string(source))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::FLOAT64);
    let info = validator.validate(&module).map_err(|problem| problem.emit_to_string(source))?;
    let options = spv::Options {
        lang_version: if controls.available { (1, 4) } else { (1, 0) },
        flags: spv::WriterFlags::empty(),
        // Loops end: each visits a finite list. Indices are in bounds: see `compile`.
        force_loop_bounding: false,
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..Default::default()
    };
    let words = spv::write_vec(&module, &info, &options, None).map_err(|problem| problem.to_string())?;
    Ok(keep_bits(&words, controls))
}

// Numbers of the SPIR-V specification.
const HEADER: usize = 5;
const OP_ENTRY_POINT: u32 = 15;
const OP_EXECUTION_MODE: u32 = 16;
const OP_CAPABILITY: u32 = 17;
const OP_DECORATE: u32 = 71;
const OP_MEMBER_DECORATE: u32 = 72;
/// Sums, differences and products of numbers and vectors.
const CONTRACTIBLE: [u32; 6] = [129, 131, 133, 142, 127, 136];
const NO_CONTRACTION: u32 = 42;
const DENORM_PRESERVE: (u32, u32) = (4464, 4459);
const SIGNED_ZERO_INF_NAN_PRESERVE: (u32, u32) = (4466, 4461);

/// Forbids a module to fuse operations, and asks for what a driver can keep.
fn keep_bits(words: &[u32], controls: FloatControls) -> Vec<u32> {
    let wanted: Vec<(u32, u32)> =
        [(controls.keeps_subnormals, DENORM_PRESERVE), (controls.keeps_signed_zeros, SIGNED_ZERO_INF_NAN_PRESERVE)]
            .into_iter()
            .filter_map(|(promised, mode)| promised.then_some(mode))
            .collect();
    let mut instructions: Vec<&[u32]> = Vec::new();
    let mut rest = &words[HEADER..];
    while let Some(first) = rest.first() {
        let (instruction, others) = rest.split_at((first >> 16) as usize);
        instructions.push(instruction);
        rest = others;
    }
    let code = |instruction: &[u32]| instruction[0] & 0xffff;
    let results: Vec<u32> = instructions
        .iter()
        .filter(|instruction| CONTRACTIBLE.contains(&code(instruction)))
        .map(|instruction| instruction[2])
        .collect();
    let entry = instructions.iter().find(|instruction| code(instruction) == OP_ENTRY_POINT).map(|words| words[2]);

    let mut kept = words[..HEADER].to_vec();
    for (capability, _) in &wanted {
        kept.extend([2 << 16 | OP_CAPABILITY, *capability]);
    }
    let (mut has_modes, mut has_decorations) = (false, false);
    for instruction in instructions {
        if matches!(code(instruction), OP_DECORATE | OP_MEMBER_DECORATE) && !has_decorations {
            results.iter().for_each(|result| kept.extend([3 << 16 | OP_DECORATE, *result, NO_CONTRACTION]));
            has_decorations = true;
        }
        kept.extend(instruction);
        if let (OP_EXECUTION_MODE, Some(entry), false) = (code(instruction), entry, has_modes) {
            wanted.iter().for_each(|(_, mode)| kept.extend([4 << 16 | OP_EXECUTION_MODE, entry, *mode, 32]));
            has_modes = true;
        }
    }
    kept
}
