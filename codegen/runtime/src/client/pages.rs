//! The pages of a list: the same call for each page.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::vec;

use futures_core::Stream;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::Call;
use super::caller::Caller;
use super::error::Error;

/// How a list is divided into pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    /// The query parameter of the page.
    pub parameter: &'static str,
    /// The meaning of the parameter.
    pub by: PagedBy,
}

/// The meaning of a page parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagedBy {
    /// A cursor: each page has the cursor of the next one in a property, which is null or absent on the last
    /// page.
    Cursor {
        /// The property.
        next: &'static str,
    },
    /// The number of the page, from 1; pages after the last one are empty.
    Page {
        /// The place of the items, as a JSON Pointer (RFC 6901).
        items: &'static str,
    },
    /// The number of items to skip, from 0; pages after the last one are empty.
    Offset {
        /// The place of the items, as a JSON Pointer (RFC 6901).
        items: &'static str,
    },
}

/// A [`Stream`] of the pages of a list, each of the type `R`. It fetches a page when it is asked for, and
/// ends after the last page or the first error.
#[must_use = "nothing is sent before a page is asked for"]
pub struct Pages<'c, K: 'static, B, R> {
    caller: &'c Caller<K, B>,
    paging: Paging,
    /// The call for the next page; `None` after the last one, and while it is fetched.
    call: Option<Call<K>>,
    fetching: Option<Fetching<'c, K, B, R>>,
    has_failed: bool,
}

/// A page that is being fetched, and the call for the next page.
type Fetching<'c, K, B, R> =
    Pin<Box<dyn Future<Output = (Option<Call<K>>, Page<K, B, R>)> + Send + 'c>>;

/// A page; `None` after the last one.
type Page<K, B, R> = Result<Option<R>, Error<K, B>>;

impl<'c, K, B, R> Pages<'c, K, B, R>
where
    K: Copy + Send + Sync,
    B: DeserializeOwned + Send + 'static,
    R: DeserializeOwned + 'static,
{
    /// Starts with the page that a call asks for.
    pub fn new(caller: &'c Caller<K, B>, call: Call<K>, paging: Paging) -> Self {
        Self { caller, paging, call: Some(call), fetching: None, has_failed: false }
    }

    /// Fetches the next page; returns `None` after the last one. After an error, the same page is fetched
    /// again. If the future is dropped, the next call continues the fetch.
    ///
    /// # Errors
    /// If the call does not return a page.
    pub async fn try_next(&mut self) -> Result<Option<R>, Error<K, B>> {
        poll_fn(|context| self.poll_page(context)).await
    }

    /// Splits each page into its items.
    pub fn items<T>(self, split: fn(R) -> Vec<T>) -> Items<'c, K, B, R, T> {
        Items { pages: self, split, items: Vec::new().into_iter() }
    }

    fn poll_page(&mut self, context: &mut Context<'_>) -> Poll<Page<K, B, R>> {
        if let Some(call) = self.call.take() {
            self.fetching = Some(Box::pin(fetch(self.caller, call, self.paging)));
        }
        let Some(fetching) = &mut self.fetching else { return Poll::Ready(Ok(None)) };
        let (call, page) = ready!(fetching.as_mut().poll(context));
        (self.call, self.fetching, self.has_failed) = (call, None, page.is_err());
        Poll::Ready(page)
    }
}

impl<K, B, R> Stream for Pages<'_, K, B, R>
where
    K: Copy + Send + Sync,
    B: DeserializeOwned + Send + 'static,
    R: DeserializeOwned + 'static,
{
    type Item = Result<R, Error<K, B>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.has_failed {
            Poll::Ready(None)
        } else {
            self.poll_page(context).map(Result::transpose)
        }
    }
}

impl<K, B, R> fmt::Debug for Pages<'_, K, B, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_over = self.call.is_none() && self.fetching.is_none();
        f.debug_struct("Pages")
            .field("paging", &self.paging)
            .field("is_over", &is_over)
            .finish_non_exhaustive()
    }
}

/// A [`Stream`] of the items of a list. It fetches a page when it has returned all items of the last one, and
/// ends after the last item or the first error.
#[must_use = "nothing is sent before an item is asked for"]
pub struct Items<'c, K: 'static, B, R, T> {
    pages: Pages<'c, K, B, R>,
    split: fn(R) -> Vec<T>,
    items: vec::IntoIter<T>,
}

impl<K, B, R, T> Items<'_, K, B, R, T>
where
    K: Copy + Send + Sync,
    B: DeserializeOwned + Send + 'static,
    R: DeserializeOwned + 'static,
{
    /// Returns the next item; `None` after the last one. After an error, the same page is fetched again.
    ///
    /// # Errors
    /// If the call does not return a page.
    pub async fn try_next(&mut self) -> Result<Option<T>, Error<K, B>> {
        loop {
            if let Some(item) = self.items.next() {
                return Ok(Some(item));
            }
            let Some(page) = self.pages.try_next().await? else { return Ok(None) };
            self.items = (self.split)(page).into_iter();
        }
    }
}

impl<K, B, R, T> Stream for Items<'_, K, B, R, T>
where
    K: Copy + Send + Sync,
    B: DeserializeOwned + Send + 'static,
    R: DeserializeOwned + 'static,
    T: Unpin,
{
    type Item = Result<T, Error<K, B>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(item) = self.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match ready!(Pin::new(&mut self.pages).poll_next(context)) {
                None => return Poll::Ready(None),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                Some(Ok(page)) => self.items = (self.split)(page).into_iter(),
            }
        }
    }
}

impl<K, B, R, T> fmt::Debug for Items<'_, K, B, R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items").field("pages", &self.pages).finish_non_exhaustive()
    }
}

/// Fetches a page, and returns it with the call for the next page.
async fn fetch<K: Copy, B: DeserializeOwned, R: DeserializeOwned>(
    caller: &Caller<K, B>,
    mut call: Call<K>,
    paging: Paging,
) -> (Option<Call<K>>, Page<K, B, R>) {
    let operation = call.operation;
    let read = caller.success(&mut call).await.and_then(|response| {
        let body = response.json();
        Ok((body, caller.read(operation, response)?))
    });
    let (body, page) = match read {
        Ok(read) => read,
        Err(error) => return (Some(call), Err(error)),
    };
    let count = |items| body.pointer(items).and_then(Value::as_array).map_or(0, Vec::len);
    let (next, is_empty) = match paging.by {
        PagedBy::Cursor { next } => (cursor(&body[next]), false),
        PagedBy::Page { items } => (Some(following(&call, paging, 1, 1)), count(items) == 0),
        PagedBy::Offset { items } => {
            let count = count(items);
            (Some(following(&call, paging, 0, count)), count == 0)
        }
    };
    let call = next.filter(|_| !is_empty).map(|next| {
        call.set_query(paging.parameter, next);
        call
    });
    (call, Ok((!is_empty).then_some(page)))
}

/// Returns the text of a cursor, which is a string or a number.
fn cursor(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the number after that of a call, or after the first one.
fn following<K>(call: &Call<K>, paging: Paging, first: usize, step: usize) -> String {
    let start = call.query_text(paging.parameter).and_then(|text| text.parse().ok());
    start.unwrap_or(first).saturating_add(step).to_string()
}
