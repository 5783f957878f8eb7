//! Looks at a target before a run: sends what changes nothing, and says what the answers mean.
//!
//! Resources are asked for by an update that gives no property, or by an operation that reads them. It must not send anything else to
//! them, nor try a recipe.

use std::time::Duration;

use serde_json::json;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Body, Endpoint, KeyName};
use webdata_spec::Spec;
use webdata_spec::model::{Operation, ResourceEffect};

use super::{Check, Diagnosis, Question, of_key, of_plan, of_rate, of_words};
use crate::Suite;
use crate::judge::Answer;
use crate::run::caller::{Caller, request};
use crate::run::listener::Listener;
use crate::run::pace::Until;
use crate::target::{Target, Webhooks};

/// An identity that no server has given to anything.
const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

/// How long the way back from a public URL may take.
const WAY_BACK: Duration = Duration::from_secs(5);

/// Finds out whether a run can start, and what it would skip.
pub async fn doctor(suite: &Suite, question: Question<'_>) -> Diagnosis {
    let Question { target, selection, deadline } = question;
    let mut checks = of_words(target);
    match Caller::new(target, &suite.spec) {
        Ok(caller) => {
            let until = Until::within(Some(deadline), CancellationToken::new());
            Doctor { caller, target, spec: &suite.spec, until }.look(&mut checks).await;
        }
        Err(error) => checks.push(Check::problem("the connection", error.to_string())),
    }
    if let Some(webhooks) = &target.webhooks {
        checks.push(way_back(webhooks, target.timeout).await);
    }
    let (runs, skips, remedies) = match suite.plan(target, selection) {
        Ok(mut plan) => {
            plan.deadline = Some(deadline);
            checks.extend(of_rate(target, &plan));
            of_plan(&suite.spec, target, &plan)
        }
        Err(error) => {
            checks.push(Check::problem("the cases", error.to_string()));
            (0, 0, Vec::new())
        }
    };
    Diagnosis { checks, runs, skips, remedies }
}

struct Doctor<'d> {
    caller: Caller,
    target: &'d Target,
    spec: &'d Spec,
    /// No wait is longer than a run may take.
    until: Until,
}

impl Doctor<'_> {
    async fn look(&self, checks: &mut Vec<Check>) {
        let operations = self.spec.operations.values();
        // The operation that updates or reads a resource, and the parameter that names it.
        let updates = operations.filter_map(|operation| {
            match operation.resource_effect()? {
                ResourceEffect::Updates | ResourceEffect::Reads => {}
                ResourceEffect::Creates
                | ResourceEffect::Lists
                | ResourceEffect::Replaces
                | ResourceEffect::Deletes => return None,
            }
            let endpoint = operation.endpoint.as_ref()?;
            Some((operation, endpoint, operation.resource.as_ref()?.identified_by.as_deref()?))
        });
        let updates: Vec<_> = updates.collect();
        let Some((operation, endpoint, parameter)) = updates.first().copied() else { return };
        let path = format!("{}{}", self.spec.service.base_path, endpoint.path);
        let endpoint = Endpoint { method: endpoint.method.clone(), path };
        let ids = self.target.fixtures.get(parameter).cloned().unwrap_or_default();
        let first = ids.first().map_or(NOBODY, String::as_str);
        match self.ask(&endpoint, parameter, first, KeyName::Valid).await {
            Ok(_) => checks
                .push(Check::ok("the connection", format!("{} answers", self.target.base_url))),
            Err(error) => {
                let says = format!("{}: {error}", self.target.base_url);
                checks.push(Check::problem("the connection", says));
                return;
            }
        }
        let forbidden = self.forbidden(operation);
        for id in &ids {
            self.look_at(KeyName::Valid, &endpoint, parameter, id, forbidden, checks).await;
        }
        if ids.is_empty() {
            checks.push(self.without_fixture(&endpoint, parameter).await);
        }
        for key in [KeyName::Revoked, KeyName::Limited, KeyName::OtherTeam] {
            // Without a fixture, nothing tells such a key from the valid one: neither finds anything.
            let can_tell = key == KeyName::Revoked || !ids.is_empty();
            if self.target.keys.contains_key(&key) && can_tell {
                self.look_at(key, &endpoint, parameter, first, forbidden, checks).await;
            }
        }
    }

    async fn look_at(
        &self,
        key: KeyName,
        endpoint: &Endpoint,
        parameter: &str,
        id: &str,
        forbidden: u16,
        checks: &mut Vec<Check>,
    ) {
        checks.push(match self.ask(endpoint, parameter, id, key).await {
            Ok(answer) if answer.at("").is_none() => {
                no_json(&format!("the {key} key"), answer.status)
            }
            Ok(answer) => of_key(key, id, answer.status, &self.caller.said(&answer), forbidden),
            Err(error) => Check::problem(&format!("the {key} key"), error),
        });
    }

    /// Whether the valid key is one, asked with a resource that is not there.
    async fn without_fixture(&self, endpoint: &Endpoint, parameter: &str) -> Check {
        let about = "the valid key";
        match self.ask(endpoint, parameter, NOBODY, KeyName::Valid).await {
            Ok(answer) if matches!(answer.status, 401 | 403) => {
                let said = self.caller.said(&answer);
                Check::problem(about, format!("is refused; the server answered {said}"))
            }
            Ok(answer) if answer.at("").is_none() => no_json(about, answer.status),
            Ok(_) => Check::ok(about, "is accepted"),
            Err(error) => Check::problem(about, error),
        }
    }

    /// Sends an update that changes nothing.
    async fn ask(
        &self,
        endpoint: &Endpoint,
        parameter: &str,
        id: &str,
        key: KeyName,
    ) -> Result<Answer, String> {
        let body = if endpoint.method == "GET" { Body::None } else { Body::Json(json!({})) };
        let update = request(self.spec, endpoint, Some((parameter, id)), body, key);
        let answer = self.caller.call(&update, &[], &self.until).await;
        answer.map_err(|error| self.caller.redacted(error.to_string()))
    }

    /// The status for a key without permission.
    fn forbidden(&self, operation: &Operation) -> u16 {
        let schemes = &self.spec.service.authentication;
        let scheme = operation.authentication.as_ref().and_then(|id| schemes.get(id));
        let row = scheme.and_then(|scheme| self.spec.errors.get(&scheme.forbidden));
        row.map_or(403, |row| row.status)
    }
}

/// A server of the contract answers in JSON, whatever it is asked.
fn no_json(about: &str, status: u16) -> Check {
    let says = format!(
        "is answered with {status} and no JSON, so that another server seems to stand there, such as \
         a gateway or a page to log in; look at the base URL"
    );
    Check::problem(about, says)
}

/// Whether the listener for webhooks can listen, and its public URL leads to it.
async fn way_back(webhooks: &Webhooks, timeout: Duration) -> Check {
    let about = "webhooks";
    let listener = match Listener::start(webhooks).await {
        Ok(listener) => listener,
        Err(cause) => {
            let says = format!("nobody can listen at {}: {cause}", webhooks.listen);
            return Check::problem(about, says);
        }
    };
    let addresses = listener.open();
    let url = format!("{}/0", addresses.url());
    let client = reqwest::Client::builder().timeout(timeout.min(WAY_BACK));
    let client = if webhooks.url.is_none() { client.no_proxy() } else { client };
    // Whatever comes back, what counts is whether the listener heard of it.
    if let Ok(client) = client.build() {
        drop(client.post(&url).body("{}").send().await);
    }
    match (addresses.so_far().is_empty(), &webhooks.url) {
        (false, _) => Check::ok(about, "what is sent to the listener's URL reaches it"),
        (true, Some(url)) => Check::warning(
            about,
            format!(
                "what this machine sends to {} does not reach the listener at {}; the server may \
                 be able to all the same",
                url.shown(),
                webhooks.listen
            ),
        ),
        (true, None) => Check::problem(about, "the listener does not hear what is sent to it"),
    }
}
