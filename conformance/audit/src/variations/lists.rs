//! Merges the targets of a request with the stored ones, as a server may that recognizes targets by their
//! identity.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// The clause that limits the number of targets.
pub(super) const MOST_TARGETS: &str = "MonitorUpdate.targets.maxItems";

/// The number of stored targets to keep although the request omits them; the oldest are dropped first. A run
/// with more targets would take longer.
const KEPT: usize = 8;

/// The properties that identify a target without an id.
const LOOKED_AT: [&str; 4] = ["type", "urls", "url", "queries"];

/// Merges targets by identity. A stored target keeps its position and its omitted properties; new targets are
/// added.
pub(super) fn merged_by_identity(
    context: &LayerContext<'_>,
    request: &ProxyRequest,
) -> Option<Value> {
    let targets = request.body.get("targets")?.as_array()?;
    let mut whole = context.before.get("targets")?.as_array()?.clone();
    let mut is_sent = vec![false; whole.len()];
    for target in targets {
        if let Some(at) = whole.iter().position(|item| is_same(item, target)) {
            merge(&mut whole[at], target);
            is_sent[at] = true;
        } else {
            whole.push(target.clone());
            is_sent.push(true);
        }
    }
    let max_targets = usize::try_from(context.spec.limit(MOST_TARGETS)?).ok()?;
    let kept = max_targets.saturating_sub(targets.len()).min(KEPT);
    let others = is_sent.iter().filter(|is_sent| !**is_sent).count();
    let mut surplus = others.saturating_sub(kept);
    let mut is_sent = is_sent.into_iter();
    whole.retain(|_| {
        let stays = is_sent.next().unwrap_or_default() || surplus == 0;
        surplus -= usize::from(!stays);
        stays
    });
    (whole != *targets).then(|| json!({ "targets": whole }))
}

/// Rejects an update whose merged result breaks the rule about search targets, or changes the type of a
/// target.
pub(super) fn keeps_rules_when_merged(
    context: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let stored = context.before.get("targets")?.as_array()?;
    let targets =
        request.body.get("targets").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let of_another_type = |target: &Value| {
        let has_id = |item: &&Value| target.get("id").is_some() && is_same(item, target);
        stored.iter().find(has_id).is_some_and(|item| item["type"] != target["type"])
    };
    if targets.iter().any(of_another_type) {
        return Some(ProxyResponse::error(StatusCode::CONFLICT, "Conflict"));
    }
    let after = |name: &str| request.body.get(name).unwrap_or(&context.before[name]);
    let is_empty = |goal: &Value| goal.is_null() || goal == "";
    let judges = request.body.get("goal").is_some() && request.body.get("judgeEnabled").is_none()
        || *after("judgeEnabled") == json!(true);
    let is_broken =
        stored.iter().any(|target| target["type"] == "search") && is_empty(after("goal")) && judges;
    is_broken.then(|| ProxyResponse::error(StatusCode::BAD_REQUEST, "Bad Request"))
}

fn is_same(stored: &Value, target: &Value) -> bool {
    match target.get("id").and_then(Value::as_str) {
        Some(id) => {
            stored["id"].as_str().is_some_and(|stored_id| stored_id.eq_ignore_ascii_case(id))
        }
        None => LOOKED_AT.iter().all(|name| stored.get(name) == target.get(name)),
    }
}

fn merge(stored: &mut Value, given: &Value) {
    if let (Value::Object(stored), Value::Object(given)) = (stored, given) {
        stored.extend(given.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
}
