//! Ranks of MPI: one flock on many processes and machines, to the bit like on one.
//!
//! ```no_run
//! use quelea::{Distributed, Scenario};
//! use quelea_mpi::Mpi;
//!
//! let mpi = Mpi::start().expect("MPI is started once");
//! let scenario = Scenario::preset("p5")?.with("boids", 1_000_000)?;
//! let mut flock = Distributed::<2>::new(&scenario, Box::new(mpi.ranks()))?;
//! flock.step();
//! println!("{:016x}", flock.hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod handle;

use handle::Handle;
use mpi::Threading;
use mpi::collective::CommunicatorCollectives;
use mpi::datatype::PartitionMut;
use mpi::environment::Universe;
use mpi::point_to_point::{Destination, Source};
use mpi::topology::{Communicator, SimpleCommunicator};
use quelea::Ranks;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The longest message in one piece: MPI counts in 32 bits.
const MAX_PIECE: usize = 1 << 28;

/// MPI, from its start to its end. Dropping it waits until every process does: one that has failed calls [`abort`]
/// instead.
pub struct Mpi {
    universe: Universe,
}

impl Mpi {
    /// Starts MPI. `None` if it was started before, or cannot be called from a thread that did not start it.
    pub fn start() -> Option<Self> {
        let (universe, threading) = mpi::initialize_with_threading(Threading::Serialized)?;
        (threading >= Threading::Serialized).then_some(Mpi { universe })
    }

    /// The processes that `mpirun` started. They must not be used after MPI has ended.
    pub fn ranks(&self) -> MpiRanks {
        let world = self.universe.world();
        let (rank, count) = (world.rank() as usize, world.size() as usize);
        MpiRanks { handle: Mutex::new(Handle { world }), rank, count }
    }
}

/// The processes that `mpirun` started.
pub struct MpiRanks {
    handle: Mutex<Handle>,
    rank: usize,
    count: usize,
}

impl MpiRanks {
    /// How many of the processes run on this machine and share its memory.
    pub fn on_this_machine(&self) -> usize {
        self.handle().world.split_shared(self.rank as i32).size() as usize
    }

    fn handle(&self) -> MutexGuard<'_, Handle> {
        self.handle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends all processes at once, with this exit code. MPI must have been started.
pub fn abort(code: i32) -> ! {
    SimpleCommunicator::world().abort(code)
}

impl Ranks for MpiRanks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.count
    }

    fn send(&self, to: usize, message: Vec<u32>) {
        self.handle().world.process_at_rank(to as i32).send(&message[..]);
    }

    fn receive(&self, from: usize) -> Vec<u32> {
        self.handle().world.process_at_rank(from as i32).receive_vec().0
    }

    fn exchange(&self, mut messages: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        let (own, handle) = (self.rank, self.handle());
        let world = &handle.world;
        let kept = std::mem::take(&mut messages[own]);
        let sizes: Vec<u64> = messages.iter().map(|message| message.len() as u64).collect();
        let mut incoming = vec![0u64; sizes.len()];
        world.all_to_all_into(&sizes[..], &mut incoming[..]);
        let mut received: Vec<Vec<u32>> = incoming.iter().map(|size| vec![0; *size as usize]).collect();
        mpi::request::scope(|scope| {
            let mut requests = Vec::new();
            for (from, message) in received.iter_mut().enumerate() {
                let process = world.process_at_rank(from as i32);
                for piece in message.chunks_mut(MAX_PIECE) {
                    requests.push(process.immediate_receive_into(scope, piece));
                }
            }
            let mut sent = Vec::new();
            for (to, message) in messages.iter().enumerate() {
                let process = world.process_at_rank(to as i32);
                for piece in message.chunks(MAX_PIECE) {
                    sent.push(process.immediate_send(scope, piece));
                }
            }
            requests.into_iter().for_each(|request| {
                request.wait();
            });
            sent.into_iter().for_each(|request| {
                request.wait();
            });
        });
        received[own] = kept;
        received
    }

    fn gather(&self, message: Vec<u32>) -> Vec<Vec<u32>> {
        let handle = self.handle();
        let size = message.len() as i32;
        let mut sizes = vec![0i32; self.count];
        handle.world.all_gather_into(&size, &mut sizes[..]);
        let starts: Vec<i32> = sizes.iter().scan(0, |end, size| Some(std::mem::replace(end, *end + size))).collect();
        let mut all = vec![0u32; sizes.iter().map(|size| *size as usize).sum()];
        let mut parts = PartitionMut::new(&mut all[..], &sizes[..], &starts[..]);
        handle.world.all_gather_varcount_into(&message[..], &mut parts);
        let part = |(start, size): (&i32, &i32)| all[*start as usize..(*start + *size) as usize].to_vec();
        starts.iter().zip(&sizes).map(part).collect()
    }
}
