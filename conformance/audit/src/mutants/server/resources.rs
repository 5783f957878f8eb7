//! Mutants of operations: they store wrong values, or create, find, list or remove the wrong resources. Also mutants of
//! versions, jobs and webhooks.

use webdata_spec::json_schema::MINIMUM_INTERVAL;
use webdata_spec::kebab;
use webdata_spec::model::{
    ANY_VERSION, Authentication, ClauseId, EffectKind, Keyword, Level, Operation, Order,
    Pagination, PaginationStyle, Resource, ResourceEffect, Schema, Shape, Transport,
};

use super::{DifferenceBuilder, JOBS, STORAGE, WEBHOOKS, stores_given};
use crate::differences::{
    ContractChange, Conversion, DeliveryMistake, Deviation, Edit, ExactPlace, HeaderChange, Inside,
    Reach, ResourceMistake, ResponseKind, ResponseOverride, Rewrite, SortMistake, StorageMistake,
    ValueClass, ValuePath, ValueSelector,
};

/// The minimum length of a string that no resource has by chance.
const RARE_LENGTH: u64 = 5;

/// Adds the mutants of updates that store the wrong values.
pub(super) fn storage(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    // For operations on several resources, `derive` adds a mutant.
    if operation.is_bulk() {
        return;
    }
    let properties = builder.spec.stored_properties(operation);
    let body = builder.request(operation).and_then(Schema::object);
    let rejections = rejections(builder, operation);
    let late_checks = late_checks(builder, operation, properties.first().copied());
    let mut add = |clause: &ClauseId, suffix: &str, description: &str, mistake: StorageMistake| {
        let what = Deviation::Inside(Inside::Storage(mistake));
        builder.add(STORAGE, clause, suffix, description.to_owned(), what);
    };
    let effect =
        |kind: EffectKind| operation.effects.iter().find(move |effect| effect.kind == kind);
    let stores = stores_given(operation);
    if let Some(stores) = stores {
        for name in &properties {
            let clause = stores.clause.child(name);
            let description = format!("A given `{name}` is returned and not stored.");
            add(&clause, "not-stored", &description, StorageMistake::NotStored((*name).to_owned()));
            let description = format!("The response shows `{name}` as it was before the update.");
            add(&clause, "stale-answer", &description, StorageMistake::Stale((*name).to_owned()));
        }
    }
    // Only an update can leave a resource unchanged. A created or replaced resource may contain new identities.
    let updates = operation.resource_effect() == Some(ResourceEffect::Updates);
    let updates = stores.filter(|_| updates);
    if let Some(stores) = updates {
        // A server may merge a list with the stored one.
        let is_list = |name: &str| {
            let property = body.and_then(|object| object.properties.get(name));
            let items = property.and_then(|property| property.schema.items());
            items.is_some_and(|items| !items.is_reference())
        };
        let apart: Vec<&str> = properties.iter().copied().filter(|name| !is_list(name)).collect();
        // Each property is combined with the next one, and with a distant one.
        let count = apart.len();
        let far = (count / 2).max(2);
        for (index, name) in apart.iter().enumerate().filter(|_| count > 2) {
            for beside in [(index + 1) % count, (index + far) % count].map(|at| apart[at]) {
                if beside == *name {
                    continue;
                }
                let description =
                    format!("A `{name}` that is given beside `{beside}` is not stored.");
                let suffix = format!("not-stored-beside-{}", kebab(beside));
                let (property, beside) = ((*name).to_owned(), beside.to_owned());
                let mistake = StorageMistake::NotStoredBeside { property, beside };
                add(&stores.clause.child(name), &suffix, &description, mistake);
            }
        }
        let description = "A body that was sent before is confirmed and not stored again.";
        let mistake = StorageMistake::NotStoredAgain;
        add(&stores.clause, "not-stored-again", description, mistake);
    }
    if let Some(keeps) = effect(EffectKind::KeepsOmitted) {
        for name in &properties {
            let description =
                format!("An update without `{name}` resets the property to its initial value.");
            let suffix = format!("wipes-{}", kebab(name));
            add(&keeps.clause, &suffix, &description, StorageMistake::Wipes((*name).to_owned()));
        }
        for name in &properties {
            let description = format!("A given `{name}` is stored in every resource of the team.");
            let suffix = format!("stores-{}-everywhere", kebab(name));
            let mistake = StorageMistake::StoredEverywhere((*name).to_owned());
            add(&keeps.clause, &suffix, &description, mistake);
        }
        let (suffix, mistake) = ("loses-concurrent-update", StorageMistake::LostUpdate);
        add(&keeps.clause, suffix, "Of two updates at once, one is lost.", mistake);
    }
    if let Some(keeps) = effect(EffectKind::RefusalKeepsAll) {
        for (at, row) in rejections.iter().enumerate() {
            // The first rejection is that of the body, and the others are those of keys. A server that stores before it
            // checks the key does so with every property, so one property is enough.
            let count = if at == 0 { properties.len() } else { 1 };
            for name in properties.iter().take(count) {
                let description = format!("A `{name}` is stored although the request gets {row}.");
                let suffix = format!("stores-{}-beside-{}", kebab(name), kebab(row));
                let (property, row) = ((*name).to_owned(), row.clone());
                let mistake = StorageMistake::StoresRejected { property, row };
                add(&keeps.clause, &suffix, &description, mistake);
            }
        }
        for (word, keyword) in late_checks {
            let Some(name) = properties.first() else { continue };
            let description = format!("A `{name}` is stored before `{word}` is checked.");
            let suffix = format!("stores-{}-before-{}", kebab(name), kebab(word));
            let mistake =
                StorageMistake::StoresBeforeCheck { property: (*name).to_owned(), keyword };
            add(&keeps.clause, &suffix, &description, mistake);
        }
    }
    if let (Some(stores), Some(row)) = (updates, rejections.first()) {
        let description = format!("An update that changes nothing gets {row}.");
        let mistake = StorageMistake::RejectsUnchanged(row.clone());
        add(&stores.clause, "refuses-unchanged", &description, mistake);
    }
}

/// Returns keywords of other properties, which a server may check after it has stored the first property. Each comes
/// with its name in JSON Schema.
fn late_checks(
    builder: &DifferenceBuilder<'_>,
    operation: &Operation,
    first: Option<&str>,
) -> Vec<(&'static str, &'static str)> {
    let keywords = [
        (Keyword::Format, Keyword::Format.name()),
        (Keyword::MinimumInterval, MINIMUM_INTERVAL),
        (Keyword::ExactlyOne, "oneOf"),
    ];
    let places = builder.request_places(operation);
    let is_there = |keyword: Keyword| {
        let mut others = places.iter().filter(|place| place.root() != first);
        others.any(|place| {
            place.schema.operand(keyword).is_some() && place.schema.level == Level::Must
        })
    };
    let there = keywords.into_iter().filter(|(keyword, _)| is_there(*keyword));
    there.map(|(keyword, word)| (keyword.name(), word)).collect()
}

/// Returns the rows that reject an update of an existing resource: first the one for its body, then those for its key.
fn rejections(builder: &DifferenceBuilder<'_>, operation: &Operation) -> Vec<String> {
    let service = &builder.spec.service;
    let scheme = operation.authentication.as_ref().and_then(|id| service.authentication.get(id));
    let of_keys = scheme.into_iter().flat_map(Authentication::errors);
    std::iter::once(&service.validation_failure).chain(of_keys).cloned().collect()
}

/// Adds the mutants of an operation on resources, and of the headers of its responses.
pub(super) fn derive(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    headers(builder, operation);
    let Some(resource) = &operation.resource else { return };
    let clause_of =
        |words: &[&str]| words.iter().fold(operation.clause(), |clause, word| clause.child(word));
    let effect = clause_of(&[resource.effect.name()]);
    let spec = builder.spec;
    let mut add = |suffix: &str, description: &str, mistake: ResourceMistake| {
        builder.resource(&effect, suffix, description, mistake);
    };
    match resource.effect {
        ResourceEffect::Creates => {
            let description = "succeeds and creates nothing.";
            add("not-created", description, ResourceMistake::NotCarriedOut);
            let description = "gives a new resource the identity of the one before it.";
            add("same-identity", description, ResourceMistake::SameIdentity);
        }
        ResourceEffect::Reads => {
            let lifecycle = spec.job_lifecycle(&resource.type_name);
            let lifecycle = lifecycle.filter(|_| resource.is_job);
            // With a gap, a job may have states that the contract does not show.
            if lifecycle.is_none_or(|lifecycle| lifecycle.gap.is_none()) {
                let description = "returns resources as if they had never been changed.";
                add("reads-initial", description, ResourceMistake::ReadsInitial);
            }
            if let Some(lifecycle) = lifecycle.filter(|lifecycle| !lifecycle.terminal.is_empty()) {
                let description = "restarts a job whose terminal state was read.";
                let clause = lifecycle.terminal_clause();
                let description = format!("{} {description}", operation.id);
                let what = Deviation::Inside(Inside::Resource(ResourceMistake::Revives));
                builder.add(JOBS, &clause, "revives", description, what);
            }
        }
        ResourceEffect::Deletes => {
            let description = "succeeds and removes nothing.";
            add("not-deleted", description, ResourceMistake::NotCarriedOut);
            let description = "removes another resource, too.";
            add("deletes-another", description, ResourceMistake::DeletesAnother);
        }
        ResourceEffect::Lists => {
            // Without keys there are no teams.
            if operation.authentication.is_some() && resource.parent.is_none() {
                let description = "lists the resources of other teams.";
                add("lists-foreign", description, ResourceMistake::ListsForeign);
            }
            let description = "does not list the newest resource.";
            add("without-newest", description, ResourceMistake::ListsWithoutNewest);
            for name in builder.spec.filters(operation) {
                let (suffix, description) =
                    (format!("ignores-{}", kebab(name)), format!("ignores `{name}`."));
                let mistake = ResourceMistake::IgnoresFilter(name.to_owned());
                builder.resource(&clause_of(&["filters", name]), suffix, &description, mistake);
            }
        }
        ResourceEffect::Starts => {
            let description = "succeeds and starts nothing.";
            add("not-started", description, ResourceMistake::NotCarriedOut);
            let description = "gives a new job the identity of another one.";
            add("same-identity", description, ResourceMistake::SameIdentity);
        }
        ResourceEffect::Cancels => {
            let description = format!("{} succeeds, and the job continues.", operation.id);
            let what = Deviation::Inside(Inside::Resource(ResourceMistake::NotCarriedOut));
            builder.add(JOBS, &effect, "not-cancelled", description, what);
        }
        ResourceEffect::Updates | ResourceEffect::Replaces | ResourceEffect::Uses => {}
    }
    if let (parent, Some(_)) = resource.owner_error() {
        let of = parent.map_or_else(|| operation.clause(), |name| operation.parent_clause(name));
        let description = "finds the resource of another team.";
        let mistake = ResourceMistake::FindsForeign;
        builder.resource(&of.child("foreign"), "finds-foreign", description, mistake);
    }
    parents(builder, operation, resource);
    let mut effects = operation.effects.iter().filter(|_| operation.is_bulk());
    if let Some(stores) = effects.find(|effect| effect.kind == EffectKind::StoresGiven) {
        let description = "carries out only the first change.";
        let mistake = ResourceMistake::ChangesFirstOnly;
        builder.resource(&stores.clause, "changes-first-only", description, mistake);
    }
}

/// Adds the mutants of operations that ignore the parents in their path.
fn parents(builder: &mut DifferenceBuilder<'_>, operation: &Operation, resource: &Resource) {
    let is_list = resource.effect == ResourceEffect::Lists;
    for (distance, parent) in resource.parents().enumerate() {
        let (name, clause) =
            (&parent.identified_by, operation.parent_clause(&parent.identified_by));
        if distance > 0 || is_list || resource.identified_by.is_some() {
            let description = format!("finds or lists resources whatever `{name}` says.");
            let mistake = ResourceMistake::IgnoresParent(name.clone());
            builder.resource(&clause, "ignores-parent", &description, mistake);
        }
        let description = format!("accepts any identity as `{name}`.");
        let mistake = ResourceMistake::AcceptsUnknownParent(name.clone());
        builder.resource(&clause.child("unknown"), "accepts-any", &description, mistake);
        if let Some(property) = parent.property.as_ref().filter(|_| operation.returns_one()) {
            let description = format!("returns another identity as `{property}`.");
            let outer = ValuePath::default();
            let outer = resource.returned_in.iter().fold(outer, |path, name| path.member(name));
            let path = outer.member(property);
            let exact = Some(ExactPlace { path, schema: None, reach: Reach::Here });
            let of = Some(ResponseKind::Success);
            let values = ValueSelector { exact, of, ..ValueSelector::default() };
            let to = Conversion::FreshUuid;
            let what = Deviation::Returns(Rewrite { values, to, adds: false });
            builder.of_resources(&clause.child("property"), "another-parent", &description, what);
        }
    }
}

/// Adds the mutants of responses without a required header.
fn headers(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let headers = operation.response.as_ref().and_then(|response| response.headers.as_ref());
    let object = headers.and_then(|name| builder.spec.object(name));
    let properties = object.into_iter().flat_map(|object| &object.properties);
    for (name, property) in properties.filter(|(_, property)| property.required) {
        let without_headers = vec![name.to_lowercase()];
        let change = ResponseOverride { without_headers, ..ResponseOverride::default() };
        let description = format!("Responses to {} lack the header `{name}`.", operation.id);
        let (clause, suffix) =
            (property.schema.clause.child("required"), format!("without-{}", kebab(name)));
        builder.responds(&clause, suffix, description, ResponseKind::Success, change);
    }
}

/// Adds the mutants of lists, and of the pages of a job's results.
pub(super) fn lists(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let of_job = operation.pagination.as_ref().filter(|pagination| pagination.items.is_some());
    if let Some(pagination) = of_job {
        pages(builder, operation, pagination);
    }
    let lists = |resource: &&Resource| resource.effect == ResourceEffect::Lists;
    let Some(resource) = operation.resource.as_ref().filter(lists) else { return };
    if builder.spec.filters(operation).iter().any(|name| has_rare_values(builder, operation, name))
    {
        let clause = operation.clause().child("lists");
        let description = "rejects a request for an empty list.";
        let row = resource.unknown.as_ref().unwrap_or(&builder.spec.service.unknown_path);
        let row = Some(row.clone());
        let values = ValueSelector {
            pointer: Some(resource.pointer()),
            is: Some(vec![ValueClass::EmptyList]),
            ..ValueSelector::default()
        };
        let given = ResponseOverride { values, row, ..ResponseOverride::default() };
        let what = Deviation::Overrides(Box::new(given));
        builder.of_resources(&clause, "empty-refused", description, what);
    }
    if let Some(pagination) = &operation.pagination {
        pages(builder, operation, pagination);
    }
    orders(builder, operation, resource);
}

/// Adds the mutants of pages.
fn pages(builder: &mut DifferenceBuilder<'_>, operation: &Operation, pagination: &Pagination) {
    let creates = operation.resource.as_ref().and_then(|resource| {
        builder.spec.operation_with_effect(ResourceEffect::Creates, &resource.type_name)
    });
    let is_walked = creates.is_some() && pagination.limit.is_some();
    let mut add = |word: &str, suffix: &str, description: &str, mistake: ResourceMistake| {
        builder.resource(&operation.pagination_clause(word), suffix, description, mistake);
    };
    let description = "always returns the first page.";
    add("walk", "ignores-page", description, ResourceMistake::IgnoresPage);
    // Without a limit, the results of a job may be on one page.
    if pagination.items.is_none() || pagination.limit.is_some() {
        let description = "begins a page with the last resource of the page before.";
        add("walk", "repeats-at-border", description, ResourceMistake::RepeatsAtBorder);
        let description = "leaves out a resource between two pages.";
        add("walk", "skips-at-border", description, ResourceMistake::SkipsAtBorder);
    }
    if pagination.limit.is_some() {
        let description = "returns all resources.";
        add("limit", "ignores-limit", description, ResourceMistake::IgnoresLimit);
        let description = "returns one resource more than the limit.";
        add("limit", "one-too-many", description, ResourceMistake::OneTooMany);
    }
    if pagination.stable {
        let description = "lists the newest resource first, so that pages shift.";
        add("stable", "newest-first", description, ResourceMistake::NewestFirst);
    }
    if pagination.style == PaginationStyle::Cursor && is_walked {
        let description = "repeats resources when others were created between two pages.";
        add("walk", "repeats-when-created", description, ResourceMistake::RepeatsWhenCreated);
        let description = "leaves out resources when others were created between two pages.";
        add("walk", "skips-when-created", description, ResourceMistake::SkipsWhenCreated);
    }
    if pagination.unknown.is_some() {
        let description = "accepts any string as the cursor of the first page.";
        add("unknown", "takes-any-cursor", description, ResourceMistake::TakesAnyCursor);
        let description = "rejects a wrong cursor like any malformed request.";
        let edit =
            edit(operation, |operation| operation.pagination.as_mut()?.unknown.take().map(drop));
        let clause = operation.pagination_clause("unknown");
        builder.of_resources(&clause, "answers-malformed", description, edit);
    }
}

/// Returns an edit of an operation of the contract.
fn edit(
    operation: &Operation,
    change: impl Fn(&mut Operation) -> Option<()> + Send + Sync + 'static,
) -> Deviation {
    let id = operation.id.clone();
    let edit = Edit::new(move |spec| change(spec.operations.get_mut(&id)?));
    Deviation::Contract(ContractChange::Edit(edit))
}

/// Adds mutants that sort lists wrongly by properties that a creation can set. Other properties may have equal
/// values.
fn orders(builder: &mut DifferenceBuilder<'_>, operation: &Operation, resource: &Resource) {
    let spec = builder.spec;
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
            matches!(spec.resolve(&property.schema).shape, Shape::Integer | Shape::Number)
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
        for (suffix, description, mistake, applies) in mistakes {
            if applies {
                let description = format!("{description}{}.", by.as_deref().unwrap_or_default());
                let mistake = ResourceMistake::Sorts(value.map(str::to_owned), mistake);
                builder.resource(&clause, suffix, &description, mistake);
            }
        }
    }
}

/// Returns whether a filter accepts strings that no resource has by chance.
fn has_rare_values(builder: &DifferenceBuilder<'_>, operation: &Operation, name: &str) -> bool {
    let query = operation.query.as_deref().and_then(|query| builder.spec.object(query));
    let Some(property) = query.and_then(|query| query.properties.get(name)) else { return false };
    let schema = builder.spec.resolve(&property.schema);
    let schema = schema.items().map_or(schema, |items| builder.spec.resolve(items));
    let max_length = schema.count(Keyword::MaxLength);
    schema.shape == Shape::String
        && schema.pattern().is_none()
        && schema.format().is_none()
        && max_length.is_none_or(|length| length >= RARE_LENGTH)
}

/// Adds the mutants of versions, of conditions on versions, of idempotency keys and of deprecation notices.
pub(super) fn versions(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let clause_of = |word: &str| operation.clause().child(word);
    let ignores = |header: &str, to: Option<&str>| {
        let (name, to) = (header.to_lowercase(), to.map(str::to_owned));
        Deviation::Headers(HeaderChange { name, to })
    };
    if let Some(version) = operation.resource.as_ref().and_then(|it| it.version.as_ref()) {
        let values = ValueSelector { of: Some(ResponseKind::Success), ..ValueSelector::default() };
        let headers = vec![(version.to_lowercase(), "\"1\"".to_owned())];
        let given = ResponseOverride { values, headers, ..ResponseOverride::default() };
        let (description, what) =
            ("has the same version after each change.", Deviation::Overrides(Box::new(given)));
        builder.of_resources(&clause_of("version"), "keeps-version", description, what);
    }
    if let Some(precondition) = &operation.precondition {
        let clause = clause_of("precondition");
        let description = "allows a change of any version.";
        let what = ignores(&precondition.header, None);
        builder.of_resources(&clause, "ignores-it", description, what);
        let description = "rejects another version, and changes the resource all the same.";
        let mistake = ResourceMistake::KeepsRejected;
        builder.resource(&clause, "keeps-refused", description, mistake);
    }
    if let Some(header) = &operation.condition {
        let clause = clause_of("condition");
        let description = "returns the version that the client has.";
        builder.of_resources(&clause, "ignores-it", description, ignores(header, None));
        let description = "never returns another version than the client has.";
        let what = ignores(header, Some(ANY_VERSION));
        builder.of_resources(&clause, "never-modified", description, what);
    }
    if let Some(idempotency) = &operation.idempotency {
        let clause = clause_of("idempotency");
        let description = "creates another resource for the same key.";
        builder.resource(&clause, "ignores-key", description, ResourceMistake::IgnoresKey);
        // Another team cannot create anything below the parent.
        if operation.resource.as_ref().is_some_and(|resource| resource.parent.is_none()) {
            let description = "treats the key of another team as the same key.";
            builder.resource(&clause, "shares-keys", description, ResourceMistake::SharesKeys);
        }
        if idempotency.reused.is_some() {
            let clause = clause_of("idempotency.reused");
            let description = "creates another resource for the same key with another body.";
            let mistake = ResourceMistake::DividesKeyByBody;
            builder.resource(&clause, "divides-key", description, mistake);
            let description = "returns the resource of the same key with another body.";
            let what = edit(operation, |it| it.idempotency.as_mut()?.reused.take().map(drop));
            builder.of_resources(&clause, "forgets-body", description, what);
        }
    }
    for notice in operation.notices() {
        for (suffix, value) in [("is-left-out", None), ("says-something-else", Some("never"))] {
            let (id, what) = (&operation.id, suffix.replace('-', " "));
            let description = format!("Responses to {id}: the header `{}` {what}.", notice.header);
            let header = notice.header.to_lowercase();
            let change = match value {
                Some(value) => ResponseOverride {
                    headers: vec![(header, value.to_owned())],
                    ..ResponseOverride::default()
                },
                None => ResponseOverride {
                    without_headers: vec![header],
                    ..ResponseOverride::default()
                },
            };
            builder.responds(&notice.clause, suffix, description, ResponseKind::Success, change);
        }
    }
}

/// Adds the mutants of webhooks.
pub(super) fn webhooks(builder: &mut DifferenceBuilder<'_>) {
    let channels = builder.spec.channels.values();
    for channel in channels.filter(|channel| channel.transport == Transport::Webhook) {
        let clause_of = |behaviour: &str| channel.clause().child("behaviour").child(behaviour);
        let mut add = |clause: &ClauseId, suffix: &str, description: &str, mistake| {
            let what = Deviation::Inside(Inside::Delivery(mistake));
            builder.add(WEBHOOKS, clause, suffix, description.to_owned(), what);
        };
        let delivered = clause_of("delivered");
        let description = "Events are sent to another path.";
        add(&delivered, "elsewhere", description, DeliveryMistake::Elsewhere);
        let description = "Events are sent without the given headers.";
        add(&delivered, "without-headers", description, DeliveryMistake::WithoutHeaders);
        let description = "Of several given headers, only the first is sent with an event.";
        add(&delivered, "first-header-only", description, DeliveryMistake::FirstHeaderOnly);
        let description = "The given headers are sent without their values.";
        add(&delivered, "empty-headers", description, DeliveryMistake::EmptyHeaders);
        let description = "Payloads have only the names of the metadata.";
        add(&clause_of("metadata"), "empty-metadata", description, DeliveryMistake::EmptyMetadata);
        for name in channel.events.keys() {
            let suffix = |what: &str| format!("{what}-{}", kebab(name));
            let description = format!("`{name}` is sent to subscribers of other events.");
            let mistake = DeliveryMistake::Unwanted(name.clone());
            add(&clause_of("subscribed"), &suffix("sends-unwanted"), &description, mistake);
            let description = format!("`{name}` is never sent.");
            let mistake = DeliveryMistake::Missing(name.clone());
            add(&channel.clause().child(name), &suffix("never-sends"), &description, mistake);
        }
    }
}
