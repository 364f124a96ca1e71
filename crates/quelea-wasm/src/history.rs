//! What can be undone and redone.
//!
//! Undoing an edit is an edit too: it gives parameters their old values, removes what was added and puts back what was
//! removed, and the flock goes on from where it is. So links stay true. Undoing a restart returns to the flock as it was
//! before, which is kept for that.

use crate::run::{Boid, Run};
use crate::switches::Shelf;
use quelea::Scenario;

/// How many actions are remembered.
const MAX_ACTIONS: usize = 200;
/// How many boids the remembered flocks may have together, against filling the memory.
const MAX_KEPT_BOIDS: usize = 400_000;

/// A part of an action, as it is needed to take it back.
#[derive(Clone, Debug, PartialEq)]
pub enum Delta {
    /// The scenario was this. The pointer comes and goes with the mouse, so its position is restored only if the action
    /// changed it.
    Model { before: Box<Scenario>, pointer: bool },
    /// Boids were added with these ids.
    Joined(Vec<u32>),
    /// These boids were removed, by rising id.
    Left(Vec<Boid>),
    /// This was switched off.
    Shelf(Shelf),
}

/// What the user did in one go.
pub enum Action {
    /// Edits of the running flock, in order.
    Edited(Vec<Delta>),
    /// A restart; this was the run before.
    Restarted(Box<Run>),
}

impl Action {
    fn boids(&self) -> usize {
        match self {
            Action::Edited(_) => 0,
            Action::Restarted(run) => run.experiment.simulation().len(),
        }
    }
}

/// Actions to undo and to redo, the latest last.
#[derive(Default)]
pub struct History {
    undo: Vec<Action>,
    redo: Vec<Action>,
    /// Whether further edits belong to the last action.
    open: bool,
}

impl History {
    /// Ends the present action: the next edit starts another one.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// Whether there is something to undo, or to redo.
    pub fn has(&self, undo: bool) -> bool {
        !if undo { &self.undo } else { &self.redo }.is_empty()
    }

    /// Adds edits to the present action.
    pub fn edited(&mut self, deltas: Vec<Delta>) {
        if deltas.is_empty() {
            return;
        }
        self.redo.clear();
        match self.undo.last_mut() {
            Some(Action::Edited(all)) if self.open => {
                for delta in deltas {
                    // Of a dragged slider only the first value is needed.
                    if let (Some(Delta::Model { pointer: first, .. }), Delta::Model { pointer, .. }) =
                        (all.last_mut(), &delta)
                    {
                        *first |= pointer;
                    } else {
                        all.push(delta);
                    }
                }
            }
            _ => self.push(Action::Edited(deltas)),
        }
        self.open = true;
    }

    /// Remembers the run before a restart. Of several restarts in one action only the first counts.
    pub fn restarted(&mut self, before: Run) {
        self.redo.clear();
        if !(self.open && matches!(self.undo.last(), Some(Action::Restarted(_)))) {
            self.push(Action::Restarted(Box::new(before)));
        }
        self.open = true;
    }

    /// Takes the last action to undo, or to redo.
    pub fn take(&mut self, undo: bool) -> Option<Action> {
        self.open = false;
        if undo { self.undo.pop() } else { self.redo.pop() }
    }

    /// Adds an action to undo, or to redo. Those without edits are dropped.
    pub fn put(&mut self, undo: bool, action: Action) {
        if matches!(&action, Action::Edited(deltas) if deltas.is_empty()) {
            return;
        }
        if undo { self.push(action) } else { self.redo.push(action) }
    }

    fn push(&mut self, action: Action) {
        self.undo.push(action);
        let boids = |actions: &[Action]| actions.iter().map(Action::boids).sum::<usize>();
        while self.undo.len() > MAX_ACTIONS || (self.undo.len() > 1 && boids(&self.undo) > MAX_KEPT_BOIDS) {
            self.undo.remove(0);
        }
    }
}
