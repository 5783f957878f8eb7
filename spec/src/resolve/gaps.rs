//! Gaps and how a run deals with them.

use indexmap::IndexMap;

use super::place::Place;
use super::resolver::Resolver;
use crate::model::{Gap, Observation};
use crate::page::{GapPage, GapsPage};
use crate::pages::Page;

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
                let mistake =
                    place.entry("a gap has either a `probe` or a reason why there is none");
                let help = "give exactly one of `probe` and `unobservable`";
                self.report_missing(place, mistake.with_help(help));
                None
            }
        }
    }
}
