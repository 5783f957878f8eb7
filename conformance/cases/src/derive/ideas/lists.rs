//! Lists: the list has each resource of the team once and no other resource, and respects filters, pages and
//! order.

mod order;
pub(in crate::derive) mod pages;

use serde_json::{Map, Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Operation, ResourceEffect, Schema, Shape};

use crate::case::{
    Authorization, Body, Case, Expected, Identity, KeyName, ListTest, Member, Purpose, Request,
    Step,
};
use crate::derive::context::OperationContext;
use crate::derive::values::samples::Extent;
use crate::interpreter::limits::fits;

/// A string that resources are unlikely to have as a value.
const UNLIKELY: &str = "qxzjvwkq";

/// The minimum length of an unlikely string.
const UNLIKELY_LENGTH: usize = 5;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Lists) {
        return Vec::new();
    }
    let whole = [listed_once(context), absent_for_another_team(context), empty_list(context)];
    let whole = whole.into_iter().flatten();
    let filters = context.spec.filters(context.operation).into_iter();
    let filters = filters.flat_map(|name| filter(context, name));
    whole.chain(pages::derive(context)).chain(order::derive(context)).chain(filters).collect()
}

/// Returns a filter of a list, with a value that no resource is likely to have.
fn unlikely_filter(spec: &Spec, operation: &Operation) -> Option<(String, Value)> {
    let query = spec.object_of(spec.schema(operation.query.as_ref()?)?)?;
    let text = |schema: &Schema| {
        let text = |length| UNLIKELY.chars().cycle().take(length).collect::<String>().into();
        let lengths = (UNLIKELY_LENGTH..=UNLIKELY.len()).rev();
        lengths.map(text).find(|text| schema.is_free_text() && fits(schema, text))
    };
    spec.filters(operation).into_iter().find_map(|name| {
        let schema = spec.resolve(&query.properties.get(name)?.schema);
        let value = match schema.items() {
            Some(items) => {
                let value = json!([text(spec.resolve(items))?]);
                fits(schema, &value).then_some(value)?
            }
            None => text(schema)?,
        };
        Some((name.to_owned(), value))
    })
}

/// Makes the case of an empty list.
fn empty_list(context: &OperationContext<'_>) -> Option<Case> {
    let clause = clause_of(context, &["lists"]);
    let (name, value) = unlikely_filter(context.spec, context.operation)?;
    let test = (Expected::List(ListTest::AtMost(0)), clause_of(context, &["filters", &name]));
    let list = listed(context, Map::from_iter([(name, value)]), vec![test])?;
    let steps = context.creation().into_iter().chain([list]).collect();
    let id = context.id(&["lists", "empty"]);
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Returns a step that creates a resource with a value of a property, if a creation accepts the value.
fn creation_with(
    context: &OperationContext<'_>,
    name: &str,
    value: impl FnOnce(&Schema) -> Value,
) -> Option<Step> {
    let resource = context.operation.resource.as_ref()?;
    let creates =
        context.spec.operation_with_effect(ResourceEffect::Creates, &resource.type_name)?;
    let creation = OperationContext::for_other_operation(context.spec, creates);
    let (_, schema) =
        creation.stored_properties().into_iter().find(|(stored, _)| *stored == name)?;
    let schema = context.spec.resolve(schema);
    let value = value(schema);
    let is_fit = fits(schema, &value);
    let mut body = creation.baseline();
    body[name] = value;
    let body = creation.repair(body);
    is_fit.then(|| creation.accepted(Purpose::Arrange, body, Vec::new()))
}

/// Returns a step that requests all pages of a list and expects requirements of it, each with its clause.
pub(in crate::derive) fn listed(
    context: &OperationContext<'_>,
    query: Map<String, Value>,
    tests: Vec<(Expected, ClauseId)>,
) -> Option<Step> {
    let mut step = page(context, query, tests)?;
    step.request.pages = context.operation.pagination.as_ref().map(|_| context.pages());
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

fn clause_of(context: &OperationContext<'_>, words: &[&str]) -> ClauseId {
    words.iter().fold(context.operation.clause(), |clause, word| clause.child(word))
}

/// Makes the case in which the list has a resource once, and no other resource twice.
fn listed_once(context: &OperationContext<'_>) -> Option<Case> {
    let clause = clause_of(context, &["lists"]);
    let (stored, identity) = context.known_resource(0, 0)?;
    let distinct = Expected::List(ListTest::Distinct(identity.property.clone()));
    let properties = as_listed(context);
    let has = Expected::List(ListTest::Has { identity, properties });
    let tests = vec![(has, clause.clone()), (distinct, clause.clone())];
    let steps = vec![stored, listed(context, Map::new(), tests)?];
    Some(context.case(context.id(&["lists", "once"]), context.operation.level, clause, steps))
}

/// Returns the properties of a stored resource, as an item of the list shows them.
fn as_listed(context: &OperationContext<'_>) -> Map<String, Value> {
    let Some(operation) = context.storing_operation() else { return Map::new() };
    let storing = OperationContext::for_other_operation(context.spec, operation);
    let echo = storing.expect_stored(&storing.baseline()).into_iter();
    let property = |member: Member| match member.value {
        Expected::Equal(value) => Some((member.pointer.rsplit('/').next()?.to_owned(), value)),
        _ => None,
    };
    echo.filter_map(property).collect()
}

/// Makes the case in which the list of another team lacks the resource.
fn absent_for_another_team(context: &OperationContext<'_>) -> Option<Case> {
    let clause = clause_of(context, &["lists"]);
    let (stored, identity) = context.known_resource(0, 0)?;
    let lacks = Expected::List(ListTest::Lacks(identity));
    let mut list = listed(context, Map::new(), vec![(lacks, clause.clone())])?;
    let key = Authorization::with_key(context.scheme()?, KeyName::OtherTeam);
    list.request.authorization = Some(key);
    let steps = vec![stored, list];
    let id = context.id(&["lists", "another-teams"]);
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Returns the steps that store `count` resources, with the identities of the resources.
fn create_several(
    context: &OperationContext<'_>,
    count: usize,
) -> Option<(Vec<Step>, Vec<Identity>)> {
    let all = (0..count).map(|index| context.known_resource(index, index));
    all.collect::<Option<Vec<_>>>().map(|all| all.into_iter().unzip())
}

/// Makes cases with a filter. Filtered by a listed value, all resources must have this value; filtered by the
/// value of a resource, the list must have this resource.
fn filter(context: &OperationContext<'_>, name: &str) -> Vec<Case> {
    let clause = clause_of(context, &["filters", name]);
    let Some((_, schema)) = context.query_schema(name) else { return Vec::new() };
    let values: Vec<Value> = match &context.spec.resolve(schema).shape {
        Shape::Enum(values) => values.iter().map(|value| json!(value)).collect(),
        Shape::Boolean => vec![json!(false), json!(true)],
        // With one item, it makes no difference whether a resource must match all items or any.
        Shape::Array { items, .. } => vec![json!([context.samples.value(items, Extent::Minimal)])],
        _ => Vec::new(),
    };
    let case = |value: &Value| {
        let property = name.to_owned();
        let each = Expected::List(ListTest::Each { property, value: value.clone() });
        let query = Map::from_iter([(name.to_owned(), value.clone())]);
        let list = listed(context, query, vec![(each, clause.clone())])?;
        let stored = context.known_resource(0, 0).map(|(step, _)| step);
        let steps = stored.into_iter().chain([list]).collect();
        let word = match value {
            Value::String(text) => text.clone(),
            Value::Array(_) => "one-item".to_owned(),
            other => other.to_string(),
        };
        let id = context.id(&["filters", name, &word]);
        Some(context.case(id, context.operation.level, clause.clone(), steps))
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
    let identity = |step| context.identity_in(step);
    let tests = vec![
        ListTest::Has { identity: identity(0)?, properties: Map::new() },
        ListTest::Lacks(identity(1)?),
        ListTest::Each { property: name.to_owned(), value: value.clone() },
    ];
    let tests = tests.into_iter().map(|test| (Expected::List(test), clause.clone())).collect();
    let steps = vec![
        creation_with(context, name, |_| value.clone())?,
        creation_with(context, name, |_| other)?,
        listed(context, Map::from_iter([(name.to_owned(), value)]), tests)?,
    ];
    let id = context.id(&["filters", name, "text-of-one"]);
    Some(context.case(id, context.operation.level, clause.clone(), steps))
}

/// Makes cases in which a resource gets a value. Filtered by this value, the list has the resource; filtered
/// by another value, the list lacks it.
fn filter_by_value(context: &OperationContext<'_>, name: &str, clause: &ClauseId) -> Vec<Case> {
    let Some(resource) = context.operation.resource.as_ref() else { return Vec::new() };
    let update = context.spec.operation_with_effect(ResourceEffect::Updates, &resource.type_name);
    let Some(update) = update else { return Vec::new() };
    let update = OperationContext::for_other_operation(context.spec, update);
    let properties = update.request_object().map(|object| &object.properties);
    let schema = properties.and_then(|all| all.get(name)).map(|property| &property.schema);
    let Some(values) = schema.and_then(|schema| context.spec.resolve(schema).words()) else {
        return Vec::new();
    };
    let case = |value: &String| {
        let created = context.created_in(0)?;
        let set = update.on_resource(&created, update.arrange(json!({ name: value })));
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
