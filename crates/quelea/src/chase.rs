//! Looking out for species to flee from and to hunt.

use crate::lanes::{Lanes, WIDEST};
use crate::laws::{Chase, Law};
use crate::look::{Group, Scratch, Sums, View, is_lane, push_per_offset};
use crate::scenario::settings::{Relation, Target};
use crate::search::Candidates;
use crate::vector::Vector;

impl<const D: usize> View<'_, D> {
    /// Looks for species to flee from and to hunt.
    #[inline(always)]
    pub fn look_out<L: Lanes>(
        &self,
        group: &Group<L, D>,
        law: &Law<D>,
        sums: &mut Sums<L, D>,
        scratch: &mut Scratch<D>,
    ) {
        for (relation, chase) in [(Relation::Flee, law.flee), (Relation::Hunt, law.hunt)] {
            let Some(chase) = chase else { continue };
            let (sum, count) = self.look_for(group, law, relation, chase, &mut scratch.candidates);
            if relation == Relation::Flee {
                (sums.flee, sums.flees) = (Vector::zero() - sum, count);
            } else {
                (sums.hunt, sums.hunts) = (sum * (L::splat(1.0) / count.max(L::splat(1.0))), count);
            }
        }
    }

    /// Sums the offsets, each weighed by the falloff, to all in reach of the species with one relation, or
    /// takes the nearest's; and counts them.
    #[inline(always)]
    fn look_for<L: Lanes>(
        &self,
        group: &Group<L, D>,
        law: &Law<D>,
        relation: Relation,
        chase: Chase,
        found: &mut Candidates<D>,
    ) -> (Vector<L, D>, L) {
        self.candidates(group.places(), chase.radius, found);
        let (mut sum, mut count) = (Vector::zero(), L::zero());
        let (mut best, mut best_id) = (L::splat(chase.radius * chase.radius), [u32::MAX; WIDEST]);
        let closest = L::splat(chase.closest * chase.closest);
        for run in &found.runs {
            for place in run.start as usize..run.end as usize {
                if law.relations[usize::from(self.flock.species_of(place))] != relation {
                    continue;
                }
                let d = self.offset(group.position, place, run.shift, found.pairwise);
                let r2 = d.dot(d);
                let mut within = r2.lt(L::splat(chase.radius * chase.radius));
                if group.places().contains(&place) {
                    within = L::but_not(within, is_lane::<L>(place - group.start));
                }
                let weighed = d * push_per_offset(chase.falloff, r2, closest);
                match chase.target {
                    Target::All => {
                        sum = sum + weighed.only(within);
                        count = count + L::splat(1.0).only(within);
                    }
                    Target::Nearest => {
                        // Of two at the same distance the one with the smaller id.
                        let id = self.flock.ids[place];
                        let (distances, bests) = (r2.to_array(), best.to_array());
                        let within = L::splat(1.0).only(within).to_array();
                        let nearer: [bool; WIDEST] = std::array::from_fn(|lane| {
                            let tie = distances[lane] == bests[lane] && id < best_id[lane];
                            within[lane] != 0.0 && (distances[lane] < bests[lane] || tie)
                        });
                        let nearer_lanes = L::from_fn(|lane| f32::from(u8::from(nearer[lane]))).eq(L::splat(1.0));
                        (0..WIDEST).filter(|lane| nearer[*lane]).for_each(|lane| best_id[lane] = id);
                        best = r2.or_else(nearer_lanes, best);
                        sum = weighed.or_else(nearer_lanes, sum);
                        count = L::splat(1.0).or_else(nearer_lanes, count);
                    }
                }
            }
        }
        (sum, count)
    }
}
