//! Resolves preconditions, idempotency keys and dates of operations.

use super::place::Place;
use super::resolver::{ReferenceKind, Resolver};
use crate::model::{Date, Idempotency, Precondition};
use crate::page::OperationPage;

impl Resolver<'_> {
    pub(super) fn precondition(
        &mut self,
        page: &OperationPage,
        place: &Place<'_>,
    ) -> Option<Precondition> {
        let condition = page.precondition.as_ref()?;
        self.refer(ReferenceKind::Error, &condition.error, &place.at("precondition").at("error"));
        Some(Precondition { header: condition.header.clone(), error: condition.error.clone() })
    }

    pub(super) fn idempotency(
        &mut self,
        page: &OperationPage,
        place: &Place<'_>,
    ) -> Option<Idempotency> {
        let key = page.idempotency.as_ref()?;
        if let Some(reused) = &key.reused {
            self.refer(ReferenceKind::Error, reused, &place.at("idempotency").at("reused"));
        }
        Some(Idempotency { header: key.header.clone(), reused: key.reused.clone() })
    }

    pub(super) fn date(&mut self, text: Option<&String>, place: &Place<'_>) -> Option<Date> {
        let date = text?.parse().ok();
        if date.is_none() {
            let mistake = place.value("the calendar has no such date");
            self.report(mistake.with_help("write a date from 1970 on, as `2026-06-01`"));
        }
        date
    }
}
