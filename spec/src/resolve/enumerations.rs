//! Resolves the strings that a value may be, and the lists that they come from.

use super::place::Place;
use super::resolver::{ReferenceKind, Resolver};
use crate::model::Shape;
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
            self.refer(ReferenceKind::Channel, channel, &place.at("eventsOf"))?;
            let channel_page = self.pages.events.as_ref()?.content.get(channel)?;
            if channel_page.events.is_empty() {
                let mistake =
                    place.at("eventsOf").value(format!("the channel `{channel}` has no events"));
                self.report(mistake.with_help("no value is allowed here: name another channel"));
            }
            return Some(Shape::Enum(channel_page.events.keys().cloned().collect()));
        }
        Some(Shape::String)
    }

    /// Returns the values that select the variants of a union.
    fn discriminator_values(&mut self, name: &str, place: &Place<'_>) -> Option<Vec<String>> {
        self.refer(ReferenceKind::Type, name, place)?;
        let union = self.pages.types.iter().find_map(|(_, page)| page.content.get(name))?;
        // A union with only one of the two keys is reported at the union.
        if union.variants.is_none() && union.discriminator.is_none() {
            let mistake = place.value(format!("the type `{name}` is not a union"));
            self.report(mistake.with_help("name a type with a `discriminator` and `variants`"));
        }
        Some(union.variants.as_ref()?.keys().cloned().collect())
    }
}
