//! The formats `ipv4` and `ipv6`: addresses by RFC 2673 and RFC 4291, as the standard library reads them,
//! without leading zeros and zones.
//!
//! This module does not decide which addresses are public.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::error::FormatError;

const NOT_IPV4: FormatError = FormatError::fixed("is not an ipv4 address (four numbers to 255)");
const NOT_IPV6: FormatError = FormatError::fixed("is not an ipv6 address (rfc 4291)");

/// Validates an IPv4 address such as `192.0.2.1`.
///
/// # Errors
///
/// If `text` is not such an address.
pub fn check_v4(text: &str) -> Result<(), FormatError> {
    text.parse::<Ipv4Addr>().map(drop).map_err(|_| NOT_IPV4)
}

/// Validates an IPv6 address such as `2001:db8::1`.
///
/// # Errors
///
/// If `text` is not such an address.
pub fn check_v6(text: &str) -> Result<(), FormatError> {
    text.parse::<Ipv6Addr>().map(drop).map_err(|_| NOT_IPV6)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn addresses() {
        const V4: &str = "is not an ipv4 address (four numbers to 255)";
        check_table(
            super::check_v4,
            &["192.0.2.1", "0.0.0.0", "255.255.255.255"],
            &[
                ("", V4),
                ("127.0.0", V4),
                ("127.0.0.0.1", V4),
                ("256.0.0.1", V4),
                ("087.10.0.1", V4),
                ("0x7f000001", V4),
                ("2130706433", V4),
                ("192.0.2.1/24", V4),
                ("1\u{09e8}7.0.0.1", V4),
                (" 192.0.2.1", V4),
            ],
        );
        const V6: &str = "is not an ipv6 address (rfc 4291)";
        check_table(
            super::check_v6,
            &["::", "::1", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:192.168.0.1", "::abef"],
            &[
                ("", V6),
                ("12345::", V6),
                (":2:3:4:5:6:7:8", V6),
                ("1::d6::42", V6),
                ("1:1:1:1:1:1:1:1:1", V6),
                ("fe80::a%eth1", V6),
                ("fe80::/64", V6),
                ("::ffff:192.168.0.256", V6),
                ("1:2:3:4:5:::8", V6),
                ("[::1]", V6),
            ],
        );
    }
}
