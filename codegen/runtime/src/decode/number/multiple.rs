//! Division of numbers by their decimal digits, so that 0.3 is a multiple of 0.1.

/// Returns whether `value` is a multiple of `of`, which is positive, by their decimal digits.
#[must_use]
pub fn is_multiple(value: f64, of: f64) -> bool {
    /// Every integer below this one is a float.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_exact = |number: f64| number.fract() == 0.0 && number.abs() <= EXACT;
    if is_exact(value) && is_exact(of) {
        return value % of == 0.0;
    }
    if !value.is_finite() {
        return false;
    }
    divides(&value.abs().to_string(), &of.to_string())
}

/// Returns whether the decimal `of` divides the decimal `value`. Both have no exponent and no trailing zeros
/// in the fraction.
fn divides(value: &str, of: &str) -> bool {
    let parts = |number: &str| {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        (format!("{whole}{fraction}"), fraction.len())
    };
    let ((value, places), (of, of_places)) = (parts(value), parts(of));
    let Some(shift) = of_places.checked_sub(places) else {
        // The last digit of `value` is not zero, and no multiple of `of` has as many digits in its fraction.
        return false;
    };
    let of_digits = of.trim_end_matches('0');
    let zeros = of.len() - of_digits.len();
    let Ok(divisor) = of_digits.parse::<u128>() else { return false };
    let digits = value.bytes().chain(std::iter::repeat_n(b'0', shift));
    let all: Vec<u8> = digits.collect();
    // `of` is a float, so it has at most 17 digits besides its zeros.
    let ends_in_zeros = all.iter().rev().take(zeros).all(|digit| *digit == b'0');
    let is_zero = all.iter().all(|digit| *digit == b'0');
    let kept = all.len().saturating_sub(zeros);
    let remainder = all.iter().take(kept).try_fold(0_u128, |rest, digit| {
        rest.checked_mul(10)?.checked_add(u128::from(digit - b'0'))?.checked_rem(divisor)
    });
    is_zero || ends_in_zeros && kept > 0 && remainder == Some(0)
}

#[cfg(test)]
mod tests {
    use super::is_multiple;

    #[test]
    fn division_is_that_of_decimals() {
        for (value, of, is) in [
            (0.3, 0.1, true),
            (0.35, 0.1, false),
            (0.35, 0.05, true),
            (4.5, 1.5, true),
            (4.5, 1.0, false),
            (10.0, 2.5, true),
            (-7.5, 2.5, true),
            (0.0, 0.1, true),
            (1e30, 3.0, false),
            (3e30, 3.0, true),
            (1e300, 1e299, true),
            (1e299, 1e300, false),
            (0.0075, 0.0001, true),
            (0.00751, 0.0001, false),
            (1e308, 0.123_456_789, false),
            (1e-300, 1e-301, true),
            (15.0, 4.0, false),
        ] {
            assert_eq!(is_multiple(value, of), is, "{value} of {of}");
        }
    }
}
