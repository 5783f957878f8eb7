//! Makes a target of a running reference server.

use std::collections::HashMap;

use webdata_cases::case::{self, KeyName};
use webdata_cases::derive::max_fixtures;
use webdata_reference::{PROVOKE_HEADER, ReferenceServer, StagedRequest, Team, UnknownKind};
use webdata_spec::model::{ClauseId, Endpoint, ResourceEffect};
use webdata_spec::{ClauseIndex, Spec};
use webdata_suite::target::{
    Circumstance, Headers, Provocation, Secret, Target, Text, Trigger, Webhooks,
};

/// Returns a target for the reference server, with fixtures for `jobs` cases side by side.
///
/// # Errors
/// When the server cannot create a resource that an operation works on.
pub fn reference_target(
    server: &ReferenceServer,
    spec: &Spec,
    jobs: usize,
) -> Result<Target, UnknownKind> {
    reference_target_with(server, spec, &spec.clauses(), jobs)
}

/// Returns the target of [`reference_target`], from the clauses of `spec`: listing these takes longer than the
/// rest.
pub(crate) fn reference_target_with(
    server: &ReferenceServer,
    spec: &Spec,
    clauses: &ClauseIndex,
    jobs: usize,
) -> Result<Target, UnknownKind> {
    let keys = server.keys();
    let keys = [
        (KeyName::Valid, &keys.valid),
        (KeyName::Revoked, &keys.revoked),
        (KeyName::Limited, &keys.limited),
        (KeyName::OtherTeam, &keys.other_team),
    ];
    let secret = |(name, value): (KeyName, &String)| {
        let variable = format!("REFERENCE_{name}_KEY").to_uppercase().replace('-', "_");
        (name, Secret::new(variable, value.as_str()))
    };
    let mut fixtures: HashMap<String, Vec<String>> = HashMap::new();
    let resources = spec.operations.values().filter_map(|operation| operation.resource.as_ref());
    let named = resources.flat_map(|resource| {
        // A case creates each resource that it deletes, so deletions need no fixtures.
        let is_deleted = resource.effect == ResourceEffect::Deletes;
        let own = resource.identified_by.iter().filter(move |_| !is_deleted && !resource.is_job);
        let own = own.map(|name| (name, &resource.type_name));
        own.chain(resource.parents().map(|parent| (&parent.identified_by, &parent.type_name)))
    });
    // Without a path parameter of its own, a resource in a list of changes is named by its type.
    let changed = spec.operations.values().filter(|operation| operation.is_bulk());
    let changed = changed.filter_map(|operation| {
        let name = operation.resource.as_ref()?.type_name.as_str();
        Some((spec.identity_parameter(name).unwrap_or(name), name))
    });
    let named = named.map(|(parameter, name)| (parameter.as_str(), name.as_str()));
    let in_bodies = spec.named_resources();
    let in_bodies = in_bodies.iter().filter_map(|(_, named)| {
        Some((spec.identity_parameter(&named.type_name)?, named.type_name.as_str()))
    });
    let mut named: Vec<(&str, &str)> = named.chain(changed).chain(in_bodies).collect();
    // Parents are created before their children.
    named.sort_by_key(|(name, _)| spec.full_name(name).len());
    for (identified_by, type_name) in named {
        if fixtures.contains_key(identified_by) {
            continue;
        }
        let count = jobs * max_fixtures(spec);
        let created = server.create_in_states(type_name, &Team::HOME, count)?;
        fixtures.insert(identified_by.to_owned(), created);
    }
    let provocation = |id: &String| {
        let headers = Headers::from([(PROVOKE_HEADER.to_owned(), Text::Plain(id.clone()))]);
        (id.clone(), Provocation { headers, ..Provocation::default() })
    };
    let mut target = Target::from_base_url(server.base_url());
    target.name = "the reference server".to_owned();
    let settings = &mut target.settings;
    settings.keys = keys.into_iter().map(secret).collect();
    settings.fixtures = fixtures;
    settings.provoke = spec.errors.keys().map(provocation).collect();
    settings.circumstance = server.stage(spec, clauses).into_iter().map(circumstance).collect();
    let binding = |(id, Endpoint { method, path })| (id, case::Endpoint { method, path });
    settings.bind = server.bindings().into_iter().map(binding).collect();
    // The teams of the reference server are in no special state.
    settings.team.not_in = spec.service.team_states.keys().cloned().collect();
    settings.webhooks = server.trigger().map(|Endpoint { method, path }| {
        let endpoint = case::Endpoint { method, path };
        Webhooks::on_loopback(Trigger { endpoint, headers: Headers::new() })
    });
    Ok(target)
}

fn circumstance(staged: StagedRequest) -> ((String, ClauseId), Circumstance) {
    let StagedRequest { operation, clause, key, parameters, body } = staged;
    let parameters = parameters.into_iter().collect();
    let key = key.map(|key| Secret::new("REFERENCE_TEAM_KEY", key));
    let met = Circumstance { key, parameters, body, ..Circumstance::default() };
    ((operation, ClauseId::new(clause)), met)
}
