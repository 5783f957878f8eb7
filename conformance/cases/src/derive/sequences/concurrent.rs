//! Makes concurrent updates of one resource, and expects the result of some order of them.
//!
//! The judge determines the possible orders, because a server may reject some of the updates.

use indexmap::IndexMap;
use webdata_spec::model::EffectKind;

use super::SequenceBuilder;
use crate::case::{AnyOrder, Body, ConcurrentUpdate, Expect, Expected, Member, Step};
use crate::derive::ideas::concurrent::open_rejection;
use crate::derive::ideas::effects::properties_set;

impl SequenceBuilder<'_, '_> {
    /// Adds concurrent updates of a resource, one of another resource if given, and the step that reads the
    /// result.
    pub(super) fn add_concurrent(
        &mut self,
        resource: usize,
        updates: Vec<Step>,
        beside: Option<(usize, Step)>,
    ) {
        let before = self.last_shown[resource].take();
        let rejection = open_rejection(self.context);
        let mut concurrent = Vec::new();
        for (index, mut step) in updates.into_iter().enumerate() {
            step.with_previous = index > 0;
            if let Expect::Success { rejection: open, members, .. } = &mut step.expect {
                open.clone_from(&rejection);
                // A response may already show the values of another update, so no response is judged alone.
                let members = std::mem::take(members);
                let sets = self.sets(&step.request.body, &members);
                concurrent.push(ConcurrentUpdate { step: self.steps.len(), sets });
            }
            self.steps.push(step);
        }
        if let Some((other, mut step)) = beside {
            step.with_previous = true;
            self.last_shown[other] = Some(self.steps.len());
            self.steps.push(step);
        }
        let is_set = |name: &str| concurrent.iter().any(|update| update.sets.contains_key(name));
        let Some((mut step, sent)) = self.reading_step(resource, is_set) else { return };
        if let Expect::Success { members, .. } = &mut step.expect {
            if let Some(before) = before {
                let is_kept = |name: &str| !sent.contains_key(name) && !is_set(name);
                members.extend(self.unchanged(before, is_kept));
            }
            for update in &mut concurrent {
                update.sets.retain(|name, _| !sent.contains_key(name));
            }
            members.extend(self.any_order(before, concurrent));
        }
        self.last_shown[resource] = Some(self.steps.len());
        self.steps.push(step);
    }

    /// Returns the properties that an update sets, each with the expectations among `members` that concern
    /// it.
    fn sets(&self, body: &Body, members: &[Member]) -> IndexMap<String, Vec<Member>> {
        let Some(body) = body.as_json() else { return IndexMap::new() };
        let set = properties_set(self.context, body);
        let names = self.context.stored_properties().into_iter().map(|(name, _)| name);
        let names = names.filter(|name| body.get(name).is_some() || set.contains(name));
        let of = |name: &str| {
            let pointer = format!("{}/{name}", self.pointer());
            let is_of = |member: &&Member| {
                let inner = member.pointer.strip_prefix(&pointer);
                inner.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            members.iter().filter(is_of).cloned().collect()
        };
        names.map(|name| (name.to_owned(), of(name))).collect()
    }

    /// Expects the result of some order of the updates.
    fn any_order(&self, before: Option<usize>, updates: Vec<ConcurrentUpdate>) -> Option<Member> {
        let (clause, _) = self.context.effect(&EffectKind::StoresGiven)?;
        let is_set = |name: &str| updates.iter().any(|update| update.sets.contains_key(name));
        // The contract may leave open whether a rejected update changes anything.
        let keeps_all = self.context.effect(&EffectKind::RefusalKeepsAll).is_some();
        let before = before.filter(|_| keeps_all);
        let same = before.map_or_else(Vec::new, |before| self.unchanged(before, is_set));
        let base = format!("{}/", self.pointer());
        let named =
            |member: Member| Some((member.pointer.strip_prefix(&base)?.to_owned(), vec![member]));
        let before = same.into_iter().filter_map(named).collect();
        let expected = Expected::AnyOrder(AnyOrder { before, updates });
        Some(Member::new(self.pointer(), expected, clause.clone()))
    }

    /// Returns the place of the resource in a response, as a JSON Pointer (RFC 6901).
    fn pointer(&self) -> String {
        let resource = self.context.operation.resource.as_ref();
        resource.map(webdata_spec::model::Resource::pointer).unwrap_or_default()
    }
}
