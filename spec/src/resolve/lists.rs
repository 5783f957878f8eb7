//! Resolves the pages and the order of lists of resources.

use super::place::Place;
use super::resolver::{ReferenceKind, Resolver};
use crate::model::{Order, Pagination, PaginationStyle, ResourceEffect, Sorting};
use crate::page::{OperationPage, ResourcePage};

impl Resolver<'_> {
    pub(super) fn pagination(
        &mut self,
        page: &OperationPage,
        place: &Place<'_>,
    ) -> Option<Pagination> {
        let pagination = page.pagination.as_ref()?;
        let place = place.at("pagination");
        self.report_unless_list(
            page,
            &place,
            "only an operation that lists resources may have `pagination`",
        );
        let is_cursor = pagination.style == PaginationStyle::Cursor;
        match &pagination.next {
            None if is_cursor => {
                let mistake = place.entry("pagination of the style `cursor` must have `next`");
                let help = "add `next`, the property of the response body that holds the cursor of the next page";
                self.report_missing(&place, mistake.with_help(help));
            }
            Some(_) if !is_cursor => {
                let mistake = place.at("next").entry("only the style `cursor` has `next`");
                self.report(mistake.with_help("remove it"));
            }
            Some(_) | None => {}
        }
        if let Some(error) = &pagination.unknown {
            let place = place.at("unknown");
            self.refer(ReferenceKind::Error, error, &place);
            if !is_cursor {
                let mistake =
                    place.entry("only the style `cursor` has an error for an unknown cursor");
                self.report(mistake.with_help("remove it"));
            }
        }
        if pagination.stable && (is_cursor || page.order.is_some()) {
            let (message, help) = match is_cursor {
                true => ("a walk by cursors is always stable", "remove it"),
                false => (
                    "the pages of a sorted list shift when resources are created",
                    "remove it, or use the style `cursor`",
                ),
            };
            self.report(place.at("stable").entry(message).with_help(help));
        }
        Some(Pagination {
            style: pagination.style,
            parameter: pagination.parameter.clone(),
            limit: pagination.limit.clone(),
            next: pagination.next.clone(),
            unknown: pagination.unknown.clone(),
            stable: pagination.stable,
        })
    }

    pub(super) fn order(&mut self, page: &OperationPage, place: &Place<'_>) -> Option<Order> {
        let order = page.order.as_ref()?;
        let place = place.at("order");
        self.report_unless_list(
            page,
            &place,
            "only an operation that lists resources may have `order`",
        );
        if order.direction.is_some() && order.by.is_none() {
            let mistake = place.at("direction").entry("`direction` has no meaning without `by`");
            let help =
                "remove it; with `parameter`, a value such as `-released` means descending order";
            self.report_missing(&place, mistake.with_help(help));
        }
        match (&order.by, &order.parameter) {
            (Some(property), None) => Some(Order::By(Sorting {
                property: property.clone(),
                direction: order.direction.unwrap_or_default(),
            })),
            (None, Some(parameter)) => Some(Order::Chosen(parameter.clone())),
            (Some(_), Some(_)) | (None, None) => {
                let mistake = place.entry("an order must have either `by` or `parameter`");
                let help = "give exactly one of `by` and `parameter`";
                self.report_missing(&place, mistake.with_help(help));
                None
            }
        }
    }

    fn report_unless_list(&mut self, page: &OperationPage, place: &Place<'_>, message: &str) {
        let lists = |resource: &&ResourcePage| resource.effect == ResourceEffect::Lists;
        if page.resource.as_ref().filter(lists).is_none() {
            let help = "add a `resource` with `effect = \"lists\"`, or remove this";
            self.report(place.entry(message).with_help(help));
        }
    }
}
