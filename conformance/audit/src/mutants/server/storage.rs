//! Mutants of updates that store the wrong values.

use webdata_reference::Fault;
use webdata_reference::faults::{StorageFault, StorageMistake};
use webdata_spec::model::{Effect, EffectKind, Operation, ResourceEffect, Shape};

use super::super::subject::kebab;
use super::builder::FaultBuilder;

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    // `resources` handles operations on several resources.
    if operation.is_bulk() {
        return;
    }
    let properties = found.spec.stored_properties(operation);
    let effect = |kind: EffectKind| operation.effects.iter().find(move |own| own.kind == kind);
    // A server may merge a list with the stored one.
    let is_list = |name: &str| {
        let body = operation.request.as_deref().and_then(|own| found.named(own));
        let Some(Shape::Object(object)) = body.map(|own| &own.shape) else { return false };
        let shape = object.properties.get(name).map(|own| &own.schema.shape);
        matches!(shape, Some(Shape::Array { items }) if !matches!(items.shape, Shape::Ref(_)))
    };
    let apart: Vec<&str> = properties.iter().copied().filter(|own| !is_list(own)).collect();
    let mut add =
        |clause: &webdata_spec::model::ClauseId, way: &str, description: String, mistake| {
            let fault = Fault::Storage(StorageFault { operation: operation.id.clone(), mistake });
            found.add(Some(operation), clause, way, description, fault);
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
                let way = format!("not-stored-beside-{}", kebab(&beside));
                let clause = stores.clause.child(name);
                add(
                    &clause,
                    &way,
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
            let way = format!("wipes-{}", kebab(name));
            add(&keeps.clause, &way, description, StorageMistake::Wipes((*name).to_owned()));
        }
        for name in &properties {
            let description = format!("A given `{name}` is stored in every resource of the team.");
            let way = format!("stores-{}-everywhere", kebab(name));
            let mistake = StorageMistake::StoredEverywhere((*name).to_owned());
            add(&keeps.clause, &way, description, mistake);
        }
        let description = "Of two updates at once, one is lost.".to_owned();
        add(&keeps.clause, "loses-concurrent-update", description, StorageMistake::LostUpdate);
    }
    let refused = refusals(found, operation);
    let mut add =
        |clause: &webdata_spec::model::ClauseId, way: &str, description: String, mistake| {
            let fault = Fault::Storage(StorageFault { operation: operation.id.clone(), mistake });
            found.add(Some(operation), clause, way, description, fault);
        };
    if let Some(Effect { clause, .. }) = effect(EffectKind::RefusalKeepsAll) {
        for row in &refused {
            // A server that stores before it checks the key stores every property alike.
            let is_of_body = refused.first() == Some(row);
            let most = if is_of_body { properties.len() } else { 1 };
            for name in properties.iter().take(most) {
                let description = format!("A `{name}` is stored although the request gets {row}.");
                let way = format!("stores-{}-beside-{}", kebab(name), kebab(row));
                let (property, row) = ((*name).to_owned(), row.clone());
                add(clause, &way, description, StorageMistake::StoresRejected { property, row });
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
fn refusals(found: &FaultBuilder<'_>, operation: &Operation) -> Vec<String> {
    let service = &found.spec.service;
    let scheme = operation.authentication.as_ref().and_then(|id| service.authentication.get(id));
    let of_keys = scheme.into_iter().flat_map(|own| [own.rejected.clone(), own.forbidden.clone()]);
    [service.validation_failure.clone()].into_iter().chain(of_keys).collect()
}
