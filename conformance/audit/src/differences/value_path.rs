//! Paths into a JSON value, and walks along them.
//!
//! This module does not know schemas.

use serde_json::{Map, Value, json};

use super::walk::Visited;

/// A path to one value, or to several if a segment leads to each item of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ValuePath(pub(crate) Vec<Segment>);

/// A segment of a path into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    /// To a property of an object.
    Member(String),
    /// To each item of a list, or each property of a map.
    Each,
    /// To one item of a list.
    Item(usize),
    /// Stays at an object if its property has this value; the path leads nowhere otherwise.
    Where(String, String),
}

/// Changes the value at the given segments, and decides whether the value stays.
pub(super) type PathVisitor<'v> = dyn FnMut(&[Segment], &mut Value) -> Visited + 'v;

impl ValuePath {
    /// Appends a segment to a property.
    pub(crate) fn member(&self, name: &str) -> Self {
        self.then(Segment::Member(name.to_owned()))
    }

    /// Appends a segment.
    pub(crate) fn then(&self, segment: Segment) -> Self {
        Self(self.0.iter().cloned().chain([segment]).collect())
    }

    /// Visits every value at this path. A property or an item that goes is removed; the body itself stays.
    pub(super) fn visit(&self, body: &mut Value, visitor: &mut PathVisitor<'_>) {
        let _ = walk(&self.0, &mut Vec::new(), body, visitor);
    }

    /// Calls `change` with every object, at any depth, that has the property of the first segment. If the path is
    /// empty, every object counts. Inner objects come first.
    pub(super) fn each_start(&self, value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
        let is_start = match self.0.first() {
            Some(Segment::Member(name)) => value.get(name).is_some(),
            Some(_) => false,
            None => value.is_object(),
        };
        each_part(&mut Vec::new(), value, &mut |_, child| {
            self.each_start(child, change);
            Visited::Stays
        });
        if is_start {
            change(value);
        }
    }

    /// Adds the property of the last segment to every object that lacks it. If the path ends with
    /// [`Segment::Each`], the property before is added as a list with the value.
    pub(super) fn fill(&self, body: &mut Value, value: &Value) {
        let items = self.0.iter().rev().take_while(|step| matches!(step, Segment::Each)).count();
        let (outer, _) = self.0.split_at(self.0.len() - items);
        let missing = (0..items).fold(value.clone(), |value, _| json!([value]));
        Self(outer.to_vec()).visit_owners(body, |owner, name| {
            owner.entry(name).or_insert_with(|| missing.clone());
        });
    }

    /// Calls `visit` with every object that may have the property of the last segment, and with its name.
    pub(super) fn visit_owners(
        &self,
        body: &mut Value,
        mut visit: impl FnMut(&mut Map<String, Value>, &str),
    ) {
        if let Some((Segment::Member(name), outer)) = self.0.split_last() {
            let _ = walk(outer, &mut Vec::new(), body, &mut |_, owner| {
                if let Some(owner) = owner.as_object_mut() {
                    visit(owner, name);
                }
                Visited::Stays
            });
        }
    }

    /// Matches the segments of a JSON Pointer against this path. Returns the index in the innermost list or map
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

/// Visits a value and every value inside, the outer first.
pub(super) fn visit_within(
    at: &mut Vec<Segment>,
    value: &mut Value,
    visitor: &mut PathVisitor<'_>,
) -> Visited {
    let kind = std::mem::discriminant(value);
    let visited = visitor(at, value);
    // If the visitor has wrapped the value, the value is not visited again: it would be wrapped without end.
    if visited == Visited::Goes || std::mem::discriminant(value) != kind {
        return visited;
    }
    each_part(at, value, &mut |at, part| visit_within(at, part, visitor));
    Visited::Stays
}

/// Visits each property or item, and removes those that go.
pub(super) fn each_part(
    at: &mut Vec<Segment>,
    value: &mut Value,
    visitor: &mut dyn FnMut(&mut Vec<Segment>, &mut Value) -> Visited,
) {
    let mut stays = |segment: Segment, part: &mut Value| {
        at.push(segment);
        let visited = visitor(at, part);
        at.pop();
        visited == Visited::Stays
    };
    match value {
        Value::Object(members) => {
            members.retain(|name, member| stays(Segment::Member(name.clone()), member));
        }
        Value::Array(items) => {
            let mut index = 0..;
            items.retain_mut(|item| stays(Segment::Item(index.next().unwrap_or_default()), item));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn walk(
    segments: &[Segment],
    at: &mut Vec<Segment>,
    value: &mut Value,
    visitor: &mut PathVisitor<'_>,
) -> Visited {
    let Some((segment, inner)) = segments.split_first() else { return visitor(at, value) };
    if let Segment::Where(name, wanted) = segment {
        let is_there = value.get(name).and_then(Value::as_str) == Some(wanted);
        return if is_there { walk(inner, at, value, visitor) } else { Visited::Stays };
    }
    each_part(at, value, &mut |at, part| match at.last() {
        Some(last) if *segment == Segment::Each || last == segment => {
            walk(inner, at, part, visitor)
        }
        _ => Visited::Stays,
    });
    Visited::Stays
}
