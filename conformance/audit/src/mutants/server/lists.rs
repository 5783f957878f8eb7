//! Mutants of lists with wrong pages, cursors or order.

use webdata_reference::Fault;
use webdata_reference::faults::{ResourceFault, ResourceMistake, SortMistake};
use webdata_spec::model::{
    ClauseId, Keyword, Operation, Order, Pagination, PaginationStyle, ResourceEffect, Shape,
};

use super::builder::FaultBuilder;
use webdata_spec::kebab;

/// The minimum length of a string that no resource has by chance.
const RARE_LENGTH: u64 = 5;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(resource) = operation.resource.as_ref() else { return };
    if resource.effect != ResourceEffect::Lists {
        return;
    }
    if faults.spec.filters(operation).iter().any(|name| has_rare_values(faults, operation, name)) {
        let clause = operation.clause().child("lists");
        let description = "rejects a request for an empty list.";
        add(
            faults,
            operation,
            &clause,
            "empty-refused",
            description,
            ResourceMistake::RejectsEmptyList,
        );
    }
    if let Some(pagination) = &operation.pagination {
        pages(faults, operation, pagination);
    }
    orders(faults, operation);
}

fn add(
    faults: &mut FaultBuilder<'_>,
    operation: &Operation,
    clause: &ClauseId,
    suffix: &str,
    description: &str,
    mistake: ResourceMistake,
) {
    let id = &operation.id;
    let fault = Fault::Resource(ResourceFault { operation: id.clone(), mistake });
    faults.add(Some(operation), clause, suffix, format!("{id} {description}"), fault);
}

fn pages(faults: &mut FaultBuilder<'_>, operation: &Operation, pagination: &Pagination) {
    let creates = operation.resource.as_ref().and_then(|resource| {
        faults.spec.operation_with_effect(ResourceEffect::Creates, &resource.type_name)
    });
    let is_walked = creates.is_some() && pagination.limit.is_some();
    let walk = operation.pagination_clause("walk");
    let mut add = |clause: &ClauseId, suffix: &str, description: &str, mistake: ResourceMistake| {
        add(faults, operation, clause, suffix, description, mistake);
    };
    let description = "begins a page with the last resource of the page before.";
    add(&walk, "repeats-at-border", description, ResourceMistake::RepeatsAtBorder);
    let description = "leaves out a resource between two pages.";
    add(&walk, "skips-at-border", description, ResourceMistake::SkipsAtBorder);
    add(&walk, "ignores-page", "always returns the first page.", ResourceMistake::IgnoresPage);
    if pagination.limit.is_some() {
        let limit = operation.pagination_clause("limit");
        add(&limit, "ignores-limit", "returns all resources.", ResourceMistake::IgnoresLimit);
        let description = "returns one resource more than the limit.";
        add(&limit, "one-too-many", description, ResourceMistake::OneTooMany);
    }
    if pagination.stable {
        let stable = operation.pagination_clause("stable");
        let description = "lists the newest resource first, so that pages shift.";
        add(&stable, "newest-first", description, ResourceMistake::NewestFirst);
    }
    if pagination.style == PaginationStyle::Cursor && is_walked {
        let description = "repeats resources when others were created between two pages.";
        add(&walk, "repeats-when-created", description, ResourceMistake::RepeatsWhenCreated);
        let description = "leaves out resources when others were created between two pages.";
        add(&walk, "skips-when-created", description, ResourceMistake::SkipsWhenCreated);
    }
    if pagination.unknown.is_some() {
        let unknown = operation.pagination_clause("unknown");
        let description = "accepts any string as the cursor of the first page.";
        add(&unknown, "takes-any-cursor", description, ResourceMistake::TakesAnyCursor);
        let description = "rejects a wrong cursor like any malformed request.";
        add(&unknown, "answers-malformed", description, ResourceMistake::WrongCursorMalformed);
    }
}

/// Adds lists that are sorted wrongly by properties that a creation can set. Other properties may have equal
/// values.
fn orders(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let spec = faults.spec;
    let Some(resource) = &operation.resource else { return };
    let creates = spec.operation_with_effect(ResourceEffect::Creates, &resource.type_name);
    let stored = creates.map(|operation| spec.stored_properties(operation)).unwrap_or_default();
    let is_chosen = matches!(operation.order, Some(Order::Chosen(_)));
    for (value, sorting, clause) in spec.sortings(operation) {
        let name = &sorting.property;
        if !stored.contains(&name.as_str()) {
            continue;
        }
        let schema =
            spec.object(&resource.type_name).and_then(|object| object.properties.get(name));
        let is_number = schema.is_some_and(|property| {
            matches!(faults.spec.resolve(&property.schema).shape, Shape::Integer | Shape::Number)
        });
        let is_split =
            operation.pagination.as_ref().is_some_and(|pagination| pagination.limit.is_some());
        let mistakes = [
            ("unsorted", "is not sorted", SortMistake::Never, true),
            ("reversed", "is sorted in reverse", SortMistake::Reversed, true),
            ("each-page", "is sorted page by page", SortMistake::EachPage, is_split),
            ("as-text", "compares numbers as strings", SortMistake::AsText, is_number),
        ];
        let by = value.filter(|_| is_chosen).map(|value| format!(" by `{value}`"));
        for (suffix, description, mistake, _) in
            mistakes.into_iter().filter(|(.., applies)| *applies)
        {
            let description = format!("{description}{}.", by.as_deref().unwrap_or_default());
            let mistake = ResourceMistake::Sorts(value.map(str::to_owned), mistake);
            add(faults, operation, &clause, &kebab(suffix), &description, mistake);
        }
    }
}

/// Returns whether a filter accepts strings that no resource has by chance.
fn has_rare_values(faults: &FaultBuilder<'_>, operation: &Operation, name: &str) -> bool {
    let query = operation.query.as_deref().and_then(|query| faults.spec.object(query));
    let Some(property) = query.and_then(|query| query.properties.get(name)) else { return false };
    let schema = faults.spec.resolve(&property.schema);
    let schema = schema.items().map_or(schema, |items| faults.spec.resolve(items));
    let max_length = schema.count(Keyword::MaxLength);
    schema.shape == Shape::String
        && schema.pattern().is_none()
        && schema.format().is_none()
        && max_length.is_none_or(|length| length >= RARE_LENGTH)
}
