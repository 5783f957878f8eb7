//! Lists a team's parcels: filters, sorting, pages.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::request::ParsedRequest;
use super::store::{Parcel, Store};
use super::{BROKEN, Fault, Rejection, ResponseParts, Server, UNKNOWN};

const WRONG_CURSOR: Rejection = Rejection("bad-cursor");

impl Server {
    pub(super) fn list(
        &self,
        store: &Store,
        request: &ParsedRequest<'_>,
    ) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        let query = request.parcel_query()?;
        let is_meant = |parcel: &&Parcel| {
            let is_own = parcel.team == team || self.has(Fault::ListsForeign);
            let same = |name: &str, value: &Option<Value>| {
                value.is_none() || parcel.now.get(name) == value.as_ref()
            };
            let state = query.state.clone().filter(|_| !self.has(Fault::IgnoresState));
            let tags = parcel.now.get("tags").and_then(Value::as_array);
            let has_tag = |tag: &String| tags.is_some_and(|all| all.contains(&json!(tag)));
            let is_third = parcel.created_before == 2 && parcel.is_after_removal;
            is_own
                && !(is_third && self.has(Fault::ListOmitsThird))
                && same("state", &state)
                && same("insured", &query.insured)
                && query.tags.iter().all(has_tag)
        };
        let mut parcels: Vec<&Parcel> = store.parcels.iter().filter(is_meant).collect();
        if parcels.is_empty() && self.has(Fault::EmptyIsUnknown) {
            return Err(UNKNOWN);
        }
        if self.differs || self.has(Fault::CountsFromNewest) {
            parcels.reverse();
        }
        let sort = query.sort.as_deref().unwrap_or_default();
        if !self.has(Fault::IgnoresOrder) && !self.has(Fault::SortsEachPage) {
            self.sort(&mut parcels, sort);
        }
        let first = match &query.cursor {
            None => 0,
            Some(cursor) => match self.first_behind(&parcels, cursor) {
                None if self.has(Fault::AcceptsAnyCursor) => 0,
                None if self.has(Fault::FailsAtWrongCursor) => return Err(BROKEN),
                first => first.ok_or(WRONG_CURSOR)?,
            },
        };
        let first = first - usize::from(first > 0 && self.has(Fault::RepeatsLastOfPage));
        let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
        let limit = if self.has(Fault::IgnoresLimit) { usize::MAX } else { limit };
        let mut page: Vec<&Parcel> = parcels.iter().skip(first).take(limit).copied().collect();
        let end = first + page.len();
        let next = page.last().filter(|_| end < parcels.len());
        let next = next.map(|parcel| self.cursor(parcel, end, parcels.len()));
        if self.has(Fault::SortsEachPage) {
            self.sort(&mut page, sort);
        }
        let mut body =
            json!({ "parcels": page.iter().map(|parcel| parcel.to_json()).collect::<Value>() });
        if parcels.is_empty() && self.has(Fault::EmptyIsNull) {
            body["parcels"] = Value::Null;
        }
        if next.is_some() || !self.differs {
            body["next"] = json!(next);
        }
        Ok(ResponseParts::ok(body))
    }

    /// Returns the index of the first parcel after a cursor, which names the last parcel of the previous
    /// page. Returns `None` for an unknown cursor.
    fn first_behind(&self, parcels: &[&Parcel], cursor: &str) -> Option<usize> {
        let number: u64 = cursor.strip_prefix("after-")?.parse().ok()?;
        let count = usize::try_from(number).ok()?;
        if self.has(Fault::CountsFromNewest) {
            return Some(count);
        }
        if self.has(Fault::CountsFromEnd) {
            return Some(parcels.len().saturating_sub(count));
        }
        Some(parcels.iter().position(|parcel| parcel.number == number)? + 1)
    }

    fn cursor(&self, last: &Parcel, end: usize, count: usize) -> String {
        if self.has(Fault::CountsFromNewest) {
            format!("after-{end}")
        } else if self.has(Fault::CountsFromEnd) {
            format!("after-{}", count - end)
        } else {
            format!("after-{}", last.number)
        }
    }

    /// Sorts parcels. The contract does not say where those without a value are: they are last, or first if
    /// the server differs.
    fn sort(&self, parcels: &mut [&Parcel], by: &str) {
        let (name, is_falling) = match by.strip_prefix('-') {
            Some(name) => (name, true),
            None => (by, by == "value" && self.has(Fault::SortsByValueDescending)),
        };
        let as_text = self.has(Fault::SortsValuesAsText);
        let compare =
            |left: &&Parcel, right: &&Parcel| match (left.now.get(name), right.now.get(name)) {
                (Some(left), Some(right)) => {
                    let order = match (left.as_f64(), right.as_f64()) {
                        (Some(left), Some(right)) if !as_text => left.total_cmp(&right),
                        _ => left.to_string().cmp(&right.to_string()),
                    };
                    if is_falling { order.reverse() } else { order }
                }
                (None, None) => Ordering::Equal,
                (one, _) if one.is_none() == self.differs => Ordering::Less,
                _ => Ordering::Greater,
            };
        parcels.sort_by(compare);
    }
}
