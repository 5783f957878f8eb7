//! Lint of sources: each must be a heading of the contract, if the contract lists its headings.
//!
//! A source may name a place below a heading after a comma: `Albums / Tracks, rule 2` is below `Albums / Tracks`.

use super::placed_schema::PlacedSchema;
use crate::diagnostic::Diagnostic;
use crate::page::{EffectPage, RefusalPage};
use crate::pages::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, schemas: &[PlacedSchema<'_>], mistakes: &mut Vec<Diagnostic>) {
    let Some(headings) = &pages.service.content.headings else { return };
    let known = headings.iter().map(String::as_str).collect();
    let mut lint = Lint { known, mistakes };
    lint.service(pages);
    lint.catalogues(pages);
    lint.lifecycles(pages);
    for at in schemas {
        lint.source(at.page.source.as_ref(), &at.place);
        for (index, rule) in at.page.rules.iter().enumerate() {
            lint.source(rule.source.as_ref(), &at.place.at("rules").item(index));
        }
        lint.parts(&at.page.effects, &at.page.refusals, &at.place);
    }
}

struct Lint<'l> {
    known: Vec<&'l str>,
    mistakes: &'l mut Vec<Diagnostic>,
}

impl Lint<'_> {
    fn service(&mut self, pages: &Pages) {
        let (place, page) = (Place::new(&pages.service.document), &pages.service.content);
        self.source(Some(&page.source), &place);
        for (id, state) in &page.team_states {
            self.source(Some(&state.source), &place.at("teamStates").at(id));
        }
        for (id, scheme) in &page.authentication {
            self.source(Some(&scheme.source), &place.at("authentication").at(id));
        }
        self.source(page.retry.as_ref().map(|retry| &retry.source), &place.at("retry"));
        let versioning = page.versioning.as_ref().map(|versioning| &versioning.source);
        self.source(versioning, &place.at("versioning"));
    }

    /// Checks the sources of errors, operations, limits, charges, channels and gaps.
    fn catalogues(&mut self, pages: &Pages) {
        let place = Place::new(&pages.errors.document);
        for (id, row) in &pages.errors.content {
            self.source(Some(&row.source), &place.at(id));
        }
        let place = Place::new(&pages.operations.document);
        for (id, operation) in &pages.operations.content {
            self.source(Some(&operation.source), &place.at(id));
            self.parts(&operation.effects, &operation.refusals, &place.at(id));
        }
        if let Some(page) = &pages.limits {
            let place = Place::new(&page.document);
            for (id, limit) in &page.content.limits {
                self.source(Some(&limit.source), &place.at("limits").at(id));
            }
            for (id, charge) in &page.content.charges {
                self.source(Some(&charge.source), &place.at("charges").at(id));
            }
        }
        if let Some(page) = &pages.events {
            for (id, channel) in &page.content {
                self.source(Some(&channel.source), &Place::new(&page.document).at(id));
            }
        }
        if let Some(page) = &pages.gaps {
            for (id, gap) in &page.content {
                self.source(Some(&gap.source), &Place::new(&page.document).at(id));
            }
        }
    }

    fn lifecycles(&mut self, pages: &Pages) {
        let Some(page) = &pages.lifecycles else { return };
        for (type_name, properties) in &page.content {
            for (property, lifecycle) in properties {
                let place = Place::new(&page.document).at(type_name).at(property);
                for (index, one) in lifecycle.moves.iter().enumerate() {
                    self.source(Some(&one.source), &place.at("moves").item(index));
                }
                for (index, situation) in lifecycle.situations.iter().enumerate() {
                    self.source(Some(&situation.source), &place.at("situations").item(index));
                }
            }
        }
    }

    fn parts(&mut self, effects: &[EffectPage], refusals: &[RefusalPage], place: &Place<'_>) {
        for (index, effect) in effects.iter().enumerate() {
            self.source(effect.source.as_ref(), &place.at("effects").item(index));
        }
        for (index, refusal) in refusals.iter().enumerate() {
            self.source(refusal.source.as_ref(), &place.at("refusals").item(index));
        }
    }

    /// Checks the source of the entry at a place, if the entry has one.
    fn source(&mut self, source: Option<&String>, place: &Place<'_>) {
        let Some(source) = source else { return };
        let under = |heading: &&str| {
            let rest = source.strip_prefix(*heading);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
        };
        if !self.known.iter().any(under) {
            self.mistakes.push(place.at("source").unknown("heading", source, &self.known));
        }
    }
}
