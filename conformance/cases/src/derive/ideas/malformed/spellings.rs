//! Equivalent spellings of a request: JSON with blanks, escapes and another order of properties, media types
//! with parameters, and headers that change nothing.

use serde_json::Value;
use webdata_spec::model::{Level, Probe, ResourceEffect};

use super::json::body;
use crate::case::{Body, Case, Purpose, Request, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::all_changes;
use crate::derive::values::json_spellings;

/// Headers that clients and proxies send, by name. They must not change the effect of a request.
const HEADERS: [(&str, &str, &str); 13] = [
    ("accept-anything", "Accept", "*/*"),
    ("accept-as-browsers-do", "Accept", "application/json, text/plain, */*;q=0.5"),
    ("accept-language", "Accept-Language", "de-AT, de;q=0.9, *;q=0.1"),
    ("accept-no-encoding", "Accept-Encoding", "identity"),
    ("accept-charset", "Accept-Charset", "utf-8"),
    ("none-match", "If-None-Match", "\"no-such-version\""),
    ("modified-since", "If-Modified-Since", "Thu, 01 Jan 2026 00:00:00 GMT"),
    ("method-override", "X-HTTP-Method-Override", "GET"),
    ("range", "Range", "bytes=0-1"),
    ("cookie", "Cookie", "session=none; theme=\"dark\""),
    ("forwarded", "X-Forwarded-For", "203.0.113.7, 198.51.100.2"),
    ("trace", "traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
    ("no-cache", "Cache-Control", "no-cache"),
];

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let is_update = context.effect_on_resource() == Some(ResourceEffect::Updates);
    if !is_update || context.request_object().is_none() {
        return Vec::new();
    }
    let mut cases = json_spellings(context);
    cases.extend(media_type_spellings(context));
    cases.extend(header_spellings(context));
    cases.extend(number_spellings(context));
    cases.extend(property_names(context));
    cases
}

/// Makes the case of a property name and, beside it, the same name in capitals. The server must ignore or
/// reject the latter like any unlisted name.
fn property_names(context: &OperationContext<'_>) -> Option<Case> {
    let gap = context.gap(Probe::UnknownProperty)?;
    let meaning = body(context);
    let (name, _) = meaning.as_object()?.iter().next()?;
    let mut sent = meaning.clone();
    sent.as_object_mut()?.insert(name.to_uppercase(), context.baseline().get(name)?.clone());
    let request = context.request(Body::Json(sent));
    let case = accepted_as(context, ("spelled", "name-in-capitals-beside"), "", request, &meaning);
    Some(context.allow_rejection(gap, case))
}

/// Makes a case in which the server must read a spelling as the value `meaning`.
fn accepted_as(
    context: &OperationContext<'_>,
    (part, name): (&str, &str),
    clause: &str,
    request: Request,
    meaning: &Value,
) -> Case {
    let act = Step::new(Purpose::Act, request, context.success(context.expect_stored(meaning)));
    let steps = vec![context.arrange(context.baseline_with_other_values(meaning)), act];
    let clause = match clause {
        "" => context.operation.clause().child("request"),
        other => webdata_spec::model::ClauseId::new(other),
    };
    let id = context.id(&["request", part, name]);
    context.case(id, context.operation.level, clause, steps)
}

fn json_spellings(context: &OperationContext<'_>) -> Vec<Case> {
    let meaning = all_changes(context);
    let compact = meaning.to_string();
    let spellings = [
        ("blanks", json_spellings::blanks(&meaning)),
        ("escaped-letters", json_spellings::escaped(&compact)),
        ("escaped-slashes", compact.replace('/', "\\/")),
        ("another-order", json_spellings::reversed(&meaning).to_string()),
    ];
    let case = |(name, text): (&str, String)| {
        accepted_as(context, ("spelled", name), "", context.request(Body::Text(text)), &meaning)
    };
    spellings.into_iter().map(case).collect()
}

fn media_type_spellings(context: &OperationContext<'_>) -> Vec<Case> {
    let meaning = body(context);
    let usual = &context.spec.service.media_type;
    let spellings = [
        ("charset", format!("{usual}; charset=utf-8")),
        ("capitals", usual.to_uppercase()),
        ("charset-without-blank", format!("{usual};charset=UTF-8")),
    ];
    let case = |(name, media_type): (&str, String)| {
        let request = Request { media_type, ..context.request(Body::Json(meaning.clone())) };
        accepted_as(context, ("media-type", name), "service.mediaType", request, &meaning)
    };
    spellings.into_iter().map(case).collect()
}

fn header_spellings(context: &OperationContext<'_>) -> Vec<Case> {
    let meaning = body(context);
    let operation = context.operation;
    // If the contract has versions, such headers are conditions.
    let has_conditions = operation.precondition.is_some() || operation.condition.is_some();
    let case = |(name, header, value): &(&str, &str, &str)| {
        if has_conditions && header.starts_with("If-") {
            return None;
        }
        let mut request = context.request(Body::Json(meaning.clone()));
        request.headers.insert((*header).to_owned(), (*value).into());
        Some(accepted_as(context, ("header", name), "", request, &meaning))
    };
    HEADERS.iter().filter_map(case).collect()
}

/// Makes the cases of a number with an exponent or decimal zeros. A gap leaves open whether it is an integer.
fn number_spellings(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(gap) = context.gap(Probe::IntegerSpelling) else { return Vec::new() };
    let mut stored = context.stored_properties().into_iter();
    let integer = stored.find(|(_, schema)| {
        let (minimum, maximum) = (schema.minimum_or(0.0), 30.0);
        let is_integer = matches!(schema.shape, webdata_spec::model::Shape::Integer);
        is_integer && minimum <= maximum && schema.level != Level::Open
    });
    let Some((name, schema)) = integer else { return Vec::new() };
    let spellings = [("exponent", "3E+1"), ("small-exponent", "30e0"), ("many-digits", "30.000")];
    let case = |(way, text): (&str, &str)| {
        let meaning = serde_json::json!({ name: 30 });
        let sent = Body::Text(format!("{{\"{name}\":{text}}}"));
        let case = accepted_as(
            context,
            ("spelled", way),
            schema.clause.child("type").as_str(),
            context.request(sent),
            &meaning,
        );
        context.allow_rejection(gap, case)
    };
    spellings.into_iter().map(case).collect()
}
