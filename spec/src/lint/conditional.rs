//! Lint of requests that headers make conditional, by versions and by idempotency keys.

use crate::lint::Lint;
use crate::lint::references::PlacedSchema;
use crate::model::{
    CONDITION, Keyword, Operand, PRECONDITION, PRECONDITION_FAILED, ResourceEffect, Schema, Shape,
    StringFormat, VERSION,
};
use crate::page::OperationPage;
use crate::resolve::EntryPlace;

/// The length of a UUID; the suite uses UUIDs as keys.
const UUID_LENGTH: u64 = 36;

/// The requirements for a header.
struct WantedHeader<'w> {
    /// The name of the type of the headers.
    headers: Option<&'w String>,
    /// The key of the page that names the type.
    word: &'w str,
    /// The name that HTTP prescribes, if it prescribes one.
    name: Option<&'static str>,
    /// Whether the header has idempotency keys, and so may have limits that every UUID meets.
    is_key: bool,
}

impl<'p> Lint<'p> {
    /// Checks versions, preconditions and keys of operations.
    pub(super) fn conditions(&self) {
        for (_, page, place) in self.operations() {
            self.version(page, &place);
            self.precondition(page, &place);
            self.conditional_read(page, &place);
            self.idempotency(page, &place);
        }
    }

    fn version(&self, page: &OperationPage, place: &EntryPlace<'_>) {
        let Some((resource, name)) = page
            .resource
            .as_ref()
            .and_then(|resource| Some((resource, resource.version.as_ref()?)))
        else {
            return;
        };
        let place = place.at("resource").at("version");
        let has_one_resource = match resource.effect {
            ResourceEffect::Creates => true,
            ResourceEffect::Reads | ResourceEffect::Updates | ResourceEffect::Replaces => {
                resource.identified_by.is_some()
            }
            ResourceEffect::Lists
            | ResourceEffect::Deletes
            | ResourceEffect::Starts
            | ResourceEffect::Cancels
            | ResourceEffect::Uses => false,
        };
        if !has_one_resource {
            let help = "remove it, or move it to the operation that reads one resource";
            self.report(place.entry("only a response with one resource has a version"), help);
            return;
        }
        let headers = page.response.as_ref().and_then(|response| response.headers.as_ref());
        let wanted =
            WantedHeader { headers, word: "response.headers", name: Some(VERSION), is_key: false };
        let Some(header) = self.header(name, &wanted, &place) else { return };
        if !header.page.required.contains(name) {
            let help = format!("add it to `required` of `{}`", headers.map_or("", |name| name));
            self.report(place.value("the header of a version must be required"), help);
        }
    }

    fn precondition(&self, page: &OperationPage, place: &EntryPlace<'_>) {
        let Some(precondition) = &page.precondition else { return };
        let place = place.at("precondition");
        let changes = page.resource.as_ref().is_some_and(|resource| match resource.effect {
            ResourceEffect::Updates | ResourceEffect::Replaces | ResourceEffect::Deletes => {
                resource.identified_by.is_some()
            }
            ResourceEffect::Creates
            | ResourceEffect::Reads
            | ResourceEffect::Lists
            | ResourceEffect::Starts
            | ResourceEffect::Cancels
            | ResourceEffect::Uses => false,
        });
        if !changes {
            let help = "remove it; only an operation that updates, replaces or deletes one resource has a \
                        precondition";
            self.report(place.entry("the operation changes no stored resource"), help);
            return;
        }
        let headers = page.headers.as_ref();
        let wanted =
            WantedHeader { headers, word: "headers", name: Some(PRECONDITION), is_key: false };
        self.header(&precondition.header, &wanted, &place.at("header"));
        let row = self.spec.errors.get(&precondition.error);
        if let Some(row) = row.filter(|row| row.status != PRECONDITION_FAILED) {
            let message = format!("`{}` has the status code {}", row.id, row.status);
            let help = format!(
                "name an error with the status code {PRECONDITION_FAILED}, as RFC 9110 prescribes"
            );
            self.report(place.at("error").value(message), help);
        }
        let type_name = page.resource.as_ref().map(|resource| resource.type_name.as_str());
        if let Some(name) = type_name.filter(|name| !self.reads_version(name)) {
            let message = format!("no operation returns the version of a `{name}`");
            let help = format!(
                "add `version = \"{VERSION}\"` to the `resource` of an operation that reads one"
            );
            self.report(place.entry(message), help);
        }
    }

    /// Returns whether an operation reads one resource of a type with its version.
    fn reads_version(&self, type_name: &str) -> bool {
        let reads = self.spec.operation_with_effect(ResourceEffect::Reads, type_name);
        reads
            .and_then(|operation| operation.resource.as_ref())
            .is_some_and(|resource| resource.version.is_some())
    }

    fn conditional_read(&self, page: &OperationPage, place: &EntryPlace<'_>) {
        let Some(condition) = &page.condition else { return };
        let place = place.at("condition");
        let read = page.resource.as_ref().filter(|it| it.effect == ResourceEffect::Reads);
        if read.is_none_or(|resource| resource.version.is_none()) {
            let help = format!(
                "remove it, or add `version = \"{VERSION}\"` to the `resource` of an operation that \
                 reads"
            );
            self.report(place.entry("the operation reads no resource with a version"), help);
            return;
        }
        let headers = page.headers.as_ref();
        let wanted =
            WantedHeader { headers, word: "headers", name: Some(CONDITION), is_key: false };
        self.header(&condition.header, &wanted, &place.at("header"));
    }

    fn idempotency(&self, page: &OperationPage, place: &EntryPlace<'_>) {
        let Some(idempotency) = &page.idempotency else { return };
        let place = place.at("idempotency");
        let effect = page.resource.as_ref().map(|resource| resource.effect);
        if effect != Some(ResourceEffect::Creates) {
            let help = "remove it, or give the `resource` the effect `creates`";
            self.report(place.entry("the operation creates no resource"), help);
            return;
        }
        let headers = page.headers.as_ref();
        let wanted = WantedHeader { headers, word: "headers", name: None, is_key: true };
        self.header(&idempotency.header, &wanted, &place.at("header"));
    }

    /// Returns the type of the headers. Reports a header that the type does not have, or that rejects some versions or
    /// keys.
    fn header(
        &self,
        name: &String,
        wanted: &WantedHeader<'_>,
        place: &EntryPlace<'_>,
    ) -> Option<PlacedSchema<'p>> {
        let Some(headers) = wanted.headers else {
            let message = format!("the operation has no header `{name}`");
            let help =
                format!("under `{}`, name a type that has the header as a property", wanted.word);
            self.report(place.value(message), help);
            return None;
        };
        if let Some(prescribed) = wanted.name.filter(|prescribed| prescribed != name) {
            let help = format!("write `{prescribed}`, as RFC 9110 prescribes");
            let message = format!("`{name}` is not the header in which HTTP sends the version");
            self.report(place.value(message), help);
            return None;
        }
        // A missing type is reported where it is named.
        let object = self.types.get(headers)?.clone();
        let Some(property) = object.property(name) else {
            let known = object.place.at("properties").keys();
            self.push(place.unknown("header", name, &known));
            return None;
        };
        let schema = property.resolved(self.spec).map(|schema| self.spec.resolve(schema));
        if schema.is_some_and(|schema| !accepts_any(schema, wanted.is_key)) {
            let (message, help) = if wanted.is_key {
                ("the header rejects some UUIDs", "make it a string that may have 36 characters")
            } else {
                ("the header rejects some versions", "make it a string without limits")
            };
            self.report(property.place.entry(message), help);
        }
        Some(object)
    }
}

/// Returns whether a header accepts any version, or any idempotency key that the suite makes.
pub(super) fn accepts_any(schema: &Schema, is_key: bool) -> bool {
    let is_met = |keyword, operand: &Operand| match (keyword, operand) {
        (Keyword::MaxLength, Operand::Number(max_length)) => {
            max_length.as_u64() >= Some(UUID_LENGTH)
        }
        (Keyword::MinLength, Operand::Number(min_length)) => {
            min_length.as_u64() <= Some(UUID_LENGTH)
        }
        (Keyword::Format, Operand::Format(format)) => *format == StringFormat::Uuid,
        _ => false,
    };
    let mut constraints = schema.constraints.iter();
    schema.shape == Shape::String
        && constraints.all(|constraint| is_key && is_met(constraint.keyword, &constraint.operand))
}
