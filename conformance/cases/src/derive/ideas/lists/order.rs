//! Order: a list is sorted as the contract says, across all of its pages.

use serde_json::{Map, Value, json};
use webdata_spec::model::{ClauseId, Keyword, Order, Schema, Shape, Sorting, StringFormat};

use super::pages::{more_than_a_page, small_page};
use super::{creation_with, listed};
use crate::case::{Case, Comparison, Expected, ListTest, Step};
use crate::derive::context::OperationContext;
use crate::derive::values::samples::number_of;
use crate::interpreter::limits::fits;

/// The number of sorted resources where no small pages can be requested.
const SORTED: usize = 4;

/// Numbers that sort differently as strings. The largest is created first, so that pages which are only
/// sorted within themselves fail, whatever their size.
const NUMBERS: [f64; 4] = [100.0, 9.0, 10.0, 20.0];

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let parameter = match &context.operation.order {
        Some(Order::Chosen(parameter)) => Some(parameter),
        Some(Order::By(_)) | None => None,
    };
    let query = |value: &str| {
        let parameter = parameter.map(|name| (name.clone(), json!(value)));
        Map::from_iter(parameter)
    };
    let sortings = context.spec.sortings(context.operation).into_iter();
    let stated = sortings.flat_map(|(value, sorting, clause)| {
        let word = value.unwrap_or(&sorting.property).to_owned();
        let query = value.map(query).unwrap_or_default();
        [
            sorted(context, [&word, "list"], &sorting, &clause, query.clone()),
            walk(context, &word, &sorting, &clause, query),
        ]
    });
    let stated = stated.flatten();
    stated.chain(parameter.and_then(|name| by_default(context, name))).collect()
}

/// Makes the case of a list without a requested order.
fn by_default(context: &OperationContext<'_>, parameter: &str) -> Option<Case> {
    let query = context.spec.schema(context.operation.query.as_ref()?)?;
    let schema = &context.spec.object_of(query)?.properties.get(parameter)?.schema;
    let default = Sorting::parse(schema.default.as_ref()?.as_str()?);
    let clause = schema.clause.child("default");
    sorted(context, ["default", "list"], &default, &clause, Map::new())
}

/// Makes the case of a list that is requested in small pages, which must be sorted as a whole.
fn walk(
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
        let value = |schema: &Schema| value(schema, comparison, index, count);
        creation_with(context, property, value).or_else(|| context.creation())
    };
    let mut steps: Vec<Step> = (0..count).filter_map(created).collect();
    let identities = (0..steps.len()).filter_map(|step| context.identity_in(step));
    let has = identities.map(|identity| ListTest::Has { identity, properties: Map::new() });
    let (property, direction) = (property.clone(), *direction);
    let tests = has.chain([ListTest::Sorted { property, direction, comparison }]);
    let tests = tests.map(|test| (Expected::List(test), clause.clone())).collect();
    steps.push(listed(context, query, tests)?);
    let id = context.id(&["order", words[0], words[1]]);
    Some(context.case(id, context.operation.level, clause.clone(), steps))
}

fn comparison(schema: &Schema) -> Comparison {
    match (&schema.shape, schema.format()) {
        (Shape::Integer | Shape::Number, _) => Comparison::Numbers,
        (_, Some(StringFormat::Date | StringFormat::DateTime)) => Comparison::Times,
        _ => Comparison::Words,
    }
}

/// Returns the value for one of `count` resources: the largest first, then in ascending order.
fn value(schema: &Schema, comparison: Comparison, index: usize, count: usize) -> Value {
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
