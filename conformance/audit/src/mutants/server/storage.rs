//! Updates that store something else than they should.

use webdata_reference::Fault;
use webdata_reference::faults::{StorageFault, StorageMistake};
use webdata_spec::model::{Effect, EffectKind, Operation, ResourceEffect, Shape};

use super::super::subject::kebab;
use super::builder::FaultBuilder;

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    // Several resources at a time are for `resources`.
    if operation.is_bulk() {
        return;
    }
    let properties = found.spec.stored_properties(operation);
    let effect = |kind: EffectKind| operation.effects.iter().find(move |own| own.kind == kind);
    // A list that was stored may hold what is sent, as if it were merged.
    let is_list = |name: &str| {
        let body = operation.request.as_deref().and_then(|own| found.named(own));
        let Some(Shape::Object(object)) = body.map(|own| &own.shape) else { return false };
        let shape = object.properties.get(name).map(|own| &own.schema.shape);
        matches!(shape, Some(Shape::Array { items }) if !matches!(items.shape, Shape::Ref(_)))
    };
    let apart: Vec<&str> = properties.iter().copied().filter(|own| !is_list(own)).collect();
    let mut add = |clause: &webdata_spec::model::ClauseId, way: &str, says: String, mistake| {
        let fault = Fault::Storage(StorageFault { operation: operation.id.clone(), mistake });
        found.add(Some(operation), clause, way, says, fault);
    };
    if let Some(stores) = effect(EffectKind::StoresGiven) {
        for name in &properties {
            let clause = stores.clause.child(name);
            let says = format!("A `{name}` that is given is answered with and not stored.");
            add(&clause, "not-stored", says, StorageMistake::NotStored((*name).to_owned()));
            let says = format!("The answer shows `{name}` as it was before the update.");
            add(&clause, "stale-answer", says, StorageMistake::Stale((*name).to_owned()));
        }
    }
    let updates = operation.resource_effect() == Some(ResourceEffect::Updates);
    if let Some(stores) = effect(EffectKind::StoresGiven).filter(|_| updates) {
        // Each property beside the next one, and beside one that is far from it.
        let count = apart.len();
        let far = (count / 2).max(2);
        for (index, name) in apart.iter().enumerate().filter(|_| count > 2) {
            for other in [(index + 1) % count, (index + far) % count] {
                let (property, beside) = ((*name).to_owned(), apart[other].to_owned());
                if property == beside {
                    continue;
                }
                let says = format!("A `{name}` that is given beside `{beside}` is not stored.");
                let way = format!("not-stored-beside-{}", kebab(&beside));
                let clause = stores.clause.child(name);
                add(&clause, &way, says, StorageMistake::NotStoredBeside { property, beside });
            }
        }
        let says = "A body that was sent before is answered and not stored again.".to_owned();
        add(&stores.clause, "not-stored-again", says, StorageMistake::NotStoredAgain);
    }
    if let Some(keeps) = effect(EffectKind::KeepsOmitted) {
        for name in &properties {
            let says =
                format!("An update without `{name}` sets it back to what it was at the start.");
            let way = format!("wipes-{}", kebab(name));
            add(&keeps.clause, &way, says, StorageMistake::Wipes((*name).to_owned()));
        }
        for name in &properties {
            let says = format!("A `{name}` that is given is stored in every resource of the team.");
            let way = format!("stores-{}-everywhere", kebab(name));
            let mistake = StorageMistake::StoredEverywhere((*name).to_owned());
            add(&keeps.clause, &way, says, mistake);
        }
        let says = "Of two updates at once, one is lost.".to_owned();
        add(&keeps.clause, "loses-concurrent-update", says, StorageMistake::LostUpdate);
    }
    let refused = refusals(found, operation);
    let mut add = |clause: &webdata_spec::model::ClauseId, way: &str, says: String, mistake| {
        let fault = Fault::Storage(StorageFault { operation: operation.id.clone(), mistake });
        found.add(Some(operation), clause, way, says, fault);
    };
    if let Some(Effect { clause, .. }) = effect(EffectKind::RefusalKeepsAll) {
        for row in &refused {
            // Who stores before the key is looked at stores whatever is given.
            let is_of_body = refused.first() == Some(row);
            let most = if is_of_body { properties.len() } else { 1 };
            for name in properties.iter().take(most) {
                let says = format!("A `{name}` is stored though the request gets {row}.");
                let way = format!("stores-{}-beside-{}", kebab(name), kebab(row));
                let (property, row) = ((*name).to_owned(), row.clone());
                add(clause, &way, says, StorageMistake::StoresRejected { property, row });
            }
        }
    }
    // What is created or replaced is never what was there: it may have identities within that are new.
    let stores = effect(EffectKind::StoresGiven).filter(|_| updates);
    if let (Some(stores), Some(refused)) = (stores, refused.first()) {
        let says = format!("An update that changes nothing gets {refused}.");
        let mistake = StorageMistake::RejectsUnchanged(refused.clone());
        add(&stores.clause, "refuses-unchanged", says, mistake);
    }
}

/// The rows that refuse an update of a resource that is there: by its body, or by its key.
fn refusals(found: &FaultBuilder<'_>, operation: &Operation) -> Vec<String> {
    let service = &found.spec.service;
    let scheme = operation.authentication.as_ref().and_then(|id| service.authentication.get(id));
    let of_keys = scheme.into_iter().flat_map(|own| [own.rejected.clone(), own.forbidden.clone()]);
    [service.validation_failure.clone()].into_iter().chain(of_keys).collect()
}
