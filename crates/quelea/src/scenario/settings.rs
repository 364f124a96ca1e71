//! Every parameter of a scenario, each described once. The order here is the order of the file, of
//! `quelea describe` and of the page's sliders.

use crate::parameters::{FAR, choice, section};

choice! {
    /// How neighbours are found. It changes the time a step takes, and only `representative` the result.
    Search {
        /// Look at everyone: the plain check on the others.
        Brute = "brute",
        /// Sort the boids into cells: the fastest, for most flocks.
        Grid = "grid",
        /// A k-d tree: for flocks with very uneven density.
        Tree = "kd-tree",
        /// Lee 2008: distant cells stand in as one boid each. Approximate.
        Representative = "representative",
    }
}

choice! {
    /// Which engine steps the flock.
    Engine {
        /// Single precision, on as many threads as there are, all boids at once.
        Fast = "fast",
        /// Double precision, plain, in the update order of the source.
        Reference = "reference",
    }
}

choice! {
    /// What the world is.
    SpaceKind {
        /// Edges are joined, and distances are measured across them.
        Torus = "torus",
        /// Boids that leave come back at the opposite edge, but nobody sees across it.
        Wrap = "wrap",
        /// Beyond a margin the walls push back.
        Walls = "walls",
        /// Boids bounce off the walls.
        Reflect = "reflect",
        /// Boids that leave a sphere come back at its opposite point, as in OpenSteer.
        Sphere = "sphere",
        /// No edges at all.
        Open = "open",
    }
}

choice! {
    /// Whom a boid perceives.
    PerceptionKind {
        /// Everyone.
        All = "all",
        /// Everyone nearer than the radius.
        Radius = "radius",
        /// The k nearest, however far.
        Nearest = "nearest",
        /// Of those nearer than the radius, the k nearest.
        NearestWithin = "nearest-within",
        /// Exactly those it has an edge to, wherever they are.
        Friends = "friends",
    }
}

choice! {
    /// Whether boids at exactly one's own position are perceived.
    Coincident {
        /// They count like any other, and push nowhere.
        Perceive = "perceive",
        /// They are not seen, as in sources that test for a distance above zero.
        Ignore = "ignore",
    }
}

choice! {
    /// How a push changes with distance r.
    Falloff {
        /// Grows with r: the offset itself.
        Offset = "offset",
        /// The same at every distance.
        Constant = "constant",
        /// 1/r.
        Inverse = "inverse",
        /// 1/r².
        InverseSquare = "inverse-square",
    }
}

choice! {
    /// What a sum over neighbours is divided by.
    Average {
        /// Nothing.
        Sum = "sum",
        /// The number of neighbours the rule applies to.
        Mean = "mean",
        /// The number of perceived neighbours, whether or not the rule applies to them.
        Perceived = "perceived",
    }
}

choice! {
    /// What neighbours' motion alignment looks at.
    Of {
        /// Their velocities.
        Velocity = "velocity",
        /// Their headings, all of length 1.
        Heading = "heading",
    }
}

choice! {
    /// How a wish becomes a steering force.
    Response {
        /// The wish itself.
        Raw = "raw",
        /// Its direction, with length 1.
        Unit = "unit",
        /// Go that way at full speed: direction × max_speed − own velocity.
        Seek = "seek",
        /// As seek, slower within the slowing distance.
        Arrive = "arrive",
        /// The direction of seek, with length 1.
        UnitSeek = "unit-seek",
    }
}

choice! {
    /// Whom a flight or a hunt concerns.
    Target {
        /// All in reach together.
        All = "all",
        /// The nearest in reach.
        Nearest = "nearest",
    }
}

choice! {
    /// How the rules' forces become one.
    Combine {
        /// Their sum.
        Sum = "sum",
        /// One after the other, each seeing the velocity that the last one left.
        InTurn = "in-turn",
        /// In order, until the length of the sum so far reaches max_force; the last one is cut (Buckland).
        BudgetOfSum = "budget-of-sum",
        /// In order, until the lengths added up reach max_force; the last one is cut (Reynolds 1987).
        BudgetOfLengths = "budget-of-lengths",
        /// The sum turns the heading; the speed is always max_speed (Lee 2008, Mesa).
        Heading = "heading",
    }
}

choice! {
    /// What one species does about another.
    Relation {
        /// Separates from, aligns with and coheres to them.
        Flock = "flock",
        /// Does not perceive them.
        Ignore = "ignore",
        /// Only keeps apart from them.
        Avoid = "avoid",
        /// Chases them.
        Hunt = "hunt",
        /// Flees from them.
        Flee = "flee",
    }
}

choice! {
    /// Where the boids start.
    StartPosition {
        /// All at the centre of the world.
        Centre = "centre",
        /// All at one given point.
        Point = "point",
        /// Anywhere in the world.
        Uniform = "uniform",
        /// Anywhere in a ball round the centre.
        Ball = "ball",
    }
}

choice! {
    /// How the boids start to move.
    StartVelocity {
        /// At rest.
        Zero = "zero",
        /// Each component anywhere between low and high.
        Box = "box",
        /// Each component a whole number between low and high.
        WholeBox = "whole-box",
        /// A random direction at one speed.
        Heading = "heading",
    }
}

choice! {
    /// What the pointer does to boids.
    PointerMode {
        /// Nothing.
        Off = "off",
        /// Drives them away.
        Repel = "repel",
        /// Draws them.
        Attract = "attract",
    }
}

choice! {
    /// How boids keep clear of obstacles.
    AvoidMethod {
        /// Every obstacle pushes, the more the nearer it is (veldic).
        ForceField = "force-field",
        /// Probe ahead, and steer to the nearest clear direction before it is too late (Reynolds).
        Steer = "steer",
    }
}

choice! {
    /// What comes after the last point of a path.
    Ends {
        /// The first one again.
        Loop = "loop",
        /// The same way back, and so on.
        Return = "return",
        /// Nothing: it stays there.
        Stop = "stop",
    }
}

choice! {
    /// A field of directions.
    FlowField {
        /// There is none.
        None = "none",
        /// The same everywhere.
        Uniform = "uniform",
        /// Round a centre, in 3D round an axis along z.
        Vortex = "vortex",
        /// Along x: one way above the centre's y, the other way below it.
        Shear = "shear",
        /// A vector for each cell of a grid.
        Grid = "grid",
    }
}

choice! {
    /// Which of Lee's three algorithms looks.
    LeeAlgorithm {
        /// SteeringBasic: a priority queue over all boids. Exact.
        Basic = "basic",
        /// SteeringWithPS: a priority queue over rings of cells. Exact.
        Partition = "partition",
        /// SteeringWithRB: cells o and more rings away stand in as one boid. Approximate.
        Representative = "representative",
    }
}

choice! {
    /// When Lee's ring of cells is the last one.
    LeeStop {
        /// When nobody nearer can be in the next one.
        Certain = "certain",
        /// As the paper prints it: as soon as k are found, though nearer ones may be in the next one.
        Printed = "as-printed",
    }
}

choice! {
    /// In which order the reference engine moves the boids.
    Update {
        /// All at once, from the same old state.
        AtOnce = "at-once",
        /// One after the other by id: a boid moves before the next one looks.
        OneByOne = "one-by-one",
        /// One species after the other, each at once, from the newest state of the others.
        SpeciesBySpecies = "species-by-species",
    }
}

section! {
    /// What concerns the whole experiment.
    General {
        /// The scenario's short name.
        name: String = "flock", "", 0.0, 0.0, Restart;
        /// One sentence on what it shows.
        title: String = "", "", 0.0, 0.0, Restart;
        /// Where the rules and constants come from.
        source: String = "", "", 0.0, 0.0, Restart;
        /// Flat (2) or solid (3).
        dimension: usize = 2usize, "", 2.0, 3.0, Restart;
        /// Every random number follows from it.
        seed: u64 = 1u64, "", 0.0, 9e15, Restart;
        /// How many steps a run takes unless told otherwise.
        steps: u64 = 1000u64, "steps", 0.0, 1e15, Live;
        /// How neighbours are found.
        search: Search = Search::Grid, "", 0.0, 0.0, Live;
        /// Which engine steps the flock.
        engine: Engine = Engine::Fast, "", 0.0, 0.0, Restart;
    }
    within {
        /// The world.
        space: SpaceSettings;
        /// A mouse, a finger.
        pointer: PointerSettings;
        /// Lee 2008's approximate search.
        representative: RepresentativeSettings;
        /// What only the reference engine does.
        reference: ReferenceSettings;
    }
}

section! {
    /// The world and its edges.
    SpaceSettings {
        /// What the world is.
        kind: SpaceKind = SpaceKind::Torus, "", 0.0, 0.0, Restart;
        /// The length of the world along each axis.
        size: Vec<f64> = vec![], "length", 1e-6, 1e6, Restart;
        /// The world's lowest corner, or a sphere's centre; the zero point if left out.
        origin: Option<Vec<f64>> = None, "length", -1e6, 1e6, Restart;
        /// A sphere's radius.
        radius: f64 = 50.0, "length", 1e-6, 1e6, Restart;
        /// Wrap: how far beyond the edge a boid comes back. Walls: how far inside the edge the push begins
        /// (negative: outside).
        margin: f64 = 0.0, "length", -1e6, 1e6, Live;
        /// Walls: what is added to the velocity, per axis and step, beyond the margin.
        push: f64 = 1.0, "length/step", 0.0, 1e6, Live;
        /// Walls: push after the speed limit, so that it may be exceeded.
        push_after_limit: bool = false, "", 0.0, 0.0, Live;
        /// Wrap: test the position before the move, not after it.
        wrap_before_move: bool = false, "", 0.0, 0.0, Live;
    }
}

section! {
    /// A pointer that the caller moves between steps.
    PointerSettings {
        /// What it does.
        mode: PointerMode = PointerMode::Off, "", 0.0, 0.0, Live;
        /// Where it is; nowhere if left out.
        position: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// How strongly it counts.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// How the force changes with the distance from its rim.
        falloff: Falloff = Falloff::InverseSquare, "", 0.0, 0.0, Live;
        /// Its own radius: distances are measured from its rim.
        radius: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// How far from its rim it is felt.
        reach: f64 = 250.0, "length", 0.0, 1e6, Live;
        /// The smallest distance reckoned with, also inside the rim.
        closest: f64 = 0.01, "length", 1e-3, 1e6, Live;
    }
}

section! {
    /// Lee 2008's algorithms.
    RepresentativeSettings {
        /// Which of the three.
        algorithm: LeeAlgorithm = LeeAlgorithm::Representative, "", 0.0, 0.0, Live;
        /// How many cells along each axis.
        cells: usize = 16usize, "cells", 1.0, 4096.0, Live;
        /// From how many cells away a cell stands in as one boid.
        o: usize = 2usize, "cells", 1.0, 4096.0, Live;
        /// When enough cells have been looked at.
        stop: LeeStop = LeeStop::Certain, "", 0.0, 0.0, Live;
    }
}

section! {
    /// What only the reference engine does: the source's update order and its quirks.
    ReferenceSettings {
        /// In which order the boids move. The fast engine always moves all at once.
        update: Update = Update::AtOnce, "", 0.0, 0.0, Restart;
        /// The shipped program's defects to reproduce: veldic-alignment, jyanar-limit, jyanar-cohesion, jyanar-borders.
        quirks: Vec<String> = vec![], "", 0.0, 0.0, Restart;
    }
}

section! {
    /// One kind of boid: how many there are, how they start, and all its rules.
    Species {
        /// How many there are.
        boids: usize = 100usize, "boids", 0.0, 4e9, Restart;
        /// The radius of a boid's body: two that are nearer than two radii collide.
        body: f64 = 0.5, "length", 0.0, 1e6, Live;
    }
    within {
        /// The first state.
        start: Start;
        /// Whom it perceives.
        perception: Perception;
        /// Away from those too close.
        separation: Separation;
        /// The way the others go.
        alignment: Alignment;
        /// Towards the others.
        cohesion: Cohesion;
        /// Away from species it flees from.
        flee: Flee;
        /// Towards species it hunts.
        hunt: Hunt;
        /// Towards a place.
        goal: Goal;
        /// Round obstacles.
        avoid: Avoid;
        /// With a stream.
        flow: Flow;
        /// An own random course.
        wander: Wander;
        /// How forces become motion.
        motion: Motion;
    }
}

section! {
    /// The first state, made from the seed.
    Start {
        /// Where the boids start.
        position: StartPosition = StartPosition::Uniform, "", 0.0, 0.0, Restart;
        /// The point, for `point`; the ball's centre, for `ball`, if not the world's.
        at: Option<Vec<f64>> = None, "length", -1e6, 1e6, Restart;
        /// The ball's radius.
        radius: f64 = 10.0, "length", 0.0, 1e6, Restart;
        /// How the boids start to move.
        velocity: StartVelocity = StartVelocity::Box, "", 0.0, 0.0, Restart;
        /// The smallest velocity component, for `box`.
        low: f64 = -1.0, "length/step", -1e6, 1e6, Restart;
        /// The largest velocity component, for `box`.
        high: f64 = 1.0, "length/step", -1e6, 1e6, Restart;
        /// The speed, for `heading`.
        speed: f64 = 1.0, "length/step", 0.0, 1e6, Restart;
    }
}

section! {
    /// Whom a boid perceives.
    Perception {
        /// By what it perceives.
        kind: PerceptionKind = PerceptionKind::Radius, "", 0.0, 0.0, Live;
        /// How far it sees.
        radius: f64 = 50.0, "length", 1e-6, 1e6, Live;
        /// How many nearest it sees.
        neighbours: usize = 7usize, "boids", 1.0, 4e9, Live;
        /// The full angle of its field of view, the heading in the middle.
        view: f64 = 360.0, "degrees", 0.0, 360.0, Live;
        /// Within this distance the field of view does not matter.
        near: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Whether boids at exactly its own position are seen.
        coincident: Coincident = Coincident::Perceive, "", 0.0, 0.0, Live;
        /// The pairs of ids that are friends, for `friends`.
        edges: Vec<[usize; 2]> = vec![], "", 0.0, 0.0, Restart;
        /// Whether an edge [a, b] only lets a perceive b.
        directed: bool = false, "", 0.0, 0.0, Restart;
    }
}

section! {
    /// Steer away from those too close.
    Separation {
        /// How strongly it counts.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// Who is too close; all perceived if left out.
        radius: Option<f64> = None, "length", 1e-6, 1e6, Live;
        /// The angle it looks at; the perception's if left out.
        view: Option<f64> = None, "degrees", 0.0, 360.0, Live;
        /// How the push changes with distance.
        falloff: Falloff = Falloff::Inverse, "", 0.0, 0.0, Live;
        /// What the sum of pushes is divided by.
        average: Average = Average::Mean, "", 0.0, 0.0, Live;
        /// How the wish becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// The force is cut to this length; never if left out.
        limit: Option<f64> = None, "length/step²", 0.0, FAR, Live;
    }
}

section! {
    /// Fly the way the others do.
    Alignment {
        /// How strongly it counts.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// How far it looks; all perceived if left out.
        radius: Option<f64> = None, "length", 1e-6, 1e6, Live;
        /// The angle it looks at; the perception's if left out.
        view: Option<f64> = None, "degrees", 0.0, 360.0, Live;
        /// Whether velocities or headings are matched.
        of: Of = Of::Velocity, "", 0.0, 0.0, Live;
        /// What the sum is divided by.
        average: Average = Average::Mean, "", 0.0, 0.0, Live;
        /// Whether a boid counts as its own neighbour.
        include_self: bool = false, "", 0.0, 0.0, Live;
        /// Whether its own velocity is taken off. Has no part in `seek` and `arrive`, which take it off themselves.
        relative: bool = true, "", 0.0, 0.0, Live;
        /// How the wish becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// The force is cut to this length; never if left out.
        limit: Option<f64> = None, "length/step²", 0.0, FAR, Live;
    }
}

section! {
    /// Steer towards the others' centre.
    Cohesion {
        /// How strongly it counts; below 0 it scatters.
        weight: f64 = 1.0, "", -1e6, 1e6, Live;
        /// How far it looks; all perceived if left out.
        radius: Option<f64> = None, "length", 1e-6, 1e6, Live;
        /// The angle it looks at; the perception's if left out.
        view: Option<f64> = None, "degrees", 0.0, 360.0, Live;
        /// What the sum of offsets is divided by.
        average: Average = Average::Mean, "", 0.0, 0.0, Live;
        /// Whether a boid counts as its own neighbour.
        include_self: bool = false, "", 0.0, 0.0, Live;
        /// How the wish becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// Within which distance `arrive` slows down.
        slowing: f64 = 100.0, "length", 1e-6, 1e6, Live;
        /// The force is cut to this length; never if left out.
        limit: Option<f64> = None, "length/step²", 0.0, FAR, Live;
    }
}

section! {
    /// Get away from the species it flees from.
    Flee {
        /// How strongly it counts.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// How far it notices them.
        radius: f64 = 50.0, "length", 1e-6, 1e6, Live;
        /// Whom it flees from.
        target: Target = Target::All, "", 0.0, 0.0, Live;
        /// How the push changes with distance.
        falloff: Falloff = Falloff::Inverse, "", 0.0, 0.0, Live;
        /// How the wish becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// The force is cut to this length; never if left out.
        limit: Option<f64> = None, "length/step²", 0.0, FAR, Live;
    }
}

section! {
    /// Go after the species it hunts.
    Hunt {
        /// How strongly it counts.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// How far it notices them.
        radius: f64 = 50.0, "length", 1e-6, 1e6, Live;
        /// Whom it goes after: the middle of all in reach, or the nearest.
        target: Target = Target::Nearest, "", 0.0, 0.0, Live;
        /// How the wish becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// The force is cut to this length; never if left out.
        limit: Option<f64> = None, "length/step²", 0.0, FAR, Live;
        /// Coming within this many times the sum of both body radii is a near miss; within that sum, a catch.
        near_miss: f64 = 3.0, "", 1.0, 1e6, Live;
    }
}

section! {
    /// Go to a place.
    Goal {
        /// Where it is; no goal if left out, unless there are waypoints or a path.
        position: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// Points that each boid visits in turn, by itself.
        waypoints: Vec<Vec<f64>> = vec![], "length", -1e6, 1e6, Live;
        /// A waypoint is reached within this distance.
        within: f64 = 10.0, "length", 0.0, 1e6, Live;
        /// Points along which the goal itself moves, the same for all.
        path: Vec<Vec<f64>> = vec![], "length", -1e6, 1e6, Live;
        /// How fast the goal moves along its path.
        speed: f64 = 1.0, "length/time", 0.0, 1e6, Live;
        /// What comes after the last waypoint, or at the end of the path.
        ends: Ends = Ends::Stop, "", 0.0, 0.0, Live;
        /// How strongly it counts.
        weight: f64 = 1.0, "", -1e6, 1e6, Live;
        /// How the wish becomes a force.
        response: Response = Response::Unit, "", 0.0, 0.0, Live;
        /// Within which distance `arrive` slows down.
        slowing: f64 = 100.0, "length", 1e-6, 1e6, Live;
        /// The force is cut to this length; never if left out.
        limit: Option<f64> = None, "length/step²", 0.0, FAR, Live;
    }
}

section! {
    /// Keep clear of obstacles; s is the distance from the surface of one.
    Avoid {
        /// By a force field round each, or by steering.
        method: AvoidMethod = AvoidMethod::ForceField, "", 0.0, 0.0, Live;
        /// How strongly it counts; 0 turns it off.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// Force field: the force is strength/s².
        strength: f64 = 10.0, "length³/step²", 0.0, 1e6, Live;
        /// Force field: how far from the surface it is felt.
        reach: f64 = 50.0, "length", 0.0, 1e6, Live;
        /// Force field: nearer than this, and inside, the force is contact_push instead.
        contact: f64 = 0.1, "length", 1e-6, 1e6, Live;
        /// Force field: the force near the surface and inside.
        contact_push: f64 = 1000.0, "length/step²", 0.0, FAR, Live;
        /// Steer: how many steps ahead it probes, at its present speed.
        look_ahead: f64 = 20.0, "steps", 0.0, 1e6, Live;
        /// Steer: the sharpest turn it makes to keep clear.
        turn: f64 = 20.0, "degrees/step", 0.0, 180.0, Live;
        /// Steer: how far its centre is kept from every surface; its body's radius if left out.
        clearance: Option<f64> = None, "length", 0.0, 1e6, Live;
    }
}

section! {
    /// Follow a field of directions.
    Flow {
        /// Which field.
        field: FlowField = FlowField::None, "", 0.0, 0.0, Live;
        /// How strongly it counts.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// How the wish, which is the field's vector at its place, becomes a force.
        response: Response = Response::Seek, "", 0.0, 0.0, Live;
        /// The force is cut to this length; never if left out.
        limit: Option<f64> = None, "length/step²", 0.0, FAR, Live;
        /// Uniform: where it goes; along +x if left out.
        direction: Option<Vec<f64>> = None, "", -1e6, 1e6, Live;
        /// Vortex, shear: its centre; the world's if left out.
        centre: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// Uniform, vortex, shear: how long its vectors are. Vortex: negative turns it the other way round.
        speed: f64 = 1.0, "length/time", -1e6, 1e6, Live;
        /// Vortex, shear: within this distance of the centre the vectors grow with the distance.
        width: f64 = 100.0, "length", 1e-6, 1e6, Live;
        /// Grid: how many cells along each axis.
        cells: Vec<usize> = vec![], "cells", 1.0, 4096.0, Live;
        /// Grid: one vector per cell, x fastest, then y, then z.
        vectors: Vec<Vec<f64>> = vec![], "length/time", -1e6, 1e6, Live;
        /// Grid: its lowest corner; the world's if left out.
        origin: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// Grid: its length along each axis; the world's if left out.
        size: Option<Vec<f64>> = None, "length", 1e-6, 1e6, Live;
    }
}

section! {
    /// Stray: a point that creeps about on a sphere held in front of the boid, and pulls it.
    Wander {
        /// How strongly it counts; 0 turns it off.
        weight: f64 = 0.0, "", 0.0, 1e6, Live;
        /// The sphere's radius.
        radius: f64 = 1.2, "length", 0.0, 1e6, Live;
        /// How far in front of the boid the sphere is.
        distance: f64 = 2.0, "length", 0.0, 1e6, Live;
        /// How fast the point creeps.
        jitter: f64 = 80.0, "length/time", 0.0, 1e6, Live;
    }
}

section! {
    /// How forces become motion.
    Motion {
        /// How the rules' forces become one.
        combine: Combine = Combine::Sum, "", 0.0, 0.0, Live;
        /// The rules in the order in which they count: for adding up, for `in-turn` and for the budgets.
        order: Vec<String> = ORDER.map(String::from), "", 0.0, 0.0, Live;
        /// The time one step takes.
        step: f64 = 1.0, "time", 1e-9, 1e6, Live;
        /// What the combined force is multiplied by.
        scale: f64 = 1.0, "", 0.0, 1e6, Live;
        /// The combined force is cut to this length; never if left out. The budgets need it.
        max_force: Option<f64> = None, "length/time²", 0.0, FAR, Live;
        /// The speed is cut to this; with `heading` it is always this.
        max_speed: f64 = 2.0, "length/time", 0.0, 1e6, Live;
        /// The speed is raised to this; a boid at rest stays at rest.
        min_speed: f64 = 0.0, "length/time", 0.0, 1e6, Live;
        /// With `heading`: how much the present heading counts beside the forces.
        inertia: f64 = 1.0, "", 0.0, 1e6, Live;
        /// What share of the velocity is lost per unit of time.
        damping: f64 = 0.0, "1/time", 0.0, 1.0, Live;
        /// What share of the acceleration is new each step; the rest is the last step's (OpenSteer: 0.15).
        smoothing: f64 = 1.0, "", 0.0, 1.0, Live;
        /// At this speed and below, the force is confined to a cone round the heading (OpenSteer); 0 turns it off.
        slow_speed: f64 = 0.0, "length/time", 0.0, 1e6, Live;
    }
}

/// The rules, in the order in which they count unless the scenario says otherwise.
pub const ORDER: [&str; 10] =
    ["avoid", "pointer", "flee", "separation", "alignment", "cohesion", "hunt", "goal", "flow", "wander"];

/// The shipped programs' defects that the reference can reproduce.
pub const QUIRKS: [&str; 4] = ["veldic-alignment", "jyanar-limit", "jyanar-cohesion", "jyanar-borders"];

choice! {
    /// The shape of an obstacle.
    Shape {
        /// A ball: a circle in 2D.
        Sphere = "sphere",
        /// A box along the axes: a rectangle in 2D.
        Box = "box",
        /// A straight wall with round ends.
        Capsule = "capsule",
        /// All that lies behind a plane: a line in 2D.
        HalfSpace = "half-space",
        /// A chain of straight walls, open or closed, in 2D.
        Polygon = "polygon",
    }
}

section! {
    /// Something solid in the world.
    Obstacle {
        /// Its shape.
        shape: Shape = Shape::Sphere, "", 0.0, 0.0, Restart;
        /// Sphere, box: its centre. Half-space: a point on its surface.
        centre: Vec<f64> = vec![], "length", -1e6, 1e6, Live;
        /// Sphere: its radius. Capsule: half its thickness.
        radius: f64 = 1.0, "length", 1e-6, 1e6, Live;
        /// Box: its length along each axis.
        size: Vec<f64> = vec![], "length", 1e-6, 1e6, Live;
        /// Capsule: where the middle of one end is.
        from: Vec<f64> = vec![], "length", -1e6, 1e6, Live;
        /// Capsule: where the middle of the other end is.
        to: Vec<f64> = vec![], "length", -1e6, 1e6, Live;
        /// Half-space: the direction that points out of it.
        normal: Vec<f64> = vec![], "", -1e6, 1e6, Live;
        /// Polygon: its corners, in order.
        points: Vec<Vec<f64>> = vec![], "length", -1e6, 1e6, Live;
        /// Polygon: whether the last corner is joined to the first.
        closed: bool = true, "", 0.0, 0.0, Live;
        /// Polygon: whether the inside of a closed chain is solid too.
        solid: bool = true, "", 0.0, 0.0, Live;
        /// Polygon: how thick its walls are; an open or hollow chain needs some.
        thickness: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// How it moves; not at all if left out.
        velocity: Option<Vec<f64>> = None, "length/time", -1e6, 1e6, Live;
        /// It moves as a point does that goes along these, beginning at the first.
        path: Vec<Vec<f64>> = vec![], "length", -1e6, 1e6, Live;
        /// How fast it goes along its path.
        speed: f64 = 1.0, "length/time", 0.0, 1e6, Live;
        /// What it does at the end of its path.
        ends: Ends = Ends::Loop, "", 0.0, 0.0, Live;
    }
}
