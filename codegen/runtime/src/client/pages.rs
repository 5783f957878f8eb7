//! The pages of a list: the same call again and again, each time for the page behind the last one.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::Call;
use super::caller::Caller;
use super::error::Error;

/// How a list is split into pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    /// The parameter of the query that names the page.
    pub parameter: &'static str,
    /// What it counts.
    pub by: PagedBy,
}

/// What the parameter of a page counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagedBy {
    /// Nothing: each page has the cursor of the next one in a property, which is null or absent on the
    /// last.
    Cursor {
        /// The property.
        next: &'static str,
    },
    /// Pages, from 1; behind the last one they are empty.
    Page {
        /// Where the items stand, as a JSON Pointer (RFC 6901).
        items: &'static str,
    },
    /// Items that are left out, from 0; behind the last one pages are empty.
    Offset {
        /// Where the items stand, as a JSON Pointer (RFC 6901).
        items: &'static str,
    },
}

/// The pages of a list, each of the type `R`. Nothing is sent before the first one is asked for.
#[derive(Debug)]
#[must_use = "nothing is sent before a page is asked for"]
pub struct Pages<'c, K: 'static, B, R> {
    caller: &'c Caller<K, B>,
    /// The call for the next page; none behind the last one.
    call: Option<Call<K>>,
    paging: Paging,
    page: PhantomData<fn() -> R>,
}

impl<'c, K: Copy, B: DeserializeOwned, R: DeserializeOwned> Pages<'c, K, B, R> {
    /// The pages from the one on that a call asks for.
    pub fn new(caller: &'c Caller<K, B>, call: Call<K>, paging: Paging) -> Self {
        Self { caller, call: Some(call), paging, page: PhantomData }
    }

    /// Fetches the next page; none behind the last one. After an error the same page is fetched again.
    ///
    /// # Errors
    /// When the call does not come to a page.
    pub async fn next(&mut self) -> Result<Option<R>, Error<K, B>> {
        let Some(call) = &mut self.call else { return Ok(None) };
        let operation = call.operation;
        let answer = self.caller.success(call).await?;
        let body = answer.json();
        let page = self.caller.read(operation, answer)?;
        let count = |items| body.pointer(items).and_then(Value::as_array).map_or(0, Vec::len);
        let (next, is_empty) = match self.paging.by {
            PagedBy::Cursor { next } => (cursor(&body[next]), false),
            PagedBy::Page { items } => {
                (Some(following(call, self.paging, 1, 1)), count(items) == 0)
            }
            PagedBy::Offset { items } => {
                let count = count(items);
                (Some(following(call, self.paging, 0, count)), count == 0)
            }
        };
        match next.filter(|_| !is_empty) {
            Some(next) => call.set_query(self.paging.parameter, next),
            None => self.call = None,
        }
        Ok((!is_empty).then_some(page))
    }
}

/// The text of a cursor, which is a string or a number.
fn cursor(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The number behind the one that a call has, or behind the first.
fn following<K>(call: &Call<K>, paging: Paging, first: usize, step: usize) -> String {
    let given = call.query_text(paging.parameter).and_then(|text| text.parse().ok());
    given.unwrap_or(first).saturating_add(step).to_string()
}
