//! Types: which kind of value the words on the page describe.

use std::time::Duration;

use indexmap::IndexMap;
use serde_json::Number;

use super::{Named, Place, Resolver};
use crate::diagnostic::did_you_mean;
use crate::model::{
    Additional, ClauseId, Level, Object, Property, Schema, Shape, StringFormat, Text, Type, Union,
};
use crate::page::{AdditionalPage, JsonType, SchemaPage, TypesPage};
use crate::read::Page;

impl Resolver<'_> {
    pub(super) fn types(&mut self, pages: &[(String, Page<TypesPage>)]) -> IndexMap<String, Type> {
        let mut types: IndexMap<String, Type> = IndexMap::new();
        for (module, page) in pages {
            let place = Place::new(&page.document);
            for (name, schema_page) in &page.content {
                let place = place.at(name);
                if types.contains_key(name) {
                    let mistake = place.entry(format!("there are two types `{name}`"));
                    let other = types.get(name).map_or("", |other| other.module.as_str());
                    let help = format!("the other one is on the page `types/{other}.toml`");
                    self.report(mistake.with_help(help));
                    continue;
                }
                if schema_page.source.is_none() {
                    let mistake = place.entry("a type names its `source`");
                    self.report_missing(&place, mistake.with_help("name the contract's heading"));
                }
                let inherited = (Level::Must, "");
                if let Some(schema) =
                    self.schema(schema_page, &place, ClauseId::new(name), inherited)
                {
                    let (name, module) = (name.clone(), module.clone());
                    types.insert(name.clone(), Type { name, module, schema });
                }
            }
        }
        types
    }

    /// Resolves a type, a property or the items of a list.
    pub(super) fn schema(
        &mut self,
        page: &SchemaPage,
        place: &Place<'_>,
        clause: ClauseId,
        (level, source): (Level, &str),
    ) -> Option<Schema> {
        let level = page.level.unwrap_or(level);
        let source = page.source.as_deref().unwrap_or(source);
        if let Some(error) = &page.error {
            self.refer(Named::Error, error, &place.at("error"));
        }
        let shape = self.shape(page, place, &clause, (level, source))?;
        Some(Schema {
            clause,
            doc: page.doc.clone().unwrap_or_default(),
            shape,
            nullable: page.nullable,
            default: page.default.clone(),
            generated: page.generated,
            examples: page.examples.clone(),
            error: page.error.clone(),
            level,
            source: source.to_owned(),
        })
    }

    fn shape(
        &mut self,
        page: &SchemaPage,
        place: &Place<'_>,
        clause: &ClauseId,
        inherited: (Level, &str),
    ) -> Option<Shape> {
        if let Some(name) = &page.reference {
            return self.refer(Named::Type, name, &place.at("ref")).map(Shape::Ref);
        }
        match kind(page) {
            Some(JsonType::Any) => Some(Shape::Any),
            Some(JsonType::Boolean) => Some(Shape::Boolean { constant: page.constant }),
            Some(JsonType::Integer) => Some(Shape::Integer {
                minimum: self.whole(page.minimum.as_ref(), &place.at("minimum")),
                maximum: self.whole(page.maximum.as_ref(), &place.at("maximum")),
            }),
            Some(JsonType::Number) => Some(Shape::Number {
                minimum: page.minimum.as_ref().and_then(Number::as_f64),
                maximum: page.maximum.as_ref().and_then(Number::as_f64),
            }),
            Some(JsonType::String) => Some(match &page.enumeration {
                Some(values) => Shape::Enum(values.clone()),
                None => Shape::String(self.text(page, place)),
            }),
            Some(JsonType::Array) => {
                let Some(items) = &page.items else {
                    let mistake = place.entry("a list says what its `items` are");
                    self.report_missing(place, mistake.with_help("write `items = { type = … }`"));
                    return None;
                };
                let clause = clause.child("items");
                Some(Shape::Array {
                    items: Box::new(self.schema(items, &place.at("items"), clause, inherited)?),
                    min_items: page.min_items,
                    max_items: page.max_items,
                })
            }
            Some(JsonType::Object) => self.object(page, place, clause, inherited),
            None => {
                let mistake = place.entry("nothing says what kind of value this is");
                let help = "give one of `type`, `ref`, `enum`, `properties`, and `discriminator` with `variants`";
                self.report_missing(place, mistake.with_help(help));
                None
            }
        }
    }

    fn object(
        &mut self,
        page: &SchemaPage,
        place: &Place<'_>,
        clause: &ClauseId,
        inherited: (Level, &str),
    ) -> Option<Shape> {
        if page.discriminator.is_some() || page.variants.is_some() {
            return self.union(page, place).map(Shape::Union);
        }
        if let (None, Some(AdditionalPage::Values(values))) =
            (&page.properties, &page.additional_properties)
        {
            let key = "additionalProperties";
            let values = self.schema(values, &place.at(key), clause.child(key), inherited)?;
            return Some(Shape::Map(Box::new(values)));
        }
        let mut properties = IndexMap::new();
        for (name, property) in page.properties.iter().flatten() {
            let place = place.at("properties").at(name);
            if let Some(schema) = self.schema(property, &place, clause.child(name), inherited) {
                let required = page.required.contains(name);
                properties.insert(name.clone(), Property { schema, required });
            }
        }
        let known = place.at("properties").keys();
        for (key, names) in [("required", &page.required), ("exactlyOne", &page.exactly_one)] {
            for (index, name) in names.iter().enumerate() {
                if !known.contains(&name.as_str()) {
                    let mistake = place.at(key).item(index).unknown("property", name, &known);
                    self.report(mistake);
                }
            }
        }
        let rules = page.rules.iter().enumerate().filter_map(|(index, rule)| {
            self.rule(rule, &place.at("rules").item(index), clause, inherited)
        });
        let rules = rules.collect();
        let additional = match page.additional_properties {
            Some(AdditionalPage::Allowed(false)) => Additional::Forbidden,
            _ => Additional::Open,
        };
        Some(Shape::Object(Object {
            properties,
            additional,
            min_properties: page.min_properties,
            exactly_one: page.exactly_one.clone(),
            rules,
        }))
    }

    fn union(&mut self, page: &SchemaPage, place: &Place<'_>) -> Option<Union> {
        let (Some(discriminator), Some(variants)) = (&page.discriminator, &page.variants) else {
            let missing = if page.variants.is_none() { "variants" } else { "discriminator" };
            let mistake = place.entry("a union has both a `discriminator` and `variants`");
            self.report_missing(place, mistake.with_help(format!("`{missing}` is missing")));
            return None;
        };
        for (value, name) in variants {
            self.refer(Named::Type, name, &place.at("variants").at(value));
        }
        Some(Union { discriminator: discriminator.clone(), variants: variants.clone() })
    }

    fn text(&mut self, page: &SchemaPage, place: &Place<'_>) -> Text {
        Text {
            min_length: page.min_length,
            max_length: page.max_length,
            pattern: page.pattern.clone(),
            format: page.format.as_ref().and_then(|name| self.format(name, page, place)),
        }
    }

    fn format(&mut self, name: &str, page: &SchemaPage, place: &Place<'_>) -> Option<StringFormat> {
        const FORMATS: [StringFormat; 7] = [
            StringFormat::Uuid,
            StringFormat::Uri,
            StringFormat::Email,
            StringFormat::DateTime,
            StringFormat::TimeZone,
            StringFormat::Cron { minimum_interval: None },
            StringFormat::SchedulePhrase,
        ];
        let Some(format) = FORMATS.into_iter().find(|format| format.name() == name) else {
            let known = FORMATS.map(StringFormat::name);
            let mistake = place.at("format").value(format!("there is no format `{name}`"));
            let meant = did_you_mean(name, known);
            let list = || format!("there are `{}`", known.join("`, `"));
            self.report(mistake.with_help(meant.unwrap_or_else(list)));
            return None;
        };
        match format {
            StringFormat::Cron { .. } => {
                Some(StringFormat::Cron { minimum_interval: self.interval(page, place) })
            }
            other => Some(other),
        }
    }

    fn interval(&mut self, page: &SchemaPage, place: &Place<'_>) -> Option<Duration> {
        let written = page.minimum_interval.as_ref()?;
        let unit_seconds = [("s", 1), ("m", 60), ("h", 3600)];
        let interval = unit_seconds.iter().find_map(|(unit, seconds)| {
            let number: u64 = written.strip_suffix(unit)?.parse().ok()?;
            number.checked_mul(*seconds).map(Duration::from_secs)
        });
        if interval.is_none() {
            let mistake = place.at("minimumInterval").value("this is no length of time");
            self.report(mistake.with_help("write a whole number and `s`, `m` or `h`: `5m`"));
        }
        interval
    }

    fn whole(&mut self, number: Option<&Number>, place: &Place<'_>) -> Option<i64> {
        let number = number?;
        if number.as_i64().is_none() {
            let mistake = place.value("a limit of an integer is a whole number");
            self.report(mistake);
        }
        number.as_i64()
    }
}

/// The JSON type: as written, or as the other words imply.
pub(crate) fn kind(page: &SchemaPage) -> Option<JsonType> {
    page.json_type.or_else(|| {
        if page.enumeration.is_some() || page.format.is_some() {
            Some(JsonType::String)
        } else if page.properties.is_some()
            || page.discriminator.is_some()
            || page.variants.is_some()
        {
            Some(JsonType::Object)
        } else {
            page.constant.map(|_| JsonType::Boolean)
        }
    })
}
