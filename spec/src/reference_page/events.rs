//! Events, channel by channel.

use super::clause_table::{ClauseRow, level};
use super::markdown::{Table, code, paragraph, prose};
use super::outline::Topic;
use super::writer::Writer;
use crate::model::{Channel, Spec, Transport};

impl<'s> Writer<'s> {
    pub(super) fn events(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.channels.is_empty() {
            return;
        }
        self.heading(&Topic::Events);
        for (id, channel) in &spec.channels {
            self.channel(id, channel);
        }
        self.open_points_of("events");
    }

    fn channel(&mut self, id: &str, channel: &Channel) {
        self.heading(&Topic::Channel(id.to_owned()));
        self.add(paragraph(&channel.doc));
        self.source(&channel.source);
        let how = match channel.transport {
            Transport::Webhook => "as requests to an address of the subscriber",
            Transport::Email => "as e-mail",
            Transport::Trace => "as a list that an operation returns",
        };
        let set_up = channel.type_name.as_deref().map_or_else(String::new, |name| {
            format!(" They are configured with {}.", self.type_link(name))
        });
        let by = channel.operation.as_deref().map_or_else(String::new, |operation| {
            format!(" {} returns them.", self.operation_link(operation))
        });
        self.add(format!("Events are sent {how}.{set_up}{by}"));
        let path = channel.clause();
        let clauses = self.take_below(path.as_str());
        let mut table = Table::new(&["Event", "Meaning", "Carries", "Level", "Clause"]);
        for event in channel.events.values() {
            let clause = clauses.iter().find(|clause| clause.id == path.child(&event.name));
            table.row([
                code(&event.name),
                prose(&event.doc),
                event.carries.as_deref().map_or_else(String::new, |name| self.type_link(name)),
                level(channel.level),
                ClauseRow::identity(clause),
            ]);
        }
        self.add(table.markdown());
        let named = |id: &str| channel.events.keys().any(|name| path.child(name).as_str() == id);
        let others = clauses.into_iter().filter(|clause| !named(clause.id.as_str()));
        let lines = others.map(ClauseRow::new).collect();
        self.clause_table("", &channel.source, lines);
        self.open_points(path.as_str());
    }
}
