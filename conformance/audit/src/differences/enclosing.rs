//! The object and the list that a value stands in.
//!
//! This module does not look at the value itself.

use serde::Deserialize;
use serde_json::Value;

use super::value_path::Segment;

/// A position in a list. An only item is the first and the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ItemPosition {
    First,
    NotFirst,
    Last,
    NotLast,
}

impl ItemPosition {
    /// Returns whether the innermost item on the way to a value has this position in its list. A value outside of
    /// lists has no position.
    pub(super) fn holds_at(self, body: &Value, segments: &[Segment]) -> bool {
        let items = segments.iter().enumerate().rev().find_map(|(depth, segment)| match segment {
            Segment::Item(at) => Some((depth, *at)),
            Segment::Member(_) | Segment::Each | Segment::Where(..) => None,
        });
        let Some((depth, at)) = items else { return false };
        let list = value_at(body, &segments[..depth]).and_then(Value::as_array);
        let is_last = list.is_some_and(|list| at + 1 == list.len());
        match self {
            Self::First => at == 0,
            Self::NotFirst => at > 0,
            Self::Last => is_last,
            Self::NotLast => !is_last,
        }
    }
}

/// Returns the innermost object that has a value in one of its properties, or in the items of one; `None` for the
/// body itself.
pub(super) fn owner<'v>(body: &'v Value, segments: &[Segment]) -> Option<&'v Value> {
    let is_member = |segment: &Segment| matches!(segment, Segment::Member(_));
    value_at(body, &segments[..segments.iter().rposition(is_member)?])
}

fn value_at<'v>(body: &'v Value, segments: &[Segment]) -> Option<&'v Value> {
    segments.iter().try_fold(body, |value, segment| match segment {
        Segment::Member(name) => value.get(name),
        Segment::Item(at) => value.get(at),
        Segment::Each | Segment::Where(..) => None,
    })
}
