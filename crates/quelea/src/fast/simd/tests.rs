//! Every width computes the same bits.

use super::*;

/// Every operation on some numbers, as bits.
struct AllOperations;
impl Kernel for AllOperations {
    type Output = Vec<u32>;
    #[inline(always)]
    fn run<L: Lanes>(self) -> Vec<u32> {
        let mut out = Vec::new();
        for start in (0..48).step_by(L::N) {
            let x = L::from_fn(|lane| (start + lane) as f32 * 0.37 - 5.0);
            let y = L::from_fn(|lane| 1.0 / (1.0 + (start + lane) as f32));
            let small = x.lt(L::splat(3.0));
            let even = y.eq(L::splat(0.5));
            let results = [
                x + y,
                x - y,
                x * y,
                x / y,
                (x * x).sqrt(),
                x.abs(),
                x.min(y),
                x.max(y),
                x.mask(small),
                x.select(small, y),
                x.mask(L::and(small, even)),
                x.mask(L::or(small, even)),
                x.mask(L::and_not(small, even)),
                L::from_fn(|lane| (start + lane) as f32 - 24.0).power_of_two(),
                y.exponent(),
                y.mantissa(),
                L::to_float(L::add_mask(L::add_mask(L::zero_int(), small), even)),
            ];
            for lane in 0..L::N {
                out.extend(results.iter().map(|result| result.to_array()[lane].to_bits()));
            }
        }
        out
    }
}

#[test]
fn every_width_computes_the_same_bits() {
    let plain = Width::One.run(AllOperations);
    for width in Width::available() {
        assert_eq!(width.run(AllOperations), plain, "{width:?}");
    }
}

#[test]
fn min_and_max_of_equal_operands_return_the_second_at_every_width() {
    struct Zeros;
    impl Kernel for Zeros {
        type Output = ();
        #[inline(always)]
        fn run<L: Lanes>(self) {
            // −0 and +0 are equal but differ in a bit, and minps and fmin disagree about which one to return.
            for [first, second] in [[-0.0f32, 0.0], [0.0, -0.0], [0.0, 0.0], [-0.0, -0.0]] {
                let (a, b) = (L::splat(first), L::splat(second));
                for result in [a.min(b), a.max(b)] {
                    let found = result.to_array()[..L::N].iter().all(|x| x.to_bits() == second.to_bits());
                    assert!(found, "{} lanes, {first:?} and {second:?}: {:?}", L::N, result.to_array());
                }
            }
        }
    }
    Width::available().into_iter().for_each(|width| width.run(Zeros));
}

#[test]
fn ordered_keys_sort_like_the_numbers_with_zero_first_or_last() {
    struct Keys;
    impl Kernel for Keys {
        type Output = ();
        #[inline(always)]
        fn run<L: Lanes>(self) {
            let numbers = [0.0, f32::from_bits(1), 1e-20, 0.25, 1.0, 3e38, f32::INFINITY];
            for a in numbers {
                for b in numbers {
                    let before = |order: i32| {
                        L::bitmask(L::int_lt(L::splat(a).ordered_key(order), L::splat(b).ordered_key(order)))
                    };
                    let all = |holds: bool| if holds { (1u32 << L::N) - 1 } else { 0 };
                    assert_eq!(before(ZERO_FIRST), all(a < b), "{a} {b}");
                    assert_eq!(before(ZERO_LAST), all(a != 0.0 && (a < b || b == 0.0)), "{a} {b}");
                }
            }
        }
    }
    Width::available().into_iter().for_each(|width| width.run(Keys));
}

#[test]
fn every_width_lists_the_lanes_whose_flag_is_set() {
    struct SetLanes;
    impl Kernel for SetLanes {
        type Output = ();
        #[inline(always)]
        fn run<L: Lanes>(self) {
            for bits in 0..1u32 << L::N {
                let is_set = |lane: usize| bits >> lane & 1 == 1;
                let mask = L::from_fn(|lane| f32::from(u8::from(is_set(lane)))).eq(L::splat(1.0));
                assert_eq!(L::bitmask(mask), bits);
                assert_eq!(L::any(mask), bits != 0);
                let mut list = [0; MAX_LANES];
                let count = L::compress_indices(mask, 70, &mut list);
                let lanes: Vec<u32> = (0..L::N).filter(|lane| is_set(*lane)).map(|lane| 70 + lane as u32).collect();
                assert_eq!(list[..count], lanes);
            }
        }
    }
    Width::available().into_iter().for_each(|width| width.run(SetLanes));
}

#[test]
fn a_task_out_of_line_computes_the_same_bits() {
    struct Root<L: Lanes>(L);
    impl<L: Lanes> Task for Root<L> {
        type Output = L;
        #[inline(always)]
        fn run(self) -> L {
            (self.0 / L::splat(3.0)).sqrt()
        }
    }
    struct OutOfLine;
    impl Kernel for OutOfLine {
        type Output = ();
        #[inline(always)]
        fn run<L: Lanes>(self) {
            let x = L::from_fn(|lane| lane as f32);
            assert_eq!(L::out_of_line(Root(x)).to_array(), Root(x).run().to_array());
        }
    }
    Width::available().into_iter().for_each(|width| width.run(OutOfLine));
}

#[test]
fn a_short_slice_is_loaded_with_its_last_number_repeated_and_stored_in_part() {
    struct Short;
    impl Kernel for Short {
        type Output = ();
        #[inline(always)]
        fn run<L: Lanes>(self) {
            let lanes = L::load_partial(&[1.0, 2.0]);
            assert_eq!(lanes.to_array()[L::N - 1], if L::N == 1 { 1.0 } else { 2.0 });
            let mut out = [0.0; 1];
            lanes.store_partial(&mut out);
            assert_eq!(out, [1.0]);
        }
    }
    Width::available().into_iter().for_each(|width| width.run(Short));
}
