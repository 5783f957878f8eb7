//! Lists of stored resources: those of a team, filtered, sorted, a page of them.
//!
//! It must not know what is in a resource but the properties that a contract filters and sorts by.

mod cursor;
mod sorter;

use std::sync::Arc;

use serde_json::Value;
use webdata_spec::model::PaginationStyle;

use self::cursor::Cursor;
use self::sorter::Sorter;
use super::backend::Backend;
use crate::contract::operation::{Operation, Resource};
use crate::contract::refusal::Refusal;
use crate::contract::schema::Properties;
use crate::contract::validation::validation_failure;
use crate::faults::ResourceMistake;
use crate::world::teams::Team;

/// How many resources a page has where neither the request nor the contract says it.
const PAGE: usize = 100;

/// A page of a list.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The resources in their order; the oldest first where nothing says one.
    pub(crate) items: Vec<Properties>,
    /// The property of the response that names the next page, with its value.
    pub(crate) next: Option<(String, Value)>,
}

/// The page of a team's resources that a query asks for.
///
/// # Errors
/// The refusal of a cursor that this server has not given out.
pub(crate) fn list(
    backend: &Backend,
    operation: &Operation,
    resource: &Resource,
    team: &Team,
    query: &Properties,
) -> Result<Page, Refusal> {
    let asked = |name: &String| query.get(name).or_else(|| operation.default_of(name));
    let mistake = backend.faults.on_resource(&operation.id);
    let ignored = match mistake {
        Some(ResourceMistake::IgnoresFilter(name)) => Some(name),
        _ => None,
    };
    let looked_at = resource.filters.iter().filter(|name| Some(*name) != ignored);
    let filters: Vec<_> = looked_at.filter_map(|name| Some((name, asked(name)?))).collect();
    let mut found = backend.world.store.list(&resource.type_name, team);
    match mistake {
        Some(ResourceMistake::ListsForeign) => {
            found = backend.world.store.list_of_all(&resource.type_name);
        }
        Some(ResourceMistake::ListsWithoutNewest) => drop(found.pop()),
        _ => {}
    }
    found.retain(|(_, own)| filters.iter().all(|(name, value)| own.get(*name) == Some(*value)));
    if found.is_empty() && mistake == Some(&ResourceMistake::RejectsEmptyList) {
        return Err(Arc::clone(&resource.unknown).into());
    }
    let sorter = Sorter::new(operation, query, mistake);
    let newest = found.last().map_or(0, |(place, _)| *place);
    sorter.sort(&mut found);
    let Some(pagination) = &operation.pagination else {
        let items = found.into_iter().map(|(_, own)| own).collect();
        return Ok(Page { items, next: None });
    };
    let number = |value: &Value| value.as_u64().and_then(|own| usize::try_from(own).ok());
    let limit = pagination.limit.as_ref().and_then(asked).and_then(number).unwrap_or(PAGE);
    let limit = limit.min(resource.max_listed);
    let limit = match mistake {
        Some(ResourceMistake::IgnoresLimit) => usize::MAX,
        Some(ResourceMistake::OneTooMany) => limit + 1,
        _ => limit,
    };
    let place = query.get(&pagination.parameter);
    let place = place.filter(|_| mistake != Some(&ResourceMistake::IgnoresPage));
    let skipped = match (pagination.style, place) {
        (PaginationStyle::Cursor, Some(text)) => match text.as_str().and_then(Cursor::read) {
            Some(cursor) => {
                let skipped = sorter.count_until(&found, &cursor);
                let created = found.iter().filter(|(place, _)| *place > cursor.newest).count();
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
    let has_more = found.len() > skipped.saturating_add(limit);
    let mut page: Vec<_> = found.into_iter().skip(skipped).take(limit).collect();
    let last = page.last().filter(|_| has_more);
    let next = pagination.next.clone().map(|name| {
        let cursor = last.map(|(place, own)| sorter.cursor(*place, own, newest).write());
        (name, cursor.map(Value::from).unwrap_or_default())
    });
    sorter.sort_page(&mut page);
    Ok(Page { items: page.into_iter().map(|(_, own)| own).collect(), next })
}

/// The refusal of a cursor that was not given out: a malformed request where the contract names no
/// error of its own.
fn unknown_cursor(
    backend: &Backend,
    operation: &Operation,
    mistake: Option<&ResourceMistake>,
) -> Refusal {
    let named = operation.unknown_cursor.as_ref();
    let named = named.filter(|_| mistake != Some(&ResourceMistake::WrongCursorMalformed));
    named.map_or_else(
        || validation_failure(&backend.contract, Vec::new()),
        |row| Arc::clone(row).into(),
    )
}
