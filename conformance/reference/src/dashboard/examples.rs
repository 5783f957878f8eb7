//! Example requests to paste into a shell: one for each operation, which succeeds in the server's present
//! state.
//!
//! This module sends no requests.

use std::iter::successors;

use heck::ToShoutySnakeCase as _;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use webdata_spec::model::{self, Endpoint, Part};
use webdata_spec::prose::plain;

use crate::contract::operation::Operation;
use crate::contract::validation::validate;
use crate::service::backend::Backend;
use crate::world::store::ResourceId;
use crate::world::teams::Team;

/// All characters except those that RFC 3986 calls unreserved.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The shell variables with which the command `serve` prints a key and the identity of a resource.
const KEY: &str = "VALID_KEY";
const FIXTURE: &str = "FIXTURE_1";

pub(super) struct Example {
    /// The identity of the operation.
    pub(super) id: String,
    pub(super) method: String,
    /// The path in the contract, with the base path.
    pub(super) path: String,
    /// The description of the operation.
    pub(super) doc: String,
    pub(super) command: String,
    /// The variables in the command that stand for unknown identities.
    pub(super) unknown: Vec<String>,
}

/// The key that requests are sent with.
pub(super) enum Sender {
    Key {
        secret: String,
        team: Team,
    },
    /// A key that is not shown, as a shell variable.
    Unknown,
}

impl Sender {
    /// Returns a key that allows every operation. The key that the server started with is preferred.
    pub(super) fn new(backend: &Backend) -> Self {
        let keys = backend.world.teams.keys();
        let valid = keys.get_key_value(&backend.world.keys.valid).into_iter();
        let mut able = valid.chain(&keys).filter(|(_, permissions)| {
            permissions.operations.is_none() && permissions.provokes.is_none()
        });
        able.next().map_or(Self::Unknown, |(secret, permissions)| Self::Key {
            secret: secret.clone(),
            team: permissions.team.clone(),
        })
    }
}

/// Returns an example for each operation, below a base URL.
pub(super) fn all(backend: &Backend, base: &str, sender: &Sender) -> Vec<Example> {
    let operations = backend.contract.operations.iter();
    operations.filter_map(|operation| example(backend, base, sender, operation)).collect()
}

fn example(
    backend: &Backend,
    base: &str,
    sender: &Sender,
    operation: &Operation,
) -> Option<Example> {
    let spec = &backend.contract.spec;
    let shown = spec.operations.get(&operation.id)?;
    let Endpoint { method, path } = backend.contract.extension.endpoint(shown)?;
    let known = match sender {
        Sender::Key { team, .. } => identities(backend, team, operation),
        Sender::Unknown => Vec::new(),
    };
    // The base URL and the path in the contract contain no quotes.
    let mut url = base.to_owned();
    let mut unknown = Vec::new();
    for step in path.split('/').skip(1) {
        url.push('/');
        let Some(name) = step.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
            url.push_str(step);
            continue;
        };
        match known.iter().find(|(parameter, _)| parameter == name) {
            Some((_, id)) => url.push_str(&utf8_percent_encode(id, RESERVED).to_string()),
            None => {
                let variable = variable(operation, name);
                url.push_str(&variable_within(&variable));
                unknown.push(variable);
            }
        }
    }
    let mut command = format!("curl -X {method} '{url}'");
    let mut header = |word: &str| command.push_str(&format!(" \\\n  -H {word}"));
    if let Some(scheme) = shown.authentication.as_ref() {
        let scheme = spec.service.authentication.get(scheme)?;
        let start = format!("{}: {}", scheme.header, scheme.prefix());
        match sender {
            Sender::Key { secret, .. } => header(&quoted(&format!("{start}{secret}"))),
            Sender::Unknown => header(&format!("'{start}{}'", variable_within(KEY))),
        }
    }
    let team = match sender {
        Sender::Key { team, .. } => Some(team),
        Sender::Unknown => None,
    };
    let body = body(backend, operation, shown, team);
    if let (Some(body), Some(parts)) = (&body, spec.parts(shown)) {
        for (name, value) in body.as_object().into_iter().flatten() {
            let text = plain(value).replace('\\', "\\\\").replace('"', "\\\"");
            let media_type = parts.get(name.as_str()).map_or("text/plain", Part::media_type);
            let part = quoted(&format!("{name}=\"{text}\";type={media_type}"));
            command.push_str(&format!(" \\\n  -F {part}"));
        }
    } else if let Some(body) = body {
        header(&quoted(&format!("Content-Type: {}", spec.service.media_type)));
        command.push_str(&format!(" \\\n  -d {}", quoted(&body.to_string())));
    }
    Some(Example {
        id: operation.id.clone(),
        path: format!("{}{path}", spec.service.base_path),
        doc: shown.doc.clone(),
        method,
        command,
        unknown,
    })
}

/// Returns a valid request body, if the operation takes one. It names resources of the team.
fn body(
    backend: &Backend,
    operation: &Operation,
    shown: &model::Operation,
    team: Option<&Team>,
) -> Option<Value> {
    let (contract, request) = (&backend.contract, operation.request.as_ref()?);
    let mut body = contract.spec.sample(shown.request.as_ref()?)?;
    for named in shown.refusals.iter().filter_map(|refusal| refusal.names.as_ref()) {
        let newest = team.and_then(|team| {
            backend.world.store.newest(&named.type_name, team, None).map(|newest| newest.id)
        });
        if let (Some(place), Some(id)) = (body.get_mut(&named.property), newest) {
            *place = id.into();
        }
    }
    validate(contract, request, &body).is_ok().then_some(body)
}

/// Returns the name of the shell variable for an unknown identity.
fn variable(operation: &Operation, parameter: &str) -> String {
    let resource = operation.resource.as_ref().filter(|resource| !resource.is_job);
    if resource.and_then(|resource| resource.identified_by.as_deref()) == Some(parameter) {
        return FIXTURE.to_owned();
    }
    parameter.to_shouty_snake_case()
}

/// Returns values of the path parameters with which the operation succeeds for a team now. Parameters without
/// such a value are left out.
fn identities(backend: &Backend, team: &Team, operation: &Operation) -> Vec<(String, String)> {
    let performs = backend.behaviour.performs(&operation.id);
    if let Some(resource) = operation.resource.as_ref().filter(|_| !performs) {
        let resources = backend.world.store.find(|name, owner, properties| {
            let fits = name.type_name == resource.type_name && owner == team;
            let kind = backend.kind(&name.type_name).filter(|_| fits)?;
            let rank = kind.rank(properties)?;
            Some((rank, name.id.clone()))
        });
        let first = resources.into_iter().min();
        let type_name = resource.type_name.clone();
        let first = first.map(|(_, id)| ResourceId { type_name, id });
        let store = &backend.world.store;
        let parents = resource.parents.iter().rev();
        let names =
            resource.identified_by.iter().chain(parents.map(|parent| &parent.identified_by));
        let parent = || store.newest(&resource.parents.last()?.type_name, team, None);
        let first = resource.identified_by.as_ref().map_or_else(parent, |_| first);
        let ids = successors(first, |name| store.parent(name));
        return names.cloned().zip(ids.map(|name| name.id)).collect();
    }
    backend.behaviour.parameters(&operation.id, team)
}

/// Quotes a text for a POSIX shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns a variable within a quoted text: the quote ends before it, and begins again after it.
fn variable_within(name: &str) -> String {
    format!("'\"${{{name}}}\"'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_quoted_for_a_shell() {
        for (text, expected) in [("a b", "'a b'"), ("it's $HOME", r"'it'\''s $HOME'")] {
            assert_eq!(quoted(text), expected);
        }
        assert_eq!(format!("'a/{}/b'", variable_within("ID")), r#"'a/'"${ID}"'/b'"#);
    }
}
