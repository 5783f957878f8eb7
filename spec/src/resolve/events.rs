//! Resolves events and their channels.

use indexmap::IndexMap;

use super::place::Place;
use super::resolver::{ReferenceKind, Resolver};
use crate::model::{Channel, Event, Transport};
use crate::page::{ChannelPage, EventsPage};
use crate::pages::Page;

impl Resolver<'_> {
    pub(super) fn channels(&mut self, page: &Page<EventsPage>) -> IndexMap<String, Channel> {
        let place = Place::new(&page.document);
        let channels = page.content.iter();
        channels.map(|(id, page)| (id.clone(), self.channel(id, page, &place.at(id)))).collect()
    }

    fn channel(&mut self, id: &str, page: &ChannelPage, place: &Place<'_>) -> Channel {
        if let Some(name) = &page.type_name {
            self.refer(ReferenceKind::Type, name, &place.at("type"));
        }
        if let Some(operation) = &page.operation {
            let place = place.at("operation");
            self.refer(ReferenceKind::Operation, operation, &place);
            if page.transport != Transport::Trace {
                let mistake = place.entry("only the transport `trace` has an `operation`");
                self.report(mistake.with_help("remove it, or write `transport = \"trace\"`"));
            }
        }
        let events = page.events.iter().map(|(name, event)| {
            if let Some(carries) = &event.carries {
                self.refer(
                    ReferenceKind::Type,
                    carries,
                    &place.at("events").at(name).at("carries"),
                );
            }
            let (doc, carries) = (event.doc.clone(), event.carries.clone());
            (name.clone(), Event { name: name.clone(), doc, carries })
        });
        Channel {
            id: id.to_owned(),
            doc: page.doc.clone(),
            transport: page.transport,
            type_name: page.type_name.clone(),
            operation: page.operation.clone(),
            events: events.collect(),
            behaviour: page.behaviour.clone(),
            level: page.level,
            source: page.source.clone(),
        }
    }
}
