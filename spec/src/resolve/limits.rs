//! Resolves limits of the service and credit charges.

use indexmap::IndexMap;

use super::place::Place;
use super::resolver::{ReferenceKind, Resolver};
use crate::model::{Charge, Condition, ServiceLimit};
use crate::page::{ChargePage, LimitsPage};
use crate::pages::Page;

impl Resolver<'_> {
    pub(super) fn limits(&mut self, page: &Page<LimitsPage>) -> IndexMap<String, ServiceLimit> {
        let place = Place::new(&page.document);
        let limits = page.content.limits.iter().map(|(id, limit)| {
            let place = place.at("limits").at(id);
            self.refer(ReferenceKind::Error, &limit.error, &place.at("error"));
            if let Some(gap) = &limit.gap {
                self.refer(ReferenceKind::Gap, gap, &place.at("gap"));
            }
            if limit.value.is_some() == limit.gap.is_some() {
                let mistake = place.entry("a limit must have either a `value` or a `gap`");
                self.report_missing(
                    &place,
                    mistake.with_help("give exactly one of `value` and `gap`"),
                );
            }
            let limit = ServiceLimit {
                id: id.clone(),
                doc: limit.doc.clone(),
                error: limit.error.clone(),
                gap: limit.gap.clone(),
                value: limit.value,
                source: limit.source.clone(),
            };
            (id.clone(), limit)
        });
        limits.collect()
    }

    pub(super) fn charges(&mut self, page: &Page<LimitsPage>) -> IndexMap<String, Charge> {
        let place = Place::new(&page.document).at("charges");
        let charges = page.content.charges.iter().map(|(id, charge)| {
            let place = place.at(id);
            if let Some(gap) = &charge.gap {
                self.refer(ReferenceKind::Gap, gap, &place.at("gap"));
            }
            if charge.credits.is_some() == charge.gap.is_some() {
                let mistake = place.entry("a charge must have either `credits` or a `gap`");
                let help = "give exactly one of `credits` and `gap`";
                self.report_missing(&place, mistake.with_help(help));
            }
            let charge = Charge {
                id: id.clone(),
                doc: charge.doc.clone(),
                credits: charge.credits,
                per: charge.per,
                when: self.charged_when(charge, &place),
                instead_of: self.resolve_instead_of(charge, page, &place),
                gap: charge.gap.clone(),
                source: charge.source.clone(),
            };
            (id.clone(), charge)
        });
        charges.collect()
    }

    /// Resolves `insteadOf`. In a group of charges that replace each other, all but one name that one.
    fn resolve_instead_of(
        &mut self,
        charge: &ChargePage,
        page: &Page<LimitsPage>,
        place: &Place<'_>,
    ) -> Option<String> {
        let name = charge.instead_of.as_deref()?;
        let place = place.at("insteadOf");
        let charges = Place::new(&page.document).at("charges");
        let known = charges.keys();
        if !known.contains(&name) {
            self.report(place.unknown("charge", name, &known));
            return None;
        }
        let mistake = match page.content.charges.get(name) {
            Some(other) if std::ptr::eq(other, charge) => Some("a charge cannot replace itself"),
            Some(other) if other.instead_of.is_some() => {
                Some("the replaced charge itself replaces another one")
            }
            Some(other) if other.per != charge.per => {
                Some("charges that replace each other must have the same `per`")
            }
            _ => None,
        };
        if let Some(mistake) = mistake {
            let help = "choose one charge of the group, and let all others name it";
            self.report(place.value(mistake).with_help(help));
        }
        Some(name.to_owned())
    }

    fn charged_when(
        &mut self,
        page: &ChargePage,
        place: &Place<'_>,
    ) -> Option<(String, Condition)> {
        match (&page.type_name, &page.when) {
            (Some(name), Some(when)) => {
                self.refer(ReferenceKind::Type, name, &place.at("type"));
                Some((name.clone(), self.condition(when, &place.at("when"))?))
            }
            (None, None) => None,
            _ => {
                let mistake = place.entry("a charge must have both `type` and `when`, or neither");
                self.report_missing(
                    place,
                    mistake.with_help("add the missing key, or remove this one"),
                );
                None
            }
        }
    }
}
