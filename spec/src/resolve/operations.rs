//! Resolves operations, with their effects and lists.

use indexmap::IndexMap;

use crate::model::{
    ClauseId, ClauseRoot, Effect, EffectKind, Endpoint, Level, Operation, Order, Pagination,
    PaginationStyle, Parameter, Resource, ResourceEffect, Sorting,
};
use crate::omission::Omission;
use crate::page::{DeprecatedPage, EffectPage, EffectWord, OperationPage, OperationsPage, Page};
use crate::resolve::{EntryPlace, ReferenceKind, Resolver};

impl Resolver<'_> {
    pub(super) fn operations(
        &mut self,
        page: &Page<OperationsPage>,
    ) -> IndexMap<String, Operation> {
        let place = EntryPlace::new(&page.document);
        let operations = page
            .content
            .iter()
            .map(|(id, operation)| (id.clone(), self.operation(id, operation, &place.at(id))));
        let mut operations = operations.collect();
        self.parents(page, &mut operations);
        operations
    }

    /// Checks the names of errors, and that none is listed twice.
    pub(super) fn error_list(
        &mut self,
        errors: &[String],
        shared: &[String],
        place: &EntryPlace<'_>,
    ) {
        for (index, error) in errors.iter().enumerate() {
            let place = place.item(index);
            self.refer(ReferenceKind::Error, error, &place);
            if errors[..index].contains(error) {
                let mistake = place.value(format!("the error `{error}` is listed twice"));
                self.report(mistake, "remove one of the two");
            } else if shared.contains(error) {
                let message = format!("every operation already has the error `{error}`");
                let help = "remove it here, since `errors` in `service.toml` lists it";
                self.report(place.value(message), help);
            }
        }
    }

    fn operation(&mut self, id: &str, page: &OperationPage, place: &EntryPlace<'_>) -> Operation {
        let clause = ClauseRoot::Operation(id).clause();
        let response = page.response.as_ref();
        let body = response.and_then(|response| response.type_name.as_ref());
        let headers = response.and_then(|response| response.headers.as_ref());
        for (named, place) in [
            (page.request.as_ref(), place.at("request")),
            (page.query.as_ref(), place.at("query")),
            (page.headers.as_ref(), place.at("headers")),
            (body, place.at("response").at("type")),
            (headers, place.at("response").at("headers")),
            (page.error_body.as_ref(), place.at("errorBody")),
        ] {
            self.refer_given(ReferenceKind::Type, named, &place);
        }
        let shared = &self.pages.service.content.errors;
        self.error_list(&page.errors, shared, &place.at("errors"));
        let of_request = [
            ("requestRequired", page.request_required.is_some()),
            ("requestMediaType", page.request_media_type.is_some()),
        ];
        for (word, _) in of_request.iter().filter(|(_, given)| *given && page.request.is_none()) {
            let mistake = format!("`{word}` has no meaning without `request`");
            let help = "remove it, or add `request`, the type of the body";
            self.report_missing(place, place.at(word).entry(mistake), help);
        }
        self.refer_given(ReferenceKind::Tag, page.tag.as_ref(), &place.at("tag"));
        let inherited = (page.level, page.source.as_str());
        let parameters = self.parameters(page, place, &clause, inherited);
        let effects = place.each("effects", &page.effects);
        let effects =
            effects.filter_map(|(at, effect)| self.effect(effect, &at, &clause, inherited));
        let mut effects: Vec<Effect> = effects.collect();
        let resource = self.resource(page, place);
        if let Some(resource) = &resource {
            effects = add_implied_effects(resource.effect, effects, &clause, inherited);
        }
        let service = &self.pages.service.content;
        Operation {
            id: id.to_owned(),
            doc: page.doc.clone(),
            summary: page.summary.clone(),
            tag: page.tag.clone(),
            deprecated: DeprecatedPage::resolve(page.deprecated.as_ref()),
            deprecated_since: self
                .date(page.deprecated_since.as_ref(), &place.at("deprecatedSince")),
            sunset: self.date(page.sunset.as_ref(), &place.at("sunset")),
            endpoint: self.endpoint(page, place),
            authentication: page.authentication.clone(),
            parameters,
            request: page.request.clone(),
            request_media_type: page.request_media_type.unwrap_or_default(),
            request_required: page.request.is_some() && page.request_required.unwrap_or(true),
            query: page.query.clone(),
            headers: page.headers.clone(),
            response: page.response.clone(),
            error_body: page.error_body.as_ref().unwrap_or(&service.error_body).clone(),
            resource,
            precondition: self.precondition(page, place),
            condition: page.condition.as_ref().map(|condition| condition.header.clone()),
            idempotency: self.idempotency(page, place),
            pagination: self.pagination(page, place),
            order: self.order(page, place),
            effects,
            refusals: self.refusals(&page.refusals, place, &clause, inherited),
            situations: place
                .each("situations", &page.situations)
                .map(|(at, situation)| self.operation_situation(id, situation, &at, &page.source))
                .collect(),
            behaviour: page.behaviour.clone(),
            errors: service.errors.iter().chain(&page.errors).cloned().collect(),
            causes: page.causes.clone(),
            level: page.level,
            source: page.source.clone(),
        }
    }

    fn endpoint(&mut self, page: &OperationPage, place: &EntryPlace<'_>) -> Option<Endpoint> {
        self.refer_given(ReferenceKind::Gap, page.gap.as_ref(), &place.at("gap"));
        let all_or_none = matches!(
            (&page.method, &page.path, &page.gap),
            (Some(_), Some(_), None) | (None, None, Some(_))
        );
        if !all_or_none {
            let mistake = place.entry("an operation must have a `method` and a `path`, or a `gap`");
            let help = "give both, or name the gap that says that the contract does not show them";
            self.report_missing(place, mistake, help);
        }
        Some(Endpoint { method: page.method.clone()?, path: page.path.clone()? })
    }

    fn parameters(
        &mut self,
        page: &OperationPage,
        place: &EntryPlace<'_>,
        clause: &ClauseId,
        inherited: (Level, &str),
    ) -> IndexMap<String, Parameter> {
        let (of, place) = (place, place.at("parameters"));
        let mut parameters = IndexMap::new();
        for (name, schema) in &page.parameters {
            let clause = clause.child("parameters").child(name);
            if let Some(schema) = self.schema(schema, &place.at(name), clause, inherited) {
                parameters.insert(name.clone(), Parameter { name: name.clone(), schema });
            }
        }
        let Some(path) = &page.path else { return parameters };
        let (written, described) = (path_parameters(path), place.keys());
        for name in described.iter().filter(|name| !written.contains(name)) {
            let mistake = place.at(name).entry(format!("the path has no parameter `{name}`"));
            self.report(
                mistake,
                format!("write `{{{name}}}` into `path`, or remove the parameter"),
            );
        }
        for name in written.iter().filter(|name| !described.contains(name)) {
            let mistake = of.at("path").value(format!("the parameter `{name}` has no description"));
            self.report(mistake, format!("add `{name}` to `parameters`"));
        }
        parameters
    }

    fn resource(&mut self, page: &OperationPage, place: &EntryPlace<'_>) -> Option<Resource> {
        let resource = page.resource.as_ref()?;
        let (of, place) = (place, place.at("resource"));
        self.refer(ReferenceKind::Type, &resource.type_name, &place.at("type"));
        for (word, error) in [("unknown", &resource.unknown), ("foreign", &resource.foreign)] {
            self.refer_given(ReferenceKind::Error, error.as_ref(), &place.at(word));
        }
        let effect = resource.effect;
        let known = of.at("parameters").keys();
        match &resource.identified_by {
            Some(name) if !effect.needs_identity() => {
                let message = format!(
                    "an operation that {} resources has no `identifiedBy`: `{name}`",
                    effect.name()
                );
                let mistake = place.at("identifiedBy").entry(message);
                self.report(mistake, "remove it");
            }
            Some(name) if !known.contains(&name.as_str()) => {
                let place = place.at("identifiedBy");
                self.push(place.unknown("parameter", name, &known));
            }
            None if effect.needs_identity()
                && (page.request.is_none() || effect == ResourceEffect::Cancels) =>
            {
                let message =
                    format!("an operation that {} a resource must identify it", effect.name());
                let help = "add `identifiedBy`, the path parameter that names the resource";
                let is_of_key = effect == ResourceEffect::Reads && page.parameters.is_empty();
                if !place.is_incomplete() {
                    let mistake = place.entry(message).with_help(help);
                    self.push(mistake.with_omission(is_of_key.then_some(Omission::OnePerKey)));
                }
            }
            Some(_) | None => {}
        }
        self.errors_of_resource(page, &place);
        if effect.stores() && page.request.is_none() {
            let message =
                format!("an operation that {} a resource must have a body", effect.name());
            let mistake = place.at("effect").value(message);
            self.report_missing(of, mistake, "add `request`, the type of the body");
        }
        Some(resource.clone())
    }

    /// Reports a missing `unknown` where a request identifies the resource, and errors about an identity
    /// elsewhere.
    fn errors_of_resource(&mut self, page: &OperationPage, place: &EntryPlace<'_>) {
        let Some(resource) = &page.resource else { return };
        let effect = resource.effect;
        if effect.needs_identity() {
            // A request that should identify the resource and does not is reported as such.
            let identifies = resource.identified_by.is_some() || page.request.is_some();
            if resource.unknown.is_none() && identifies {
                let message = "the resource has no error for an identity that does not exist";
                self.report_missing(place, place.entry(message), "add `unknown`");
            }
            return;
        }
        for (word, error) in [("unknown", &resource.unknown), ("foreign", &resource.foreign)] {
            if error.is_some() {
                let message =
                    format!("`{word}` has no meaning where a request identifies no resource");
                self.report(place.at(word).entry(message), "remove it");
            }
        }
    }

    pub(super) fn pagination(
        &mut self,
        page: &OperationPage,
        place: &EntryPlace<'_>,
    ) -> Option<Pagination> {
        let pagination = page.pagination.as_ref()?;
        let place = place.at("pagination");
        let reads = |resource: &Resource| resource.effect == ResourceEffect::Reads;
        match &pagination.items {
            Some(_) if page.resource.as_ref().is_some_and(reads) => {}
            Some(_) => {
                let mistake = place.at("items").entry("only the results of a job have `items`");
                self.report(mistake, "remove it; the pages of a list are those of `returnedIn`");
            }
            None if page.resource.as_ref().is_some_and(reads) => {
                let mistake = place.entry("the pages of a job must have `items`");
                let help = "add `items`, the property with the results, or remove `pagination`";
                self.report_missing(&place, mistake, help);
            }
            None => self.report_unless_list(
                page,
                &place,
                "only an operation that lists resources or reads a job may have `pagination`",
            ),
        }
        let is_cursor = pagination.style == PaginationStyle::Cursor;
        match &pagination.next {
            None if is_cursor => {
                let mistake = place.entry("pagination of the style `cursor` must have `next`");
                let help = "add `next`, the property of the response body that holds the cursor of the next page";
                self.report_missing(&place, mistake, help);
            }
            Some(_) if !is_cursor => {
                let mistake = place.at("next").entry("only the style `cursor` has `next`");
                self.report(mistake, "remove it");
            }
            Some(_) | None => {}
        }
        if let Some(error) = &pagination.unknown {
            let place = place.at("unknown");
            self.refer(ReferenceKind::Error, error, &place);
            if !is_cursor {
                let mistake =
                    place.entry("only the style `cursor` has an error for an unknown cursor");
                self.report(mistake, "remove it");
            }
        }
        if pagination.stable && (is_cursor || page.order.is_some()) {
            let (message, help) = if is_cursor {
                ("a walk by cursors is always stable", "remove it")
            } else {
                (
                    "the pages of a sorted list shift when resources are created",
                    "remove it, or use the style `cursor`",
                )
            };
            self.report(place.at("stable").entry(message), help);
        }
        Some(pagination.clone())
    }

    pub(super) fn order(&mut self, page: &OperationPage, place: &EntryPlace<'_>) -> Option<Order> {
        let order = page.order.as_ref()?;
        let place = place.at("order");
        self.report_unless_list(
            page,
            &place,
            "only an operation that lists resources may have `order`",
        );
        if order.direction.is_some() && order.by.is_none() {
            let mistake = place.at("direction").entry("`direction` has no meaning without `by`");
            let help =
                "remove it; with `parameter`, a value such as `-released` means descending order";
            self.report_missing(&place, mistake, help);
        }
        match (&order.by, &order.parameter) {
            (Some(property), None) => Some(Order::By(Sorting {
                property: property.clone(),
                direction: order.direction.unwrap_or_default(),
            })),
            (None, Some(parameter)) => Some(Order::Chosen(parameter.clone())),
            (Some(_), Some(_)) | (None, None) => {
                let mistake = place.entry("an order must have either `by` or `parameter`");
                let help = "give exactly one of `by` and `parameter`";
                self.report_missing(&place, mistake, help);
                None
            }
        }
    }

    fn report_unless_list(&mut self, page: &OperationPage, place: &EntryPlace<'_>, message: &str) {
        let lists = |resource: &&Resource| resource.effect == ResourceEffect::Lists;
        if page.resource.as_ref().filter(lists).is_none() {
            let help = "add a `resource` with `effect = \"lists\"`, or remove this";
            self.report(place.entry(message), help);
        }
    }

    pub(super) fn effect(
        &mut self,
        page: &EffectPage,
        place: &EntryPlace<'_>,
        of: &ClauseId,
        (_, source): (Level, &str),
    ) -> Option<Effect> {
        let only_with_sets = [
            ("when", page.when.is_some()),
            ("unless", page.unless.is_some()),
            ("property", page.property.is_some()),
            ("value", page.value.is_some()),
        ];
        for (word, _) in
            only_with_sets.iter().filter(|(_, given)| *given && page.kind != EffectWord::Sets)
        {
            let mistake =
                place.at(word).entry(format!("`{word}` does not apply to effects of this kind"));
            self.report(mistake, "remove it; only effects of the kind `sets` have it");
        }
        let kind = match page.kind {
            EffectWord::StoresGiven => EffectKind::StoresGiven,
            EffectWord::KeepsOmitted => EffectKind::KeepsOmitted,
            EffectWord::ResetsOmitted => EffectKind::ResetsOmitted,
            EffectWord::RefusalKeepsAll => EffectKind::RefusalKeepsAll,
            EffectWord::Sets => self.resolve_sets(page, place)?,
        };
        Some(Effect {
            id: page.id.clone(),
            clause: of.child("effects").child(&page.id),
            doc: page.doc.clone(),
            kind,
            level: page.level,
            source: page.source.clone().unwrap_or_else(|| source.to_owned()),
        })
    }

    fn resolve_sets(&mut self, page: &EffectPage, place: &EntryPlace<'_>) -> Option<EffectKind> {
        let (Some(property), Some(value)) = (&page.property, &page.value) else {
            let needed = [("property", page.property.is_some()), ("value", page.value.is_some())];
            let missing = needed.iter().filter(|(_, given)| !given).map(|(word, _)| *word);
            let missing = missing.collect::<Vec<_>>().join("`, `");
            let message = "an effect of the kind `sets` must have `property` and `value`";
            self.report_missing(place, place.entry(message), format!("add `{missing}`"));
            return None;
        };
        let (property, value) = (property.clone(), value.clone());
        let Some(when) = &page.when else { return Some(EffectKind::Assigns { property, value }) };
        let when = self.condition(when, &place.at("when"));
        let unless = match &page.unless {
            Some(unless) => Some(self.condition(unless, &place.at("unless"))?),
            None => None,
        };
        Some(EffectKind::Sets { when: when?, unless, property, value })
    }
}

/// Returns the names between braces in a path, in order.
fn path_parameters(path: &str) -> Vec<&str> {
    path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

/// Adds the effects that follow from what an operation does with its resource. A page that describes any effect
/// other than a conditional one describes all of them, so nothing is added.
fn add_implied_effects(
    resource: ResourceEffect,
    mut effects: Vec<Effect>,
    clause: &ClauseId,
    (level, source): (Level, &str),
) -> Vec<Effect> {
    let stores = (EffectKind::StoresGiven, "Each property in the request is stored and returned.");
    let keeps = (
        EffectKind::KeepsOmitted,
        "Each property that the request leaves out keeps its stored value.",
    );
    let resets = (
        EffectKind::ResetsOmitted,
        "Each property that the request leaves out is reset to its default, or removed if it has none.",
    );
    let refuses = (EffectKind::RefusalKeepsAll, "A rejected request changes nothing.");
    let implied = match resource {
        ResourceEffect::Creates => vec![stores],
        ResourceEffect::Updates => vec![stores, keeps, refuses],
        ResourceEffect::Replaces => vec![stores, resets, refuses],
        ResourceEffect::Reads
        | ResourceEffect::Lists
        | ResourceEffect::Deletes
        | ResourceEffect::Starts
        | ResourceEffect::Cancels
        | ResourceEffect::Uses => Vec::new(),
    };
    // The effects of the page come first.
    if effects.iter().any(|effect| !matches!(effect.kind, EffectKind::Sets { .. })) {
        return effects;
    }
    let implied = implied.into_iter().map(|(kind, doc)| Effect {
        id: kind.name().to_owned(),
        clause: clause.child("effects").child(kind.name()),
        doc: doc.to_owned(),
        kind,
        level,
        source: source.to_owned(),
    });
    effects.splice(0..0, implied);
    effects
}
