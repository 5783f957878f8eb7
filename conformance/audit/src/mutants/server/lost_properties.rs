//! Mutants that lose a property within a body if another property is beside it.

use std::collections::HashSet;

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Segment};
use webdata_spec::model::{EffectKind, Operation, Schema, StringFormat};

use super::builder::FaultBuilder;
use super::places::{Place, places};
use super::strings::may_be_refused_when_given;
use webdata_spec::kebab;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some((stores, schema)) = faults.stored_by_update(operation) else { return };
    let properties = faults.spec.stored_properties(operation);
    let mut read = HashSet::new();
    // `storage` handles the properties of the body itself.
    let all = places(faults.spec, schema).into_iter().filter(|place| {
        let is_new = place.path.0.len() > 1 && read.insert(place.property.clause.clone());
        is_new && place.required == Some(false) && !place.is_choice
    });
    let all: Vec<Place<'_>> = all.filter(|place| is_free(faults, place)).collect();
    for pair in all.windows(2) {
        let [first, second] = pair else { continue };
        let (Some((Segment::Member(name), outer)), Some((Segment::Member(beside), around))) =
            (first.path.0.split_last(), second.path.0.split_last())
        else {
            continue;
        };
        let Some(Segment::Member(root)) = first.path.0.first() else { continue };
        if outer != around || !properties.contains(&root.as_str()) {
            continue;
        }
        for (place, beside) in [(first, beside), (second, name)] {
            let description = format!("`{}` is not stored beside `{beside}`.", place.name);
            let suffix = format!("lost-beside-{}-{}", kebab(beside), place.suffix);
            let mistake = BodyMistake::DropsBeside(beside.clone());
            let (id, path) = (operation.id.clone(), place.path.clone());
            let fault = Fault::Body(BodyFault { operation: id, path, mistake });
            faults.add(Some(operation), &stores.clause.child(root), &suffix, description, fault);
        }
    }
}

/// Returns whether a property can be sent together with others and keep any value. Identities, properties
/// that depend on a team, and properties that an effect sets are excluded.
fn is_free(faults: &FaultBuilder<'_>, place: &Place<'_>) -> bool {
    let owner = place.property.clause.as_str().rsplit_once('.');
    let owner = owner.and_then(|(owner, name)| Some((faults.spec.schema(owner)?, name)));
    let is_set = owner.is_some_and(|(owner, name)| {
        let Some(object) = owner.object() else { return false };
        let mut effects = object.effects.iter();
        effects.any(
            |effect| matches!(&effect.kind, EffectKind::Sets { property, .. } if property == name),
        )
    });
    let of_team = |schema: &Schema| {
        let Some(object) = schema.object() else { return false };
        object.refusals.iter().any(|refusal| refusal.when.is_none() && refusal.team_state.is_some())
    };
    place.schema.format() != Some(StringFormat::Uuid)
        && !is_set
        && !of_team(place.schema)
        && !owner.is_some_and(|(owner, _)| of_team(owner))
        && !may_be_refused_when_given(faults, place)
}
