//! Identities, methods and paths for which the contract states no response.

use webdata_spec::model::{ClauseId, Gap, Level};

use super::WORD;
use crate::case::{Argument, Body, Case, Endpoint, Request};
use crate::derive::context::OperationContext;
use crate::derive::context::steps::UNKNOWN_ID;

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

pub(super) fn derive(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let mut cases = identities(context, gap);
    cases.extend(methods(context, gap));
    cases.extend(similar_paths(context));
    cases
}

/// Makes the cases of paths that are close to the operation's path and belong to no operation.
fn similar_paths(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(endpoint) = &context.operation.endpoint else { return Vec::new() };
    let clause = ClauseId::new("service.unknownPath");
    let mut known = format!("{}{}", context.spec.service.base_path, endpoint.path);
    for name in context.operation.parameters.keys() {
        known = known.replace(&format!("{{{name}}}"), UNKNOWN_ID);
    }
    let paths =
        [("deeper", format!("{known}/no-such-path/deeper")), ("suffix", format!("{known}.json"))];
    // A suffix after an identity would make a malformed identity.
    let has_parameter = !context.operation.parameters.is_empty();
    let paths = paths.into_iter().filter(|(name, _)| *name != "suffix" || !has_parameter);
    let case = |(name, path): (&str, String)| {
        let has_body = context.operation.request.is_some();
        let request = Request {
            endpoint: Some(Endpoint { method: endpoint.method.clone(), path }),
            authorization: context.minimal_request().authorization,
            media_type: context.spec.service.media_type.clone(),
            body: if has_body { Body::Text("{}".to_owned()) } else { Body::None },
            ..Request::default()
        };
        let step = context.fails(request, &context.spec.service.unknown_path)?;
        let id = context.id(&[WORD, "path", name]);
        Some(context.case(id, Level::Must, clause.clone(), vec![step]))
    };
    paths.filter_map(case).collect()
}

fn identities(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let stores = context.operation.resource.is_some();
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
            let id = context.id(&[WORD, &parameter.name, name]);
            let mut case = context.case_without_requirement(gap, id, &clause, request);
            // The contract leaves the error open, but never a server failure.
            case.level = Level::Must;
            cases.push(case);
        }
    }
    cases
}

/// Makes the cases of methods that no operation of the contract has on the path. The request names an unknown
/// resource, because the service may support more methods than the contract.
fn methods(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let Some(endpoint) = &context.operation.endpoint else { return Vec::new() };
    let on_path =
        context.spec.operations.values().filter_map(|operation| operation.endpoint.as_ref());
    let known: Vec<&str> = on_path
        .filter(|other| other.path == endpoint.path)
        .map(|other| other.method.as_str())
        .collect();
    // Only the first operation of each path has these cases.
    if known.first() != Some(&endpoint.method.as_str()) {
        return Vec::new();
    }
    let clause = ClauseId::new("service.unknownPath");
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
    let others = methods.into_iter().filter(|method| !known.contains(method));
    let case = |method: &str| {
        let mut path = format!("{}{}", context.spec.service.base_path, endpoint.path);
        for name in context.operation.parameters.keys() {
            path = path.replace(&format!("{{{name}}}"), UNKNOWN_ID);
        }
        let has_body = matches!(method, "POST" | "PUT" | "PATCH");
        let request = Request {
            endpoint: Some(Endpoint { method: method.to_owned(), path }),
            authorization: context.minimal_request().authorization,
            media_type: context.spec.service.media_type.clone(),
            body: if has_body { Body::Text("{}".to_owned()) } else { Body::None },
            ..Request::default()
        };
        let id = context.id(&[WORD, "method", method]);
        context.case_without_requirement(gap, id, &clause, request)
    };
    others.map(case).collect()
}
