//! Lists of resources: pages and order.

use super::place::Place;
use super::resolver::{Named, Resolver};
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
        self.only_of_lists(page, &place, "only a list of resources has pages");
        let is_cursor = pagination.style == PaginationStyle::Cursor;
        match &pagination.next {
            None if is_cursor => {
                let mistake = place.entry("nothing says where the cursor of the next page is");
                let help = "add `next`, the property of the response body that holds it";
                self.report_missing(&place, mistake.with_help(help));
            }
            Some(_) if !is_cursor => {
                let mistake = place.at("next").entry("only the style `cursor` has a `next`");
                self.report(mistake.with_help("take it out"));
            }
            Some(_) | None => {}
        }
        if let Some(error) = &pagination.unknown {
            let place = place.at("unknown");
            self.refer(Named::Error, error, &place);
            if !is_cursor {
                let mistake =
                    place.entry("only the style `cursor` has an error for a wrong cursor");
                self.report(mistake.with_help("take it out"));
            }
        }
        if pagination.stable && (is_cursor || page.order.is_some()) {
            let (message, help) = match is_cursor {
                true => ("a walk by cursors is always stable", "take it out"),
                false => (
                    "what is created shifts the pages of a list that is sorted",
                    "take it out, or let the list have cursors",
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
        self.only_of_lists(page, &place, "only a list of resources is sorted");
        if order.direction.is_some() && order.by.is_none() {
            let mistake = place.at("direction").entry("a direction says nothing without `by`");
            let help = "a parameter names it itself: `-` stands before a property whose greatest \
                        value comes first";
            self.report_missing(&place, mistake.with_help(help));
        }
        match (&order.by, &order.parameter) {
            (Some(property), None) => Some(Order::By(Sorting {
                property: property.clone(),
                direction: order.direction.unwrap_or_default(),
            })),
            (None, Some(parameter)) => Some(Order::Chosen(parameter.clone())),
            (Some(_), Some(_)) | (None, None) => {
                let mistake = place.entry("a list is sorted by a property, or as a parameter says");
                let help = "give exactly one of `by` and `parameter`";
                self.report_missing(&place, mistake.with_help(help));
                None
            }
        }
    }

    fn only_of_lists(&mut self, page: &OperationPage, place: &Place<'_>, message: &str) {
        let lists = |own: &&ResourcePage| own.effect == ResourceEffect::Lists;
        if page.resource.as_ref().filter(lists).is_none() {
            let help = "add a `resource` with `effect = \"lists\"`, or take it out";
            self.report(place.entry(message).with_help(help));
        }
    }
}
