//! Parses a request, and rejects what the contract's pages do not allow.

use axum::http::HeaderMap;
use serde_json::{Map, Value, json};
use url::form_urlencoded;

use super::{MALFORMED, Rejection};
use crate::by_hand::KEYS;

type Properties = Map<String, Value>;

/// The query and the headers of a request.
pub(super) struct QueryAndHeaders<'r> {
    pub(super) query: &'r str,
    pub(super) headers: &'r HeaderMap,
}

pub(super) struct ParsedRequest<'r> {
    pub(super) path: &'r str,
    pub(super) body: &'r [u8],
    query: Vec<(String, String)>,
    headers: &'r HeaderMap,
}

/// The query of a list of parcels.
pub(super) struct ParcelQuery {
    pub(super) cursor: Option<String>,
    pub(super) limit: u64,
    pub(super) state: Option<Value>,
    pub(super) insured: Option<Value>,
    pub(super) tags: Vec<String>,
    pub(super) sort: Option<String>,
}

impl<'r> ParsedRequest<'r> {
    pub(super) fn new(
        path: &'r str,
        QueryAndHeaders { query, headers }: QueryAndHeaders<'r>,
        body: &'r [u8],
    ) -> Self {
        let query = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        Self { path, body, query, headers }
    }

    /// Returns the team of the request's key.
    pub(super) fn team(&self) -> Result<&'static str, Rejection> {
        let key = self.header("authorization")?;
        let key = key.as_ref().and_then(|header| header.strip_prefix("Key "));
        let team = KEYS.into_iter().find(|(known, _)| Some(*known) == key);
        team.map(|(_, team)| team).ok_or(Rejection("bad-key"))
    }

    /// Returns the values of a header, joined by commas.
    pub(super) fn header(&self, name: &str) -> Result<Option<String>, Rejection> {
        let values = self.headers.get_all(name).iter();
        let values: Option<Vec<&str>> = values.map(|text| text.to_str().ok()).collect();
        let values = values.ok_or(MALFORMED)?;
        Ok((!values.is_empty()).then(|| values.join(",")))
    }

    pub(super) fn json(&self) -> Result<Value, Rejection> {
        serde_json::from_slice(self.body).map_err(|_| MALFORMED)
    }

    /// Returns the items of an array whose length is in the range.
    pub(super) fn list(&self, minimum: usize, maximum: usize) -> Result<Vec<Value>, Rejection> {
        let Value::Array(items) = self.json()? else { return Err(MALFORMED) };
        (minimum..=maximum).contains(&items.len()).then_some(items).ok_or(MALFORMED)
    }

    /// Returns the value of a query parameter, and rejects a second one.
    fn one(&self, name: &str) -> Result<Option<&str>, Rejection> {
        let mut values = self.query.iter().filter(|(key, _)| key == name);
        match (values.next(), values.next()) {
            (pair, None) => Ok(pair.map(|(_, value)| value.as_str())),
            _ => Err(MALFORMED),
        }
    }

    /// Returns an integer in the query that is in the range.
    pub(super) fn number(
        &self,
        name: &str,
        minimum: u64,
        maximum: u64,
    ) -> Result<Option<u64>, Rejection> {
        self.one(name)?.map(|text| within(text, minimum, maximum)).transpose()
    }

    pub(super) fn creation_headers(&self) -> Result<(), Rejection> {
        let key = self.header("idempotency-key")?;
        if key.is_some_and(|text| !(1..=8).contains(&text.chars().count())) {
            return Err(MALFORMED);
        }
        self.header("x-priority")?.map(|text| within(&text, 1, 9)).transpose().map(drop)
    }

    pub(super) fn parcel_query(&self) -> Result<ParcelQuery, Rejection> {
        let desks = self.header("x-desk")?.ok_or(MALFORMED)?;
        if !desks.split(',').all(|desk| ["north", "south"].contains(&desk.trim())) {
            return Err(MALFORMED);
        }
        let known = ["cursor", "limit", "state", "tags", "insured", "above", "sort"];
        if self.query.iter().any(|(name, _)| !known.contains(&name.as_str())) {
            return Err(MALFORMED);
        }
        let insured = match self.one("insured")? {
            None => None,
            Some("true") => Some(json!(true)),
            Some("false") => Some(json!(false)),
            Some(_) => return Err(MALFORMED),
        };
        let state = self.one("state")?;
        if state.is_some_and(|text| !["waiting", "fetched"].contains(&text)) {
            return Err(MALFORMED);
        }
        if self.one("above")?.is_some_and(|text| text.parse::<f64>().is_err()) {
            return Err(MALFORMED);
        }
        let tags = self.query.iter().filter(|(name, _)| name == "tags");
        let tags: Vec<String> = tags.map(|(_, tag)| tag.clone()).collect();
        if tags.len() > 2 || tags.iter().any(|tag| tag.chars().count() > 5) {
            return Err(MALFORMED);
        }
        let sort = self.one("sort")?;
        if sort.is_some_and(|order| !["value", "-value", "label"].contains(&order)) {
            return Err(MALFORMED);
        }
        Ok(ParcelQuery {
            sort: sort.map(str::to_owned),
            cursor: self.one("cursor")?.map(str::to_owned),
            limit: self.number("limit", 1, 100)?.unwrap_or(20),
            state: state.map(|text| json!(text)),
            insured,
            tags,
        })
    }
}

/// Parses an integer that is in the range.
fn within(text: &str, minimum: u64, maximum: u64) -> Result<u64, Rejection> {
    let number = text.parse::<f64>().map_err(|_| MALFORMED)?;
    let whole = number.fract() == 0.0 && (0.0..1e15).contains(&number);
    let number = whole.then(|| format!("{number:.0}").parse().ok()).flatten().ok_or(MALFORMED)?;
    (minimum..=maximum).contains(&number).then_some(number).ok_or(MALFORMED)
}

fn properties(value: &Value) -> Result<&Properties, Rejection> {
    value.as_object().ok_or(MALFORMED)
}

fn is_count(value: &Value, minimum: f64) -> bool {
    value.as_f64().is_some_and(|number| number.fract() == 0.0 && number >= minimum)
}

fn is_label(value: &Value) -> bool {
    value.as_str().is_some_and(|text| (1..=20).contains(&text.chars().count()))
}

fn is_uuid(value: &Value) -> bool {
    let Some(text) = value.as_str() else { return false };
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 4, 4, 4, 12] && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// A check of one property.
type Check = fn(&Value) -> bool;

/// Returns the properties that have a check, if each passes.
fn checked(value: &Value, checks: &[(&str, Check)]) -> Result<Properties, Rejection> {
    let members = properties(value)?;
    let checked =
        checks.iter().filter_map(|(name, check)| Some((*name, members.get(*name)?, check)));
    let each = |(name, value, check): (&str, &Value, &Check)| {
        check(value).then(|| (name.to_owned(), value.clone())).ok_or(MALFORMED)
    };
    checked.map(each).collect()
}

fn is_worth(value: &Value) -> bool {
    is_count(value, 0.0)
}

/// Rejects an object in which `when` is true and `requires` is missing.
pub(super) fn check_dependency(
    stored: &Properties,
    when: &str,
    requires: &str,
) -> Result<(), Rejection> {
    let is_broken = stored.get(when) == Some(&json!(true)) && !stored.contains_key(requires);
    if is_broken { Err(MALFORMED) } else { Ok(()) }
}

pub(super) fn draft(value: &Value) -> Result<Properties, Rejection> {
    let draft = checked(
        value,
        &[("label", is_label), ("value", is_worth), ("insured", Value::is_boolean)],
    )?;
    if !draft.contains_key("label") || properties(value)?.len() > draft.len() {
        return Err(MALFORMED);
    }
    check_dependency(&draft, "insured", "value")?;
    Ok(draft)
}

pub(super) fn change(value: &Value) -> Result<Properties, Rejection> {
    if properties(value)?.is_empty() {
        return Err(MALFORMED);
    }
    let worth: Check = |worth| worth.is_null() || is_worth(worth);
    checked(value, &[("label", is_label), ("value", worth), ("insured", Value::is_boolean)])
}

/// Returns the id of the parcel that an item changes, and the change.
pub(super) fn change_of_one(value: &Value) -> Result<(String, Properties), Rejection> {
    let checks: [(&str, Check); 3] =
        [("id", is_uuid), ("value", is_worth), ("insured", Value::is_boolean)];
    let mut change = checked(value, &checks)?;
    match change.remove("id") {
        Some(Value::String(id)) => Ok((id, change)),
        _ => Err(MALFORMED),
    }
}

pub(super) fn locker(value: &Value) -> Result<Properties, Rejection> {
    let doors: Check = |doors| is_count(doors, 1.0);
    let checks: [(&str, Check); 3] =
        [("name", Value::is_string), ("doors", doors), ("wide", Value::is_boolean)];
    let locker = checked(value, &checks)?;
    locker.contains_key("name").then_some(locker).ok_or(MALFORMED)
}
