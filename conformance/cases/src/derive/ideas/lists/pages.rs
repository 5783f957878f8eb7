//! Pages: requesting all pages gives each resource once, even while others are created, and pages respect
//! their limits. A page that does not exist is not a server failure.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Gap, Keyword, Pagination, PaginationStyle, Probe, Schema};

use super::{create_several, listed, page};
use crate::case::{
    BetweenPages, Case, Expect, Expected, Interpretation, ListTest, Matcher, Purpose, Step,
};
use crate::derive::context::OperationContext;
use crate::interpreter::limits::fits;

/// How many resources must be found in small pages.
const WALKED: usize = 3;

/// The largest size of a small page.
const PAGE: u64 = 2;

/// The largest page size for which a case creates more resources than fit.
const MOST_CREATED: u64 = 30;

/// A cursor that no service has returned.
const WRONG_CURSOR: &str = "no-such-cursor";

/// A page number or an offset beyond the end of any list.
const BEHIND_ALL: u64 = 1_000_000;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let walks = [walk(context), walk_while_creating(context)];
    let limits = [limit(context), default_limit(context)];
    let wrong = [wrong_cursor(context), cut_cursor(context), after_last_page(context)];
    walks.into_iter().chain(limits).chain(wrong).flatten().collect()
}

/// Makes the case that requests all small pages.
fn walk(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = context.operation.pagination.as_ref()?;
    let clause = context.operation.pagination_clause("walk");
    let query = small_page(context)?;
    let (mut steps, identities) = create_several(context, WALKED)?;
    let distinct = ListTest::Distinct(identities.first()?.property.clone());
    let has = |identity| ListTest::Has { identity, properties: Map::new() };
    let tests = identities.into_iter().map(has).chain([distinct]);
    let tests = tests.map(|test| (Expected::List(test), clause.clone())).collect();
    let mut list = listed(context, query, tests)?;
    if let Some(pages) = &mut list.request.pages {
        pages.is_one_by_one = pagination.limit.is_none();
    }
    steps.push(list);
    let style = match pagination.style {
        PaginationStyle::Cursor => "by-cursor",
        PaginationStyle::Page => "by-page",
        PaginationStyle::Offset => "by-offset",
    };
    let id = context.id(&["pagination", "walk", style]);
    let mut case = context.case(id, context.operation.level, clause, steps);
    let parameter = context.query_schema(&pagination.parameter).map(|(_, schema)| schema);
    let with_default = parameter.filter(|schema| schema.default.is_some());
    case.clauses.extend(with_default.map(|schema| schema.clause.child("default")));
    Some(case)
}

/// Returns the query for pages of the smallest allowed size, but at least two. Without a size parameter,
/// offsets make pages small.
pub(in crate::derive) fn small_page(context: &OperationContext<'_>) -> Option<Map<String, Value>> {
    let pagination = context.operation.pagination.as_ref()?;
    match &pagination.limit {
        Some(name) => {
            let (minimum, _) = limits(context)?;
            Some(Map::from_iter([(name.clone(), json!(minimum.max(PAGE)))]))
        }
        None => (pagination.style == PaginationStyle::Offset).then(Map::new),
    }
}

/// Returns the smallest allowed page size, and the default page size.
fn limits(context: &OperationContext<'_>) -> Option<(u64, Option<u64>)> {
    let (_, schema) = context.limit_schema()?;
    let minimum = context.spec.resolve(schema).count(Keyword::Minimum).unwrap_or(1);
    Some((minimum.max(1), schema.default.as_ref().and_then(Value::as_u64)))
}

/// Makes the case in which a page has at most as many resources as requested.
fn limit(context: &OperationContext<'_>) -> Option<Case> {
    let name = context.operation.pagination.as_ref()?.limit.as_ref()?;
    let (minimum, _) = limits(context)?;
    let query = Map::from_iter([(name.clone(), json!(minimum))]);
    at_most(context, "at", minimum, query)
}

/// Makes the case in which a page of no requested size has at most the default number of resources.
fn default_limit(context: &OperationContext<'_>) -> Option<Case> {
    let (_, default) = limits(context)?;
    let default = default.filter(|default| *default <= MOST_CREATED)?;
    let mut case = at_most(context, "default", default, Map::new())?;
    case.clauses.push(context.limit_schema()?.1.clause.child("default"));
    Some(case)
}

fn at_most(
    context: &OperationContext<'_>,
    name: &str,
    limit: u64,
    query: Map<String, Value>,
) -> Option<Case> {
    let clause = context.operation.pagination_clause("limit");
    let (mut steps, _) = create_several(context, usize::try_from(limit).ok()?.checked_add(1)?)?;
    let test = (Expected::List(ListTest::AtMost(limit)), clause.clone());
    steps.push(page(context, query, vec![test])?);
    let id = context.id(&["pagination", "limit", name]);
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Returns how many resources must exist so that the list spans more than one small page.
pub(super) fn more_than_a_page(context: &OperationContext<'_>) -> Option<usize> {
    let (minimum, _) = limits(context)?;
    let count = minimum.max(PAGE) + 2;
    usize::try_from(count).ok().filter(|_| count <= MOST_CREATED)
}

/// Makes the case that creates resources between pages. The resources that existed before must be listed
/// once. With page numbers or offsets, this is only observed unless the contract promises it.
fn walk_while_creating(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = context.operation.pagination.as_ref()?;
    let is_promised = pagination.style == PaginationStyle::Cursor || pagination.stable;
    let word = if pagination.stable { "stable" } else { "walk" };
    let clause = context.operation.pagination_clause(word);
    let count = more_than_a_page(context)?;
    let has = |step| {
        let identity = context.identity_in(step)?;
        Some(ListTest::Has { identity, properties: Map::new() })
    };
    let tests: Vec<ListTest> = (0..count).map(has).collect::<Option<_>>()?;
    let mut steps: Vec<Step> = (0..count).map(|_| context.creation()).collect::<Option<_>>()?;
    let id = context.id(&["pagination", "walk", "while-creating"]);
    let required = tests.iter().filter(|_| is_promised);
    let required = required.map(|test| (Expected::List(test.clone()), clause.clone())).collect();
    let mut list = listed(context, small_page(context)?, required)?;
    let request = Box::new(context.creation()?.request);
    list.request.pages.as_mut()?.between = Some(BetweenPages::Request(request));
    if is_promised {
        steps.push(list);
        return Some(context.case(id, context.operation.level, clause, steps));
    }
    let gap = context.spec.gap_at(Probe::WalkWhileCreating, &clause)?;
    let pointer = list.request.pages.as_ref()?.items.clone();
    let once = Matcher::List(pointer, tests);
    let interpretations = vec![
        Interpretation::new(once, "each resource is listed once"),
        Interpretation::new(Matcher::Success, "some resources are listed twice or left out"),
    ];
    list.expect = Expect::Observation { gap: gap.id.clone(), interpretations, never_5xx: None };
    steps.push(list);
    Some(context.open_case(gap, id, steps))
}

/// Makes the case of a cursor that the service has not returned. If the contract names no error, the response
/// is observed, and must not be a server failure.
fn wrong_cursor(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = cursor(context)?;
    let value = (1..=WRONG_CURSOR.len()).rev().map(|length| json!(WRONG_CURSOR[..length]));
    let schema = query_schema(context, &pagination.parameter)?;
    let value = value.into_iter().find(|value| fits(schema, value))?;
    let query = Map::from_iter([(pagination.parameter.clone(), value)]);
    let mut step = page(context, query, Vec::new())?;
    let Some(unknown) = &pagination.unknown else {
        return no_such_page(context, "wrong-cursor", vec![step]);
    };
    step = context.fails(step.request, unknown)?;
    let id = context.id(&["pagination", "unknown", "wrong-cursor"]);
    let clause = context.operation.pagination_clause("unknown");
    Some(context.case(id, context.operation.level, clause, vec![step]))
}

/// Makes the case of a cursor that lacks its second half, which may still be a valid cursor.
fn cut_cursor(context: &OperationContext<'_>) -> Option<Case> {
    cursor(context)?;
    let count = more_than_a_page(context)?;
    let mut steps: Vec<Step> = (0..count).map(|_| context.creation()).collect::<Option<_>>()?;
    let mut list = listed(context, small_page(context)?, Vec::new())?;
    list.request.pages.as_mut()?.between = Some(BetweenPages::CutCursor);
    steps.push(list);
    no_such_page(context, "cut-cursor", steps)
}

/// Makes the case of a page after the last page, for page numbers and offsets.
fn after_last_page(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = context.operation.pagination.as_ref()?;
    let schema = query_schema(context, &pagination.parameter)?;
    let value = json!(BEHIND_ALL);
    if pagination.style == PaginationStyle::Cursor || !fits(schema, &value) {
        return None;
    }
    let query = Map::from_iter([(pagination.parameter.clone(), value)]);
    no_such_page(context, "behind-all", vec![page(context, query, Vec::new())?])
}

/// Makes a case whose last step requests a page that does not exist, and observes the response. A server
/// failure fails the case.
fn no_such_page(context: &OperationContext<'_>, word: &str, mut steps: Vec<Step>) -> Option<Case> {
    let walk = context.operation.pagination_clause("walk");
    let gap: &Gap = context.spec.gap_at(Probe::NoSuchPage, &walk)?;
    let items = context.operation.resource.as_ref()?.pointer();
    let interpretations = vec![
        Interpretation::new(Matcher::List(items, vec![ListTest::AtMost(0)]), "an empty list"),
        Interpretation::new(Matcher::Success, "a list of resources"),
    ];
    let list = steps.pop()?;
    let gap_id = gap.id.clone();
    let expect = Expect::Observation { gap: gap_id, interpretations, never_5xx: Some(walk) };
    steps.push(Step::new(Purpose::Act, list.request, expect));
    let id = context.id(&["pagination", "no-such-page", word]);
    let case = context.open_case(gap, id, steps);
    Some(Case { level: context.operation.level, ..case })
}

/// Returns the pagination of the list, if it uses cursors.
fn cursor<'c>(context: &'c OperationContext<'_>) -> Option<&'c Pagination> {
    let pagination = context.operation.pagination.as_ref();
    pagination.filter(|pagination| pagination.style == PaginationStyle::Cursor)
}

/// Returns the schema of a query parameter.
fn query_schema<'s>(context: &OperationContext<'s>, name: &str) -> Option<&'s Schema> {
    let query = context.spec.schema(context.operation.query.as_ref()?)?;
    Some(context.spec.resolve(&context.spec.object_of(query)?.properties.get(name)?.schema))
}
