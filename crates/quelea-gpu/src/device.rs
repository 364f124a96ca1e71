//! The device: opened once, shared by all flocks of a process.

use crate::arithmetic::Arithmetic;
#[cfg(not(target_arch = "wasm32"))]
use crate::doubles::Doubles;
use crate::error::GpuError;
use crate::kernels::Compiled;
use futures_channel::oneshot::Receiver;
use std::panic::AssertUnwindSafe;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::OnceLock;
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(not(target_arch = "wasm32"))]
use std::time::{Duration, Instant};

/// How long a device that has done all its work may take to say so.
#[cfg(not(target_arch = "wasm32"))]
const PATIENCE: Duration = Duration::from_secs(10);

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
    /// Its double precision, once somebody has asked, if it has the bits of a processor.
    #[cfg(not(target_arch = "wasm32"))]
    doubles: OnceLock<Option<Doubles>>,
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
        let wanted = wgpu::Features::PASSTHROUGH_SHADERS | wgpu::Features::SHADER_F64;
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
            adapter.name = "WebGPU".to_owned();
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
        device.set_device_lost_callback(move |_, message| note(&lost, format!("the device was lost ({message})")));
        let failed = failure.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| note(&failed, in_words(&error))));
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
            #[cfg(not(target_arch = "wasm32"))]
            doubles: OnceLock::new(),
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

    /// Whether shaders may use double precision, and say that operations must not be fused.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn has_doubles(&self) -> bool {
        self.spirv.is_some() && self.device.features().contains(wgpu::Features::SHADER_F64)
    }

    /// Its double precision, if it has the bits of a processor.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn doubles(&self) -> Option<Doubles> {
        *self.doubles.get_or_init(|| pollster::block_on(Doubles::find(self)))
    }

    /// What went wrong with the device, if something did.
    pub(crate) fn failure(&self) -> Option<GpuError> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.clone().map(|problem| self.failed(problem))
    }

    /// Does something for one flock. What is refused then is a problem of this flock alone; only a device that is lost
    /// is lost for all.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) async fn attempt<T>(&self, work: impl Future<Output = Result<T, GpuError>>) -> Result<T, GpuError> {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        let scopes = [Validation, OutOfMemory, Internal].map(|kind| self.device.push_error_scope(kind));
        let done = work.await;
        let mut refused = None;
        for scope in scopes.into_iter().rev() {
            refused = scope.pop().await.or(refused);
        }
        self.check()?;
        let Some(error) = refused else { return done };
        // Among the shaders may be some that were refused.
        *self.compiled.lock().unwrap_or_else(PoisonError::into_inner) = Compiled::default();
        Err(self.failed(in_words(&error)))
    }

    /// Does something for one flock. In a browser all flocks share their problems: errors can be told apart only by
    /// waiting for them.
    #[cfg(target_arch = "wasm32")]
    pub(crate) async fn attempt<T>(&self, work: impl Future<Output = Result<T, GpuError>>) -> Result<T, GpuError> {
        work.await
    }

    fn failed(&self, problem: String) -> GpuError {
        GpuError::Failed { adapter: self.adapter.clone(), problem }
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

    /// How many bytes of a buffer a shader can have.
    pub(crate) fn largest_binding(&self) -> usize {
        // Buffers have a multiple of 16 bytes.
        self.limits.max_storage_buffer_binding_size.min(self.limits.max_buffer_size) as usize / 16 * 16
    }

    /// Writes numbers into a buffer, from its beginning.
    pub(crate) fn write<T: bytemuck::NoUninit>(&self, buffer: &wgpu::Buffer, numbers: &[T]) {
        self.write_at(buffer, 0, numbers);
    }

    /// Writes numbers into a buffer, from a byte on.
    pub(crate) fn write_at<T: bytemuck::NoUninit>(&self, buffer: &wgpu::Buffer, mut at: u64, numbers: &[T]) {
        // In parts, so that staging takes little memory.
        const PART: usize = 1 << 26;
        for part in bytemuck::cast_slice::<T, u8>(numbers).chunks(PART) {
            self.queue.write_buffer(buffer, at, part);
            at += part.len() as u64;
            if part.len() == PART {
                self.flush();
            }
        }
    }

    /// Waits until everything that was written is on the device.
    pub(crate) fn flush(&self) {
        self.queue.submit([]);
        self.wait();
    }

    /// Waits until everything that was submitted is done.
    pub(crate) fn wait(&self) {
        self.poll(wgpu::PollType::wait_indefinitely());
    }

    /// Waits for what was submitted.
    pub(crate) fn poll(&self, until: wgpu::PollType) {
        // A device that is lost says so by its callback, but then wgpu may panic instead of returning.
        let polled = std::panic::catch_unwind(AssertUnwindSafe(|| self.device.poll(until)));
        if polled.is_err() {
            let problem = "the device was lost while it was waited for".to_owned();
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(problem);
        }
    }

    /// Does work on the device at once. What the device has against it is said, and the device is not taken for broken.
    pub async fn attempt_now<T>(&self, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        let filters = [wgpu::ErrorFilter::Validation, wgpu::ErrorFilter::OutOfMemory];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let done = work();
        let mut problem = None;
        // The last is popped first.
        for found in scopes.into_iter().rev().map(wgpu::ErrorScopeGuard::pop).collect::<Vec<_>>() {
            problem = found.await.or(problem);
        }
        let Some(problem) = problem else { return Ok(done) };
        // Among the shaders may be some that were refused.
        *self.compiled.lock().unwrap_or_else(PoisonError::into_inner) = Compiled::default();
        Err(self.failed(in_words(&problem)))
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
        let mut numbers: Vec<T> = Vec::with_capacity(count);
        let take = |bytes: &[u8]| numbers.extend_from_slice(bytemuck::cast_slice(bytes));
        self.read_at(buffer, 0, (count * size_of::<T>()) as u64, take).await?;
        Ok(numbers)
    }

    /// Reads bytes of a buffer from one on, and hands them over a chunk at a time.
    pub(crate) async fn read_at(
        &self,
        buffer: &wgpu::Buffer,
        first: u64,
        bytes: u64,
        mut take: impl FnMut(&[u8]),
    ) -> Result<(), GpuError> {
        const PART: u64 = 1 << 28;
        let staging = self.staging(bytes.min(PART));
        let mut done = 0;
        while done < bytes {
            let part = (bytes - done).min(PART);
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(buffer, first + done, &staging, 0, part.next_multiple_of(4));
            self.queue.submit([encoder.finish()]);
            self.read_mapped(&staging, part, &mut take).await?;
            done += part;
        }
        Ok(())
    }

    /// A buffer that the processor can read once something was copied to it.
    pub(crate) fn staging(&self, bytes: u64) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read"),
            size: bytes.next_multiple_of(4).max(4),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    /// Reads the first bytes of a buffer that was copied to.
    pub(crate) async fn read_mapped(
        &self,
        staging: &wgpu::Buffer,
        bytes: u64,
        take: &mut impl FnMut(&[u8]),
    ) -> Result<(), GpuError> {
        let slice = staging.slice(..bytes.next_multiple_of(4));
        let (send, receive) = futures_channel::oneshot::channel();
        slice.map_async(wgpu::MapMode::Read, move |result| {
            let _ = send.send(result);
        });
        self.answer(receive).await?.map_err(|problem| self.failed(problem.to_string()))?;
        // A browser tells what is wrong only while it is waited for.
        self.check()?;
        let view = slice.get_mapped_range().map_err(|problem| self.failed(problem.to_string()))?;
        take(&view[..bytes as usize]);
        drop(view);
        staging.unmap();
        Ok(())
    }

    /// Waits for an answer of the device. One that is lost may never give it.
    #[cfg(not(target_arch = "wasm32"))]
    async fn answer<T>(&self, mut answer: Receiver<T>) -> Result<T, GpuError> {
        let no_answer = || self.failed("the device does not answer".to_owned());
        let mut since = None;
        loop {
            self.wait();
            match answer.try_recv() {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) => self.check()?,
                Err(_) => return Err(no_answer()),
            }
            // All is done, but another thread that waited was told in place of this one, and will pass it on.
            if since.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                return Err(no_answer());
            }
            std::thread::sleep(Duration::from_micros(50));
        }
    }

    #[cfg(target_arch = "wasm32")]
    async fn answer<T>(&self, answer: Receiver<T>) -> Result<T, GpuError> {
        answer.await.map_err(|_| self.failed("the device does not answer".to_owned()))
    }
}

/// What an error means to who steps a flock.
fn in_words(error: &wgpu::Error) -> String {
    match error {
        wgpu::Error::OutOfMemory { .. } => "out of memory: take fewer boids".to_owned(),
        other => other.to_string(),
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
