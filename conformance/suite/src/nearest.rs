//! Finds the known name that is most similar to a misspelt one.

/// Returns the most similar name, or `None` without names.
pub fn nearest<'n>(names: impl Iterator<Item = &'n str>, written: &str) -> Option<&'n str> {
    let likeness = |name: &str| strsim::jaro_winkler(name, written);
    names.max_by(|left, right| likeness(left).total_cmp(&likeness(right)))
}

/// Returns the end of a message that suggests the most similar name, or an empty string without names.
pub fn did_you_mean<'n>(names: impl Iterator<Item = &'n str>, written: &str) -> String {
    nearest(names, written).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}
