//! Mutants of updates that store the wrong values.

use webdata_reference::Fault;
use webdata_reference::faults::{StorageFault, StorageMistake};
use webdata_spec::model::{Effect, EffectKind, Operation, ResourceEffect, Schema};

use super::builder::FaultBuilder;
use webdata_spec::kebab;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    // `resources` handles operations on several resources.
    if operation.is_bulk() {
        return;
    }
    let properties = faults.spec.stored_properties(operation);
    let effect =
        |kind: EffectKind| operation.effects.iter().find(move |effect| effect.kind == kind);
    // A server may merge a list with the stored one.
    let is_list = |name: &str| {
        let body = operation.request.as_deref().and_then(|name| faults.spec.schema(name));
        let property = body.and_then(Schema::object).and_then(|object| object.properties.get(name));
        let items = property.and_then(|property| property.schema.items());
        items.is_some_and(|items| !items.is_reference())
    };
    let apart: Vec<&str> =
        properties.iter().copied().filter(|property| !is_list(property)).collect();
    let mut add =
        |clause: &webdata_spec::model::ClauseId, suffix: &str, description: String, mistake| {
            let fault = Fault::Storage(StorageFault { operation: operation.id.clone(), mistake });
            faults.add(Some(operation), clause, suffix, description, fault);
        };
    if let Some(stores) = effect(EffectKind::StoresGiven) {
        for name in &properties {
            let clause = stores.clause.child(name);
            let description = format!("A given `{name}` is returned and not stored.");
            add(&clause, "not-stored", description, StorageMistake::NotStored((*name).to_owned()));
            let description = format!("The response shows `{name}` as it was before the update.");
            add(&clause, "stale-answer", description, StorageMistake::Stale((*name).to_owned()));
        }
    }
    let updates = operation.resource_effect() == Some(ResourceEffect::Updates);
    if let Some(stores) = effect(EffectKind::StoresGiven).filter(|_| updates) {
        // Each property is tried beside the next one, and beside a distant one.
        let count = apart.len();
        let far = (count / 2).max(2);
        for (index, name) in apart.iter().enumerate().filter(|_| count > 2) {
            for other in [(index + 1) % count, (index + far) % count] {
                let (property, beside) = ((*name).to_owned(), apart[other].to_owned());
                if property == beside {
                    continue;
                }
                let description =
                    format!("A `{name}` that is given beside `{beside}` is not stored.");
                let suffix = format!("not-stored-beside-{}", kebab(&beside));
                let clause = stores.clause.child(name);
                add(
                    &clause,
                    &suffix,
                    description,
                    StorageMistake::NotStoredBeside { property, beside },
                );
            }
        }
        let description =
            "A body that was sent before is confirmed and not stored again.".to_owned();
        add(&stores.clause, "not-stored-again", description, StorageMistake::NotStoredAgain);
    }
    if let Some(keeps) = effect(EffectKind::KeepsOmitted) {
        for name in &properties {
            let description =
                format!("An update without `{name}` resets the property to its initial value.");
            let suffix = format!("wipes-{}", kebab(name));
            add(&keeps.clause, &suffix, description, StorageMistake::Wipes((*name).to_owned()));
        }
        for name in &properties {
            let description = format!("A given `{name}` is stored in every resource of the team.");
            let suffix = format!("stores-{}-everywhere", kebab(name));
            let mistake = StorageMistake::StoredEverywhere((*name).to_owned());
            add(&keeps.clause, &suffix, description, mistake);
        }
        let description = "Of two updates at once, one is lost.".to_owned();
        add(&keeps.clause, "loses-concurrent-update", description, StorageMistake::LostUpdate);
    }
    let refused = refusals(faults, operation);
    let mut add =
        |clause: &webdata_spec::model::ClauseId, suffix: &str, description: String, mistake| {
            let fault = Fault::Storage(StorageFault { operation: operation.id.clone(), mistake });
            faults.add(Some(operation), clause, suffix, description, fault);
        };
    if let Some(Effect { clause, .. }) = effect(EffectKind::RefusalKeepsAll) {
        for row in &refused {
            // A server that stores before it checks the key stores every property alike.
            let is_of_body = refused.first() == Some(row);
            let count = if is_of_body { properties.len() } else { 1 };
            for name in properties.iter().take(count) {
                let description = format!("A `{name}` is stored although the request gets {row}.");
                let suffix = format!("stores-{}-beside-{}", kebab(name), kebab(row));
                let (property, row) = ((*name).to_owned(), row.clone());
                add(clause, &suffix, description, StorageMistake::StoresRejected { property, row });
            }
        }
    }
    // Only updates can change nothing: a created or replaced resource may contain new identities.
    let stores = effect(EffectKind::StoresGiven).filter(|_| updates);
    if let (Some(stores), Some(refused)) = (stores, refused.first()) {
        let description = format!("An update that changes nothing gets {refused}.");
        let mistake = StorageMistake::RejectsUnchanged(refused.clone());
        add(&stores.clause, "refuses-unchanged", description, mistake);
    }
}

/// Returns the rows that reject an update of an existing resource: for its body, or for its key.
fn refusals(faults: &FaultBuilder<'_>, operation: &Operation) -> Vec<String> {
    let service = &faults.spec.service;
    let scheme = operation.authentication.as_ref().and_then(|id| service.authentication.get(id));
    let of_keys =
        scheme.into_iter().flat_map(|scheme| [scheme.rejected.clone(), scheme.forbidden.clone()]);
    [service.validation_failure.clone()].into_iter().chain(of_keys).collect()
}
