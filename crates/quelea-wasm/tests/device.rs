//! A flock that steps on a graphics device is the same flock: whatever is done with it, it has the bits of the processor.
//! In a page the device is that of the canvas; here it is the best of this machine.
#![cfg(feature = "gpu")]

mod common;

use common::{json, replayed};
use pollster::block_on;
use quelea_wasm::{Flock, Gpu, PageError, View};

fn gpu() -> Gpu {
    Gpu::of_this_machine().unwrap()
}

/// A preset on the device, and the same on the processor.
fn both(preset: &str) -> [Flock; 2] {
    let [mut on_device, on_processor] = [(); 2].map(|()| Flock::from_preset(preset).unwrap());
    on_device.use_gpu(&gpu(), 0);
    [on_device, on_processor]
}

fn advance(flock: &mut Flock, steps: u32) {
    block_on(flock.advance(steps));
}

fn is_on_device(flock: &Flock) -> bool {
    json(&flock.device())["gpu"] == true
}

/// Why a flock is not on its device.
fn refusal(flock: &Flock) -> String {
    json(&flock.device())["refusal"]["kind"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_flock_has_the_same_hash_on_a_device() {
    for preset in ["p5", "reynolds1987", "couzin2002"] {
        let [mut on_device, mut on_processor] = both(preset);
        for flock in [&mut on_device, &mut on_processor] {
            advance(flock, 30);
        }
        assert!(is_on_device(&on_device) && !is_on_device(&on_processor), "{preset}");
        assert_eq!(on_device.hash(), on_processor.hash(), "{preset}");
    }
}

#[test]
fn it_may_go_to_a_device_and_back_at_any_step() {
    let [mut flock, mut expected] = both("p5");
    advance(&mut flock, 10);
    flock.use_cpu();
    assert!(!is_on_device(&flock));
    advance(&mut flock, 10);
    flock.use_gpu(&gpu(), 0);
    advance(&mut flock, 10);
    assert!(is_on_device(&flock));
    // Steps that cannot be waited for are done on the processor.
    flock.step(10);
    assert!(!is_on_device(&flock));
    expected.step(40);
    assert_eq!((flock.steps(), flock.hash()), (40.0, expected.hash()));
}

#[test]
fn edits_do_the_same_there_and_links_replay_them_there() {
    type Edit = fn(&mut Flock) -> Result<(), PageError>;
    const EDITS: [Edit; 8] = [
        |flock| flock.set("cohesion.weight", "2.5").map(drop),
        |flock| flock.add_boid(&[10.0, 10.0], &[1.0, -1.0]),
        |flock| flock.add_obstacle(&[200.0, 200.0], 40.0),
        |flock| flock.move_obstacle(0, &[10.0, 5.0]),
        |flock| flock.press_pointer("attract", &[100.0, 100.0]),
        |flock| flock.release_pointer(),
        |flock| flock.remove_boids(&[7, 3, 250]),
        |flock| flock.add_predator(&[400.0, 10.0], &[1.0, 0.0]),
    ];
    let mut flocks = both("p5");
    for flock in &mut flocks {
        for edit in EDITS {
            advance(flock, 5);
            edit(flock).unwrap();
        }
        advance(flock, 5);
    }
    let [on_device, on_processor] = flocks;
    assert!(is_on_device(&on_device));
    assert_eq!(on_device.hash(), on_processor.hash());
    assert_eq!(on_device.to_link(), on_processor.to_link());
    let mut again = Flock::from_link(&on_device.to_link()).unwrap();
    again.use_gpu(&gpu(), 0);
    while !block_on(again.catch_up(7)).unwrap() {}
    assert!(is_on_device(&again));
    assert_eq!(again.hash(), on_device.hash());
    assert_eq!(replayed(&on_device.to_link()).hash(), on_device.hash());
}

#[test]
fn restarts_and_their_undoing_keep_to_the_device() {
    let [mut flock, mut expected] = both("p5");
    for flock in [&mut flock, &mut expected] {
        advance(flock, 20);
        let before = flock.hash();
        flock.set_boids(500.0, true).unwrap();
        advance(flock, 5);
        assert_eq!(flock.undo().as_deref(), Ok("restarted"));
        assert_eq!((flock.steps(), flock.hash()), (20.0, before));
        advance(flock, 5);
        assert_eq!(flock.redo().as_deref(), Ok("restarted"));
        advance(flock, 5);
    }
    assert!(is_on_device(&flock));
    assert_eq!((flock.boids(), flock.hash()), (500, expected.hash()));
}

#[test]
fn what_a_device_does_not_do_is_done_on_the_processor() {
    let mut flock = Flock::from_preset("lee2008").unwrap();
    flock.use_gpu(&gpu(), 0);
    flock.set("search", "grid").unwrap();
    advance(&mut flock, 3);
    assert!(is_on_device(&flock));
    flock.set("search", "representative").unwrap();
    advance(&mut flock, 3);
    assert!(!is_on_device(&flock));
    assert_eq!(refusal(&flock), "search");
    flock.set("search", "grid").unwrap();
    advance(&mut flock, 3);
    assert!(is_on_device(&flock), "it returns");
    flock.set("engine", "reference").unwrap();
    advance(&mut flock, 1);
    assert_eq!((is_on_device(&flock), refusal(&flock).as_str()), (false, "engine"));
}

#[test]
fn a_refused_edit_leaves_it_as_it_was() {
    let [mut flock, mut expected] = both("p5");
    for flock in [&mut flock, &mut expected] {
        advance(flock, 4);
        assert!(flock.set("cohesion.weight", "much").is_err());
        advance(flock, 4);
    }
    assert_eq!(flock.hash(), expected.hash());
    assert!(is_on_device(&flock));
}

#[test]
fn small_flocks_stay_on_the_processor_if_the_page_says_so() {
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.use_gpu(&gpu(), 400);
    advance(&mut flock, 2);
    assert_eq!((is_on_device(&flock), refusal(&flock).as_str()), (false, "few"));
    flock.set_boids(400.0, true).unwrap();
    advance(&mut flock, 2);
    assert_eq!((is_on_device(&flock), refusal(&flock).as_str()), (true, ""));
}

#[test]
fn it_is_drawn_where_it_is_unless_its_boids_have_to_be_known() {
    let [mut flock, _] = both("p5");
    let mut view = View::new(640, 400);
    advance(&mut flock, 2);
    assert!(!view.needs_state(&flock));
    assert_eq!(view.see(&mut flock), None);
    assert!(view.is_crowd() && view.scene().boids.is_empty());
    view.see_boids(&mut flock);
    assert!(!view.is_crowd());
    assert_eq!(view.scene().boids.len(), 300);
    view.inspect(Some(3));
    assert!(view.needs_state(&flock));
    assert!(view.see(&mut flock).unwrap().contains("neighbours"));
    view.inspect(None);
    view.set_style("trails", "10").unwrap();
    assert!(view.needs_state(&flock));
    // Its extent is that of the flock.
    flock.set("space.kind", "open").unwrap();
    view.set_style("trails", "0").unwrap();
    advance(&mut flock, 2);
    assert!(is_on_device(&flock) && view.needs_state(&flock));
}

#[test]
fn of_a_large_flock_only_what_needs_no_search_is_measured() {
    let mut flock = Flock::from_preset("p5").unwrap();
    let sample = json(&flock.sample());
    assert!(sample["polarisation"].is_number() && sample["clusters"].is_number());
    flock.set_boids(100_001.0, true).unwrap();
    let sample = json(&flock.sample());
    assert!(sample["polarisation"].is_number() && sample["milling"].is_number());
    assert!(sample["clusters"].is_null() && sample["mean_nearest_distance"].is_null());
    let csv = flock.measures_csv();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0].split(',').count(), rows[1].split(',').count());
    assert!(rows[1].contains(",,"));
}
