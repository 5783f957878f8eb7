//! Lists: each resource of the team is met once on a walk over all pages, and no other; filters and
//! limits are kept to.

use serde_json::{Map, Value, json};
use webdata_spec::model::{ClauseId, Keyword, PaginationStyle, ResourceEffect, Schema, Shape};

use crate::case::{
    Authorization, Body, Case, Expected, KeyName, ListTest, Member, Pages, Purpose, Request, Step,
};
use crate::derive::context::OperationContext;

/// How many resources a walk over small pages looks for.
const WALKED: usize = 3;

/// The largest page of such a walk.
const PAGE: u64 = 2;

/// The largest default of a limit for which a case creates more resources.
const MOST_CREATED: u64 = 30;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Lists) {
        return Vec::new();
    }
    let whole = [listed_once(context), of_another_team(context)].into_iter().flatten();
    let pages = [walk(context), limit(context), default_limit(context)].into_iter().flatten();
    let filters = context.spec.filters(context.operation).into_iter();
    whole.chain(pages).chain(filters.flat_map(|name| filter(context, name))).collect()
}

/// Returns a step that requests all pages of a list, with requirements of the list, each with its
/// clause.
pub(super) fn listed(
    context: &OperationContext<'_>,
    query: Map<String, Value>,
    tests: Vec<(Expected, ClauseId)>,
) -> Option<Step> {
    let mut step = page(context, query, tests)?;
    let (resource, pagination) =
        (context.operation.resource.as_ref()?, context.operation.pagination.as_ref());
    step.request.pages = pagination.map(|own| Pages {
        style: own.style,
        parameter: own.parameter.clone(),
        next: own.next.as_ref().map(|name| format!("/{name}")),
        items: resource.pointer(),
        identity: resource.identity.clone(),
    });
    Some(step)
}

/// Returns a step that requests the first page of a list.
fn page(
    context: &OperationContext<'_>,
    query: Map<String, Value>,
    tests: Vec<(Expected, ClauseId)>,
) -> Option<Step> {
    let pointer = context.operation.resource.as_ref()?.pointer();
    let member = |(value, clause)| Member::new(pointer.clone(), value, clause);
    let mut request: Request = context.request(Body::None);
    request.query.extend(query);
    let members = tests.into_iter().map(member).collect();
    Some(Step::new(Purpose::Act, request, context.success(members)))
}

fn of(context: &OperationContext<'_>, words: &[&str]) -> ClauseId {
    words.iter().fold(context.operation.clause(), |clause, word| clause.child(word))
}

/// Makes the case that a resource is listed once, and that no other one is listed twice.
fn listed_once(context: &OperationContext<'_>) -> Option<Case> {
    let clause = of(context, &["lists"]);
    let identity = context.identity_in(0)?;
    let distinct = Expected::List(ListTest::Distinct(identity.property.clone()));
    let properties = created(context);
    let has = Expected::List(ListTest::Has { identity, properties });
    let tests = vec![(has, clause.clone()), (distinct, clause.clone())];
    let steps = vec![context.creation()?, listed(context, Map::new(), tests)?];
    Some(context.case(context.id(&["lists", "once"]), context.operation.level, clause, steps))
}

/// Returns the properties of a resource that the creation stores, as an item of the list shows them.
fn created(context: &OperationContext<'_>) -> Map<String, Value> {
    let resource = context.operation.resource.as_ref();
    let creates = resource
        .and_then(|own| context.spec.operation_that(ResourceEffect::Creates, &own.type_name));
    let Some(creates) = creates else { return Map::new() };
    let creation = OperationContext::beside(context.spec, creates);
    let echo = creation.echo(&creation.baseline()).into_iter();
    let property = |member: Member| match member.value {
        Expected::Equal(value) => Some((member.pointer.rsplit('/').next()?.to_owned(), value)),
        _ => None,
    };
    echo.filter_map(property).collect()
}

/// Makes the case that the list of another team lacks the resource.
fn of_another_team(context: &OperationContext<'_>) -> Option<Case> {
    let clause = of(context, &["lists"]);
    let lacks = Expected::List(ListTest::Lacks(context.identity_in(0)?));
    let mut list = listed(context, Map::new(), vec![(lacks, clause.clone())])?;
    let key = Authorization::with_key(context.scheme()?, KeyName::OtherTeam);
    list.request.authorization = Some(key);
    let steps = vec![context.creation()?, list];
    let id = context.id(&["lists", "another-teams"]);
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Makes the case of a walk over small pages.
fn walk(context: &OperationContext<'_>) -> Option<Case> {
    let pagination = context.operation.pagination.as_ref()?;
    let clause = of(context, &["pagination", "walk"]);
    let query = small_page(context)?;
    let tests: Option<Vec<(Expected, ClauseId)>> = (0..WALKED)
        .map(|step| {
            let identity = context.identity_in(step)?;
            let has = Expected::List(ListTest::Has { identity, properties: Map::new() });
            Some((has, clause.clone()))
        })
        .collect();
    let mut tests = tests?;
    let distinct = ListTest::Distinct(context.identity_in(0)?.property);
    tests.push((Expected::List(distinct), clause.clone()));
    let created: Option<Vec<Step>> = (0..WALKED).map(|_| context.creation()).collect();
    let mut steps = created?;
    steps.push(listed(context, query, tests)?);
    let style = match pagination.style {
        PaginationStyle::Cursor => "by-cursor",
        PaginationStyle::Page => "by-page",
        PaginationStyle::Offset => "by-offset",
    };
    let id = context.id(&["pagination", "walk", style]);
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Returns the query for pages that are as small as they may be, but for one.
fn small_page(context: &OperationContext<'_>) -> Option<Map<String, Value>> {
    let name = context.operation.pagination.as_ref()?.limit.as_ref()?;
    let (least, _) = limits(context)?;
    Some(Map::from_iter([(name.clone(), json!(least.max(PAGE)))]))
}

/// Returns the smallest limit of a page, and the default.
fn limits(context: &OperationContext<'_>) -> Option<(u64, Option<u64>)> {
    let schema = limit_schema(context)?;
    let least = context.schemas.resolve(schema).count(Keyword::Minimum).unwrap_or(1);
    Some((least.max(1), schema.default.as_ref().and_then(Value::as_u64)))
}

/// Returns the schema of the parameter that bounds a page.
fn limit_schema<'s>(context: &OperationContext<'s>) -> Option<&'s Schema> {
    let name = context.operation.pagination.as_ref()?.limit.as_ref()?;
    let query = context.schemas.named(context.operation.query.as_ref()?)?;
    Some(&context.schemas.object(query)?.properties.get(name)?.schema)
}

/// Makes the case that a page has no more resources than its limit.
fn limit(context: &OperationContext<'_>) -> Option<Case> {
    let name = context.operation.pagination.as_ref()?.limit.as_ref()?;
    let (least, _) = limits(context)?;
    let query = Map::from_iter([(name.clone(), json!(least))]);
    at_most(context, "at", least, query)
}

/// Makes the case that a page without a limit has no more resources than the default says.
fn default_limit(context: &OperationContext<'_>) -> Option<Case> {
    let (_, default) = limits(context)?;
    let default = default.filter(|default| *default <= MOST_CREATED)?;
    let mut case = at_most(context, "default", default, Map::new())?;
    case.clauses.push(limit_schema(context)?.clause.child("default"));
    Some(case)
}

fn at_most(
    context: &OperationContext<'_>,
    name: &str,
    most: u64,
    query: Map<String, Value>,
) -> Option<Case> {
    let clause = of(context, &["pagination", "limit"]);
    let created: Option<Vec<Step>> = (0..=most).map(|_| context.creation()).collect();
    let test = (Expected::List(ListTest::AtMost(most)), clause.clone());
    let mut steps = created?;
    steps.push(page(context, query, vec![test])?);
    let id = context.id(&["pagination", "limit", name]);
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Makes cases in which a list is filtered: by each value that is listed, all resources have the
/// value; by the value of a resource, the resource is there.
fn filter(context: &OperationContext<'_>, name: &str) -> Vec<Case> {
    let clause = of(context, &["filters", name]);
    let query = context.operation.query.as_ref().and_then(|query| context.schemas.named(query));
    let property = query.and_then(|query| context.schemas.object(query)?.properties.get(name));
    let Some(property) = property else { return Vec::new() };
    let values: Vec<Value> = match &context.schemas.resolve(&property.schema).shape {
        Shape::Enum(values) => values.iter().map(|value| json!(value)).collect(),
        Shape::Boolean => vec![json!(false), json!(true)],
        _ => Vec::new(),
    };
    let case = |value: &Value| {
        let property = name.to_owned();
        let each = Expected::List(ListTest::Each { property, value: value.clone() });
        let query = Map::from_iter([(name.to_owned(), value.clone())]);
        let list = listed(context, query, vec![(each, clause.clone())])?;
        let steps = context.creation().into_iter().chain([list]).collect();
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let id = context.id(&["filters", name, &word]);
        Some(context.case(id, context.operation.level, clause.clone(), steps))
    };
    values.iter().filter_map(case).chain(filtered_out(context, name, &clause)).collect()
}

/// Makes cases in which a resource is given a value: the list by this value has it, the list by
/// another one lacks it.
fn filtered_out(context: &OperationContext<'_>, name: &str, clause: &ClauseId) -> Vec<Case> {
    let Some(resource) = context.operation.resource.as_ref() else { return Vec::new() };
    let update = context.spec.operation_that(ResourceEffect::Updates, &resource.type_name);
    let Some(update) = update else { return Vec::new() };
    let update = OperationContext::beside(context.spec, update);
    let properties = update.request_object().map(|object| &object.properties);
    let schema = properties.and_then(|own| own.get(name)).map(|own| &own.schema);
    let Some(Shape::Enum(values)) = schema.map(|own| &context.schemas.resolve(own).shape) else {
        return Vec::new();
    };
    let case = |value: &String| {
        let created = context.created_in(0)?;
        let set = update.on(&created, update.arrange(json!({ name: value })));
        let by = |value: &String, test: ListTest| {
            let query = Map::from_iter([(name.to_owned(), json!(value))]);
            listed(context, query, vec![(Expected::List(test), clause.clone())])
        };
        let mut steps = vec![context.creation()?, set];
        let identity = context.identity_in(0)?;
        steps.push(by(value, ListTest::Has { identity, properties: Map::new() })?);
        for other in values.iter().filter(|other| *other != value) {
            steps.push(by(other, ListTest::Lacks(context.identity_in(0)?))?);
        }
        let id = context.id(&["filters", name, &format!("{value}-of-one")]);
        Some(context.case(id, context.operation.level, clause.clone(), steps))
    };
    values.iter().filter_map(case).collect()
}
