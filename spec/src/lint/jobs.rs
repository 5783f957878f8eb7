//! Lint of jobs: what operations do with them, and the states that a lifecycle gives them.

use crate::lint::Lint;
use crate::model::{Resource, ResourceEffect};
use crate::page::OperationPage;
use crate::resolve::EntryPlace;

impl<'p> Lint<'p> {
    /// Checks that each job can be read and has states, and that nothing else has the effects and states of a job.
    pub(super) fn jobs(&self) {
        for (id, operation, place) in self.operations() {
            let Some(resource) = &operation.resource else { continue };
            self.job(id, resource, &place.at("resource"));
            let items = operation.pagination.as_ref().and_then(|pages| pages.items.as_ref());
            let is_list = resource.effect == ResourceEffect::Lists;
            if items.is_some() && !is_list && !self.is_job(&resource.type_name) {
                let message = format!("no operation starts a `{}`", resource.type_name);
                let help = "remove `pagination`; only lists and jobs have pages";
                self.report(place.at("pagination").at("items").entry(message), help);
            }
        }
        for (type_name, _, lifecycle, place) in self.lifecycles() {
            for (word, named) in
                [("initial", &lifecycle.initial), ("terminal", &lifecycle.terminal)]
            {
                let is_known = named.iter().all(|state| lifecycle.states.contains(state));
                let begins = word == "initial" && self.is_created(type_name);
                if is_known && !named.is_empty() && !begins && !self.is_job(type_name) {
                    let verb = if word == "initial" { "creates or starts" } else { "starts" };
                    let message = format!("no operation {verb} a `{type_name}`");
                    let help =
                        "remove it, or give the `resource` of an operation the effect `starts`";
                    self.report(place.at(word).entry(message), help);
                }
            }
            for (place, page_move) in place.each("moves", &lifecycle.moves) {
                let from = page_move.from.as_ref().unwrap_or(&lifecycle.states);
                let is_left =
                    |state: &&String| lifecycle.terminal.contains(state) && **state != page_move.to;
                if let Some(state) = from.iter().find(is_left) {
                    let message = format!("a job never leaves the terminal state `{state}`");
                    let help = format!(
                        "list the other states under `from`, or remove `{state}` from `terminal`"
                    );
                    self.report(place.at("from").entry(message), help);
                }
            }
        }
    }

    fn job(&self, id: &str, resource: &Resource, place: &EntryPlace<'_>) {
        let name = &resource.type_name;
        let place = place.at("effect");
        let effect = resource.effect;
        match effect {
            ResourceEffect::Starts => {
                let is_read = self
                    .resources()
                    .any(|other| other.effect == ResourceEffect::Reads && other.type_name == *name);
                if !is_read {
                    let message = format!("no operation reads a `{name}`");
                    let help = "add the operation that returns the state of the job, with the effect `reads`";
                    self.report(place.value(message), help);
                } else if !self.pages.lifecycles.content.contains_key(name) {
                    let message = format!("the contract names no state of a `{name}`");
                    let help =
                        format!("add `[{name}.<property>]` with its `states` to `lifecycles.toml`");
                    self.report(place.value(message), help);
                }
            }
            ResourceEffect::Cancels if !self.is_job(name) => {
                let message = format!("no operation starts a `{name}`");
                let help = "give the `resource` of the operation that starts it the effect `starts`, or write `deletes` \
                            here";
                self.report(place.value(message), help);
            }
            ResourceEffect::Cancels => {
                let of_type = self.pages.lifecycles.content.get(name);
                let closed = of_type.into_iter().flatten().filter(|(_, it)| it.gap.is_none());
                for (property, lifecycle) in closed {
                    if lifecycle.moves.iter().all(|page_move| page_move.operation != id) {
                        let message = format!("no move says which state a cancelled `{name}` has");
                        let help = format!(
                            "add `[[{name}.{property}.moves]]` with `operation = \"{id}\"` to `lifecycles.toml`"
                        );
                        self.report(place.value(message), help);
                    }
                }
            }
            ResourceEffect::Creates
            | ResourceEffect::Updates
            | ResourceEffect::Replaces
            | ResourceEffect::Deletes
                if self.is_job(name) =>
            {
                let message = format!("another operation starts a `{name}`, so it is a job");
                let help = "write `starts`, `reads`, `lists`, `cancels` or `uses`";
                self.report(place.value(message), help);
            }
            ResourceEffect::Creates
            | ResourceEffect::Updates
            | ResourceEffect::Replaces
            | ResourceEffect::Deletes
            | ResourceEffect::Reads
            | ResourceEffect::Lists
            | ResourceEffect::Uses => {}
        }
    }

    /// Returns whether an operation starts resources of a type.
    pub(super) fn is_job(&self, type_name: &str) -> bool {
        self.resources().any(|resource| {
            resource.effect == ResourceEffect::Starts && resource.type_name == type_name
        })
    }

    fn is_created(&self, type_name: &str) -> bool {
        self.resources().any(|resource| {
            resource.effect == ResourceEffect::Creates && resource.type_name == type_name
        })
    }

    fn resources(&self) -> impl Iterator<Item = &'p Resource> {
        let operations = self.pages.operations.content.values();
        operations.filter_map(|operation: &OperationPage| operation.resource.as_ref())
    }
}
