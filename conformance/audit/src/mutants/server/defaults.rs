//! Mutants that fill in a wrong default for an omitted property.

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake};
use webdata_spec::model::{EffectKind, Operation};

use super::super::presence::other_value;
use super::builder::FaultBuilder;
use super::places::places;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    // The response to a request that is not stored shows no default.
    if !operation.effects.iter().any(|effect| effect.kind == EffectKind::StoresGiven) {
        return;
    }
    let Some(schema) = operation.request.as_deref().and_then(|name| faults.spec.schema(name))
    else {
        return;
    };
    for place in places(faults.spec, schema) {
        // A property that an update omits keeps its value.
        if place.required != Some(false) || place.path.0.len() < 2 {
            continue;
        }
        let said = [place.property, place.schema].into_iter();
        let Some(schema) = said.clone().find(|schema| schema.default.is_some()) else { continue };
        let other = schema.default.as_ref().and_then(|default| other_value(schema, default));
        let Some((other, named)) = other else { continue };
        let description = format!("`{}` is filled in as {named} where it is left out.", place.name);
        let suffix = format!("filled-in-as-{named}-{}", place.suffix);
        let mistake = BodyMistake::FillsIn(other);
        let (id, path) = (operation.id.clone(), place.path.clone());
        let fault = Fault::Body(BodyFault { operation: id, path, mistake });
        faults.add(Some(operation), &schema.clause.child("default"), &suffix, description, fault);
    }
}
