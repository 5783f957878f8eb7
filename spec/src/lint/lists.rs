//! Lint of lists: properties of the query select pages, and a list is sorted by values that have an order.

use super::operations::Lint;
use super::placed_schema::PlacedSchema;
use crate::model::{PaginationStyle, Sorting};
use crate::page::{JsonType, OperationPage, SchemaPage};
use crate::resolve::{Place, kind};

/// Formats of strings whose values have an order of their own.
const ORDERED: [&str; 2] = ["date", "date-time"];

/// Returns whether the values of a schema have an order that every server agrees on. The contract states no
/// order for the values of an `enum`.
fn is_ordered(page: &SchemaPage) -> bool {
    let is_ordered = kind(page).is_none_or(|kind| match kind {
        JsonType::Integer | JsonType::Number | JsonType::String => true,
        JsonType::Any | JsonType::Array | JsonType::Boolean | JsonType::Object => false,
    });
    let is_listed = page.enumeration.is_some()
        || page.discriminator_of.is_some()
        || page.events_of.is_some()
        || page.one_of.is_some();
    let format = page.format.as_deref();
    is_ordered && !is_listed && format.is_none_or(|format| ORDERED.contains(&format))
}

impl<'p> Lint<'p, '_> {
    pub(super) fn order(&mut self, operation: &OperationPage, place: &Place<'_>) {
        let Some(order) = &operation.order else { return };
        let stored = operation.resource.as_ref().map(|resource| &resource.type_name);
        let stored = self.find(stored);
        let place = place.at("order");
        if let Some(property) = &order.by {
            self.sorting(property, stored.as_ref(), &place.at("by"));
        }
        let Some(parameter) = &order.parameter else { return };
        let place = place.at("parameter");
        if operation.query.is_none() {
            let message = format!("the operation has no query parameter `{parameter}`");
            let help = "name the type of the query parameters as `query`, or remove `parameter`";
            self.report(place.value(message), help);
            return;
        }
        let query = self.find(operation.query.as_ref());
        let known =
            query.as_ref().map(|query| query.place.at("properties").keys()).unwrap_or_default();
        let Some(property) = query.and_then(|query| query.property(parameter)) else {
            self.mistakes.push(place.unknown("property", parameter, &known));
            return;
        };
        let Some(resolved) = self.resolve(property) else { return };
        match &resolved.page.enumeration {
            Some(values) => {
                let place = resolved.place.at("enum");
                for (index, value) in values.iter().enumerate() {
                    let property = Sorting::parse(value).property;
                    self.sorting(&property, stored.as_ref(), &place.item(index));
                }
            }
            None => {
                let mistake = place.value(format!("`{parameter}` does not list the orders"));
                let help = "add an `enum` of properties of the resource, with a `-` before each property whose \
                            largest value comes first";
                self.report(mistake, help);
            }
        }
    }

    /// Reports a property whose values have no order.
    fn sorting(&mut self, name: &str, stored: Option<&PlacedSchema<'p>>, place: &Place<'_>) {
        let Some(stored) = stored.filter(|schema| schema.page.properties.is_some()) else { return };
        let Some(property) = stored.property(name) else {
            let known = stored.place.at("properties").keys();
            self.mistakes.push(place.unknown("property", name, &known));
            return;
        };
        if self.resolve(property).is_some_and(|resolved| !is_ordered(resolved.page)) {
            let mistake = place.value(format!("the values of `{name}` have no order"));
            let help = "sort by numbers, dates, points in time or strings without `enum`";
            self.report(mistake, help);
        }
    }

    pub(super) fn pagination(&mut self, operation: &OperationPage, place: &Place<'_>) {
        let Some(pagination) = &operation.pagination else { return };
        let place = place.at("pagination");
        let body = operation.response.as_ref().and_then(|response| response.type_name.as_ref());
        let (query, body) = (self.find(operation.query.as_ref()), self.find(body));
        let counts = pagination.style != PaginationStyle::Cursor;
        let named = [
            ("parameter", Some(&pagination.parameter), &query, counts),
            ("limit", pagination.limit.as_ref(), &query, true),
            ("next", pagination.next.as_ref(), &body, false),
        ];
        for (word, name, of, is_count) in named {
            let Some(name) = name else { continue };
            let known = of.as_ref().map(|of| of.place.at("properties").keys()).unwrap_or_default();
            let Some(property) = of.as_ref().and_then(|of| of.property(name)) else {
                self.mistakes.push(place.at(word).unknown("property", name, &known));
                continue;
            };
            if is_count && kind(property.page).is_some_and(|kind| kind != JsonType::Integer) {
                let mistake = place.at(word).value(format!("`{name}` is not an integer"));
                self.report(mistake, "give it `type = \"integer\"`");
            }
        }
    }
}
