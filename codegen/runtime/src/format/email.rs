//! The `email` format of JSON Schema: a `Mailbox` of RFC 5321, in ASCII.
//!
//! Must not look anything up, nor judge whether a domain can receive mail.

use super::error::FormatError;
use std::net::{Ipv4Addr, Ipv6Addr};

/// RFC 5321, 4.5.3.1.1: octets of a local part.
const LONGEST_LOCAL_PART: usize = 64;
/// RFC 5321, 4.5.3.1.3: a path of 256 octets, less its two angle brackets.
const LONGEST_ADDRESS: usize = 254;
/// RFC 1035, 2.3.4: octets of a domain label.
const LONGEST_LABEL: usize = 63;

const NO_AT: FormatError = FormatError::fixed("is not an e-mail address: it has no @");
const TOO_LONG: FormatError =
    FormatError::fixed("is not an e-mail address: it is longer than 254 characters");
const LONG_LOCAL_PART: FormatError = FormatError::fixed(
    "is not an e-mail address: the part before the @ is longer than 64 characters",
);
const BAD_LOCAL_PART: FormatError = FormatError::fixed(
    "is not an e-mail address: the part before the @ is neither words joined by dots nor a quoted \
     string",
);
const BAD_DOMAIN: FormatError = FormatError::fixed(
    "is not an e-mail address: the part after the @ is neither a domain name nor an address in \
     brackets",
);

/// Judges an address such as `ada@example.com`; a domain of one label, a quoted local part and an
/// address literal (`ada@[192.0.2.7]`, `ada@[IPv6:2001:db8::1]`) are accepted.
///
/// # Errors
///
/// When `text` is no such address, with the part that is at fault.
pub fn check(text: &str) -> Result<(), FormatError> {
    // A quoted local part may hold an @, a domain never does: the last one parts the two.
    let (local, domain) = text.rsplit_once('@').ok_or(NO_AT)?;
    if text.len() > LONGEST_ADDRESS {
        return Err(TOO_LONG);
    }
    if local.len() > LONGEST_LOCAL_PART {
        return Err(LONG_LOCAL_PART);
    }
    if !is_dot_string(local) && !is_quoted_string(local) {
        return Err(BAD_LOCAL_PART);
    }
    if !is_domain(domain) && !is_address_literal(domain) {
        return Err(BAD_DOMAIN);
    }
    Ok(())
}

/// `Dot-string`: atoms, none of them empty, joined by dots.
fn is_dot_string(local: &str) -> bool {
    local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_byte))
}

/// `atext` of RFC 5322.
fn is_atom_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// `Quoted-string`: printable ASCII between quotes, where `"` and `\` stand after a `\`.
fn is_quoted_string(local: &str) -> bool {
    let Some(inner) = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return false;
    };
    let mut bytes = inner.bytes();
    while let Some(byte) = bytes.next() {
        let printable = match byte {
            b'\\' => bytes.next().is_some_and(is_printable),
            b'"' => false,
            other => is_printable(other),
        };
        if !printable {
            return false;
        }
    }
    true
}

fn is_printable(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

/// `Domain`: labels of letters, digits and inner hyphens, joined by dots.
fn is_domain(domain: &str) -> bool {
    domain.split('.').all(|label| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    })
}

/// `address-literal`: an IPv4 address, or an IPv6 address after its tag. The grammar's third form
/// needs a tag from an IANA registry that holds `IPv6` only.
fn is_address_literal(domain: &str) -> bool {
    let Some(inner) = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return false;
    };
    match inner.split_once(':') {
        Some((tag, address)) => {
            tag.eq_ignore_ascii_case("ipv6") && address.parse::<Ipv6Addr>().is_ok()
        }
        None => inner.parse::<Ipv4Addr>().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    const NO_AT: &str = "is not an e-mail address: it has no @";
    const LOCAL: &str = "is not an e-mail address: the part before the @ is neither words joined \
                         by dots nor a quoted string";
    const DOMAIN: &str = "is not an e-mail address: the part after the @ is neither a domain name \
                          nor an address in brackets";

    #[test]
    fn addresses() {
        check_table(
            super::check,
            &[
                "ada@example.com",
                "ada.lovelace+news@mail.example.com",
                "ada@localhost",
                "ADA@EXAMPLE.COM",
                "!#$%&'*+-/=?^_`{|}~@example.com",
                "ada@xn--bcher-kva.example",
                "ada@1.example",
                "\"ada lovelace\"@example.com",
                "\"a@b\"@example.com",
                "\"a\\\"b\\\\\"@example.com",
                "\"\"@example.com",
                "ada@[192.0.2.7]",
                "ada@[IPv6:2001:db8::1]",
            ],
            &[
                ("", NO_AT),
                ("ada", NO_AT),
                ("@x.com", LOCAL),
                ("a b@x.com", LOCAL),
                ("a@@x.com", LOCAL),
                ("a..b@x.com", LOCAL),
                (".a@x.com", LOCAL),
                ("a.@x.com", LOCAL),
                ("é@x.com", LOCAL),
                ("Ada <ada@x.com", LOCAL),
                ("\"a@x.com", LOCAL),
                ("\"@x.com", LOCAL),
                ("\"a\"b\"@x.com", LOCAL),
                ("\"a\\\"@x.com", LOCAL),
                ("\"a\tb\"@x.com", LOCAL),
                ("a@", DOMAIN),
                ("a@x..com", DOMAIN),
                ("a@x.com.", DOMAIN),
                ("a@.x.com", DOMAIN),
                ("a@-x.com", DOMAIN),
                ("a@x-.com", DOMAIN),
                ("a@x_y.com", DOMAIN),
                ("a@x.com ", DOMAIN),
                ("a@bücher.example", DOMAIN),
                ("a@[192.0.2]", DOMAIN),
                ("a@[2001:db8::1]", DOMAIN),
                ("a@[IPv6:2001:db8::1", DOMAIN),
                ("a@[]", DOMAIN),
            ],
        );
    }

    #[test]
    fn lengths() {
        let label = "x".repeat(63);
        let local = "a".repeat(64);
        let longest = format!("{local}@{label}.{label}.{}", "x".repeat(61));
        assert_eq!(longest.len(), 254);
        check_table(
            super::check,
            &[&format!("{local}@x.com"), &format!("a@{label}.com"), &longest],
            &[
                (
                    &format!("a{local}@x.com"),
                    "is not an e-mail address: the part before the @ is longer than 64 characters",
                ),
                (&format!("a@x{label}.com"), DOMAIN),
                (
                    &format!("{longest}x"),
                    "is not an e-mail address: it is longer than 254 characters",
                ),
            ],
        );
    }
}
