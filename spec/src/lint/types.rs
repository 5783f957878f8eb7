//! Lint of types: limits that nothing can meet, words that say nothing, values against their own
//! limits, patterns outside the shared dialect, rules that lead nowhere.

use std::collections::HashSet;

use serde_json::Value;

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::model::{PropertyPath, Schema, Segment, Shape, Spec};
use crate::page::{AdditionalPage, ConditionPage, JsonType, SchemaPage};
use crate::pattern::outside_shared_dialect;
use crate::read::Pages;
use crate::resolve::{Place, kind};

pub(super) fn lint(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    let mut lint = Lint { spec, mistakes };
    for (_, page) in &pages.types {
        for (name, schema_page) in &page.content {
            let place = Place::new(&page.document).at(name);
            lint.page(schema_page, &place);
            if let Some(found) = spec.types.get(name) {
                lint.values(schema_page, &found.schema, &place);
            }
        }
    }
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        for (name, parameter) in &operation.parameters {
            lint.page(parameter, &place.at(id).at("parameters").at(name));
        }
    }
}

struct Lint<'l> {
    spec: &'l Spec,
    mistakes: &'l mut Vec<Diagnostic>,
}

impl Lint<'_> {
    /// What can be told from the words alone.
    fn page(&mut self, page: &SchemaPage, place: &Place<'_>) {
        self.words(page, place);
        self.limits(page, place);
        if let Some(reason) = page.pattern.as_deref().and_then(outside_shared_dialect) {
            let mistake = place.at("pattern").value("not every reader understands this pattern");
            self.mistakes.push(mistake.with_help(reason));
        }
        self.rules(page, place);
        for (name, property) in page.properties.iter().flatten() {
            self.page(property, &place.at("properties").at(name));
        }
        if let Some(items) = &page.items {
            self.page(items, &place.at("items"));
        }
        if let Some(AdditionalPage::Values(values)) = &page.additional_properties {
            self.page(values, &place.at("additionalProperties"));
        }
    }

    /// Words that say nothing about the kind of value that they stand with.
    fn words(&mut self, page: &SchemaPage, place: &Place<'_>) {
        use JsonType::{Array, Boolean, Integer, Number, Object, String};
        let given: [(&str, bool, &[JsonType]); 18] = [
            ("const", page.constant.is_some(), &[Boolean]),
            ("enum", page.enumeration.is_some(), &[String]),
            ("minLength", page.min_length.is_some(), &[String]),
            ("maxLength", page.max_length.is_some(), &[String]),
            ("pattern", page.pattern.is_some(), &[String]),
            ("format", page.format.is_some(), &[String]),
            ("minimumInterval", page.minimum_interval.is_some(), &[String]),
            ("minimum", page.minimum.is_some(), &[Integer, Number]),
            ("maximum", page.maximum.is_some(), &[Integer, Number]),
            ("items", page.items.is_some(), &[Array]),
            ("minItems", page.min_items.is_some(), &[Array]),
            ("maxItems", page.max_items.is_some(), &[Array]),
            ("properties", page.properties.is_some(), &[Object]),
            ("required", !page.required.is_empty(), &[Object]),
            ("additionalProperties", page.additional_properties.is_some(), &[Object]),
            ("minProperties", page.min_properties.is_some(), &[Object]),
            ("exactlyOne", !page.exactly_one.is_empty(), &[Object]),
            ("rules", !page.rules.is_empty(), &[Object]),
        ];
        let is = if page.reference.is_some() { None } else { kind(page) };
        if is.is_none() && page.reference.is_none() {
            return;
        }
        for (word, _, _) in given.into_iter().filter(|(_, given, fits)| {
            *given && !is.is_some_and(|is| fits.contains(&is))
        }) {
            let what = is.map_or("ref", JsonType::word);
            let mistake = place.at(word).entry(format!("`{word}` says nothing about a {what}"));
            self.mistakes.push(mistake);
        }
        if page.minimum_interval.is_some() && page.format.as_deref() != Some("cron") {
            let mistake = place.at("minimumInterval").entry("only a cron expression has intervals");
            self.mistakes.push(mistake.with_help("add `format = \"cron\"`"));
        }
    }

    fn limits(&mut self, page: &SchemaPage, place: &Place<'_>) {
        let number = |n: &Option<serde_json::Number>| n.as_ref().and_then(|n| n.as_f64());
        // Lengths beyond 2^53 would lose digits here, and no contract has them.
        let length = |n: Option<u64>| n.map(|n| n as f64);
        let pairs = [
            ("minimum", number(&page.minimum), "maximum", number(&page.maximum)),
            ("minLength", length(page.min_length), "maxLength", length(page.max_length)),
            ("minItems", length(page.min_items), "maxItems", length(page.max_items)),
        ];
        for (lower, low, upper, high) in pairs {
            if let (Some(low), Some(high)) = (low, high)
                && low > high
            {
                let message = format!("`{lower}` is above `{upper}`: no value can meet both");
                self.mistakes.push(place.at(lower).value(message));
            }
        }
        if page.enumeration.as_ref().is_some_and(Vec::is_empty) {
            self.mistakes.push(place.at("enum").value("no value can meet an empty `enum`"));
        }
        let listed = page.properties.as_ref().map_or(0, indexmap::IndexMap::len) as u64;
        let closed = matches!(page.additional_properties, Some(AdditionalPage::Allowed(false)));
        if closed && page.min_properties.is_some_and(|least| least > listed) {
            let message = format!("only {listed} properties are allowed: no value can meet this");
            self.mistakes.push(place.at("minProperties").value(message));
        }
    }

    fn rules(&mut self, page: &SchemaPage, place: &Place<'_>) {
        let known: Vec<&str> = page.properties.iter().flatten().map(|(k, _)| k.as_str()).collect();
        let mut seen = HashSet::new();
        for (index, rule) in page.rules.iter().enumerate() {
            let place = place.at("rules").item(index);
            if !seen.insert(rule.id.as_str()) {
                let message = format!("there are two rules `{}`", rule.id);
                self.mistakes.push(place.at("id").value(message));
            }
            let conditions =
                [("when", Some(&rule.when)), ("unless", rule.unless.as_ref()), ("requires", Some(&rule.requires))];
            for (key, condition) in conditions {
                if let Some(condition) = condition {
                    self.condition(condition, &known, &place.at(key));
                }
            }
        }
    }

    fn condition(&mut self, condition: &ConditionPage, known: &[&str], place: &Place<'_>) {
        let Some(path) = PropertyPath::parse(&condition.path) else { return };
        if let Some(Segment::Property(name)) = path.0.first()
            && !known.contains(&name.as_str())
        {
            self.mistakes.push(place.at("path").unknown("property", name, known));
        }
    }

    /// Defaults and examples against the limits that they stand beside.
    fn values(&mut self, page: &SchemaPage, schema: &Schema, place: &Place<'_>) {
        let examples = page.examples.iter().enumerate();
        let examples = examples.map(|(i, example)| (place.at("examples").item(i), example));
        let default = page.default.iter().map(|default| (place.at("default"), default));
        let values: Vec<(Place<'_>, &Value)> = default.chain(examples).collect();
        if !values.is_empty() {
            self.check_values(schema, &values, place);
        }
        match &schema.shape {
            Shape::Object(object) => {
                for (name, property) in page.properties.iter().flatten() {
                    if let Some(found) = object.properties.get(name) {
                        let place = place.at("properties").at(name);
                        self.values(property, &found.schema, &place);
                    }
                }
            }
            Shape::Array { items, .. } => {
                if let Some(page) = &page.items {
                    self.values(page, items, &place.at("items"));
                }
            }
            Shape::Map(values) => {
                if let Some(AdditionalPage::Values(page)) = &page.additional_properties {
                    self.values(page, values, &place.at("additionalProperties"));
                }
            }
            _ => {}
        }
    }

    fn check_values(
        &mut self,
        schema: &Schema,
        values: &[(Place<'_>, &Value)],
        place: &Place<'_>,
    ) {
        let options = jsonschema::options().should_validate_formats(true);
        let validator = match options.build(&self.spec.json_schema_of(schema)) {
            Ok(validator) => validator,
            Err(error) => {
                self.mistakes.push(place.entry(format!("this makes no JSON Schema: {error}")));
                return;
            }
        };
        for (place, value) in values {
            if let Some(error) = validator.iter_errors(value).next() {
                let mistake = place.value("this breaks the limits that it stands beside");
                let help = match schema.enum_values() {
                    Some(known) => did_you_mean(value.as_str().unwrap_or_default(), known),
                    None => None,
                };
                self.mistakes.push(mistake.with_help(help.unwrap_or_else(|| error.to_string())));
            }
        }
    }
}

impl Schema {
    fn enum_values(&self) -> Option<impl Iterator<Item = &str>> {
        match &self.shape {
            Shape::Enum(values) => Some(values.iter().map(String::as_str)),
            _ => None,
        }
    }
}
