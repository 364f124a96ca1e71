//! Pictures, checked by their pixels. Any graphics adapter will do, such as Mesa's software Vulkan.

use quelea_draw::{Boid, Bounds, Camera, Colour, DrawError, Form, Mark, Painter, Scene, Solid, Theme};

const WHITE: Colour = Colour::hex(0xffffff);
const RED: Colour = Colour::hex(0xe02020);

/// A picture and its camera.
struct Picture {
    pixels: Vec<[u8; 4]>,
    camera: Camera,
}

impl Picture {
    fn new(scene: &Scene, width: u32, height: u32) -> Self {
        Self::with_camera(scene, Camera::fit(scene, width, height))
    }

    fn with_camera(scene: &Scene, camera: Camera) -> Self {
        let mut painter = pollster::block_on(Painter::offscreen(camera.width, camera.height)).unwrap();
        painter.draw(scene, &camera).unwrap();
        let bytes = painter.read_pixels().unwrap();
        assert_eq!(bytes.len(), (4 * camera.width * camera.height) as usize);
        Picture { pixels: bytes.chunks_exact(4).map(|pixel| pixel.try_into().unwrap()).collect(), camera }
    }

    fn pixel(&self, x: f32, y: f32) -> Colour {
        Colour(self.pixels[y as usize * self.camera.width as usize + x as usize])
    }

    /// The colour at a point of the world.
    fn at(&self, point: [f32; 3]) -> Colour {
        let [x, y] = self.camera.project(point).unwrap();
        self.pixel(x, y)
    }

    /// The pixels at least half as bright as white.
    fn bright_pixels(&self) -> Vec<[f32; 2]> {
        let width = self.camera.width as usize;
        let bright = self.pixels.iter().enumerate().filter(|(_, pixel)| pixel[..3].iter().all(|byte| *byte >= 128));
        bright.map(|(index, _)| [(index % width) as f32 + 0.5, (index / width) as f32 + 0.5]).collect()
    }

    /// The pixels of exactly this colour.
    fn pixels_of(&self, colour: Colour) -> Vec<[f32; 2]> {
        let width = self.camera.width as usize;
        let position = |(index, pixel): (usize, &[u8; 4])| {
            (*pixel == colour.0).then_some([(index % width) as f32 + 0.5, (index / width) as f32 + 0.5])
        };
        self.pixels.iter().enumerate().filter_map(position).collect()
    }
}

fn scene_2d() -> Scene {
    let mut scene = Scene::empty(2, Theme::Dark);
    scene.bounds = Bounds::Box { low: [0.0; 3], high: [100.0, 100.0, 0.0] };
    scene
}

fn scene_3d() -> Scene {
    let mut scene = Scene::empty(3, Theme::Dark);
    scene.bounds = Bounds::Box { low: [-50.0; 3], high: [50.0; 3] };
    scene
}

fn boid(position: [f32; 3], velocity: [f32; 3], size: f32, colour: Colour) -> Boid {
    Boid { position, size, velocity, colour }
}

#[test]
fn a_boid_is_drawn_at_its_position_and_points_along_its_velocity() {
    for velocity in [[1.0, 0.0, 0.0], [0.0, 3.0, 0.0], [-0.1, 0.0, 0.0], [0.0, -1e30, 0.0], [2.0, 2.0, 0.0]] {
        let mut scene = scene_2d();
        scene.boids.push(boid([70.0, 40.0, 0.0], velocity, 20.0, WHITE));
        let picture = Picture::new(&scene, 300, 300);
        let pixels = picture.bright_pixels();
        assert!(pixels.len() > 200, "{} pixels", pixels.len());
        let [x, y] = picture.camera.project([70.0, 40.0, 0.0]).unwrap();
        // Distances along its heading and across it, in pixels; y points down in the picture.
        let largest = velocity[0].abs().max(velocity[1].abs());
        let (ahead_x, ahead_y) = (velocity[0] / largest, -velocity[1] / largest);
        let length = ahead_x.hypot(ahead_y);
        let (ahead_x, ahead_y) = (ahead_x / length, ahead_y / length);
        let offsets: Vec<[f32; 2]> = pixels
            .iter()
            .map(|pixel| [pixel[0] - x, pixel[1] - y])
            .map(|[dx, dy]| [dx * ahead_x + dy * ahead_y, dy * ahead_x - dx * ahead_y])
            .collect();
        let extent = |sign: f32| offsets.iter().map(|[along, _]| sign * along).fold(0.0, f32::max);
        // The dart has length 1, of which 0.58 is ahead; the last pixels at the tip are blended with the ground.
        let scale = 20.0 * picture.camera.scale();
        assert!((extent(1.0) / scale - 0.55).abs() < 0.05, "{velocity:?}: {} ahead", extent(1.0) / scale);
        assert!((extent(-1.0) / scale - 0.41).abs() < 0.04, "{velocity:?}: {} behind", extent(-1.0) / scale);
        // It is wider behind than ahead, and symmetric.
        let width = |from: f32, to: f32| {
            let part = offsets.iter().filter(|[along, _]| (from * scale..to * scale).contains(along));
            part.map(|[_, across]| across.abs()).fold(0.0, f32::max)
        };
        assert!(width(-0.4, -0.2) > 2.5 * width(0.3, 0.5), "{velocity:?}");
        let balance = offsets.iter().map(|[_, across]| across).sum::<f32>() / offsets.len() as f32;
        assert!(balance.abs() < 1.0, "{velocity:?}: {balance}");
    }
}

#[test]
fn colours_are_exact_to_the_byte() {
    for (number, theme) in [Theme::Light, Theme::Dark].into_iter().enumerate() {
        let mut scene = scene_2d();
        scene.theme = theme;
        let colour = theme.species(number);
        scene.boids.push(boid([50.0, 50.0, 0.0], [1.0, 0.0, 0.0], 30.0, colour));
        let picture = Picture::new(&scene, 200, 120);
        assert_eq!(picture.at([51.0, 50.0, 0.0]), colour);
        assert_eq!(picture.at([20.0, 20.0, 0.0]), theme.ground());
        assert_eq!(picture.pixel(2.0, 60.0), theme.background());
    }
}

#[test]
fn an_empty_scene_shows_the_background() {
    for scene in [scene_2d(), scene_3d(), Scene::empty(2, Theme::Light), Scene::empty(3, Theme::Light)] {
        let picture = Picture::new(&scene, 64, 48);
        assert_eq!(picture.pixel(0.0, 0.0), scene.theme.background());
    }
}

#[test]
fn edges_are_smooth() {
    let mut scene = scene_2d();
    scene.shows_bounds = false;
    scene.boids.push(boid([50.0, 50.0, 0.0], [1.0, 0.37, 0.0], 60.0, WHITE));
    let picture = Picture::new(&scene, 100, 100);
    let ground = scene.theme.background();
    let blended = picture.pixels.iter().filter(|pixel| **pixel != WHITE.0 && **pixel != ground.0).count();
    assert!(blended > 60, "only {blended} pixels are blended");
}

/// A square with a notch at the top.
fn polygon(closed: bool, filled: bool, thickness: f32) -> Solid {
    let corners = vec![[20.0, 20.0], [80.0, 20.0], [80.0, 80.0], [50.0, 30.0], [20.0, 80.0]];
    Solid::Polygon { corners, closed, filled, thickness }
}

#[test]
fn obstacles_of_every_shape_are_drawn_at_their_position() {
    let solids = [
        (Solid::Sphere { centre: [30.0, 30.0, 0.0], radius: 10.0 }, [30.0, 38.0], [30.0, 44.0]),
        (Solid::Box { low: [10.0, 60.0, -5.0], high: [40.0, 80.0, 5.0] }, [12.0, 78.0], [45.0, 78.0]),
        (Solid::Capsule { from: [10.0, 10.0, 0.0], to: [50.0, 10.0, 0.0], radius: 5.0 }, [53.0, 10.0], [58.0, 10.0]),
        (Solid::HalfSpace { point: [70.0, 0.0, 0.0], normal: [-1.0, 0.0, 0.0] }, [80.0, 50.0], [65.0, 50.0]),
        (polygon(true, true, 0.0), [25.0, 60.0], [50.0, 60.0]),
        (polygon(true, false, 4.0), [20.0, 50.0], [25.0, 50.0]),
        (polygon(false, false, 4.0), [80.0, 50.0], [20.0, 50.0]),
    ];
    for (solid, inside, outside) in solids {
        let mut scene = scene_2d();
        scene.obstacles.push(solid.clone());
        let picture = Picture::new(&scene, 200, 200);
        assert_eq!(picture.at([inside[0], inside[1], 0.0]), scene.theme.obstacle(), "{solid:?}");
        assert_eq!(picture.at([outside[0], outside[1], 0.0]), scene.theme.ground(), "{solid:?}");
    }
}

#[test]
fn obstacles_in_3d_are_lit_from_above() {
    for solid in [
        Solid::Sphere { centre: [0.0; 3], radius: 30.0 },
        Solid::Capsule { from: [-20.0, 0.0, 0.0], to: [20.0, 0.0, 0.0], radius: 25.0 },
        Solid::Box { low: [-25.0; 3], high: [25.0; 3] },
    ] {
        let mut scene = scene_3d();
        scene.obstacles.push(solid.clone());
        scene.shows_bounds = false;
        let picture = Picture::new(&scene, 200, 200);
        let light = |point: [f32; 3]| picture.at(point).0[..3].iter().map(|byte| u32::from(*byte)).sum::<u32>();
        // Visible points of the upper and the lower half.
        let (above, below) = (light([5.0, 24.0, 5.0]), light([8.0, -20.0, 8.0]));
        assert!(above > below, "{solid:?}: {above} above, {below} below");
    }
}

#[test]
fn nearer_things_hide_farther_ones() {
    let eye = Camera::fit(&scene_3d(), 200, 200).eye();
    let towards = eye.map(|x| x / (eye[0] * eye[0] + eye[1] * eye[1] + eye[2] * eye[2]).sqrt());
    for (distance, visible) in [(40.0, true), (-40.0, false)] {
        let mut scene = scene_3d();
        scene.obstacles.push(Solid::Sphere { centre: [0.0; 3], radius: 20.0 });
        scene.boids.push(boid(towards.map(|x| x * distance), [0.0, 1.0, 0.0], 12.0, RED));
        let picture = Picture::new(&scene, 200, 200);
        let reddish = picture.pixels.iter().filter(|pixel| pixel[0] > 90 && pixel[1] < 60).count();
        assert_eq!(reddish > 10, visible, "{reddish} red pixels of a boid at {distance}");
    }
    // The order of the boids does not matter.
    for order in [[0, 1], [1, 0]] {
        let mut scene = scene_3d();
        scene.form = Form::Cone;
        let both = [(20.0, RED), (-20.0, Colour::hex(0x2020e0))]
            .map(|(distance, colour)| boid(towards.map(|x| x * distance), [0.0, 1.0, 0.0], 15.0, colour));
        scene.boids = order.map(|index| both[index]).to_vec();
        let [red, _, blue, _] = Picture::new(&scene, 200, 200).at([0.0; 3]).0;
        assert!(red > blue, "the farther boid covers the nearer: red {red}, blue {blue}");
    }
}

#[test]
fn farther_boids_fade_into_the_fog() {
    let mut scene = scene_3d();
    scene.shows_bounds = false;
    let camera = Camera::fit(&scene, 200, 200);
    let back = camera.eye().map(|x| x / 200.0);
    let positions = [40.0, -40.0].map(|distance| back.map(|x| x * distance));
    let brightness = positions.map(|position| {
        scene.boids = vec![boid(position, [0.0, 1.0, 0.0], 30.0, WHITE)];
        let picture = Picture::with_camera(&scene, camera.clone());
        picture.pixels.iter().map(|pixel| pixel[0]).max().unwrap()
    });
    assert!(brightness[0] > brightness[1] + 20, "{brightness:?}");
}

#[test]
fn an_arrow_reaches_from_its_start_to_its_tip_and_nothing_hides_it() {
    for mut scene in [scene_2d(), scene_3d()] {
        let middle = if scene.dimension == 2 { [50.0, 50.0, 0.0] } else { [0.0; 3] };
        scene.obstacles.push(Solid::Sphere { centre: middle, radius: 25.0 });
        scene.marks.push(Mark::Arrow { from: middle, vector: [20.0, 0.0, 0.0], colour: RED, width: 4.0, label: None });
        let picture = Picture::new(&scene, 400, 400);
        let along = |share: f32| [middle[0] + 20.0 * share, middle[1], middle[2]];
        for share in [0.1, 0.5, 0.95] {
            let [red, green, ..] = picture.at(along(share)).0;
            assert!(red > 100 && green < 80, "{}D at {share}: {red} {green}", scene.dimension);
        }
        for share in [-0.1, 1.1] {
            let [red, green, ..] = picture.at(along(share)).0;
            assert!(red < green + 60, "{}D at {share}: {red} {green}", scene.dimension);
        }
    }
}

#[test]
fn circles_sectors_rings_and_lines_are_drawn() {
    let mut scene = scene_2d();
    scene.boids.push(boid([80.0, 80.0, 0.0], [1.0, 0.0, 0.0], 8.0, WHITE));
    let fill = Some(Colour::hex(0x204060));
    scene.marks = vec![
        Mark::Circle { centre: [25.0, 25.0, 0.0], radius: 15.0, colour: RED, fill },
        Mark::Sector {
            centre: [70.0, 30.0, 0.0],
            direction: [0.0, 5.0, 0.0],
            radius: 20.0,
            angle: 90.0,
            colour: RED,
            fill,
        },
        Mark::Line { from: [5.0, 60.0, 0.0], to: [45.0, 60.0, 0.0], colour: RED, width: 4.0 },
        Mark::Ring { boid: 0, colour: RED },
        // There is no such boid: nothing is drawn.
        Mark::Ring { boid: 9, colour: RED },
    ];
    let picture = Picture::new(&scene, 500, 500);
    let is_red = |x: f32, y: f32| picture.at([x, y, 0.0]).0[0] > 100;
    assert!(is_red(40.0, 25.0) && is_red(25.0, 40.0), "the circle's rim");
    assert_eq!(picture.at([25.0, 25.0, 0.0]), Colour::hex(0x204060), "the circle's interior");
    assert!(is_red(70.0, 50.0), "the sector's rim");
    assert_eq!(picture.at([70.0, 40.0, 0.0]), Colour::hex(0x204060), "the sector looks up");
    assert_eq!(picture.at([70.0, 20.0, 0.0]), scene.theme.ground(), "and not down");
    assert!(is_red(25.0, 60.0), "the line");
    assert!(is_red(86.8, 80.0), "the ring");

    let mut scene = scene_3d();
    scene.marks = vec![
        Mark::Circle { centre: [0.0; 3], radius: 20.0, colour: RED, fill },
        Mark::Sector { centre: [0.0; 3], direction: [0.0; 3], radius: 10.0, angle: 360.0, colour: RED, fill },
    ];
    let picture = Picture::new(&scene, 200, 200);
    assert!(picture.pixels.iter().filter(|pixel| pixel[0] > 100).count() > 200);
}

#[test]
fn trails_follow_past_positions_and_do_not_cross_the_seam() {
    let mut scene = scene_2d();
    scene.boids = vec![boid([80.0, 30.0, 0.0], [1.0, 0.0, 0.0], 4.0, WHITE)];
    scene.boids.push(boid([10.0, 70.0, 0.0], [1.0, 0.0, 0.0], 4.0, WHITE));
    scene.trails.max_move = 50.0;
    // The first boid moved from 20 to 80; the second left at 95 and came back at 5.
    for (x, other) in [(20.0, 85.0), (40.0, 90.0), (60.0, 95.0), (70.0, 5.0), (80.0, 10.0)] {
        scene.trails.push([[x, 30.0, 0.0], [other, 70.0, 0.0]].into_iter(), 10);
    }
    let picture = Picture::new(&scene, 400, 400);
    let ground = scene.theme.ground();
    assert_ne!(picture.at([65.0, 30.0, 0.0]), ground);
    let brightness = |x: f32| picture.at([x, 30.0, 0.0]).0[0];
    assert!(brightness(75.0) > brightness(50.0) && brightness(50.0) > brightness(25.0), "trails fade");
    assert_eq!(picture.at([50.0, 70.0, 0.0]), ground, "a line crosses the space");
    assert_ne!(picture.at([93.0, 70.0, 0.0]), ground);
}

#[test]
fn a_painter_draws_trails_of_changing_length() {
    let mut painter = pollster::block_on(Painter::offscreen(100, 100)).unwrap();
    let mut scene = scene_2d();
    scene.boids = vec![boid([50.0, 50.0, 0.0], [1.0, 0.0, 0.0], 4.0, WHITE)];
    let camera = Camera::fit(&scene, 100, 100);
    for length in [0, 1, 2, 5, 3] {
        scene.trails.clear();
        for x in 0..length {
            scene.trails.push([[40.0 + 2.0 * x as f32, 50.0, 0.0]].into_iter(), length);
        }
        painter.draw(&scene, &camera).unwrap();
    }
    // More boids than in the oldest moments.
    scene.boids.push(boid([20.0, 20.0, 0.0], [1.0, 0.0, 0.0], 4.0, WHITE));
    scene.trails.push([[50.0, 50.0, 0.0], [20.0, 20.0, 0.0]].into_iter(), 5);
    painter.draw(&scene, &camera).unwrap();
}

#[test]
fn goals_and_the_pointer_are_drawn() {
    let mut scene = scene_2d();
    scene.goals.push([25.0, 25.0, 0.0]);
    scene.pointer =
        Some(quelea_draw::Pointer { position: [70.0, 70.0, 0.0], radius: 4.0, reach: 10.0, attracts: false });
    let picture = Picture::new(&scene, 400, 400);
    assert!(picture.pixels_of(scene.theme.goal()).len() > 40);
    assert!(picture.pixels_of(scene.theme.danger()).len() > 10);
}

#[test]
fn tiny_boids_are_still_visible() {
    let mut scene = scene_2d();
    scene.boids.push(boid([50.0, 50.0, 0.0], [1.0, 0.0, 0.0], 0.001, WHITE));
    assert!(Picture::new(&scene, 200, 200).pixels.iter().any(|pixel| pixel[0] > 120));
}

#[test]
fn positions_that_are_not_finite_do_no_harm() {
    for mut scene in [scene_2d(), scene_3d(), Scene::empty(3, Theme::Light)] {
        for strange in [f32::NAN, f32::INFINITY, f32::MAX, -1e30] {
            scene.boids.push(boid([strange; 3], [strange; 3], strange, RED));
        }
        scene.boids.push(boid([20.0, 20.0, 0.0], [0.0; 3], 4.0, WHITE));
        scene.trails.push([[f32::NAN; 3], [f32::MAX; 3]].into_iter(), 4);
        scene.trails.push([[1.0; 3], [2.0; 3]].into_iter(), 4);
        scene.marks.push(Mark::Arrow { from: [0.0; 3], vector: [f32::NAN; 3], colour: RED, width: 2.0, label: None });
        scene.marks.push(Mark::Circle { centre: [f32::INFINITY; 3], radius: 1.0, colour: RED, fill: None });
        Picture::new(&scene, 64, 64);
    }
}

#[test]
fn a_picture_can_be_resized_but_not_to_an_impossible_size() {
    let mut painter = pollster::block_on(Painter::offscreen(40, 30)).unwrap();
    painter.resize(50, 20).unwrap();
    assert_eq!(painter.size(), (50, 20));
    painter.draw(&scene_2d(), &Camera::fit(&scene_2d(), 50, 20)).unwrap();
    assert_eq!(painter.read_pixels().unwrap().len(), 4 * 50 * 20);
    assert!(matches!(painter.resize(0, 20), Err(DrawError::TooLarge { .. })));
    assert!(matches!(painter.resize(50, 1_000_000), Err(DrawError::TooLarge { .. })));
    assert_eq!(painter.size(), (50, 20));
}

#[test]
fn fifty_thousand_boids_are_drawn() {
    let mut scene = scene_3d();
    scene.boids = (0..50_000)
        .map(|number| {
            let at = |step: usize| (number * step % 49_999) as f32 / 49_999.0 * 90.0 - 45.0;
            boid([at(7919), at(104_729), at(15_485_863)], [1.0, 0.5, 0.2], 1.0, RED)
        })
        .collect();
    let picture = Picture::new(&scene, 320, 200);
    assert!(picture.pixels.iter().filter(|pixel| pixel[0] > 60).count() > 10_000);
}
