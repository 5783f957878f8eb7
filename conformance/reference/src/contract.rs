//! A contract made ready to be served: routes, compiled schemas and rows, all looked up once.
//!
//! It must not see a request. What a contract names and does not have is an error here, so that
//! nothing can be missing later.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{
    self, ClauseId, Condition, Endpoint, Schema, Shape, SituationAnswer, StringFormat,
};

use super::StartError;
use super::answer::{Row, Success};
use super::bindings;
use super::catalogue::Catalogue;
use super::check::Check;
use super::guard::Guard;
use super::identities::Identities;
use super::kinds::Kinds;
use super::refusal::Refusal;
use super::route::Route;
use super::rules;
use super::services::Service;
use super::update::Update;

/// The identity of the limit on request bodies, and the size that is meant where it shows none.
const BODY_LIMIT: &str = "body-size";
const BODY_BYTES: usize = 2 * 1024 * 1024;

/// The statement of an operation that its errors come from upstream as they are.
const ERRORS_RELAYED: &str = "errors-relayed";
/// The type of the options of a scrape.
pub(super) const SCRAPE_OPTIONS: &str = "ScrapeOptions";

/// A contract, ready.
#[derive(Debug)]
pub(super) struct Contract {
    pub(super) spec: Arc<Spec>,
    pub(super) catalogue: Catalogue,
    pub(super) operations: Vec<Operation>,
    pub(super) kinds: Kinds,
    /// The authentication of a path that no operation has.
    pub(super) guard: Option<Guard>,
    pub(super) unknown_path: Arc<Row>,
    pub(super) validation_failure: Arc<Row>,
    /// The most bytes of a body, and the error for more.
    pub(super) body_bytes: usize,
    pub(super) body_too_large: Arc<Row>,
    /// How the options of a scrape are judged, where the contract has them.
    pub(super) scrape_options: Option<Request>,
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

/// An operation, ready.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) id: String,
    method: String,
    pub(super) route: Route,
    pub(super) guard: Option<Guard>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) resource: Option<Resource>,
    pub(super) request: Option<Request>,
    pub(super) success: Success,
    /// What it does beyond what the contract's effects say.
    pub(super) service: Option<Service>,
    /// The catalogue with bodies of its own, where the contract gives it some.
    errors: Option<Catalogue>,
}

/// A path parameter, ready.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) check: Check,
    /// Whether the letter case of its value means nothing.
    pub(super) ignores_case: bool,
    pub(super) schema: Schema,
}

/// The resource that an operation works on, ready.
#[derive(Debug)]
pub(super) struct Resource {
    pub(super) type_name: String,
    pub(super) identified_by: String,
    pub(super) unknown: Arc<Row>,
}

/// The request body of an operation, ready.
#[derive(Debug)]
pub(super) struct Request {
    /// Whether a request without a body is refused.
    pub(super) required: bool,
    pub(super) schema: Schema,
    pub(super) check: Check,
    pub(super) update: Option<Update>,
}

impl Contract {
    /// Makes a contract ready.
    ///
    /// # Errors
    /// The first thing in it that cannot be served.
    pub(super) fn of(spec: Arc<Spec>, identities: Arc<Identities>) -> Result<Self, StartError> {
        let catalogue = Catalogue::of(&spec, &spec.service.error_body)?;
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
                .map(|(operation, endpoint)| Operation::of(&spec, operation, &endpoint, &catalogue))
                .collect::<Result<_, _>>()?,
            refusals: refusals(&spec, &catalogue)?,
            kinds: Kinds::of(&spec, &clauses, identities),
            clauses,
            scrape_options: Request::of_scrape_options(&spec)?,
            guard: service
                .authentication
                .values()
                .next()
                .map(|scheme| Guard::of(scheme, &catalogue))
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
    pub(super) fn says(&self, clause: &str) -> bool {
        self.clauses.contains(&ClauseId::new(clause))
    }

    /// Refuses an object that is in the circumstance which a clause describes, where the condition
    /// of the clause holds on it. What is about no object is null.
    ///
    /// # Errors
    /// The refusal, unless the contract has none for it: then the request is carried out.
    pub(super) fn refuse_at(&self, clause: &str, object: &Value) -> Result<(), Refusal> {
        self.refuse_where(clause, |when| rules::holds(when, object))
    }

    /// Refuses what is in the circumstance that a clause describes, where its condition holds.
    ///
    /// # Errors
    /// The refusal, unless the contract has none for it: then the request is carried out.
    pub(super) fn refuse_where(
        &self,
        clause: &str,
        holds: impl FnOnce(&Condition) -> bool,
    ) -> Result<(), Refusal> {
        match self.refusals.get(&ClauseId::new(clause)) {
            Some(found) if found.when.as_ref().is_none_or(holds) => {
                Err(Arc::clone(&found.row).into())
            }
            _ => Ok(()),
        }
    }

    /// The credits that a charge of the contract costs; nothing where the contract has no such charge.
    pub(super) fn credits(&self, charge: &str) -> u64 {
        let charge = self.spec.charges.get(charge);
        charge.and_then(|charge| charge.credits).unwrap_or_default().into()
    }

    /// The refusal with an error of the catalogue; the reader has seen that it is there.
    pub(super) fn refusal(&self, error: &str) -> Refusal {
        self.catalogue.find(error).unwrap_or_else(|| Arc::clone(&self.validation_failure)).into()
    }

    /// The operation that a method and a path mean, with the path's parameters by name.
    pub(super) fn operation(
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

impl Operation {
    fn of(
        spec: &Arc<Spec>,
        operation: &model::Operation,
        endpoint: &Endpoint,
        catalogue: &Catalogue,
    ) -> Result<Self, StartError> {
        let place = operation.clause();
        let guard = operation.authentication.as_ref().map(|id| {
            let scheme = spec.service.authentication.get(id);
            let scheme = scheme.ok_or_else(|| StartError::Authentication {
                place: place.to_string(),
                id: id.clone(),
            })?;
            Guard::of(scheme, catalogue)
        });
        let resource = operation.resource.as_ref().map(|resource| {
            Ok(Resource {
                type_name: resource.type_name.clone(),
                identified_by: resource.identified_by.clone(),
                unknown: catalogue.row(&resource.unknown, place.child("unknown").as_str())?,
            })
        });
        let request = operation.request.as_ref();
        Ok(Self {
            id: operation.id.clone(),
            method: endpoint.method.clone(),
            route: Route::of(&format!("{}{}", spec.service.base_path, endpoint.path)),
            guard: guard.transpose()?,
            parameters: operation
                .parameters
                .values()
                .map(|parameter| Parameter::of(spec, parameter))
                .collect::<Result<_, _>>()?,
            resource: resource.transpose()?,
            request: request.map(|name| Request::of(spec, operation, name)).transpose()?,
            success: Success::of(spec, operation)?,
            service: Service::of(&operation.id),
            errors: (operation.error_body != spec.service.error_body
                && operation.behaviour.contains_key(ERRORS_RELAYED))
            .then(|| Catalogue::of(spec, &operation.error_body))
            .transpose()?,
        })
    }

    /// A row with the body that this operation gives it.
    pub(super) fn row(&self, row: Arc<Row>) -> Arc<Row> {
        self.errors.as_ref().and_then(|errors| errors.find(row.id())).unwrap_or(row)
    }
}

/// What the contract refuses in circumstances, by the clause of each. Those of a team's state are
/// met by `circumstances`.
fn refusals(
    spec: &Spec,
    catalogue: &Catalogue,
) -> Result<HashMap<ClauseId, Circumstance>, StartError> {
    let of_types = spec.type_refusals().map(|(_, refusal)| refusal);
    let of_operations = spec.operations.values().flat_map(|operation| &operation.refusals);
    let refusals = of_types.chain(of_operations);
    let refusals = refusals.filter(|found| found.team_state.is_none());
    let refusals = refusals.map(|found| (&found.clause, found.when.clone(), &found.error));
    let situations = spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let situations = situations.filter_map(|situation| match &situation.answer {
        SituationAnswer::Error(error) => Some((&situation.clause, None, error)),
        SituationAnswer::Success(_) => None,
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

impl Parameter {
    fn of(spec: &Spec, parameter: &model::Parameter) -> Result<Self, StartError> {
        let schema = &parameter.schema;
        Ok(Self {
            name: parameter.name.clone(),
            check: compiled(&spec.json_schema_of(schema), schema)?,
            ignores_case: matches!(
                &schema.shape,
                Shape::String(text) if text.format == Some(StringFormat::Uuid)
            ),
            schema: schema.clone(),
        })
    }
}

impl Request {
    /// The options of a scrape, which the contract shows no place for in the body of the operation:
    /// this server takes them beside the URL.
    fn of_scrape_options(spec: &Spec) -> Result<Option<Self>, StartError> {
        let Some(found) = spec.types.get(SCRAPE_OPTIONS) else {
            return Ok(None);
        };
        Ok(Some(Self {
            required: false,
            schema: found.schema.clone(),
            check: compiled(&spec.json_schema(SCRAPE_OPTIONS), &found.schema)?,
            update: None,
        }))
    }

    fn of(
        spec: &Arc<Spec>,
        operation: &model::Operation,
        type_name: &str,
    ) -> Result<Self, StartError> {
        let found = spec.types.get(type_name).ok_or_else(|| StartError::Type {
            place: operation.clause().child("request").to_string(),
            name: type_name.to_owned(),
        })?;
        let resource = operation.resource.as_ref().map(|resource| &resource.type_name);
        let update = resource.map(|resource| Update::of(spec, operation, type_name, resource));
        Ok(Self {
            required: operation.request_required,
            schema: found.schema.clone(),
            check: compiled(&spec.json_schema(type_name), &found.schema)?,
            update: update.transpose()?,
        })
    }
}

fn compiled(json_schema: &Value, schema: &Schema) -> Result<Check, StartError> {
    Check::of(json_schema)
        .map_err(|reason| StartError::Schema { place: schema.clause.to_string(), reason })
}
