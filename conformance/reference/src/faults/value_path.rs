//! Paths into a JSON value.
//!
//! This module does not know schemas.

use serde_json::{Map, Value};

/// A path to one value, or to several if a segment leads to each item of an array.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValuePath(pub Vec<Segment>);

/// A segment of a path.
#[derive(Debug, Clone, PartialEq)]
pub enum Segment {
    /// To a property of an object.
    Member(String),
    /// To each item of an array, or each property of a map.
    Each,
    /// To one item of an array.
    Item(usize),
    /// Stays at an object if its property has this value; the path leads nowhere otherwise.
    Where(String, String),
}

impl ValuePath {
    /// Appends a segment to a property.
    #[must_use]
    pub fn member(&self, name: &str) -> Self {
        self.then(Segment::Member(name.to_owned()))
    }

    /// Appends a segment.
    #[must_use]
    pub fn then(&self, segment: Segment) -> Self {
        Self(self.0.iter().cloned().chain([segment]).collect())
    }

    /// Changes every value at this path.
    pub(super) fn change(&self, body: &mut Value, change: &mut impl FnMut(&mut Value)) {
        walk(&self.0, body, change);
    }

    /// Changes every object that has the property of the last segment.
    pub(super) fn change_owner(
        &self,
        body: &mut Value,
        mut change: impl FnMut(&mut Map<String, Value>, &str),
    ) {
        self.visit_owners(body, |owner, name| {
            if owner.contains_key(name) {
                change(owner, name);
            }
        });
    }

    /// Adds the property of the last segment to every object that lacks it.
    pub(super) fn fill(&self, body: &mut Value, value: &Value) {
        self.visit_owners(body, |owner, name| {
            owner.entry(name).or_insert_with(|| value.clone());
        });
    }

    /// Calls `visit` with every object that may have the property of the last segment, and with its name.
    fn visit_owners(&self, body: &mut Value, mut visit: impl FnMut(&mut Map<String, Value>, &str)) {
        if let Some((Segment::Member(name), outer)) = self.0.split_last() {
            walk(outer, body, &mut |owner| {
                if let Some(owner) = owner.as_object_mut() {
                    visit(owner, name);
                }
            });
        }
    }

    /// Matches the segments of a JSON Pointer against this path. Returns the index in the innermost array or map
    /// on the way, from 0; `None` if the pointer leads elsewhere.
    pub(super) fn index_in_list(&self, body: &Value, pointer: &[&str]) -> Option<usize> {
        let (mut at, mut pointer, mut index) = (Some(body), pointer.iter(), 0);
        for segment in &self.0 {
            if let Segment::Where(name, value) = segment {
                if at?.get(name).and_then(Value::as_str) != Some(value) {
                    return None;
                }
                continue;
            }
            let taken = *pointer.next()?;
            match segment {
                Segment::Member(name) if name != taken => return None,
                Segment::Item(index) if taken.parse() != Ok(*index) => return None,
                Segment::Each => {
                    index = match at? {
                        Value::Object(members) => members.keys().position(|key| key == taken)?,
                        _ => taken.parse().ok()?,
                    };
                }
                _ => {}
            }
            // The last segment may name a missing property.
            at = at.and_then(|value| match value {
                Value::Array(items) => items.get(taken.parse::<usize>().ok()?),
                _ => value.get(taken),
            });
        }
        pointer.next().is_none().then_some(index)
    }
}

fn walk(segments: &[Segment], value: &mut Value, change: &mut impl FnMut(&mut Value)) {
    let Some((segment, inner)) = segments.split_first() else { return change(value) };
    match (segment, value) {
        (Segment::Member(name), Value::Object(members)) => {
            if let Some(member) = members.get_mut(name) {
                walk(inner, member, change);
            }
        }
        (Segment::Item(index), Value::Array(items)) => {
            if let Some(item) = items.get_mut(*index) {
                walk(inner, item, change);
            }
        }
        (Segment::Each, Value::Array(items)) => {
            items.iter_mut().for_each(|item| walk(inner, item, change));
        }
        (Segment::Each, Value::Object(members)) => {
            members.values_mut().for_each(|member| walk(inner, member, change));
        }
        (Segment::Where(name, wanted), value)
            if value.get(name).and_then(Value::as_str) == Some(wanted) =>
        {
            walk(inner, value, change);
        }
        _ => {}
    }
}
