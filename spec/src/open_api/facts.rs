//! Parts of the model that OpenAPI has no keyword for, as JSON in the terms of the spec language.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::json_schema::JsonObject;
use crate::model::{
    Behaviour, ClauseId, Condition, Effect, EffectKind, ErrorRow, ErrorText, Level, Lifecycle,
    Order, Refusal, Rule, Situation, SituationResponse, Sorting, Test,
};

/// Returns the JSON value of each part.
pub(super) fn each<T>(parts: &[T], fact: fn(&T) -> Value) -> Vec<Value> {
    parts.iter().map(fact).collect()
}

/// Returns a part whose fields are those of its page, without empty ones.
pub(super) fn stated<T: Serialize>(part: &T) -> Value {
    let mut json = json!(part);
    if let Some(members) = json.as_object_mut() {
        members.retain(|_, value| match value {
            Value::Null | Value::Bool(false) => false,
            Value::Array(items) => !items.is_empty(),
            Value::Object(members) => !members.is_empty(),
            Value::Bool(true) | Value::Number(_) | Value::String(_) => true,
        });
    }
    json
}

pub(super) fn behaviour(behaviour: &Behaviour) -> Map<String, Value> {
    behaviour.iter().map(|(id, says)| (id.clone(), says.as_str().into())).collect()
}

pub(super) fn rule(rule: &Rule) -> Value {
    let mut json = JsonObject::default();
    json.set("id", rule.id.as_str());
    json.set_filled("doc", rule.doc.as_str());
    json.set("when", condition(&rule.when));
    json.set_some("unless", rule.unless.as_ref().map(condition));
    json.set("requires", condition(&rule.requires));
    json.set("judged", rule.scope.name());
    json.set_some("gap", rule.gap.as_deref());
    add_clause(&mut json, &rule.clause, rule.level, &rule.source);
    json.0.into()
}

pub(super) fn effect(effect: &Effect) -> Value {
    let mut json = JsonObject::default();
    json.set("id", effect.id.as_str());
    json.set("doc", effect.doc.as_str());
    let kind = match &effect.kind {
        EffectKind::StoresGiven => "stores-given",
        EffectKind::KeepsOmitted => "keeps-omitted",
        EffectKind::ResetsOmitted => "resets-omitted",
        EffectKind::RefusalKeepsAll => "refusal-keeps-all",
        EffectKind::Sets { .. } => "sets",
    };
    json.set("kind", kind);
    if let EffectKind::Sets { when, unless, property, value } = &effect.kind {
        json.set("when", condition(when));
        json.set_some("unless", unless.as_ref().map(condition));
        json.set("property", property.as_str());
        json.set("value", value.clone());
    }
    add_clause(&mut json, &effect.clause, effect.level, &effect.source);
    json.0.into()
}

pub(super) fn refusal(refusal: &Refusal) -> Value {
    let mut json = JsonObject::default();
    json.set("id", refusal.id.as_str());
    json.set("doc", refusal.doc.as_str());
    json.set_some("when", refusal.when.as_ref().map(condition));
    json.set_some("teamState", refusal.team_state.as_deref());
    json.set("error", refusal.error.as_str());
    add_clause(&mut json, &refusal.clause, refusal.level, &refusal.source);
    json.0.into()
}

pub(super) fn condition(condition: &Condition) -> Value {
    let mut json = JsonObject::default();
    json.set("path", condition.path.to_string());
    match &condition.test {
        Test::Equals(value) => json.set("equals", value.clone()),
        Test::NonEmpty => json.set("nonEmpty", true),
        Test::Given(given) => json.set("given", *given),
    }
    json.0.into()
}

pub(super) fn order(order: &Order) -> Value {
    let mut json = JsonObject::default();
    match order {
        Order::By(Sorting { property, direction }) => {
            json.set("by", property.as_str());
            json.set("direction", direction.name());
        }
        Order::Chosen(parameter) => json.set("parameter", parameter.as_str()),
    }
    json.0.into()
}

pub(super) fn error(row: &ErrorRow) -> Value {
    let mut json = JsonObject::default();
    json.set("status", row.status);
    match &row.text {
        ErrorText::Exact(text) => json.set("error", text.as_str()),
        ErrorText::Free(text) => {
            json.set("error", text.as_str());
            json.set("wording", "free");
        }
        ErrorText::Described(description) => {
            json.set("says", description.as_str());
            json.set_filled("words", row.words.clone());
        }
        ErrorText::NotShown => {}
    }
    json.set_some("code", row.code.as_deref());
    json.set("retry", row.retry.name());
    json.set("cause", row.cause.as_str());
    json.set("clause", format!("errors.{}", row.id));
    json.set("level", row.level.to_string());
    json.set("source", row.source.as_str());
    json.0.into()
}

pub(super) fn lifecycle(lifecycle: &Lifecycle) -> Value {
    let mut json = JsonObject::default();
    json.set("type", lifecycle.type_name.as_str());
    json.set("property", lifecycle.property.as_str());
    json.set("states", lifecycle.states.clone());
    json.set_some("gap", lifecycle.gap.as_deref());
    json.set_filled("moves", each(&lifecycle.transitions, stated));
    json.set_filled("situations", each(&lifecycle.situations, situation));
    json.0.into()
}

pub(super) fn situation(situation: &Situation) -> Value {
    let mut json = JsonObject::default();
    json.set("id", situation.id.as_str());
    json.set("doc", situation.doc.as_str());
    json.set("operation", situation.operation.as_str());
    json.set_some("after", situation.after.as_deref());
    match &situation.response {
        SituationResponse::Error(error) => json.set("error", error.as_str()),
        SituationResponse::Success(success) => {
            json.set_filled("members", success.members.clone());
            json.set_filled("absent", success.absent.clone());
            json.set_filled("optional", success.optional.clone());
            json.set_filled("anywhere", success.anywhere.clone());
            json.set_some("found", success.found.as_deref());
            json.set_some("says", success.says.as_deref());
            json.set_filled("words", success.words.clone());
            json.set_some("event", success.event.as_ref().map(stated));
        }
    }
    add_clause(&mut json, &situation.clause, situation.level, &situation.source);
    json.0.into()
}

/// Adds the clause, its level and its heading.
fn add_clause(json: &mut JsonObject, clause: &ClauseId, level: Level, source: &str) {
    json.set("clause", clause.as_str());
    json.set("level", level.to_string());
    json.set("source", source);
}
