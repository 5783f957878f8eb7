//! Parts of the model that OpenAPI has no keyword for, as JSON in the terms of the spec language.

use serde_json::{Map, Value, json};

use crate::json_schema::Words;
use crate::model::{
    Behaviour, ClauseId, Condition, Effect, EffectKind, ErrorRow, ErrorText, Idempotency, Judged,
    Level, Lifecycle, Move, Order, Pagination, Precondition, Refusal, Resource, Rule, Situation,
    SituationResponse, Sorting, Test,
};

/// Returns the JSON value of each part.
pub(super) fn each<T>(parts: &[T], fact: fn(&T) -> Value) -> Vec<Value> {
    parts.iter().map(fact).collect()
}

pub(super) fn behaviour(behaviour: &Behaviour) -> Map<String, Value> {
    behaviour.iter().map(|(id, says)| (id.clone(), says.as_str().into())).collect()
}

pub(super) fn rule(rule: &Rule) -> Value {
    let mut words = Words::default();
    words.set("id", rule.id.as_str());
    words.set_filled("doc", rule.doc.as_str());
    words.set("when", condition(&rule.when));
    words.set_some("unless", rule.unless.as_ref().map(condition));
    words.set("requires", condition(&rule.requires));
    let judged = match rule.judged {
        Judged::AsSent => "as-sent",
        Judged::AfterUpdate => "after-update",
    };
    words.set("judged", judged);
    words.set_some("gap", rule.gap.as_deref());
    stated(&mut words, &rule.clause, rule.level, &rule.source);
    words.0.into()
}

pub(super) fn effect(effect: &Effect) -> Value {
    let mut words = Words::default();
    words.set("id", effect.id.as_str());
    words.set("doc", effect.doc.as_str());
    let kind = match &effect.kind {
        EffectKind::StoresGiven => "stores-given",
        EffectKind::KeepsOmitted => "keeps-omitted",
        EffectKind::ResetsOmitted => "resets-omitted",
        EffectKind::RefusalKeepsAll => "refusal-keeps-all",
        EffectKind::Sets { .. } => "sets",
    };
    words.set("kind", kind);
    if let EffectKind::Sets { when, unless, property, value } = &effect.kind {
        words.set("when", condition(when));
        words.set_some("unless", unless.as_ref().map(condition));
        words.set("property", property.as_str());
        words.set("value", value.clone());
    }
    stated(&mut words, &effect.clause, effect.level, &effect.source);
    words.0.into()
}

pub(super) fn refusal(refusal: &Refusal) -> Value {
    let mut words = Words::default();
    words.set("id", refusal.id.as_str());
    words.set("doc", refusal.doc.as_str());
    words.set_some("when", refusal.when.as_ref().map(condition));
    words.set_some("teamState", refusal.team_state.as_deref());
    words.set("error", refusal.error.as_str());
    stated(&mut words, &refusal.clause, refusal.level, &refusal.source);
    words.0.into()
}

pub(super) fn condition(condition: &Condition) -> Value {
    let mut words = Words::default();
    words.set("path", condition.path.to_string());
    match &condition.test {
        Test::Equals(value) => words.set("equals", value.clone()),
        Test::NonEmpty => words.set("nonEmpty", true),
        Test::Given(given) => words.set("given", *given),
    }
    words.0.into()
}

/// Returns the condition on the version of the resource that an operation changes.
pub(super) fn precondition(precondition: &Precondition) -> Value {
    json!({ "header": precondition.header, "error": precondition.error })
}

pub(super) fn idempotency(idempotency: &Idempotency) -> Value {
    let mut words = Words::default();
    words.set("header", idempotency.header.as_str());
    words.set_some("reused", idempotency.reused.as_deref());
    words.0.into()
}

pub(super) fn resource(resource: &Resource) -> Value {
    let mut words = Words::default();
    words.set("type", resource.type_name.as_str());
    words.set("effect", resource.effect.name());
    words.set_some("identifiedBy", resource.identified_by.as_deref());
    words.set("identity", resource.identity.as_str());
    words.set_some("returnedIn", resource.returned_in.as_deref());
    words.set_some("version", resource.version.as_deref());
    words.set_some("unknown", resource.unknown.as_deref());
    words.set_some("foreign", resource.foreign.as_deref());
    words.0.into()
}

pub(super) fn pagination(pagination: &Pagination) -> Value {
    let mut words = Words::default();
    words.set("style", pagination.style.name());
    words.set("parameter", pagination.parameter.as_str());
    words.set_some("limit", pagination.limit.as_deref());
    words.set_some("next", pagination.next.as_deref());
    words.set_some("unknown", pagination.unknown.as_deref());
    words.set_some("stable", pagination.stable.then_some(true));
    words.0.into()
}

pub(super) fn order(order: &Order) -> Value {
    let mut words = Words::default();
    match order {
        Order::By(Sorting { property, direction }) => {
            words.set("by", property.as_str());
            words.set("direction", direction.name());
        }
        Order::Chosen(parameter) => words.set("parameter", parameter.as_str()),
    }
    words.0.into()
}

pub(super) fn error(row: &ErrorRow) -> Value {
    let mut words = Words::default();
    words.set("status", row.status);
    match &row.text {
        ErrorText::Exact(text) => words.set("error", text.as_str()),
        ErrorText::Free(text) => {
            words.set("error", text.as_str());
            words.set("wording", "free");
        }
        ErrorText::Described(description) => {
            words.set("says", description.as_str());
            words.set_filled("words", row.words.clone());
        }
        ErrorText::NotShown => {}
    }
    words.set_some("code", row.code.as_deref());
    words.set("retry", row.retry.name());
    words.set("cause", row.cause.as_str());
    words.set("clause", format!("errors.{}", row.id));
    words.set("level", row.level.to_string());
    words.set("source", row.source.as_str());
    words.0.into()
}

pub(super) fn lifecycle(lifecycle: &Lifecycle) -> Value {
    let mut words = Words::default();
    words.set("type", lifecycle.type_name.as_str());
    words.set("property", lifecycle.property.as_str());
    words.set("states", lifecycle.states.clone());
    words.set_some("gap", lifecycle.gap.as_deref());
    words.set_filled("moves", each(&lifecycle.moves, one_move));
    words.set_filled("situations", each(&lifecycle.situations, situation));
    words.0.into()
}

fn one_move(step: &Move) -> Value {
    let mut words = Words::default();
    words.set("to", step.to.as_str());
    words.set("from", step.from.clone());
    words.set("operation", step.operation.as_str());
    stated(&mut words, &step.clause, step.level, &step.source);
    words.0.into()
}

pub(super) fn situation(situation: &Situation) -> Value {
    let mut words = Words::default();
    words.set("id", situation.id.as_str());
    words.set("doc", situation.doc.as_str());
    words.set("operation", situation.operation.as_str());
    words.set_some("after", situation.after.as_deref());
    match &situation.response {
        SituationResponse::Error(error) => words.set("error", error.as_str()),
        SituationResponse::Success(success) => {
            words.set_filled("members", success.members.clone());
            words.set_filled("absent", success.absent.clone());
            words.set_filled("optional", success.optional.clone());
            words.set_filled("anywhere", success.anywhere.clone());
            words.set_some("found", success.found.as_deref());
            words.set_some("says", success.says.as_deref());
            words.set_filled("words", success.words.clone());
            if let Some(event) = &success.event {
                let mut told = Words::default();
                told.set("channel", event.channel.as_str());
                told.set("name", event.name.as_str());
                told.set_filled("members", event.members.clone());
                words.set("event", told.0);
            }
        }
    }
    stated(&mut words, &situation.clause, situation.level, &situation.source);
    words.0.into()
}

/// Adds the clause, its level and its heading.
fn stated(words: &mut Words, clause: &ClauseId, level: Level, source: &str) {
    words.set("clause", clause.as_str());
    words.set("level", level.to_string());
    words.set("source", source);
}
