//! The statements of a contract, each once: identity, level, text, heading, and the fact that is stated.
//!
//! The clauses are the statements that are requirements of their own. Reports, coverage and the reference page
//! list the clauses; the diff compares the facts of all statements.

pub(crate) mod fact;
mod operations;
mod schemas;
mod service;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use crate::model::{
    Behaviour, Clause, ClauseId, Condition, Deprecation, Effect, EffectKind, Level, Refusal,
    Schema, Spec, Union,
};
use fact::{Fact, Owner, Requirement, Wording, promise};

/// Every clause of a contract by its identity, in the order of the pages. It takes long to make, so whoever needs
/// clauses more than once keeps it.
pub type ClauseIndex = IndexMap<ClauseId, Clause>;

/// One statement of a contract.
pub(crate) struct Statement<'s> {
    pub(crate) id: ClauseId,
    /// How firmly the contract makes the statement.
    pub(crate) level: Level,
    /// The text for people.
    pub(crate) text: String,
    /// What the fact has beside the text.
    pub(crate) details: Option<String>,
    /// The heading of the contract's text.
    pub(crate) source: &'s str,
    pub(crate) listing: Listing,
    /// The entry that the statement belongs to.
    pub(crate) owner: Owner<'s>,
    /// The content, for the comparison.
    pub(crate) fact: Fact<'s>,
    /// The wording beside the fact.
    pub(crate) wording: Wording,
    /// The path of a property that the statement depends on and that may be new or removed.
    pub(crate) depends_on: Option<String>,
}

/// Where a statement is listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listing {
    /// Among the clauses.
    Clause,
    /// Among the facts that have no clause.
    Fact,
    /// Nowhere: another clause states it too, such as the clause of a union for the discriminators of its
    /// variants.
    Hidden,
}

impl Statement<'_> {
    /// Returns whether both statements have the same content.
    pub(crate) fn is_equivalent(&self, other: &Self) -> bool {
        self.fact == other.fact && self.level == other.level && self.wording == other.wording
    }
}

/// A schema within a type or a parameter.
pub(crate) struct Node<'s> {
    pub(crate) schema: &'s Schema,
    /// The path of the schema around this one.
    pub(crate) parent: Option<&'s str>,
}

impl Spec {
    /// Returns every clause by its identity, in the order of [`Self::clause_list`].
    #[must_use]
    pub fn clauses(&self) -> ClauseIndex {
        self.clause_list().map(|clause| (clause.id.clone(), clause)).collect()
    }

    /// Returns every clause, in the order of the pages: types, operations, lifecycles, service,
    /// authentication, errors, retry rules, limits, charges, events, gaps. No two have the same identity.
    pub fn clause_list(&self) -> impl Iterator<Item = Clause> {
        let statements = Statements::collect(self, &HashMap::new()).all.into_iter();
        let clauses = statements.filter(|statement| statement.listing == Listing::Clause);
        clauses.map(|Statement { id, level, text, source, .. }| {
            let source = source.to_owned();
            Clause { id, level, statement: text, source }
        })
    }

    /// Returns the discriminators of variants. Their values are a clause of the union.
    fn discriminators(&self) -> HashSet<ClauseId> {
        let unions = self.types.values().filter_map(|named_type| named_type.schema.union());
        let inside = |union: &Union| {
            let name = union.discriminator.clone();
            let types = union.variants.values().cloned();
            types.map(move |type_name| ClauseId::new(type_name).child(&name)).collect::<Vec<_>>()
        };
        unions.flat_map(inside).collect()
    }

    /// Returns the alternatives of a `oneOf`, and the types that are used only as alternatives. Their JSON
    /// types are a clause of the `oneOf`.
    fn only_alternatives(&self) -> HashSet<ClauseId> {
        let operations = self.operations.values();
        let bodies = operations.flat_map(|o| o.request.iter().chain(o.response_type()));
        let mut outside: HashSet<&str> = bodies.map(String::as_str).collect();
        let mut inside = HashSet::new();
        let places = self.types.values().flat_map(|named_type| named_type.schema.places());
        for place in places {
            let names = place.schema.type_names().into_iter().map(String::as_str);
            match (place.is_alternative(), place.schema.is_reference()) {
                (true, true) => inside.extend(names),
                (true, false) => {
                    inside.insert(place.schema.clause.as_str());
                    outside.extend(names);
                }
                (false, _) => outside.extend(names),
            }
        }
        inside.difference(&outside).map(|path| ClauseId::new(*path)).collect()
    }
}

/// The statements collected so far, and what the next ones have in common.
pub(crate) struct Statements<'c, 's> {
    spec: &'s Spec,
    /// The names of types in the new contract, by their names in the old one.
    names: &'c HashMap<&'s str, &'s str>,
    discriminators: HashSet<ClauseId>,
    alternatives: HashSet<ClauseId>,
    /// The owner of the next statements.
    owner: Owner<'s>,
    /// The level of the next clauses.
    level: Level,
    /// The heading of the next clauses.
    source: &'s str,
    /// The heading of the entry around an outermost schema.
    around: &'s str,
    /// Whether another clause states the next clauses too.
    hidden: bool,
    /// Every statement. If two have the same identity, the later one counts.
    pub(crate) all: Vec<Statement<'s>>,
    /// Every schema, by its path.
    pub(crate) nodes: HashMap<&'s str, Node<'s>>,
}

impl<'c, 's> Statements<'c, 's> {
    /// Collects every statement of a contract.
    pub(crate) fn collect(spec: &'s Spec, names: &'c HashMap<&'s str, &'s str>) -> Self {
        let mut collected = Self::new(spec, names);
        collected.discriminators = spec.discriminators();
        collected.alternatives = spec.only_alternatives();
        spec.types.values().for_each(|named_type| collected.schema(&named_type.schema, None));
        spec.operations.values().for_each(|operation| collected.operation(operation));
        collected.owner = Owner::Itself;
        spec.lifecycles.iter().for_each(|lifecycle| collected.lifecycle(lifecycle));
        collected.service();
        collected
    }

    fn new(spec: &'s Spec, names: &'c HashMap<&'s str, &'s str>) -> Self {
        Self {
            spec,
            names,
            discriminators: HashSet::new(),
            alternatives: HashSet::new(),
            owner: Owner::Itself,
            level: Level::Must,
            source: "",
            around: "",
            hidden: false,
            all: Vec::new(),
            nodes: HashMap::new(),
        }
    }

    /// Sets the level and the heading of the next clauses.
    fn begin(&mut self, level: Level, source: &'s str) {
        (self.level, self.source) = (level, source);
    }

    /// Adds a clause.
    fn clause(
        &mut self,
        id: ClauseId,
        text: impl Into<String>,
        fact: Fact<'s>,
    ) -> &mut Statement<'s> {
        let listing = if self.hidden { Listing::Hidden } else { Listing::Clause };
        self.push(id, self.level, text.into(), fact, listing)
    }

    /// Adds a statement that is no clause.
    fn fact(
        &mut self,
        id: ClauseId,
        level: Level,
        text: impl Into<String>,
        fact: Fact<'s>,
    ) -> &mut Statement<'s> {
        self.push(id, level, text.into(), fact, Listing::Fact)
    }

    fn push(
        &mut self,
        id: ClauseId,
        level: Level,
        text: String,
        fact: Fact<'s>,
        listing: Listing,
    ) -> &mut Statement<'s> {
        let Self { owner, source, .. } = *self;
        let (details, wording, depends_on) = (None, Wording::None, None);
        self.all.push(Statement {
            id,
            level,
            text,
            details,
            source,
            listing,
            owner,
            fact,
            wording,
            depends_on,
        });
        let last = self.all.len() - 1;
        &mut self.all[last]
    }

    fn doc(&mut self, of: &ClauseId, word: &str, doc: &'s str) {
        if !doc.is_empty() {
            self.fact(of.child(word), Level::Must, doc, Fact::Label(doc));
        }
    }

    fn deprecation(&mut self, of: &ClauseId, deprecated: Option<&Deprecation>) {
        if let Some(sentence) = deprecated.map(Deprecation::sentence) {
            let fact = Fact::Deprecated(sentence.clone());
            self.fact(of.child("deprecated"), Level::Must, sentence, fact);
        }
    }

    /// Adds the heading of an entry; `around` is the heading of the entry around it.
    fn heading(&mut self, of: &ClauseId, source: &'s str, around: &str) {
        if source.is_empty() {
            return;
        }
        let fact = Fact::Source(source, source == around);
        self.fact(of.child("source"), Level::Must, source, fact);
    }

    fn behaviour(&mut self, of: &ClauseId, behaviour: &'s Behaviour) {
        for (id, sentence) in behaviour {
            let id = of.child("behaviour").child(id);
            self.clause(id, sentence.as_str(), Fact::Prose(sentence));
        }
    }

    /// Adds an effect of an operation or a type.
    fn effect(&mut self, effect: &'s Effect, around: &str) {
        self.heading(&effect.clause, &effect.source, around);
        self.begin(effect.level, &effect.source);
        let details = match &effect.kind {
            EffectKind::StoresGiven
            | EffectKind::KeepsOmitted
            | EffectKind::ResetsOmitted
            | EffectKind::RefusalKeepsAll => None,
            EffectKind::Sets { when, unless, property, value } => {
                let unless = unless.iter().map(|unless| format!(" unless {unless}"));
                let unless = unless.collect::<String>();
                Some(format!("when {when}{unless}: `{property}` is set to {value}"))
            }
            EffectKind::Assigns { property, value } => {
                Some(format!("`{property}` is set to {value}"))
            }
        };
        let fact = promise([("", details.as_deref().unwrap_or(effect.kind.name()))]);
        let statement = self.clause(effect.clause.clone(), effect.doc.as_str(), fact);
        statement.wording = Wording::Beside(effect.doc.clone());
        statement.details = details;
    }

    /// Adds the refusals of a type, or of an operation with a body of the type.
    fn refusals(&mut self, refusals: &'s [Refusal], type_name: Option<&str>, around: &str) {
        for refusal in refusals {
            self.heading(&refusal.clause, &refusal.source, around);
            self.begin(refusal.level, &refusal.source);
            let when = refusal.when.as_ref().map(ToString::to_string);
            let state = refusal.team_state.as_ref().map(|state| format!("the team is {state}"));
            let named = refusal.names.as_ref();
            let named = named.map(|it| format!("`{}` names no {}", it.property, it.type_name));
            let conditions: Vec<String> = when.into_iter().chain(state).chain(named).collect();
            let conditions = conditions.join(" and ");
            let text = format!("{} Error: {}.", refusal.doc, refusal.error);
            let asks = format!("{conditions}: {}", refusal.error);
            let fact = Fact::Demand(Requirement::Opaque(asks));
            let statement = self.clause(refusal.clause.clone(), text, fact);
            statement.depends_on = property_path(type_name, refusal.when.as_ref());
            if conditions.is_empty() {
                statement.wording = Wording::Meaning(refusal.doc.clone());
            } else {
                statement.wording = Wording::Beside(refusal.doc.clone());
                statement.details = Some(format!("When {conditions}."));
            }
        }
    }

    /// Returns the name of a type in the new contract.
    fn name(&self, name: &'s str) -> &'s str {
        self.names.get(name).copied().unwrap_or(name)
    }
}

/// Returns the path of the property that a condition begins with.
fn property_path(type_name: Option<&str>, when: Option<&Condition>) -> Option<String> {
    Some(format!("{}.{}", type_name?, when?.path.root()))
}
