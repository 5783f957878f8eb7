//! The order of a list: by a property, then by age. Resources without a value come last.

use std::cmp::Ordering;

use chrono::DateTime;
use serde_json::Value;
use webdata_spec::model::{Direction, Sorting};

use super::cursor::Cursor;
use crate::contract::operation::Operation;
use crate::contract::schema::Properties;
use crate::faults::{ResourceMistake, SortMistake};

/// A resource with its position among all resources, by age.
type PositionedResource = (u64, Properties);

/// Sorts a list.
pub(super) struct Sorter {
    sorting: Option<Sorting>,
    mistake: Option<SortMistake>,
    is_newest_first: bool,
}

impl Sorter {
    /// Creates the sorter of an operation for a query.
    pub(super) fn new(
        operation: &Operation,
        query: &Properties,
        mistake: Option<&ResourceMistake>,
    ) -> Self {
        let sorting = operation.sorting(query);
        let sort_mistake = match (mistake, &sorting) {
            (Some(ResourceMistake::Sorts(of, order)), Some((chosen, _)))
                if of.as_deref() == *chosen =>
            {
                Some(*order)
            }
            _ => None,
        };
        Self {
            sorting: sorting.map(|(_, sorting)| sorting),
            mistake: sort_mistake,
            is_newest_first: mistake == Some(&ResourceMistake::NewestFirst),
        }
    }

    /// Sorts resources that are ordered by age, the oldest first.
    pub(super) fn sort(&self, all: &mut [PositionedResource]) {
        all.sort_by(|(place, properties), (other_place, other)| {
            self.compare((*place, self.value(properties)), (*other_place, self.value(other)))
        });
    }

    /// Sorts a single page, in a server whose fault is to sort each page by itself.
    pub(super) fn sort_page(&self, page: &mut [PositionedResource]) {
        if self.mistake == Some(SortMistake::EachPage) {
            let sorter =
                Self { sorting: self.sorting.clone(), mistake: None, is_newest_first: false };
            sorter.sort(page);
        }
    }

    /// Returns the number of resources in a sorted list that come before the page after a cursor.
    pub(super) fn count_until(&self, all: &[PositionedResource], cursor: &Cursor) -> usize {
        let last = (cursor.place, cursor.value.as_ref());
        let is_before = |(place, properties): &&PositionedResource| {
            self.compare((*place, self.value(properties)), last) != Ordering::Greater
        };
        all.iter().take_while(is_before).count()
    }

    /// Returns the cursor of the page after a resource.
    pub(super) fn cursor(&self, place: u64, properties: &Properties, newest: u64) -> Cursor {
        Cursor { value: self.value(properties).cloned(), place, newest }
    }

    fn value<'p>(&self, properties: &'p Properties) -> Option<&'p Value> {
        properties.get(&self.sorting.as_ref()?.property).filter(|value| !value.is_null())
    }

    fn compare(&self, left: (u64, Option<&Value>), right: (u64, Option<&Value>)) -> Ordering {
        let by_age = match self.is_newest_first {
            true => right.0.cmp(&left.0),
            false => left.0.cmp(&right.0),
        };
        let is_sorted = !matches!(self.mistake, Some(SortMistake::Never | SortMistake::EachPage));
        let Some(sorting) = self.sorting.as_ref().filter(|_| is_sorted) else { return by_age };
        let is_reversed = self.mistake == Some(SortMistake::Reversed);
        let by_value = match (left.1, right.1) {
            (Some(left), Some(right)) => {
                let as_text = self.mistake == Some(SortMistake::AsText);
                let by_value = if as_text {
                    left.to_string().cmp(&right.to_string())
                } else {
                    compare_values(left, right)
                };
                match (sorting.direction == Direction::Descending) != is_reversed {
                    true => by_value.reverse(),
                    false => by_value,
                }
            }
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        by_value.then(by_age)
    }
}

/// Compares two numbers, two date-times or two strings.
fn compare_values(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::String(left), Value::String(right)) => {
            let moment = |text: &str| DateTime::parse_from_rfc3339(text).ok();
            match (moment(left), moment(right)) {
                (Some(left), Some(right)) => left.cmp(&right),
                _ => left.cmp(right),
            }
        }
        _ => left.as_f64().unwrap_or_default().total_cmp(&right.as_f64().unwrap_or_default()),
    }
}
