//! Lists: the list has each resource of the team once and no other resource, and respects filters, pages and
//! order.

use serde_json::{Map, Value, json};
use webdata_spec::model::{
    ClauseId, Keyword, Order, Pagination, PaginationStyle, Probe, ResourceEffect, Schema, Shape,
    Sorting, StringFormat,
};
use webdata_spec::prose::plain;

use crate::case::{
    BetweenPages, Body, Case, Comparison, Expect, Expected, Identity, Interpretation, ListTest,
    Matcher, Member, Pages, Purpose, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::pages::{large_page, limit_schema};
use crate::derive::context::states::reachable;
use crate::derive::values::samples::{Extent, number_of};
use crate::interpreter::limits::fits;

/// A string that resources are unlikely to have as a value.
const UNLIKELY: &str = "qxzjvwkq";

/// The minimum length of an unlikely string.
const UNLIKELY_LENGTH: usize = 5;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let whole = [listed_once(context), absent_for_another_team(context), empty_list(context)];
    let filters = context.spec.filters(context.operation).into_iter();
    let filters = filters.flat_map(|name| filter(context, name));
    let whole = whole.into_iter().flatten();
    whole.chain(pages(context)).chain(orders(context)).chain(filters).collect()
}

/// Makes cases of the pages of a job's results. The target names a job that has ended with several different results.
pub(super) fn results(context: &OperationContext<'_>) -> Vec<Case> {
    let pagination = context.operation.pagination.as_ref();
    if pagination.is_none_or(|pagination| pagination.items.is_none()) {
        return Vec::new();
    }
    let limited = limited(context, limit_of_results);
    let others = [walk_over_results(context), wrong_cursor(context)].into_iter();
    others.flatten().chain(limited).collect()
}

/// Makes the case in which small pages together have the same results as large ones.
fn walk_over_results(context: &OperationContext<'_>) -> Option<Case> {
    let clause = context.operation.pagination_clause("walk");
    let walk = |query: Map<String, Value>, members| {
        let mut request = context.in_circumstance(&clause);
        request.query.extend(query);
        request.pages = Some(Pages::from_operation(context.operation));
        Step::new(Purpose::Act, request, context.success(members))
    };
    let pointer = context.operation.items_pointer();
    let there = Member::new(pointer.clone(), Expected::Present, clause.clone());
    let same = Member::new(pointer, Expected::SameAsStep(0), clause.clone());
    let small = context.operation.pagination.as_ref()?.limit.as_ref().zip(limits(context));
    let small = small.map(|(name, (minimum, _))| walk(query(name, minimum), vec![same]));
    let large = walk(large_page(context).into_iter().collect(), vec![there]);
    let steps = [large].into_iter().chain(small).collect();
    let parameter = &context.operation.pagination.as_ref()?.parameter;
    let parameter = context.query_schema(parameter).filter(|schema| schema.default.is_some());
    let case = context.case(&["pagination", "walk", "results"], clause, steps);
    Some(case.with_clauses(parameter.map(|schema| schema.clause.child("default"))))
}

fn limit_of_results(
    context: &OperationContext<'_>,
    name: &str,
    limit: u64,
    query: Map<String, Value>,
) -> Option<Case> {
    let clause = context.operation.pagination_clause("limit");
    let mut request = context.in_circumstance(&context.operation.pagination_clause("walk"));
    request.query.extend(query);
    let at_most = Expected::List(ListTest::AtMost(limit));
    let member = Member::new(context.operation.items_pointer(), at_most, clause.clone());
    let step = Step::new(Purpose::Act, request, context.success(vec![member]));
    Some(context.case(&["pagination", "limit", name], clause, vec![step]))
}

fn clause_of(context: &OperationContext<'_>, words: &[&str]) -> ClauseId {
    words.iter().fold(context.operation.clause(), |clause, word| clause.child(word))
}

fn query(name: &str, value: impl Into<Value>) -> Map<String, Value> {
    Map::from_iter([(name.to_owned(), value.into())])
}

/// Returns a step that requests all pages of a list and expects requirements of it.
pub(crate) fn listed(
    context: &OperationContext<'_>,
    query: Map<String, Value>,
    clause: &ClauseId,
    tests: impl IntoIterator<Item = ListTest>,
) -> Option<Step> {
    let mut step = page(context, query, clause, tests)?;
    step.request.pages =
        context.operation.pagination.as_ref().map(|_| Pages::from_operation(context.operation));
    Some(step)
}

/// Returns a step that requests the first page of a list.
fn page(
    context: &OperationContext<'_>,
    query: Map<String, Value>,
    clause: &ClauseId,
    tests: impl IntoIterator<Item = ListTest>,
) -> Option<Step> {
    let pointer = context.operation.resource.as_ref()?.pointer();
    let mut request = context.request(Body::None);
    request.query.extend(query);
    let member = |test| Member::new(pointer.clone(), Expected::List(test), clause.clone());
    let members = tests.into_iter().map(member).collect();
    Some(Step::new(Purpose::Act, request, context.success(members)))
}

/// Makes the case in which the list has a resource once, and no other resource twice.
fn listed_once(context: &OperationContext<'_>) -> Option<Case> {
    let clause = clause_of(context, &["lists"]);
    let (stored, identity) = context.known_resource(0, 0)?;
    let distinct = ListTest::Distinct(identity.property.clone());
    let has = ListTest::Has { identity, properties: as_listed(context) };
    let list = listed(context, Map::new(), &clause, [has, distinct])?;
    Some(context.case(&["lists", "once"], clause, vec![stored, list]))
}

/// Returns the properties of a stored resource, as an item of the list shows them.
fn as_listed(context: &OperationContext<'_>) -> Map<String, Value> {
    let Some(operation) = context.storing_operation() else { return Map::new() };
    let storing = OperationContext::for_other_operation(context.spec, operation);
    let property = |member: Member| match member.value {
        Expected::Equal(value) => Some((member.pointer.rsplit('/').next()?.to_owned(), value)),
        _ => None,
    };
    storing.expect_stored(&storing.baseline()).into_iter().filter_map(property).collect()
}

/// Makes the case in which the list of another team lacks the resource.
fn absent_for_another_team(context: &OperationContext<'_>) -> Option<Case> {
    // Another team has no access to the parent of the resources.
    context.operation.resource.as_ref().filter(|resource| resource.parent.is_none())?;
    let clause = clause_of(context, &["lists"]);
    let (stored, identity) = context.known_resource(0, 0)?;
    let mut list = listed(context, Map::new(), &clause, [ListTest::Lacks(identity)])?;
    list.request = context.as_other_team(list.request)?;
    Some(context.case(&["lists", "another-teams"], clause, vec![stored, list]))
}

fn empty_list(context: &OperationContext<'_>) -> Option<Case> {
    let (name, value) = unlikely_filter(context)?;
    let filters = clause_of(context, &["filters", name]);
    let list = listed(context, query(name, value), &filters, [ListTest::AtMost(0)])?;
    let steps = context.related.creation().into_iter().chain([list]).collect();
    Some(context.case(&["lists", "empty"], clause_of(context, &["lists"]), steps))
}

/// Returns a filter of a list, with a value that no resource is likely to have.
fn unlikely_filter<'s>(context: &OperationContext<'s>) -> Option<(&'s str, Value)> {
    let spec = context.spec;
    let text = |schema: &Schema| {
        let text = |length| UNLIKELY.chars().cycle().take(length).collect::<String>().into();
        let lengths = (UNLIKELY_LENGTH..=UNLIKELY.len()).rev();
        lengths.map(text).find(|text| schema.is_free_text() && fits(schema, text))
    };
    spec.filters(context.operation).into_iter().find_map(|name| {
        let schema = spec.resolve(context.query_schema(name)?);
        let value = match schema.items() {
            Some(items) => {
                Some(json!([text(spec.resolve(items))?])).filter(|list| fits(schema, list))
            }
            None => text(schema),
        };
        Some((name, value?))
    })
}

/// Returns a step that creates a resource with a value of a property, if a creation accepts the value.
fn creation_with(
    context: &OperationContext<'_>,
    name: &str,
    value: impl FnOnce(&Schema) -> Value,
) -> Option<Step> {
    let creation = context.other(ResourceEffect::Creates)?;
    let (_, schema) =
        creation.stored_properties().into_iter().find(|(stored, _)| *stored == name)?;
    let schema = context.spec.resolve(schema);
    let mut body = creation.baseline();
    body[name] = value(schema);
    // Of a resource that a body names, only the target knows the identity.
    let is_fit = fits(schema, &body[name]) && schema.stand_in.is_none();
    let body = creation.repair(body);
    is_fit.then(|| creation.accepted(Purpose::Arrange, body, Vec::new()))
}

/// Makes cases with a filter. Filtered by a listed value, all resources must have this value; filtered by the
/// value of a resource, the list must have this resource.
fn filter(context: &OperationContext<'_>, name: &str) -> Vec<Case> {
    let clause = clause_of(context, &["filters", name]);
    let Some(schema) = context.query_schema(name) else { return Vec::new() };
    let values: Vec<Value> = match &context.spec.resolve(schema).shape {
        Shape::Enum(values) => values.iter().map(|value| json!(value)).collect(),
        Shape::Boolean => vec![json!(false), json!(true)],
        // With one item, it makes no difference whether a resource must match all items or any.
        Shape::Array { items, .. } => vec![json!([context.samples.value(items, Extent::Minimal)])],
        _ => Vec::new(),
    };
    let case = |value: &Value| {
        let each = ListTest::Each { property: name.to_owned(), value: value.clone() };
        let list = listed(context, query(name, value.clone()), &clause, [each])?;
        let stored = context.known_resource(0, 0).map(|(step, _)| step);
        let word = match value {
            Value::Array(_) => "one-item".to_owned(),
            other => plain(other),
        };
        let steps = stored.into_iter().chain([list]).collect();
        Some(context.case(&["filters", name, &word], clause.clone(), steps))
    };
    let of_one = filter_by_string(context, name, schema, &clause);
    let filtered_out = filter_by_value(context, name, &clause);
    values.iter().filter_map(case).chain(of_one).chain(filtered_out).collect()
}

/// Makes the case of two resources with different strings. Filtered by the first string, the list has the
/// first resource and lacks the second.
fn filter_by_string(
    context: &OperationContext<'_>,
    name: &str,
    schema: &Schema,
    clause: &ClauseId,
) -> Option<Case> {
    let [value, other] = ["first", "other"].map(|text| json!(text));
    let schema = context.spec.resolve(schema);
    if !schema.is_free_text() || !fits(schema, &value) {
        return None;
    }
    let tests = [
        ListTest::has(context.identity_in(0)?),
        ListTest::Lacks(context.identity_in(1)?),
        ListTest::Each { property: name.to_owned(), value: value.clone() },
    ];
    let steps = vec![
        creation_with(context, name, |_| value.clone())?,
        creation_with(context, name, |_| other)?,
        listed(context, query(name, value), clause, tests)?,
    ];
    Some(context.case(&["filters", name, "text-of-one"], clause.clone(), steps))
}

/// Makes cases in which a resource gets a value. Filtered by this value, the list has the resource; filtered
/// by another value, the list lacks it.
fn filter_by_value(context: &OperationContext<'_>, name: &str, clause: &ClauseId) -> Vec<Case> {
    let Some(update) = context.other(ResourceEffect::Updates) else { return Vec::new() };
    let schema = update.request_property(name).map(|property| &property.schema);
    let Some(values) = schema.and_then(|schema| context.spec.resolve(schema).words()) else {
        return Vec::new();
    };
    // Illegal moves are no way into a state.
    let mut guards = context.spec.guards(update.operation);
    let guard = guards.find(|(lifecycle, ..)| lifecycle.property == name);
    let reached = guard.map(|(lifecycle, ..)| reachable(context, lifecycle));
    let case = |value: &String| {
        let mut steps = match &reached {
            Some(reached) => reached.iter().find(|(state, _)| state == value)?.1.clone(),
            None => vec![
                context.related.creation()?,
                update.on_resource(
                    &context.related.created_in(0)?,
                    update.arrange(json!({ name: value })),
                ),
            ],
        };
        let others = values.iter().filter(|other| *other != value);
        for wanted in [value].into_iter().chain(others) {
            let identity = context.identity_in(0)?;
            let is_stored = wanted == value;
            let test = if is_stored { ListTest::has(identity) } else { ListTest::Lacks(identity) };
            steps.push(listed(context, query(name, wanted.as_str()), clause, [test])?);
        }
        let word = format!("{value}-of-one");
        Some(context.case(&["filters", name, &word], clause.clone(), steps))
    };
    values.iter().filter_map(case).collect()
}

/// The number of sorted resources where no small pages can be requested.
const SORTED: usize = 4;

/// Numbers that sort differently as strings. The largest is created first, so that pages which are only
/// sorted within themselves fail, whatever their size.
const NUMBERS: [f64; 4] = [100.0, 9.0, 10.0, 20.0];

/// Makes cases of order: a list is sorted as the contract says, across all of its pages.
fn orders(context: &OperationContext<'_>) -> Vec<Case> {
    let parameter = match &context.operation.order {
        Some(Order::Chosen(parameter)) => Some(parameter),
        Some(Order::By(_)) | None => None,
    };
    let chosen = |value| parameter.map(|name| query(name, value)).unwrap_or_default();
    let sortings = context.spec.sortings(context.operation).into_iter();
    let stated = sortings.flat_map(|(value, sorting, clause)| {
        let word = value.unwrap_or(&sorting.property).to_owned();
        let query = value.map(chosen).unwrap_or_default();
        [
            sorted(context, [&word, "list"], &sorting, &clause, query.clone()),
            sorted_walk(context, &word, &sorting, &clause, query),
        ]
    });
    let stated = stated.flatten();
    stated.chain(parameter.and_then(|name| by_default(context, name))).collect()
}

/// Makes the case of a list without a requested order.
fn by_default(context: &OperationContext<'_>, parameter: &str) -> Option<Case> {
    let schema = context.query_schema(parameter)?;
    let default = Sorting::parse(schema.default.as_ref()?.as_str()?);
    let clause = schema.clause.child("default");
    sorted(context, ["default", "list"], &default, &clause, Map::new())
}

/// Makes the case of a list that is requested in small pages, which must be sorted as a whole.
fn sorted_walk(
    context: &OperationContext<'_>,
    word: &str,
    sorting: &Sorting,
    clause: &ClauseId,
    mut query: Map<String, Value>,
) -> Option<Case> {
    query.extend(small_page(context)?);
    sorted(context, [word, "walk"], sorting, clause, query)
}

/// Makes a case in which resources are created and then listed in the right order. Their values are known if
/// a creation accepts them.
fn sorted(
    context: &OperationContext<'_>,
    words: [&str; 2],
    sorting: &Sorting,
    clause: &ClauseId,
    query: Map<String, Value>,
) -> Option<Case> {
    let Sorting { property, direction } = sorting;
    let (_, resource) = context.resource()?;
    let schema = context.spec.resolve(&resource.properties.get(property)?.schema);
    let comparison = comparison(schema);
    let count = more_than_a_page(context).unwrap_or(SORTED);
    let created = |index| {
        let value = |schema: &Schema| ranked_value(schema, comparison, index, count);
        creation_with(context, property, value).or_else(|| context.related.creation())
    };
    let mut steps: Vec<Step> = (0..count).filter_map(created).collect();
    let identities = (0..steps.len()).filter_map(|step| context.identity_in(step));
    let has = identities.map(ListTest::has);
    let (property, direction) = (property.clone(), *direction);
    let tests = has.chain([ListTest::Sorted { property, direction, comparison }]);
    steps.push(listed(context, query, clause, tests)?);
    Some(context.case(&["order", words[0], words[1]], clause.clone(), steps))
}

fn comparison(schema: &Schema) -> Comparison {
    match (&schema.shape, schema.format()) {
        (Shape::Integer | Shape::Number, _) => Comparison::Numbers,
        (_, Some(StringFormat::Date | StringFormat::DateTime)) => Comparison::Times,
        _ => Comparison::Words,
    }
}

/// Returns the value for one of `count` resources: the largest first, then in ascending order.
fn ranked_value(schema: &Schema, comparison: Comparison, index: usize, count: usize) -> Value {
    let rank = if index == 0 { count } else { index };
    match comparison {
        Comparison::Numbers => {
            let spread = NUMBERS.get(index).copied().unwrap_or(10.0 * index as f64);
            let spread = number_of(schema, spread);
            let close = || number_of(schema, schema.minimum_or(1.0) + rank as f64);
            if count == NUMBERS.len() && fits(schema, &spread) { spread } else { close() }
        }
        Comparison::Times => {
            let day = format!("2031-01-{rank:02}");
            let is_date = schema.format() == Some(StringFormat::Date);
            json!(if is_date { day } else { format!("{day}T12:00:00Z") })
        }
        Comparison::Words => {
            let letter = char::from(b'a' + u8::try_from(rank % 26).unwrap_or_default());
            let min_length = schema.count(Keyword::MinLength).unwrap_or(1).max(1);
            json!(letter.to_string().repeat(usize::try_from(min_length).unwrap_or(1)))
        }
    }
}

/// The number of resources that a walk over small pages must find.
const WALKED: usize = 3;

/// The largest size of a small page.
const PAGE: u64 = 2;

/// The largest page size for which a case creates more resources than fit.
const MAX_CREATED: u64 = 30;

/// A cursor that no service has returned.
const WRONG_CURSOR: &str = "no-such-cursor";

/// A page number or an offset beyond the end of any list.
const BEYOND_ALL: u64 = 1_000_000;

/// Makes cases of pages: requesting all pages gives each resource once, even while others are created, and pages respect
/// their limits. A page that does not exist is not a server failure.
fn pages(context: &OperationContext<'_>) -> Vec<Case> {
    let walks = [walk(context), walk_while_creating(context)];
    let limits = limited(context, at_most);
    let wrong = [wrong_cursor(context), cut_cursor(context), after_last_page(context)];
    walks.into_iter().flatten().chain(limits).chain(wrong.into_iter().flatten()).collect()
}

/// Makes the case that requests all small pages.
fn walk(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = context.operation.pagination.as_ref()?;
    let clause = context.operation.pagination_clause("walk");
    let (mut steps, identities) = create_several(context, WALKED)?;
    let distinct = ListTest::Distinct(identities.first()?.property.clone());
    let tests = identities.into_iter().map(ListTest::has).chain([distinct]);
    let mut list = listed(context, small_page(context)?, &clause, tests)?;
    if let Some(pages) = &mut list.request.pages {
        pages.is_one_by_one = pagination.limit.is_none();
    }
    steps.push(list);
    let style = match pagination.style {
        PaginationStyle::Cursor => "by-cursor",
        PaginationStyle::Page => "by-page",
        PaginationStyle::Offset => "by-offset",
    };
    let mut case = context.case(&["pagination", "walk", style], clause, steps);
    let parameter = context.query_schema(&pagination.parameter);
    let with_default = parameter.filter(|schema| schema.default.is_some());
    case.clauses.extend(with_default.map(|schema| schema.clause.child("default")));
    Some(case)
}

/// Returns the steps that store `count` resources, with the identities of the resources.
fn create_several(
    context: &OperationContext<'_>,
    count: usize,
) -> Option<(Vec<Step>, Vec<Identity>)> {
    let all = (0..count).map(|index| context.known_resource(index, index));
    all.collect::<Option<Vec<_>>>().map(|all| all.into_iter().unzip())
}

/// Returns the query for pages of the smallest allowed size, but of at least two resources. Without a size parameter,
/// the query is empty for offsets, with which a page can start at any resource.
pub(crate) fn small_page(context: &OperationContext<'_>) -> Option<Map<String, Value>> {
    let pagination = context.operation.pagination.as_ref()?;
    match &pagination.limit {
        Some(name) => {
            let (minimum, _) = limits(context)?;
            Some(query(name, minimum.max(PAGE)))
        }
        None => (pagination.style == PaginationStyle::Offset).then(Map::new),
    }
}

/// Returns the smallest allowed page size, and the default page size.
fn limits(context: &OperationContext<'_>) -> Option<(u64, Option<u64>)> {
    let schema = limit_schema(context)?;
    let minimum = context.spec.resolve(schema).count(Keyword::Minimum).unwrap_or(1);
    Some((minimum.max(1), schema.default.as_ref().and_then(Value::as_u64)))
}

/// Makes the cases of a page of the smallest size and of one without a requested size, which has at most the default
/// number of items. `at_most` makes the case of a limit.
fn limited<'s>(
    context: &OperationContext<'s>,
    at_most: impl Fn(&OperationContext<'s>, &str, u64, Map<String, Value>) -> Option<Case>,
) -> Vec<Case> {
    let name = context.operation.pagination.as_ref().and_then(|it| it.limit.as_ref());
    let Some((name, (minimum, default))) = name.zip(limits(context)) else { return Vec::new() };
    let by_default = default.and_then(|default| {
        let case = at_most(context, "default", default, Map::new())?;
        Some(case.with_clauses([limit_schema(context)?.clause.child("default")]))
    });
    let smallest = at_most(context, "at", minimum, query(name, minimum));
    smallest.into_iter().chain(by_default).collect()
}

fn at_most(
    context: &OperationContext<'_>,
    name: &str,
    limit: u64,
    query: Map<String, Value>,
) -> Option<Case> {
    if name == "default" && limit > MAX_CREATED {
        return None;
    }
    let clause = context.operation.pagination_clause("limit");
    let (mut steps, _) = create_several(context, usize::try_from(limit).ok()?.checked_add(1)?)?;
    steps.push(page(context, query, &clause, [ListTest::AtMost(limit)])?);
    Some(context.case(&["pagination", "limit", name], clause, steps))
}

/// Returns how many resources must exist so that the list spans more than one small page.
fn more_than_a_page(context: &OperationContext<'_>) -> Option<usize> {
    let (minimum, _) = limits(context)?;
    let count = minimum.max(PAGE) + 2;
    usize::try_from(count).ok().filter(|_| count <= MAX_CREATED)
}

/// Makes the case that creates resources between pages. The resources that existed before must be listed
/// once. With page numbers or offsets, this is only observed unless the contract promises it.
fn walk_while_creating(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = context.operation.pagination.as_ref()?;
    let is_promised = pagination.style == PaginationStyle::Cursor || pagination.stable;
    let word = if pagination.stable { "stable" } else { "walk" };
    let clause = context.operation.pagination_clause(word);
    let count = more_than_a_page(context)?;
    let has = |step| Some(ListTest::has(context.identity_in(step)?));
    let tests: Vec<ListTest> = (0..count).map(has).collect::<Option<_>>()?;
    let mut steps: Vec<Step> =
        (0..count).map(|_| context.related.creation()).collect::<Option<_>>()?;
    let parts = ["pagination", "walk", "while-creating"];
    let required = tests.iter().filter(|_| is_promised).cloned();
    let mut list = listed(context, small_page(context)?, &clause, required)?;
    let request = Box::new(context.related.creation()?.request);
    list.request.pages.as_mut()?.between = Some(BetweenPages::Request(request));
    if is_promised {
        steps.push(list);
        return Some(context.case(&parts, clause, steps));
    }
    let gap = context.spec.gap_at(Probe::WalkWhileCreating, &clause)?;
    let pointer = list.request.pages.as_ref()?.items.clone();
    let once = Matcher::List(pointer, tests);
    let interpretations = Interpretation::all([
        (once, "each resource is listed once"),
        (Matcher::Success, "some resources are listed twice or left out"),
    ]);
    list.expect = Expect::observation(gap, interpretations);
    steps.push(list);
    Some(context.case(&parts, gap, steps))
}

/// Makes the case of a cursor that the service has not returned. If the contract names no error, the response
/// is observed, and must not be a server failure.
fn wrong_cursor(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = cursor(context)?;
    let mut values = (1..=WRONG_CURSOR.len()).rev().map(|length| json!(WRONG_CURSOR[..length]));
    let schema = context.spec.resolve(context.query_schema(&pagination.parameter)?);
    let query = query(&pagination.parameter, values.find(|value| fits(schema, value))?);
    let clause = context.operation.pagination_clause("unknown");
    let step = page(context, query, &clause, [])?;
    let Some(unknown) = &pagination.unknown else {
        return no_such_page(context, "wrong-cursor", vec![step]);
    };
    let step = context.fails(step.request, unknown)?;
    Some(context.case(&["pagination", "unknown", "wrong-cursor"], clause, vec![step]))
}

/// Makes the case of a cursor that lacks its second half, which may still be a valid cursor.
fn cut_cursor(context: &OperationContext<'_>) -> Option<Case> {
    cursor(context)?;
    let count = more_than_a_page(context)?;
    let mut steps: Vec<Step> =
        (0..count).map(|_| context.related.creation()).collect::<Option<_>>()?;
    let walk = context.operation.pagination_clause("walk");
    let mut list = listed(context, small_page(context)?, &walk, [])?;
    list.request.pages.as_mut()?.between = Some(BetweenPages::CutCursor);
    steps.push(list);
    no_such_page(context, "cut-cursor", steps)
}

/// Makes the case of a page after the last page, for page numbers and offsets.
fn after_last_page(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = context.operation.pagination.as_ref()?;
    let schema = context.spec.resolve(context.query_schema(&pagination.parameter)?);
    if pagination.style == PaginationStyle::Cursor || !fits(schema, &json!(BEYOND_ALL)) {
        return None;
    }
    let query = query(&pagination.parameter, BEYOND_ALL);
    let walk = context.operation.pagination_clause("walk");
    no_such_page(context, "behind-all", vec![page(context, query, &walk, [])?])
}

/// Makes a case whose last step requests a page that does not exist, and observes the response. A server
/// failure fails the case.
fn no_such_page(context: &OperationContext<'_>, word: &str, mut steps: Vec<Step>) -> Option<Case> {
    let walk = context.operation.pagination_clause("walk");
    let gap = context.spec.gap_at(Probe::NoSuchPage, &walk)?;
    let items = context.operation.resource.as_ref()?.pointer();
    let interpretations = Interpretation::all([
        (Matcher::List(items, vec![ListTest::AtMost(0)]), "an empty list"),
        (Matcher::Success, "a list of resources"),
    ]);
    steps.last_mut()?.expect = Expect::observation(gap, interpretations);
    let case = context.case(&["pagination", "no-such-page", word], gap, steps);
    Some(Case { level: context.operation.level, ..case })
}

/// Returns the pagination of the list, if it uses cursors.
fn cursor<'c>(context: &'c OperationContext<'_>) -> Option<&'c Pagination> {
    let pagination = context.operation.pagination.as_ref();
    pagination.filter(|pagination| pagination.style == PaginationStyle::Cursor)
}
