//! Lint of what operations send and return: requests that HTTP can carry, responses that hold the resource, pages of
//! lists, and dates of deprecation.

use crate::lint::Lint;
use crate::lint::conditional::accepts_any;
use crate::lint::references::PlacedSchema;
use crate::model::{ClauseId, Operation, PaginationStyle, Resource, ResourceEffect, Sorting};
use crate::omission::Omission;
use crate::page::{JsonType, OperationPage, SchemaPage};
use crate::pattern::outside_shared_dialect;
use crate::resolve::{EntryPlace, kind};

/// Methods whose requests have no body that a server must read.
const WITHOUT_BODY: [&str; 4] = ["GET", "HEAD", "DELETE", "TRACE"];

/// Headers that belong to HTTP's own framing of messages.
const FRAMING: [&str; 6] =
    ["connection", "content-length", "content-type", "host", "te", "transfer-encoding"];

/// The status codes of responses that have no body.
const NO_CONTENT: [u16; 2] = [204, 205];

impl<'p> Lint<'p> {
    /// Checks the requests, responses and lists of operations.
    pub(super) fn calls(&self) {
        let mut identities = Vec::new();
        for (id, operation, place) in self.operations() {
            self.request(operation, &place);
            self.response(operation, &place);
            if let Some(resource) = &operation.resource {
                self.resource(id, operation, resource, &place);
                self.identity(operation, resource, &place, &mut identities);
            }
            let stored = self.spec.operations.get(id).and_then(|it| it.stored_resource());
            let changes = operation.resource.as_ref().map(|resource| resource.effect);
            let changes = changes.filter(|it| *it != ResourceEffect::Uses || stored.is_some());
            if let (None, Some((at, _))) =
                (changes, place.each("effects", &operation.effects).next())
            {
                let mistake = at.entry("the operation changes no stored resource");
                let help = "add `resource`, or say in `behaviour` what the operation does";
                self.report(mistake, help);
            }
            self.pagination(operation, &place);
            self.order(operation, &place);
            self.dates(operation, self.spec.operations.get(id), &place);
        }
    }

    fn find(&self, name: Option<&String>) -> Option<PlacedSchema<'p>> {
        self.types.get(name?).cloned()
    }

    fn request(&self, operation: &OperationPage, place: &EntryPlace<'_>) {
        if operation.path.as_ref().is_some_and(|path| path.contains(['?', '#'])) {
            let mistake = place.at("path").value("a path has neither a query nor a fragment");
            self.report(mistake, "under `query`, name the type of the query");
        }
        if let (Some(method), Some(_)) = (&operation.method, &operation.request)
            && WITHOUT_BODY.contains(&method.as_str())
        {
            let mistake = place.at("request").value(format!("a request with {method} has no body"));
            self.report(mistake, "remove it, or give the operation another method");
        }
        for (word, name) in [("query", &operation.query), ("headers", &operation.headers)] {
            if let Some(schema) = self.find(name.as_ref()) {
                self.check_flat(&schema, word, &place.at(word));
            }
        }
    }

    fn response(&self, operation: &OperationPage, place: &EntryPlace<'_>) {
        let Some(response) = &operation.response else { return };
        let place = place.at("response");
        if let Some(schema) = self.find(response.headers.as_ref()) {
            self.check_flat(&schema, "headers", &place.at("headers"));
        }
        let is_empty = response.status.is_some_and(|status| NO_CONTENT.contains(&status));
        let method = operation.method.as_deref();
        if method == Some("HEAD") {
            let mistake = place.entry("the language has no operations with HEAD");
            self.report_omission(
                mistake,
                "describe the operation with `GET` alone",
                Omission::Head,
            );
        } else if response.type_name.is_none() && !is_empty {
            let help =
                "add `type`, the type of the body; only the status codes 204 and 205 have none";
            let mistake = place.entry("the type of the body is missing");
            self.report_omission(mistake, help, Omission::EmptyBodies);
        } else if response.type_name.is_some() && is_empty {
            let mistake = place.at("type").entry("a response with this status code has no body");
            self.report(mistake, "remove it, or give the response another status code");
        }
    }

    /// Reports a type that cannot be written as a query or as headers: anything but an object of scalars and
    /// lists of scalars.
    fn check_flat(&self, schema: &PlacedSchema<'p>, word: &str, place: &EntryPlace<'_>) {
        if schema.page.properties.is_none() {
            let mistake = place.value(format!("the type of `{word}` is not an object"));
            self.report(mistake, "name an object whose properties are the parameters");
            return;
        }
        let names: Vec<&String> = schema.page.properties.iter().flatten().map(|(n, _)| n).collect();
        for name in names {
            let Some(property) = schema.property(name) else { continue };
            if word == "headers" && !is_header_name(name) {
                let message = format!("`{name}` cannot be a header of an operation");
                let help = "write a name of letters, digits and any of !#$%&'*+-.^_`|~; remove a header that \
                            HTTP itself sets, such as `Content-Length`";
                self.report(property.place.entry(message), help);
            }
            let item = property.items();
            let is_fit = match item {
                Some(item) => self.is_scalar(item.page),
                None => self.is_scalar(property.page),
            };
            if !is_fit {
                let message = format!("`{name}` cannot be written as a parameter");
                let help = "make it a string, a number, a boolean or a list of them, without \
                            `nullable`";
                let mistake = property.place.entry(message);
                self.report_omission(mistake, help, Omission::Parameters);
            }
        }
    }

    fn is_scalar(&self, page: &SchemaPage) -> bool {
        let named = page.reference.as_ref().and_then(|name| self.types.get(name));
        let page = named.map_or(page, |schema| schema.page);
        // A missing type is reported at the schema.
        let is_fit = kind(page).is_none_or(|kind| match kind {
            JsonType::Boolean | JsonType::Integer | JsonType::Number | JsonType::String => true,
            JsonType::Any | JsonType::Array | JsonType::Object => false,
        });
        is_fit && !page.nullable && page.one_of.is_none() && page.variants.is_none()
    }

    fn resource(
        &self,
        id: &str,
        operation: &OperationPage,
        resource: &Resource,
        place: &EntryPlace<'_>,
    ) {
        let effect = resource.effect;
        let request = self.find(operation.request.as_ref());
        if effect.needs_identity() && resource.identified_by.is_none() && request.is_none() {
            // The missing identity is reported.
            return;
        }
        let is_bulk = effect.stores_several() && resource.identified_by.is_none();
        if effect == ResourceEffect::Creates && operation.request_required == Some(false) {
            let mistake =
                place.at("requestRequired").entry("an operation that creates needs its body");
            self.report(mistake, "remove it; a body whose properties are all optional may be `{}`");
        }
        if effect == ResourceEffect::Uses {
            let is_changed =
                self.spec.operations.get(id).is_some_and(|it| self.spec.is_changing_action(it));
            for (word, given) in
                [("returnedIn", &resource.returned_in), ("version", &resource.version)]
            {
                let is_shown = word == "returnedIn" && is_changed;
                if given.is_some() && !is_shown {
                    let message = format!(
                        "the response to an operation that uses a resource is another: `{word}`"
                    );
                    let help =
                        "remove it, or let the operation read, update or replace the resource";
                    self.report(place.at("resource").at(word).entry(message), help);
                }
            }
            if resource.identified_by.is_none() {
                let mistake = place.at("resource").entry("an operation uses one resource");
                self.report(mistake, "add `identifiedBy`, the path parameter that names it");
            }
            return;
        }
        if let Some(request) = request.filter(|_| effect.stores() || is_bulk) {
            self.stored(resource, &request, is_bulk, place);
        }
        let body = operation.response.as_ref().and_then(|response| response.type_name.as_ref());
        let place = place.at("resource");
        if effect.is_of_jobs() || matches!(effect, ResourceEffect::Deletes | ResourceEffect::Uses) {
            return;
        }
        let Some(body) = self.find(body) else {
            if effect == ResourceEffect::Reads || effect == ResourceEffect::Lists {
                let message =
                    format!("an operation that {} resources must return them", effect.name());
                let help = "add `response` with the `type` of the body";
                self.report(place.at("effect").value(message), help);
            }
            return;
        };
        let returned = match &resource.returned_in {
            Some(name) => body.property(name),
            None => Some(body),
        };
        let Some(returned) = returned else { return };
        let is_list = effect == ResourceEffect::Lists || is_bulk;
        let Some(opened) = self.resolve(returned) else { return };
        let held = match opened.items() {
            Some(items) if is_list => match self.resolve(items) {
                Some(held) => Some(held),
                None => return,
            },
            None if !is_list => Some(opened),
            Some(_) | None => None,
        };
        let Some(stored) = self.types.get(&resource.type_name) else { return };
        if held.is_none_or(|held| held.place.path() != stored.place.path()) {
            let wanted = if is_list { "a list of " } else { "the " };
            let message = format!("this is not {wanted}`{}`", resource.type_name);
            let at = if resource.returned_in.is_some() { place.at("returnedIn") } else { place };
            self.report(
                at.entry(message),
                "under `returnedIn`, name the property of the response body that holds it; without \
                 `returnedIn`, the whole body is the resource",
            );
        }
    }

    /// Reports an identity that is not any UUID: a server issues identities, and the suite sends UUIDs as unknown
    /// ones. A type that is `known` was reported at an earlier operation.
    fn identity(
        &self,
        operation: &OperationPage,
        resource: &Resource,
        place: &EntryPlace<'_>,
        known: &mut Vec<ClauseId>,
    ) {
        let stored = match resource.effect {
            ResourceEffect::Starts => self.started(operation),
            effect if effect != ResourceEffect::Lists && self.is_job(&resource.type_name) => None,
            _ => self.types.get(&resource.type_name).cloned(),
        };
        let stored = stored.and_then(|stored| stored.property(&resource.identity));
        let named = resource.identified_by.as_ref().and_then(|name| {
            let page = operation.parameters.get(name)?;
            Some(PlacedSchema { page, place: place.at("parameters").at(name) })
        });
        for (word, at) in [("identity", stored), ("identifiedBy", named)] {
            let is_read = |at: &&PlacedSchema<'_>| {
                at.page.pattern.as_deref().and_then(outside_shared_dialect).is_none()
            };
            let schema = at.as_ref().filter(is_read).and_then(|at| at.resolved(self.spec));
            let schema = schema.map(|schema| self.spec.resolve(schema));
            let wrong = schema.filter(|schema| !accepts_any(schema, true));
            if let Some(schema) = wrong.filter(|schema| !known.contains(&schema.clause)) {
                known.push(schema.clause.clone());
                let place = place.at("resource").at(word);
                let mistake = place.value("an identity must be a string that may be any UUID");
                let help = "give the property and the path parameter `type = \"string\"`, without limits or with \
                            `format = \"uuid\"`; say the form of the identities in `doc`";
                self.report_omission(mistake, help, Omission::Identities);
            }
        }
    }

    /// Returns the part of the response that holds the identity of a started job.
    pub(super) fn started(&self, operation: &OperationPage) -> Option<PlacedSchema<'p>> {
        let body = self.find(operation.response.as_ref()?.type_name.as_ref())?;
        match &operation.resource.as_ref()?.returned_in {
            Some(name) => self.resolve(body.property(name)?),
            None => Some(body),
        }
    }

    /// Reports a body that does not determine what is stored, and items of a list that do not identify their
    /// resource.
    fn stored(
        &self,
        resource: &Resource,
        request: &PlacedSchema<'p>,
        is_bulk: bool,
        place: &EntryPlace<'_>,
    ) {
        let place = place.at("request");
        if !is_bulk {
            if request.page.properties.is_none() {
                let message = format!(
                    "the body of an operation that {} a resource must be an object",
                    resource.effect.name()
                );
                let mistake = place.value(message).with_help("name the type of an object");
                let is_list = request.items().is_some();
                self.push(mistake.with_omission(is_list.then_some(Omission::BulkCreation)));
            }
            return;
        }
        let item = request.items().and_then(|item| self.resolve(item));
        let is_required = item.is_some_and(|item| item.page.required.contains(&resource.identity));
        if !is_required {
            let message = format!("the items do not identify a `{}`", resource.type_name);
            let help = format!(
                "add `identifiedBy` to the resource, or make `{}` required in each item of the list",
                resource.identity
            );
            self.report(place.value(message), help);
        }
    }

    /// Returns the type that a reference names, or the schema itself. Returns `None` for an unknown type.
    pub(super) fn resolve(&self, at: PlacedSchema<'p>) -> Option<PlacedSchema<'p>> {
        match &at.page.reference {
            Some(name) => self.types.get(name).cloned(),
            None => Some(at),
        }
    }

    fn order(&self, operation: &OperationPage, place: &EntryPlace<'_>) {
        let Some(order) = &operation.order else { return };
        let stored = operation.resource.as_ref().map(|resource| &resource.type_name);
        let stored = self.find(stored);
        let place = place.at("order");
        if let Some(property) = &order.by {
            self.sorting(property, stored.as_ref(), &place.at("by"));
        }
        let Some(parameter) = &order.parameter else { return };
        let place = place.at("parameter");
        if operation.query.is_none() {
            let message = format!("the operation has no query parameter `{parameter}`");
            let help = "name the type of the query parameters as `query`, or remove `parameter`";
            self.report(place.value(message), help);
            return;
        }
        let query = self.find(operation.query.as_ref());
        let known =
            query.as_ref().map(|query| query.place.at("properties").keys()).unwrap_or_default();
        let Some(property) = query.and_then(|query| query.property(parameter)) else {
            self.push(place.unknown("property", parameter, &known));
            return;
        };
        let Some(resolved) = self.resolve(property) else { return };
        match &resolved.page.enumeration {
            Some(values) => {
                for (place, value) in resolved.place.each("enum", values) {
                    let property = Sorting::parse(value).property;
                    self.sorting(&property, stored.as_ref(), &place);
                }
            }
            None => {
                let mistake = place.value(format!("`{parameter}` does not list the orders"));
                let help = "add an `enum` of properties of the resource, with a `-` before each property whose \
                            largest value comes first";
                self.report(mistake, help);
            }
        }
    }

    /// Reports a property whose values have no order.
    fn sorting(&self, name: &str, stored: Option<&PlacedSchema<'p>>, place: &EntryPlace<'_>) {
        let Some(stored) = stored.filter(|schema| schema.page.properties.is_some()) else { return };
        let Some(property) = stored.property(name) else {
            let known = stored.place.at("properties").keys();
            self.push(place.unknown("property", name, &known));
            return;
        };
        if self.resolve(property).is_some_and(|resolved| !is_ordered(resolved.page)) {
            let mistake = place.value(format!("the values of `{name}` have no order"));
            let help = "sort by numbers, dates, points in time or strings without `enum`";
            self.report(mistake, help);
        }
    }

    fn pagination(&self, operation: &OperationPage, place: &EntryPlace<'_>) {
        let Some(pagination) = &operation.pagination else { return };
        let place = place.at("pagination");
        let body = operation.response.as_ref().and_then(|response| response.type_name.as_ref());
        let (query, body) = (self.find(operation.query.as_ref()), self.find(body));
        let job = operation.resource.as_ref().map(|resource| &resource.type_name);
        let job = self.find(job.filter(|name| self.is_job(name)));
        if let (Some(name), Some(stored)) = (&pagination.items, &job) {
            match stored.property(name).map(|property| self.resolve(property)) {
                None => {
                    let known = stored.place.at("properties").keys();
                    self.push(place.at("items").unknown("property", name, &known));
                }
                Some(Some(property)) if property.items().is_none() => {
                    let mistake = place.at("items").value(format!("`{name}` is not a list"));
                    self.report(mistake, "name the property with the results, a list");
                }
                Some(_) => {}
            }
        }
        let counts = pagination.style != PaginationStyle::Cursor;
        let named = [
            ("parameter", Some(&pagination.parameter), &query, counts),
            ("limit", pagination.limit.as_ref(), &query, true),
            ("next", pagination.next.as_ref(), &body, false),
        ];
        for (word, name, of, is_count) in named {
            let Some(name) = name else { continue };
            let known = of.as_ref().map(|of| of.place.at("properties").keys()).unwrap_or_default();
            let Some(property) = of.as_ref().and_then(|of| of.property(name)) else {
                self.push(place.at(word).unknown("property", name, &known));
                continue;
            };
            if is_count && kind(property.page).is_some_and(|kind| kind != JsonType::Integer) {
                let mistake = place.at(word).value(format!("`{name}` is not an integer"));
                self.report(mistake, "give it `type = \"integer\"`");
            }
        }
    }

    fn dates(&self, page: &OperationPage, model: Option<&Operation>, place: &EntryPlace<'_>) {
        let stated = [("deprecatedSince", &page.deprecated_since), ("sunset", &page.sunset)];
        for (word, _) in stated.into_iter().filter(|(_, date)| date.is_some()) {
            if page.deprecated.is_none() {
                let help = "add `deprecated`, with a sentence that says what to call instead";
                self.report(place.at(word).entry("the operation is not deprecated"), help);
            }
            if page.response.is_none() {
                let help = "add `response`, or remove this date";
                self.report(
                    place
                        .at(word)
                        .entry("the operation has no `response` whose header could have the date"),
                    help,
                );
            }
        }
        let dates = model.and_then(|model| model.deprecated_since.zip(model.sunset));
        if dates.is_some_and(|(since, sunset)| sunset <= since) {
            let mistake = place.at("sunset").value("`sunset` is not after `deprecatedSince`");
            self.report(mistake, "write a later date");
        }
    }
}

/// Returns whether a name is a token (RFC 9110, section 5.6.2) that an operation may use as a header.
pub(super) fn is_header_name(name: &str) -> bool {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    let is_framing = FRAMING.iter().any(|header| header.eq_ignore_ascii_case(name));
    !name.is_empty() && name.bytes().all(is_token) && !is_framing
}

/// Formats of strings whose values have an order of their own.
const ORDERED: [&str; 2] = ["date", "date-time"];

/// Returns whether the values of a schema have an order that every server agrees on. The contract states no
/// order for the values of an `enum`.
fn is_ordered(page: &SchemaPage) -> bool {
    let is_ordered = kind(page).is_none_or(|kind| match kind {
        JsonType::Integer | JsonType::Number | JsonType::String => true,
        JsonType::Any | JsonType::Array | JsonType::Boolean | JsonType::Object => false,
    });
    let is_listed = page.enumeration.is_some()
        || page.discriminator_of.is_some()
        || page.events_of.is_some()
        || page.one_of.is_some();
    let format = page.format.as_deref();
    is_ordered && !is_listed && format.is_none_or(|format| ORDERED.contains(&format))
}
