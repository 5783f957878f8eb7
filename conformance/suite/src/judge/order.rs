//! Judges whether a list is sorted by a property of its items, as far as all sort orders agree.

use std::cmp::Ordering;

use jiff::Timestamp;
use serde_json::Value;
use webdata_cases::case::Comparison;
use webdata_spec::model::Direction;

/// A value that can be sorted.
#[derive(PartialEq, PartialOrd)]
enum Key<'v> {
    Number(f64),
    Moment(Timestamp),
    Word(&'v str),
}

/// Returns two neighbouring values in the wrong order.
pub(super) fn first_unsorted_pair<'v>(
    items: &'v [Value],
    property: &str,
    direction: Direction,
    comparison: Comparison,
) -> Option<(&'v Value, &'v Value)> {
    let values = items.iter().filter_map(|item| item.get(property));
    let keys = values.filter_map(|value| Some((value, key(value, comparison)?)));
    let keys: Vec<(&Value, Key<'_>)> = keys.collect();
    let wrong = match direction {
        Direction::Ascending => Ordering::Greater,
        Direction::Descending => Ordering::Less,
    };
    let mut pairs = keys.windows(2).filter_map(|pair| match pair {
        [(before, first), (behind, second)] => {
            (first.partial_cmp(second) == Some(wrong)).then_some((*before, *behind))
        }
        _ => None,
    });
    pairs.next()
}

fn key(value: &Value, comparison: Comparison) -> Option<Key<'_>> {
    match comparison {
        Comparison::Numbers => value.as_f64().map(Key::Number),
        Comparison::Times => {
            let text = value.as_str()?;
            let date = || format!("{text}T00:00:00Z").parse().ok();
            text.parse().ok().or_else(date).map(Key::Moment)
        }
        Comparison::Words => {
            let is_plain = |text: &&str| text.bytes().all(|byte| byte.is_ascii_lowercase());
            value.as_str().filter(is_plain).map(Key::Word)
        }
    }
}
