//! Lists of stored resources: the resources of a team, filtered, sorted and paginated.
//!
//! This module knows no property of a resource except those by which the contract filters and sorts.

mod cursor;
mod sorter;

use std::sync::Arc;

use serde_json::Value;
use webdata_spec::model::PaginationStyle;

use self::cursor::Cursor;
use self::sorter::Sorter;
use super::backend::Backend;
use crate::contract::operation::{Operation, Resource};
use crate::contract::request_error::RequestError;
use crate::contract::schema::Properties;
use crate::contract::validation::validation_failure;
use crate::faults::ResourceMistake;
use crate::world::teams::Team;

/// The page size if neither the request nor the contract states one.
const DEFAULT_PAGE_SIZE: usize = 100;

/// A page of a list.
#[derive(Debug, Default)]
pub(crate) struct ListPage {
    /// The resources in their order; the oldest first if nothing defines an order.
    pub(crate) items: Vec<Properties>,
    /// The property of the response that leads to the next page, with its value.
    pub(crate) next: Option<(String, Value)>,
}

/// Returns the page of a team's resources that a query asks for.
///
/// # Errors
/// The error of a cursor that this server has not issued.
pub(crate) fn list(
    backend: &Backend,
    operation: &Operation,
    resource: &Resource,
    team: &Team,
    query: &Properties,
) -> Result<ListPage, RequestError> {
    let requested = |name: &String| query.get(name).or_else(|| operation.query_default(name));
    let mistake = backend.faults.on_resource(&operation.id);
    let ignored = match mistake {
        Some(ResourceMistake::IgnoresFilter(name)) => Some(name),
        _ => None,
    };
    let filter_names = resource.filters.iter().filter(|name| Some(*name) != ignored);
    let filters: Vec<_> = filter_names.filter_map(|name| Some((name, requested(name)?))).collect();
    let mut resources = backend.world.store.list(&resource.type_name, Some(team));
    match mistake {
        Some(ResourceMistake::ListsForeign) => {
            resources = backend.world.store.list(&resource.type_name, None);
        }
        Some(ResourceMistake::ListsWithoutNewest) => drop(resources.pop()),
        _ => {}
    }
    resources.retain(|(_, properties)| {
        filters.iter().all(|(name, value)| properties.get(*name) == Some(*value))
    });
    if resources.is_empty() && mistake == Some(&ResourceMistake::RejectsEmptyList) {
        return Err(Arc::clone(&resource.unknown).into());
    }
    let sorter = Sorter::new(operation, query, mistake);
    let newest = resources.last().map_or(0, |(place, _)| *place);
    sorter.sort(&mut resources);
    let Some(pagination) = &operation.pagination else {
        let items = resources.into_iter().map(|(_, properties)| properties).collect();
        return Ok(ListPage { items, next: None });
    };
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let limit =
        pagination.limit.as_ref().and_then(requested).and_then(number).unwrap_or(DEFAULT_PAGE_SIZE);
    let limit = limit.min(resource.max_listed);
    let limit = match mistake {
        Some(ResourceMistake::IgnoresLimit) => usize::MAX,
        Some(ResourceMistake::OneTooMany) => limit + 1,
        _ => limit,
    };
    let place = query.get(&pagination.parameter);
    let place = place.filter(|_| mistake != Some(&ResourceMistake::IgnoresPage));
    let skipped = match (pagination.style, place) {
        (PaginationStyle::Cursor, Some(text)) => match text.as_str().and_then(Cursor::decode) {
            Some(cursor) => {
                let skipped = sorter.count_until(&resources, &cursor);
                let created = resources.iter().filter(|(place, _)| *place > cursor.newest).count();
                match mistake {
                    Some(ResourceMistake::RepeatsWhenCreated) => skipped.saturating_sub(created),
                    Some(ResourceMistake::SkipsWhenCreated) => skipped + created,
                    _ => skipped,
                }
            }
            None if mistake == Some(&ResourceMistake::TakesAnyCursor) => 0,
            None => return Err(unknown_cursor(backend, operation, mistake)),
        },
        (PaginationStyle::Page, Some(page)) => {
            number(page).unwrap_or(1).saturating_sub(1).saturating_mul(limit)
        }
        (PaginationStyle::Offset, Some(offset)) => number(offset).unwrap_or_default(),
        (_, None) => 0,
    };
    let skipped = match mistake {
        Some(ResourceMistake::RepeatsAtBorder) => skipped.saturating_sub(1),
        Some(ResourceMistake::SkipsAtBorder) if skipped > 0 => skipped + 1,
        _ => skipped,
    };
    let has_more = resources.len() > skipped.saturating_add(limit);
    let mut page: Vec<_> = resources.into_iter().skip(skipped).take(limit).collect();
    let last = page.last().filter(|_| has_more);
    let next = pagination.next.clone().map(|name| {
        let cursor =
            last.map(|(place, properties)| sorter.cursor(*place, properties, newest).encode());
        (name, cursor.map(Value::from).unwrap_or_default())
    });
    sorter.sort_page(&mut page);
    Ok(ListPage { items: page.into_iter().map(|(_, properties)| properties).collect(), next })
}

/// Returns the error of an unknown cursor. If the contract names no error for it, the request is malformed.
fn unknown_cursor(
    backend: &Backend,
    operation: &Operation,
    mistake: Option<&ResourceMistake>,
) -> RequestError {
    let named = operation.unknown_cursor.as_ref();
    let named = named.filter(|_| mistake != Some(&ResourceMistake::WrongCursorMalformed));
    named.map_or_else(
        || validation_failure(&backend.contract, Vec::new()),
        |row| Arc::clone(row).into(),
    )
}
