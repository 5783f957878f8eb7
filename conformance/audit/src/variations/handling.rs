//! Variations of how a server handles a request where the contract leaves it open: rejects, accepts, or
//! changes more.

use std::collections::HashSet;

use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Additional, RuleScope, Schema, Shape};

use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// The clause that limits the number of recipients.
const MOST_RECIPIENTS: &str = "EmailNotification.recipients.maxItems";

/// Strings with a limited length, each with the clause that states the limit.
const LIMITED: [(&str, &str); 7] = [
    ("name", "MonitorUpdate.name.maxLength"),
    ("name", "Profile.name.maxLength"),
    ("goal", "MonitorUpdate.goal.maxLength"),
    ("queries", "SearchTarget.queries.items.maxLength"),
    ("question", "QuestionFormat.question.maxLength"),
    ("query", "HighlightsFormat.query.maxLength"),
    ("username", "AuditMetadata.username.maxLength"),
];

pub(super) fn scheme_word_as_written(
    _: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let value = request.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let refused = value.get(..7)?.eq_ignore_ascii_case("Bearer ") && !value.starts_with("Bearer ");
    refused.then(|| ProxyResponse::error(StatusCode::UNAUTHORIZED, "Unauthorized: Invalid token"))
}

pub(super) fn one_media_type(
    _: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    // Parameters are not part of the media type, which is case-insensitive (RFC 9110, section 8.3.1).
    let is_json = |value: &str| {
        let media_type = value.split(';').next().unwrap_or_default();
        media_type.trim().eq_ignore_ascii_case("application/json")
    };
    let value = request.headers.get(CONTENT_TYPE);
    let other = value.is_some_and(|value| !value.to_str().is_ok_and(is_json));
    other
        .then(|| ProxyResponse::error(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type"))
}

pub(super) fn no_missing_media_type(
    _: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let missing = request.method == Method::PATCH && !request.headers.contains_key(CONTENT_TYPE);
    missing
        .then(|| ProxyResponse::error(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type"))
}

pub(super) fn integers_without_fraction(
    context: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let is_whole = |name: &str, value: &Value| {
        let is_written_so = value.is_f64() && value.as_f64().is_some_and(|n| n.fract() == 0.0);
        is_written_so && !may_hold_fractions(context.spec, name)
    };
    // Metadata accepts any value, so its numbers need not be integers.
    let mut body = request.body.clone();
    if let Some(webhook) = body.pointer_mut("/webhook").and_then(Value::as_object_mut) {
        webhook.shift_remove("metadata");
    }
    any(&body, &is_whole).then(|| ProxyResponse::error(StatusCode::BAD_REQUEST, "Bad Request"))
}

/// Returns whether some property of that name allows numbers that are not integers.
fn may_hold_fractions(spec: &Spec, name: &str) -> bool {
    let named = |object: &String| Some(&spec.object(object)?.properties.get(name)?.schema);
    let mut open: Vec<&Schema> = spec.types.keys().filter_map(named).collect();
    let mut seen = HashSet::new();
    while let Some(schema) = open.pop() {
        match &schema.shape {
            Shape::Number => return true,
            Shape::Array { items } => open.push(items),
            Shape::Tuple(items) => open.extend(items),
            Shape::Ref(name) if seen.insert(name) => {
                open.extend(spec.types.get(name).map(|named_type| &named_type.schema));
            }
            // The properties of an object have their own names.
            _ => {}
        }
    }
    false
}

pub(super) fn no_blank_goal(
    _: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let goal = request.body["goal"].as_str()?;
    let blank = !goal.is_empty() && goal.trim().is_empty();
    blank.then(|| ProxyResponse::error(StatusCode::BAD_REQUEST, "Bad Request"))
}

pub(super) fn utf16(
    context: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let too_long = |name: &str, value: &Value| {
        // The server behind enforces the smaller of two limits itself.
        let clauses = LIMITED.iter().filter(|(limited, _)| *limited == name);
        let limit = clauses.filter_map(|(_, clause)| context.spec.limit(clause)).max();
        let length = value.as_str().map_or(0, |text| text.encode_utf16().count());
        limit.is_some_and(|limit| length as u64 > limit)
    };
    any(&request.body, &too_long)
        .then(|| ProxyResponse::error(StatusCode::BAD_REQUEST, "Bad Request"))
}

pub(super) fn no_open_values(
    context: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let in_options = |name: &str, value: &Value| {
        let is_below = |minimum: i64| value.as_i64().is_some_and(|number| number < minimum);
        match name {
            "formats" => value == "question" || value == "highlights",
            "parsers" => value.is_string(),
            "waitFor" | "maxAge" => is_below(0),
            "minAge" => is_below(1),
            "blacklist" | "whitelist" => value.as_str().is_some_and(|text| text.contains('/')),
            "blockedTlds" => value.as_str().is_some_and(|text| text.starts_with('.')),
            "limit" => !value.is_number(),
            _ => false,
        }
    };
    let numbers = |name: &str, value: &Value| {
        name == "headers" && value.as_object().is_some_and(|all| all.values().any(Value::is_number))
    };
    // A string that a gap leaves open has no other meaning elsewhere in a body.
    let listed = |_: &str, value: &Value| {
        value.is_string() && context.spec.gaps.values().any(|gap| gap.values.contains(value))
    };
    let refused = request.method == Method::PATCH && any(&request.body, &listed)
        || any(&request.body["targets"], &|name, value| {
            in_options(name, value) || numbers(name, value)
        });
    refused.then(|| ProxyResponse::error(StatusCode::BAD_REQUEST, "Bad Request"))
}

pub(super) fn no_control_characters(
    _: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let is_odd = |_: &str, value: &Value| {
        let characters = value.as_str().unwrap_or_default().chars();
        characters.filter(|c| !matches!(c, '\n' | '\r' | '\t')).any(char::is_control)
    };
    let refused = request.method == Method::PATCH && any(&request.body, &is_odd);
    refused.then(|| ProxyResponse::error(StatusCode::BAD_REQUEST, "Bad Request"))
}

pub(super) fn one_encoding(
    _: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let encoded = request.headers.contains_key(CONTENT_ENCODING);
    encoded
        .then(|| ProxyResponse::error(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type"))
}

pub(super) fn malformed_id_is_nobody(
    _: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let id = request.uri.path().strip_prefix("/v2/monitor/")?;
    (id.len() != 36).then(|| ProxyResponse::error(StatusCode::NOT_FOUND, "Not Found"))
}

pub(super) fn validation_first(
    _: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let refused = request.method == Method::PATCH && !request.body.is_object();
    refused.then(|| ProxyResponse::error(StatusCode::BAD_REQUEST, "Bad Request"))
}

/// Treats a null goal as not given, so that judging stays as it is.
pub(super) fn null_goal_is_not_given(
    context: &LayerContext<'_>,
    request: &mut ProxyRequest,
) -> Option<ProxyResponse> {
    let body = request.body.as_object_mut()?;
    if body.get("goal") == Some(&Value::Null) && !body.contains_key("judgeEnabled") {
        body.insert("judgeEnabled".to_owned(), context.before.get("judgeEnabled")?.clone());
        request.text = request.body.to_string().into_bytes();
    }
    None
}

pub(super) fn other_team_is_forbidden(
    context: &LayerContext<'_>,
    request: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    let is_monitor = request.uri.path().starts_with("/v2/monitor/") && !context.before.is_null();
    if response.status == StatusCode::NOT_FOUND && is_monitor {
        *response = ProxyResponse::error(StatusCode::FORBIDDEN, "Forbidden");
    }
}

/// Merges objects within the monitor with the stored ones.
pub(super) fn merged(context: &LayerContext<'_>, request: &ProxyRequest) -> Option<Value> {
    let names = ["schedule", "notification", "webhook"];
    // The merged list must not exceed the limit of recipients.
    let most_items = context.spec.limit(MOST_RECIPIENTS);
    let most_items = most_items.and_then(|count| count.try_into().ok()).unwrap_or(usize::MAX);
    let given_members = names.into_iter().filter_map(|name| Some((name, request.body.get(name)?)));
    let all = given_members.map(|(name, given)| {
        let mut whole = context.before[name].clone();
        if given.get("text").is_some()
            && let Some(schedule) = whole.as_object_mut()
        {
            // A schedule has either a cron expression or a phrase.
            schedule.remove("cron");
        }
        merge(&mut whole, given, most_items);
        (name.to_owned(), whole)
    });
    let merged = Value::Object(all.collect());
    let differs = merged.as_object()?.iter().any(|(name, value)| request.body[name] != *value);
    differs.then_some(merged)
}

fn merge(whole: &mut Value, given: &Value, most_items: usize) {
    match (whole, given) {
        (Value::Object(whole), Value::Object(given)) => {
            for (name, value) in given {
                merge(whole.entry(name.clone()).or_insert(Value::Null), value, most_items);
            }
        }
        (Value::Array(whole), Value::Array(given)) => {
            whole.retain(|item| !given.contains(item));
            whole.truncate(most_items.saturating_sub(given.len()));
            whole.extend(given.iter().cloned());
        }
        (whole, given) => *whole = given.clone(),
    }
}

/// Runs phrases without a time of day at 3:17, as the schedules of other monitors may do already.
pub(super) fn phrases_run_at_night(_: &LayerContext<'_>, request: &ProxyRequest) -> Option<Value> {
    let cron = match request.body.pointer("/schedule/text")?.as_str()? {
        "every hour" => "17 * * * *",
        "every 2 hours" => "17 */2 * * *",
        "every day" => "17 3 * * *",
        "every week" => "17 3 * * 1",
        _ => return None,
    };
    let mut schedule = request.body["schedule"].clone();
    let members = schedule.as_object_mut()?;
    members.remove("text");
    members.insert("cron".to_owned(), cron.into());
    Some(json!({ "schedule": schedule }))
}

pub(super) fn rule_on_the_request(spec: &mut Spec) {
    let update = spec.types.get_mut("MonitorUpdate");
    if let Some(Shape::Object(update)) = update.map(|update| &mut update.schema.shape) {
        update.rules.iter_mut().for_each(|rule| rule.scope = RuleScope::AsSent);
    }
}

/// Forbids unlisted properties in every object with listed ones. Crawl options, scrapes and agent jobs are
/// excluded, since the contract says that it does not list all their properties.
pub(super) fn no_unknown_properties(spec: &mut Spec) {
    const NOT_ALL: [&str; 3] = ["CrawlOptions", "ScrapeRequest", "AgentRequest"];
    let types = spec.types.iter_mut().filter(|(name, _)| !NOT_ALL.contains(&name.as_str()));
    types.for_each(|(_, named_type)| close(&mut named_type.schema));
}

fn close(schema: &mut Schema) {
    match &mut schema.shape {
        Shape::Object(object) if !object.properties.is_empty() => {
            object.additional = Additional::Forbidden;
            object.properties.values_mut().for_each(|property| close(&mut property.schema));
        }
        Shape::Array { items, .. } => close(items),
        Shape::OneOf(several) | Shape::Tuple(several) => several.iter_mut().for_each(close),
        _ => {}
    }
}

/// Returns whether the predicate holds for any property, by its name, or for any item of a list.
fn any(value: &Value, is_so: &dyn Fn(&str, &Value) -> bool) -> bool {
    fn at(name: &str, value: &Value, is_so: &dyn Fn(&str, &Value) -> bool) -> bool {
        let inside = match value {
            Value::Object(members) => members.iter().any(|(name, value)| at(name, value, is_so)),
            Value::Array(items) => items.iter().any(|item| at(name, item, is_so)),
            _ => false,
        };
        inside || is_so(name, value)
    }
    at("", value, is_so)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use webdata_spec::Spec;

    use super::super::lists::MOST_TARGETS;
    use super::{LIMITED, MOST_RECIPIENTS};

    #[test]
    fn the_contract_states_each_limit() {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
        let spec = Spec::load(&pages).unwrap();
        for clause in
            LIMITED.iter().map(|(_, clause)| *clause).chain([MOST_RECIPIENTS, MOST_TARGETS])
        {
            assert!(spec.limit(clause).is_some(), "{clause}");
        }
    }
}
