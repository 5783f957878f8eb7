//! Texts, the formats that they have, and the lists that they are taken from.

use std::time::Duration;

use serde_json::Number;

use super::place::Place;
use super::resolver::{Named, Resolver};
use crate::diagnostic::did_you_mean;
use crate::model::{Shape, StringFormat, Text};
use crate::page::SchemaPage;

impl Resolver<'_> {
    pub(super) fn string(&mut self, page: &SchemaPage, place: &Place<'_>) -> Option<Shape> {
        if let Some(values) = &page.enumeration {
            return Some(Shape::Enum(values.clone()));
        }
        if let Some(name) = &page.discriminator_of {
            return self.discriminator_values(name, &place.at("discriminatorOf")).map(Shape::Enum);
        }
        if let Some(channel) = &page.events_of {
            self.refer(Named::Channel, channel, &place.at("eventsOf"))?;
            let found = self.pages.events.as_ref()?.content.get(channel)?;
            if found.events.is_empty() {
                let mistake = place.at("eventsOf").value(format!("`{channel}` names no events"));
                self.report(mistake.with_help("no value can meet this: name another channel"));
            }
            return Some(Shape::Enum(found.events.keys().cloned().collect()));
        }
        Some(Shape::String(self.text(page, place)))
    }

    /// The values that tell the variants of a union apart.
    fn discriminator_values(&mut self, name: &str, place: &Place<'_>) -> Option<Vec<String>> {
        self.refer(Named::Type, name, place)?;
        let union = self.pages.types.iter().find_map(|(_, page)| page.content.get(name))?;
        // Half a union is reported where it stands.
        if union.variants.is_none() && union.discriminator.is_none() {
            let mistake = place.value(format!("the type `{name}` is no union"));
            self.report(mistake.with_help("name a type with a `discriminator` and `variants`"));
        }
        Some(union.variants.as_ref()?.keys().cloned().collect())
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

    pub(super) fn whole(&mut self, number: Option<&Number>, place: &Place<'_>) -> Option<i64> {
        let number = number?;
        if number.as_i64().is_none() {
            let mistake = place.value("a limit of an integer is a whole number");
            self.report(mistake);
        }
        number.as_i64()
    }
}
