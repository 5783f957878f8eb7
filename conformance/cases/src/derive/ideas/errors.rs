//! Errors: missing or wrong keys, missing bodies, malformed parameters, unknown resources and paths, and errors that no
//! request alone causes.

use webdata_spec::Spec;
use webdata_spec::model::{
    Authentication, ClauseId, ClauseRoot, ErrorText, Level, Operation, Parameter, Parent, Probe,
    Resource, ResourceEffect, Situation, SituationResponse,
};

use super::malformed::{JSON_OBJECT, JSON_TEXT};
use crate::case::{
    Argument, Authorization, Body, Case, Endpoint, Expect, KeyForm, KeyName, PossibleResponse,
    Purpose, Request, Sentence, Step, WrongKey,
};
use crate::derive::context::OperationContext;
use crate::derive::context::cases::new_case;
use crate::derive::context::changes::{BodyChange, changes};
use crate::derive::context::expectations::expect_error;
use crate::derive::context::gaps::gap_of;
use crate::derive::context::requests::{
    UNKNOWN_ID, UNKNOWN_KEY, header_with_value, unknown_key, valid_key,
};
use crate::derive::values::format_samples::{Sample, UUID_RECOMMENDED, UUID_TEXT, strings};

/// Makes cases of errors for unknown resources, for those of another team, and of errors that no request alone
/// causes.
pub(super) fn errors(context: &OperationContext<'_>) -> Vec<Case> {
    let resources = [unknown_resource(context), foreign_resource(context)];
    let mut cases: Vec<Case> = resources.into_iter().flatten().collect();
    cases.extend(headers_of_a_browser(context));
    for error in &context.operation.errors {
        let provoked = provoked_error(context, error);
        let with_header =
            provoked.as_ref().and_then(|case| with_retry_header(context, error, case));
        cases.extend(provoked.into_iter().chain(with_header));
    }
    cases
}

/// Makes the case of a provoked error a second time, and expects the retry header, which some servers leave out.
fn with_retry_header(context: &OperationContext<'_>, error: &str, case: &Case) -> Option<Case> {
    let retry = context.spec.service.retry.as_ref()?;
    let mut steps = case.steps.clone();
    let Expect::Error { status, header, .. } = &mut steps.first_mut()?.expect else { return None };
    if *status != retry.header_status {
        return None;
    }
    *header = Some(retry.header.clone());
    let tested = (retry.header_level, ClauseId::new("service.retry.header"));
    Some(context.case(&["errors", error, "retry-header"], tested, steps))
}

fn unknown_resource(context: &OperationContext<'_>) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let mut request = context.minimal_request();
    let clause = context.operation.clause().child("unknown");
    if resource.is_job && context.operation.has_other_parameters() {
        request.circumstance = Some(clause.clone());
    } else {
        request.name_resource(context.operation, &Argument::Text(UNKNOWN_ID.to_owned()))?;
    }
    let step = context.fails(request, resource.unknown.as_ref()?)?;
    Some(context.case(&["errors", "unknown-resource"], clause, vec![step]))
}

/// The headers of a browser, which prefers HTML and a language.
const BROWSER: [(&str, &str); 3] = [
    ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    ("Accept-Language", "de-DE,de;q=0.9"),
    ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
];

/// Makes the cases of errors that a browser gets, for the first operation of the contract: frameworks tend to respond to a
/// browser with a page.
fn headers_of_a_browser(context: &OperationContext<'_>) -> Vec<Case> {
    let is_first = |first: &Operation| first.id == context.operation.id;
    if !context.spec.operations.values().next().is_some_and(is_first) {
        return Vec::new();
    }
    let rejected = context.scheme().and_then(|scheme| {
        let authorization = Some(unknown_key(scheme));
        let request = Request { authorization, ..request_with_wrong_key(context) };
        context.fails(request, &scheme.rejected)
    });
    let has_body = context.operation.request.is_some();
    let invalid = has_body.then(|| context.invalid(Body::Text("{\"".to_owned()))).flatten();
    let unknown = unknown_resource(context).and_then(|case| case.steps.into_iter().next());
    let steps =
        [("unknown-key", rejected), ("invalid-body", invalid), ("unknown-resource", unknown)];
    let case = |(name, step): (&str, Option<Step>)| {
        let mut step = step?;
        let headers = BROWSER.map(|(name, value)| (name.to_owned(), value.into()));
        step.request.headers.extend(headers);
        let clause = ClauseId::new("service.mediaType");
        Some(context.case(&["errors", "for-a-browser", name], clause, vec![step]))
    };
    steps.into_iter().filter_map(case).collect()
}

/// Makes a case in which another team requests the resource, or a resource whose parent that team does not own.
fn foreign_resource(context: &OperationContext<'_>) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let request = context.as_other_team(request_with_wrong_key(context))?;
    // The error for a resource that the body names, and the other team does not have, may come first.
    let names_other = |body: &serde_json::Value| {
        context.named_resources().any(|(_, named, _)| body.get(&named.property).is_some())
    };
    if request.body.as_json().is_some_and(names_other) {
        return None;
    }
    let (parent, error) = resource.owner_error();
    let step = context.fails(request, error?)?;
    let owner =
        parent.map_or_else(|| context.operation.clause(), |it| context.operation.parent_clause(it));
    let clause = owner.child("foreign");
    Some(context.case(&["errors", "foreign-resource"], clause, vec![step]))
}

/// Makes a case in which the target provokes an error. Errors that a request alone causes have other cases.
fn provoked_error(context: &OperationContext<'_>, error: &str) -> Option<Case> {
    let service = &context.spec.service;
    let scheme = context.scheme();
    let parents = context.operation.resource.iter().flat_map(Resource::parents);
    let mut caused = [service.validation_failure.as_str(), service.unknown_path.as_str()]
        .into_iter()
        .chain(scheme.iter().flat_map(|scheme| scheme.errors()).map(String::as_str))
        .chain(context.operation.resource.iter().flat_map(Resource::errors))
        .chain(parents.flat_map(Parent::errors));
    if caused.any(|other| other == error) {
        return None;
    }
    // An error that the first operation lists, too, is tested there.
    let first = context.spec.operations.values().next()?;
    if first.id != context.operation.id && first.errors.iter().any(|shared| shared == error) {
        return None;
    }
    let row = context.spec.errors.get(error)?;
    // `refusals` tests the errors of refusals whose circumstance the contract states.
    let mut refusals = context.spec.type_refusals();
    if context.operation.stored_resource().is_none()
        && refusals.any(|(_, refusal)| refusal.error == error)
    {
        return None;
    }
    let provoke = Some(error.to_owned());
    let request = Request { circumstance: None, provoke, ..context.minimal_request() };
    let step = Step::new(Purpose::Act, request, expect_error(row));
    let case = context.case(&["errors", error], (row.level, row.clause("status")), vec![step]);
    let limits = context.spec.limits.values().filter(|limit| limit.error == error);
    let limits = limits.map(|limit| ClauseRoot::Limit(&limit.id).clause());
    let retry = service.retry.as_ref().filter(|retry| retry.header_status == row.status);
    let retry = retry.map(|_| ClauseId::new("service.retry.header"));
    Some(case.with_clauses(limits.chain(retry)))
}

/// Makes the case of a request with a valid key to a path that belongs to no operation.
pub(crate) fn unknown_path(spec: &Spec) -> Option<Case> {
    let row = spec.errors.get(&spec.service.unknown_path)?;
    let request = Request {
        endpoint: Some(Endpoint {
            method: "GET".to_owned(),
            path: format!("{}/no-such-path", spec.service.base_path),
        }),
        authorization: valid_key(spec),
        media_type: spec.service.media_type.clone(),
        ..Request::default()
    };
    let step = Step::new(Purpose::Act, request, expect_error(row));
    let clause = ClauseId::new("service.unknownPath");
    Some(new_case("service::unknown-path".to_owned(), Level::Must, clause, vec![step]))
}

/// A body without any part.
pub(super) const NOT_MULTIPART: &str = "this is not multipart";

/// The sentence about what a body with parts is.
const MULTIPART: Sentence = Sentence::must(
    "RFC 2046",
    "5.1.1",
    "a body has at least one part, after a line with the boundary",
);

/// The status code that rejects a media type (RFC 9110, section 15.5.16).
const UNSUPPORTED_MEDIA_TYPE: u16 = 415;

/// Makes cases of the request body as a whole: missing, not JSON, or without the parts that it should have.
pub(super) fn body(context: &OperationContext<'_>) -> Vec<Case> {
    if context.operation.request.is_none() {
        return Vec::new();
    }
    let required = context.operation.request_required;
    let clause = context.operation.clause().child("request");
    let stated = Sentence::STATED;
    let none = [("missing", Body::None, stated), ("empty", Body::Text(String::new()), stated)];
    let bodies = if context.operation.is_multipart() {
        vec![("not-multipart", Body::Text(NOT_MULTIPART.to_owned()), MULTIPART)]
    } else {
        vec![
            ("not-json", Body::Text("this is not JSON".to_owned()), JSON_TEXT),
            ("truncated-json", Body::Text("{\"".to_owned()), JSON_OBJECT),
        ]
    };
    let case = |(name, body, sentence): (&str, Body, Sentence)| {
        let is_missing = body == Body::None;
        let mut step = context.invalid(body)?;
        if is_missing {
            or_media_type(context, &mut step);
        }
        let case = context.case(&["request", name], clause.clone(), vec![step]);
        Some(case.because(sentence))
    };
    none.into_iter().filter(|_| required).chain(bodies).filter_map(case).collect()
}

/// Allows a request without a body to be rejected for its missing media type, where a gap leaves the reason
/// open.
fn or_media_type(context: &OperationContext<'_>, step: &mut Step) {
    let Some(gap) = gap_of(context.spec, Probe::MissingMediaType) else { return };
    let body = step.expect.clone();
    let Expect::Error { id, .. } = &body else { return };
    let media_type = Expect::Error {
        id: id.clone(),
        status: UNSUPPORTED_MEDIA_TYPE,
        text: ErrorText::NotShown,
        words: Vec::new(),
        code: None,
        header: None,
    };
    let responses = vec![
        PossibleResponse::new("rejected for the missing body", body),
        PossibleResponse::new("rejected for the missing media type", media_type),
    ];
    step.expect = Expect::AnyOf { gap: gap.id.clone(), responses };
}

/// Makes cases of malformed path parameters, which the server must reject with the error of the parameter.
pub(super) fn parameters(context: &OperationContext<'_>) -> Vec<Case> {
    let parameters = context.operation.parameters.values();
    parameters.flat_map(|parameter| parameter_cases(context, parameter)).collect()
}

fn parameter_cases(context: &OperationContext<'_>, parameter: &Parameter) -> Vec<Case> {
    let schema = &parameter.schema;
    let format = schema.format().filter(|_| schema.level != Level::Open);
    let (Some(error), Some(format)) = (&schema.error, format) else { return Vec::new() };
    let case = |(name, value, sentence): &Sample| {
        let mut request = context.minimal_request();
        request.circumstance = None;
        let malformed = Argument::Text((*value).to_owned());
        request.parameters.insert(parameter.name.clone(), malformed);
        let step = context.fails(request, error)?;
        let tested = (schema.level, schema.clause.child("format"));
        // The contract may allow a UUID in any form in a path, so this sentence is only a recommendation.
        let of_path = if *sentence == UUID_TEXT { UUID_RECOMMENDED } else { *sentence };
        let parts = ["parameters", &parameter.name, "format", name];
        Some(context.case(&parts, tested, vec![step]).because(of_path))
    };
    // Other strings would change the segments of the path.
    let known = strings(format);
    let bad = known.invalid.iter().chain(known.invalid_everywhere).chain(known.invalid_once);
    bad.filter(|(_, value, _)| is_path_segment(value)).filter_map(case).collect()
}

fn is_path_segment(value: &str) -> bool {
    !value.is_empty()
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
}

/// A wrong key, the name of the case and the rejected header.
type RejectedHeader = (WrongKey, String, Option<Authorization>);

/// Makes cases of authentication: a missing, malformed, revoked or unprivileged key earns its error, and so does a valid
/// key without the right scheme.
pub(super) fn authentication(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(scheme) = context.scheme() else { return Vec::new() };
    let usual = scheme.prefix();
    // `almost_valid` sends the changed keys, and the keys after other spellings of the scheme.
    let forms = WrongKey::of_scheme(scheme).filter(|wrong| !is_changed_or_spelt(*wrong));
    let forms =
        forms.map(|wrong| (wrong, wrong.case_word().to_owned(), header(wrong, scheme, &usual)));
    let case = |(wrong, name, authorization): RejectedHeader| {
        let is_known = wrong == WrongKey::LimitedKey;
        // No order of permissions and states is stated, so a request with a known key breaks nothing else.
        let request =
            if is_known { context.minimal_request() } else { request_with_wrong_key(context) };
        let request = Request { authorization, ..request };
        let error = if is_known { scheme.forbidden.as_ref()? } else { &scheme.rejected };
        let tested = (scheme.level, scheme.clause(wrong.clause_word()));
        Some(context.case(&["authentication", &name], tested, vec![context.fails(request, error)?]))
    };
    let forms = forms.chain(almost_valid(context, scheme)).filter_map(case);
    let limited = limited_key_for_each_property(context, scheme);
    forms.chain(limited).chain(valid_key_after_unknown_key(context, scheme)).collect()
}

/// Makes the cases of a key without permission that changes each property: a server may check the permission for some
/// properties only. The smallest request has the first of them.
fn limited_key_for_each_property(
    context: &OperationContext<'_>,
    scheme: &Authentication,
) -> Vec<Case> {
    let is_update = context.effect_on_resource() == Some(ResourceEffect::Updates);
    let changes = if is_update { changes(context) } else { Vec::new() };
    let case = |change: BodyChange<'_>| {
        let mut request = context.request(change.body);
        request.authorization = Some(Authorization::with_key(scheme, KeyName::Limited));
        let wrong = WrongKey::LimitedKey;
        let tested = (scheme.level, scheme.clause(wrong.clause_word()));
        let parts = ["authentication", wrong.case_word(), change.name];
        Some(context.case(
            &parts,
            tested,
            vec![context.fails(request, scheme.forbidden.as_ref()?)?],
        ))
    };
    changes.into_iter().skip(1).filter_map(case).collect()
}

/// Returns a minimal request for a case in which the key decides. A cancellation names a job that cannot be cancelled: a
/// server that accepts the key changes nothing, so that such cases may share the job.
fn request_with_wrong_key(context: &OperationContext<'_>) -> Request {
    let mut request = context.minimal_request();
    if context.effect_on_resource() == Some(ResourceEffect::Cancels)
        && let Some(circumstance) = &mut request.circumstance
        && let Some(situation) = refused_cancellation(context)
    {
        circumstance.clone_from(&situation.clause);
    }
    request
}

/// Returns the first situation in which an operation that cancels jobs rejects a job.
fn refused_cancellation<'s>(context: &OperationContext<'s>) -> Option<&'s Situation> {
    let lifecycles = context.spec.lifecycles.iter();
    let mut situations =
        lifecycles.flat_map(|lifecycle| lifecycle.situations_of(&context.operation.id));
    situations.find(|situation| matches!(situation.response, SituationResponse::Error(_)))
}

/// Returns whether the runner changes the key, or the scheme is spelt in another way.
fn is_changed_or_spelt(wrong: WrongKey) -> bool {
    use WrongKey::{CutKey, ExtraSpaces, LowerCaseScheme, OtherCaseKey, UpperCaseScheme};
    matches!(wrong, CutKey | OtherCaseKey | LowerCaseScheme | UpperCaseScheme | ExtraSpaces)
}

/// Returns a header with a wrong key; `None` for no header. `start` is the scheme before the key, in any spelling.
fn header(wrong: WrongKey, scheme: &Authentication, start: &str) -> Option<Authorization> {
    let key = |key, prefix: &str| Authorization {
        prefix: prefix.to_owned(),
        ..Authorization::with_key(scheme, key)
    };
    let valid = |prefix: &str| key(KeyName::Valid, prefix);
    let changed = |form| Authorization { form, ..valid(start) };
    let followed = |text: &str| Authorization { suffix: text.to_owned(), ..valid(start) };
    Some(match wrong {
        WrongKey::NoHeader => return None,
        WrongKey::EmptyHeader => header_with_value(scheme, ""),
        WrongKey::NoKey => header_with_value(scheme, &scheme.scheme),
        WrongKey::LongerKey => followed("x"),
        WrongKey::TextBehindKey => followed(" x"),
        WrongKey::OtherScheme if scheme.scheme.eq_ignore_ascii_case("Basic") => valid("Bearer "),
        WrongKey::OtherScheme => valid("Basic "),
        WrongKey::NoScheme => valid(""),
        WrongKey::OtherHeader => {
            Authorization { header: "Authorization".to_owned(), ..valid("Bearer ") }
        }
        WrongKey::RevokedKey | WrongKey::RevokedForValid => key(KeyName::Revoked, start),
        WrongKey::LimitedKey => key(KeyName::Limited, start),
        WrongKey::CutKey => changed(KeyForm::Cut),
        WrongKey::OtherCaseKey => changed(KeyForm::OtherCase),
        // Any wrong key will do after a scheme in another spelling.
        WrongKey::UnknownKey
        | WrongKey::LowerCaseScheme
        | WrongKey::UpperCaseScheme
        | WrongKey::ExtraSpaces => header_with_value(scheme, &format!("{start}{UNKNOWN_KEY}")),
    })
}

/// Makes the case of a request with an unknown key and then with the valid key. The rejection must not be
/// cached.
fn valid_key_after_unknown_key(
    context: &OperationContext<'_>,
    scheme: &Authentication,
) -> Option<Case> {
    // Only reads and updates may be repeated safely.
    let endpoint = context.operation.endpoint.as_ref();
    let is_read = endpoint.is_some_and(|endpoint| endpoint.method == "GET");
    if !is_read && context.effect_on_resource() != Some(ResourceEffect::Updates) {
        return None;
    }
    let mut good = context.succeeds(Vec::new());
    good.request = context.minimal_request();
    let mut bad = good.request.clone();
    bad.authorization = Some(unknown_key(scheme));
    // A partial update may be valid only together with what is stored.
    let stored = (!is_read).then(|| context.arrange(context.baseline()));
    let steps = stored.into_iter().chain([context.fails(bad, &scheme.rejected)?, good]).collect();
    let tested = (scheme.level, scheme.clause("malformed"));
    Some(context.case(&["authentication", "good-key-after-bad"], tested, steps))
}

/// Returns almost valid headers for one operation. The first operation of a scheme gets each key with each spelling,
/// every other operation the most revealing ones.
fn almost_valid(context: &OperationContext<'_>, scheme: &Authentication) -> Vec<RejectedHeader> {
    let mut operations = context.spec.operations.values();
    let of_scheme =
        operations.find(|operation| operation.authentication == context.operation.authentication);
    let is_first = of_scheme.is_some_and(|first| first.id == context.operation.id);
    let keys = [
        WrongKey::UnknownKey,
        WrongKey::RevokedKey,
        WrongKey::CutKey,
        WrongKey::LongerKey,
        WrongKey::OtherCaseKey,
    ];
    let word = &scheme.scheme;
    let spellings = [
        (None, scheme.prefix()),
        (Some(WrongKey::LowerCaseScheme), format!("{} ", word.to_lowercase())),
        (Some(WrongKey::UpperCaseScheme), format!("{} ", word.to_uppercase())),
        (Some(WrongKey::ExtraSpaces), format!("{word}  ")),
    ];
    let two_keys = Authorization {
        suffix: format!(", {}{UNKNOWN_KEY}", scheme.prefix()),
        ..Authorization::with_key(scheme, KeyName::Valid)
    };
    let mut invalid_keys: Vec<RejectedHeader> = Vec::new();
    let two_keys = (WrongKey::TextBehindKey, "two-keys".to_owned(), Some(two_keys));
    invalid_keys.extend(is_first.then_some(two_keys));
    let number_of_spellings = if word.is_empty() { 1 } else { spellings.len() };
    for (at, (spelling, prefix)) in spellings.iter().take(number_of_spellings).enumerate() {
        for (number, wrong) in keys.into_iter().enumerate() {
            // With the usual spelling, `authentication` sends the unchanged keys.
            let is_new = spelling.is_some() || is_changed_or_spelt(wrong);
            let is_revealing = spelling.is_none() || number + 1 == at;
            if is_new && (is_first || is_revealing) {
                let spelt = spelling.map(|it| format!("-{}", it.case_word())).unwrap_or_default();
                let name = format!("{}{spelt}", wrong.case_word());
                invalid_keys.push((wrong, name, header(wrong, scheme, prefix)));
            }
        }
    }
    invalid_keys
}
