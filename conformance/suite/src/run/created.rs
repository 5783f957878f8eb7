//! Removes what a case has created by operations of the contract, whatever became of the case.
//!
//! It must never remove anything else.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use webdata_cases::case::{Body, Endpoint, KeyName, Request};
use webdata_spec::Spec;
use webdata_spec::model::{ANY_VERSION, Operation, Precondition, ResourceEffect};

use super::RunContext;
use super::caller::request;
use super::client::ClientError;
use super::pace::Until;
use super::provision::identity;
use super::trouble;
use crate::judge::{HttpResponse, SERVER_ERROR};
use crate::outcome::{Outcome, OutcomeKind};

/// How long the removal of a resource waits for its turn once the run was called off.
const HURRY: Duration = Duration::from_secs(10);

/// How long the removal of what a case has created takes once the time of the run is over.
const BEYOND: Duration = Duration::from_millis(1500);

/// A resource that a case has created.
pub(super) struct Created {
    /// The operation that removes it.
    deletes: String,
    identity: String,
    /// The key that it was created with.
    key: KeyName,
}

impl Created {
    /// The resource that a request has created, as far as its answer tells and the contract shows how it
    /// is removed.
    pub(super) fn by(spec: &Spec, request: &Request, response: &HttpResponse) -> Option<Self> {
        let operation = spec.operations.get(request.operation.as_ref()?)?;
        let resource = operation.resource.as_ref()?;
        if resource.effect != ResourceEffect::Creates || !response.is_success() {
            return None;
        }
        let deletes = spec.operation_that(ResourceEffect::Deletes, &resource.type_name)?;
        let pointer = format!("{}/{}", resource.pointer(), resource.identity);
        let identity = identity(response, &pointer)?;
        let authorization = request.authorization.as_ref();
        let key = authorization.and_then(|own| own.key).unwrap_or(KeyName::Valid);
        Some(Self { deletes: deletes.id.clone(), identity, key })
    }
}

impl RunContext {
    /// Removes resources. A case that passed ends in an error if one of them may still be there, and one that
    /// the end of the run cut off tells so, too.
    pub(super) async fn remove(&self, created: Vec<Created>, outcome: &mut Outcome) {
        let end = self.end().map(|(end, _)| end + BEYOND);
        for Created { deletes, identity, key } in created {
            let Some(operation) = self.spec.operations.get(&deletes) else { continue };
            let removing = self.remove_one(operation, &identity, key);
            let (removed, is_late) = match end {
                None => (removing.await, false),
                Some(end) => match timeout_at(end, removing).await {
                    Ok(removed) => (removed, end - BEYOND <= Instant::now()),
                    Err(_) => (Some(left(operation, &identity, "the run is over")), true),
                },
            };
            let Some(left) = removed else { continue };
            if outcome.kind == OutcomeKind::Pass {
                outcome.kind = OutcomeKind::Error;
                outcome.reason = left;
            } else if outcome.kind == OutcomeKind::Error && is_late {
                outcome.reason = format!("{}; {left}", outcome.reason);
            }
        }
    }

    /// Sends a request that removes something, also once the run is over.
    async fn removed(&self, removal: &Request) -> Result<HttpResponse, ClientError> {
        let time =
            if self.stop.is_cancelled() { Some(HURRY) } else { self.target.rate.longest_wait };
        let is_limit = |response: &HttpResponse| Some(response.status) == self.pace.limit();
        let send = async || self.client.send(&self.target, removal, &[]).await;
        let until = Until::tidying_up(time);
        let mut times = 0;
        loop {
            let response = self.pace.ask(&until, is_limit, send).await.response;
            let is_trouble = match &response {
                Ok(response) => response.status >= SERVER_ERROR,
                Err(error) => matches!(error, ClientError::Connect(_) | ClientError::Broken(_)),
            };
            // What was removed the first time is not there the second time, which is as good.
            if !is_trouble || times == self.target.retries {
                return response;
            }
            times += 1;
            until.wait(sleep(trouble::wait(times))).await?;
        }
    }

    /// Removes a resource; why it may still be there, if so.
    async fn remove_one(
        &self,
        operation: &Operation,
        identity: &str,
        key: KeyName,
    ) -> Option<String> {
        let resource = operation.resource.as_ref()?;
        let parameter = resource.identified_by.as_ref()?;
        let endpoint = operation.endpoint.as_ref()?;
        let path = format!("{}{}", self.spec.service.base_path, endpoint.path);
        let endpoint = Endpoint { method: endpoint.method.clone(), path };
        let named = Some((parameter.as_str(), identity));
        let mut removal = request(&self.spec, &endpoint, named, Body::None, key);
        if let Some(Precondition { header, .. }) = &operation.precondition {
            removal.headers.insert(header.clone(), ANY_VERSION.into());
        }
        let unknown = resource.unknown.as_ref().and_then(|error| self.spec.errors.get(error));
        let reason = match self.removed(&removal).await {
            Ok(response) if response.is_success() => return None,
            Ok(response) if unknown.is_some_and(|row| row.status == response.status) => {
                return None;
            }
            Ok(response) => format!("{} answered {}", operation.id, response.status),
            Err(error) => error.to_string(),
        };
        Some(left(operation, identity, &reason))
    }
}

/// Says that a resource is still there.
fn left(operation: &Operation, identity: &str, reason: &str) -> String {
    let name = operation.resource.as_ref().map_or("resource", |own| own.type_name.as_str());
    format!("the {name} {identity}, which the case created, is still there: {reason}")
}
