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
        let found = operation.sorting(query);
        let sort_mistake = match (mistake, &found) {
            (Some(ResourceMistake::Sorts(of, own)), Some((chosen, _)))
                if of.as_deref() == *chosen =>
            {
                Some(*own)
            }
            _ => None,
        };
        Self {
            sorting: found.map(|(_, sorting)| sorting),
            mistake: sort_mistake,
            is_newest_first: mistake == Some(&ResourceMistake::NewestFirst),
        }
    }

    /// Sorts resources that are ordered by age, the oldest first.
    pub(super) fn sort(&self, all: &mut [PositionedResource]) {
        all.sort_by(|(place, own), (other_place, other)| {
            self.compare((*place, self.value(own)), (*other_place, self.value(other)))
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
        let is_before = |(place, own): &&PositionedResource| {
            self.compare((*place, self.value(own)), last) != Ordering::Greater
        };
        all.iter().take_while(is_before).count()
    }

    /// Returns the cursor of the page after a resource.
    pub(super) fn cursor(&self, place: u64, own: &Properties, newest: u64) -> Cursor {
        Cursor { value: self.value(own).cloned(), place, newest }
    }

    fn value<'p>(&self, own: &'p Properties) -> Option<&'p Value> {
        own.get(&self.sorting.as_ref()?.property).filter(|value| !value.is_null())
    }

    fn compare(&self, one: (u64, Option<&Value>), other: (u64, Option<&Value>)) -> Ordering {
        let by_age = match self.is_newest_first {
            true => other.0.cmp(&one.0),
            false => one.0.cmp(&other.0),
        };
        let is_sorted = !matches!(self.mistake, Some(SortMistake::Never | SortMistake::EachPage));
        let Some(sorting) = self.sorting.as_ref().filter(|_| is_sorted) else { return by_age };
        let is_reversed = self.mistake == Some(SortMistake::Reversed);
        let by_value = match (one.1, other.1) {
            (Some(one), Some(other)) => {
                let as_text = self.mistake == Some(SortMistake::AsText);
                let by_value = if as_text {
                    one.to_string().cmp(&other.to_string())
                } else {
                    compare_values(one, other)
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
fn compare_values(one: &Value, other: &Value) -> Ordering {
    match (one, other) {
        (Value::String(one), Value::String(other)) => {
            let moment = |text: &str| DateTime::parse_from_rfc3339(text).ok();
            match (moment(one), moment(other)) {
                (Some(one), Some(other)) => one.cmp(&other),
                _ => one.cmp(other),
            }
        }
        _ => one.as_f64().unwrap_or_default().total_cmp(&other.as_f64().unwrap_or_default()),
    }
}
