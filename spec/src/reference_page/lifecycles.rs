//! Lifecycles: states, the transitions between them, and the responses in them.

use super::clause_table::{ClauseRow, level, other_source};
use super::markdown::{Table, code, prose};
use super::outline::Topic;
use super::writer::Writer;
use crate::model::{
    Clause, Lifecycle, Operation, Situation, SituationResponse, SituationSuccess, Spec, Transition,
};

impl<'s> Writer<'s> {
    pub(super) fn lifecycles(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.lifecycles.is_empty() {
            return;
        }
        self.heading(&Topic::Lifecycles);
        for lifecycle in &spec.lifecycles {
            self.lifecycle(lifecycle);
        }
        self.open_points_of("lifecycles");
    }

    fn lifecycle(&mut self, lifecycle: &Lifecycle) {
        let (type_name, property) = (&lifecycle.type_name, &lifecycle.property);
        self.heading(&Topic::Lifecycle(type_name.clone(), property.clone()));
        let states: Vec<String> = lifecycle.states.iter().map(|state| code(state)).collect();
        let others = match &lifecycle.gap {
            Some(gap) => {
                format!(
                    " There are others, which the contract does not show ({}).",
                    Self::gap_link(gap)
                )
            }
            None => String::new(),
        };
        self.add(format!(
            "The states of {} in {}: {}.{others}",
            code(property),
            self.type_link(type_name),
            states.join(", ")
        ));
        let path = format!("lifecycles.{type_name}.{property}");
        let clauses = self.take_below(&path);
        self.add(self.transitions(lifecycle, &clauses));
        self.add(self.situations(&lifecycle.situations, &clauses));
        self.open_points(&path);
    }

    fn transitions(&self, lifecycle: &Lifecycle, clauses: &[Clause]) -> String {
        let mut table =
            Table::new(&["From", "To", "By setting it with", "Level", "Clause", "Contract"]);
        for step in &lifecycle.transitions {
            let Transition { to, from, operation, clause, level: of_move, source } = step;
            let from = if *from == lifecycle.states {
                "any".to_owned()
            } else {
                from.iter().map(|state| code(state)).collect::<Vec<_>>().join(", ")
            };
            table.row([
                from,
                code(to),
                self.operation_link(operation),
                level(*of_move),
                ClauseRow::identity(clauses.iter().find(|c| c.id == *clause)),
                other_source(source, ""),
            ]);
        }
        table.markdown()
    }

    fn situations(&self, situations: &[Situation], clauses: &[Clause]) -> String {
        let mut table =
            Table::new(&["Situation", "Call", "Response", "Level", "Clause", "Contract"]);
        for situation in situations {
            table.row([
                prose(&situation.doc),
                self.operation_link(&situation.operation),
                self.response(&situation.response),
                level(situation.level),
                ClauseRow::identity(clauses.iter().find(|c| c.id == situation.clause)),
                other_source(&situation.source, ""),
            ]);
        }
        table.markdown()
    }

    /// Adds the responses of an operation in circumstances. Their clauses have rows in other sections, so the
    /// table names them as plain text.
    pub(super) fn operation_situations(&mut self, operation: &Operation) {
        let mut table = Table::new(&["Circumstance", "Response", "Level", "Observed clause"]);
        for situation in &operation.situations {
            let response = self.response(&situation.response);
            let after = situation.after.as_ref().map(|operation| {
                format!(" It uses the response of {}.", self.operation_link(operation))
            });
            table.row([
                format!("{}{}", prose(&situation.doc), after.unwrap_or_default()),
                if response.is_empty() { "a success".to_owned() } else { response },
                level(situation.level),
                prose(situation.clause.as_str()),
            ]);
        }
        let table = table.markdown();
        if !table.is_empty() {
            self.add("Circumstances, which a target brings about:".to_owned());
            self.add(table);
        }
    }

    fn response(&self, response: &SituationResponse) -> String {
        let success = match response {
            SituationResponse::Error(error) => return Self::error_link(error),
            SituationResponse::Success(success) => success,
        };
        let SituationSuccess { members, absent, optional, anywhere, found, says, words, event } =
            &**success;
        let is = |name: &String, value: &serde_json::Value| {
            format!("{} is {}", code(name), code(&value.to_string()))
        };
        let mut parts: Vec<String> = members.iter().map(|(name, value)| is(name, value)).collect();
        parts.extend(absent.iter().map(|name| format!("no {}", code(name))));
        let members = optional.iter().map(|(name, value)| is(name, value));
        parts.extend(members.map(|member| format!("{member}, or left out")));
        let members = anywhere.iter().map(|(name, value)| is(name, value));
        parts.extend(members.map(|member| format!("at any depth, {member}")));
        let found = found.as_deref().map(|name| self.type_link(name));
        parts.extend(found.map(|link| format!("at any depth, {link}")));
        parts.extend(says.as_deref().map(prose));
        if !words.is_empty() {
            let words: Vec<String> = words.iter().map(|word| code(word)).collect();
            parts.push(format!("a string that contains {}", words.join(" or ")));
        }
        if let Some(event) = event {
            let channel = self.outline.link(&Topic::Channel(event.channel.clone()));
            let members = event.members.iter().map(|(name, value)| is(name, value));
            let members = members.collect::<Vec<_>>().join(", ");
            let members = if members.is_empty() { members } else { format!(" ({members})") };
            parts.push(format!("the event {} on {channel}{members}", code(&event.name)));
        }
        parts.join("; ")
    }
}
