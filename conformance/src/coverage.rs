//! Which clauses the cases cover, and why the others have none.
//!
//! A reason is given where the contract itself tells it; what is left is plainly without a case.

use std::collections::{HashMap, HashSet};
use std::fmt;

use webdata_spec::Spec;
use webdata_spec::model::{Clause, ErrorText, Observation, Operation, SituationAnswer};

use crate::case::Case;
use crate::derive::calls;

/// A clause and the cases that cover it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The clause.
    pub clause: Clause,
    /// How many cases name it.
    pub cases: usize,
    /// Why there are none, if so.
    pub uncovered: Option<Uncovered>,
}

/// Why no case covers a clause.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Uncovered {
    /// It is about operations that no case calls.
    NotCalled(Vec<String>),
    /// It says what a client does, which no server shows.
    BindsTheClient,
    /// A message says it in words of the service's own, which cannot be compared.
    OwnWords,
    /// It is left open, and no run can see what a server does; the clause says why.
    Unobservable,
    /// It is left open, and no case asks.
    NotAsked,
    /// None of that.
    NoCase,
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCalled(operations) => {
                write!(f, "no case calls {} yet", operations.join(", "))
            }
            Self::BindsTheClient => f.write_str("binds the client"),
            Self::OwnWords => f.write_str("said in words of the service's own"),
            Self::Unobservable => f.write_str("left open, and no run can see it"),
            Self::NotAsked => f.write_str("left open, and no case asks yet"),
            Self::NoCase => f.write_str("no case"),
        }
    }
}

/// Every clause of a contract, in its order, with what some cases cover of it.
#[must_use]
pub fn coverage(spec: &Spec, cases: &[Case]) -> Vec<Coverage> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for clause in cases.iter().flat_map(|case| &case.clauses) {
        *counts.entry(clause.as_str()).or_default() += 1;
    }
    let users = Users::of(spec);
    let covered = |clause: Clause| {
        let cases = counts.get(clause.id.as_str()).copied().unwrap_or(0);
        let uncovered = (cases == 0).then(|| users.why(clause.id.as_str()));
        Coverage { clause, cases, uncovered }
    };
    spec.clauses().into_iter().map(covered).collect()
}

/// Which operations have to do with which parts of the contract.
struct Users<'s> {
    spec: &'s Spec,
    /// By the name of the type: everything that a body of theirs may hold.
    types: HashMap<String, Vec<&'s Operation>>,
}

impl<'s> Users<'s> {
    fn of(spec: &'s Spec) -> Self {
        let mut types: HashMap<String, Vec<&Operation>> = HashMap::new();
        for operation in spec.operations.values() {
            let bodies = operation.request.iter().chain(operation.response_type());
            let bodies = bodies.chain([&operation.error_body]);
            let own: HashSet<String> = bodies.flat_map(|name| within(spec, name)).collect();
            for name in own {
                types.entry(name).or_default().push(operation);
            }
        }
        Self { spec, types }
    }

    fn why(&self, clause: &str) -> Uncovered {
        let (root, rest) = clause.split_once('.').unwrap_or((clause, ""));
        let (id, part) = rest.split_once('.').unwrap_or((rest, ""));
        match (root, id, part) {
            ("errors", _, "retry") | ("service", "retry", "statuses" | "backoff") => {
                return Uncovered::BindsTheClient;
            }
            ("gaps", ..) => {
                let gap = self.spec.gaps.get(rest).map(|gap| &gap.observation);
                return match gap {
                    Some(Observation::Unobservable(_)) => Uncovered::Unobservable,
                    _ => Uncovered::NotAsked,
                };
            }
            _ => {}
        }
        let operations = self.operations(root, id, clause);
        if !operations.is_empty() && !operations.iter().any(|operation| calls(operation)) {
            let ids = operations.into_iter().map(|operation| operation.id.clone());
            return Uncovered::NotCalled(ids.collect());
        }
        let row = self.spec.errors.get(id).filter(|_| (root, part) == ("errors", "error"));
        match row.map(|row| &row.text) {
            Some(ErrorText::Saying(_)) => Uncovered::OwnWords,
            _ => Uncovered::NoCase,
        }
    }

    /// The operations that a clause is about, in the contract's order; none where it is about more.
    fn operations(&self, root: &str, id: &str, clause: &str) -> Vec<&'s Operation> {
        let of_type = |name: &str| self.types.get(name).cloned().unwrap_or_default();
        let operations = self.spec.operations.values();
        match root {
            "operations" => operations.filter(|operation| operation.id == id).collect(),
            "errors" => operations.filter(|one| self.may_answer(one, id)).collect(),
            "lifecycles" => {
                let all = &self.spec.lifecycles;
                let moves = all.iter().flat_map(|lifecycle| &lifecycle.moves);
                let moves = moves.map(|step| (&step.clause, &step.operation));
                let situations = all.iter().flat_map(|lifecycle| &lifecycle.situations);
                let situations = situations.map(|one| (&one.clause, &one.operation));
                let named = moves.chain(situations).find(|(own, _)| own.as_str() == clause);
                named.and_then(|(_, id)| self.spec.operations.get(id)).into_iter().collect()
            }
            "charges" => {
                let charge = self.spec.charges.get(id).and_then(|charge| charge.when.as_ref());
                charge.map(|(name, _)| of_type(name)).unwrap_or_default()
            }
            name => of_type(name),
        }
    }

    /// Whether an operation may answer with an error, by any of the ways in which one is named.
    fn may_answer(&self, operation: &Operation, error: &str) -> bool {
        let lists = operation.errors.iter().any(|own| own == error);
        let refuses = operation.refusals.iter().any(|refusal| refusal.error == error);
        let parameters = operation.parameters.values().filter_map(|one| one.schema.error.as_ref());
        let situations = self.spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
        let mut situations = situations.filter(|situation| situation.operation == operation.id);
        lists
            || refuses
            || parameters.into_iter().any(|own| own == error)
            || situations.any(|one| matches!(&one.answer, SituationAnswer::Error(e) if e == error))
    }
}

/// A type and every type that it refers to, however far away.
fn within(spec: &Spec, name: &str) -> Vec<String> {
    let schema = spec.json_schema(name);
    let inner = schema["$defs"].as_object().into_iter().flat_map(|definitions| definitions.keys());
    inner.cloned().chain([name.to_owned()]).collect()
}
