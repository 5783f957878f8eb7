//! Lint of single schemas: keywords that exclude each other, defaults and examples that break them, and
//! deprecations.

use std::collections::HashSet;

use serde_json::Value;

use crate::lint::Lint;
use crate::lint::references::{PlacedSchema, types};
use crate::model::{Keyword, Level, Schema, Side, Spec};
use crate::nearest::did_you_mean;
use crate::omission::Omission;
use crate::page::{AdditionalPage, EffectPage, ItemsPage, JsonType, SchemaPage};
use crate::pattern::{PatternMistake, outside_shared_dialect};
use crate::resolve::{EntryPlace, is_map, kind, limited_kind, operand};

impl Lint<'_> {
    /// Checks each schema of the pages on its own.
    pub(super) fn schemas(&self) {
        for at in &self.schemas {
            self.inapplicable_keys(at);
            for (word, message, help) in contradictions(at.page) {
                self.report(at.place.at(word).value(message), help);
            }
            for (place, keyword) in at.place.each("suggested", &at.page.suggested) {
                if !written_keys(at.page).contains(&keyword.name()) {
                    let message = format!("there is no `{keyword}` that the text could suggest");
                    self.report(place.value(message), "add the keyword, or remove this");
                }
            }
            let pattern = at.page.pattern.as_deref();
            if let Some(mistake) = pattern.and_then(outside_shared_dialect) {
                let PatternMistake { message, help } = mistake;
                self.report(at.place.at("pattern").value(message), help);
            }
            self.duplicates(at);
        }
        self.schemas.iter().for_each(|at| self.deprecations(at));
        self.schemas.iter().for_each(|at| self.openness(at));
    }

    /// Reports keys that have no meaning beside the others.
    fn inapplicable_keys(&self, at: &PlacedSchema<'_>) {
        let Some((subject, fitting)) = subject(at.page) else { return };
        for word in written_keys(at.page).into_iter().filter(|word| !fitting.contains(word)) {
            let message = format!("`{word}` does not apply to {subject}");
            let mistake = at.place.at(word).entry(message);
            self.report(mistake, "remove it, or move it to a schema that it applies to");
        }
        if fitting.contains(&"minimumInterval")
            && at.page.minimum_interval.is_some()
            && at.page.format.as_deref() != Some("cron")
            && !at.place.is_incomplete()
        {
            let mistake =
                at.place.at("minimumInterval").entry("only a cron expression has intervals");
            self.report(mistake, "add `format = \"cron\"`");
        }
        for (keyword, help, message) in conflicting_keywords(at.page) {
            if fitting.contains(&keyword.name()) && !at.place.is_incomplete() {
                self.report(at.place.at(keyword.name()).entry(message), help);
            }
        }
        self.items_after_prefix(at);
        if at.page.properties.is_some() && at.free_properties().is_some() {
            let message = "`additionalProperties` cannot be a schema beside `properties`";
            let mistake = at.place.at("additionalProperties").entry(message);
            let help = "write `true` or `false`, or remove `properties`";
            self.report_omission(mistake, help, Omission::FurtherProperties);
        }
    }

    /// Reports a list with `prefixItems` that may have further items.
    fn items_after_prefix(&self, at: &PlacedSchema<'_>) {
        if at.page.prefix_items.is_none() {
            return;
        }
        let (word, message, help) = match &at.page.items {
            Some(ItemsPage::Allowed(false)) => return,
            None if at.place.is_incomplete() => return,
            None => (
                "prefixItems",
                "a list with `prefixItems` cannot have further items",
                "add `items = false`",
            ),
            Some(ItemsPage::Allowed(true) | ItemsPage::Each(_)) => (
                "items",
                "no items may follow those of `prefixItems`",
                "write `items = false`; for a longer list, use an object with a property for each of \
                 the first items and one for the list of the others",
            ),
        };
        self.report_omission(at.place.at(word).entry(message), help, Omission::FurtherItems);
    }

    /// Reports duplicate entries of lists, and competing defaults.
    fn duplicates(&self, at: &PlacedSchema<'_>) {
        let lists = [
            ("enum", at.page.enumeration.as_deref().unwrap_or_default()),
            ("deprecatedValues", at.page.deprecated_values.as_slice()),
            ("required", at.page.required.as_slice()),
            ("exactlyOne", at.page.exactly_one.as_slice()),
        ];
        for (word, list) in lists {
            let mut seen = HashSet::new();
            let entries = at.place.each(word, list);
            for (place, entry) in entries.filter(|(_, entry)| !seen.insert(*entry)) {
                let mistake = place.value(format!("`{entry}` is listed twice in `{word}`"));
                self.report(mistake, "remove one of the two");
            }
        }
        if at.page.default_null {
            let place = at.place.at("defaultNull");
            if at.page.default.is_some() || at.page.default_description.is_some() {
                let mistake = place.entry("there is another default already");
                self.report(mistake, "remove one: a value that is left out has one default");
            } else if !at.page.nullable && !at.place.is_incomplete() {
                let mistake = place.entry("the value cannot be null");
                self.report(mistake, "add `nullable = true`, or remove this");
            }
        }
        if at.page.default.is_some() && at.page.default_description.is_some() {
            let mistake = at.place.at("defaultDescription").entry("there is a `default` already");
            self.report(mistake, "remove one of the two");
        }
    }

    /// Reports a reference that leaves the values of an enum open which its type closes.
    fn openness(&self, at: &PlacedSchema<'_>) {
        let name = at.page.reference.as_ref().filter(|_| at.page.level == Some(Level::Open));
        let Some(listed) = name.and_then(|name| self.types.get(name)) else { return };
        let is_closed = listed.page.enumeration.is_some() && listed.page.level != Some(Level::Open);
        if is_closed {
            let mistake = at.place.at("level").value("the type lists all its values");
            let help = "write `level = \"open\"` at the type, or list the values here";
            self.report(mistake, help);
        }
    }

    fn deprecations(&self, at: &PlacedSchema<'_>) {
        let is_property = matches!(at.place.path(), [.., word, _] if word == "properties");
        if at.page.deprecated.is_some() && !is_property {
            let mistake = at.place.at("deprecated").entry("only a property can be deprecated");
            let help =
                "move it to a property or an operation; for values, write `deprecatedValues`";
            self.report(mistake, help);
        }
        let Some(listed) = at.resolved(self.spec).and_then(Schema::words) else { return };
        let known: Vec<&str> = listed.iter().map(String::as_str).collect();
        for (place, value) in at.place.each("deprecatedValues", &at.page.deprecated_values) {
            if !listed.contains(value) {
                self.push(place.unknown("value", value, &known));
            }
        }
    }

    /// Checks that schemas accept their constants, defaults and examples, and what effects set.
    pub(super) fn values(&self) {
        for at in &self.schemas {
            if let Some(schema) = at.resolved(self.spec) {
                self.schema_values(at, schema);
            }
        }
        for (name, at) in types(self.pages) {
            self.effect_values(&at.page.effects, name, &at.place);
        }
        for (id, operation, place) in self.operations() {
            let called = self.spec.operations.get(id);
            if let Some(resource) = called.and_then(|called| called.resource.as_ref()) {
                self.effect_values(&operation.effects, &resource.type_name, &place);
            }
        }
    }

    /// Checks the values that effects set in properties of a type.
    fn effect_values(&self, effects: &[EffectPage], type_name: &str, place: &EntryPlace<'_>) {
        for (place, effect) in place.each("effects", effects) {
            if let (Some(name), Some(value)) = (&effect.property, &effect.value) {
                self.member(type_name, name, value, &place.at("value"));
            }
        }
    }

    /// Checks the value of a property of a type.
    pub(super) fn member(
        &self,
        type_name: &str,
        name: &str,
        value: &Value,
        place: &EntryPlace<'_>,
    ) {
        let object = self.spec.object(type_name);
        if let Some(property) = object.and_then(|object| object.properties.get(name)) {
            let what = format!("the value breaks the schema of `{name}`");
            self.value(&what, value, &property.schema, place);
        }
    }

    fn schema_values(&self, at: &PlacedSchema<'_>, schema: &Schema) {
        // If no value can meet the limits, the limits are the mistake.
        if contradictions(at.page).is_empty() {
            let constant = schema.constant().map(|value| ("constant", value, at.place.at("const")));
            let default = at.page.default.iter();
            let default = default.map(|value| ("default", value, at.place.at("default")));
            let examples = at.place.each("examples", &at.page.examples);
            let examples = examples.map(|(place, value)| ("example", value, place));
            for (what, value, place) in constant.into_iter().chain(default).chain(examples) {
                let mistake = format!("the {what} breaks its own schema");
                self.value(&mistake, value, schema, &place);
            }
        }
        let open = at.page.open_values.iter().flat_map(|open| &open.values);
        for (place, value) in at.place.at("openValues").each("values", open) {
            self.value("the open value is not listed", value, schema, &place);
        }
    }

    fn value(&self, what: &str, value: &Value, schema: &Schema, place: &EntryPlace<'_>) {
        let Some(error) = rejection_reason(self.spec, schema, value) else { return };
        let mistake = place.value(format!("{what}: {error}"));
        let written = value.as_str().unwrap_or_default();
        let known = schema.words().unwrap_or_default().iter().map(String::as_str);
        let meant = did_you_mean(known, written);
        self.push(match meant {
            Some(help) => mistake.with_help(help),
            None => mistake,
        });
    }
}

/// Returns the limits of a schema that no value meets, each with the key that the report points to, a message
/// and a help text.
pub(super) fn contradictions(page: &SchemaPage) -> Vec<(&'static str, String, String)> {
    // Lengths above 2^53 would lose digits here; no contract has them.
    let limit = |keyword| operand(page, keyword, JsonType::Number)?.ok()?.number()?.as_f64();
    let mut contradictions = Vec::new();
    let mut add = |word: Keyword, message: String, help: String| {
        contradictions.push((word.name(), message, help));
    };
    let pairs = Keyword::ALL.iter().filter(|keyword| keyword.side() == Some(Side::Minimum));
    let pairs = pairs.filter_map(|lower| Some((*lower, lower.opposite()?)));
    let crossed = [
        (Keyword::Minimum, Keyword::ExclusiveMaximum),
        (Keyword::ExclusiveMinimum, Keyword::Maximum),
        (Keyword::MinContains, Keyword::MaxItems),
    ];
    for (lower, upper) in pairs.chain(crossed) {
        let (Some(low), Some(high)) = (limit(lower), limit(upper)) else { continue };
        let excludes = [lower, upper].iter().any(|keyword| {
            matches!(keyword, Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum)
        });
        let (below, above) = (lower.name(), upper.name());
        let help = || format!("lower `{below}`, or raise `{above}`");
        if low > high {
            let message = format!("`{below}` is greater than `{above}`: no value meets both");
            add(lower, message, help());
        } else if excludes && low >= high {
            add(lower, format!("no value lies between `{below}` and `{above}`"), help());
        }
    }
    if let (Some(step), Some(high)) = (limit(Keyword::MultipleOf), limit(Keyword::Maximum))
        && let Some(low) = limit(Keyword::Minimum)
        && (low / step).ceil() * step > high
        && low <= high
    {
        let message = format!("no multiple of {step} lies between `minimum` and `maximum`");
        let help = "change `multipleOf`, or widen the limits".to_owned();
        add(Keyword::MultipleOf, message, help);
    }
    let values = page.each_item().and_then(|items| items.enumeration.as_ref());
    if let (true, Some(values), Some(min_items)) = (page.unique_items, values, page.min_items)
        && min_items > values.len() as u64
    {
        let count = values.len();
        let message =
            format!("`minItems` is {min_items}, but only {count} different items are possible");
        let help = format!(
            "lower `minItems` to at most {count}, or add values to the `enum` of the items"
        );
        add(Keyword::MinItems, message, help);
    }
    if let Some(prefix) = &page.prefix_items {
        let places = prefix.len() as u64;
        if let Some(min_items) = page.min_items.filter(|min_items| *min_items > places) {
            let message =
                format!("`minItems` is {min_items}, but `prefixItems` allows only {places} items");
            let help =
                format!("lower `minItems` to at most {places}, or add items to `prefixItems`");
            add(Keyword::MinItems, message, help);
        }
    }
    let required = page.required.len() as u64;
    if let Some(maximum) = page.max_properties.filter(|maximum| *maximum < required) {
        let message =
            format!("`maxProperties` is {maximum}, but {required} properties are required");
        let help =
            format!("raise `maxProperties` to at least {required}, or require fewer properties");
        add(Keyword::MaxProperties, message, help);
    }
    let empty = [
        ("enum", page.enumeration.as_ref().is_some_and(Vec::is_empty), "values"),
        ("variants", page.variants.as_ref().is_some_and(indexmap::IndexMap::is_empty), "variants"),
        ("prefixItems", page.prefix_items.as_ref().is_some_and(Vec::is_empty), "items"),
        ("oneOf", page.one_of.as_ref().is_some_and(Vec::is_empty), "alternatives"),
    ];
    for (word, _, parts) in empty.into_iter().filter(|(_, is_empty, _)| *is_empty) {
        let message = format!("`{word}` has no {parts}: no value is valid");
        contradictions.push((word, message, format!("add {parts}, or remove `{word}`")));
    }
    let listed = page.properties.as_ref().map_or(0, indexmap::IndexMap::len) as u64;
    let is_closed = matches!(page.additional_properties, Some(AdditionalPage::Allowed(false)));
    if let Some(minimum) = page.min_properties.filter(|minimum| is_closed && *minimum > listed) {
        let message =
            format!("`minProperties` is {minimum}, but only {listed} properties are allowed");
        let help =
            format!("lower `minProperties` to at most {listed}, or allow further properties");
        contradictions.push(("minProperties", message, help));
    }
    contradictions
}

/// Returns the keywords that have no meaning without another one or beside it, each with a help text and a message.
fn conflicting_keywords(page: &SchemaPage) -> Vec<(Keyword, &'static str, &'static str)> {
    let mut mistakes = Vec::new();
    let mut add = |is_mistake: bool, keyword, help, message| {
        if is_mistake {
            mistakes.push((keyword, help, message));
        }
    };
    let help = "add `contains`, or remove this";
    let alone = page.contains.is_none();
    let message = "this has no meaning without `contains`";
    add(alone && page.min_contains.is_some(), Keyword::MinContains, help, message);
    add(alone && page.max_contains.is_some(), Keyword::MaxContains, help, message);
    let help = "remove one of the two";
    let both = page.minimum.is_some() && page.exclusive_minimum.is_some();
    add(both, Keyword::ExclusiveMinimum, help, "there is a `minimum` already");
    let both = page.maximum.is_some() && page.exclusive_maximum.is_some();
    add(both, Keyword::ExclusiveMaximum, help, "there is a `maximum` already");
    let both = page.prefix_items.is_some() && page.max_items.is_some();
    let help = "remove it; to allow fewer items, shorten `prefixItems`";
    add(both, Keyword::MaxItems, help, "the length of `prefixItems` is the limit already");
    let is_one = page.min_contains == Some(1);
    add(is_one, Keyword::MinContains, "remove it", "`contains` already demands one item");
    mistakes
}

/// Returns the keys of a schema that describe its value.
fn written_keys(page: &SchemaPage) -> Vec<&'static str> {
    let words = [
        ("type", page.json_type.is_some()),
        ("unit", page.unit.is_some()),
        ("comparedAs", page.compared_as.is_some()),
        ("contentMediaType", page.content_media_type.is_some()),
        ("ordered", page.ordered),
        ("secret", page.secret),
        ("enum", page.enumeration.is_some()),
        ("discriminatorOf", page.discriminator_of.is_some()),
        ("eventsOf", page.events_of.is_some()),
        ("deprecatedValues", !page.deprecated_values.is_empty()),
        ("items", page.items.is_some()),
        ("prefixItems", page.prefix_items.is_some()),
        ("properties", page.properties.is_some()),
        ("required", !page.required.is_empty()),
        ("additionalProperties", page.additional_properties.is_some()),
        ("rules", !page.rules.is_empty()),
        ("effects", !page.effects.is_empty()),
        ("refusals", !page.refusals.is_empty()),
        ("discriminator", page.discriminator.is_some()),
        ("variants", page.variants.is_some()),
        ("oneOf", page.one_of.is_some()),
    ];
    let words = words.into_iter().filter(|(_, is_written)| *is_written).map(|(word, _)| word);
    let is_given = |keyword: &&Keyword| {
        **keyword != Keyword::AdditionalProperties
            && operand(page, **keyword, JsonType::Number).is_some()
    };
    words.chain(Keyword::ALL.iter().filter(is_given).map(|keyword| keyword.name())).collect()
}

/// Returns what a schema describes, and the keys that apply to it.
fn subject(page: &SchemaPage) -> Option<(&'static str, Vec<&'static str>)> {
    let only = |subject, words: &[&'static str]| Some((subject, words.to_vec()));
    if page.reference.is_some() {
        return only("a `ref`", &[]);
    }
    if page.one_of.is_some() {
        return only("a `oneOf`", &["oneOf"]);
    }
    let kind = kind(page)?;
    let limited = |subject, words: &[&'static str]| {
        let keywords = Keyword::ALL.iter();
        let kind = limited_kind(page, kind);
        let keywords = keywords.filter(|keyword| keyword.json_types().contains(&kind));
        Some((
            subject,
            words.iter().copied().chain(keywords.map(|keyword| keyword.name())).collect(),
        ))
    };
    let is_union = page.discriminator.is_some() || page.variants.is_some();
    match kind {
        JsonType::Any => only("a value of any type", &["type", "comparedAs"]),
        JsonType::Boolean => limited("a boolean", &["type"]),
        JsonType::Integer => limited("an integer", &["type", "unit"]),
        JsonType::Number => limited("a number", &["type", "unit"]),
        JsonType::String if page.enumeration.is_some() => {
            only("an `enum`", &["type", "enum", "deprecatedValues"])
        }
        JsonType::String if page.discriminator_of.is_some() => {
            only("the values of a discriminator", &["type", "discriminatorOf", "deprecatedValues"])
        }
        JsonType::String if page.events_of.is_some() => {
            only("the events of a channel", &["type", "eventsOf", "deprecatedValues"])
        }
        JsonType::String if page.content_media_type.is_some() => {
            only("a file", &["type", "contentMediaType", "minLength", "maxLength"])
        }
        JsonType::String if page.secret => only("a secret", &["type", "secret"]),
        JsonType::String => limited("a string", &["type", "comparedAs"]),
        JsonType::Array if page.prefix_items.is_some() => {
            limited("an array with `prefixItems`", &["type", "items", "prefixItems"])
        }
        JsonType::Array => limited("an array", &["type", "items", "ordered"]),
        JsonType::Object if is_union => only("a union", &["type", "discriminator", "variants"]),
        JsonType::Object if is_map(page) => {
            limited("an object with free properties", &["type", "additionalProperties", "secret"])
        }
        JsonType::Object => limited(
            "an object",
            &["type", "properties", "required", "rules", "effects", "refusals"],
        ),
    }
}

/// Returns the reason why a schema rejects a value, or `None` if it accepts the value.
pub(super) fn rejection_reason(spec: &Spec, schema: &Schema, value: &Value) -> Option<String> {
    let options = jsonschema::options().should_validate_formats(true);
    // A pattern that cannot be part of a JSON Schema is reported at the pattern.
    let validator = options.build(&spec.json_schema_of(schema)).ok()?;
    validator.iter_errors(value).next().map(|error| error.to_string())
}
