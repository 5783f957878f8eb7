//! Variations of responses. None of them contradicts the contract.

use axum::http::header::{CONNECTION, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderValue, Method, StatusCode};
use serde_json::{Map, Value, json};
use webdata_spec::model::{Additional, Shape, StringFormat};

use super::objects::{each_object, each_value_returned};
use crate::proxy::exchange::{Answer, Known, Sent};

/// Two years in milliseconds: the value of `maxAge` under lockdown if it is not given.
const TWO_YEARS: u64 = 2 * 365 * 86_400_000;

pub(super) fn further_members(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    answer.put("requestId", json!("r-1"));
    each_object(known.spec, &mut answer.body, |_, object, members| {
        if object.additional == Additional::Open {
            members.insert("_links".to_owned(), json!({ "self": null }));
        }
    });
}

pub(super) fn another_order(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    reverse(&mut answer.body);
}

fn reverse(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let own = std::mem::take(members);
            members.extend(own.into_iter().rev());
            members.values_mut().for_each(reverse);
        }
        Value::Array(items) => items.iter_mut().for_each(reverse),
        _ => {}
    }
}

pub(super) fn charset(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    let value = HeaderValue::from_static("Application/JSON ; Charset=\"UTF-8\"");
    answer.headers.insert(CONTENT_TYPE, value);
}

pub(super) fn further_headers(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    for (name, value) in [("x-request-id", "r-1"), ("vary", "accept"), ("vary", "origin")] {
        answer.headers.append(name, HeaderValue::from_static(value));
    }
}

pub(super) fn retry_after(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if answer.status == StatusCode::SERVICE_UNAVAILABLE {
        let date = HeaderValue::from_static("Fri, 02 Jan 2026 03:04:05 GMT");
        answer.headers.insert("retry-after", date);
    }
}

pub(super) fn no_retry_after(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    answer.headers.remove("retry-after");
}

pub(super) fn any_details(_: &Known<'_>, sent: &Sent, answer: &mut Answer) {
    let details = [json!(null), json!("x"), json!(7), json!([1]), json!({"a": []}), json!(true)];
    if !answer.status.is_success() {
        answer.put("details", details[sent.text.len() % details.len()].clone());
    }
}

pub(super) fn no_details(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if let Some(members) = answer.body.as_object_mut() {
        members.remove("details");
    }
}

pub(super) fn codes(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if !answer.status.is_success() && answer.body.get("code").is_none() {
        answer.put("code", json!("E_OTHER"));
    }
}

pub(super) fn messages_of_its_own(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if answer.body["error"] == "Bad Request" || answer.body["error"] == "Unprocessable Entity" {
        answer.put("error", json!("Das geht so nicht: siehe „details“"));
    }
}

pub(super) fn invalid_url(_: &Known<'_>, sent: &Sent, answer: &mut Answer) {
    if answer.body["error"] == "Bad Request" && sent.body.pointer("/webhook/url").is_some() {
        answer.put("error", json!("Invalid URL"));
    }
}

pub(super) fn caching_otherwise(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_object(known.spec, &mut answer.body, |clause, _, members| {
        // Neither a missing list or object nor an empty one forces a value.
        let is_used = |own: &Value| match own {
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

pub(super) fn next_run_moves(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if let Some(data) = answer.data() {
        let updated = data.get("updatedAt").cloned().unwrap_or_default();
        data.insert("nextRunAt".to_owned(), updated);
    }
}

pub(super) fn judging_in_effect(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if let Some(data) = answer.data() {
        let goal = data.get("goal").and_then(Value::as_str);
        if goal.unwrap_or_default().trim().is_empty() {
            data.insert("judgeEnabled".to_owned(), json!(false));
        }
    }
}

pub(super) fn without_defaults(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_object(known.spec, &mut answer.body, |_, object, members| {
        members.retain(|name, value| {
            let property = object.properties.get(name);
            property.is_none_or(|property| property.schema.default.as_ref() != Some(value))
        });
    });
}

pub(super) fn without_nulls(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_object(known.spec, &mut answer.body, |_, object, members| {
        members.retain(|name, value| !value.is_null() || !object.properties.contains_key(name));
    });
}

pub(super) fn without_empty_objects(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_object(known.spec, &mut answer.body, |_, object, members| {
        members.retain(|name, value| {
            let optional = object.properties.get(name).is_some_and(|property| !property.required);
            !optional || value.as_object().is_none_or(|members| !members.is_empty())
        });
    });
}

pub(super) fn without_summary(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if let Some(data) = answer.data() {
        data.shift_remove("lastCheckSummary");
    }
}

pub(super) fn summary_of_two(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if let Some(data) = answer.data() {
        let check = "3F1B8A52-6C0E-4D27-9B8E-5A1F0C7D2E64";
        data.insert("lastCheckSummary".to_owned(), json!({ "new": 1, "totalPages": 2 }));
        data.insert("lastRunAt".to_owned(), json!("2026-01-02T03:04:05+09:30"));
        data.insert("currentCheckId".to_owned(), json!(check));
    }
}

pub(super) fn no_estimate(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if let Some(data) = answer.data() {
        data.insert("estimatedCreditsPerMonth".to_owned(), Value::Null);
    }
}

/// Returns parsers with only a type as strings.
pub(super) fn parsers_by_name(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_object(known.spec, &mut answer.body, |clause, _, members| {
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
pub(super) fn short_forms(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_object(known.spec, &mut answer.body, |clause, _, members| {
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
pub(super) fn long_forms(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_object(known.spec, &mut answer.body, |clause, _, members| {
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

pub(super) fn with_defaults(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    if let Some(data) = answer.data()
        && let Value::Object(ways) = data.entry("notification").or_insert_with(|| json!({}))
    {
        ways.entry("email").or_insert_with(|| json!({}));
    }
    each_object(known.spec, &mut answer.body, |clause, object, members| {
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

pub(super) fn whole_numbers_with_fraction(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_value_returned(known.spec, &mut answer.body, &mut |schema, value| {
        if let (Shape::Integer, Some(number)) = (&schema.shape, value.as_i64()) {
            *value = json!(number as f64);
        }
    });
}

pub(super) fn times_with_offset(known: &Known<'_>, sent: &Sent, answer: &mut Answer) {
    let ends = ["-00:30", ".5+14:00", ".000000000Z", "-00:00"];
    let end = ends[sent.text.len() % ends.len()];
    each_value_returned(known.spec, &mut answer.body, &mut |schema, value| {
        if let (Some(StringFormat::DateTime), Value::String(own)) = (schema.format(), value)
            && own.is_char_boundary(19)
        {
            own.replace_range(19.., end);
            // RFC 3339 allows lower-case letters.
            if sent.text.len().is_multiple_of(3) {
                *own = own.to_lowercase();
            }
        }
    });
}

pub(super) fn identities_in_upper_case(known: &Known<'_>, _: &Sent, answer: &mut Answer) {
    each_value_returned(known.spec, &mut answer.body, &mut |schema, value| {
        if let (Some(StringFormat::Uuid), Value::String(own)) = (schema.format(), value) {
            *own = own.to_uppercase();
        }
    });
}

pub(super) fn chunked(_: &Known<'_>, _: &Sent, answer: &mut Answer) {
    answer.headers.insert(TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
}

pub(super) fn closing(_: &Known<'_>, sent: &Sent, answer: &mut Answer) {
    // Only one response in eight closes the connection, since new connections take time.
    if sent.text.len().is_multiple_of(8) {
        answer.headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

pub(super) fn unknown_members_returned(known: &Known<'_>, sent: &Sent, answer: &mut Answer) {
    let updates = known.spec.types.get("MonitorUpdate").filter(|_| sent.method == Method::PATCH);
    let Some(listed) = updates else { return };
    let (Shape::Object(listed), Some(data), Value::Object(sent)) =
        (&listed.schema.shape, answer.data(), &sent.body)
    else {
        return;
    };
    let unknown = sent.iter().filter(|(name, _)| !listed.properties.contains_key(*name));
    let unknown: Map<String, Value> = unknown.map(|(k, v)| (k.clone(), v.clone())).collect();
    data.extend(unknown);
}
