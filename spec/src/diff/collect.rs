//! Splits a contract into statements. The text for people comes from the clauses, the facts for the
//! comparison from the model.

mod collector;
mod operations;
mod schemas;
mod service;

use std::collections::{BTreeMap, HashMap, HashSet};

use super::statement::{Fact, Owner, Statement, Wording};
use crate::model::{ClauseId, Level, Spec};
pub(super) use collector::Node;
use collector::{Collector, EXTENDS_CLAUSE};

/// Returns every statement by its identity, and every schema by its path.
///
/// `names` maps the names of types in the old contract to their names in the new one.
pub(super) fn collect<'s>(
    spec: &'s Spec,
    names: &HashMap<&'s str, &'s str>,
) -> (BTreeMap<ClauseId, Statement<'s>>, HashMap<&'s str, Node<'s>>) {
    let statements = BTreeMap::new();
    let mut collected = Collector {
        spec,
        names,
        owner: Owner::Itself,
        around: "",
        statements,
        nodes: HashMap::new(),
    };
    spec.types.values().for_each(|named_type| collected.schema(&named_type.schema, None));
    spec.operations.values().for_each(|operation| collected.operation(operation));
    spec.lifecycles.iter().for_each(|lifecycle| collected.lifecycle(lifecycle));
    collected.owner = Owner::Itself;
    collected.service();
    let Collector { mut statements, nodes, .. } = collected;
    let clauses = spec.clauses();
    let known: HashSet<&ClauseId> = clauses.iter().map(|clause| &clause.id).collect();
    // A statement with a text of its own needs no clause; other texts extend the text of a clause.
    for (id, statement) in &mut statements {
        let alone = !statement.text.is_empty() && !statement.text.starts_with(EXTENDS_CLAUSE);
        statement.hidden = !alone && !known.contains(id);
    }
    for clause in &clauses {
        // A clause that is not split into facts is compared by its text.
        let statement = statements.entry(clause.id.clone()).or_insert_with(|| Statement {
            text: String::new(),
            level: clause.level,
            owner: Owner::Itself,
            fact: Fact::Agreed(clause.statement.clone()),
            wording: Wording::None,
            depends_on: None,
            hidden: false,
        });
        let description = std::mem::take(&mut statement.text);
        statement.text = match description.strip_prefix(EXTENDS_CLAUSE) {
            Some(extension) => format!("{} {extension}", clause.statement),
            None if description.is_empty() => clause.statement.clone(),
            None => description,
        };
    }
    for statement in statements.values_mut().filter(|statement| statement.level != Level::Must) {
        if !matches!(statement.fact, Fact::Gap(_) | Fact::Label(_)) {
            statement.text = format!("{} ({})", statement.text, statement.level);
        }
    }
    (statements, nodes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_clause_is_taken_apart() {
        for folder in [
            "v2",
            "tests/contracts/library",
            "tests/diff/contract",
            "../codegen/tests/contracts/drafts",
        ] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let spec = Spec::load(&folder).unwrap_or_else(|error| panic!("{error}"));
            let (statements, _) = collect(&spec, &HashMap::new());
            for clause in spec.clauses() {
                let fact = &statements[&clause.id].fact;
                assert_ne!(*fact, Fact::Agreed(clause.statement.clone()), "{}", clause.id);
            }
        }
    }
}
