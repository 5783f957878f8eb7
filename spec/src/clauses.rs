//! The list of all clauses of a contract, each with its statement, and what operations do with resources and
//! lists.

use std::collections::HashSet;

use crate::model::{
    Behaviour, Clause, ClauseId, EffectKind, Endpoint, ErrorText, Gap, Idempotency, JsonType,
    Level, Lifecycle, NOT_MODIFIED, Object, Observation, Operation, Order, Pagination,
    Precondition, Probe, Property, Refusal, Resource, ResourceEffect, Schema, Situation, Sorting,
    Spec, Union,
};
use crate::walk::Step;

impl Spec {
    /// Returns every clause, in the order of the pages: types, operations, lifecycles, service,
    /// authentication, errors, retry rules, limits, charges, events, gaps.
    #[must_use]
    pub fn clauses(&self) -> Vec<Clause> {
        let mut list = ClauseList {
            spec: self,
            clauses: Vec::new(),
            discriminators: self.discriminators(),
            alternatives: self.only_alternatives(),
        };
        self.types.values().for_each(|named_type| list.schema(&named_type.schema));
        self.operations.values().for_each(|operation| list.operation(operation));
        self.lifecycles.iter().for_each(|lifecycle| list.lifecycle(lifecycle));
        list.service();
        list.authentication();
        list.errors();
        list.retry_rules();
        list.limits();
        list.events();
        list.gaps();
        list.clauses
    }

    /// Returns the discriminators of variants. Their values are a clause of the union.
    fn discriminators(&self) -> HashSet<ClauseId> {
        let unions = self.types.values().filter_map(|named_type| named_type.schema.union());
        let inside = |union: &Union| {
            let name = union.discriminator.clone();
            let types = union.variants.values().cloned();
            types.map(move |type_name| ClauseId::new(type_name).child(&name)).collect::<Vec<_>>()
        };
        unions.flat_map(inside).collect()
    }

    /// Returns the alternatives of a `oneOf`, and the types that are used only as alternatives. Their JSON
    /// types are a clause of the `oneOf`.
    fn only_alternatives(&self) -> HashSet<ClauseId> {
        let operations = self.operations.values();
        let bodies = operations.flat_map(|o| o.request.iter().chain(o.response_type()));
        let mut outside: HashSet<&str> = bodies.map(String::as_str).collect();
        let mut inside = HashSet::new();
        let places = self.types.values().flat_map(|named_type| named_type.schema.places());
        for place in places {
            let names = place.schema.type_names().into_iter().map(String::as_str);
            match (place.is_alternative(), place.schema.is_reference()) {
                (true, true) => inside.extend(names),
                (true, false) => {
                    inside.insert(place.schema.clause.as_str());
                    outside.extend(names);
                }
                (false, _) => outside.extend(names),
            }
        }
        inside.difference(&outside).map(|path| ClauseId::new(*path)).collect()
    }
}

impl Spec {
    /// Returns the properties that an operation stores: those that both its request and its resource list. An
    /// identity that the request uses to name the resource is not stored.
    #[must_use]
    pub fn stored_properties(&self, operation: &Operation) -> Vec<&str> {
        let Some(resource) = &operation.resource else { return Vec::new() };
        let stored = self.object(&resource.type_name);
        let request = operation.request.as_deref().and_then(|name| match self.item(name) {
            Some(item) => self.object(item),
            None => self.object(name),
        });
        let (Some(request), Some(stored)) = (request, stored) else { return Vec::new() };
        let names = request.properties.keys().map(String::as_str);
        let is_named = resource.effect.needs_identity();
        let is_identity = |name: &str| is_named && name == resource.identity;
        names.filter(|name| stored.properties.contains_key(*name) && !is_identity(name)).collect()
    }

    /// Returns the type of the items of a type that is a list, if the type of the items has a name.
    #[must_use]
    pub fn item(&self, type_name: &str) -> Option<&str> {
        let items = self.schema(type_name)?.items().filter(|items| items.is_reference())?;
        items.type_names().first().map(|name| name.as_str())
    }

    /// Returns the properties of the query that filter a list: those that its resource has too.
    #[must_use]
    pub fn filters(&self, operation: &Operation) -> Vec<&str> {
        let Some(resource) = &operation.resource else { return Vec::new() };
        let query = operation.query.as_deref().and_then(|name| self.object(name));
        let (true, Some(query), Some(stored)) =
            (resource.effect == ResourceEffect::Lists, query, self.object(&resource.type_name))
        else {
            return Vec::new();
        };
        let names = query.properties.keys().map(String::as_str);
        let pages = operation.pagination.as_ref();
        let sorts =
            |name: &str| matches!(&operation.order, Some(Order::Chosen(own)) if own == name);
        let is_of_page = |name: &str| {
            sorts(name)
                || pages.is_some_and(|pagination| {
                    pagination.parameter == name || pagination.limit.as_deref() == Some(name)
                })
        };
        names.filter(|name| stored.properties.contains_key(*name) && !is_of_page(name)).collect()
    }

    /// Returns the sortings of a list: each with the value of the query parameter that selects it, and its
    /// clause.
    #[must_use]
    pub fn sortings<'s>(
        &'s self,
        operation: &'s Operation,
    ) -> Vec<(Option<&'s str>, Sorting, ClauseId)> {
        let clause = operation.clause().child("order");
        let parameter = match &operation.order {
            None => return Vec::new(),
            Some(Order::By(sorting)) => return vec![(None, sorting.clone(), clause)],
            Some(Order::Chosen(parameter)) => parameter,
        };
        let query = operation.query.as_deref().and_then(|query| self.object(query));
        let values =
            query.and_then(|query| self.resolve(&query.properties.get(parameter)?.schema).words());
        let stored =
            operation.resource.as_ref().and_then(|resource| self.object(&resource.type_name));
        let is_stored = |sorting: &Sorting| {
            stored.is_some_and(|object| object.properties.contains_key(&sorting.property))
        };
        let sorting = |value: &'s String| {
            let sorting = Some(Sorting::parse(value)).filter(is_stored)?;
            Some((Some(value.as_str()), sorting, clause.child(value)))
        };
        values.into_iter().flatten().filter_map(sorting).collect()
    }

    /// Returns the gap of a probe at a clause.
    #[must_use]
    pub fn gap_at(&self, probe: Probe, clause: &ClauseId) -> Option<&Gap> {
        let is_probe = |gap: &Gap| gap.observation == Observation::Probe(probe);
        self.gaps.values().find(|gap| is_probe(gap) && gap.place == clause.as_str())
    }

    /// Returns the schema of the list of resources in the response of an operation that lists.
    #[must_use]
    pub fn list_schema(&self, operation: &Operation) -> Option<&Schema> {
        let resource = operation.resource.as_ref()?;
        let type_name = operation.response_type()?;
        let schema = match &resource.returned_in {
            Some(name) => &self.object(type_name)?.properties.get(name)?.schema,
            None => self.schema(type_name)?,
        };
        Some(self.resolve(schema))
    }

    /// Returns the path parameter that names resources of a type.
    #[must_use]
    pub fn identity_parameter(&self, type_name: &str) -> Option<&str> {
        let resources =
            self.operations.values().filter_map(|operation| operation.resource.as_ref());
        let mut of_type = resources.filter(|resource| resource.type_name == type_name);
        of_type.find_map(|resource| resource.identified_by.as_deref())
    }

    /// Returns the operation that has an effect on single resources of a type, and whose path the contract
    /// shows.
    #[must_use]
    pub fn operation_with_effect(
        &self,
        effect: ResourceEffect,
        type_name: &str,
    ) -> Option<&Operation> {
        self.operations.values().find(|operation| {
            let own =
                |resource: &Resource| resource.effect == effect && resource.type_name == type_name;
            let is_own = operation.resource.as_ref().is_some_and(own);
            is_own && !operation.is_bulk() && operation.endpoint.is_some()
        })
    }
}

struct ClauseList<'s> {
    spec: &'s Spec,
    clauses: Vec<Clause>,
    discriminators: HashSet<ClauseId>,
    alternatives: HashSet<ClauseId>,
}

impl ClauseList<'_> {
    fn add(&mut self, id: &ClauseId, level: Level, statement: impl Into<String>, source: &str) {
        let (statement, source) = (statement.into(), source.to_owned());
        self.clauses.push(Clause { id: id.clone(), level, statement, source });
    }

    fn behaviour(&mut self, of: &ClauseId, behaviour: &Behaviour, level: Level, source: &str) {
        for (id, statement) in behaviour {
            self.add(&of.child("behaviour").child(id), level, statement.as_str(), source);
        }
    }

    fn refusals(&mut self, refusals: &[Refusal]) {
        for refusal in refusals {
            let statement = format!("{} Error: {}.", refusal.doc, refusal.error);
            self.add(&refusal.clause, refusal.level, statement, &refusal.source);
        }
    }
}

/// Returns a number with its unit in the singular or plural.
fn with_unit(number: u64, one: &str, many: &str) -> String {
    let unit = if number == 1 { one } else { many };
    format!("{number} {unit}")
}

impl Spec {
    /// Returns what an operation promises in addition to its effects: what it does with its resource, how a
    /// list is filtered, and how its pages are walked.
    #[must_use]
    pub fn promises(&self, operation: &Operation) -> Vec<(ClauseId, String)> {
        let of = |word: &str| operation.clause().child(word);
        let mut promises = Vec::new();
        if let Some(Resource { type_name: name, effect, .. }) = &operation.resource {
            promises.extend(effect.promise(name).map(|statement| (of(effect.name()), statement)));
            if let Some(header) =
                operation.resource.as_ref().and_then(|resource| resource.version.as_ref())
            {
                let statement =
                    format!("`{header}` is the version of the {name}, and changes with it");
                promises.push((of("version"), statement));
            }
            promises.extend(conditional(operation, name));
            for filter in self.filters(operation) {
                let statement = format!("`{filter}` excludes each {name} with another value");
                promises.push((of("filters").child(filter), statement));
            }
        }
        for (_, Sorting { property, direction }, clause) in self.sortings(operation) {
            let statement = format!("sorted by `{property}`, {}", direction.name());
            promises.push((clause, statement));
        }
        if let Some(Pagination { parameter, limit, stable, .. }) = &operation.pagination {
            let of = of("pagination");
            let statement =
                format!("a walk over the pages by `{parameter}` returns each resource once");
            promises.push((of.child("walk"), statement));
            let statement =
                limit.iter().map(|name| format!("a page has at most `{name}` resources"));
            promises.extend(statement.map(|statement| (of.child("limit"), statement)));
            let statement =
                "a walk returns each resource once, even if others are created meanwhile";
            promises.extend(stable.then(|| (of.child("stable"), statement.to_owned())));
        }
        promises.extend(operation.notices().into_iter().map(|notice| {
            let statement =
                format!("each success has the header `{}: {}`", notice.header, notice.value);
            (notice.clause, statement)
        }));
        promises
    }
}

/// Returns what an operation promises for requests with a condition or an idempotency key.
fn conditional(operation: &Operation, name: &str) -> Vec<(ClauseId, String)> {
    let of = |word: &str| operation.clause().child(word);
    let mut promises = Vec::new();
    if let Some(Precondition { header, error }) = &operation.precondition {
        let statement = format!(
            "a request whose `{header}` is not the version of the {name} results in {error}, and changes \
             nothing"
        );
        promises.push((of("precondition"), statement));
    }
    if let Some(header) = &operation.condition {
        let statement = format!(
            "a request whose `{header}` is the version of the {name} results in {NOT_MODIFIED}, without \
             a body"
        );
        promises.push((of("condition"), statement));
    }
    if let Some(Idempotency { header, reused }) = &operation.idempotency {
        let of = of("idempotency");
        let statement = format!(
            "requests with the same `{header}` and the same body create one {name}; another `{header}` \
             creates another one"
        );
        promises.push((of.clone(), statement));
        let statement = |error| format!("a known `{header}` with another body results in {error}");
        promises.extend(reused.iter().map(|error| (of.child("reused"), statement(error))));
    }
    promises
}

impl ClauseList<'_> {
    fn operation(&mut self, operation: &Operation) {
        let spec = self.spec;
        let of = |word: &str| operation.clause().child(word);
        let (level, source) = (operation.level, operation.source.as_str());
        if let Some(Endpoint { method, path }) = &operation.endpoint {
            let statement = format!("{method} {}{path}", spec.service.base_path);
            self.add(&of("path"), level, statement, source);
        }
        if let Some(request) = &operation.request {
            let statement = match operation.request_required {
                true => format!("a body is required: {request}"),
                false => format!("a body is optional: {request}"),
            };
            self.add(&of("request"), level, statement, source);
        }
        if let Some(response) = &operation.response {
            let status = response.status.map_or("a success".to_owned(), |s| s.to_string());
            let body = response.type_name.as_deref().unwrap_or("no body");
            let statement = format!("returns {status} with {body}");
            self.add(&of("response"), level, statement, source);
            if let Some(headers) = &response.headers {
                let statement = format!("returns the headers {headers}");
                self.add(&of("responseHeaders"), level, statement, source);
            }
        }
        if operation.error_body != spec.service.error_body {
            let statement = format!("errors have the body {}", operation.error_body);
            self.add(&of("errorBody"), level, statement, source);
        }
        if let Some(resource) = &operation.resource {
            let name = &resource.type_name;
            if let Some(unknown) = &resource.unknown {
                self.add(
                    &of("unknown"),
                    level,
                    format!("a {name} that does not exist: {unknown}"),
                    source,
                );
            }
            if let Some(foreign) = &resource.foreign {
                let statement = format!("a {name} of another team: {foreign}");
                self.add(&of("foreign"), level, statement, source);
            }
        }
        if let Some(unknown) =
            operation.pagination.as_ref().and_then(|pagination| pagination.unknown.as_ref())
        {
            let statement = format!("a cursor that the service did not issue: {unknown}");
            self.add(&operation.pagination_clause("unknown"), level, statement, source);
        }
        for (clause, statement) in spec.promises(operation) {
            self.add(&clause, level, statement, source);
        }
        for parameter in operation.parameters.values() {
            self.schema(&parameter.schema);
        }
        for effect in &operation.effects {
            self.add(&effect.clause, effect.level, effect.doc.as_str(), &effect.source);
            if effect.kind == EffectKind::StoresGiven {
                for name in spec.stored_properties(operation) {
                    let statement =
                        format!("`{name}` is stored and returned if the request has it");
                    self.add(&effect.clause.child(name), effect.level, statement, &effect.source);
                }
            }
        }
        self.refusals(&operation.refusals);
        self.behaviour(&operation.clause(), &operation.behaviour, level, source);
    }

    fn lifecycle(&mut self, lifecycle: &Lifecycle) {
        for step in &lifecycle.transitions {
            let statement = format!(
                "{} changes `{}` from {} to {}",
                step.operation,
                lifecycle.property,
                step.from.join(", "),
                step.to
            );
            self.add(&step.clause, step.level, statement, &step.source);
        }
        for situation in &lifecycle.situations {
            let statement = describe_situation(situation);
            self.add(&situation.clause, situation.level, statement, &situation.source);
        }
    }
}

fn describe_situation(situation: &Situation) -> String {
    let response = situation.response.phrases().join(", ");
    format!("{} {} returns: {response}", situation.doc, situation.operation)
}

impl ClauseList<'_> {
    fn add_keyword(&mut self, schema: &Schema, word: &str, statement: impl Into<String>) {
        self.add(&schema.clause.child(word), schema.level, statement, &schema.source);
    }

    fn schema(&mut self, schema: &Schema) {
        let types = self.spec.json_types(schema);
        if !types.is_empty() && !self.alternatives.contains(&schema.clause) {
            let names = types.into_iter().map(JsonType::name);
            let names: Vec<&str> = names.chain(schema.nullable.then_some("null")).collect();
            self.add_keyword(schema, "type", names.join(" or "));
        }
        if let Some(unit) = schema.unit {
            self.add_keyword(schema, "unit", format!("in {}", unit.name()));
        }
        if schema.nullable {
            self.add_keyword(schema, "nullable", "may be null");
        }
        if let Some(default) = &schema.default {
            self.add_keyword(schema, "default", format!("{default} when left out"));
        }
        if let Some(default) = &schema.default_description {
            self.add_keyword(schema, "default", format!("{default} when left out"));
        }
        if schema.generated {
            self.add_keyword(
                schema,
                "generated",
                "generated by the service when left out, and then kept",
            );
        }
        for constraint in schema.all_constraints() {
            self.add_keyword(schema, constraint.keyword.name(), constraint.sentence());
        }
        if let Some(words) = schema.words() {
            self.add_keyword(schema, "enum", format!("one of `{}`", words.join("`, `")));
        }
        if let Some(union) = schema.union() {
            let values: Vec<&str> = union.variants.keys().map(String::as_str).collect();
            let statement =
                format!("`{}` is one of `{}`", union.discriminator, values.join("`, `"));
            self.add_keyword(schema, "discriminator", statement);
        }
        if let Some(object) = schema.object() {
            self.object(object);
        }
        for (step, child) in schema.children() {
            if self.discriminators.contains(&child.clause) {
                continue;
            }
            if let Step::Property(_, Property { required: true, .. }) = step {
                self.add_keyword(child, "required", "always present");
            }
            self.schema(child);
        }
        self.behaviour(&schema.clause, &schema.behaviour, schema.level, &schema.source);
    }

    fn object(&mut self, object: &Object) {
        for rule in &object.rules {
            self.add(&rule.clause, rule.level, rule.doc.as_str(), &rule.source);
        }
        for effect in &object.effects {
            self.add(&effect.clause, effect.level, effect.doc.as_str(), &effect.source);
        }
        self.refusals(&object.refusals);
    }
}

impl ClauseList<'_> {
    fn service(&mut self) {
        let service = &self.spec.service;
        let of = ClauseId::new("service");
        self.behaviour(&of, &service.behaviour, Level::Must, &service.source);
        let statement = format!("every path starts with {}", service.base_path);
        self.add(&ClauseId::new("service.basePath"), Level::Must, statement, &service.source);
        let statement = format!("a path that belongs to no operation: {}", service.unknown_path);
        let row = self.spec.errors.get(&service.unknown_path);
        let source = row.map_or(service.source.as_str(), |row| row.source.as_str());
        self.add(&ClauseId::new("service.unknownPath"), Level::Must, statement, source);
        let statement = format!("bodies have the media type {}", service.media_type);
        self.add(&ClauseId::new("service.mediaType"), Level::Must, statement, &service.source);
        if let Some(versioning) = &service.versioning {
            let of = ClauseId::new("service.versioning");
            self.behaviour(&of, &versioning.behaviour, Level::Must, &versioning.source);
        }
    }

    fn authentication(&mut self) {
        for scheme in self.spec.service.authentication.values() {
            let statement = format!(
                "each request has the header `{}: {} <key>`; another scheme, or none, is rejected: {}",
                scheme.header, scheme.scheme, scheme.rejected
            );
            self.add(&scheme.clause("scheme"), scheme.level, statement, &scheme.source);
            for form in ["missing", "malformed", "revoked"] {
                let statement = format!("a key that is {form} is rejected: {}", scheme.rejected);
                self.add(&scheme.clause(form), scheme.level, statement, &scheme.source);
            }
            let statement = format!("a key without permission is rejected: {}", scheme.forbidden);
            self.add(&scheme.clause("permission"), scheme.level, statement, &scheme.source);
            let of = ClauseId::new(format!("authentication.{}", scheme.id));
            self.behaviour(&of, &scheme.behaviour, scheme.level, &scheme.source);
        }
    }

    fn errors(&mut self) {
        for row in self.spec.errors.values() {
            let mut add = |part, statement: String| {
                self.add(&row.clause(part), row.level, statement, &row.source);
            };
            add("status", format!("the status code is {}", row.status));
            match &row.text {
                ErrorText::Exact(text) => add("error", format!("the message is `{text}`")),
                ErrorText::Free(text) => {
                    add("error", format!("the message is `{text}` or another one"));
                }
                ErrorText::Described(description) if row.words.is_empty() => {
                    add("error", format!("the message says that {description}"));
                }
                ErrorText::Described(description) => {
                    let words = row.words.join("` or `");
                    add(
                        "error",
                        format!("the message contains `{words}` and says that {description}"),
                    );
                }
                ErrorText::NotShown => {}
            }
            if let Some(code) = &row.code {
                add("code", format!("the code is `{code}`"));
            }
            add("retry", row.retry.phrase().to_owned());
        }
    }

    fn retry_rules(&mut self) {
        let Some(retry) = &self.spec.service.retry else { return };
        let statuses: Vec<String> = retry.statuses.iter().map(u16::to_string).collect();
        let mut add = |part, level, statement| {
            let id = ClauseId::new("service.retry").child(part);
            self.add(&id, level, statement, &retry.source);
        };
        let statement =
            format!("clients repeat requests only after the status codes {}", statuses.join(", "));
        add("statuses", Level::Must, statement);
        let statement = format!(
            "a response with the status code {} has the header {}, in seconds",
            retry.header_status, retry.header
        );
        add("header", retry.header_level, statement);
        let statement = format!("clients wait at least as long as {} says", retry.header);
        add("wait", Level::Must, statement);
        let statement = "without the header, clients wait with exponential backoff and jitter";
        add("backoff", Level::Must, statement.to_owned());
        let statement = format!(
            "the delay is {} to the power of the attempt in seconds, at most {}, and up to {} of \
             jitter; at most {}",
            retry.base_seconds,
            with_unit(retry.cap_seconds.into(), "second", "seconds"),
            with_unit(retry.jitter_seconds.into(), "second", "seconds"),
            with_unit(retry.attempts.into(), "attempt", "attempts"),
        );
        add("pace", retry.pace_level, statement);
    }

    fn limits(&mut self) {
        for limit in self.spec.limits.values() {
            let id = ClauseId::new(format!("limits.{}", limit.id));
            let statement = format!("{} Exceeding it: {}.", limit.doc, limit.error);
            self.add(&id, Level::Must, statement, &limit.source);
        }
        for charge in self.spec.charges.values() {
            let id = ClauseId::new(format!("charges.{}", charge.id));
            let statement = match charge.credits {
                Some(0) => format!("{} No credits are charged.", charge.doc),
                Some(credits) => {
                    let credits = with_unit(credits.into(), "credit", "credits");
                    format!("{} {credits} per {}.", charge.doc, charge.per.name())
                }
                None => charge.doc.clone(),
            };
            let statement = match &charge.instead_of {
                Some(other) => format!("{statement} Replaces charges.{other}."),
                None => statement,
            };
            self.add(&id, Level::Must, statement, &charge.source);
        }
    }

    fn events(&mut self) {
        for channel in self.spec.channels.values() {
            for event in channel.events.values() {
                let id = channel.clause().child(&event.name);
                let carries = event.carries.iter().map(|name| format!(" The payload is {name}."));
                let statement = format!("{}{}", event.doc, carries.collect::<String>());
                self.add(&id, channel.level, statement, &channel.source);
            }
            self.behaviour(&channel.clause(), &channel.behaviour, channel.level, &channel.source);
        }
    }

    fn gaps(&mut self) {
        for gap in self.spec.gaps.values() {
            let id = ClauseId::new(format!("gaps.{}", gap.id));
            let statement = match &gap.observation {
                Observation::Probe(_) => gap.question.clone(),
                Observation::Unobservable(reason) => format!("{} ({reason})", gap.question),
            };
            self.add(&id, Level::Open, statement, &gap.source);
        }
    }
}
