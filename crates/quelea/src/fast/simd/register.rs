//! Implements lanes for register types whose masks are registers of the same kind.

/// Implements [`Lanes`](super::Lanes) for a register type whose masks are registers of the same kind.
#[cfg(not(target_arch = "aarch64"))]
macro_rules! register_lanes {
    (
        $Name:ident, lanes: $n:literal, register: $register:ty, add: $add:expr, sub: $sub:expr, mul: $mul:expr,
        div: $div:expr, splat: $splat:expr, load: $load:expr, store: $store:expr, sqrt: $sqrt:expr,
        abs: $abs:expr, min: $min:expr, max: $max:expr, lt: $lt:expr, eq: $eq:expr, and: $and:expr,
        or: $or:expr, and_not: $and_not:expr, select: $select:expr, bitmask: $bitmask:expr, int: $int:ty,
        zero_int: $zero_int:expr, add_mask: $add_mask:expr, to_float: $to_float:expr,
        ordered_key: $ordered_key:expr, int_lt: $int_lt:expr, power_of_two: $power_of_two:expr,
        exponent: $exponent:expr, mantissa: $mantissa:expr, out_of_line: $out_of_line:ident $(,)?
    ) => {
        register_ops!($Name, $register, Add add $add, Sub sub $sub, Mul mul $mul, Div div $div);
        // SAFETY, for all of them: values of this type are made only in code that `Width::run` enters after
        // finding the feature, or where it belongs to the baseline. Loads and stores check their length.
        impl Lanes for $Name {
            const N: usize = $n;
            type Mask = $register;
            type Int = $int;
            #[inline(always)]
            fn splat(x: f32) -> Self { $Name(unsafe { $splat(x) }) }
            #[inline(always)]
            fn load(from: &[f32]) -> Self { $Name(unsafe { $load(from[..$n].as_ptr().cast()) }) }
            #[inline(always)]
            fn store(self, to: &mut [f32]) { unsafe { $store(to[..$n].as_mut_ptr().cast(), self.0) } }
            #[inline(always)]
            fn sqrt(self) -> Self { $Name(unsafe { $sqrt(self.0) }) }
            #[inline(always)]
            fn abs(self) -> Self { $Name(unsafe { $abs(self.0) }) }
            #[inline(always)]
            fn min(self, other: Self) -> Self { $Name(unsafe { $min(self.0, other.0) }) }
            #[inline(always)]
            fn max(self, other: Self) -> Self { $Name(unsafe { $max(self.0, other.0) }) }
            #[inline(always)]
            fn lt(self, other: Self) -> $register { unsafe { $lt(self.0, other.0) } }
            #[inline(always)]
            fn eq(self, other: Self) -> $register { unsafe { $eq(self.0, other.0) } }
            #[inline(always)]
            fn mask(self, mask: $register) -> Self { $Name(unsafe { $and(self.0, mask) }) }
            #[inline(always)]
            fn select(self, mask: $register, other: Self) -> Self { $Name(unsafe { $select(mask, self.0, other.0) }) }
            #[inline(always)]
            fn and(a: $register, b: $register) -> $register { unsafe { $and(a, b) } }
            #[inline(always)]
            fn or(a: $register, b: $register) -> $register { unsafe { $or(a, b) } }
            #[inline(always)]
            fn and_not(a: $register, b: $register) -> $register { unsafe { $and_not(a, b) } }
            #[inline(always)]
            fn bitmask(mask: $register) -> u32 { unsafe { $bitmask(mask) as u32 } }
            #[inline(always)]
            fn zero_int() -> $int { unsafe { $zero_int() } }
            #[inline(always)]
            fn add_mask(count: $int, mask: $register) -> $int { unsafe { $add_mask(count, mask) } }
            #[inline(always)]
            fn to_float(count: $int) -> Self { $Name(unsafe { $to_float(count) }) }
            #[inline(always)]
            fn ordered_key(self, offset: i32) -> $int { unsafe { $ordered_key(self.0, offset) } }
            #[inline(always)]
            fn int_lt(a: $int, b: $int) -> $register { unsafe { $int_lt(a, b) } }
            #[inline(always)]
            fn power_of_two(self) -> Self { $Name(unsafe { $power_of_two(self.0) }) }
            #[inline(always)]
            fn exponent(self) -> Self { $Name(unsafe { $exponent(self.0) }) }
            #[inline(always)]
            fn mantissa(self) -> Self { $Name(unsafe { $mantissa(self.0) }) }
            #[inline(always)]
            #[allow(unused_unsafe, reason = "what belongs to the baseline is safe to call")]
            fn out_of_line<T: Task>(task: T) -> T::Output { unsafe { $out_of_line(task) } }
        }
    };
}

/// Defines a register type and its arithmetic.
macro_rules! register_ops {
    ($Name:ident, $register:ty, $($Op:ident $method:ident $f:expr),*) => {
        /// Lanes in one register.
        #[derive(Clone, Copy)]
        pub struct $Name($register);
        $(impl $Op for $Name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: as for the other operations of this type.
                $Name(unsafe { $f(self.0, other.0) })
            }
        })*
    };
}
#[cfg(not(target_arch = "aarch64"))]
pub(super) use register_lanes;
pub(super) use register_ops;
