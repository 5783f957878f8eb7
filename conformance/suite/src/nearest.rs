//! Finds the known name that is most similar to a misspelt one.

/// Returns the most similar name, or `None` without names.
pub fn nearest<'n>(names: impl Iterator<Item = &'n str>, written: &str) -> Option<&'n str> {
    let likeness = |name: &str| strsim::jaro_winkler(name, written);
    names.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
}
