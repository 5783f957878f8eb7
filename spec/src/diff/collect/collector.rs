//! The statements and schemas collected so far, and how to add one. Does not walk through the model.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::diff::statement::{Fact, Owner, Part, Requirement, Statement, Wording};
use crate::model::{Behaviour, ClauseId, Condition, Deprecation, Level, Refusal, Schema, Spec};

/// A schema within a type or a parameter.
pub(crate) struct Node<'s> {
    pub(crate) schema: &'s Schema,
    /// The path of the schema around this one.
    pub(crate) parent: Option<&'s str>,
}

/// The prefix of a text that extends the text of the clause.
pub(super) const EXTENDS_CLAUSE: &str = "\u{0}";

pub(super) struct Collector<'c, 's> {
    pub(super) spec: &'s Spec,
    pub(super) names: &'c HashMap<&'s str, &'s str>,
    /// The owner of the statements that are being collected.
    pub(super) owner: Owner<'s>,
    /// The heading of the entry around an outermost schema.
    pub(super) around: &'s str,
    pub(super) statements: BTreeMap<ClauseId, Statement<'s>>,
    pub(super) nodes: HashMap<&'s str, Node<'s>>,
}

impl<'s> Collector<'_, 's> {
    /// Adds the statement of a clause. Its text is the text of the clause.
    pub(super) fn add(&mut self, id: ClauseId, level: Level, fact: Fact<'s>) -> &mut Statement<'s> {
        let statement = Statement {
            text: String::new(),
            level,
            owner: self.owner,
            fact,
            wording: Wording::None,
            depends_on: None,
            hidden: false,
        };
        match self.statements.entry(id) {
            Entry::Vacant(place) => place.insert(statement),
            Entry::Occupied(place) => {
                let kept = place.into_mut();
                *kept = statement;
                kept
            }
        }
    }

    /// Adds a statement that has no clause, with a text of its own.
    pub(super) fn add_with_text(
        &mut self,
        id: ClauseId,
        level: Level,
        fact: Fact<'s>,
        text: impl Into<String>,
    ) {
        self.add(id, level, fact).text = text.into();
    }

    pub(super) fn add_doc(&mut self, of: &ClauseId, word: &str, doc: &'s str) {
        if !doc.is_empty() {
            self.add_with_text(of.child(word), Level::Must, Fact::Label(doc), doc);
        }
    }

    pub(super) fn add_deprecation(&mut self, of: &ClauseId, deprecated: Option<&Deprecation>) {
        if let Some(sentence) = deprecated.map(Deprecation::sentence) {
            let fact = Fact::Deprecated(sentence.clone());
            self.add_with_text(of.child("deprecated"), Level::Must, fact, sentence);
        }
    }

    /// Adds the heading of an entry; `around` is the heading of the entry around it.
    pub(super) fn add_source(&mut self, of: &ClauseId, source: &'s str, around: &str) {
        let fact = Fact::Source(source, source == around);
        self.add_with_text(of.child("source"), Level::Must, fact, source);
    }

    pub(super) fn add_behaviour(&mut self, of: &ClauseId, behaviour: &'s Behaviour, level: Level) {
        for (id, sentence) in behaviour {
            self.add(of.child("behaviour").child(id), level, Fact::Prose(sentence));
        }
    }

    /// Adds the refusals of a type, or of an operation with a body of the type.
    pub(super) fn add_refusals(
        &mut self,
        refusals: &'s [Refusal],
        type_name: Option<&str>,
        around: &str,
    ) {
        for refusal in refusals {
            self.add_source(&refusal.clause, &refusal.source, around);
            let when = refusal.when.as_ref().map(ToString::to_string);
            let state = refusal.team_state.as_ref().map(|state| format!("the team is {state}"));
            let conditions: Vec<String> = when.into_iter().chain(state).collect();
            let wording = if conditions.is_empty() { Wording::Meaning } else { Wording::Beside };
            let conditions = conditions.join(" and ");
            let fact = new_demand(format!("{conditions}: {}", refusal.error));
            let statement = self.add(refusal.clause.clone(), refusal.level, fact);
            statement.wording = wording(refusal.doc.clone());
            statement.depends_on = property_path(type_name, refusal.when.as_ref());
            if !conditions.is_empty() {
                statement.extend_clause(&format!("When {conditions}."));
            }
        }
    }

    /// Returns the name of a type in the new contract.
    pub(super) fn name(&self, name: &'s str) -> &'s str {
        self.names.get(name).copied().unwrap_or(name)
    }
}

impl Statement<'_> {
    /// Extends the text of the clause.
    pub(super) fn extend_clause(&mut self, text: &str) {
        self.text = format!("{EXTENDS_CLAUSE}[{text}]");
    }
}

/// Returns the path of the property that a condition begins with.
pub(super) fn property_path(type_name: Option<&str>, when: Option<&Condition>) -> Option<String> {
    Some(format!("{}.{}", type_name?, when?.path.root()))
}

pub(super) fn new_demand<'s>(asks: String) -> Fact<'s> {
    Fact::Demand(Requirement::Opaque(asks))
}

/// Returns a promise that one of the words occurs, in any order of the words.
pub(super) fn any_of_words(words: &[String]) -> Part {
    let words: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    Part::Value(words.into_iter().collect::<Vec<_>>().join(" or "))
}
