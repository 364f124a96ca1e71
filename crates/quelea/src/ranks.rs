//! Ranks: processes, or threads, that step one flock together.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

/// How the ranks of a flock talk to each other. Every rank calls the same methods in the same order.
///
/// A rank that fails must end the others: methods return only when everyone has done their part.
pub trait Ranks: Send + Sync {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn count(&self) -> usize;

    /// Sends a message to a rank, which receives messages from each rank in the order in which they were sent. It does
    /// not wait for the other to receive.
    fn send(&self, to: usize, message: Vec<u32>);

    /// Waits for the next message from a rank.
    fn receive(&self, from: usize) -> Vec<u32>;

    /// Sends one message to each rank and returns those of each, all by rank. Most may be empty. The message to itself
    /// comes back.
    fn exchange(&self, messages: Vec<Vec<u32>>) -> Vec<Vec<u32>>;

    /// The messages of all ranks, by rank.
    fn gather(&self, message: Vec<u32>) -> Vec<Vec<u32>> {
        self.exchange(vec![message; self.count()])
    }
}

/// A rank on its own.
pub struct OneRank;

impl Ranks for OneRank {
    fn rank(&self) -> usize {
        0
    }
    fn count(&self) -> usize {
        1
    }
    fn send(&self, _: usize, _: Vec<u32>) {
        unreachable!("there is nobody to send to")
    }
    fn receive(&self, _: usize) -> Vec<u32> {
        unreachable!("there is nobody to receive from")
    }
    fn exchange(&self, messages: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        messages
    }
}

/// Ranks that are threads of one process: to try out how a flock is divided without a cluster.
pub struct ThreadRanks {
    rank: usize,
    senders: Vec<Sender<Vec<u32>>>,
    receivers: Vec<Mutex<Receiver<Vec<u32>>>>,
}

impl ThreadRanks {
    /// So many ranks, each to be moved to a thread of its own.
    pub fn new(count: usize) -> Vec<ThreadRanks> {
        let mut ranks: Vec<ThreadRanks> =
            (0..count).map(|rank| ThreadRanks { rank, senders: Vec::new(), receivers: Vec::new() }).collect();
        for from in 0..count {
            for to in 0..count {
                let (sender, receiver) = channel();
                ranks[from].senders.push(sender);
                ranks[to].receivers.push(Mutex::new(receiver));
            }
        }
        ranks
    }
}

impl Ranks for ThreadRanks {
    fn rank(&self) -> usize {
        self.rank
    }
    fn count(&self) -> usize {
        self.senders.len()
    }
    fn send(&self, to: usize, message: Vec<u32>) {
        self.senders[to].send(message).expect("every rank waits for the others");
    }
    fn receive(&self, from: usize) -> Vec<u32> {
        let receiver = self.receivers[from].lock().unwrap_or_else(PoisonError::into_inner);
        receiver.recv().expect("every rank waits for the others")
    }
    fn exchange(&self, messages: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        messages.into_iter().enumerate().for_each(|(to, message)| self.send(to, message));
        (0..self.count()).map(|from| self.receive(from)).collect()
    }
}
