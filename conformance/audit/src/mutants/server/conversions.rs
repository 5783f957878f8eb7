//! Mutants that read or store other values than those given: coerced, truncated, or counted in another unit. Some
//! fail at such values.
//!
//! The conversions are in the table `conversions.toml`, unless they depend on a schema.

use std::collections::HashSet;
use std::sync::LazyLock;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, ClauseRoot, Constraint, Equality, JsonType, Keyword, NumberUnit, Operation, Part,
    Probe, Schema, Shape, StringFormat,
};

use super::{BODIES, DifferenceBuilder, Place, first_of_each, stores_given};
use crate::differences::{
    BodyMistake, Conversion, Deviation, ExactPlace, Reach, ResponseOverride, Segment, Unit,
    ValueClass, ValuePath, ValueSelector, one_or_many,
};

const TABLE: &str = include_str!("../../../conversions.toml");

/// The conversions. A test reads the table, so it has no mistakes.
static CONVERSIONS: LazyLock<Table> = LazyLock::new(|| toml::from_str(TABLE).unwrap_or_default());

/// The rows, by what the server does wrongly.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Reads a value of a wrong type, as libraries for query strings and forms do.
    coerced: Vec<Row>,
    /// Stores a string or a list as another one, as databases and templates do.
    stored: Vec<Row>,
    /// Reads a value of a wrong type, as languages and frameworks do.
    tempting: Vec<Row>,
    /// Stores an odd value as another one.
    odd: Vec<Row>,
    /// Fails at an odd value.
    failing: Vec<Row>,
    /// Loses values inside a map of any values, or fails at them.
    lost: Vec<Row>,
}

/// A conversion, or values at which a server fails.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The suffix of the identity.
    suffix: String,
    /// The end of the description.
    description: String,
    /// The kinds of place that have the mutant.
    #[serde(default)]
    at: Vec<PlaceKind>,
    /// The conditions on the place, all of which hold.
    #[serde(default, rename = "if")]
    conditions: Vec<PlaceCondition>,
    /// Whether every schema has such a mutant, rather than only the first of its kind.
    #[serde(default)]
    everywhere: bool,
    /// Whether only the entries of a map have the mutant, with all that is inside.
    #[serde(default)]
    entries: bool,
    #[serde(default, deserialize_with = "one_or_many")]
    is: Option<Vec<ValueClass>>,
    /// The value that another value becomes.
    to: Option<Conversion>,
    /// The values at which the server fails.
    fails: Option<ValueSelector>,
}

/// A kind of place, by its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PlaceKind {
    Boolean,
    Integer,
    Number,
    /// A string of any characters that is not a constant.
    PlainText,
    /// A string of any characters.
    FreeText,
    /// Any string or enum.
    String,
    List,
    /// A list of strings.
    TextList,
    /// An object of any kind.
    Object,
    /// Any place whose type is stated.
    Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PlaceCondition {
    /// A property of the body itself.
    Outermost,
    /// Within a property of the body.
    Inside,
    /// The property may be left out, whatever other properties the object has.
    Optional,
    /// The property is optional, or one of several of which exactly one must be present.
    NotGiven,
    NotNull,
    /// The length of the string has a limit.
    Limited,
    Unlimited,
    /// The string may be empty.
    MayBeEmpty,
    /// An empty string breaks the format and nothing else, or is not in the enum.
    NeverEmpty,
    /// Two strings are equal only if their characters are.
    ByCharacters,
    /// Strings in other letter case differ.
    CaseMatters,
    /// The list may have one item.
    OneItem,
    /// The list may have several items.
    SeveralItems,
    /// The order of the items has a meaning.
    Ordered,
    /// The number has a maximum.
    Maximum,
    NoMaximum,
    /// The contract has the gap of odd values.
    Gap,
}

impl PlaceKind {
    fn is_of(self, spec: &Spec, place: &Place<'_>) -> bool {
        let schema = place.schema;
        match self {
            Self::Boolean => schema.shape == Shape::Boolean,
            Self::Integer => schema.shape == Shape::Integer,
            Self::Number => schema.shape == Shape::Number,
            Self::PlainText => is_plain_text(schema),
            Self::FreeText => schema.is_free_text(),
            Self::String => matches!(schema.shape, Shape::String | Shape::Enum(_)),
            Self::List => schema.items().is_some(),
            Self::TextList => schema.items().is_some_and(|items| {
                spec.resolve(items).shape.json_type() == Some(JsonType::String)
            }),
            Self::Object => {
                matches!(schema.shape, Shape::Object(_) | Shape::Union(_) | Shape::Map(_))
            }
            Self::Value => schema.shape != Shape::Any,
        }
    }
}

impl PlaceCondition {
    fn holds(self, builder: &DifferenceBuilder<'_>, place: &Place<'_>) -> bool {
        let schema = place.schema;
        let has = |keyword| schema.operand(keyword).is_some();
        match self {
            Self::Outermost => place.path.0.len() == 1,
            Self::Inside => place.path.0.len() > 1,
            Self::Optional => place.may_lack(),
            Self::NotGiven => place.may_lack() || place.is_choice,
            Self::NotNull => !place.is_nullable(),
            Self::Limited => has(Keyword::MaxLength),
            Self::Unlimited => !has(Keyword::MaxLength),
            Self::MayBeEmpty => schema.count(Keyword::MinLength).unwrap_or(0) == 0,
            Self::NeverEmpty => !schema.is_free_text() && breaks_format(schema),
            Self::ByCharacters => schema.equality() == Equality::Characters,
            Self::CaseMatters => {
                !matches!(schema.equality(), Equality::Domain | Equality::LanguageTag)
            }
            Self::OneItem => may_have_one_item(schema),
            Self::SeveralItems => schema.count(Keyword::MaxItems).is_none_or(|most| most > 1),
            Self::Ordered => schema.ordered,
            Self::Maximum => has(Keyword::Maximum),
            Self::NoMaximum => !has(Keyword::Maximum),
            Self::Gap => builder.has_gap(Probe::OddValue),
        }
    }
}

impl Row {
    fn is_for(&self, builder: &DifferenceBuilder<'_>, place: &Place<'_>) -> bool {
        self.at.iter().any(|kind| kind.is_of(builder.spec, place))
            && self.conditions.iter().all(|condition| condition.holds(builder, place))
    }

    /// Adds the mutant of the row at a place, with a suffix of its identity.
    fn add(
        &self,
        builder: &mut DifferenceBuilder<'_>,
        clause: &ClauseId,
        (place, suffix): (&Place<'_>, &str),
        reach: Reach,
    ) {
        let suffix = format!("{}{suffix}", self.suffix);
        let description = format!("`{}` {}", place.name, self.description);
        let path = if self.entries { place.path.then(Segment::Each) } else { place.path.clone() };
        let schema = Some(place.property.clause.clone()).filter(|_| !self.entries);
        let exact = Some(ExactPlace { path, schema, reach });
        if let Some(to) = &self.to {
            let values = ValueSelector { exact, is: self.is.clone(), ..ValueSelector::default() };
            builder.reads(clause, suffix, description, values, to.clone());
        } else if let Some(fails) = &self.fails {
            let values = ValueSelector { exact, ..fails.clone() };
            builder.fails(clause, suffix, description, values);
        }
    }
}

/// Returns whether a place is a part of a multipart body that is sent as text or as a file.
fn is_text(parts: &IndexMap<&str, Part<'_>>, place: &Place<'_>) -> bool {
    let part = place.root().filter(|_| place.path.0.len() == 1).and_then(|name| parts.get(name));
    matches!(part, Some(Part::Text | Part::File(_)))
}

/// Returns whether a schema is a string of any characters, and not a constant.
fn is_plain_text(schema: &Schema) -> bool {
    schema.is_free_text() && schema.constant().is_none()
}

/// Adds the mutants that coerce values, count in other units, or store values wrongly.
pub(super) fn coercions(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let parts = builder.spec.parts(operation).unwrap_or_default();
    let failure = builder.spec.service.validation_failure.clone();
    let beyond_ascii = regex::bytes::Regex::new("(?-u)[^\\x00-\\x7f]").ok();
    // A type is mutated at the first place that reaches it.
    for place in first_of_each(builder.request_places(operation)) {
        if place.schema.content_media_type.is_some() {
            let description = format!("`{}` of bytes that are not ASCII is rejected.", place.name);
            let row = Some(failure.clone());
            let body_like = beyond_ascii.clone();
            let given = ResponseOverride { row, body_like, ..ResponseOverride::default() };
            let (clause, what) =
                (place.clause("contentMediaType"), Deviation::Provokes(Box::new(given)));
            builder.add(BODIES, &clause, "refuses-bytes", description, what);
        }
        // The text of a part has no JSON type.
        if is_text(&parts, &place) {
            continue;
        }
        for row in CONVERSIONS.coerced.iter().filter(|_| !place.is_alternative) {
            if row.is_for(builder, &place) {
                row.add(builder, &place.clause("type"), (&place, ""), Reach::Here);
            }
        }
        for (word, suffix, description, unit) in in_other_units(&place) {
            let description = format!("`{}` {description}", place.name);
            let mistake = BodyMistake::Measures(unit);
            builder.body(&place.clause(word), suffix, description, &place.path, mistake);
        }
        let (Some(stores), Some(root)) = (stores_given(operation), place.root()) else { continue };
        let (clause, suffix) = (stores.clause.child(root), format!("-{}", place.suffix));
        let cut = cut_to_half(&place);
        for row in CONVERSIONS.stored.iter().chain(&cut) {
            if row.is_for(builder, &place) {
                row.add(builder, &clause, (&place, &suffix), Reach::Here);
            }
        }
    }
}

/// Returns mutants that judge limits in a wrong unit: the keyword, the suffix of the identity, the description and the
/// unit of each.
fn in_other_units(place: &Place<'_>) -> Vec<(&'static str, &'static str, &'static str, Unit)> {
    let has = |keyword| place.schema.operand(keyword).is_some();
    match &place.schema.shape {
        Shape::String if has(Keyword::MaxLength) && place.schema.format().is_none() => {
            let description = "is rejected if it has more bytes than it may have characters.";
            vec![("maxLength", "counts-bytes", description, Unit::Bytes)]
        }
        Shape::Integer if place.schema.unit == Some(NumberUnit::Milliseconds) => {
            let description = "is judged as if it were microseconds.";
            let minimum = ("minimum", "judges-microseconds", description, Unit::Times(0.001));
            let description = "is judged as if it were seconds.";
            let maximum = ("maximum", "judges-seconds", description, Unit::Times(1000.0));
            let all = [(Keyword::Minimum, minimum), (Keyword::Maximum, maximum)];
            all.into_iter().filter(|(keyword, _)| has(*keyword)).map(|(_, row)| row).collect()
        }
        _ => Vec::new(),
    }
}

fn may_have_one_item(list: &Schema) -> bool {
    let minimum_of = |keyword| list.count(keyword).unwrap_or(0);
    minimum_of(Keyword::MinItems) < 2 && minimum_of(Keyword::MinContains) < 2
}

/// Returns a row that loses the second half of a string of maximum length.
fn cut_to_half(place: &Place<'_>) -> Option<Row> {
    let half = usize::try_from(place.schema.count(Keyword::MaxLength)? / 2).ok()?;
    let description = format!("is stored truncated to {half} characters.");
    let conditions = vec![PlaceCondition::Outermost];
    let row = Row::new("cuts", description, vec![PlaceKind::PlainText], Conversion::Cut(half));
    Some(Row { conditions, ..row })
}

impl Row {
    fn new(suffix: &str, description: String, at: Vec<PlaceKind>, to: Conversion) -> Self {
        Self {
            suffix: suffix.to_owned(),
            description,
            at,
            conditions: Vec::new(),
            everywhere: true,
            entries: false,
            is: None,
            to: Some(to),
            fails: None,
        }
    }
}

/// Adds mutants that accept values of a wrong type that frameworks, languages or query strings often convert. Rows
/// with `everywhere` apply at the first place of each schema, the others at the first place of each shape. `known`
/// has the schemas of earlier operations, which get no further mutants.
pub(super) fn tempting<'s>(
    builder: &mut DifferenceBuilder<'s>,
    operation: &Operation,
    known: &mut HashSet<(&'s ClauseId, &'s ClauseId)>,
) {
    let Some(schema) = builder.request(operation) else { return };
    let body = builder.spec.resolve(schema);
    let parts = builder.spec.parts(operation).unwrap_or_default();
    if body.object().is_some() && !operation.is_multipart() {
        let clause = body.clause.child("type");
        let names = names_in_order(builder.spec, body);
        let mut add = |suffix: &str, description: &str, is: Option<ValueClass>, to| {
            let description = format!("A request for {} whose body {description}", operation.id);
            let values = ValueSelector {
                is: is.map(|is| vec![is]),
                ..ValueSelector::at_place(ValuePath::default(), &body.clause)
            };
            builder.reads(&clause, suffix, description, values, to);
        };
        let one = Some(ValueClass::OneItemList);
        add(
            "takes-list-of-one",
            "is a list of one is read as its item.",
            one,
            Conversion::FirstItem,
        );
        let description = "is a string of JSON is read as JSON.";
        add("takes-json-in-text", description, None, Conversion::Parsed);
        if let Some(names) = names {
            let description = "is a list of its properties is read.";
            add("takes-members-in-list", description, None, Conversion::ObjectOf(names));
        }
    }
    let mut kinds = HashSet::new();
    let mut outermost = builder.request_places(operation);
    outermost.sort_by_key(|place| place.name.matches(['.', '[']).count());
    for place in first_of_each(outermost) {
        if place.is_alternative || place.schema.constant().is_some() || is_text(&parts, &place) {
            continue;
        }
        let is_first = kinds.insert(std::mem::discriminant(&place.schema.shape));
        if !known.insert((&place.schema.clause, &place.property.clause)) {
            continue;
        }
        let by_schema = tempting_by_schema(builder.spec, place.schema);
        let suffix = format!("-in-{}", place.suffix);
        for row in CONVERSIONS.tempting.iter().chain(&by_schema) {
            if (is_first || row.everywhere) && row.is_for(builder, &place) {
                row.add(builder, &place.clause("type"), (&place, &suffix), Reach::Here);
            }
        }
    }
}

/// Returns the conversions that depend on the schema of a place.
fn tempting_by_schema(spec: &Spec, schema: &Schema) -> Vec<Row> {
    match &schema.shape {
        Shape::Integer | Shape::Number => {
            #[expect(clippy::cast_possible_truncation, reason = "limits are small")]
            let minimum = json!(schema.minimum_or(0.0) as i64);
            let at = || vec![PlaceKind::Integer, PlaceKind::Number];
            let read_as = |from: Value| Conversion::As(vec![(from, minimum.clone())]);
            let description = "of \"\" is read as a number.".to_owned();
            let empty = Row::new("takes-empty-for-number", description, at(), read_as("".into()));
            let description = "of false is read as a number.".to_owned();
            let flag = Row::new("takes-false-for-number", description, at(), read_as(false.into()));
            vec![empty, Row { everywhere: false, ..flag }]
        }
        Shape::Object(_) | Shape::Union(_) | Shape::Map(_) => {
            let at = || vec![PlaceKind::Object];
            let member = first_text(schema).map(|name| {
                let description = "is read from its first string alone.".to_owned();
                let to = Conversion::ObjectWith(name);
                let row = Row::new("takes-member-for-object", description, at(), to);
                Row { is: Some(vec![ValueClass::Text]), ..row }
            });
            let names = names_in_order(spec, schema).map(|names| {
                let description = "is read from a list of its properties, in their order.";
                let to = Conversion::ObjectOf(names);
                Row::new("takes-members-in-list", description.to_owned(), at(), to)
            });
            member.into_iter().chain(names).collect()
        }
        Shape::Boolean
        | Shape::String
        | Shape::Enum(_)
        | Shape::Array { .. }
        | Shape::Any
        | Shape::OneOf(_)
        | Shape::Ref(_)
        | Shape::Tuple(_) => Vec::new(),
    }
}

/// Returns whether an empty string is not in the enum, or breaks the format and nothing else.
fn breaks_format(schema: &Schema) -> bool {
    let is_of_format = |constraint: &Constraint| {
        matches!(constraint.keyword, Keyword::Format | Keyword::MinimumInterval)
    };
    let may_be_empty =
        matches!(schema.format(), None | Some(StringFormat::JsonPointer | StringFormat::Regex));
    schema.words().is_some() || !may_be_empty && schema.constraints.iter().all(is_of_format)
}

/// Returns the names of an object's properties in their order; for a union, those of its first variant after the
/// discriminator.
fn names_in_order(spec: &Spec, schema: &Schema) -> Option<Vec<String>> {
    let union = schema.union();
    let named = match union {
        Some(union) => spec.schema(union.variants.values().next()?)?,
        None => schema,
    };
    let tag = union.map(|union| &union.discriminator);
    let names = spec.object_of(named)?.properties.keys().filter(|name| Some(*name) != tag);
    let names: Vec<String> = tag.into_iter().chain(names).cloned().collect();
    (!names.is_empty()).then_some(names)
}

/// Returns the name of the only required property, if that is a string.
fn first_text(schema: &Schema) -> Option<String> {
    let mut required = schema.object()?.properties.iter().filter(|(_, property)| property.required);
    let (name, property) = required.next().filter(|_| required.next().is_none())?;
    (property.schema.shape == Shape::String).then(|| name.clone())
}

/// Adds mutants that store odd strings and numbers wrongly, or fail at them.
pub(super) fn odd_values(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let Some(stores) = builder.stored_by_update(operation) else { return };
    if !builder.has_gap(Probe::OddValue) {
        return;
    }
    let properties = builder.spec.stored_properties(operation);
    for place in first_of_each(builder.request_places(operation)) {
        let Some(root) = place.root().filter(|root| properties.contains(root)) else { continue };
        // A map of strings may contain secrets, which a server does not return.
        let may_be_secret = place.is_entry && place.schema.is_free_text();
        let is_refused = builder.may_be_refused_when_given(&place);
        if place.is_alternative || is_refused || place.schema.constant().is_some() {
            continue;
        }
        let (clause, suffix) = (stores.clause.child(root), format!("-{}", place.suffix));
        let odd = CONVERSIONS.odd.iter().filter(|_| !may_be_secret);
        for row in odd.chain(&CONVERSIONS.failing) {
            if row.is_for(builder, &place) {
                row.add(builder, &clause, (&place, &suffix), Reach::Here);
            }
        }
    }
}

/// Adds mutants that lose some values of a map of any values, or fail at them.
pub(super) fn losses(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let Some(stores) = builder.stored_by_update(operation) else { return };
    for place in builder.request_places(operation) {
        let (Some(values), Some(root)) = (place.schema.values(), place.root()) else { continue };
        // A server may store the values of a gap as it likes.
        if !takes_anything(builder, values) {
            continue;
        }
        let (clause, suffix) = (stores.clause.child(root), format!("-{}", place.suffix));
        for row in &CONVERSIONS.lost {
            if row.conditions.iter().all(|condition| condition.holds(builder, &place)) {
                row.add(builder, &clause, (&place, &suffix), Reach::Within);
            }
        }
    }
}

/// Adds mutants that fail at a value that the contract leaves open. Cases only observe the response.
pub(super) fn observed_values(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let Some(row) = builder.failure().filter(|_| builder.is_update(operation)) else { return };
    let clause = ClauseRoot::Error(&row).clause().child("status");
    for place in first_of_each(builder.request_places(operation)) {
        let clauses = [&place.property.clause, &place.schema.clause];
        let gaps = builder.spec.gaps.values().filter(|gap| clauses.contains(&&gap.place));
        let listed = place.schema.open_values.iter().flat_map(|open| &open.values);
        let mut values = gaps.flat_map(|gap| &gap.values).chain(listed);
        let Some(value) = values.find_map(Value::as_str) else { continue };
        let like = regex::Regex::new(&format!("^{}$", regex::escape(value))).ok();
        let description = format!("`{}` of \"{value}\" makes the server fail.", place.name);
        let suffix = format!("fails-at-open-{}", place.suffix);
        let values = ValueSelector { like, ..place.values() };
        builder.fails(&clause, suffix, description, values);
    }
}

/// Returns whether a schema allows any value, and no gap leaves open which values are allowed.
fn takes_anything(builder: &DifferenceBuilder<'_>, schema: &Schema) -> bool {
    let schema = builder.spec.resolve(schema);
    let is_open = builder.spec.gaps.values().any(|gap| gap.place == schema.clause);
    schema.shape == Shape::Any && !is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        let table: Table = toml::from_str(TABLE).expect("a table");
        let Table { coerced, stored, tempting, odd, failing, lost } = table;
        for rows in [coerced, stored, tempting, odd, failing, lost] {
            assert!(!rows.is_empty());
            let mut rows = rows.iter();
            assert!(rows.all(|row| row.to.is_some() != row.fails.is_some()));
        }
    }
}
