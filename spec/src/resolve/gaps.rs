//! Resolves gaps, and adds the gaps that every list has.

use indexmap::IndexMap;

use super::place::Place;
use super::resolver::Resolver;
use crate::model::{
    ClauseId, Gap, Observation, Operation, PaginationStyle, Probe, ResourceEffect, Spec,
};
use crate::page::{GapPage, GapsPage};
use crate::pages::Page;

/// Adds the gaps of lists: the response to a request for a page that does not exist, and the result of a walk
/// over numbered pages while resources are created. A page that asks the same question replaces the added
/// gap.
pub(super) fn add_implied(spec: &mut Spec) {
    let implied: Vec<Gap> =
        spec.operations.values().flat_map(|operation| implied(spec, operation)).collect();
    for gap in implied {
        spec.gaps.entry(gap.id.clone()).or_insert(gap);
    }
}

fn implied(spec: &Spec, operation: &Operation) -> Vec<Gap> {
    let (Some(pages), Some(resource)) = (&operation.pagination, &operation.resource) else {
        return Vec::new();
    };
    let id = &operation.id;
    let is_counted = pages.style != PaginationStyle::Cursor;
    let creates =
        spec.operation_with_effect(ResourceEffect::Creates, &resource.type_name).is_some();
    let gap = |probe: Probe, clause: ClauseId, question: String| {
        spec.gap_at(probe, &clause).is_none().then(|| Gap {
            id: format!("{probe}-of-{}", kebab(id)),
            question,
            place: clause.to_string(),
            observation: Observation::Probe(probe),
            values: Vec::new(),
            source: operation.source.clone(),
        })
    };
    let walk = operation.pagination_clause("walk");
    let question = match is_counted {
        true => format!("What does `{id}` return after the last page?"),
        false => format!("What does `{id}` return for an altered cursor?"),
    };
    let is_open = is_counted || pages.unknown.is_none() || creates;
    let no_such_page = is_open.then(|| gap(Probe::NoSuchPage, walk.clone(), question)).flatten();
    let question =
        format!("Does a walk over `{id}` return each resource once while others are created?");
    let shifts = is_counted && !pages.stable && creates;
    let shifted = shifts.then(|| gap(Probe::WalkWhileCreating, walk, question)).flatten();
    no_such_page.into_iter().chain(shifted).collect()
}

fn kebab(id: &str) -> String {
    let word = |letter: char| match letter.is_ascii_uppercase() {
        true => format!("-{}", letter.to_ascii_lowercase()),
        false => letter.to_string(),
    };
    id.chars().map(word).collect()
}

impl Resolver<'_> {
    pub(super) fn gaps(&mut self, page: &Page<GapsPage>) -> IndexMap<String, Gap> {
        let place = Place::new(&page.document);
        let gaps = page.content.iter().filter_map(|(id, gap)| {
            let observation = self.observation(gap, &place.at(id))?;
            let gap = Gap {
                id: id.clone(),
                question: gap.question.clone(),
                place: gap.place.clone(),
                observation,
                values: gap.values.clone().unwrap_or_default(),
                source: gap.source.clone(),
            };
            Some((id.clone(), gap))
        });
        gaps.collect()
    }

    fn observation(&mut self, page: &GapPage, place: &Place<'_>) -> Option<Observation> {
        match (page.probe, &page.unobservable) {
            (Some(probe), None) => Some(Observation::Probe(probe)),
            (None, Some(reason)) => Some(Observation::Unobservable(reason.clone())),
            _ => {
                let mistake = place.entry(
                    "a gap must have either a `probe` or a reason why no run can observe it",
                );
                let help = "give exactly one of `probe` and `unobservable`";
                self.report_missing(place, mistake.with_help(help));
                None
            }
        }
    }
}
