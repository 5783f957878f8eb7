//! Requests that are the client's fault and make a server fail, what is taken for JSON and is none,
//! and requests that are spelled otherwise than usual.

use webdata_reference::Fault;
use webdata_reference::faults::{Decoder, Leniency, RequestFault, RequestMatcher, RequestMistake};
use webdata_spec::model::{Additional, ClauseId, Keyword, Operation, Probe, Shape, StringFormat};

use super::builder::FaultBuilder;
use super::places::{Place, places, resolved};
use super::texts::failure;

/// What is nearly JSON.
const NEARLY: [(Leniency, &str, &str); 9] = [
    (Leniency::TrailingComma, "takes-trailing-comma", "a comma behind the last member"),
    (Leniency::Comments, "takes-comments", "comments"),
    (Leniency::SingleQuotes, "takes-single-quotes", "single quotes"),
    (Leniency::NotANumber, "takes-nan", "NaN"),
    (Leniency::LeadingZeros, "takes-leading-zeros", "zeros before a number"),
    (Leniency::TrailingText, "takes-more-behind", "more behind its value"),
    (Leniency::ControlsInStrings, "takes-raw-controls", "line feeds in a string"),
    (Leniency::BareNames, "takes-bare-names", "names without quotes"),
    (Leniency::OpenEnd, "takes-open-end", "no end"),
];

/// What is read as text and is not UTF-8.
const DECODERS: [(Decoder, &str, &str); 2] = [
    (Decoder::Replacing, "takes-invalid-utf8", "bytes that are not UTF-8"),
    (Decoder::TakingOverlong, "takes-overlong-utf8", "ASCII in two bytes each"),
];

/// Headers that say nothing of what is asked for.
const HEADERS: [&str; 6] = [
    "accept-language",
    "if-none-match",
    "if-modified-since",
    "x-http-method-override",
    "range",
    "cookie",
];

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    let failure = failure(found);
    let has_gap = found.has_gap(Probe::MalformedRequest);
    if has_gap {
        in_path(found, operation, failure.as_deref());
    }
    let is_update = found.is_update(operation);
    if is_update {
        spelled(found, operation);
    }
    let body = operation.request.as_deref().and_then(|name| found.named(name));
    if !body.is_some_and(|own| matches!(own.shape, Shape::Object(_))) {
        return;
    }
    let clause = operation.clause().child("request");
    for (leniency, way, with) in NEARLY {
        // What an operation does not store is sent by the target, so only the first few are tried.
        let is_tried = operation.resource.is_some()
            || matches!(leniency, Leniency::TrailingComma | Leniency::OpenEnd);
        // These stand where any value may.
        let is_value = matches!(
            leniency,
            Leniency::NotANumber | Leniency::LeadingZeros | Leniency::ControlsInStrings
        );
        let is_tried = is_tried && (!is_value || takes_anything(found, operation));
        if is_tried {
            let says = format!("A body of {} with {with} is taken.", operation.id);
            add(found, operation, &clause, (way, says), RequestMistake::Accepts(leniency));
        }
    }
    for (decoder, way, with) in DECODERS {
        // A string with a format would be rejected for what it is read as.
        if operation.resource.is_some() {
            let says = format!("A body of {} with {with} is taken.", operation.id);
            add(found, operation, &clause, (way, says), RequestMistake::Decodes(decoder));
        }
    }
    let Some(row) = failure else { return };
    let mut fails = |way: &str, with: &str, seen: RequestMatcher| {
        let says = format!("A body of {} {with} makes it fail.", operation.id);
        let mistake = RequestMistake::RespondsWith(seen, row.clone());
        add(found, operation, &clause, (way, says), mistake);
    };
    fails("fails-at-no-json", "that is not JSON", RequestMatcher::NotJson);
    if has_gap {
        fails("fails-at-invalid-utf8", "that is not UTF-8", RequestMatcher::NotUtf8);
    }
    if operation.resource.is_some() && has_gap {
        fails("fails-at-byte-order-mark", "with a byte order mark", RequestMatcher::ByteOrderMark);
        fails("fails-at-utf-16", "in UTF-16", RequestMatcher::Utf16);
        fails("fails-at-depth", "that is nested deeply", RequestMatcher::Depth(400));
        let gzip = RequestMatcher::Header("content-encoding".to_owned());
        fails("fails-at-encoding", "with a declared encoding", gzip);
    }
    // What stands in a string is tried where updates store it.
    if is_update && has_gap {
        fails(
            "fails-at-surrogate",
            "with a lone surrogate",
            RequestMatcher::Text("\\ud8".to_owned()),
        );
    }
}

fn add(
    found: &mut FaultBuilder<'_>,
    operation: &Operation,
    clause: &ClauseId,
    (way, says): (&str, String),
    mistake: RequestMistake,
) {
    let fault = Fault::Request(RequestFault { operation: operation.id.clone(), mistake });
    found.add(Some(operation), clause, way, says, fault);
}

/// Identities that a server fails at, and methods.
fn in_path(found: &mut FaultBuilder<'_>, operation: &Operation, failure: Option<&str>) {
    let Some(row) = failure else { return };
    for parameter in operation.parameters.values() {
        if parameter.schema.format() != Some(StringFormat::Uuid) {
            continue;
        }
        let clause = parameter.schema.clause.child(Keyword::Format.name());
        let mut fails = |way: &str, with: &str, seen: RequestMatcher| {
            let says = format!("A `{}` {with} makes {} fail.", parameter.name, operation.id);
            let mistake = RequestMistake::RespondsWith(seen, row.to_owned());
            add(found, operation, &clause, (way, says), mistake);
        };
        fails("fails-at-words", "of words", RequestMatcher::InPath("not-a".to_owned()));
        fails("fails-at-percent", "with a percent sign", RequestMatcher::InPath("%".to_owned()));
        fails("fails-at-slash", "with a slash", RequestMatcher::InPath("/".to_owned()));
        fails("fails-at-quote", "with a quote", RequestMatcher::InPath("'".to_owned()));
        fails("fails-at-nul", "with a NUL", RequestMatcher::InPath("\0".to_owned()));
        fails("fails-at-long", "of many characters", RequestMatcher::LongPath(500));
        fails("fails-beyond-ascii", "with other letters", RequestMatcher::PathBeyondAscii);
    }
    if operation.endpoint.is_some() {
        let clause = ClauseId::new("service.unknownPath");
        let says = format!("Another method on the path of {} makes it fail.", operation.id);
        let mistake = RequestMistake::RespondsWith(RequestMatcher::OtherMethod, row.to_owned());
        let way = format!("fails-at-other-method-of-{}", operation.id);
        add(found, operation, &clause, (&way, says), mistake);
    }
}

/// Requests that say the same otherwise, and are refused.
fn spelled(found: &mut FaultBuilder<'_>, operation: &Operation) {
    let refusal = found.spec.service.validation_failure.clone();
    let request = operation.clause().child("request");
    let media_type = ClauseId::new("service.mediaType");
    let usual = found.spec.service.media_type.clone();
    let longest = two_longest(found, operation);
    let is_url = |own: &Place<'_>| own.schema.format() == Some(StringFormat::Uri) && !own.in_list;
    let has_url = all_places(found, operation).iter().any(is_url);
    let mut refuses = |clause: &ClauseId, way: &str, with: &str, seen: RequestMatcher| {
        let says = format!("A request for {} {with} is refused.", operation.id);
        let mistake = RequestMistake::RespondsWith(seen, refusal.clone());
        add(found, operation, clause, (way, says), mistake);
    };
    let usual = RequestMatcher::MediaTypeOtherThan(usual);
    refuses(&media_type, "refuses-parameters", "whose media type has parameters", usual);
    let blanks = RequestMatcher::OtherStart("{".to_owned());
    refuses(&request, "refuses-blanks", "with blanks before its JSON", blanks);
    let escapes = RequestMatcher::Text("\\u00".to_owned());
    refuses(&request, "refuses-escapes", "with letters that are escaped", escapes);
    if has_url {
        let slashes = RequestMatcher::Text("\\/".to_owned());
        refuses(&request, "refuses-escaped-slashes", "with slashes that are escaped", slashes);
    }
    if let Some(most) = longest {
        let with = "with two strings at their limits";
        refuses(&request, "refuses-several-at-limits", with, RequestMatcher::Size(most));
    }
    // Where the contract has versions, such headers ask for something.
    let has_conditions = operation.precondition.is_some() || operation.condition.is_some();
    for name in HEADERS.into_iter().filter(|own| !(has_conditions && own.starts_with("if-"))) {
        let with = format!("with the header {name}");
        let way = format!("refuses-{name}");
        refuses(&request, &way, &with, RequestMatcher::Header(name.to_owned()));
    }
}

/// How long the two longest strings of a body are together, where their lengths are limited.
fn two_longest(found: &FaultBuilder<'_>, operation: &Operation) -> Option<usize> {
    let Shape::Object(object) = &found.named(operation.request.as_deref()?)?.shape else {
        return None;
    };
    let lengths = object.properties.values().filter_map(|own| own.schema.count(Keyword::MaxLength));
    let mut lengths: Vec<u64> = lengths.collect();
    lengths.sort_unstable();
    let longest: &[u64; 2] = lengths.last_chunk()?;
    usize::try_from(longest.iter().sum::<u64>()).ok()
}

fn all_places<'s>(found: &FaultBuilder<'s>, operation: &Operation) -> Vec<Place<'s>> {
    let schema = operation.request.as_deref().and_then(|name| found.named(name));
    schema.map_or_else(Vec::new, |schema| places(found.spec, schema))
}

/// Whether a body has a place where any value may stand, if only because its name is not known.
fn takes_anything(found: &FaultBuilder<'_>, operation: &Operation) -> bool {
    let body = operation.request.as_deref().and_then(|name| found.named(name));
    let is_open = matches!(body.map(|own| &own.shape),
        Some(Shape::Object(object)) if object.additional == Additional::Open);
    let is_map = |own: &Place<'_>| {
        let Shape::Map(values) = &own.schema.shape else { return false };
        !own.in_list && resolved(found.spec, values).shape == Shape::Any
    };
    is_open || all_places(found, operation).iter().any(is_map)
}
