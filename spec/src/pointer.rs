//! JSON Pointers (RFC 6901).

/// Appends a property or an index to a JSON Pointer.
///
/// ```
/// let mut pointer = String::from("/headers");
/// webdata_spec::pointer::push(&mut pointer, "a/b");
/// assert_eq!(pointer, "/headers/a~1b");
/// ```
pub fn push(pointer: &mut String, token: &str) {
    pointer.push('/');
    pointer.push_str(&token.replace('~', "~0").replace('/', "~1"));
}

/// Returns the JSON Pointer of a property or an index below another one.
#[must_use]
pub fn child(pointer: &str, token: &str) -> String {
    let mut child = pointer.to_owned();
    push(&mut child, token);
    child
}

/// Returns the properties and indices of a JSON Pointer.
#[must_use]
pub fn tokens(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~")).collect()
}
