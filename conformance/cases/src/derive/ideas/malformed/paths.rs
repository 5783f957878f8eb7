//! Malformed paths: invalid identities, identities in other spellings, paths near a known one, and other methods.

use webdata_spec::model::{ClauseId, Gap, Level, Parameter, ResourceEffect, StringFormat};

use crate::case::{
    Argument, Body, Case, Endpoint, Expect, IdentityForm, PossibleResponse, Purpose, Request,
    Sentence, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::expectations::expect_error;
use crate::derive::context::requests::{UNKNOWN_ID, valid_key};
use crate::derive::values::format_samples::{UUID_CASE, UUID_CASE_OF_RESOURCE, UUID_RECOMMENDED};

/// The word that names the idea in identities.
pub(super) const WORD: &str = "malformed";

/// Invalid identities in a path, by name. The first `FOR_ALL` are sent to every operation.
const IDENTITIES: [(&str, &str); 16] = [
    ("words", "not-an-id"),
    ("percent-sign", "%25"),
    ("slash", "a%2Fb"),
    ("quote", "'%20OR%20'1'='1"),
    ("nul", "a%00b"),
    ("other-letters", "caf%C3%A9"),
    ("not-utf-8", "%FF%FE"),
    ("dots", "..%2F..%2Fetc%2Fpasswd"),
    ("open-percent-sign", "%zz"),
    ("half-a-letter", "%E0%A4%A"),
    ("two-slashes", "a%2F%2Fb"),
    ("line-feed", "a%0Ab"),
    ("null", "null"),
    ("number", "0"),
    ("braces", "%7B00000000-0000-4000-8000-000000000000%7D"),
    ("beyond-hexadecimal", "0000000g-0000-4000-8000-000000000000"),
];

/// The number of identities that are sent to every operation.
const FOR_ALL: usize = 10;

/// The length of an identity that is too long for many data stores, but not for HTTP servers.
const LONG: usize = 1000;

/// Returns the operation's path with an unknown identity for each parameter.
fn known_path(context: &OperationContext<'_>, path: &str) -> String {
    let mut path = format!("{}{path}", context.spec.service.base_path);
    for name in context.operation.parameters.keys() {
        path = path.replace(&format!("{{{name}}}"), UNKNOWN_ID);
    }
    path
}

/// Returns a request that belongs to no operation, with a key: whether it needs one is open. A server that takes the
/// request for one of an operation starts nothing with its body.
fn bare_request(
    context: &OperationContext<'_>,
    method: &str,
    path: String,
    has_body: bool,
) -> Request {
    Request {
        endpoint: Some(Endpoint { method: method.to_owned(), path }),
        authorization: context.minimal_request().authorization.or_else(|| valid_key(context.spec)),
        media_type: context.spec.service.media_type.clone(),
        body: if has_body { Body::Text("[]".to_owned()) } else { Body::None },
        ..Request::default()
    }
}

/// Makes the cases of paths that are close to the operation's path and belong to no operation.
pub(super) fn similar_paths(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(endpoint) = &context.operation.endpoint else { return Vec::new() };
    let known = known_path(context, &endpoint.path);
    let mut paths = vec![("deeper", format!("{known}/no-such-path/deeper"))];
    // A suffix after an identity would make a malformed identity.
    if context.operation.parameters.is_empty() {
        paths.push(("suffix", format!("{known}.json")));
    }
    let case = |(name, path): (&str, String)| {
        let has_body = context.operation.request.is_some();
        let request = bare_request(context, &endpoint.method, path, has_body);
        let step = context.fails(request, &context.spec.service.unknown_path)?;
        let tested = (Level::Must, ClauseId::new("service.unknownPath"));
        Some(context.case(&[WORD, "path", name], tested, vec![step]))
    };
    paths.into_iter().filter_map(case).collect()
}

/// Makes the cases of paths that some servers take for the operation's path: the contract leaves the status code open.
pub(super) fn almost_known_paths(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let Some(endpoint) = &context.operation.endpoint else { return Vec::new() };
    let known = known_path(context, &endpoint.path);
    let (before, last) = known.rsplit_once('/').unwrap_or(("", &known));
    let paths = [
        ("slash-behind", format!("{known}/")),
        ("two-slashes", format!("{before}//{last}")),
        ("in-capitals", known.replace(&endpoint.path, &endpoint.path.to_uppercase())),
    ];
    let clause = ClauseId::new("service.unknownPath");
    let case = |(name, path): (&str, String)| {
        let has_body = context.operation.request.is_some();
        let request = bare_request(context, &endpoint.method, path, has_body);
        context.case_without_requirement(gap, &[WORD, "path", name], &clause, request)
    };
    // Capitals do not change an identity, so a path that has one keeps its names.
    let count = if context.operation.parameters.is_empty() { 3 } else { 2 };
    paths.into_iter().take(count).map(case).collect()
}

/// Makes the cases of invalid identities in the path, which must not cause a server failure.
pub(super) fn identities(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let stores = context.operation.stored_resource().is_some();
    let long = "a".repeat(LONG);
    let mut cases = Vec::new();
    for parameter in context.operation.parameters.values() {
        let schema = &parameter.schema;
        if schema.format().is_none() {
            continue;
        }
        let clause = schema.clause.child("format");
        let count = if stores { IDENTITIES.len() } else { FOR_ALL };
        let all = IDENTITIES.iter().copied().take(count).chain([("long", long.as_str())]);
        for (name, text) in all {
            let mut request = context.minimal_request();
            request.circumstance = None;
            request.parameters.insert(parameter.name.clone(), Argument::Text(text.to_owned()));
            let parts = [WORD, &parameter.name, name];
            let case = context.case_without_requirement(gap, &parts, &clause, request);
            // The contract leaves the error open, and forbids a server failure.
            cases.push(Case { level: Level::Must, ..case });
        }
    }
    cases
}

/// Other spellings of a UUID in a path: a name, the strings before and after the UUID, and its form. They name the
/// same UUID, but the format of the parameter does not allow them.
const AROUND: [(&str, &str, &str, IdentityForm); 5] = [
    ("in-braces", "%7B", "%7D", IdentityForm::Whole),
    ("urn", "urn:uuid:", "", IdentityForm::Whole),
    ("blank-before", "%20", "", IdentityForm::Whole),
    ("blank-behind", "", "%20", IdentityForm::Whole),
    ("without-hyphens", "", "", IdentityForm::WithoutHyphens),
];

/// An identity in capitals that no service has assigned.
const UNKNOWN_IN_CAPITALS: &str = "ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF";

/// Returns the path parameter with the identity of the operation's resource, if it is a UUID, and the error for a
/// resource that does not exist.
fn uuid_of_resource<'s>(context: &OperationContext<'s>) -> Option<(&'s Parameter, &'s String)> {
    let resource = context.operation.resource.as_ref()?;
    let parameter = context.operation.parameters.get(resource.identified_by.as_ref()?)?;
    let is_uuid = parameter.schema.format() == Some(StringFormat::Uuid)
        && (!resource.is_job || parameter.schema.level != Level::Open);
    Some((parameter, resource.unknown.as_ref()?)).filter(|_| is_uuid)
}

/// Returns whether the operation keeps its stored resource, so that a case may name a fixture.
fn keeps_resource(context: &OperationContext<'_>) -> bool {
    let is_kept = matches!(
        context.effect_on_resource(),
        Some(ResourceEffect::Updates | ResourceEffect::Reads | ResourceEffect::Uses)
    );
    is_kept
        && context.operation.stored_resource().is_some()
        && !context.spec.is_changing_action(context.operation)
}

/// Makes the cases of identities in capitals: that of a fixture names the fixture, and another one is unknown rather
/// than malformed.
pub(super) fn identities_in_capitals(context: &OperationContext<'_>) -> Vec<Case> {
    let Some((Parameter { name, schema, .. }, error)) = uuid_of_resource(context) else {
        return Vec::new();
    };
    let with = |argument: Argument| {
        let mut request = context.minimal_request();
        request.circumstance = None;
        request.parameters.insert(name.clone(), argument);
        request
    };
    let case = |word: &str, steps: Vec<Step>, sentence: Sentence| {
        let tested = (schema.level, context.operation.clause().child("unknown"));
        context.case(&["parameters", name, "format", word], tested, steps).because(sentence)
    };
    let unknown = context.fails(with(Argument::Text(UNKNOWN_IN_CAPITALS.to_owned())), error);
    let unknown = unknown.map(|step| case("unknown-in-capitals", vec![step], UUID_CASE));
    let known = keeps_resource(context).then(|| {
        let form = IdentityForm::Capitals;
        let request = with(Argument::Fixture { index: 0, above: 0, form });
        let step = Step::new(Purpose::Act, request, context.success(Vec::new()));
        // Whether an update keeps the rules may depend on what is stored.
        let is_update = context.effect_on_resource() == Some(ResourceEffect::Updates);
        let stored = is_update.then(|| context.arrange(context.baseline()));
        case("in-capitals", stored.into_iter().chain([step]).collect(), UUID_CASE_OF_RESOURCE)
    });
    unknown.into_iter().chain(known).collect()
}

/// Makes the cases of the identity of a fixture in another spelling. The contract leaves the error open.
pub(super) fn identity_spellings(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let known = uuid_of_resource(context).filter(|_| keeps_resource(context));
    let Some((Parameter { name: parameter, schema, .. }, unknown)) = known else {
        return Vec::new();
    };
    let rows = [&context.spec.service.validation_failure, unknown]
        .map(|error| context.spec.errors.get(error));
    let [Some(malformed), Some(unknown)] = rows else { return Vec::new() };
    let case = |(name, before, behind, form): (&str, &str, &str, IdentityForm)| {
        let mut request = context.minimal_request();
        let argument = request.parameters.get_mut(parameter)?;
        if let Argument::Fixture { form: written, .. } = argument {
            *written = form;
        }
        let endpoint = request.endpoint.as_mut()?;
        let place = format!("{{{parameter}}}");
        endpoint.path = endpoint.path.replace(&place, &format!("{before}{place}{behind}"));
        let responses = [("rejected as malformed", malformed), ("rejected as unknown", unknown)];
        let responses = responses
            .map(|(meaning, row)| PossibleResponse::new(meaning, expect_error(row)))
            .into();
        let expect = Expect::AnyOf { gap: gap.id.clone(), responses };
        let step = Step::new(Purpose::Act, request, expect);
        let tested = (Level::Should, schema.clause.child("format"));
        Some(context.case(&[WORD, parameter, name], tested, vec![step]).because(UUID_RECOMMENDED))
    };
    AROUND.into_iter().filter_map(case).collect()
}

/// Makes the cases of methods that no operation of the contract has on the path. The request names an unknown
/// resource, because the service may support more methods than the contract.
pub(super) fn methods(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let Some(endpoint) = &context.operation.endpoint else { return Vec::new() };
    let all = context.spec.operations.values().filter_map(|operation| operation.endpoint.as_ref());
    let on_path = all.filter(|other| other.path == endpoint.path);
    let known: Vec<&str> = on_path.map(|other| other.method.as_str()).collect();
    // Only the first operation of each path has these cases.
    if known.first() != Some(&endpoint.method.as_str()) {
        return Vec::new();
    }
    let clause = ClauseId::new("service.unknownPath");
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
    let others = methods.into_iter().filter(|method| !known.contains(method));
    let case = |method: &str| {
        let has_body = matches!(method, "POST" | "PUT" | "PATCH");
        let request = bare_request(context, method, known_path(context, &endpoint.path), has_body);
        context.case_without_requirement(gap, &[WORD, "method", method], &clause, request)
    };
    others.map(case).collect()
}
