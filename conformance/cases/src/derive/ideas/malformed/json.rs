//! Bodies that are almost JSON, and bodies that JSON parsers read differently.

use serde_json::{Value, json};
use webdata_spec::model::{Gap, Shape};

use super::WORD;
use crate::case::{Body, Case};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::changes;
use crate::derive::ideas::closed::UNKNOWN;
use crate::derive::values::places::{Place, Position};
use crate::derive::values::samples::Extent;
use crate::interpreter::limits::fits;

/// A nesting depth that JSON parsers need not support.
const DEEP: usize = 500;

/// The character that parsers substitute for bytes that are not UTF-8 (U+FFFD).
const UNREADABLE: &str = "\u{fffd}";

/// Makes the cases of bodies that are not JSON, although some parsers accept them. Operations that store
/// values get all of them, other operations the most revealing ones.
pub(super) fn almost_json(context: &OperationContext<'_>) -> Vec<Case> {
    if context.operation.request.is_none() {
        return Vec::new();
    }
    let body = body(context);
    let text = body.to_string();
    let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return Vec::new();
    };
    // A server may ignore or reject an unlisted property, so the value stands at a listed place if there is
    // one.
    let beside = |value: &str| with_any_value(context, value);
    let all = [
        ("trailing-comma", true, Some(format!("{{{inner},}}"))),
        ("open-end", true, Some(format!("{{{inner}"))),
        ("comment", false, Some(format!("{{/* a comment */{inner}}}"))),
        ("line-comment", false, Some(format!("{{{inner} // a comment\n}}"))),
        ("single-quotes", false, Some(text.replace('"', "'"))),
        ("bare-names", false, Some(bare_names(&text))),
        ("more-behind", false, Some(format!("{text} {{"))),
        ("two-values", false, Some(format!("{text}\n{text}"))),
        ("no-value", false, Some(format!("{{\"sample\": ,{inner}}}"))),
        ("stray-quotes", false, Some(format!("{{{inner},\"sample\":11\",x\":30}}"))),
        ("bare-string", false, beside("abc")),
        ("arrow", false, Some(text.replacen("\":", "\"=>", 1))),
        ("no-colon", false, Some(text.replacen("\":", "\" ", 1))),
        ("raw-line-feed", false, raw_line_feed(context)),
        ("not-a-number", false, beside("NaN")),
        ("infinity", false, beside("-Infinity")),
        ("leading-zeros", false, beside("007")),
        ("plus-sign", false, beside("+7")),
        ("hexadecimal", false, beside("0x1F")),
        ("open-fraction", false, beside("7.")),
        ("word", false, beside("True")),
        ("undefined", false, beside("undefined")),
        ("unknown-escape", false, beside("\"\\x41\"")),
        ("form", false, Some("name=Ada&goal=x".to_owned())),
    ];
    let stores = context.operation.resource.is_some();
    let texts = all
        .into_iter()
        .map(|(name, is_revealing, body)| (name, is_revealing, body.map(Body::Text)));
    let case = |(name, is_revealing, body): (&str, bool, Option<Body>)| {
        if !(is_revealing || stores) {
            return None;
        }
        let request = context.request(body?);
        let step = context.fails(request, &context.spec.service.validation_failure)?;
        let clause = context.operation.clause().child("request");
        let id = context.id(&["request", name]);
        Some(context.case(id, context.operation.level, clause, vec![step]))
    };
    texts.chain(not_utf8(context)).filter_map(case).collect()
}

/// Returns bodies with a string that is not UTF-8, which JSON requires (RFC 8259, section 8.1). Each has its
/// name, and a flag for the most revealing ones.
fn not_utf8(context: &OperationContext<'_>) -> Vec<(&'static str, bool, Option<Body>)> {
    let all: [(_, _, &[u8]); 3] = [
        ("invalid-utf8", true, b"\xff"),
        // The first two bytes of the euro sign.
        ("truncated-utf8", false, b"\xe2\x82"),
        // A slash, encoded in two bytes.
        ("overlong-utf8", false, b"\xc0\xaf"),
    ];
    let text = appended_to_a_string(context, UNREADABLE);
    let with = |bytes| text.as_ref().and_then(|text| with_bytes(text, bytes));
    all.into_iter().map(|(name, is_revealing, bytes)| (name, is_revealing, with(bytes))).collect()
}

/// Returns a body with these bytes in place of `UNREADABLE`.
fn with_bytes(text: &str, bytes: &[u8]) -> Option<Body> {
    let (before, behind) = text.split_once(UNREADABLE)?;
    Some(Body::Bytes([before.as_bytes(), bytes, behind.as_bytes()].concat()))
}

/// Makes the cases of bodies that some parsers accept and others reject.
pub(super) fn ambiguous_json(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    if context.operation.request.is_none() {
        return Vec::new();
    }
    let clause = context.operation.clause().child("request");
    let text = body(context).to_string();
    let stores = context.operation.resource.is_some();
    let deep = format!("{}1{}", "[".repeat(DEEP), "]".repeat(DEEP));
    let objects = format!("{}1{}", "{\"a\":".repeat(DEEP), "}".repeat(DEEP));
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let twice = inner.map(|inner| format!("{{{inner},{inner}}}"));
    let mut bodies = vec![
        ("byte-order-mark", true, Some(format!("\u{feff}{text}"))),
        ("deep-list", true, Some(deep.clone())),
        ("deep-objects", false, Some(objects)),
        ("deep-value", false, with_any_value(context, &deep)),
        ("member-twice", false, twice),
        ("huge-number", false, with_any_value(context, "1e999")),
        ("long-number", false, with_any_value(context, &"9".repeat(400))),
        ("a-string", false, Some("\"text\"".to_owned())),
        ("a-number", false, Some("7".to_owned())),
        ("nothing", false, Some("null".to_owned())),
        ("blanks", false, Some("  \n ".to_owned())),
    ];
    bodies.retain(|(_, is_revealing, _)| *is_revealing || stores);
    let mut cases = Vec::new();
    for (name, _, body) in bodies {
        let Some(body) = body else { continue };
        let request = context.request(Body::Text(body));
        let id = context.id(&[WORD, "body", name]);
        cases.push(context.case_without_requirement(gap, id, &clause, request));
    }
    // A server may skip an unlisted name without decoding it.
    let in_name = inner.map(|inner| format!("{{{inner},\"sample{UNREADABLE}\":1}}"));
    cases.extend(in_name.and_then(|text| with_bytes(&text, b"\xff")).map(|body| {
        let id = context.id(&[WORD, "body", "invalid-utf8-in-name"]);
        context.case_without_requirement(gap, id, &clause, context.request(body))
    }));
    if !stores {
        return cases;
    }
    // Some JSON parsers accept every Unicode encoding.
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    let utf_16 = Body::Bytes([0xff, 0xfe].into_iter().chain(units).collect());
    let id = context.id(&[WORD, "body", "utf-16"]);
    cases.push(context.case_without_requirement(gap, id, &clause, context.request(utf_16)));
    let encodings = [("gzip", "gzip"), ("unknown-encoding", "rot13")];
    for (name, encoding) in encodings {
        let mut request = context.request(Body::Text(text.clone()));
        request.headers.insert("Content-Encoding".to_owned(), encoding.into());
        let id = context.id(&[WORD, "headers", name]);
        cases.push(context.case_without_requirement(gap, id, &clause, request));
    }
    let accepted = [
        ("accept-xml", "Accept", "application/xml"),
        ("accept-html", "Accept", "text/html"),
        ("accept-nonsense", "Accept", "nonsense;;q=x"),
        ("odd-cookie", "Cookie", "a=\"b; =; c"),
    ];
    for (name, header, value) in accepted {
        let mut request = context.request(Body::Text(text.clone()));
        request.headers.insert(header.to_owned(), value.into());
        let id = context.id(&[WORD, "headers", name]);
        cases.push(context.case_without_requirement(gap, id, &clause, request));
    }
    let media_types = [
        ("no-such-charset", format!("{}; charset=no-such", context.spec.service.media_type)),
        ("utf-16", format!("{}; charset=utf-16", context.spec.service.media_type)),
        ("form", "application/x-www-form-urlencoded".to_owned()),
        ("no-boundary", "multipart/form-data".to_owned()),
        ("no-media-type", "no media type".to_owned()),
        ("patch", "application/merge-patch+json".to_owned()),
    ];
    for (name, media_type) in media_types {
        let mut request = context.request(Body::Text(text.clone()));
        request.media_type = media_type;
        let id = context.id(&[WORD, "media-type", name]);
        cases.push(context.case_without_requirement(gap, id, &clause, request));
    }
    cases
}

/// Returns a valid body. For an operation that stores properties, the body changes one of them.
pub(super) fn body(context: &OperationContext<'_>) -> Value {
    let change = changes(context).into_iter().next().map(|change| change.body);
    change.unwrap_or_else(|| context.baseline())
}

/// Returns a body with this text as a value: at a place of any values, or else in an unlisted property.
fn with_any_value(context: &OperationContext<'_>, text: &str) -> Option<String> {
    const HERE: &str = "a value stands here";
    let place = context.places().iter().find(|place| {
        let is_any = |values| context.spec.resolve(values).shape == Shape::Any;
        place.schema.values().is_some_and(is_any) && !place.in_list()
    });
    let whole = match place {
        Some(place) => {
            let value = json!({ "sample": HERE });
            place.body(&value, Position::Only)
        }
        None => {
            let mut whole = body(context);
            whole.as_object_mut()?.insert(UNKNOWN.to_owned(), json!(HERE));
            whole
        }
    };
    Some(whole.to_string().replace(&json!(HERE).to_string(), text))
}

/// Returns a body with these characters at the end of a listed string, because a server may skip unlisted
/// strings without decoding them. A string without limits is preferred.
fn appended_to_a_string(context: &OperationContext<'_>, behind: &str) -> Option<String> {
    let places = context.places().iter();
    let strings = places.filter(|place| {
        place.schema.shape == Shape::String && place.required.is_some() && !place.in_list()
    });
    let with = |place: &Place<'_>| {
        let sample = context.samples.value(place.schema, Extent::Minimal);
        json!(format!("{}{behind}", sample.as_str().unwrap_or_default()))
    };
    let place = strings
        .min_by_key(|place| place.schema.format().is_some() || !fits(place.schema, &with(place)))?;
    Some(context.repair(place.body(&with(place), Position::Only)).to_string())
}

/// Returns a body with an unescaped line feed in a string.
fn raw_line_feed(context: &OperationContext<'_>) -> Option<String> {
    with_any_value(context, "\"one\ntwo\"")
}

fn bare_names(text: &str) -> String {
    let name = text.trim_start_matches("{\"");
    match name.split_once('"') {
        Some((name, rest)) => format!("{{{name}{rest}"),
        None => text.to_owned(),
    }
}
