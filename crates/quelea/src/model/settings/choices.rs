//! Parameters that are one of several words.

use crate::model::choice::choice;

choice! {
    /// How neighbours are found. All but `representative` find the same ones and differ only in speed.
    Search {
        /// Test every boid: the simplest check on the others.
        Brute = "brute",
        /// Sort the boids into cells: the fastest for most flocks.
        Grid = "grid",
        /// A k-d tree: for flocks of very uneven density.
        Tree = "kd-tree",
        /// Lee 2008: a distant cell counts as one boid. Approximate.
        Representative = "representative",
    }
}

choice! {
    /// The kind of space.
    SpaceKind {
        /// Opposite edges are joined, and distances are measured across them.
        Torus = "torus",
        /// Boids that leave come back at the opposite edge, but do not perceive across it.
        Wrap = "wrap",
        /// Walls push boids back beyond a margin.
        Walls = "walls",
        /// Boids bounce off the edges.
        Reflect = "reflect",
        /// Boids that leave a sphere come back at its opposite point, as in OpenSteer.
        Sphere = "sphere",
        /// No edges.
        Open = "open",
    }
}

choice! {
    /// Which boids a boid perceives.
    PerceptionKind {
        /// All boids.
        All = "all",
        /// All boids within the radius.
        Radius = "radius",
        /// The k nearest boids at any distance.
        Nearest = "nearest",
        /// The k nearest boids within the radius.
        NearestWithin = "nearest-within",
        /// The boids it has an edge to, at any distance.
        Friends = "friends",
        /// The boids whose Voronoi cells touch its own, at any distance. 2D only.
        Voronoi = "voronoi",
    }
}

choice! {
    /// Whether a boid perceives boids at exactly its own position.
    Coincident {
        /// They count like any other, but do not push.
        Perceive = "perceive",
        /// They are not perceived, as in programs that test for a distance above zero.
        Ignore = "ignore",
    }
}

choice! {
    /// How a force depends on the distance r.
    Falloff {
        /// Proportional to r: the offset itself.
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
    /// How the force of a rule, or the weight of a neighbour, depends on the distance r.
    KernelKind {
        /// Proportional to r: the offset itself.
        Offset = "offset",
        /// The same at every distance.
        Constant = "constant",
        /// 1/r.
        Inverse = "inverse",
        /// 1/r².
        InverseSquare = "inverse-square",
        /// 1/(length² + r²)^exponent (Cucker and Smale).
        PowerLaw = "power-law",
        /// e^(−r/length): the force of a Morse potential (D'Orsogna).
        Exponential = "exponential",
        /// r·(1 − r/length)², and 0 from the length on (FLAME GPU).
        Quadratic = "quadratic",
        /// r/(1 + (r/length)⁴) (MASON).
        Quartic = "quartic",
        /// Olfati-Saber's lattice: repels below the length, attracts from there to the radius of the rule.
        Lattice = "lattice",
        /// Olfati-Saber's bump: 1 near, falling smoothly to 0 at the radius of the rule.
        Bump = "bump",
        /// Interpolated in a table of distances and values.
        Table = "table",
    }
}

impl From<Falloff> for KernelKind {
    fn from(falloff: Falloff) -> Self {
        match falloff {
            Falloff::Offset => KernelKind::Offset,
            Falloff::Constant => KernelKind::Constant,
            Falloff::Inverse => KernelKind::Inverse,
            Falloff::InverseSquare => KernelKind::InverseSquare,
        }
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
    /// What alignment matches.
    Of {
        /// The velocities of neighbours.
        Velocity = "velocity",
        /// The headings of neighbours, each of length 1.
        Heading = "heading",
    }
}

choice! {
    /// How a desired motion becomes a steering force.
    Response {
        /// The desired motion itself.
        Raw = "raw",
        /// Its direction, with length 1.
        Unit = "unit",
        /// Steer towards it at full speed: direction × max_speed − own velocity.
        Seek = "seek",
        /// Like seek, but slower within the slowing distance.
        Arrive = "arrive",
        /// The direction of seek, with length 1.
        UnitSeek = "unit-seek",
    }
}

choice! {
    /// Which boids to flee from or to hunt.
    Target {
        /// All within range together.
        All = "all",
        /// The nearest within range.
        Nearest = "nearest",
    }
}

choice! {
    /// How the forces of the rules are combined.
    Combine {
        /// Their sum.
        Sum = "sum",
        /// One after the other, each seeing the velocity the previous one left.
        InTurn = "in-turn",
        /// In order, until the length of the sum reaches max_force; the last force is truncated (Buckland).
        BudgetOfSum = "budget-of-sum",
        /// In order, until the sum of the lengths reaches max_force; the last force is truncated (Reynolds 1987).
        BudgetOfLengths = "budget-of-lengths",
        /// The sum turns the heading; the speed is always max_speed (Lee 2008, Mesa).
        Heading = "heading",
        /// One after the other, each turns the heading towards its desired motion by at most its max_turn (NetLogo).
        Turns = "turns",
    }
}

choice! {
    /// How one species relates to another.
    Relation {
        /// Separates from, aligns with and coheres with them.
        Flock = "flock",
        /// Does not perceive them.
        Ignore = "ignore",
        /// Only separates from them.
        Avoid = "avoid",
        /// Pursues them.
        Hunt = "hunt",
        /// Flees from them.
        Flee = "flee",
        /// Herds them: collects the strays and drives the rest to its goal.
        Herd = "herd",
    }
}

choice! {
    /// Where the boids start.
    StartPosition {
        /// All at the centre of the space.
        Centre = "centre",
        /// All at one given point.
        Point = "point",
        /// Uniformly distributed in the space.
        Uniform = "uniform",
        /// Uniformly distributed in a ball around the centre.
        Ball = "ball",
        /// Normally distributed around the centre; the radius is the standard deviation along each axis.
        Gaussian = "gaussian",
        /// At equal distances on a circle around the centre, in the plane of x and y.
        Ring = "ring",
        /// On a square or cubic lattice around the centre, with the radius as the spacing.
        Lattice = "lattice",
    }
}

choice! {
    /// The initial velocities.
    StartVelocity {
        /// At rest.
        Zero = "zero",
        /// Each component uniform between low and high.
        Box = "box",
        /// Each component a whole number between low and high.
        WholeBox = "whole-box",
        /// A random direction at a given speed.
        Heading = "heading",
        /// A given direction at a given speed.
        Direction = "direction",
        /// Around the centre at a given speed, anticlockwise in the plane of x and y.
        Tangent = "tangent",
    }
}

choice! {
    /// Random noise on the heading.
    NoiseKind {
        /// None.
        None = "none",
        /// The heading turns by a uniformly distributed angle, up to strength/2 either way; in 3D it is uniform in a
        /// cap of the share strength/2π of all directions (Vicsek).
        Angular = "angular",
        /// The heading turns by a normally distributed angle with the standard deviation strength; in 3D by a Rayleigh
        /// distributed angle to a random side (Couzin).
        Gaussian = "gaussian",
        /// A random vector of length strength is added to the mean heading (Grégoire and Chaté).
        Vectorial = "vectorial",
    }
}

choice! {
    /// Which velocity moves a boid.
    MoveWith {
        /// The new one.
        New = "new",
        /// The old one, as in Vicsek's paper.
        Old = "old",
    }
}

choice! {
    /// How the equations of motion are integrated.
    Integrator {
        /// Semi-implicit Euler: the new velocity moves the boid.
        Euler = "euler",
        /// Velocity Verlet, with two evaluations of the forces per step.
        Verlet = "verlet",
        /// The classical Runge-Kutta method of fourth order, with four evaluations of the forces per step.
        Rk4 = "rk4",
    }
}

choice! {
    /// When a run ends before its last step.
    EndWhen {
        /// Never.
        Never = "never",
        /// When the centre of a species is near its goal.
        AtGoal = "at-goal",
        /// When a species, or the whole flock, is one cluster.
        OneCluster = "one-cluster",
    }
}

choice! {
    /// What the pointer does to boids.
    PointerMode {
        /// Nothing.
        Off = "off",
        /// Repels them.
        Repel = "repel",
        /// Attracts them.
        Attract = "attract",
    }
}

choice! {
    /// How boids keep clear of obstacles.
    AvoidMethod {
        /// Every obstacle pushes, the more the nearer it is (veldic).
        ForceField = "force-field",
        /// Probe ahead, and steer to the nearest clear direction in time (Reynolds).
        Steer = "steer",
    }
}

choice! {
    /// What comes after the last point of a path.
    Ends {
        /// The first point again.
        Loop = "loop",
        /// The same way back, and so on.
        Return = "return",
        /// Nothing: it stays there.
        Stop = "stop",
    }
}

choice! {
    /// A flow field.
    FlowField {
        /// None.
        None = "none",
        /// The same vector everywhere.
        Uniform = "uniform",
        /// Around a centre; in 3D around an axis along z.
        Vortex = "vortex",
        /// Along x: one way above the centre's y, the other way below it.
        Shear = "shear",
        /// One vector per cell of a grid.
        Grid = "grid",
    }
}

choice! {
    /// Which of Lee's three algorithms finds the neighbours.
    LeeAlgorithm {
        /// SteeringBasic: a priority queue over all boids. Exact.
        Basic = "basic",
        /// SteeringWithPS: a priority queue over rings of cells. Exact.
        Partition = "partition",
        /// SteeringWithRB: a cell o or more rings away counts as one boid. Approximate.
        Representative = "representative",
    }
}

choice! {
    /// When Lee's search over rings of cells stops.
    LeeStop {
        /// When no nearer boid can be in the next ring.
        Certain = "certain",
        /// As printed: as soon as k are found, though nearer ones may be in the next ring.
        Printed = "as-printed",
    }
}

choice! {
    /// The order in which the reference engine moves the boids.
    Update {
        /// All at once, from the same old state.
        AtOnce = "at-once",
        /// One after the other by id: each moves before the next one perceives.
        OneByOne = "one-by-one",
        /// One species after the other, each at once, from the newest state of the others.
        SpeciesBySpecies = "species-by-species",
        /// One after the other, in a new random order in each step.
        Shuffled = "shuffled",
        /// First the velocities of all, one after the other by id, then all positions at once.
        VelocitiesFirst = "velocities-first",
        /// The same, in a new random order in each step.
        ShuffledVelocitiesFirst = "shuffled-velocities-first",
    }
}

choice! {
    /// A defect of a published program that the reference engine can reproduce.
    Quirk {
        /// Veldic divides by the number of neighbours after the loop: only the last boid aligns with the mean.
        VeldicAlignment = "veldic-alignment",
        /// jyanar scales what exceeds a limit to length 1 instead of the limit.
        JyanarLimit = "jyanar-limit",
        /// jyanar discards the result of `seek`: there is no cohesion.
        JyanarCohesion = "jyanar-cohesion",
        /// jyanar tests the edges at 1000 but moves boids by the size of the window.
        JyanarBorders = "jyanar-borders",
        /// MASON's consistency counts the own velocity also where nobody alive is near.
        MasonAlone = "mason-alone",
        /// NetLogo separates from the heading of the nearest one, wherever it is.
        NetlogoSeparation = "netlogo-separation",
        /// krABMaga perceives whole cells, and none across the edge.
        KrabmagaCells = "krabmaga-cells",
        /// krABMaga divides by the number of neighbours twice in alignment.
        KrabmagaConsistency = "krabmaga-consistency",
        /// three.js has falloffs of its own in each zone.
        ThreeJsZones = "three-js-zones",
        /// three.js pulls to the centre more steeply along y.
        ThreeJsPull = "three-js-pull",
        /// Unity takes multiples of the first boid of a cell for sums over the cell.
        UnityCells = "unity-cells",
    }
}

choice! {
    /// The shape of an obstacle.
    ShapeKind {
        /// A ball; a disc in 2D.
        Sphere = "sphere",
        /// A box along the axes; a rectangle in 2D.
        Box = "box",
        /// A straight wall with round ends.
        Capsule = "capsule",
        /// Everything behind a plane; a line in 2D.
        HalfSpace = "half-space",
        /// A chain of straight walls, open or closed, in 2D.
        Polygon = "polygon",
    }
}
