//! Malformed requests: an invalid request causes no server failure, almost valid JSON is rejected, and an equivalent
//! spelling of a valid request is accepted.
//!
//! If the contract does not state the response to a malformed request, the response is observed.

mod paths;

use serde_json::{Value, json};
use webdata_spec::model::{ClauseId, Gap, Level, Operation, Probe, ResourceEffect, Shape};

use self::paths::WORD;
use super::properties::UNKNOWN;
use crate::case::{Authorization, Body, Case, KeyName, Purpose, Request, Sentence, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::{all_changes, changes};
use crate::derive::context::gaps::gap_of;
use crate::derive::context::requests::unknown_key;
use crate::derive::values::json_values;
use crate::derive::values::places::{BodyPlace, Position};
use crate::derive::values::samples::Extent;
use crate::interpreter::limits::fits;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = almost_json(context);
    cases.extend(spellings(context));
    cases.extend(paths::identities_in_capitals(context));
    if let Some(gap) = gap_of(context.spec, Probe::MalformedRequest) {
        cases.extend(ambiguous_json(context, gap));
        cases.extend(paths::identities(context, gap));
        cases.extend(paths::identity_spellings(context, gap));
        cases.extend(paths::methods(context, gap));
        cases.extend(authorizations(context, gap));
        cases.extend(paths::similar_paths(context));
        cases.extend(paths::almost_known_paths(context, gap));
    }
    cases
}

/// The sentence about what a JSON text is. Parsers may accept more (RFC 8259, 9), but the contract says that bodies
/// are JSON.
pub(super) const JSON_TEXT: Sentence = Sentence::must(
    "RFC 8259",
    "2",
    "a JSON text is one value, with nothing but blanks around its tokens",
);

/// The sentence about the form of objects.
pub(super) const JSON_OBJECT: Sentence = Sentence::must(
    "RFC 8259",
    "4",
    "an object has braces, with commas between its members, each a string, a colon and a value, in any order",
);

const JSON_ARRAY: Sentence =
    Sentence::must("RFC 8259", "5", "an array has brackets, with commas between its values");

const JSON_VALUE: Sentence = Sentence::must(
    "RFC 8259",
    "3",
    "a value is an object, an array, a number, a string, `false`, `null` or `true`",
);

const JSON_NUMBER: Sentence = Sentence::must("RFC 8259", "6", "numbers have this grammar");

const JSON_STRING: Sentence = Sentence::must(
    "RFC 8259",
    "7",
    "strings have double quotes, no control characters, and these escapes",
);

const JSON_NAMES: Sentence =
    Sentence::must("RFC 8259", "8.3", "names are equal if all their code units are");

const MEDIA_TYPE: Sentence =
    Sentence::must("RFC 9110", "8.3.1", "a media type may have capitals and parameters");

/// A nesting depth that JSON parsers need not support.
const DEEP: usize = 500;

/// A nesting depth at which a parser without a limit overflows its stack.
const DEEPEST: usize = 20_000;

/// The character that parsers substitute for bytes that are not UTF-8 (U+FFFD).
const UNREADABLE: &str = "\u{fffd}";

/// Makes the cases of bodies that are not JSON, although some parsers accept them. Operations that store
/// values get all of them, other operations the most revealing ones.
fn almost_json(context: &OperationContext<'_>) -> Vec<Case> {
    if context.operation.request.is_none() || context.operation.is_multipart() {
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
    let in_place = |is_meant: &dyn Fn(&BodyPlace<'_>) -> bool, text: &str| {
        at_listed_place(context, is_meant, text)
    };
    let for_number = |text: &str| in_place(&|place| is_number(place) && !place.in_list(), text);
    let all = [
        ("trailing-comma", true, JSON_OBJECT, Some(format!("{{{inner},}}"))),
        ("open-end", true, JSON_OBJECT, Some(format!("{{{inner}"))),
        ("comment", false, JSON_TEXT, Some(format!("{{/* a comment */{inner}}}"))),
        ("line-comment", false, JSON_TEXT, Some(format!("{{{inner} // a comment\n}}"))),
        ("single-quotes", false, JSON_STRING, Some(text.replace('"', "'"))),
        ("bare-names", false, JSON_OBJECT, Some(bare_names(&text))),
        ("more-behind", false, JSON_TEXT, Some(format!("{text} {{"))),
        ("two-values", false, JSON_TEXT, Some(format!("{text}\n{text}"))),
        ("no-value", false, JSON_OBJECT, Some(format!("{{\"sample\": ,{inner}}}"))),
        ("stray-quotes", false, JSON_OBJECT, Some(format!("{{{inner},\"sample\":11\",x\":30}}"))),
        ("bare-string", false, JSON_VALUE, beside("abc")),
        ("arrow", false, JSON_OBJECT, Some(text.replacen("\":", "\"=>", 1))),
        ("no-colon", false, JSON_OBJECT, Some(text.replacen("\":", "\" ", 1))),
        ("raw-line-feed", false, JSON_STRING, beside("\"one\ntwo\"")),
        ("not-a-number", true, JSON_NUMBER, beside("NaN")),
        ("infinity", false, JSON_NUMBER, beside("-Infinity")),
        ("leading-zeros", false, JSON_NUMBER, beside("007")),
        ("plus-sign", false, JSON_NUMBER, beside("+7")),
        ("hexadecimal", false, JSON_NUMBER, beside("0x1F")),
        ("open-fraction", false, JSON_NUMBER, beside("7.")),
        ("word", false, JSON_VALUE, beside("True")),
        ("undefined", false, JSON_VALUE, beside("undefined")),
        ("unknown-escape", false, JSON_STRING, beside("\"\\x41\"")),
        ("comma-last-in-list", false, JSON_ARRAY, beside("[1,]")),
        ("comma-last-in-object", false, JSON_OBJECT, beside("{\"a\":1,}")),
        ("comment-in-value", false, JSON_TEXT, beside("[1 /* a comment */]")),
        ("single-quotes-in-value", false, JSON_STRING, beside("'a'")),
        ("not-a-number-for-number", false, JSON_NUMBER, for_number("NaN")),
        ("infinity-for-number", false, JSON_NUMBER, for_number("Infinity")),
        ("exponent-alone-for-number", false, JSON_NUMBER, for_number("3e")),
        (
            "not-a-number-in-list",
            false,
            JSON_NUMBER,
            in_place(&|place| is_number(place) && place.in_list(), "NaN"),
        ),
        ("word-for-boolean", false, JSON_VALUE, in_place(&is_boolean, "True")),
        (
            "single-quotes-for-string",
            false,
            JSON_STRING,
            in_place(&|place| is_text(place) && !place.in_list(), "'a'"),
        ),
        (
            "single-quotes-in-list",
            false,
            JSON_STRING,
            in_place(&|place| is_text(place) && place.in_list(), "'a'"),
        ),
        ("undefined-for-object", false, JSON_VALUE, in_place(&is_object, "undefined")),
        ("comma-last-in-listed-list", false, JSON_ARRAY, in_place(&is_list, LIST_WITH_COMMA)),
        (
            "comma-last-in-listed-object",
            false,
            JSON_OBJECT,
            in_place(&is_object, OBJECT_WITH_COMMA),
        ),
        ("form", false, JSON_TEXT, Some("name=Ada&goal=x".to_owned())),
    ];
    let stores = context.operation.stored_resource().is_some();
    let case = |(name, is_revealing, sentence, body): (&str, bool, Sentence, Option<String>)| {
        let step = context.invalid(Body::Text(body.filter(|_| is_revealing || stores)?))?;
        let clause = context.operation.clause().child("request");
        Some(context.case(&["request", name], clause, vec![step]).because(sentence))
    };
    all.into_iter().filter_map(case).collect()
}

/// Returns a body with these bytes in place of `UNREADABLE`.
fn with_bytes(text: &str, bytes: &[u8]) -> Option<Body> {
    let (before, after) = text.split_once(UNREADABLE)?;
    Some(Body::Bytes([before.as_bytes(), bytes, after.as_bytes()].concat()))
}

/// Makes the cases of bodies that some parsers accept and others reject.
fn ambiguous_json(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    if context.operation.request.is_none() || context.operation.is_multipart() {
        return Vec::new();
    }
    let clause = context.operation.clause().child("request");
    let stores = context.operation.stored_resource().is_some();
    let text = if stores { body(context).to_string() } else { harmless(context, "1") };
    let deep = format!("{}1{}", "[".repeat(DEEP), "]".repeat(DEEP));
    let objects = format!("{}1{}", "{\"a\":".repeat(DEEP), "}".repeat(DEEP));
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let twice = inner.map(|inner| format!("{{{inner},{inner}}}"));
    let mut bodies = vec![
        ("byte-order-mark", true, Some(format!("\u{feff}{text}"))),
        ("deep-list", true, Some(deep.clone())),
        ("deepest-list", false, Some(format!("{}1{}", "[".repeat(DEEPEST), "]".repeat(DEEPEST)))),
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
    let mut observe = |part: &str, name: &str, request: Request| {
        cases.push(context.case_without_requirement(gap, &[WORD, part, name], &clause, request));
    };
    for (name, _, body) in bodies {
        body.into_iter().for_each(|body| observe("body", name, context.request(Body::Text(body))));
    }
    // Many parsers replace bytes that are not UTF-8, and a server may skip an unlisted name without decoding it.
    let in_text = appended_to_a_string(context, UNREADABLE);
    let in_name = inner.map(|inner| format!("{{{inner},\"sample{UNREADABLE}\":1}}"));
    let (in_text, in_name) = if stores {
        (in_text, in_name)
    } else {
        let [text, name] = [format!("\"{UNREADABLE}\""), format!("{{\"{UNREADABLE}\":1}}")];
        let harmless = |value: String| harmless(context, &value);
        (in_text.map(|_| harmless(text)), Some(harmless(name)))
    };
    for (name, is_revealing, text, bytes) in [
        ("invalid-utf8", true, &in_text, &b"\xff"[..]),
        // The first two bytes of the euro sign.
        ("truncated-utf8", false, &in_text, b"\xe2\x82"),
        // A slash, encoded in two bytes.
        ("overlong-utf8", false, &in_text, b"\xc0\xaf"),
        ("invalid-utf8-in-name", true, &in_name, b"\xff"),
    ] {
        let body = text.as_ref().filter(|_| is_revealing || stores);
        if let Some(body) = body.and_then(|text| with_bytes(text, bytes)) {
            observe("body", name, context.request(body));
        }
    }
    if !stores {
        return cases;
    }
    // Some JSON parsers accept every Unicode encoding.
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    let utf_16 = Body::Bytes([0xff, 0xfe].into_iter().chain(units).collect());
    observe("body", "utf-16", context.request(utf_16));
    let request = context.request(Body::Text(text));
    let headers = [
        ("gzip", "Content-Encoding", "gzip"),
        ("unknown-encoding", "Content-Encoding", "rot13"),
        ("accept-xml", "Accept", "application/xml"),
        ("accept-html", "Accept", "text/html"),
        ("accept-nonsense", "Accept", "nonsense;;q=x"),
        ("odd-cookie", "Cookie", "a=\"b; =; c"),
    ];
    for (name, header, value) in headers {
        let mut request = request.clone();
        request.headers.insert(header.to_owned(), value.into());
        observe("headers", name, request);
    }
    let usual = &context.spec.service.media_type;
    let media_types = [
        ("no-such-charset", format!("{usual}; charset=no-such")),
        ("utf-16", format!("{usual}; charset=utf-16")),
        ("form", "application/x-www-form-urlencoded".to_owned()),
        ("no-boundary", "multipart/form-data".to_owned()),
        ("no-media-type", "no media type".to_owned()),
        ("patch", "application/merge-patch+json".to_owned()),
    ];
    for (name, media_type) in media_types {
        observe("media-type", name, Request { media_type, ..request.clone() });
    }
    let form = "application/x-www-form-urlencoded".to_owned();
    let body = Body::Text("name=Ada&goal=x".to_owned());
    observe("media-type", "form-and-its-body", Request { media_type: form, body, ..request });
    cases
}

/// Returns a body with a value inside that has the wrong type as a whole. A server that reads what others reject rejects the
/// type, so that nothing is started.
fn harmless(context: &OperationContext<'_>, value: &str) -> String {
    match context.request_object() {
        Some(_) => format!("[{value}]"),
        None => format!("{{\"sample\":{value}}}"),
    }
}

/// Stands for a valid value with a comma after its last item or property.
const LIST_WITH_COMMA: &str = "[,]";
const OBJECT_WITH_COMMA: &str = "{,}";

fn is_number(place: &BodyPlace<'_>) -> bool {
    matches!(place.schema.shape, Shape::Integer | Shape::Number)
}

fn is_boolean(place: &BodyPlace<'_>) -> bool {
    place.schema.shape == Shape::Boolean
}

fn is_text(place: &BodyPlace<'_>) -> bool {
    place.schema.is_free_text()
}

fn is_list(place: &BodyPlace<'_>) -> bool {
    place.schema.items().is_some()
}

fn is_object(place: &BodyPlace<'_>) -> bool {
    let is_listed = place.required.is_some() && !place.is_alternative;
    is_listed && place.schema.object().is_some_and(|object| !object.properties.is_empty())
}

/// Returns a body with this text in place of the value at the first place that `is_meant` accepts. `LIST_WITH_COMMA`
/// and `OBJECT_WITH_COMMA` stand for the sample of the place, with a comma before its last bracket.
fn at_listed_place(
    context: &OperationContext<'_>,
    is_meant: &dyn Fn(&BodyPlace<'_>) -> bool,
    text: &str,
) -> Option<String> {
    const HERE: &str = "a listed value stands here";
    let place = context.places.iter().find(|place| is_meant(place))?;
    let sample = context.samples.value(place.schema, Extent::Full).to_string();
    let text = match text {
        LIST_WITH_COMMA | OBJECT_WITH_COMMA => {
            let open = sample.get(..sample.len().checked_sub(1)?)?;
            format!("{open}{}", text.trim_start_matches(['[', '{']))
        }
        other => other.to_owned(),
    };
    let whole = context.repair_around(place.body(&json!(HERE), Position::Only))?.to_string();
    Some(whole.replace(&json!(HERE).to_string(), &text))
}

/// Returns a valid body. For an operation that stores properties, the body changes one of them.
fn body(context: &OperationContext<'_>) -> Value {
    let change = changes(context).into_iter().next().map(|change| change.body);
    change.unwrap_or_else(|| context.baseline())
}

/// Returns a body with this text as a value: at a place of any values, or else in an unlisted property.
fn with_any_value(context: &OperationContext<'_>, text: &str) -> Option<String> {
    const HERE: &str = "a value stands here";
    let place = context.places.iter().find(|place| {
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
fn appended_to_a_string(context: &OperationContext<'_>, suffix: &str) -> Option<String> {
    let places = context.places.iter();
    let strings = places.filter(|place| {
        place.schema.shape == Shape::String && place.required.is_some() && !place.in_list()
    });
    let with = |place: &BodyPlace<'_>| {
        let sample = context.samples.value(place.schema, Extent::Minimal);
        json!(format!("{}{suffix}", sample.as_str().unwrap_or_default()))
    };
    let place = strings
        .min_by_key(|place| place.schema.format().is_some() || !fits(place.schema, &with(place)))?;
    Some(context.repair_around(place.body(&with(place), Position::Only))?.to_string())
}

fn bare_names(text: &str) -> String {
    let name = text.trim_start_matches("{\"");
    match name.split_once('"') {
        Some((name, rest)) => format!("{{{name}{rest}"),
        None => text.to_owned(),
    }
}

/// Makes the cases of a good key that is sent in an unusual way, to the first operation of its scheme.
fn authorizations(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let Some(scheme) = context.scheme() else { return Vec::new() };
    let mut operations = context.spec.operations.values();
    let is_of_scheme =
        |operation: &&Operation| operation.authentication == context.operation.authentication;
    if operations.find(is_of_scheme).is_none_or(|first| first.id != context.operation.id) {
        return Vec::new();
    }
    let key = Authorization::with_key(scheme, KeyName::Valid);
    let usual = context.minimal_request();
    let mut twice = Request { authorization: Some(key.clone()), ..usual.clone() };
    let unknown = unknown_key(scheme).prefix;
    twice.headers.insert(scheme.header.clone(), unknown.into());
    let tab = Authorization { prefix: format!("{}\t", scheme.scheme), ..key };
    let tab = Request { authorization: Some(tab), ..usual };
    let case = |(name, request): (&str, Request)| {
        let clause = scheme.clause("malformed");
        context.case_without_requirement(gap, &[WORD, "key", name], &clause, request)
    };
    let tab = (!scheme.scheme.is_empty()).then_some(("tab-before-key", tab));
    tab.into_iter().chain([("second-header", twice)]).map(case).collect()
}

const ACCEPT: Sentence =
    Sentence::must("RFC 9110", "12.5.1", "a range with a star matches the type of the response");

const UNKNOWN_HEADER: Sentence =
    Sentence::should("RFC 9110", "5.1", "headers that a server does not know should be ignored");

/// Headers that clients and proxies send, by name. They must not change the effect of a request.
const HEADERS: [(&str, &str, &str, Sentence); 13] = [
    ("accept-anything", "Accept", "*/*", ACCEPT),
    ("accept-as-browsers-do", "Accept", "application/json, text/plain, */*;q=0.5", ACCEPT),
    (
        "accept-language",
        "Accept-Language",
        "de-AT, de;q=0.9, *;q=0.1",
        Sentence::must("RFC 9110", "12.5.4", "`*` matches every language"),
    ),
    (
        "accept-no-encoding",
        "Accept-Encoding",
        "identity",
        Sentence::must("RFC 9110", "12.5.3", "a response without a coding is acceptable"),
    ),
    (
        "accept-charset",
        "Accept-Charset",
        "utf-8",
        Sentence::must("RFC 9110", "12.5.2", "JSON has the charset that the header lists"),
    ),
    (
        "none-match",
        "If-None-Match",
        "\"no-such-version\"",
        Sentence::must("RFC 9110", "13.1.2", "the condition is met if no version has the tag"),
    ),
    (
        "modified-since",
        "If-Modified-Since",
        "Thu, 01 Jan 2026 00:00:00 GMT",
        Sentence::must(
            "RFC 9110",
            "13.1.3",
            "the header is ignored unless the method is GET or HEAD",
        ),
    ),
    ("method-override", "X-HTTP-Method-Override", "GET", UNKNOWN_HEADER),
    (
        "range",
        "Range",
        "bytes=0-1",
        Sentence::must("RFC 9110", "14.2", "the header is ignored unless the method is GET"),
    ),
    ("cookie", "Cookie", "session=none; theme=\"dark\"", UNKNOWN_HEADER),
    ("forwarded", "X-Forwarded-For", "203.0.113.7, 198.51.100.2", UNKNOWN_HEADER),
    (
        "trace",
        "traceparent",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        UNKNOWN_HEADER,
    ),
    (
        "no-cache",
        "Cache-Control",
        "no-cache",
        Sentence::should("RFC 9111", "5.2", "the header is for caches"),
    ),
];

/// Makes the cases of an update whose JSON, media type or headers are written in another way.
fn spellings(context: &OperationContext<'_>) -> Vec<Case> {
    let is_update = context.effect_on_resource() == Some(ResourceEffect::Updates);
    if !is_update || context.request_object().is_none() {
        return Vec::new();
    }
    let all = all_changes(context);
    let compact = all.to_string();
    let texts = [
        ("blanks", json_values::with_white_space(&all), JSON_TEXT),
        ("escaped-letters", json_values::escaped(&compact), JSON_STRING),
        ("escaped-slashes", compact.replace('/', "\\/"), JSON_STRING),
        ("another-order", json_values::reversed(&all).to_string(), JSON_OBJECT),
    ];
    let of_json = texts.map(|(name, text, sentence)| {
        let request = context.request(Body::Text(text));
        accepted_as(context, ("spelled", name), "", request, &all).because(sentence)
    });
    let meaning = body(context);
    let usual = &context.spec.service.media_type;
    let media_types = [
        ("charset", format!("{usual}; charset=utf-8")),
        ("capitals", usual.to_uppercase()),
        ("charset-without-blank", format!("{usual};charset=UTF-8")),
    ];
    let of_media_type = media_types.map(|(name, media_type)| {
        let request = Request { media_type, ..context.request(meaning.clone()) };
        accepted_as(context, ("media-type", name), "service.mediaType", request, &meaning)
            .because(MEDIA_TYPE)
    });
    // If the contract has versions, such headers are conditions.
    let operation = context.operation;
    let has_conditions = operation.precondition.is_some() || operation.condition.is_some();
    let is_condition = |header: &str| has_conditions && header.starts_with("If-");
    let headers = HEADERS.iter().filter(|(_, header, ..)| !is_condition(header));
    let of_headers = headers.map(|(name, header, value, sentence)| {
        let mut request = context.request(meaning.clone());
        request.headers.insert((*header).to_owned(), (*value).into());
        accepted_as(context, ("header", name), "", request, &meaning).because(*sentence)
    });
    let cases = of_json.into_iter().chain(of_media_type).chain(of_headers);
    cases.chain(number_spellings(context)).chain(property_names(context)).collect()
}

/// Makes the case of a property name and, beside it, the same name in capitals. The server must ignore or
/// reject the latter like any unlisted name.
fn property_names(context: &OperationContext<'_>) -> Option<Case> {
    let gap = gap_of(context.spec, Probe::UnknownProperty)?;
    let meaning = body(context);
    let (name, _) = meaning.as_object()?.iter().next()?;
    let mut sent = meaning.clone();
    sent.as_object_mut()?.insert(name.to_uppercase(), context.baseline().get(name)?.clone());
    let request = context.request(sent);
    let case = accepted_as(context, ("spelled", "name-in-capitals-beside"), "", request, &meaning);
    Some(case.because(JSON_NAMES).with_open_rejection(gap))
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
        other => ClauseId::new(other),
    };
    context.case(&["request", part, name], clause, steps)
}

/// Makes the cases of a number with an exponent or decimal zeros. A gap leaves open whether it is an integer.
fn number_spellings(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(gap) = gap_of(context.spec, Probe::IntegerSpelling) else { return Vec::new() };
    let mut stored = context.stored_properties().into_iter();
    let integer = stored.find(|(_, schema)| {
        let is_integer = schema.shape == Shape::Integer;
        is_integer && schema.minimum_or(0.0) <= 30.0 && schema.level != Level::Open
    });
    let Some((name, schema)) = integer else { return Vec::new() };
    let spellings = [("exponent", "3E+1"), ("small-exponent", "30e0"), ("many-digits", "30.000")];
    let case = |(way, text): (&str, &str)| {
        let meaning = json!({ name: 30 });
        let sent = Body::Text(format!("{{\"{name}\":{text}}}"));
        let case = accepted_as(
            context,
            ("spelled", way),
            schema.clause.child("type").as_str(),
            context.request(sent),
            &meaning,
        );
        case.because(JSON_NUMBER).with_open_rejection(gap)
    };
    spellings.into_iter().map(case).collect()
}
