//! Facts about the service as a whole, as `x-` keys of the document.

use serde_json::{Map, Value, json};

use super::facts;
use super::view::View;
use crate::json_schema::Words;
use crate::model::{Charge, Gap, Observation, RetryRules, ServiceLimit};

impl View<'_> {
    pub(super) fn service_facts(&self, document: &mut Words) {
        let service = &self.spec.service;
        document.set_filled("x-behaviour", facts::behaviour(&service.behaviour));
        document.set("x-unknownPath", service.unknown_path.as_str());
        document.set("x-validationFailure", service.validation_failure.as_str());
        document.set("x-errors", by_identity(&self.spec.errors, facts::error));
        document.set_some("x-retry", service.retry.as_ref().map(retry));
        let states = by_identity(
            &service.team_states,
            |state| json!({ "doc": state.doc, "source": state.source }),
        );
        document.set_filled("x-teamStates", states);
        document.set_filled("x-limits", by_identity(&self.spec.limits, limit));
        document.set_filled("x-charges", by_identity(&self.spec.charges, charge));
        let lifecycles = facts::each(&self.spec.lifecycles, facts::lifecycle);
        document.set_filled("x-lifecycles", lifecycles);
        document.set_filled("x-events", self.channels());
        if let Some(versioning) = &service.versioning {
            let behaviour = facts::behaviour(&versioning.behaviour);
            let source = &versioning.source;
            document.set("x-versioning", json!({ "behaviour": behaviour, "source": source }));
        }
        document.set_filled("x-gaps", by_identity(&self.spec.gaps, gap));
    }
}

fn by_identity<T>(
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
    let mut words = Words::default();
    words.set("doc", limit.doc.as_str());
    words.set("error", limit.error.as_str());
    words.set_some("value", limit.value);
    words.set_some("gap", limit.gap.as_deref());
    words.set("clause", format!("limits.{}", limit.id));
    words.set("source", limit.source.as_str());
    words.0.into()
}

fn charge(charge: &Charge) -> Value {
    let mut words = Words::default();
    words.set("doc", charge.doc.as_str());
    words.set_some("credits", charge.credits);
    words.set("per", json!(charge.per));
    if let Some((type_name, when)) = &charge.when {
        words.set("type", type_name.as_str());
        words.set("when", facts::condition(when));
    }
    words.set_some("insteadOf", charge.instead_of.as_deref());
    words.set_some("gap", charge.gap.as_deref());
    words.set("clause", format!("charges.{}", charge.id));
    words.set("source", charge.source.as_str());
    words.0.into()
}

fn gap(gap: &Gap) -> Value {
    let mut words = Words::default();
    words.set("question", gap.question.as_str());
    words.set("place", gap.place.as_str());
    match &gap.observation {
        Observation::Probe(probe) => words.set("probe", probe.to_string()),
        Observation::Unobservable(reason) => words.set("unobservable", reason.as_str()),
    }
    if !gap.values.is_empty() {
        words.set("values", gap.values.clone());
    }
    words.set("source", gap.source.as_str());
    words.0.into()
}
