//! Removes what killed runs left on a server, by their journals.

use std::collections::BTreeMap;
use std::sync::Arc;

use webdata_spec::Spec;

use super::client::ClientError;
use super::{Provisioned, RunContext};
use crate::target::{AbandonedJournal, Entry, ProvidedResource, Target};

/// The result of removing what a journal lists.
#[derive(Debug, Default)]
pub struct Cleaned {
    /// The number of removed resources.
    pub removed: usize,
    /// Whether a set-up is left, which the command of `teardown` removes.
    pub has_setup: bool,
    /// The resources that are still on the server, each with the reason.
    pub left: Vec<String>,
    /// The number of entries about other servers.
    pub of_other_servers: usize,
}

/// Removes the resources of a journal that are on the server of a target. The set-up stays in the journal.
///
/// # Errors
/// If no HTTP client can be made.
pub async fn clean(
    target: &Target,
    spec: &Spec,
    journal: &AbandonedJournal,
) -> Result<(Cleaned, Vec<Entry>), ClientError> {
    let mut cleaned = Cleaned::default();
    let mut removed = Vec::new();
    let mut provided: BTreeMap<Option<&str>, Vec<ProvidedResource>> = BTreeMap::new();
    let context =
        RunContext::new(Arc::new(spec.clone()), Arc::new(spec.clauses()), target.clone(), None)?;
    for (server, entry) in journal.left.iter().rev() {
        if *server != target.connection.base_url {
            cleaned.of_other_servers += 1;
            continue;
        }
        match entry {
            Entry::Provided(resource) => {
                provided.entry(resource.provoked.as_deref()).or_default().push(resource.clone());
            }
            Entry::Created(resource) => {
                let operation = spec.operations.get(&resource.delete_operation);
                let left = match operation {
                    Some(operation) => context.remove_one(operation, resource, &mut 0).await,
                    None => {
                        let name = &resource.delete_operation;
                        Some(format!("the contract has no operation `{name}`"))
                    }
                };
                match left {
                    Some(reason) => cleaned.left.push(reason),
                    None => removed.push(entry.clone()),
                }
            }
            Entry::Setup => cleaned.has_setup = true,
        }
    }
    for (provoked, mut resources) in provided {
        let team = provoked.map(|error| (error, target.with_provoking_key(error)));
        let team = match team {
            None => target,
            Some((_, Some(team))) => &team.clone(),
            Some((error, None)) => {
                let reason = format!("`[provoke] {error}` has no key any more");
                cleaned.left.push(reason);
                continue;
            }
        };
        resources.reverse();
        let without_recipe = |resource: &ProvidedResource| {
            let recipe = team.settings.provision.get(&resource.parameter);
            recipe.is_none_or(|recipe| recipe.delete.is_none())
        };
        for resource in resources.extract_if(.., |resource| without_recipe(resource)) {
            let ProvidedResource { parameter, id, .. } = resource;
            let reason =
                format!("{parameter} {id}: `[provision.{parameter}]` has no `delete` any more");
            cleaned.left.push(reason);
        }
        let leftovers = Provisioned::new(team, spec, resources.clone())?.remove_all().await;
        resources.retain(|resource| !leftovers.iter().any(|(_, left)| left == resource));
        removed.extend(resources.into_iter().map(Entry::Provided));
        cleaned.left.extend(leftovers.iter().map(|(leftover, _)| leftover.to_string()));
    }
    cleaned.removed = removed.len();
    Ok((cleaned, removed))
}
