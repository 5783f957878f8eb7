//! Paths of the contract as routes.
//!
//! This module knows no path of the service; all paths come from the contract.

use percent_encoding::percent_decode_str;

/// The path of an operation, split into segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route(Vec<Segment>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Fixed(String),
    Parameter(String),
}

impl Route {
    /// Parses a path such as `/v1/thing/{thingId}`.
    pub(crate) fn parse(path: &str) -> Self {
        let segments = path.split('/').map(|segment| {
            match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Some(name) => Segment::Parameter(name.to_owned()),
                None => Segment::Fixed(segment.to_owned()),
            }
        });
        Self(segments.collect())
    }

    /// Returns the number of path parameters. Of two matching routes, the one with fewer parameters wins.
    pub(crate) fn parameters(&self) -> usize {
        self.0.iter().filter(|segment| matches!(segment, Segment::Parameter(_))).count()
    }

    /// Returns the path parameters by name; `None` if the path does not match.
    pub(crate) fn matched(&self, path: &str) -> Option<Vec<(&str, String)>> {
        let mut parameters = Vec::new();
        let mut requested = path.split('/');
        for segment in &self.0 {
            // Invalid UTF-8 becomes replacement characters.
            let text = percent_decode_str(requested.next()?).decode_utf8_lossy();
            match segment {
                Segment::Fixed(wanted) if *wanted == text => {}
                Segment::Fixed(_) => return None,
                Segment::Parameter(_) if text.is_empty() => return None,
                Segment::Parameter(name) => parameters.push((name.as_str(), text.into_owned())),
            }
        }
        requested.next().is_none().then_some(parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_whole_paths_only() {
        let route = Route::parse("/v1/thing/{thingId}/part");
        let id = |text: &str| Some(vec![("thingId", text.to_owned())]);
        let table = [
            ("/v1/thing/a/part", id("a")),
            ("/v1/thing/a%2Fb%20c/part", id("a/b c")),
            ("/v1/thing/100%/part", id("100%")),
            ("/v1/thing/%ff/part", id("\u{fffd}")),
            ("/v1/thing//part", None),
            ("/v1/thing/a", None),
            ("/v1/thing/a/part/", None),
            ("/v1/Thing/a/part", None),
            ("", None),
        ];
        for (path, expected) in table {
            assert_eq!(route.matched(path), expected, "{path}");
        }
        assert_eq!(route.parameters(), 1);
    }
}
