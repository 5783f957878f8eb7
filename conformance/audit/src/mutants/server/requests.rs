//! Mutants of requests: a client's mistake makes the server fail, text that is almost JSON is accepted, unusual
//! but valid requests are rejected, and wrong keys are accepted.

use webdata_reference::faults::{KeyForm, Leniency, Mistake, RequestMatcher, RequestMistake};
use webdata_spec::model::{
    Additional, ClauseId, Keyword, Level, Operation, Probe, Schema, Shape, StringFormat,
};

use super::{FaultBuilder, Place};

/// Syntax that is almost JSON.
const ALMOST_JSON: [(Leniency, &str, &str); 9] = [
    (Leniency::TrailingCommas, "takes-trailing-comma", "a comma after the last property"),
    (Leniency::Comments, "takes-comments", "comments"),
    (Leniency::SingleQuotes, "takes-single-quotes", "single quotes"),
    (Leniency::NotANumber, "takes-nan", "NaN"),
    (Leniency::LeadingZeros, "takes-leading-zeros", "zeros before a number"),
    (Leniency::TrailingText, "takes-more-behind", "more after its value"),
    (Leniency::ControlsInStrings, "takes-raw-controls", "line feeds in a string"),
    (Leniency::UnquotedNames, "takes-bare-names", "names without quotes"),
    (Leniency::OpenEnd, "takes-open-end", "no end"),
];

/// Headers that do not change what a request asks for.
const HEADERS: [&str; 4] = ["accept-language", "if-none-match", "if-modified-since", "range"];

/// The forms of a key, each with the clause of the scheme that it breaks, the suffix of its identity and its
/// description.
const KEY_FORMS: [(KeyForm, &str, &str, &str); 15] = [
    (KeyForm::NoHeader, "missing", "no-header", "without a key"),
    (KeyForm::EmptyHeader, "missing", "empty-header", "with an empty header"),
    (KeyForm::NoKey, "missing", "no-key", "with the scheme and no key"),
    (KeyForm::OtherScheme, "scheme", "other-scheme", "with its key under another scheme"),
    (KeyForm::NoScheme, "scheme", "no-scheme", "with its key and no scheme"),
    (KeyForm::UnknownKey, "malformed", "unknown-key", "with an unknown key"),
    (KeyForm::LongerKey, "malformed", "longer-key", "with its key and more after it"),
    (KeyForm::TextBehindKey, "malformed", "text-behind-key", "with its key and more words"),
    (KeyForm::CutKey, "malformed", "cut-key", "with the beginning of a key"),
    (KeyForm::OtherCaseKey, "malformed", "other-case", "with a key in another letter case"),
    (
        KeyForm::LowerCaseScheme,
        "malformed",
        "any-behind-lower-case",
        "with any key after a scheme in lower case",
    ),
    (
        KeyForm::UpperCaseScheme,
        "malformed",
        "any-behind-capitals",
        "with any key after a scheme in capitals",
    ),
    (KeyForm::ExtraSpaces, "malformed", "any-behind-blanks", "with any key after blanks"),
    (KeyForm::RevokedKey, "revoked", "revoked-key", "with a revoked key"),
    (KeyForm::LimitedKey, "permission", "limited-key", "with a key that lacks permission"),
];

/// Adds mutants that accept missing, malformed, or revoked keys, or keys without permission.
pub(super) fn keys(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let authentication = &faults.spec.service.authentication;
    let scheme = operation.authentication.as_ref().and_then(|id| authentication.get(id));
    let Some(scheme) = scheme else { return };
    for (form, word, suffix, with) in KEY_FORMS {
        let description = format!("A request for {} {with} is accepted.", operation.id);
        let suffix = format!("accepts-{suffix}");
        faults.add(&scheme.clause(word), suffix, description, Mistake::Access(form));
    }
}

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let failure = faults.failure();
    let has_gap = faults.has_gap(Probe::MalformedRequest);
    if let (Some(row), true) = (&failure, has_gap) {
        in_path(faults, operation, row);
    }
    let is_update = faults.is_update(operation);
    if is_update {
        unusual_forms(faults, operation);
    }
    if operation.is_multipart() || faults.request(operation).and_then(Schema::object).is_none() {
        return;
    }
    let clause = operation.clause().child("request");
    let has_resource = operation.stored_resource().is_some();
    for (leniency, suffix, with) in ALMOST_JSON {
        // The suite sends `TrailingCommas` and `OpenEnd` to every operation, and the other texts only to operations
        // that store their body.
        let is_tried =
            has_resource || matches!(leniency, Leniency::TrailingCommas | Leniency::OpenEnd);
        let needs_free_place = matches!(
            leniency,
            Leniency::NotANumber | Leniency::LeadingZeros | Leniency::ControlsInStrings
        );
        if is_tried && (!needs_free_place || takes_anything(faults, operation)) {
            let description = format!("A body of {} with {with} is accepted.", operation.id);
            let mistake = Mistake::Request(RequestMistake::Accepts(leniency));
            faults.add(&clause, suffix, description, mistake);
        }
    }
    let Some(row) = failure else { return };
    let mut fails = |suffix: &str, with: &str, seen: RequestMatcher| {
        let description = format!("A body of {} {with} makes the server fail.", operation.id);
        let mistake = RequestMistake::RespondsWith(seen, row.clone());
        faults.add(&clause, suffix, description, Mistake::Request(mistake));
    };
    fails("fails-at-no-json", "that is not JSON", RequestMatcher::NotJson);
    if has_gap {
        fails("fails-at-invalid-utf8", "that is not UTF-8", RequestMatcher::NotUtf8);
    }
    if has_resource && has_gap {
        fails("fails-at-byte-order-mark", "with a byte order mark", RequestMatcher::ByteOrderMark);
        fails("fails-at-utf-16", "in UTF-16", RequestMatcher::Utf16);
        fails("fails-at-depth", "that is nested deeply", RequestMatcher::Depth(400));
        let gzip = RequestMatcher::Header("content-encoding".to_owned());
        fails("fails-at-encoding", "with a declared encoding", gzip);
    }
    // The contents of strings are tried if updates store them.
    if is_update && has_gap {
        let surrogate = RequestMatcher::Text("\\ud8".to_owned());
        fails("fails-at-surrogate", "with a lone surrogate", surrogate);
    }
}

/// Adds mutants that fail at an identity in the path, or at another method.
fn in_path(faults: &mut FaultBuilder<'_>, operation: &Operation, row: &str) {
    let mistake = |seen| Mistake::Request(RequestMistake::RespondsWith(seen, row.to_owned()));
    for parameter in operation.parameters.values() {
        if parameter.schema.format() != Some(StringFormat::Uuid) {
            continue;
        }
        let clause = parameter.schema.clause.child(Keyword::Format.name());
        let fails = |faults: &mut FaultBuilder<'_>, suffix: &str, with: &str, seen| {
            let description = format!("A `{}` {with} makes {} fail.", parameter.name, operation.id);
            faults.add(&clause, suffix, description, mistake(seen));
        };
        for (suffix, with, part) in [
            ("fails-at-words", "of words", "not-a"),
            ("fails-at-percent", "with a percent sign", "%"),
            ("fails-at-slash", "with a slash", "/"),
            ("fails-at-quote", "with a quote", "'"),
            ("fails-at-nul", "with a NUL", "\0"),
        ] {
            fails(faults, suffix, with, RequestMatcher::InPath(part.to_owned()));
        }
        fails(faults, "fails-at-long", "of many characters", RequestMatcher::LongPath(500));
        if operation.resource.as_ref().is_some_and(|it| it.unknown.is_some())
            && parameter.schema.level == Level::Must
        {
            let description = format!("A `{}` in capitals is malformed.", parameter.name);
            let seen = RequestMatcher::InPath("ABCDEF".to_owned());
            let failure = faults.spec.service.validation_failure.clone();
            let rejected = Mistake::Request(RequestMistake::RespondsWith(seen, failure));
            let unknown = operation.clause().child("unknown");
            faults.add(&unknown, "refuses-capitals", description, rejected);
        }
        let beyond_ascii = RequestMatcher::PathBeyondAscii;
        fails(faults, "fails-beyond-ascii", "with other letters", beyond_ascii);
    }
    if operation.endpoint.is_some() {
        let description =
            format!("Another method on the path of {} makes the server fail.", operation.id);
        let suffix = format!("fails-at-other-method-of-{}", operation.id);
        let clause = ClauseId::new("service.unknownPath");
        faults.add(&clause, suffix, description, mistake(RequestMatcher::OtherMethod));
    }
}

/// Adds mutants that reject a valid request in an unusual form.
fn unusual_forms(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let service = &faults.spec.service;
    let request = operation.clause().child("request");
    let longest = length_of_two_longest(faults, operation);
    let is_url =
        |place: &Place<'_>| place.schema.format() == Some(StringFormat::Uri) && !place.in_list;
    let has_url = faults.request_places(operation).iter().any(is_url);
    let mut rejects = |clause: &ClauseId, suffix: &str, with: &str, seen: RequestMatcher| {
        let description = format!("A request for {} {with} is rejected.", operation.id);
        let mistake = RequestMistake::RespondsWith(seen, service.validation_failure.clone());
        faults.add(clause, suffix, description, Mistake::Request(mistake));
    };
    let media_type = ClauseId::new("service.mediaType");
    let usual = RequestMatcher::MediaTypeOtherThan(service.media_type.clone());
    rejects(&media_type, "refuses-parameters", "whose media type has parameters", usual);
    let blanks = RequestMatcher::OtherStart("{".to_owned());
    rejects(&request, "refuses-blanks", "with blanks before its JSON", blanks);
    let escapes = RequestMatcher::Text("\\u00".to_owned());
    rejects(&request, "refuses-escapes", "with escaped letters", escapes);
    if has_url {
        let slashes = RequestMatcher::Text("\\/".to_owned());
        rejects(&request, "refuses-escaped-slashes", "with escaped slashes", slashes);
    }
    if let Some(size) = longest {
        let with = "with two strings at their limits";
        rejects(&request, "refuses-several-at-limits", with, RequestMatcher::Size(size));
    }
    // If the contract has versions, such headers are conditions.
    let has_conditions = operation.precondition.is_some() || operation.condition.is_some();
    for name in HEADERS.into_iter().filter(|header| !(has_conditions && header.starts_with("if-")))
    {
        let (suffix, with) = (format!("refuses-{name}"), format!("with the header {name}"));
        rejects(&request, &suffix, &with, RequestMatcher::Header(name.to_owned()));
    }
}

/// Returns the length of the two longest strings of a body together, if their lengths are limited.
fn length_of_two_longest(faults: &FaultBuilder<'_>, operation: &Operation) -> Option<usize> {
    let object = faults.spec.object(operation.request.as_deref()?)?;
    let lengths =
        object.properties.values().filter_map(|property| property.schema.count(Keyword::MaxLength));
    let mut lengths: Vec<u64> = lengths.collect();
    lengths.sort_unstable();
    let longest: &[u64; 2] = lengths.last_chunk()?;
    usize::try_from(longest.iter().sum::<u64>()).ok()
}

/// Returns whether a body has a place that accepts any value, if only because its name is unknown.
fn takes_anything(faults: &FaultBuilder<'_>, operation: &Operation) -> bool {
    let object = faults.request(operation).and_then(Schema::object);
    let is_map = |place: &Place<'_>| {
        let values = place.schema.values().filter(|_| !place.in_list);
        values.is_some_and(|values| faults.spec.resolve(values).shape == Shape::Any)
    };
    object.is_some_and(|object| object.additional == Additional::Open)
        || faults.request_places(operation).iter().any(is_map)
}
