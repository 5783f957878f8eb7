//! Mutants that read or store values as others: coerced, truncated, or counted in another unit. Some fail at
//! such values.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::{Value, json};
use webdata_reference::faults::{BodyMistake, Reading, ValuePath};
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, Constraint, Equality, JsonType, Keyword, NumberUnit, Operation, Part, Probe, Schema,
    Shape, StringFormat,
};

use super::{FaultBuilder, Place, first_of_each, stores_given};

/// The number of characters of a very long string.
const MANY: usize = 4000;

/// A conversion of a value, after the suffix of its identity and the end of its description.
type Conversion = (&'static str, &'static str, Reading);

/// The losses of maps of any values.
const LOSSES: [Conversion; 7] = [
    ("makes-texts", "is stored with strings for numbers and booleans.", Reading::ScalarsToStrings),
    (
        "drops-objects",
        "is stored without the contents of its objects.",
        Reading::WithoutInnerObjects,
    ),
    ("drops-lists", "is stored without lists.", Reading::WithoutArrays),
    ("drops-falsy", "is stored without false, zero and empty values.", Reading::WithoutFalsy),
    ("makes-whole", "is stored with integers only.", Reading::NumbersToIntegers),
    ("camel-cases", "is stored with other names.", Reading::CamelCased),
    ("drops-odd-names", "is stored without names that have dots.", Reading::WithoutSpecialNames),
];

/// Returns whether a place is a part that is sent as text or as a file.
fn is_text(parts: &IndexMap<&str, Part<'_>>, place: &Place<'_>) -> bool {
    let part = place.root().filter(|_| place.path.0.len() == 1).and_then(|name| parts.get(name));
    matches!(part, Some(Part::Text | Part::File(_)))
}

/// Returns whether a schema is a string of any characters, and no constant.
fn is_plain_text(schema: &Schema) -> bool {
    schema.is_free_text() && schema.constant().is_none()
}

/// Adds the mutants that coerce values, count in other units, or store values wrongly.
pub(super) fn coercions(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    // A type is mutated at the first place that reaches it.
    let parts = faults.spec.parts(operation).unwrap_or_default();
    let failure = faults.spec.service.validation_failure.clone();
    for place in first_of_each(faults.request_places(operation)) {
        let mut add = |word: &str, suffix: &str, description: &str, mistake: BodyMistake| {
            let description = format!("`{}` {description}", place.name);
            faults.body(&place.clause(word), suffix, description, &place.path, mistake);
        };
        if place.schema.content_media_type.is_some() {
            let (pattern, row) = ("[^\\x00-\\x7f]".to_owned(), failure.clone());
            let description = "of bytes that are not ASCII is rejected.";
            let mistake = BodyMistake::FailsOnMatch { pattern, row };
            add("contentMediaType", "refuses-bytes", description, mistake);
        }
        // The text of a part has no JSON type.
        if is_text(&parts, &place) {
            continue;
        }
        for (suffix, description, reading) in coerced(&place) {
            add("type", suffix, description, BodyMistake::ReadsAs(reading));
        }
        for (word, (suffix, description, reading)) in in_other_units(&place) {
            add(word, suffix, description, BodyMistake::ValidatesAs(reading));
        }
        if let (Some(stores), Some(root)) = (stores_given(operation), place.root()) {
            for (suffix, description, reading) in stored_otherwise(&place) {
                let (clause, suffix) =
                    (stores.clause.child(root), format!("{suffix}-{}", place.suffix));
                let description = format!("`{}` {description}", place.name);
                let mistake = BodyMistake::ReadsAs(reading);
                faults.body(&clause, suffix, description, &place.path, mistake);
            }
        }
    }
}

fn coerced(place: &Place<'_>) -> Vec<Conversion> {
    let text_for_number = (
        "takes-text-for-number",
        "of digits in a string is read as the number.",
        Reading::StringToNumber,
    );
    let mut all = match &place.schema.shape {
        _ if place.is_alternative => Vec::new(),
        Shape::Boolean => vec![
            ("takes-1-for-true", "of 1 is read as true.", Reading::NumberToBool),
            (
                "takes-text-for-true",
                "of the string \"true\" is read as true.",
                Reading::StringToBool,
            ),
        ],
        Shape::Integer => vec![
            text_for_number,
            (
                "cuts-fraction",
                "with a fraction is read as the integer below.",
                Reading::FractionToInteger,
            ),
        ],
        Shape::Number => vec![text_for_number],
        Shape::String if is_plain_text(place.schema) => vec![
            ("takes-number-for-text", "of 7 is read as \"7\".", Reading::NumberToString),
            ("takes-true-for-text", "of true is read as \"true\".", Reading::BoolToString),
        ],
        // A list that needs several items does not accept a list of one.
        Shape::Array { .. } if may_have_one_item(place.schema) => vec![(
            "takes-item-for-list",
            "is accepted without a list, as if it were a list of one.",
            Reading::ValueToArray,
        )],
        _ => Vec::new(),
    };
    let is_any = matches!(place.schema.shape, Shape::Any) || place.is_alternative;
    if (place.may_lack() || place.is_choice) && !place.is_nullable() && !is_any {
        let description = "of null is treated as left out.";
        all.push(("takes-null-for-nothing", description, Reading::NullToAbsent));
    }
    all
}

/// Returns the conversions before a limit is checked, each with the keyword of the limit.
fn in_other_units(place: &Place<'_>) -> Vec<(&'static str, Conversion)> {
    let has = |keyword| place.schema.operand(keyword).is_some();
    match &place.schema.shape {
        Shape::String if has(Keyword::MaxLength) && place.schema.format().is_none() => {
            let description = "is rejected if it has more bytes than it may have characters.";
            vec![("maxLength", ("counts-bytes", description, Reading::InBytes))]
        }
        Shape::Integer if place.schema.unit == Some(NumberUnit::Milliseconds) => {
            let description = "is judged as if it were microseconds.";
            let minimum = ("judges-microseconds", description, Reading::Times(0.001));
            let description = "is judged as if it were seconds.";
            let maximum = ("judges-seconds", description, Reading::Times(1000.0));
            let all =
                [("minimum", Keyword::Minimum, minimum), ("maximum", Keyword::Maximum, maximum)];
            let limited = all.into_iter().filter(|(_, keyword, _)| has(*keyword));
            limited.map(|(word, _, conversion)| (word, conversion)).collect()
        }
        _ => Vec::new(),
    }
}

fn may_have_one_item(list: &Schema) -> bool {
    let minimum_of = |keyword| list.count(keyword).unwrap_or(0);
    minimum_of(Keyword::MinItems) < 2 && minimum_of(Keyword::MinContains) < 2
}

fn stored_otherwise(place: &Place<'_>) -> Vec<(&'static str, String, Reading)> {
    let limit = |keyword| place.schema.count(keyword);
    let all = match &place.schema.shape {
        // Strings that people write, in the properties of the resource itself.
        Shape::String
            if is_plain_text(place.schema)
                && place.path.0.len() == 1
                && let Some(max_length) = limit(Keyword::MaxLength) =>
        {
            let half = usize::try_from(max_length / 2).unwrap_or(usize::MAX);
            let cut = format!("is stored truncated to {half} characters.");
            let emoji = "is stored without characters beyond the basic plane of Unicode.";
            return vec![
                ("lower-cases", "is stored in lower case.".to_owned(), Reading::LowerCase),
                ("escapes", "is stored escaped for HTML.".to_owned(), Reading::Escaped),
                ("loses-emoji", emoji.to_owned(), Reading::WithoutEmoji),
                ("cuts", cut, Reading::Cut(half)),
            ];
        }
        Shape::Array { .. } if limit(Keyword::MaxItems).is_none_or(|max_items| max_items > 1) => {
            let first = ("first-only", "is stored with its first item only.", Reading::FirstItem);
            let reversed = ("reverses", "is stored in reverse.", Reading::Reversed);
            [Some(first), place.schema.ordered.then_some(reversed)]
        }
        _ => [None, None],
    };
    let all = all.into_iter().flatten();
    all.map(|(suffix, description, reading)| (suffix, description.to_owned(), reading)).collect()
}

/// Adds mutants that accept values of a wrong type that frameworks, languages or query strings often convert.
/// A few conversions are tried at the first place of every schema, the others at the first place of each kind.
/// `known` has the schemas of operations before this one, which a server reads in the same way here.
pub(super) fn tempting<'s>(
    faults: &mut FaultBuilder<'s>,
    operation: &Operation,
    known: &mut HashSet<(&'s ClauseId, &'s ClauseId)>,
) {
    let Some(schema) = faults.request(operation) else { return };
    let body = faults.spec.resolve(schema);
    let parts = faults.spec.parts(operation).unwrap_or_default();
    if body.object().is_some() && !operation.is_multipart() {
        let names = names_in_order(faults.spec, body);
        let mut add = |suffix: &str, description: &str, reading| {
            let description = format!("A request for {} whose body {description}", operation.id);
            let (clause, path) = (body.clause.child("type"), ValuePath::default());
            faults.body(&clause, suffix, description, &path, BodyMistake::ReadsAs(reading));
        };
        add("takes-list-of-one", "is a list of one is read as its item.", Reading::ArrayToItem);
        add("takes-json-in-text", "is a string of JSON is read as JSON.", Reading::StringToJson);
        if let Some(names) = names {
            let reading = Reading::ArrayToProperties(names);
            add("takes-members-in-list", "is a list of its properties is read.", reading);
        }
    }
    let mut kinds = HashSet::new();
    let mut outermost = faults.request_places(operation);
    outermost.sort_by_key(|place| place.name.matches(['.', '[']).count());
    for place in first_of_each(outermost) {
        if place.is_alternative || place.schema.constant().is_some() || is_text(&parts, &place) {
            continue;
        }
        let is_first = kinds.insert(std::mem::discriminant(&place.schema.shape));
        if !known.insert((&place.schema.clause, &place.property.clause)) {
            continue;
        }
        for (suffix, description, reading) in tempting_conversions(faults.spec, &place, is_first) {
            let description = format!("`{}` {description}", place.name);
            let suffix = format!("{suffix}-in-{}", place.suffix);
            let mistake = BodyMistake::ReadsAs(reading);
            faults.body(&place.clause("type"), suffix, description, &place.path, mistake);
        }
    }
}

/// Returns the conversions to try at a place: a few, or all if the place is the first of its kind.
fn tempting_conversions(spec: &Spec, place: &Place<'_>, is_first: bool) -> Vec<Conversion> {
    let schema = place.schema;
    let as_other = |suffix, description, from, to| (suffix, description, Reading::As(from, to));
    let list_of_one = ("takes-list-of-one", "in a list is read as its item.", Reading::ArrayToItem);
    let empty =
        ("takes-empty-for-nothing", "of \"\" is treated as left out.", Reading::EmptyToAbsent);
    let empty = place.may_lack().then_some(empty);
    let parsed = ("takes-json-in-text", "is read from a string of JSON.", Reading::StringToJson);
    let few = |all: Vec<Conversion>, count: usize| -> Vec<Conversion> {
        let count = if is_first { all.len() } else { count };
        all.into_iter().take(count).chain(empty.clone().filter(|_| is_first)).collect()
    };
    match &schema.shape {
        Shape::Boolean => {
            let all = [
                ("takes-empty-for-false", "of \"\" is read as false.", json!(""), false),
                ("takes-0-for-false", "of 0 is read as false.", json!(0), false),
                ("takes-text-1-for-true", "of \"1\" is read as true.", json!("1"), true),
                ("takes-yes-for-true", "of \"yes\" is read as true.", json!("yes"), true),
                ("takes-on-for-true", "of \"on\" is read as true.", json!("on"), true),
            ];
            let all = all.into_iter();
            let all = all.map(|(suffix, what, from, to)| as_other(suffix, what, from, to.into()));
            few(all.chain([list_of_one]).collect(), 1)
        }
        Shape::Integer | Shape::Number => {
            #[expect(clippy::cast_possible_truncation, reason = "limits are small")]
            let minimum = json!(schema.minimum_or(0.0) as i64);
            let (text, flag) = ("of \"\" is read as a number.", "of false is read as a number.");
            let all = vec![
                list_of_one,
                as_other("takes-empty-for-number", text, json!(""), minimum.clone()),
                as_other("takes-false-for-number", flag, json!(false), minimum),
            ];
            few(all, 2)
        }
        Shape::String | Shape::Enum(_) => {
            let is_free = schema.is_free_text();
            let text = "of any type is converted to a string.";
            let text = is_free.then_some(("takes-object-for-text", text, Reading::AnyToString));
            let empty = empty.filter(|_| !is_free && breaks_format(schema));
            [list_of_one].into_iter().chain(text).chain(empty).collect()
        }
        Shape::Array { items } => {
            let is_text = spec.resolve(items).shape.json_type() == Some(JsonType::String);
            let description = "is read from a comma-separated string.";
            let parts = ("takes-parts-of-text", description, Reading::SplitAtCommas);
            let description = "is read from the values of an object.";
            let values = ("takes-values-of-object", description, Reading::ObjectToValues);
            let more = [values, parsed].into_iter().filter(|_| is_first);
            is_text.then_some(parts).into_iter().chain(empty).chain(more).collect()
        }
        Shape::Object(_) | Shape::Union(_) | Shape::Map(_) => {
            let member = first_text(schema).map(|name| {
                let description = "is read from its first string alone.";
                ("takes-member-for-object", description, Reading::ValueToProperty(name))
            });
            let names = names_in_order(spec, schema).map(|names| {
                let description = "is read from a list of its properties, in their order.";
                ("takes-members-in-list", description, Reading::ArrayToProperties(names))
            });
            let more = [parsed].into_iter().filter(|_| is_first);
            [list_of_one].into_iter().chain(member).chain(empty).chain(names).chain(more).collect()
        }
        Shape::Any | Shape::OneOf(_) | Shape::Ref(_) | Shape::Tuple(_) => Vec::new(),
    }
}

/// Returns whether an empty string is not an enum value, or breaks a format and nothing else.
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

/// Returns the only required property, if it is a string.
fn first_text(schema: &Schema) -> Option<String> {
    let mut required = schema.object()?.properties.iter().filter(|(_, property)| property.required);
    let (name, property) = required.next().filter(|_| required.next().is_none())?;
    (property.schema.shape == Shape::String).then(|| name.clone())
}

/// Adds mutants that store odd strings and numbers wrongly, or fail at them.
pub(super) fn odd_values(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(stores) = faults.stored_by_update(operation) else { return };
    if !faults.has_gap(Probe::OddValue) {
        return;
    }
    let properties = faults.spec.stored_properties(operation);
    let failure = faults.failure();
    for place in first_of_each(faults.request_places(operation)) {
        let Some(root) = place.root().filter(|root| properties.contains(root)) else { continue };
        if place.is_alternative || faults.may_be_refused_when_given(&place) {
            continue;
        }
        let clause = stores.clause.child(root);
        let mut add = |suffix: &str, description: &str, mistake: BodyMistake| {
            let description = format!("`{}` {description}", place.name);
            let suffix = format!("{suffix}-{}", place.suffix);
            faults.body(&clause, suffix, description, &place.path, mistake);
        };
        for (suffix, description, reading) in changed(&place) {
            add(suffix, description, BodyMistake::ReadsAs(reading));
        }
        let Some(row) = &failure else { continue };
        for (suffix, description, reading) in total_failures(&place) {
            add(suffix, description, BodyMistake::FailsOnReading(reading, row.clone()));
        }
    }
}

fn changed(place: &Place<'_>) -> Vec<Conversion> {
    let has_no_limit = place.schema.number(Keyword::Maximum).is_none();
    if place.schema.shape == Shape::Integer && has_no_limit && place.schema.constant().is_none() {
        let description = "is stored with single precision.";
        return vec![("keeps-single-precision", description, Reading::InSinglePrecision)];
    }
    // A map of strings may contain secrets, which a server does not return.
    if !is_plain_text(place.schema) || place.is_entry {
        return Vec::new();
    }
    let mut all = vec![("trims", "is stored without the blanks around it.", Reading::Trimmed)];
    // A server may store an equal string: see the variations of any contract.
    let equality = place.schema.equality();
    if equality == Equality::Characters {
        all.push(("composes", "is stored in the composed form of Unicode.", Reading::Composed));
    }
    if place.path.0.len() == 1 {
        let marks = "is stored without marks of text direction.";
        all.extend([
            ("drops-controls", "is stored without control characters.", Reading::WithoutControls),
            ("cuts-at-nul", "is stored up to its first NUL.", Reading::CutAtNul),
            ("drops-marks", marks, Reading::WithoutInvisibles),
            ("joins-blanks", "is stored with single blanks.", Reading::WithSingleSpaces),
            ("makes-line-feeds", "is stored with other line ends.", Reading::WithLineFeeds),
        ]);
        if place.schema.count(Keyword::MinLength).unwrap_or(0) == 0 {
            all.push(("empty-is-not-given", "of \"\" is not stored.", Reading::EmptyToAbsent));
        }
    } else {
        if !matches!(equality, Equality::Domain | Equality::LanguageTag) {
            all.push(("lower-cases", "is stored in lower case.", Reading::LowerCase));
        }
        all.extend([
            ("escapes", "is stored escaped for HTML.", Reading::Escaped),
            ("loses-emoji", "is stored without emoji.", Reading::WithoutEmoji),
        ]);
    }
    if place.schema.count(Keyword::MaxLength).is_none() {
        // Short columns of databases have 255 characters.
        let description = "is stored truncated to 255 characters.";
        all.push(("cuts-short", description, Reading::Cut(255)));
    }
    all
}

fn total_failures(place: &Place<'_>) -> Vec<Conversion> {
    if is_plain_text(place.schema) {
        let many =
            ("fails-at-many", "of many characters makes the server fail.", Reading::Cut(MANY));
        let controls = ("fails-at-nul", "with a NUL makes the server fail.", Reading::CutAtNul);
        let emoji = ("fails-at-emoji", "with emoji makes the server fail.", Reading::WithoutEmoji);
        let many = place.schema.count(Keyword::MaxLength).is_none().then_some(many);
        return many.into_iter().chain([controls, emoji]).collect();
    }
    let (suffix, bits) = match (&place.schema.shape, place.schema.number(Keyword::Maximum)) {
        (Shape::Integer, None) => ("fails-at-32-bits", 31),
        (Shape::Integer, Some(_)) => ("fails-beyond-32-bits", 32),
        _ => return Vec::new(),
    };
    vec![(suffix, "beyond 32 bits makes the server fail.", Reading::TruncatedToBits(bits))]
}

/// Adds mutants that store maps of any values with losses, or fail at some values.
pub(super) fn losses(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(stores) = faults.stored_by_update(operation) else { return };
    let (failure, has_gap) = (faults.failure(), faults.has_gap(Probe::OddValue));
    for place in faults.request_places(operation) {
        let (Some(values), Some(root)) = (place.schema.values(), place.root()) else { continue };
        // A server may store the values of a gap as it likes.
        if !takes_anything(faults, values) {
            continue;
        }
        let clause = stores.clause.child(root);
        let mut add = |suffix: &str, description: &str, mistake: BodyMistake| {
            let description = format!("`{}` {description}", place.name);
            let suffix = format!("{suffix}-{}", place.suffix);
            faults.body(&clause, suffix, description, &place.path, mistake);
        };
        for (suffix, description, reading) in LOSSES {
            // A server may reject some names.
            let is_of_names = matches!(reading, Reading::CamelCased | Reading::WithoutSpecialNames);
            if has_gap || !is_of_names {
                add(suffix, description, BodyMistake::ReadsAs(reading));
            }
        }
        if let Some(row) = &failure {
            let lists = BodyMistake::FailsOnReading(Reading::WithoutArrays, row.clone());
            add("fails-at-lists", "with a list makes the server fail.", lists);
            let objects = BodyMistake::FailsOnReading(Reading::WithoutInnerObjects, row.clone());
            add("fails-at-objects", "with an object makes the server fail.", objects);
        }
    }
}

/// Adds mutants that fail at a value which the contract leaves open, so that cases only observe the response.
pub(super) fn observed_values(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(row) = faults.failure().filter(|_| faults.is_update(operation)) else { return };
    let clause = ClauseId::new(format!("errors.{row}.status"));
    for place in first_of_each(faults.request_places(operation)) {
        let clauses = [&place.property.clause, &place.schema.clause].map(ClauseId::as_str);
        let gaps = faults.spec.gaps.values().filter(|gap| clauses.contains(&&*gap.place));
        let listed = place.schema.open_values.iter().flat_map(|open| &open.values);
        let mut values = gaps.flat_map(|gap| &gap.values).chain(listed);
        let Some(value) = values.find_map(Value::as_str) else { continue };
        let pattern = format!("^{}$", regex::escape(value));
        let description = format!("`{}` of \"{value}\" makes the server fail.", place.name);
        let suffix = format!("fails-at-open-{}", place.suffix);
        let mistake = BodyMistake::FailsOnMatch { pattern, row: row.clone() };
        faults.body(&clause, suffix, description, &place.path, mistake);
    }
}

/// Returns whether a schema allows any value, and no gap leaves open which values are allowed.
fn takes_anything(faults: &FaultBuilder<'_>, schema: &Schema) -> bool {
    let schema = faults.spec.resolve(schema);
    let is_open = faults.spec.gaps.values().any(|gap| gap.place == schema.clause.as_str());
    schema.shape == Shape::Any && !is_open
}
