//! The device: opened once, shared by all flocks of a process.

use crate::arithmetic::Arithmetic;
use crate::error::GpuError;
use crate::kernels::Compiled;
use std::sync::{Arc, Mutex, PoisonError};

/// An open device, and what is known of it.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) info: wgpu::AdapterInfo,
    pub(crate) adapter: String,
    pub(crate) backend: &'static str,
    pub(crate) is_software: bool,
    pub(crate) limits: wgpu::Limits,
    /// What its shaders can be told on floating point, if they are compiled here.
    #[cfg_attr(any(target_vendor = "apple", target_arch = "wasm32"), allow(dead_code, reason = "it is none there"))]
    pub(crate) spirv: Option<FloatControls>,
    /// The arithmetic that gives the bits of a processor, as far as there is one.
    pub(crate) arithmetic: Arithmetic,
    /// Whether it ends every loop after some number of rounds.
    pub(crate) limits_loops: bool,
    /// Shaders, which all flocks share.
    pub(crate) compiled: Mutex<Compiled>,
    /// What went wrong; a device does not recover.
    failure: Arc<Mutex<Option<String>>>,
}

/// What a Vulkan driver promises of single precision, if a shader asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FloatControls {
    /// Whether shaders can ask at all.
    pub available: bool,
    pub keeps_subnormals: bool,
    pub keeps_signed_zeros: bool,
}

/// The device of this process, as long as someone uses it.
#[cfg(not(target_arch = "wasm32"))]
static SHARED: Mutex<Option<Arc<Gpu>>> = Mutex::new(None);

impl Gpu {
    /// The best device of this machine. It is opened once per process, and again if it was lost.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn shared() -> Result<Arc<Gpu>, GpuError> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gpu) = shared.as_ref().filter(|gpu| gpu.failure().is_none()) {
            return Ok(gpu.clone());
        }
        let gpu = Arc::new(pollster::block_on(Self::open())?);
        *shared = Some(gpu.clone());
        Ok(gpu)
    }

    /// Opens the best device of this machine.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) async fn open() -> Result<Self, GpuError> {
        let description = wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        };
        let instance = wgpu::Instance::new(description.with_env());
        let adapter = crate::adapter::find(&instance).await?;
        #[cfg(not(target_vendor = "apple"))]
        let spirv = crate::spirv::float_controls(&adapter);
        #[cfg(target_vendor = "apple")]
        let spirv = None;
        let wanted = wgpu::Features::PASSTHROUGH_SHADERS;
        let description = wgpu::DeviceDescriptor {
            label: Some("quelea"),
            required_features: adapter.features() & wanted,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let opened = adapter.request_device(&description).await;
        let adapter = adapter.get_info();
        let refused = |problem: wgpu::RequestDeviceError| GpuError::Device {
            adapter: adapter.name.clone(),
            problem: problem.to_string(),
        };
        let (device, queue) = opened.map_err(refused)?;
        Self::from_device(device, queue, adapter, spirv).await
    }

    /// Takes a device that draws, too.
    #[cfg(target_arch = "wasm32")]
    pub async fn with_device(
        device: wgpu::Device,
        queue: wgpu::Queue,
        mut adapter: wgpu::AdapterInfo,
    ) -> Result<Self, GpuError> {
        // Few browsers give it away.
        if adapter.name.is_empty() {
            adapter.name = "of this browser".to_owned();
        }
        Self::from_device(device, queue, adapter, None).await
    }

    async fn from_device(
        device: wgpu::Device,
        queue: wgpu::Queue,
        adapter: wgpu::AdapterInfo,
        spirv: Option<FloatControls>,
    ) -> Result<Self, GpuError> {
        let failure = Arc::new(Mutex::new(None));
        let note = |failure: &Arc<Mutex<Option<String>>>, problem: String| {
            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(problem);
        };
        let lost = failure.clone();
        device.set_device_lost_callback(move |reason, message| {
            // A device that is closed is said to be lost, too.
            if reason != wgpu::DeviceLostReason::Destroyed {
                note(&lost, format!("the device was lost ({message})"));
            }
        });
        let failed = failure.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let problem = match error {
                wgpu::Error::OutOfMemory { .. } => "out of memory: take fewer boids".to_owned(),
                other => other.to_string(),
            };
            note(&failed, problem);
        }));
        let spirv = spirv.filter(|_| device.features().contains(wgpu::Features::PASSTHROUGH_SHADERS));
        let mut gpu = Gpu {
            limits: device.limits(),
            device,
            queue,
            adapter: adapter.name.clone(),
            backend: backend_name(adapter.backend),
            is_software: adapter.device_type == wgpu::DeviceType::Cpu,
            info: adapter,
            spirv,
            arithmetic: Arithmetic::default(),
            limits_loops: false,
            compiled: Mutex::default(),
            failure,
        };
        gpu.arithmetic = Arithmetic::find(&gpu).await?;
        gpu.limits_loops = crate::loops::are_limited(&gpu).await?;
        Ok(gpu)
    }

    /// The name of the adapter, with the interface it is reached through.
    pub fn name(&self) -> String {
        format!("{} ({})", self.adapter, self.backend)
    }

    /// The device and its queue, for those who use its buffers.
    pub fn wgpu(&self) -> (&wgpu::Device, &wgpu::Queue) {
        (&self.device, &self.queue)
    }

    /// What its driver says of it.
    pub fn info(&self) -> &wgpu::AdapterInfo {
        &self.info
    }

    /// What is to be said of its results: whether they have the bits of a processor.
    pub fn promise(&self) -> &'static str {
        self.arithmetic.promise()
    }

    /// Whether it is a program on the processor.
    pub fn is_software(&self) -> bool {
        self.is_software
    }

    /// Whether its results have the bits of a processor.
    pub fn is_exact(&self) -> bool {
        self.arithmetic.is_exact
    }

    /// What went wrong with the device, if something did.
    pub(crate) fn failure(&self) -> Option<GpuError> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.clone().map(|problem| GpuError::Failed { adapter: self.adapter.clone(), problem })
    }

    /// Nothing, or what went wrong.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        self.failure().map_or(Ok(()), Err)
    }

    /// A buffer for shaders, full of zeros.
    pub(crate) fn buffer(&self, label: &str, bytes: usize) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            // Buffers that hold nothing cannot be bound.
            size: bytes.next_multiple_of(16).max(16) as u64,
            usage: wgpu::BufferUsages::STORAGE
                | wgpu::BufferUsages::COPY_SRC
                | wgpu::BufferUsages::COPY_DST
                | wgpu::BufferUsages::INDIRECT,
            mapped_at_creation: false,
        })
    }

    /// A buffer for a uniform.
    pub(crate) fn uniform(&self, label: &str, bytes: usize) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: bytes.next_multiple_of(16).max(16) as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    /// Writes numbers into a buffer, from its beginning.
    pub(crate) fn write<T: bytemuck::NoUninit>(&self, buffer: &wgpu::Buffer, numbers: &[T]) {
        // In parts, so that staging takes little memory.
        const PART: usize = 1 << 26;
        let mut at = 0;
        for part in bytemuck::cast_slice::<T, u8>(numbers).chunks(PART) {
            self.queue.write_buffer(buffer, at, part);
            at += part.len() as u64;
            if part.len() == PART {
                self.queue.submit([]);
                self.wait();
            }
        }
    }

    /// Waits until everything that was submitted is done.
    pub(crate) fn wait(&self) {
        // A device that is lost says so by its callback.
        let _ = self.device.poll(wgpu::PollType::wait_indefinitely());
    }

    /// Does work on the device. What the device has against it is said, and the device is not taken for broken.
    pub async fn attempt<T>(&self, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        let filters = [wgpu::ErrorFilter::Validation, wgpu::ErrorFilter::OutOfMemory];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let done = work();
        let mut problem = None;
        // The last is popped first.
        for found in scopes.into_iter().rev().map(wgpu::ErrorScopeGuard::pop).collect::<Vec<_>>() {
            problem = found.await.or(problem);
        }
        match problem {
            Some(problem) => Err(GpuError::Failed { adapter: self.adapter.clone(), problem: problem.to_string() }),
            None => Ok(done),
        }
    }

    /// Waits until everything that was submitted is done, and says what was wrong with it.
    pub async fn settled(&self) -> Result<(), GpuError> {
        #[cfg(target_arch = "wasm32")]
        {
            let (send, done) = futures_channel::oneshot::channel();
            self.queue.on_submitted_work_done(move || {
                let _ = send.send(());
            });
            let _ = done.await;
        }
        self.wait();
        self.check()
    }

    /// Reads the first numbers of a buffer. Only in a browser this takes its time and lets others work; elsewhere it
    /// waits.
    pub(crate) async fn read<T: bytemuck::AnyBitPattern>(
        &self,
        buffer: &wgpu::Buffer,
        count: usize,
    ) -> Result<Vec<T>, GpuError> {
        const PART: u64 = 1 << 28;
        let bytes = (count * size_of::<T>()) as u64;
        let mut numbers: Vec<T> = Vec::with_capacity(count);
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read"),
            size: bytes.min(PART).next_multiple_of(4).max(4),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let failed = |problem: String| GpuError::Failed { adapter: self.adapter.clone(), problem };
        let mut at = 0;
        while at < bytes {
            let part = (bytes - at).min(PART);
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(buffer, at, &staging, 0, part.next_multiple_of(4));
            self.queue.submit([encoder.finish()]);
            let slice = staging.slice(..part.next_multiple_of(4));
            let (send, receive) = futures_channel::oneshot::channel();
            slice.map_async(wgpu::MapMode::Read, move |result| {
                let _ = send.send(result);
            });
            self.wait();
            self.check()?;
            // Another thread that waits may be told in place of this one.
            let mapped = receive.await.map_err(|_| failed("the device does not answer".to_owned()))?;
            mapped.map_err(|problem| failed(problem.to_string()))?;
            // A browser tells what is wrong only while it is waited for.
            self.check()?;
            let view = slice.get_mapped_range().map_err(|problem| failed(problem.to_string()))?;
            numbers.extend_from_slice(bytemuck::cast_slice(&view[..part as usize]));
            drop(view);
            staging.unmap();
            at += part;
        }
        Ok(numbers)
    }
}

fn backend_name(backend: wgpu::Backend) -> &'static str {
    match backend {
        wgpu::Backend::Vulkan => "Vulkan",
        wgpu::Backend::Metal => "Metal",
        wgpu::Backend::Dx12 => "Direct3D 12",
        wgpu::Backend::BrowserWebGpu => "WebGPU",
        wgpu::Backend::Gl | wgpu::Backend::Noop => "none",
    }
}
