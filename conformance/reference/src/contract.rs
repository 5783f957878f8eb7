//! A contract in a form that can be served: routes, compiled schemas and error rows, all resolved once.
//!
//! ```text
//! operation ─ success ─ effects       what an operation takes, returns and changes
//! schema                              the schema of a value, and of its parts
//! compiled_schema ─ string_formats    validation of a value
//! rules                               conditions, and the rules and refusals that use them
//! validation ─ json, multipart        validation of bodies, queries and headers; JSON, and bodies with parts
//! errors                              the error responses, and why a request gets one
//! extension                           what the server adds to the contract, from `reference.toml`
//! ```
//!
//! This module sees no requests. A name that the contract uses but does not define is an error here, so that
//! no lookup fails later.

pub(crate) mod compiled_schema;
pub(crate) mod effects;
pub(crate) mod errors;
pub(crate) mod extension;
pub(crate) mod json;
pub(crate) mod multipart;
pub(crate) mod operation;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod string_formats;
pub(crate) mod success;
pub(crate) mod validation;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use axum::http::StatusCode;
use serde_json::Value;
use webdata_spec::model::{ClauseId, ClauseRoot, Condition, ErrorRow, SituationResponse};
use webdata_spec::{ClauseIndex, Spec};

pub use crate::contract::errors::ContractError;
use crate::contract::errors::{ErrorCatalogue, RequestError, Row};
use crate::contract::extension::Extension;
use crate::contract::operation::{Guard, Operation, Request};
use crate::shared::Shared;

/// The identity of the limit on request bodies, and its size if the contract states none.
const BODY_LIMIT: &str = "body-size";
const BODY_BYTES: usize = 2 * 1024 * 1024;

/// A contract in a form that can be served. Several servers can share it.
#[derive(Debug)]
pub struct Contract {
    pub(crate) spec: Arc<Spec>,
    pub(crate) extension: Extension,
    pub(crate) catalogue: ErrorCatalogue,
    pub(crate) operations: Vec<Operation>,
    /// The authentication that the server checks before it rejects an unknown path.
    pub(crate) guard: Option<Guard>,
    pub(crate) unknown_path: Arc<Row>,
    pub(crate) validation_failure: Arc<Row>,
    /// The largest size of a body in bytes, and the error for a larger body.
    pub(crate) body_bytes: usize,
    pub(crate) body_too_large: Arc<Row>,
    /// The validation of the types that [`Contract::request_of_type`] has looked up, by name. Servers that share
    /// the contract share it.
    types: Shared<HashMap<String, Arc<Request>>>,
    /// Made by the first call of [`Contract::has_clause`].
    clauses: OnceLock<ClauseIndex>,
    /// The circumstances in which requests get an error, by clause.
    refusals: HashMap<ClauseId, Circumstance>,
}

/// A circumstance in which a request gets an error.
#[derive(Debug)]
struct Circumstance {
    /// The condition on the object of the clause; `None` if the circumstance always holds.
    when: Option<Condition>,
    row: Arc<Row>,
}

impl Contract {
    /// Prepares a contract with its extension.
    ///
    /// # Errors
    /// The first part of the contract that cannot be served.
    pub fn new(spec: Arc<Spec>, extension: &Extension) -> Result<Self, ContractError> {
        let catalogue = ErrorCatalogue::new(&spec, &spec.service.error_body)?;
        let service = &spec.service;
        let validation_failure =
            catalogue.row(&service.validation_failure, "service.validationFailure")?;
        let limit = spec.limits.get(BODY_LIMIT);
        // Operations without a path cannot be requested.
        let operations = spec.operations.values();
        let operations =
            operations.filter_map(|operation| Some((operation, extension.endpoint(operation)?)));
        Ok(Self {
            operations: operations
                .map(|(operation, endpoint)| {
                    Operation::from_spec(&spec, operation, &endpoint, &catalogue)
                })
                .collect::<Result<_, _>>()?,
            refusals: refusals(&spec, &catalogue)?,
            clauses: OnceLock::new(),
            types: Shared::default(),
            extension: extension.clone(),
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
                Some(limit) => {
                    catalogue.row(&limit.error, ClauseRoot::Limit(&limit.id).clause().as_str())?
                }
                None => Arc::clone(&validation_failure),
            },
            validation_failure,
            catalogue,
            spec,
        })
    }

    /// Returns the contract as it was read.
    #[must_use]
    pub fn spec(&self) -> &Arc<Spec> {
        &self.spec
    }

    /// Returns the validation of a type; `None` if the contract has no such type.
    pub(crate) fn request_of_type(&self, name: &str) -> Option<Arc<Request>> {
        let mut types = self.types.lock();
        if let Some(known) = types.get(name) {
            return Some(Arc::clone(known));
        }
        let request = Arc::new(Request::of_type(&self.spec, name)?);
        types.insert(name.to_owned(), Arc::clone(&request));
        Some(request)
    }

    pub(crate) fn has_clause(&self, clause: &str) -> bool {
        self.clauses.get_or_init(|| self.spec.clauses()).contains_key(&ClauseId::new(clause))
    }

    /// Checks the circumstance of a clause on an object, or on null if the clause is about no object.
    ///
    /// # Errors
    /// The error of the clause if its condition holds. A contract without the clause rejects nothing.
    pub(crate) fn reject_at(&self, clause: &str, object: &Value) -> Result<(), RequestError> {
        self.reject_if(clause, |when| rules::holds(when, object))
    }

    /// Checks the circumstance of a clause with a custom evaluation of its condition.
    ///
    /// # Errors
    /// The error of the clause if its condition holds. A contract without the clause rejects nothing.
    pub(crate) fn reject_if(
        &self,
        clause: &str,
        holds: impl FnOnce(&Condition) -> bool,
    ) -> Result<(), RequestError> {
        match self.refusals.get(&ClauseId::new(clause)) {
            Some(circumstance) if circumstance.when.as_ref().is_none_or(holds) => {
                Err(RequestError::new(&circumstance.row))
            }
            _ => Ok(()),
        }
    }

    /// Returns the credits of a charge; 0 if the contract has no such charge.
    pub(crate) fn credits(&self, charge: &str) -> u64 {
        let charge = self.spec.charges.get(charge);
        charge.and_then(|charge| charge.credits).unwrap_or_default().into()
    }

    /// Returns an error of the catalogue as the error of a request. The reader of the contract has checked that the
    /// error exists.
    pub(crate) fn request_error(&self, error: &str) -> RequestError {
        self.catalogue.find(error).unwrap_or_else(|| Arc::clone(&self.validation_failure)).into()
    }

    /// Returns an error for examples: the one of an exceeded rate limit, or else the first.
    pub(crate) fn example_error(&self) -> Option<&ErrorRow> {
        let mut errors = self.spec.errors.values();
        let limited = StatusCode::TOO_MANY_REQUESTS.as_u16();
        errors.clone().find(|row| row.status == limited).or_else(|| errors.next())
    }

    /// Returns the operation for a method and a path, with the values of its path parameters.
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
}

/// Collects the circumstances of the contract, by clause. [`rules`] checks the refusals for a team's state.
fn refusals(
    spec: &Spec,
    catalogue: &ErrorCatalogue,
) -> Result<HashMap<ClauseId, Circumstance>, ContractError> {
    let of_types = spec.type_refusals().map(|(_, refusal)| refusal);
    let of_operations = spec.operations.values().flat_map(|operation| &operation.refusals);
    let refusals = of_types.chain(of_operations);
    let refusals = refusals.filter(|refusal| refusal.team_state.is_none());
    let refusals = refusals.map(|refusal| (&refusal.clause, refusal.when.clone(), &refusal.error));
    let situations = spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let situations = situations.filter_map(|situation| match &situation.response {
        SituationResponse::Error(error) => Some((&situation.clause, None, error)),
        SituationResponse::Success(_) => None,
    });
    let limits = spec.limits.values();
    let limits = limits.map(|limit| (ClauseRoot::Limit(&limit.id).clause(), None, &limit.error));
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
