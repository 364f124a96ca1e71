//! Handing work to rayon's threads, or not. The crate starts no threads of its own: it uses the pool it is
//! called in, so a caller chooses their number with `ThreadPool::install`. No result depends on it.

/// Below this many boids a thread hand-off costs more than it brings.
const GRAIN: usize = 1024;

/// How many parts some work over this many boids is worth.
pub(crate) fn parts(boids: usize) -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads().min(boids / GRAIN).max(1);
    #[cfg(not(feature = "parallel"))]
    return (boids / usize::MAX).max(1);
}

/// Does both, perhaps at once.
pub(crate) fn join(a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    rayon::join(a, b);
    #[cfg(not(feature = "parallel"))]
    {
        a();
        b();
    }
}

/// Something that can be cut in two.
pub(crate) trait Cut: Sized + Send {
    fn len(&self) -> usize;
    fn cut(self, at: usize) -> (Self, Self);
}

impl<T: Send> Cut for &mut [T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }
    fn cut(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

/// Cuts something into pieces of at most `size`, and does `f` with each: where it begins, and itself.
pub(crate) fn each<C: Cut>(whole: C, size: usize, f: &(impl Fn(usize, C) + Sync)) {
    each_from(0, whole, size.max(1), f);
}

fn each_from<C: Cut>(first: usize, piece: C, size: usize, f: &(impl Fn(usize, C) + Sync)) {
    let len = piece.len();
    if len <= size {
        return f(first, piece);
    }
    let at = len.div_ceil(size).div_ceil(2) * size;
    let (before, after) = piece.cut(at);
    join(|| each_from(first, before, size, f), || each_from(first + at, after, size, f));
}

/// The size of the pieces in which boids are stepped: several per thread, so that a thread that is done
/// early finds more to do.
pub(crate) fn piece(boids: usize) -> usize {
    let pieces = match parts(boids) {
        1 => 1,
        parts => parts * 8,
    };
    boids.div_ceil(pieces).max(GRAIN / 4)
}
