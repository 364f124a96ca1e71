//! WebAssembly's 128-bit SIMD.
//!
//! A module that contains these intrinsics does not load where the browser lacks them, so they are safe to call.
#![allow(unsafe_code, unused_unsafe)]

use super::register::{register_lanes, register_ops};
use super::{Lanes, Task};
use std::arch::wasm32::*;
use std::ops::{Add, Div, Mul, Sub};

register_lanes!(
    Simd128,
    lanes: 4,
    register: v128,
    add: f32x4_add,
    sub: f32x4_sub,
    mul: f32x4_mul,
    div: f32x4_div,
    splat: f32x4_splat,
    load: v128_load,
    store: v128_store,
    sqrt: f32x4_sqrt,
    abs: f32x4_abs,
    min: |a, b| f32x4_pmin(b, a),
    max: |a, b| f32x4_pmax(b, a),
    lt: f32x4_lt,
    eq: f32x4_eq,
    and: v128_and,
    or: v128_or,
    and_not: v128_andnot,
    select: |mask, a, b| v128_bitselect(a, b, mask),
    bitmask: i32x4_bitmask,
    int: v128,
    zero_int: || i32x4_splat(0),
    add_mask: |count, mask| i32x4_sub(count, mask),
    to_float: f32x4_convert_i32x4,
    ordered_key: |x, offset| i32x4_add(x, i32x4_splat(offset)),
    int_lt: i32x4_lt,
    power_of_two: |x| i32x4_shl(i32x4_add(i32x4_trunc_sat_f32x4(x), i32x4_splat(127)), 23),
    exponent: |x| f32x4_convert_i32x4(i32x4_sub(u32x4_shr(x, 23), i32x4_splat(127))),
    mantissa: |x| v128_or(v128_and(x, i32x4_splat(0x7f_ffff)), i32x4_splat(0x3f80_0000)),
    out_of_line: out_of_line_simd128,
);

#[inline(never)]
fn out_of_line_simd128<T: Task>(task: T) -> T::Output {
    task.run()
}
