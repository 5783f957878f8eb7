//! Resolves rules, refusals and conditions.

use super::place::Place;
use super::resolver::{ReferenceKind, Resolver};
use crate::model::{ClauseId, Condition, Level, PropertyPath, Refusal, Rule, Test};
use crate::page::{ConditionPage, RefusalPage, RulePage};

impl Resolver<'_> {
    pub(super) fn condition(
        &mut self,
        page: &ConditionPage,
        place: &Place<'_>,
    ) -> Option<Condition> {
        let path = PropertyPath::parse(&page.path);
        if path.is_none() {
            let mistake = place.at("path").value("this is not a path to a property");
            self.report(mistake.with_help("write `name`, `name.name` or `name[].name`"));
        }
        let test = match (&page.equals, page.non_empty, page.given) {
            (Some(value), None, None) => Some(Test::Equals(value.clone())),
            (None, Some(true), None) => Some(Test::NonEmpty),
            (None, None, Some(given)) => Some(Test::Given(given)),
            _ => {
                let mistake = place.entry("a condition must have exactly one test");
                let help = "give one of `equals`, `nonEmpty = true` and `given`";
                self.report_missing(place, mistake.with_help(help));
                None
            }
        };
        Some(Condition { path: path?, test: test? })
    }

    pub(super) fn rule(
        &mut self,
        page: &RulePage,
        place: &Place<'_>,
        of: &ClauseId,
        (level, source): (Level, &str),
    ) -> Option<Rule> {
        let when = self.condition(&page.when, &place.at("when"));
        let unless = page.unless.as_ref().map(|unless| self.condition(unless, &place.at("unless")));
        let requires = self.condition(&page.requires, &place.at("requires"));
        let gap =
            page.gap.as_ref().map(|gap| self.refer(ReferenceKind::Gap, gap, &place.at("gap")));
        Some(Rule {
            id: page.id.clone(),
            clause: of.child("rules").child(&page.id),
            doc: page.doc.clone(),
            when: when?,
            unless: match unless {
                Some(unless) => Some(unless?),
                None => None,
            },
            requires: requires?,
            scope: page.judged,
            gap: gap.flatten(),
            level: page.level.unwrap_or(level),
            source: page.source.clone().unwrap_or_else(|| source.to_owned()),
        })
    }

    pub(super) fn refusals(
        &mut self,
        pages: &[RefusalPage],
        place: &Place<'_>,
        of: &ClauseId,
        (level, source): (Level, &str),
    ) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for (index, page) in pages.iter().enumerate() {
            let place = place.at("refusals").item(index);
            self.refer(ReferenceKind::Error, &page.error, &place.at("error"));
            if let Some(state) = &page.team_state {
                self.refer(ReferenceKind::TeamState, state, &place.at("teamState"));
            }
            let when = page.when.as_ref().and_then(|when| self.condition(when, &place.at("when")));
            refusals.push(Refusal {
                id: page.id.clone(),
                clause: of.child("refusals").child(&page.id),
                doc: page.doc.clone(),
                when,
                team_state: page.team_state.clone(),
                error: page.error.clone(),
                level: page.level.unwrap_or(level),
                source: page.source.clone().unwrap_or_else(|| source.to_owned()),
            });
        }
        refusals
    }
}
