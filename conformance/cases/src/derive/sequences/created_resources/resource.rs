//! Tracks a resource that a sequence has created, as far as the contract determines its values.

use indexmap::IndexMap;
use serde_json::{Map, Value};
use webdata_spec::model::{ClauseId, Schema};

use crate::case::{Expected, Member};
use crate::derive::context::OperationContext;

/// A resource after the requests so far.
pub(super) struct Resource {
    /// The step that created the resource.
    pub(super) step: usize,
    /// The values that requests last sent, by property.
    pub(super) sent: Map<String, Value>,
    /// For each operation that has returned the resource, the last step that did.
    pub(super) shown: IndexMap<String, usize>,
    pub(super) is_deleted: bool,
    /// The known values, with places relative to the resource.
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

    /// Forgets the values of the properties that a step may change.
    pub(super) fn change(&mut self, step: usize, is_changed: impl Fn(&str) -> bool) {
        self.known.retain(|member| !is_changed(property(member)));
        self.sent.retain(|name, _| !is_changed(name));
        for (name, last) in &mut self.changed {
            if is_changed(name) {
                *last = step;
            }
        }
    }

    /// Records what a step has stored: the body, and the values that its response must show.
    pub(super) fn record(
        &mut self,
        step: usize,
        context: &OperationContext<'_>,
        body: &Value,
        members: Vec<Member>,
    ) {
        let Some((resource, _)) = context.resource() else { return };
        // Here, the place of a value is relative to the resource.
        let inside = |member: Member| {
            let pointer = member.pointer.strip_prefix(&resource.pointer())?.to_owned();
            Some(Member { pointer, ..member })
        };
        self.known.extend(members.into_iter().filter_map(inside));
        for (name, value) in body.as_object().into_iter().flatten() {
            self.sent.insert(name.clone(), value.clone());
        }
        if context.operation.response_type().is_some() {
            self.shown.insert(context.operation.id.clone(), step);
        }
    }

    /// Returns the values that a response with the resource at this place must have.
    pub(super) fn members(&self, pointer: &str) -> Vec<Member> {
        let placed = |member: &Member| {
            let pointer = format!("{pointer}{}", member.pointer);
            Member { pointer, ..member.clone() }
        };
        self.known.iter().map(placed).collect()
    }

    /// Returns the expectations that unchanged properties are as in the last response of an operation.
    pub(super) fn unchanged(
        &self,
        operation: &str,
        pointer: &str,
        clause: &ClauseId,
    ) -> Vec<Member> {
        let Some(shown) = self.shown.get(operation) else { return Vec::new() };
        let names = self.changed.iter().filter(|(_, changed)| *changed <= shown);
        let same = |(name, _): (&String, _)| {
            let pointer = format!("{pointer}/{name}");
            Member::new(pointer, Expected::SameAsStep(*shown), clause.clone())
        };
        names.map(same).collect()
    }

    /// Returns whether a list contains the resource, with the clause of the filter that decides this, if any. Returns
    /// `None` if the contract leaves it open.
    pub(super) fn fits(
        &self,
        context: &OperationContext<'_>,
        query: &Map<String, Value>,
    ) -> Option<(bool, Option<ClauseId>)> {
        let mut decided = (true, None);
        for name in context.spec.filters(context.operation) {
            let default = context.query_schema(name).and_then(|schema| schema.default.as_ref());
            let Some(requested) = query.get(name).or(default) else { continue };
            // The contract does not say whether a resource must match every item of a filter.
            if requested.is_array() {
                return None;
            }
            let clause = context.operation.clause().child("filters").child(name);
            decided = (self.value(name)? == requested, Some(clause));
            if !decided.0 {
                break;
            }
        }
        Some(decided)
    }

    /// Returns the known properties that an item of a list shows.
    pub(super) fn in_list(&self, context: &OperationContext<'_>) -> Map<String, Value> {
        let items = context.spec.list_schema(context.operation).and_then(Schema::items);
        let item = items.and_then(|items| context.spec.object_of(items));
        let names = item.into_iter().flat_map(|object| object.properties.keys());
        // A response may leave out a default.
        let whole = |name: &&String| {
            self.known.iter().any(|member| property(member) == *name && member.omissible.is_empty())
        };
        let shown = names.filter(whole);
        shown.filter_map(|name| Some((name.clone(), self.value(name)?.clone()))).collect()
    }

    /// Returns the value of a property, if it is known.
    fn value(&self, name: &str) -> Option<&Value> {
        let member =
            self.known.iter().find(|member| member.pointer.strip_prefix('/') == Some(name))?;
        match &member.value {
            Expected::Equal(value) => Some(value),
            _ => None,
        }
    }
}

/// Returns the name of the resource's property that an expectation is about.
fn property(member: &Member) -> &str {
    let place = member.pointer.strip_prefix('/').unwrap_or_default();
    place.split('/').next().unwrap_or_default()
}
