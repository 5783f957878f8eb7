//! Facts about the service as a whole, as `x-` keys of the document.

use serde_json::{Map, Value, json};

use super::facts;
use super::view::View;
use crate::json_schema::JsonObject;
use crate::model::{Charge, Gap, Observation, RetryRules, ServiceLimit};

impl View<'_> {
    pub(super) fn service_facts(&self, document: &mut JsonObject) {
        let service = &self.spec.service;
        document.set_filled("x-behaviour", facts::behaviour(&service.behaviour));
        document.set("x-unknownPath", service.unknown_path.as_str());
        document.set("x-validationFailure", service.validation_failure.as_str());
        document.set("x-errors", map_by_identity(&self.spec.errors, facts::error));
        document.set_some("x-retry", service.retry.as_ref().map(retry));
        let states = map_by_identity(
            &service.team_states,
            |state| json!({ "doc": state.doc, "source": state.source }),
        );
        document.set_filled("x-teamStates", states);
        document.set_filled("x-limits", map_by_identity(&self.spec.limits, limit));
        document.set_filled("x-charges", map_by_identity(&self.spec.charges, charge));
        let lifecycles = facts::each(&self.spec.lifecycles, facts::lifecycle);
        document.set_filled("x-lifecycles", lifecycles);
        document.set_filled("x-events", self.channels());
        if let Some(versioning) = &service.versioning {
            let behaviour = facts::behaviour(&versioning.behaviour);
            let source = &versioning.source;
            document.set("x-versioning", json!({ "behaviour": behaviour, "source": source }));
        }
        document.set_filled("x-gaps", map_by_identity(&self.spec.gaps, gap));
    }
}

fn map_by_identity<T>(
    parts: &indexmap::IndexMap<String, T>,
    fact: fn(&T) -> Value,
) -> Map<String, Value> {
    parts.iter().map(|(id, part)| (id.clone(), fact(part))).collect()
}

fn retry(rules: &RetryRules) -> Value {
    json!({
        "statuses": rules.statuses,
        "header": rules.header,
        "headerStatus": rules.header_status,
        "baseSeconds": rules.base_seconds,
        "capSeconds": rules.cap_seconds,
        "jitterSeconds": rules.jitter_seconds,
        "attempts": rules.attempts,
        "headerLevel": rules.header_level,
        "paceLevel": rules.pace_level,
        "source": rules.source,
    })
}

fn limit(limit: &ServiceLimit) -> Value {
    let mut json = JsonObject::default();
    json.set("doc", limit.doc.as_str());
    json.set("error", limit.error.as_str());
    json.set_some("value", limit.value);
    json.set_some("gap", limit.gap.as_deref());
    json.set("clause", format!("limits.{}", limit.id));
    json.set("source", limit.source.as_str());
    json.0.into()
}

fn charge(charge: &Charge) -> Value {
    let mut json = JsonObject::default();
    json.set("doc", charge.doc.as_str());
    json.set_some("credits", charge.credits);
    json.set("per", json!(charge.per));
    if let Some((type_name, when)) = &charge.when {
        json.set("type", type_name.as_str());
        json.set("when", facts::condition(when));
    }
    json.set_some("insteadOf", charge.instead_of.as_deref());
    json.set_some("gap", charge.gap.as_deref());
    json.set("clause", format!("charges.{}", charge.id));
    json.set("source", charge.source.as_str());
    json.0.into()
}

fn gap(gap: &Gap) -> Value {
    let mut json = JsonObject::default();
    json.set("question", gap.question.as_str());
    json.set("place", gap.place.as_str());
    match &gap.observation {
        Observation::Probe(probe) => json.set("probe", probe.to_string()),
        Observation::Unobservable(reason) => json.set("unobservable", reason.as_str()),
    }
    if !gap.values.is_empty() {
        json.set("values", gap.values.clone());
    }
    json.set("source", gap.source.as_str());
    json.0.into()
}
