//! Isolation: an update of one resource leaves another as it was.

use webdata_spec::model::EffectKind;

use super::cases::Cases;
use super::effects::neutral;
use crate::case::{Argument, Case, Expected, Purpose, Step};

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let (Some((resource, _)), Some((clause, level)), Some(read_back)) =
        (cases.resource(), cases.effect(&EffectKind::KeepsOmitted), neutral(cases, ""))
    else {
        return Vec::new();
    };
    let on_second = |mut step: Step| {
        let argument = Argument::Fixture { index: 1 };
        step.request.parameters.insert(resource.identified_by.clone(), argument);
        step
    };
    let baseline = cases.baseline();
    let stored = cases.stored_properties();
    let changed = stored.iter().filter_map(|(name, schema)| {
        let other = cases.samples.other(schema, baseline.get(*name)?)?;
        Some(((*name).to_owned(), other))
    });
    let changed = changed.collect::<serde_json::Map<_, _>>().into();
    let members = stored.iter().filter(|(name, _)| read_back.get(*name).is_none());
    let members =
        members.filter_map(|(name, _)| cases.member(name, Expected::SameAsStep(0), clause.clone()));
    let steps = vec![
        on_second(cases.arrange(baseline.clone())),
        cases.accepted(Purpose::Act, changed, Vec::new()),
        on_second(cases.accepted(Purpose::Assert, read_back.clone(), members.collect())),
    ];
    vec![cases.case(cases.id(&["isolation", "another-resource"]), level, clause.clone(), steps)]
}
