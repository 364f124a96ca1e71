//! Runs work on rayon's threads, or on the caller's. The crate starts no threads of its own: it uses the pool it is
//! called in, so a caller sets the number with `ThreadPool::install`. No result depends on it.

/// Below this many boids, handing work to a thread costs more than it saves.
const GRAIN: usize = 1024;

/// A chunk this large takes so long that handing it out costs nothing. A larger one would be waited for at the end.
const MAX_CHUNK: usize = 4096;

/// The number of threads available.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    return 1;
}

/// How many threads it pays to use for this many boids.
pub(crate) fn threads_for(boids: usize) -> usize {
    threads().min(boids / GRAIN).max(1)
}

/// Runs both, perhaps at the same time.
pub(crate) fn join(a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    rayon::join(a, b);
    #[cfg(not(feature = "parallel"))]
    {
        a();
        b();
    }
}

/// Something that can be split in two.
pub(crate) trait Split: Sized + Send {
    fn len(&self) -> usize;
    fn split_at(self, at: usize) -> (Self, Self);
}

impl<T: Send> Split for &mut [T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }
    fn split_at(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

/// Arrays that are as long as each other, or empty.
impl<T: Send, const N: usize> Split for [&mut [T]; N] {
    fn len(&self) -> usize {
        self.iter().map(|array| array.len()).max().unwrap_or(0)
    }
    fn split_at(self, at: usize) -> (Self, Self) {
        let mut tails = [const { None }; N];
        let mut index = 0;
        let heads = self.map(|array| {
            let (head, tail) = array.split_at_mut(at.min(array.len()));
            tails[index] = Some(tail);
            index += 1;
            head
        });
        (heads, tails.map(|tail| tail.expect("every array has a tail")))
    }
}

/// Splits something into chunks of at most `size` and calls `f` with the start of each and the chunk.
pub(crate) fn for_each_chunk<S: Split>(whole: S, size: usize, f: &(impl Fn(usize, S) + Sync)) {
    for_each_chunk_from(0, whole, size.max(1), f);
}

fn for_each_chunk_from<S: Split>(first: usize, chunk: S, size: usize, f: &(impl Fn(usize, S) + Sync)) {
    let len = chunk.len();
    if len <= size {
        return f(first, chunk);
    }
    let at = len.div_ceil(size).div_ceil(2) * size;
    let (head, tail) = chunk.split_at(at);
    join(|| for_each_chunk_from(first, head, size, f), || for_each_chunk_from(first + at, tail, size, f));
}

/// `f(0), f(1), …`, on all threads.
pub(crate) fn map<T: Clone + Default + Send>(count: usize, f: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut all = vec![T::default(); count];
    fill(&mut all, f);
    all
}

/// Writes `f(0), f(1), …` on all threads.
pub(crate) fn fill<T: Send>(all: &mut [T], f: impl Fn(usize) -> T + Sync) {
    let size = chunk_size(all.len());
    for_each_chunk(all, size, &|first, chunk: &mut [T]| {
        chunk.iter_mut().enumerate().for_each(|(index, slot)| *slot = f(first + index));
    });
}

/// `f(0), f(1), …`, each a task of its own: for few computations that are long.
pub(crate) fn map_tasks<T: Clone + Default + Send>(count: usize, f: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut all = vec![T::default(); count];
    for_each_chunk(&mut all[..], 1, &|first, chunk: &mut [T]| {
        chunk.iter_mut().for_each(|slot| *slot = f(first));
    });
    all
}

/// The size of the chunks in which boids are stepped: several per thread, so that a thread that finishes early
/// finds more to do.
pub(crate) fn chunk_size(boids: usize) -> usize {
    let chunks = match threads_for(boids) {
        1 => 1,
        threads => threads * 64,
    };
    boids.div_ceil(chunks).clamp(GRAIN / 4, if chunks == 1 { usize::MAX } else { MAX_CHUNK })
}
