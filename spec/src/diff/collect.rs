//! Takes a contract apart into statements. What they say to people is what the clauses say; what
//! they say to the comparison comes from the model.

mod operations;
mod schemas;
mod service;

use std::collections::{BTreeMap, HashMap, HashSet};

use super::side::Node;
use super::statement::{Fact, Owner, Statement, Wording};
use crate::model::{Behaviour, ClauseId, Condition, Level, Refusal, Spec};

/// Every statement by its identity, and every schema by its path.
///
/// `names` is what types of the old contract are called in the new one.
pub(super) fn collect<'s>(
    spec: &'s Spec,
    names: &HashMap<&'s str, &'s str>,
) -> (BTreeMap<ClauseId, Statement<'s>>, HashMap<&'s str, Node<'s>>) {
    let statements = BTreeMap::new();
    let mut collected = Collected {
        spec,
        names,
        owner: Owner::Itself,
        around: "",
        statements,
        nodes: HashMap::new(),
    };
    spec.types.values().for_each(|found| collected.schema(&found.schema, None));
    spec.operations.values().for_each(|operation| collected.operation(operation));
    spec.lifecycles.iter().for_each(|lifecycle| collected.lifecycle(lifecycle));
    collected.owner = Owner::Itself;
    collected.service();
    let Collected { mut statements, nodes, .. } = collected;
    let clauses = spec.clauses();
    let known: HashSet<&ClauseId> = clauses.iter().map(|clause| &clause.id).collect();
    // What is told by itself, and not behind the text of a clause, needs no clause.
    for (id, statement) in &mut statements {
        let alone = !statement.text.is_empty() && !statement.text.starts_with(BEHIND);
        statement.hidden = !alone && !known.contains(id);
    }
    for clause in &clauses {
        // A clause that is not taken apart is compared by its text.
        let statement = statements.entry(clause.id.clone()).or_insert_with(|| Statement {
            text: String::new(),
            level: clause.level,
            owner: Owner::Itself,
            fact: Fact::Agreed(clause.says.clone()),
            wording: Wording::None,
            about: None,
            hidden: false,
        });
        let told = std::mem::take(&mut statement.text);
        statement.text = match told.strip_prefix(BEHIND) {
            Some(behind) => format!("{} {behind}", clause.says),
            None if told.is_empty() => clause.says.clone(),
            None => told,
        };
    }
    for statement in statements.values_mut().filter(|statement| statement.level != Level::Must) {
        if !matches!(statement.fact, Fact::Gap(_) | Fact::Label(_)) {
            statement.text = format!("{} ({})", statement.text, statement.level);
        }
    }
    (statements, nodes)
}

/// What text starts with that stands behind the text of the clause.
const BEHIND: &str = "\u{0}";

struct Collected<'c, 's> {
    spec: &'s Spec,
    names: &'c HashMap<&'s str, &'s str>,
    /// What the statements belong to that are being collected.
    owner: Owner<'s>,
    /// The heading of what a schema stands in that stands in no other.
    around: &'s str,
    statements: BTreeMap<ClauseId, Statement<'s>>,
    nodes: HashMap<&'s str, Node<'s>>,
}

impl<'s> Collected<'_, 's> {
    /// The statement of a clause, said as the clause says it.
    fn add(&mut self, id: ClauseId, level: Level, fact: Fact<'s>) -> &mut Statement<'s> {
        let statement = Statement {
            text: String::new(),
            level,
            owner: self.owner,
            fact,
            wording: Wording::None,
            about: None,
            hidden: false,
        };
        self.statements.entry(id).insert_entry(statement).into_mut()
    }

    /// A statement without a clause, in words of its own.
    fn beside(&mut self, id: ClauseId, level: Level, fact: Fact<'s>, text: impl Into<String>) {
        self.add(id, level, fact).text = text.into();
    }

    fn doc(&mut self, of: &ClauseId, word: &str, doc: &'s str) {
        if !doc.is_empty() {
            self.beside(of.child(word), Level::Must, Fact::Label(doc), doc);
        }
    }

    /// Where something is stated; `around` is the heading of what it stands in.
    fn source(&mut self, of: &ClauseId, source: &'s str, around: &str) {
        let fact = Fact::Source(source, source == around);
        self.beside(of.child("source"), Level::Must, fact, source);
    }

    fn behaviour(&mut self, of: &ClauseId, behaviour: &'s Behaviour, level: Level) {
        for (id, says) in behaviour {
            self.add(of.child("behaviour").child(id), level, Fact::Prose(says));
        }
    }

    /// Refusals of a type, or of an operation with a body of the type.
    fn refusals(&mut self, refusals: &'s [Refusal], type_name: Option<&str>, around: &str) {
        for refusal in refusals {
            self.source(&refusal.clause, &refusal.source, around);
            let when = refusal.when.as_ref().map(ToString::to_string);
            let state = refusal.team_state.as_ref().map(|state| format!("the team is {state}"));
            let conditions: Vec<String> = when.into_iter().chain(state).collect();
            let wording = if conditions.is_empty() { Wording::Meaning } else { Wording::Beside };
            let conditions = conditions.join(" and ");
            let fact = demand(format!("{conditions}: {}", refusal.error));
            let statement = self.add(refusal.clause.clone(), refusal.level, fact);
            statement.wording = wording(refusal.doc.clone());
            statement.about = about(type_name, refusal.when.as_ref());
            if !conditions.is_empty() {
                statement.behind(&format!("When {conditions}."));
            }
        }
    }

    /// The name that a type has in the new contract.
    fn name(&self, name: &'s str) -> &'s str {
        self.names.get(name).copied().unwrap_or(name)
    }
}

impl Statement<'_> {
    /// Says more behind what the clause says.
    fn behind(&mut self, text: &str) {
        self.text = format!("{BEHIND}[{text}]");
    }
}

/// The path of the property that a condition starts with.
fn about(type_name: Option<&str>, when: Option<&Condition>) -> Option<String> {
    Some(format!("{}.{}", type_name?, when?.path.root()))
}

fn demand<'s>(asks: String) -> Fact<'s> {
    Fact::Demand(super::statement::Word::Same(asks))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_clause_is_taken_apart() {
        for folder in ["v2", "tests/contracts/library", "tests/diff/contract"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let spec = Spec::load(&folder).unwrap_or_else(|error| panic!("{error}"));
            let (statements, _) = collect(&spec, &HashMap::new());
            for clause in spec.clauses() {
                let fact = &statements[&clause.id].fact;
                assert_ne!(*fact, Fact::Agreed(clause.says.clone()), "{}", clause.id);
            }
        }
    }
}
