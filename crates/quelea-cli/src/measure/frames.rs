//! Rows put together as frames, and checked: no gaps, no boid twice.

use super::rows::{Row, Rows};
use crate::files::format_number;
use quelea::measures::trajectory::Trajectory;
use quelea::{Scenario, State};

/// A trajectory that can be measured.
pub struct Frames {
    pub trajectory: Trajectory,
    /// The frame, step or time of each frame.
    pub when: Vec<f64>,
    /// What `when` is.
    pub clock: &'static str,
    /// The name of each id.
    pub names: Vec<String>,
}

/// How much intervals between times may differ, since times are rounded: a hundredth.
const TOLERANCE: f64 = 0.01;

impl Frames {
    /// Puts frames together. `rate` is the number of frames or steps per unit of time.
    pub fn new(mut rows: Rows, scenario: &Scenario, rate: Option<f64>) -> Result<Self, String> {
        sort(&mut rows);
        if rows.rows.is_empty() {
            return Err("the table has no rows".to_owned());
        }
        refuse_fractions(&rows)?;
        refuse_duplicates(&rows)?;
        let frames: Vec<&[Row]> = rows.rows.chunk_by(|a, b| a.when == b.when).collect();
        let spacing = refuse_gaps(&rows, &frames)?;
        let interval = match (rows.has_times, rate) {
            (true, Some(_)) => return Err("--frame-rate: the table has a column `time`".to_owned()),
            (true, None) => interval_of_times(&rows, &frames)?,
            (false, None) if !rows.has_velocities && rows.step.is_none() => {
                return Err(
                    "it has neither velocities (vx, vy) nor a column `time`: give the frames per unit of time, \
                     such as --frame-rate 30"
                        .to_owned(),
                );
            }
            (false, Some(rate)) => spacing / rate,
            (false, None) => spacing * rows.step.unwrap_or(1.0),
        };
        if frames.len() < 2 && !rows.has_velocities {
            return Err("it has a single frame and no velocities (vx, vy); differences need two".to_owned());
        }
        let mut trajectory = Trajectory::new(scenario, interval);
        for frame in &frames {
            let ids = frame.iter().map(|row| row.boid).collect();
            trajectory.push_with_ids(ids, state(rows.dimension, frame)).map_err(|error| error.to_string())?;
        }
        if !rows.has_velocities {
            trajectory.derive_velocities();
        }
        if trajectory.frames().iter().all(|frame| frame.ids.is_empty()) {
            return Err("no id is in two frames in a row, so no velocity can be computed\n  \
                        allowed: ids that are the same in every frame, or velocities (vx, vy)"
                .to_owned());
        }
        let when = frames.iter().map(|frame| frame[0].when).collect();
        Ok(Frames { trajectory, when, clock: rows.clock, names: rows.names })
    }
}

fn state(dimension: usize, rows: &[Row]) -> State {
    let mut state = State::new(dimension);
    rows.iter().for_each(|row| state.push(0, &row.position[..dimension], &row.velocity[..dimension]));
    state
}

/// Sorts rows by time and then by boid, and numbers boids in the order of their names: by number if all are.
fn sort(rows: &mut Rows) {
    let numbers: Option<Vec<i64>> = rows.names.iter().map(|name| name.parse().ok()).collect();
    let mut order: Vec<usize> = (0..rows.names.len()).collect();
    match numbers {
        Some(numbers) => order.sort_by_key(|boid| numbers[*boid]),
        None => order.sort_by(|a, b| rows.names[*a].cmp(&rows.names[*b])),
    }
    let mut rank = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, boid)| rank[*boid] = place as u32);
    rows.names = order.iter().map(|boid| std::mem::take(&mut rows.names[*boid])).collect();
    rows.rows.iter_mut().for_each(|row| row.boid = rank[row.boid as usize]);
    rows.rows.sort_by(|a, b| a.when.total_cmp(&b.when).then(a.boid.cmp(&b.boid)).then(a.line.cmp(&b.line)));
}

fn refuse_fractions(rows: &Rows) -> Result<(), String> {
    let whole = |row: &&Row| rows.clock == "time" || (row.when.fract() == 0.0 && row.when.abs() < 1e15);
    match rows.rows.iter().find(|row| !whole(row)) {
        None => Ok(()),
        Some(row) => Err(format!(
            "{} {}: column `{}`: {} is not a whole number; name the column `time` if it is one",
            rows.unit,
            row.line,
            rows.clock,
            format_number(row.when)
        )),
    }
}

fn refuse_duplicates(rows: &Rows) -> Result<(), String> {
    let twice = rows.rows.windows(2).find(|pair| pair[0].when == pair[1].when && pair[0].boid == pair[1].boid);
    match twice {
        None => Ok(()),
        Some([first, second]) => Err(format!(
            "{} {}: id {} appears twice in {} {}, first in {} {}",
            rows.unit,
            second.line,
            rows.names[second.boid as usize],
            rows.clock,
            format_number(second.when),
            rows.unit,
            first.line
        )),
        Some(_) => Ok(()),
    }
}

/// The distance between frames, which must all be equal; that of times may be rounded.
fn refuse_gaps(rows: &Rows, frames: &[&[Row]]) -> Result<f64, String> {
    let gaps: Vec<f64> = frames.windows(2).map(|pair| pair[1][0].when - pair[0][0].when).collect();
    if rows.clock == "time" {
        return Ok(gaps.first().copied().unwrap_or(1.0));
    }
    let spacing = gaps.iter().copied().fold(f64::INFINITY, f64::min);
    let Some(gap) = gaps.iter().position(|gap| *gap != spacing) else {
        return Ok(if gaps.is_empty() { 1.0 } else { spacing });
    };
    let (before, after) = (&frames[gap][0], &frames[gap + 1][0]);
    let [from, to, missing, apart] = [before.when, after.when, before.when + spacing, spacing].map(format_number);
    let (unit, line, clock) = (rows.unit, after.line, rows.clock);
    Err(format!(
        "{unit} {line}: {clock} {to} follows {clock} {from}, but others are {apart} apart: {clock} {missing} is missing\n  \
         measure the parts before and after the gap on their own"
    ))
}

/// The interval between times, which must be equal but for rounding.
fn interval_of_times(rows: &Rows, frames: &[&[Row]]) -> Result<f64, String> {
    let Some(last) = frames.len().checked_sub(1).filter(|last| *last > 0) else { return Ok(1.0) };
    let gap = |index: usize| frames[index + 1][0].time - frames[index][0].time;
    let mut gaps: Vec<f64> = (0..last).map(gap).collect();
    gaps.sort_by(f64::total_cmp);
    let usual = gaps[gaps.len() / 2];
    let wrong = (0..last).find(|index| !((gap(*index) - usual).abs() <= TOLERANCE * usual.abs() && gap(*index) > 0.0));
    if let Some(index) = wrong {
        let (before, after) = (&frames[index][0], &frames[index + 1][0]);
        let [from, to, apart] = [before.time, after.time, usual].map(format_number);
        let (unit, line) = (rows.unit, after.line);
        return Err(format!(
            "{unit} {line}: time {to} follows {from}, but others are {apart} apart\n  \
             measure the parts before and after a gap on their own"
        ));
    }
    Ok((frames[last][0].time - frames[0][0].time) / last as f64)
}

#[cfg(test)]
mod tests {
    use super::super::rows::read_csv;
    use super::*;

    fn frames(table: &str, rate: Option<f64>) -> Result<Frames, String> {
        let scenario = Scenario::from_toml("boids = 0\nspace.kind = 'open'").unwrap();
        Frames::new(read_csv(table.as_bytes()).unwrap(), &scenario, rate)
    }

    #[test]
    fn rows_in_any_order_are_put_together_as_frames() {
        let table = "step,id,x,y\n20,10,3,0\n0,9,0,0\n10,9,1,0\n0,10,0,5\n20,9,2,0\n10,10,1,5\n";
        let frames = frames(table, Some(2.0)).unwrap();
        assert_eq!((frames.when.as_slice(), frames.trajectory.interval()), (&[0.0, 10.0, 20.0][..], 5.0));
        assert_eq!(frames.names, ["9", "10"]);
        let last = &frames.trajectory.frames()[2];
        assert_eq!((last.ids.as_slice(), &last.state.velocities[0]), (&[0, 1][..], &[0.2, 0.0][..]));
    }

    #[test]
    fn times_may_be_rounded_but_not_have_gaps() {
        let table = "time,id,x,y\n0,1,0,0\n0.333,1,1,0\n0.667,1,2,0\n1,1,3,0\n";
        let interval = frames(table, None).unwrap().trajectory.interval();
        assert!((interval - 1.0 / 3.0).abs() < 1e-12);
        let problem = frames("time,id,x,y\n0,1,0,0\n1,1,1,0\n2,1,2,0\n4,1,3,0\n", None).err().unwrap();
        assert!(problem.starts_with("line 5: time 4 follows 2, but others are 1 apart"), "{problem}");
        assert!(frames(table, Some(3.0)).err().unwrap().contains("column `time`"));
    }

    #[test]
    fn tables_that_cannot_be_measured_are_refused_with_the_line() {
        for (table, words) in [
            ("frame,id,x,y\n", "no rows"),
            (
                "frame,id,x,y\n1,a,0,0\n2,b,0,0\n2,a,1,1\n1,b,0,0\n2,b,3,3\n",
                "line 6: id b appears twice in frame 2, first in line 3",
            ),
            (
                "frame,id,x,y\n0,1,0,0\n1,1,0,0\n3,1,0,0\n",
                "line 4: frame 3 follows frame 1, but others are 1 apart: frame 2 is missing",
            ),
            ("step,id,x,y\n0,1,0,0\n0.5,1,0,0\n", "line 3: column `step`: 0.5 is not a whole number"),
            ("frame,id,x,y\n0,1,0,0\n", "single frame"),
        ] {
            let problem = frames(table, Some(1.0)).err().unwrap();
            assert!(problem.contains(words), "{table:?}: {problem}");
        }
        let problem = frames("frame,id,x,y\n0,1,0,0\n1,1,0,0\n", None).err().unwrap();
        assert!(problem.contains("--frame-rate 30"), "{problem}");
        // Velocities say how time passes, so the rate is 1.
        let given = frames("frame,id,x,y,vx,vy\n0,1,0,0,1,0\n3,1,0,0,1,0\n", None).unwrap();
        assert_eq!(given.trajectory.interval(), 3.0);
    }
}
