//! "Did you mean": the known name that is most like what was written.

/// The name that is most like what was written; none where there are no names.
pub fn nearest<'n>(names: impl Iterator<Item = &'n str>, written: &str) -> Option<&'n str> {
    let likeness = |name: &str| strsim::jaro_winkler(name, written);
    names.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
}
