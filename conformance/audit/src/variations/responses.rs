//! Variations of responses. None of them contradicts the contract.

use axum::http::header::{CONNECTION, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderValue, Method, StatusCode};
use serde_json::{Map, Value, json};
use webdata_spec::model::{Additional, Shape, StringFormat};

use super::objects::{each_object, each_value_returned};
use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// Two years in milliseconds: the value of `maxAge` under lockdown if it is not given.
const TWO_YEARS: u64 = 2 * 365 * 86_400_000;

pub(super) fn further_members(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    response.put("requestId", json!("r-1"));
    each_object(context.spec, &mut response.body, |_, object, members| {
        if object.additional == Additional::Open {
            members.insert("_links".to_owned(), json!({ "self": null }));
        }
    });
}

pub(super) fn another_order(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    reverse(&mut response.body);
}

fn reverse(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let members_before = std::mem::take(members);
            members.extend(members_before.into_iter().rev());
            members.values_mut().for_each(reverse);
        }
        Value::Array(items) => items.iter_mut().for_each(reverse),
        _ => {}
    }
}

pub(super) fn charset(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    let value = HeaderValue::from_static("Application/JSON ; Charset=\"UTF-8\"");
    response.headers.insert(CONTENT_TYPE, value);
}

pub(super) fn further_headers(
    _: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    for (name, value) in [("x-request-id", "r-1"), ("vary", "accept"), ("vary", "origin")] {
        response.headers.append(name, HeaderValue::from_static(value));
    }
}

pub(super) fn retry_after(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    if response.status == StatusCode::SERVICE_UNAVAILABLE {
        let date = HeaderValue::from_static("Fri, 02 Jan 2026 03:04:05 GMT");
        response.headers.insert("retry-after", date);
    }
}

pub(super) fn no_retry_after(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    response.headers.remove("retry-after");
}

pub(super) fn any_details(
    _: &LayerContext<'_>,
    request: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    let details = [json!(null), json!("x"), json!(7), json!([1]), json!({"a": []}), json!(true)];
    if !response.status.is_success() {
        response.put("details", details[request.text.len() % details.len()].clone());
    }
}

pub(super) fn no_details(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    if let Some(members) = response.body.as_object_mut() {
        members.remove("details");
    }
}

pub(super) fn codes(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    if !response.status.is_success() && response.body.get("code").is_none() {
        response.put("code", json!("E_OTHER"));
    }
}

pub(super) fn other_messages(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    if response.body["error"] == "Bad Request" || response.body["error"] == "Unprocessable Entity" {
        response.put("error", json!("Das geht so nicht: siehe „details“"));
    }
}

pub(super) fn invalid_url(
    _: &LayerContext<'_>,
    request: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    if response.body["error"] == "Bad Request" && request.body.pointer("/webhook/url").is_some() {
        response.put("error", json!("Invalid URL"));
    }
}

pub(super) fn other_caching(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_object(context.spec, &mut response.body, |clause, _, members| {
        // Neither a missing list or object nor an empty one forces a value.
        let is_used = |value: &Value| match value {
            Value::Array(items) => !items.is_empty(),
            Value::Object(members) => !members.is_empty(),
            _ => false,
        };
        let uses =
            ["actions", "headers"].iter().any(|name| members.get(*name).is_some_and(is_used));
        if clause == "ScrapeOptions" && uses {
            let stored = members.get("storeInCache").and_then(Value::as_bool).unwrap_or(true);
            members.insert("storeInCache".to_owned(), (!stored).into());
        }
    });
}

pub(super) fn next_run_moves(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    if let Some(data) = response.data() {
        let updated = data.get("updatedAt").cloned().unwrap_or_default();
        data.insert("nextRunAt".to_owned(), updated);
    }
}

pub(super) fn judging_in_effect(
    _: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    if let Some(data) = response.data() {
        let goal = data.get("goal").and_then(Value::as_str);
        if goal.unwrap_or_default().trim().is_empty() {
            data.insert("judgeEnabled".to_owned(), json!(false));
        }
    }
}

pub(super) fn without_defaults(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_object(context.spec, &mut response.body, |_, object, members| {
        members.retain(|name, value| {
            let property = object.properties.get(name);
            property.is_none_or(|property| property.schema.default.as_ref() != Some(value))
        });
    });
}

pub(super) fn without_nulls(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_object(context.spec, &mut response.body, |_, object, members| {
        members.retain(|name, value| !value.is_null() || !object.properties.contains_key(name));
    });
}

pub(super) fn without_empty_objects(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_object(context.spec, &mut response.body, |_, object, members| {
        members.retain(|name, value| {
            let optional = object.properties.get(name).is_some_and(|property| !property.required);
            !optional || value.as_object().is_none_or(|members| !members.is_empty())
        });
    });
}

pub(super) fn without_summary(
    _: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    if let Some(data) = response.data() {
        data.shift_remove("lastCheckSummary");
    }
}

pub(super) fn summary_of_two(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    if let Some(data) = response.data() {
        let check = "3F1B8A52-6C0E-4D27-9B8E-5A1F0C7D2E64";
        data.insert("lastCheckSummary".to_owned(), json!({ "new": 1, "totalPages": 2 }));
        data.insert("lastRunAt".to_owned(), json!("2026-01-02T03:04:05+09:30"));
        data.insert("currentCheckId".to_owned(), json!(check));
    }
}

pub(super) fn no_estimate(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    if let Some(data) = response.data() {
        data.insert("estimatedCreditsPerMonth".to_owned(), Value::Null);
    }
}

/// Returns parsers with only a type as strings.
pub(super) fn parsers_by_name(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_object(context.spec, &mut response.body, |clause, _, members| {
        if clause == "ScrapeOptions" {
            name_plain(members, "parsers");
        }
    });
}

/// Converts the objects of a list that have only a type to strings.
fn name_plain(members: &mut Map<String, Value>, list: &str) {
    let items = members.get_mut(list).and_then(Value::as_array_mut);
    for item in items.into_iter().flatten() {
        if item.as_object().is_some_and(|item| item.len() == 1) {
            *item = item["type"].clone();
        }
    }
}

/// Returns formats and parsers with only a type as strings, and options that are all defaults as `true`.
pub(super) fn short_forms(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_object(context.spec, &mut response.body, |clause, _, members| {
        if clause != "ScrapeOptions" {
            return;
        }
        name_plain(members, "formats");
        name_plain(members, "parsers");
        if members.get("redactPII") == Some(&json!({})) {
            members.insert("redactPII".to_owned(), json!(true));
        }
    });
}

/// Returns formats and parsers as objects in place of strings, and the options that `true` stands for.
pub(super) fn long_forms(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_object(context.spec, &mut response.body, |clause, _, members| {
        if clause != "ScrapeOptions" {
            return;
        }
        for name in ["formats", "parsers"] {
            let items = members.get_mut(name).and_then(Value::as_array_mut);
            for item in items.into_iter().flatten().filter(|item| item.is_string()) {
                *item = json!({ "type": item });
            }
        }
        if members.get("redactPII") == Some(&json!(true)) {
            members.insert("redactPII".to_owned(), json!({}));
        }
    });
}

pub(super) fn with_defaults(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    if let Some(data) = response.data()
        && let Value::Object(ways) = data.entry("notification").or_insert_with(|| json!({}))
    {
        ways.entry("email").or_insert_with(|| json!({}));
    }
    each_object(context.spec, &mut response.body, |clause, object, members| {
        let lockdown = members.get("lockdown") == Some(&json!(true));
        for (name, property) in &object.properties {
            let default = match (name.as_str(), &property.schema.default) {
                ("maxAge", _) if lockdown => json!(TWO_YEARS),
                ("languages", _) => json!(["en-US"]),
                ("events", _) => json!(["monitor.page", "monitor.check.completed"]),
                ("recipients" | "includeTags" | "excludeTags", _) => json!([]),
                ("prompt", _) if clause.contains("ChangeTracking") => json!("What changed?"),
                (_, Some(default)) => default.clone(),
                _ => continue,
            };
            members.entry(name.clone()).or_insert(default);
        }
    });
}

pub(super) fn whole_numbers_with_fraction(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_value_returned(context.spec, &mut response.body, &mut |schema, value| {
        if let (Shape::Integer, Some(number)) = (&schema.shape, value.as_i64()) {
            *value = json!(number as f64);
        }
    });
}

pub(super) fn times_with_offset(
    context: &LayerContext<'_>,
    request: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    let ends = ["-00:30", ".5+14:00", ".000000000Z", "-00:00"];
    let end = ends[request.text.len() % ends.len()];
    each_value_returned(context.spec, &mut response.body, &mut |schema, value| {
        if let (Some(StringFormat::DateTime), Value::String(text)) = (schema.format(), value)
            && text.is_char_boundary(19)
        {
            text.replace_range(19.., end);
            // RFC 3339 allows lower-case letters.
            if request.text.len().is_multiple_of(3) {
                *text = text.to_lowercase();
            }
        }
    });
}

pub(super) fn identities_in_upper_case(
    context: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    each_value_returned(context.spec, &mut response.body, &mut |schema, value| {
        if let (Some(StringFormat::Uuid), Value::String(text)) = (schema.format(), value) {
            *text = text.to_uppercase();
        }
    });
}

pub(super) fn chunked(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    response.headers.insert(TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
}

pub(super) fn closing(_: &LayerContext<'_>, request: &ProxyRequest, response: &mut ProxyResponse) {
    // Only one response in eight closes the connection, since new connections take time.
    if request.text.len().is_multiple_of(8) {
        response.headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

pub(super) fn unknown_members_returned(
    context: &LayerContext<'_>,
    request: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    let updates =
        context.spec.types.get("MonitorUpdate").filter(|_| request.method == Method::PATCH);
    let Some(listed) = updates else { return };
    let (Shape::Object(listed), Some(data), Value::Object(members)) =
        (&listed.schema.shape, response.data(), &request.body)
    else {
        return;
    };
    let unknown = members.iter().filter(|(name, _)| !listed.properties.contains_key(*name));
    let unknown: Map<String, Value> = unknown.map(|(k, v)| (k.clone(), v.clone())).collect();
    data.extend(unknown);
}
