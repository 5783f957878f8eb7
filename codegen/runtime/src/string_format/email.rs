//! The `email` format of JSON Schema: a `Mailbox` of RFC 5321, in ASCII.
//!
//! This module does not check whether a domain exists or receives mail.

use super::FormatError;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The longest local part, in bytes: RFC 5321, section 4.5.3.1.1.
const LONGEST_LOCAL_PART: usize = 64;
/// The longest address, in bytes: RFC 5321, section 4.5.3.1.3, allows a path of 256 with its two angle
/// brackets.
const LONGEST_ADDRESS: usize = 254;
/// The longest domain label, in bytes: RFC 1035, section 2.3.4.
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

/// Validates an address such as `ada@example.com`.
///
/// Domains of one label, quoted local parts and address literals (`ada@[192.0.2.7]`,
/// `ada@[IPv6:2001:db8::1]`) are accepted.
///
/// # Errors
///
/// If `text` is not such an address; the error names the invalid part.
pub fn check(text: &str) -> Result<(), FormatError> {
    // The last `@` separates the parts: a quoted local part may contain one, a domain cannot.
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

/// Returns whether a local part is a `Dot-string`: non-empty atoms, joined by dots.
fn is_dot_string(local: &str) -> bool {
    local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_byte))
}

/// Returns whether a byte is `atext` of RFC 5322.
fn is_atom_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// Returns whether a local part is a `Quoted-string`: printable ASCII in quotes, with `\` before `"` and `\`.
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

/// Returns whether a domain is a `Domain`: labels of letters, digits and inner hyphens, joined by dots.
fn is_domain(domain: &str) -> bool {
    domain.split('.').all(|label| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    })
}

/// Returns whether a domain is an `address-literal`: an IPv4 address, or a tagged IPv6 address. The general
/// form of the grammar needs a registered tag, and IANA has registered only `IPv6`.
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
