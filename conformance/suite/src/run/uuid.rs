//! Makes keys that no other run sends.

/// Returns a random UUID.
pub(super) fn uuid() -> String {
    let (high, low) = (fastrand::u64(..), fastrand::u64(..));
    // Sets the bits of the version and the variant (RFC 9562).
    let (high, low) = (high & !0xf000 | 0x4000, low & (u64::MAX >> 2) | (1 << 63));
    let digits = format!("{high:016x}{low:016x}");
    let part = |from, to| digits.get(from..to).unwrap_or_default();
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}
