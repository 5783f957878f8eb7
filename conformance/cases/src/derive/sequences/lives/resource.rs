//! A resource that a sequence has created, as far as the contract says what it is like.

use indexmap::IndexMap;
use serde_json::{Map, Value};
use webdata_spec::model::{ClauseId, Object, Shape};

use crate::case::{Expected, Member};
use crate::derive::context::OperationContext;

/// A resource, as the requests have left it.
pub(super) struct Resource {
    /// The step that has created it.
    pub(super) step: usize,
    /// The values that properties were last given.
    pub(super) sent: Map<String, Value>,
    /// For each operation that has shown it, the step that did so last.
    pub(super) shown: IndexMap<String, usize>,
    pub(super) is_deleted: bool,
    /// What is known of it, as members whose places begin at the resource.
    known: Vec<Member>,
    /// For each property that requests can set, the last step that may have changed it.
    changed: IndexMap<String, usize>,
}

impl Resource {
    pub(super) fn new(step: usize, names: Vec<&str>) -> Self {
        Self {
            step,
            sent: Map::new(),
            shown: IndexMap::new(),
            is_deleted: false,
            known: Vec::new(),
            changed: names.into_iter().map(|name| (name.to_owned(), step)).collect(),
        }
    }

    /// Forgets the properties that a step may change.
    pub(super) fn change(&mut self, step: usize, is_changed: impl Fn(&str) -> bool) {
        self.known.retain(|own| !is_changed(property(own)));
        self.sent.retain(|name, _| !is_changed(name));
        for (name, last) in &mut self.changed {
            if is_changed(name) {
                *last = step;
            }
        }
    }

    /// Takes over what a step of an operation has stored: a body, and the members that its response has
    /// of that.
    pub(super) fn know(
        &mut self,
        step: usize,
        context: &OperationContext<'_>,
        body: &Value,
        members: Vec<Member>,
    ) {
        let Some((resource, _)) = context.resource() else { return };
        self.known.extend(members.into_iter().filter_map(|own| inside(own, &resource.pointer())));
        for (name, value) in body.as_object().into_iter().flatten() {
            self.sent.insert(name.clone(), value.clone());
        }
        if context.operation.response_type().is_some() {
            self.shown.insert(context.operation.id.clone(), step);
        }
    }

    /// Returns what a response must have that shows the resource at a place.
    pub(super) fn members(&self, pointer: &str) -> Vec<Member> {
        let placed = |own: &Member| {
            let pointer = format!("{pointer}{}", own.pointer);
            Member { pointer, ..own.clone() }
        };
        self.known.iter().map(placed).collect()
    }

    /// Expects what nothing has changed since the last response of an operation to be as in that one.
    pub(super) fn same(&self, operation: &str, pointer: &str, clause: &ClauseId) -> Vec<Member> {
        let Some(shown) = self.shown.get(operation) else { return Vec::new() };
        let names = self.changed.iter().filter(|(_, changed)| *changed <= shown);
        let same = |(name, _): (&String, _)| {
            let pointer = format!("{pointer}/{name}");
            Member::new(pointer, Expected::SameAsStep(*shown), clause.clone())
        };
        names.map(same).collect()
    }

    /// Returns whether a list has the resource, and the clause of the filter that decides it, if one
    /// does; none where the contract does not say it.
    pub(super) fn fits(
        &self,
        context: &OperationContext<'_>,
        query: &Map<String, Value>,
    ) -> Option<(bool, Option<ClauseId>)> {
        let mut decided = (true, None);
        for name in context.spec.filters(context.operation) {
            let default = context.query_schema(name).and_then(|(_, own)| own.default.as_ref());
            let Some(asked) = query.get(name).or(default) else { continue };
            // Of a list, a resource need not have every item.
            if asked.is_array() {
                return None;
            }
            let clause = context.operation.clause().child("filters").child(name);
            decided = (self.value(name)? == asked, Some(clause));
            if !decided.0 {
                break;
            }
        }
        Some(decided)
    }

    /// Returns the properties that an item of a list shows.
    pub(super) fn in_list(&self, context: &OperationContext<'_>) -> Map<String, Value> {
        let list = context.spec.list_schema(context.operation).map(|own| &own.shape);
        let item: Option<&Object> = match list {
            Some(Shape::Array { items }) => context.schemas.object(items),
            _ => None,
        };
        let names = item.into_iter().flat_map(|own| own.properties.keys());
        // A default may be left out.
        let whole = |name: &&String| {
            self.known.iter().any(|own| property(own) == *name && own.omissible.is_empty())
        };
        let shown = names.filter(whole);
        shown.filter_map(|name| Some((name.clone(), self.value(name)?.clone()))).collect()
    }

    /// Returns the value of a property, where it is known.
    fn value(&self, name: &str) -> Option<&Value> {
        let own = self.known.iter().find(|own| own.pointer.strip_prefix('/') == Some(name))?;
        match &own.value {
            Expected::Equal(value) => Some(value),
            _ => None,
        }
    }
}

/// Returns a member whose place begins at the resource that stands at a place.
fn inside(member: Member, pointer: &str) -> Option<Member> {
    let pointer = member.pointer.strip_prefix(pointer)?.to_owned();
    Some(Member { pointer, ..member })
}

/// Returns the property that a member is or is in.
fn property(member: &Member) -> &str {
    let place = member.pointer.strip_prefix('/').unwrap_or_default();
    place.split('/').next().unwrap_or_default()
}
