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

/// The share of the pixels within a distance of a point of the world that show something.
fn coverage(picture: &Picture, scene: &Scene, point: [f32; 3], pixels: f32) -> f32 {
    let [x, y] = picture.camera.project(point).unwrap();
    let (mut shown, mut all) = (0.0, 0.0);
    for dx in -(pixels as i32)..=pixels as i32 {
        for dy in -(pixels as i32)..=pixels as i32 {
            all += 1.0;
            shown += f32::from(picture.pixel(x + dx as f32, y + dy as f32) != scene.theme.ground());
        }
    }
    shown / all
}

#[test]
fn every_form_is_solid_in_2d() {
    for form in [Form::Dart, Form::Cone, Form::Bird] {
        for hunts in [false, true] {
            let mut scene = scene_2d();
            scene.form = form;
            scene.moves = false;
            // Much higher than the depth that a flat camera shows.
            scene.boids.push(boid([50.0, 50.0, 0.0], [1.0, 0.0, 0.0], 60.0, WHITE));
            scene.hunters.extend(hunts.then_some(0..1));
            let picture = Picture::new(&scene, 300, 300);
            // The body, and half way to the tip.
            for x in [50.0, 60.0] {
                assert_eq!(coverage(&picture, &scene, [x, 50.0, 0.0], 3.0), 1.0, "{form:?} has a hole at {x}");
            }
            if form == Form::Bird {
                for y in [40.0, 60.0] {
                    assert_eq!(coverage(&picture, &scene, [54.0, y, 0.0], 2.0), 1.0, "a wing has a hole at {y}");
                }
            }
        }
    }
}

#[test]
fn later_boids_cover_earlier_ones_in_2d_whatever_their_form() {
    for form in [Form::Dart, Form::Cone, Form::Bird] {
        let mut scene = scene_2d();
        scene.form = form;
        scene.boids.push(boid([50.0, 50.0, 0.0], [1.0, 0.0, 0.0], 60.0, WHITE));
        scene.boids.push(boid([50.0, 50.0, 0.0], [0.0, 1.0, 0.0], 60.0, RED));
        let [red, green, ..] = Picture::new(&scene, 200, 200).at([50.0, 50.0, 0.0]).0;
        assert!(red > 2 * green, "{form:?}: {red} {green}");
    }
}

#[test]
fn hunters_differ_from_others_of_the_same_colour_in_every_form_and_dimension() {
    for mut scene in [scene_2d(), scene_3d()] {
        for form in [Form::Fitting, Form::Dart, Form::Cone, Form::Bird] {
            scene.form = form;
            scene.boids = vec![boid([40.0, 40.0, 0.0], [1.0, 0.0, 0.3], 30.0, WHITE)];
            if scene.dimension == 2 {
                scene.boids[0].velocity = [1.0, 0.0, 0.0];
            }
            scene.hunters.clear();
            let prey = Picture::new(&scene, 200, 200);
            scene.hunters.push(0..1);
            let hunter = Picture::new(&scene, 200, 200);
            let differing = prey.pixels.iter().zip(&hunter.pixels).filter(|(a, b)| a != b).count();
            assert!(differing > 60, "{form:?} in {}D: {differing} pixels", scene.dimension);
        }
    }
}

#[test]
fn birds_beat_their_wings_from_step_to_step_unless_motion_is_reduced() {
    let mut scene = scene_2d();
    scene.form = Form::Bird;
    scene.boids.push(boid([50.0, 50.0, 0.0], [1.0, 0.0, 0.0], 60.0, WHITE));
    let mut at = |step: u64, moves: bool| {
        (scene.step, scene.moves) = (step, moves);
        Picture::new(&scene, 120, 120).pixels
    };
    assert_ne!(at(0, true), at(6, true));
    assert_eq!(at(6, true), at(6, true));
    assert_eq!(at(0, false), at(6, false));
}

#[test]
fn obstacles_cast_shadows_and_no_shadow_falls_beside_the_floor() {
    let mut scene = scene_3d();
    scene.theme = Theme::Light;
    let camera = Camera::fit(&scene, 300, 300);
    let empty = Picture::with_camera(&scene, camera.clone());
    let below = [10.0, -50.0, 10.0];
    for solid in [
        Solid::Sphere { centre: [10.0, 20.0, 10.0], radius: 12.0 },
        Solid::Box { low: [0.0, 10.0, 0.0], high: [20.0, 30.0, 20.0] },
        Solid::Capsule { from: [0.0, 20.0, 10.0], to: [20.0, 20.0, 10.0], radius: 8.0 },
    ] {
        scene.obstacles = vec![solid.clone()];
        let picture = Picture::with_camera(&scene, camera.clone());
        assert!(picture.at(below).0[0] + 20 < empty.at(below).0[0], "{solid:?} casts no shadow");
    }
    scene.obstacles = vec![Solid::Sphere { centre: [50.0, 0.0, 0.0], radius: 30.0 }];
    scene.boids.push(boid([60.0, -45.0, 20.0], [1.0, 0.0, 0.0], 10.0, WHITE));
    let picture = Picture::with_camera(&scene, camera);
    let beside = [62.0, -50.0, 20.0];
    assert_eq!(picture.at(beside), empty.at(beside), "a shadow falls beside the floor");
}

#[test]
fn every_backdrop_differs_in_every_dimension_and_theme() {
    use quelea_draw::Backdrop;
    for dimension in [2, 3] {
        for theme in [Theme::Light, Theme::Dark] {
            let pictures = Backdrop::CHOICES.map(|(backdrop, ..)| {
                let mut scene = if dimension == 2 { scene_2d() } else { scene_3d() };
                (scene.theme, scene.backdrop) = (theme, backdrop);
                Picture::new(&scene, 120, 80).pixels
            });
            assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2] && pictures[0] != pictures[2]);
            let colours = |index: usize| pictures[index].iter().collect::<std::collections::HashSet<_>>().len();
            assert!(colours(1) > 100 && colours(2) > 100, "{dimension}D {theme:?}: {} {}", colours(1), colours(2));
        }
    }
}

#[test]
fn a_circle_that_crosses_the_seam_of_a_torus_continues_at_the_opposite_edge() {
    let mut scene = scene_2d();
    scene.is_torus = true;
    let fill = Some(Colour::hex(0x204060));
    scene.marks.push(Mark::Circle { centre: [95.0, 50.0, 0.0], radius: 20.0, colour: RED, fill });
    let picture = Picture::new(&scene, 400, 400);
    assert_eq!(picture.at([5.0, 50.0, 0.0]), Colour::hex(0x204060));
    assert!(picture.at([15.0, 50.0, 0.0]).0[0] > 100, "its rim");
    assert_eq!(picture.at([25.0, 50.0, 0.0]), scene.theme.ground());
    scene.is_torus = false;
    assert_eq!(Picture::new(&scene, 400, 400).at([5.0, 50.0, 0.0]), scene.theme.ground());
}

#[test]
fn where_boids_are_too_small_to_see_the_brightness_shows_their_density() {
    let mut scene = scene_2d();
    scene.shows_bounds = false;
    // Three times as many in the right half as in the left.
    scene.boids = (0..40_000)
        .map(|number| {
            let at = |step: usize| (number * step % 39_989) as f32 / 39_989.0;
            let x = if number % 4 == 0 { 50.0 * at(7919) } else { 50.0 + 50.0 * at(7919) };
            boid([x, 100.0 * at(104_729), 0.0], [1.0, 0.0, 0.0], 0.1, RED)
        })
        .collect();
    let picture = Picture::new(&scene, 300, 300);
    let mean = |from: usize, to: usize| {
        let inside = picture.pixels.iter().enumerate().filter(|(index, _)| (from..to).contains(&(index % 300)));
        inside.map(|(_, pixel)| u32::from(pixel[0])).sum::<u32>() / (300 * (to - from) as u32)
    };
    let (left, right) = (mean(20, 130), mean(170, 280));
    assert!(right > left + 25 && left > 20, "{left} {right}");
}
