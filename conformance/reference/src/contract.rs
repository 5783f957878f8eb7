//! A contract made ready to be served: routes, compiled schemas and rows, all looked up once.
//!
//! ```text
//! operation ─ route ─ guard ─ success ─ effects    what an operation takes, returns and changes
//! conditional                         versions, conditions on them, keys of creations
//! schema                              the schema of a value, and of what is in it
//! compiled_schema ─ string_formats    what is wrong with a value
//! rules                               conditions, and the rules that are made of them
//! validation ─ parameters             what is wrong with a body; queries and headers as bodies
//! refusal ─ team_refusals             why a request is refused
//! error_catalogue ─ row               what a refusal says
//! bindings                            paths that the contract does not show
//! ```
//!
//! It must not see a request. What a contract names and does not have is an error here, so that
//! nothing can be missing later.

pub(crate) mod bindings;
pub(crate) mod compiled_schema;
pub(crate) mod conditional;
pub(crate) mod effects;
mod error;
pub(crate) mod error_catalogue;
pub(crate) mod guard;
pub(crate) mod operation;
pub(crate) mod parameters;
pub(crate) mod refusal;
mod route;
pub(crate) mod row;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod string_formats;
pub(crate) mod success;
pub(crate) mod team_refusals;
pub(crate) mod validation;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Condition, SituationResponse};

use error_catalogue::ErrorCatalogue;
use guard::Guard;
use operation::{Operation, Request};
use refusal::Refusal;
use row::Row;

pub use error::ContractError;

/// The identity of the limit on request bodies, and the size that is meant where it shows none.
const BODY_LIMIT: &str = "body-size";
const BODY_BYTES: usize = 2 * 1024 * 1024;

/// A contract, ready.
#[derive(Debug)]
pub(crate) struct Contract {
    pub(crate) spec: Arc<Spec>,
    pub(crate) catalogue: ErrorCatalogue,
    pub(crate) operations: Vec<Operation>,
    /// The authentication of a path that no operation has.
    pub(crate) guard: Option<Guard>,
    pub(crate) unknown_path: Arc<Row>,
    pub(crate) validation_failure: Arc<Row>,
    /// The most bytes of a body, and the error for more.
    pub(crate) body_bytes: usize,
    pub(crate) body_too_large: Arc<Row>,
    /// How the options of a scrape are validated, where the contract has them.
    pub(crate) scrape_options: Option<Request>,
    /// The identity of every clause.
    clauses: HashSet<ClauseId>,
    /// What is refused in a circumstance, by the circumstance's clause.
    refusals: HashMap<ClauseId, Circumstance>,
}

/// A circumstance in which a request is refused.
#[derive(Debug)]
struct Circumstance {
    /// What must hold, besides, of the object that it is about.
    when: Option<Condition>,
    row: Arc<Row>,
}

impl Contract {
    /// Makes a contract ready.
    ///
    /// # Errors
    /// The first thing in it that cannot be served.
    pub(crate) fn new(spec: Arc<Spec>) -> Result<Self, ContractError> {
        let catalogue = ErrorCatalogue::new(&spec, &spec.service.error_body)?;
        let service = &spec.service;
        let validation_failure =
            catalogue.row(&service.validation_failure, "service.validationFailure")?;
        let limit = spec.limits.get(BODY_LIMIT);
        // What has no path, and is not bound to one, cannot be asked for.
        let operations = spec.operations.values().filter_map(|operation| {
            let endpoint = operation.endpoint.clone();
            Some((operation, endpoint.or_else(|| bindings::endpoint(&operation.id))?))
        });
        let clauses = spec.clauses().into_iter().map(|clause| clause.id).collect();
        Ok(Self {
            operations: operations
                .map(|(operation, endpoint)| {
                    Operation::from_spec(&spec, operation, &endpoint, &catalogue)
                })
                .collect::<Result<_, _>>()?,
            refusals: refusals(&spec, &catalogue)?,
            clauses,
            scrape_options: Request::scrape_options(&spec)?,
            guard: service
                .authentication
                .values()
                .next()
                .map(|scheme| Guard::from_spec(scheme, &catalogue))
                .transpose()?,
            unknown_path: catalogue.row(&service.unknown_path, "service.unknownPath")?,
            body_bytes: limit
                .and_then(|limit| usize::try_from(limit.value?).ok())
                .unwrap_or(BODY_BYTES),
            body_too_large: match limit {
                Some(limit) => catalogue.row(&limit.error, &format!("limits.{}", limit.id))?,
                None => Arc::clone(&validation_failure),
            },
            validation_failure,
            catalogue,
            spec,
        })
    }

    /// Whether the contract says what a clause says.
    pub(crate) fn has_clause(&self, clause: &str) -> bool {
        self.clauses.contains(&ClauseId::new(clause))
    }

    /// Refuses an object that is in the circumstance which a clause describes, where the condition
    /// of the clause holds on it. What is about no object is null.
    ///
    /// # Errors
    /// The refusal, unless the contract has none for it: then the request is carried out.
    pub(crate) fn refuse_at(&self, clause: &str, object: &Value) -> Result<(), Refusal> {
        self.refuse_where(clause, |when| rules::holds(when, object))
    }

    /// Refuses what is in the circumstance that a clause describes, where its condition holds.
    ///
    /// # Errors
    /// The refusal, unless the contract has none for it: then the request is carried out.
    pub(crate) fn refuse_where(
        &self,
        clause: &str,
        holds: impl FnOnce(&Condition) -> bool,
    ) -> Result<(), Refusal> {
        match self.refusals.get(&ClauseId::new(clause)) {
            Some(found) if found.when.as_ref().is_none_or(holds) => {
                Err(Refusal::new(&found.row).at(clause))
            }
            _ => Ok(()),
        }
    }

    /// The credits that a charge of the contract costs; nothing where the contract has no such charge.
    pub(crate) fn credits(&self, charge: &str) -> u64 {
        let charge = self.spec.charges.get(charge);
        charge.and_then(|charge| charge.credits).unwrap_or_default().into()
    }

    /// The refusal with an error of the catalogue; the reader has seen that it is there.
    pub(crate) fn refusal(&self, error: &str) -> Refusal {
        self.catalogue.find(error).unwrap_or_else(|| Arc::clone(&self.validation_failure)).into()
    }

    /// The operation that a method and a path mean, with the path's parameters by name.
    pub(crate) fn operation(
        &self,
        method: &str,
        path: &str,
    ) -> Option<(&Operation, Vec<(&str, String)>)> {
        let operations = self.operations.iter().filter(|operation| operation.method == method);
        operations
            .filter_map(|operation| Some((operation, operation.route.matched(path)?)))
            .min_by_key(|(operation, _)| operation.route.parameters())
    }

    /// The operations on a path, whatever their methods are.
    pub(crate) fn on_path<'c>(&'c self, path: &'c str) -> impl Iterator<Item = &'c Operation> {
        self.operations.iter().filter(move |operation| operation.route.matched(path).is_some())
    }
}

/// What the contract refuses in circumstances, by the clause of each. Those of a team's state are
/// met by `circumstances`.
fn refusals(
    spec: &Spec,
    catalogue: &ErrorCatalogue,
) -> Result<HashMap<ClauseId, Circumstance>, ContractError> {
    let of_types = spec.type_refusals().map(|(_, refusal)| refusal);
    let of_operations = spec.operations.values().flat_map(|operation| &operation.refusals);
    let refusals = of_types.chain(of_operations);
    let refusals = refusals.filter(|found| found.team_state.is_none());
    let refusals = refusals.map(|found| (&found.clause, found.when.clone(), &found.error));
    let situations = spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let situations = situations.filter_map(|situation| match &situation.response {
        SituationResponse::Error(error) => Some((&situation.clause, None, error)),
        SituationResponse::Success(_) => None,
    });
    let limits = spec.limits.values();
    let limits =
        limits.map(|limit| (ClauseId::new(format!("limits.{}", limit.id)), None, &limit.error));
    refusals
        .chain(situations)
        .map(|(clause, when, error)| (clause.clone(), when, error))
        .chain(limits)
        .map(|(clause, when, error)| {
            let row = catalogue.row(error, clause.as_str())?;
            Ok((clause, Circumstance { when, row }))
        })
        .collect()
}
