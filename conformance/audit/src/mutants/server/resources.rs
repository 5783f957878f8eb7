//! Mutants of operations that create, find, list or remove the wrong resources.

use webdata_reference::Fault;
use webdata_reference::faults::{
    ResourceFault, ResourceMistake, ResponseChange, ResponseFault, ResponseFilter,
};
use webdata_spec::model::{ClauseId, EffectKind, Operation, ResourceEffect};

use super::builder::FaultBuilder;
use webdata_spec::kebab;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    headers(faults, operation);
    let Some(resource) = &operation.resource else { return };
    let id = &operation.id;
    let of =
        |words: &[&str]| words.iter().fold(operation.clause(), |clause, word| clause.child(word));
    let filters: Vec<String> =
        faults.spec.filters(operation).into_iter().map(str::to_owned).collect();
    let mut add = |clause: &ClauseId, suffix: &str, description: &str, mistake: ResourceMistake| {
        let fault = Fault::Resource(ResourceFault { operation: id.clone(), mistake });
        faults.add(Some(operation), clause, suffix, format!("{id} {description}"), fault);
    };
    let effect = of(&[resource.effect.name()]);
    match resource.effect {
        ResourceEffect::Creates => {
            add(
                &effect,
                "not-created",
                "succeeds and creates nothing.",
                ResourceMistake::NotCreated,
            );
            let description = "gives a new resource the identity of the one before it.";
            add(&effect, "same-identity", description, ResourceMistake::SameIdentity);
        }
        ResourceEffect::Reads => {
            let description = "returns resources as if they had never been changed.";
            add(&effect, "reads-initial", description, ResourceMistake::ReadsInitial);
        }
        ResourceEffect::Deletes => {
            add(
                &effect,
                "not-deleted",
                "succeeds and removes nothing.",
                ResourceMistake::NotDeleted,
            );
            let description = "removes another resource, too.";
            add(&effect, "deletes-another", description, ResourceMistake::DeletesAnother);
        }
        ResourceEffect::Lists => {
            // Without keys there are no teams.
            if operation.authentication.is_some() {
                let description = "lists the resources of other teams.";
                add(&effect, "lists-foreign", description, ResourceMistake::ListsForeign);
            }
            let description = "does not list the newest resource.";
            add(&effect, "without-newest", description, ResourceMistake::ListsWithoutNewest);
            for name in filters {
                let clause = of(&["filters", &name]);
                let (suffix, description) =
                    (format!("ignores-{}", kebab(&name)), format!("ignores `{name}`."));
                add(&clause, &suffix, &description, ResourceMistake::IgnoresFilter(name));
            }
        }
        ResourceEffect::Updates | ResourceEffect::Replaces => {}
    }
    if resource.foreign.is_some() {
        let description = "finds the resource of another team.";
        add(&of(&["foreign"]), "finds-foreign", description, ResourceMistake::FindsForeign);
    }
    if operation.is_bulk() {
        for effect in &operation.effects {
            let (suffix, description, mistake) = match effect.kind {
                EffectKind::StoresGiven => (
                    "changes-first-only",
                    "carries out only the first change.",
                    ResourceMistake::ChangesFirstOnly,
                ),
                EffectKind::RefusalKeepsAll => (
                    "keeps-before-refused",
                    "keeps the changes before one that is rejected.",
                    ResourceMistake::StoresBeforeRejected,
                ),
                EffectKind::KeepsOmitted | EffectKind::ResetsOmitted | EffectKind::Sets { .. } => {
                    continue;
                }
            };
            add(&effect.clause, suffix, description, mistake);
        }
    }
}

/// Adds mutants whose responses lack a header.
fn headers(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let headers = operation.response.as_ref().and_then(|response| response.headers.as_ref());
    let object = headers.and_then(|name| faults.spec.object(name));
    let Some(object) = object else { return };
    for (name, property) in object.properties.iter().filter(|(_, property)| property.required) {
        let change = ResponseChange::Header(name.to_lowercase(), None);
        let id = Some(operation.id.clone());
        let fault =
            Fault::Response(ResponseFault { operation: id, on: ResponseFilter::Success, change });
        let description = format!("Responses to {} lack the header `{name}`.", operation.id);
        let clause = property.schema.clause.child("required");
        faults.add(
            Some(operation),
            &clause,
            &format!("without-{}", kebab(name)),
            description,
            fault,
        );
    }
}
