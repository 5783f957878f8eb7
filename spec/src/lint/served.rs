//! Lint of what no server can serve as it stands, or no case can test: paths, bodies and moves that contradict the
//! resources of the contract.

use std::collections::HashMap;

use crate::lint::Lint;
use crate::lint::conditional::accepts_any;
use crate::lint::references::PlacedSchema;
use crate::model::{Lifecycle, NamedResource, Resource, ResourceEffect, Transport};
use crate::omission::Omission;
use crate::page::{EffectPage, EffectWord, JsonType, OperationPage};
use crate::resolve::{EntryPlace, kind};

impl<'p> Lint<'p> {
    /// Checks that servers can do what the pages say, and that cases can test it.
    pub(super) fn served(&self) {
        let place = EntryPlace::new(&self.pages.service.document).at("basePath");
        if self.pages.service.content.base_path.contains('{') {
            let mistake = place.value("a base path has no parameters");
            self.report(mistake, "write the parameter in the path of each operation");
        }
        for (id, operation, place) in self.operations() {
            self.path_of(id, operation, &place);
            self.next_page(operation, &place);
            self.named_resources(operation, &place);
            let resource = self.spec.operations.get(id).and_then(|it| it.stored_resource());
            let is_action = resource.is_some_and(|it| it.effect == ResourceEffect::Uses);
            self.unconditional(&operation.effects, is_action, &place);
            let creates = |it: &Resource| {
                self.spec.operation_with_effect(ResourceEffect::Creates, &it.type_name).is_some()
            };
            if is_action && !operation.effects.is_empty() && !resource.is_some_and(creates) {
                let mistake =
                    place.at("effects").entry("no operation creates what the action changes");
                let help = "add the operation that creates the resource, or describe the change under `behaviour`";
                self.report(mistake, help);
            }
            if let Some(resource) = &operation.resource {
                self.sent(operation, resource, &place);
            }
        }
        for at in &self.schemas {
            self.unconditional(&at.page.effects, false, &at.place);
            for (place, refusal) in at.place.each("refusals", &at.page.refusals) {
                if refusal.names.is_some() {
                    let mistake = place.at("names").entry("only an operation has such refusals");
                    self.report(
                        mistake,
                        "move it to the `refusals` of each operation with the body",
                    );
                }
            }
        }
        self.subscribers();
        self.movers();
    }

    /// Reports actions that no case can call, since no request brings a resource into a state from which they lead.
    fn unreachable_actions(&self, type_name: &str, property: &str, place: &EntryPlace<'_>) {
        let is_own = |it: &&Lifecycle| it.type_name == type_name && it.property == property;
        let Some(lifecycle) = self.spec.lifecycles.iter().find(is_own) else { return };
        let reached = self.spec.reachable_states(lifecycle);
        let mut reported: Vec<&str> = Vec::new();
        for (index, step) in lifecycle.transitions.iter().enumerate() {
            let id = step.operation.as_str();
            let Some(operation) = self.spec.operations.get(id) else { continue };
            if reported.contains(&id) || self.spec.moved_by(operation).next().is_none() {
                continue;
            }
            let of_action = lifecycle.transitions.iter().filter(|it| it.operation == id);
            let mut from = of_action.flat_map(|it| &it.from);
            if !from.any(|state| reached.contains(&state.as_str())) {
                reported.push(id);
                let place = place.at("moves").item(index).at("operation");
                let message = format!(
                    "no request brings a `{type_name}` into a state from which `{id}` leads"
                );
                let help = "name a state that a creation, an update or another action leads to, or describe the move under \
                            `behaviour` of the operation";
                self.report(place.value(message), help);
            } else if self.spec.moved_by(operation).count() > 1 {
                reported.push(id);
                let place = place.at("moves").item(index).at("operation");
                let message = format!("`{id}` moves several properties");
                self.report(place.value(message), "let an action make the moves of one property");
            }
        }
    }

    /// Reports effects that set a property with each request, of what is no action on a stored resource.
    fn unconditional(&self, effects: &[EffectPage], is_action: bool, place: &EntryPlace<'_>) {
        for (place, effect) in place.each("effects", effects) {
            let is_unconditional = effect.kind == EffectWord::Sets && effect.when.is_none();
            if is_unconditional && effect.unless.is_some() {
                let mistake =
                    place.at("unless").entry("an exception has no meaning without `when`");
                self.report(mistake, "remove it, or add `when`");
            } else if is_unconditional && !is_action && !place.is_incomplete() {
                let message = "only an action on a resource sets a property with each request";
                self.report(
                    place.entry(message),
                    "add `when`, or write `effect = \"uses\"` under `resource`",
                );
            } else if is_action && !is_unconditional {
                let at = if effect.kind == EffectWord::Sets { "when" } else { "kind" };
                let mistake = place.at(at).entry("an action sets properties with each request");
                self.report(mistake, "write `kind = \"sets\"` without `when`");
            }
        }
    }

    /// Reports a property that cannot name a resource, and a resource that no path names.
    fn named_resources(&self, operation: &OperationPage, place: &EntryPlace<'_>) {
        let body = operation.request.as_ref().and_then(|name| self.types.get(name));
        for (at, refusal) in place.each("refusals", &operation.refusals) {
            let Some(NamedResource { property, type_name }) = &refusal.names else { continue };
            let place = at.at("names");
            let report = |at: &str, message: &str, help: &str| {
                self.report_omission(
                    place.at(at).value(message),
                    help,
                    Omission::ResourceReferences,
                );
            };
            let schema = body.and_then(|body| body.property(property)?.resolved(self.spec));
            match schema {
                None => report(
                    "property",
                    "the body has no such property",
                    "name a property of the type of `request` itself",
                ),
                Some(schema) if schema.is_reference() || !accepts_any(schema, true) => report(
                    "property",
                    "a property that names a resource must be a string that may be any UUID",
                    "give it `type = \"string\"`, without limits or with `format = \"uuid\"`",
                ),
                Some(_) => {}
            }
            let is_own = operation
                .resource
                .as_ref()
                .is_some_and(|resource| resource.type_name == *type_name);
            if is_own {
                report(
                    "type",
                    "a resource cannot name another one of its own type",
                    "describe the property in `doc`, and list the error under `errors`",
                );
            } else if self.spec.identity_parameter(type_name).is_none() {
                report(
                    "type",
                    "no path names a resource of this type",
                    "name a type whose resources an operation reads, updates or deletes",
                );
            }
            if refusal.when.is_some() || refusal.team_state.is_some() {
                let mistake = place.entry("a refusal has `names`, or a condition");
                self.report(mistake, "remove `when` and `teamState`");
            }
        }
    }

    /// Reports segments that clients remove from a path, and a parameter that names the resource of another type.
    fn path_of(&self, id: &str, operation: &OperationPage, place: &EntryPlace<'_>) {
        let Some(path) = &operation.path else { return };
        if path.split('/').any(|segment| matches!(segment, "." | "..")) {
            let mistake =
                place.at("path").value("clients remove the segments `.` and `..` of a path");
            self.report(mistake, "write the path without them");
        }
        let Some(resource) = self.spec.operations.get(id).and_then(|it| it.resource.as_ref())
        else {
            return;
        };
        if operation.resource.as_ref().is_some_and(|it| it.parent.is_some())
            && resource.parent.is_none()
        {
            // The mistake in `parent` is reported.
            return;
        }
        let types = self.types_of_parameters();
        let is_parent = |name: &String| resource.parents().any(|it| it.identified_by == **name);
        for name in operation.parameters.keys().filter(|name| !is_parent(name)) {
            let Some(type_name) = types.get(name).filter(|it| ***it != resource.type_name) else {
                continue;
            };
            // A path has no more than two parents.
            if resource.parents().count() > 0 {
                continue;
            }
            let message = format!("`{name}` names a `{type_name}`, and `resource` has no `parent`");
            let help = format!(
                "add `parent = {{ type = \"{type_name}\", identifiedBy = \"{name}\" }}` to `resource`, or give the path \
                 parameter another name if it names something else"
            );
            self.report(place.at("path").value(message), help);
        }
    }

    /// Returns the type of the resources that each path parameter names.
    fn types_of_parameters(&self) -> HashMap<&'p String, &'p String> {
        let resources =
            self.operations().filter_map(|(_, operation, _)| operation.resource.as_ref());
        resources.filter_map(|it| Some((it.identified_by.as_ref()?, &it.type_name))).collect()
    }

    /// Reports a `next` that cannot hold a cursor.
    fn next_page(&self, operation: &OperationPage, place: &EntryPlace<'_>) {
        let Some(name) = operation.pagination.as_ref().and_then(|pages| pages.next.as_ref()) else {
            return;
        };
        let body = operation.response.as_ref().and_then(|response| response.type_name.as_ref());
        let body = body.and_then(|name| self.types.get(name));
        let next = body.and_then(|body| self.resolve(body.property(name)?));
        if next.and_then(|next| kind(next.page)).is_some_and(|kind| kind != JsonType::String) {
            let mistake =
                place.at("pagination").at("next").value(format!("`{name}` is not a string"));
            let help = "name the property with the cursor or the URL of the next page; without one, remove `next`";
            self.report(mistake, help);
        }
    }

    /// Reports bodies that are not sent, and those whose properties cannot become stored ones.
    fn sent(&self, operation: &OperationPage, resource: &Resource, place: &EntryPlace<'_>) {
        let Some(request) = operation.request.as_ref().and_then(|name| self.types.get(name)) else {
            return;
        };
        if resource.effect == ResourceEffect::Lists {
            let mistake = place.at("request").entry("a list has no body");
            let help =
                "name the type of the parameters under `query`, and write `method = \"GET\"`";
            self.report_omission(mistake, help, Omission::ListsByPost);
        }
        if !resource.effect.stores() {
            return;
        }
        if let Some(at) = request.property(&resource.identity)
            && resource.effect == ResourceEffect::Creates
        {
            let message = format!("a client cannot choose the identity `{}`", resource.identity);
            let help = "remove the property from the request: the service assigns identities; a name that the client \
                        chooses is another property";
            self.report_omission(at.place.entry(message), help, Omission::ClientIdentities);
        }
        if let Some((at, _)) = request.place.each("effects", &request.page.effects).next() {
            let mistake = at.entry("no case tests the effect of a type that an operation stores");
            let help = "write it under `effects` of the operation";
            self.report(mistake, help);
        }
        let Some(stored) = self.types.get(&resource.type_name) else { return };
        for name in request.page.properties.iter().flatten().map(|(name, _)| name) {
            if let (Some(sent), Some(stored)) = (request.property(name), stored.property(name)) {
                self.nested(sent, stored, &mut Vec::new());
            }
        }
    }

    /// Reports a property of an object within a body that is optional there and required where it is stored.
    fn nested(
        &self,
        sent: PlacedSchema<'p>,
        stored: PlacedSchema<'p>,
        seen: &mut Vec<Vec<String>>,
    ) {
        let (Some(sent), Some(stored)) = (self.resolve(sent), self.resolve(stored)) else { return };
        let is_same =
            sent.place.file() == stored.place.file() && sent.place.path() == stored.place.path();
        if is_same || seen.iter().any(|path| path == sent.place.path()) {
            return;
        }
        seen.push(sent.place.path().to_vec());
        if let (Some(sent), Some(stored)) = (sent.items(), stored.items()) {
            self.nested(sent, stored, seen);
        }
        for name in sent.page.properties.iter().flatten().map(|(name, _)| name) {
            let (Some(at), Some(of)) = (sent.property(name), stored.property(name)) else {
                continue;
            };
            let is_required = |of: &PlacedSchema<'_>| of.page.required.contains(name);
            // The server makes what one of several properties leaves out.
            let is_one_of = sent.page.exactly_one.contains(name);
            let is_left_out = !is_required(&sent) && at.page.default.is_none() && !is_one_of;
            if is_required(&stored) && is_left_out {
                let message = format!("`{name}` is optional here, and required where it is stored");
                let help = "require it in both objects, or in neither; or give it a `default`";
                self.report(at.place.entry(message), help);
            }
            self.nested(at, of, seen);
        }
    }

    /// Reports a channel of webhooks to which no request subscribes.
    fn subscribers(&self) {
        let place = EntryPlace::new(&self.pages.events.document);
        for (id, channel) in &self.pages.events.content {
            let Some(type_name) = channel.type_name.as_ref() else { continue };
            let is_subscribed = |(_, operation, _): (_, &OperationPage, _)| {
                let request = operation.request.as_ref().and_then(|name| self.types.get(name));
                let properties = request.and_then(|it| it.page.properties.as_ref());
                let mut properties = properties.into_iter().flatten();
                let has_property =
                    properties.any(|(_, it)| it.reference.as_ref() == Some(type_name));
                operation.request.as_ref() == Some(type_name) || has_property
            };
            if channel.transport == Transport::Webhook && !self.operations().any(is_subscribed) {
                let place = place.at(id).at("type");
                let message = format!("no request has a `{type_name}`, so nobody can subscribe");
                let help = "add a property with this type to what an operation creates or updates";
                self.report(place.value(message), help);
            }
        }
    }

    /// Reports moves that no request asks for, and a guarded state that no resource starts in.
    fn movers(&self) {
        for (type_name, property, lifecycle, place) in self.lifecycles() {
            let asks = |id: &str| {
                let operation = self.spec.operations.get(id)?;
                let resource = operation.resource.as_ref()?;
                let asked =
                    self.spec.sent_object(operation).and_then(|it| it.properties.get(property));
                Some(match resource.effect {
                    ResourceEffect::Cancels => true,
                    ResourceEffect::Uses => !resource.is_job && resource.type_name == *type_name,
                    effect => effect.stores() && asked.is_some(),
                })
            };
            for (place, page_move) in place.each("moves", &lifecycle.moves) {
                if asks(&page_move.operation) != Some(true) {
                    let message = format!(
                        "a request of `{}` does not ask for `{}`",
                        page_move.operation, page_move.to
                    );
                    let help = format!(
                        "name an action on the resource, or an operation that updates, whose request has `{property}`"
                    );
                    self.report(place.at("operation").value(message), help);
                }
            }
            self.unreachable_actions(type_name, property, &place);
            let creates = self.spec.operation_with_effect(ResourceEffect::Creates, type_name);
            let is_unstated = creates.is_some_and(|it| asks(&it.id) != Some(true));
            if lifecycle.illegal.is_some() && lifecycle.initial.is_empty() && is_unstated {
                let message = format!("nothing says in which state a new `{type_name}` is");
                let help = format!(
                    "add `initial` with the state, or the property `{property}` to the request that creates a `{type_name}`"
                );
                self.report(place.entry(message), help);
            }
        }
    }
}
