//! Finds the known name that is most similar to a misspelt one, and suggests it.

/// The minimum similarity of a name that is suggested. Less similar names are rarely meant.
const MIN_SIMILARITY: f64 = 0.75;

/// The maximum number of names that a message lists.
const MAX_LISTED: usize = 10;

/// Returns the most similar name, or `None` if no name is similar.
pub fn nearest<'n>(names: impl IntoIterator<Item = &'n str>, written: &str) -> Option<&'n str> {
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(name, written), name))
        .filter(|(likeness, _)| *likeness >= MIN_SIMILARITY)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, name)| name)
}

/// Returns a question that suggests the most similar name: ``did you mean `name`?``.
pub fn did_you_mean<'n>(names: impl IntoIterator<Item = &'n str>, written: &str) -> Option<String> {
    nearest(names, written).map(|name| format!("did you mean `{name}`?"))
}

/// Returns the end of a message that suggests the most similar name. If no name is similar, the text lists
/// the first names; without names, it is empty.
pub fn suggest<'n>(names: impl IntoIterator<Item = &'n str>, written: &str) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    if let Some(question) = did_you_mean(names.iter().copied(), written) {
        return format!("; {question}");
    }
    let listed = names.iter().take(MAX_LISTED).map(|name| format!("`{name}`"));
    let listed = listed.collect::<Vec<_>>().join(", ");
    match names.len() {
        0 => String::new(),
        1 => format!("; the only name is {listed}"),
        2..=MAX_LISTED => format!("; the names are {listed}"),
        count => format!("; the names are {listed} and {} more", count - MAX_LISTED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_similar_names_are_suggested() {
        let many: Vec<String> = (0..13).map(|number| format!("name-{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let table: [(&[&str], &str, &str); 5] = [
            (&["bookId", "shelfId"], "bookID", "; did you mean `bookId`?"),
            (&["bookId", "shelfId"], "xyz", "; the names are `bookId`, `shelfId`"),
            (&["count"], "xyz", "; the only name is `count`"),
            (&[], "xyz", ""),
            (
                &many,
                "xyz",
                "; the names are `name-0`, `name-1`, `name-2`, `name-3`, `name-4`, `name-5`, \
                 `name-6`, `name-7`, `name-8`, `name-9` and 3 more",
            ),
        ];
        for (names, written, expected) in table {
            assert_eq!(suggest(names.iter().copied(), written), expected, "{written}");
        }
        assert_eq!(nearest(["bookId"], "xyz"), None);
    }
}
