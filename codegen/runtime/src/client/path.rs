//! Paths with `{parameters}`: validates them for an operation, and inserts values.

use std::fmt::Write as _;

/// The reason why the value of a parameter cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterFault {
    /// The value is empty, which would make the path of another operation.
    #[error("is empty, which would make another path")]
    Empty,
    /// The value is `.` or `..`, which URL parsers resolve to another path.
    #[error("is `.` or `..`, which leads to another path however it is encoded")]
    Dots,
    /// The value has a control character, such as a line end, which headers cannot have.
    #[error("contains a control character")]
    Header,
}

/// Returns the names of the parameters of a path, in order. The path must be one that servers of the contract
/// can offer, too.
///
/// # Errors
/// Why it is not a path of an operation.
pub(super) fn parameters(path: &str) -> Result<Vec<&str>, String> {
    let Some(segments) = path.strip_prefix('/') else {
        return Err("a path starts with `/`".to_owned());
    };
    let mut names = Vec::new();
    for segment in segments.split('/') {
        let inner = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        match inner {
            Some(name) if !name.is_empty() && !name.contains(['{', '}', '*']) => names.push(name),
            None if !segment.contains(['{', '}']) => literal(segment)?,
            _ => return Err(format!("a `{{parameter}}` is a whole segment, unlike `{segment}`")),
        }
    }
    Ok(names)
}

/// Returns the parameters of a path in words.
pub(super) fn named(parameters: &[&str]) -> String {
    if parameters.is_empty() {
        return "no parameters".to_owned();
    }
    let names: Vec<String> = parameters.iter().map(|name| format!("`{{{name}}}`")).collect();
    names.join(" and ")
}

/// Checks that a text is a path segment (RFC 3986, section 3.3) without encoding.
fn literal(segment: &str) -> Result<(), String> {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@".contains(*c);
    if let Some(c) = segment.chars().find(|c| !allowed(c)) {
        return Err(format!("`{c}` cannot be part of a path"));
    }
    match segment {
        "." | ".." => Err("a path cannot have the segments `.` and `..`".to_owned()),
        _ if segment.starts_with([':', '*']) => {
            Err(format!("`{segment}` starts like a parameter of a router"))
        }
        _ => Ok(()),
    }
}

/// Returns the path with a value for each parameter, encoded so that it stays within its segment.
///
/// # Errors
/// The first parameter whose value cannot be sent.
pub(super) fn filled(
    path: &str,
    values: &[(&'static str, &str)],
) -> Result<String, (&'static str, ParameterFault)> {
    let mut filled = String::with_capacity(path.len() + 40);
    let mut rest = path;
    while let Some((before, (name, behind))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        filled.push_str(before);
        // The path was checked against the parameters of its operation before.
        if let Some((name, value)) = values.iter().find(|(key, _)| *key == name) {
            encode(value, &mut filled).map_err(|fault| (*name, fault))?;
        }
        rest = behind;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Adds a value with every byte encoded that is not unreserved (RFC 3986, section 2.3).
fn encode(value: &str, path: &mut String) -> Result<(), ParameterFault> {
    match value {
        "" => return Err(ParameterFault::Empty),
        // URL parsers resolve these even if they are encoded.
        "." | ".." => return Err(ParameterFault::Dots),
        _ => {}
    }
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            path.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(path, "%{byte:02X}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ParameterFault, filled, parameters};

    #[test]
    fn values_stay_within_their_segment() {
        let cases = [
            ("a-b_c.d~9", Ok("/x/a-b_c.d~9/y")),
            ("a/b", Ok("/x/a%2Fb/y")),
            ("../..", Ok("/x/..%2F../y")),
            ("%2e%2e", Ok("/x/%252e%252e/y")),
            ("?q#f", Ok("/x/%3Fq%23f/y")),
            ("ä b\n", Ok("/x/%C3%A4%20b%0A/y")),
            ("{b}", Ok("/x/%7Bb%7D/y")),
            ("...", Ok("/x/.../y")),
            ("", Err(("a", ParameterFault::Empty))),
            (".", Err(("a", ParameterFault::Dots))),
            ("..", Err(("a", ParameterFault::Dots))),
        ];
        for (value, expected) in cases {
            let path = filled("/x/{a}/y", &[("a", value)]);
            assert_eq!(path, expected.map(str::to_owned), "{value:?}");
        }
    }

    #[test]
    fn paths_are_read() {
        let cases = [
            ("/", Ok(vec![])),
            ("/v1/{a}/b/{c}/end:now", Ok(vec!["a", "c"])),
            ("v1", Err("a path starts with `/`")),
            ("/{a", Err("a `{parameter}` is a whole segment, unlike `{a`")),
            ("/a}", Err("a `{parameter}` is a whole segment, unlike `a}`")),
            ("/{}", Err("a `{parameter}` is a whole segment, unlike `{}`")),
            ("/{*a}", Err("a `{parameter}` is a whole segment, unlike `{*a}`")),
            ("/{a}:end", Err("a `{parameter}` is a whole segment, unlike `{a}:end`")),
            ("/a?b={c}", Err("a `{parameter}` is a whole segment, unlike `a?b={c}`")),
            ("/a?b", Err("`?` cannot be part of a path")),
            ("/a#b", Err("`#` cannot be part of a path")),
            ("/a%20b", Err("`%` cannot be part of a path")),
            ("/a b", Err("` ` cannot be part of a path")),
            ("/:a", Err("`:a` starts like a parameter of a router")),
            ("/*a", Err("`*a` starts like a parameter of a router")),
            ("/a/../{c}", Err("a path cannot have the segments `.` and `..`")),
        ];
        for (path, expected) in cases {
            assert_eq!(parameters(path), expected.map_err(str::to_owned), "{path}");
        }
    }
}
