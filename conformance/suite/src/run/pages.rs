//! Requests all pages of a list, one after the other, and joins their resources.
//!
//! This module does not judge: a page that is not a list ends the loop and becomes the response.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;
use webdata_cases::case::{BetweenPages, Pages, Request};
use webdata_cases::equality::is_same_uuid;
use webdata_cases::json::MAX_JSON_BYTES;
use webdata_spec::model::PaginationStyle;
use webdata_spec::prose::plain;

use super::client::ClientError;
use crate::judge::HttpResponse;
use crate::memory::Excess;

/// The maximum number of pages.
const MAX_PAGES: usize = 1000;

/// The number of pages before which the request between pages is sent.
const REPEATED_BETWEEN: usize = 3;

/// After how many pages in a row without a new resource a loop ends: a server that ignores the page would never end it. One
/// such page does not end it, since other cases may move resources to later pages.
const MAX_WITHOUT_NEW: usize = 10;

/// A loop over the pages of a list.
pub(super) struct PageWalk<'w> {
    pages: &'w Pages,
    request: Request,
    /// The first response, with the resources of all pages so far.
    response: HttpResponse,
    /// The identities of all resources so far, each with a hash of its content.
    identities: HashMap<String, u64>,
    count: usize,
    /// The number of pages since the last one with a new resource.
    without_new: usize,
    /// Whether a resource appeared again, unchanged, in a walk in which none may.
    is_repeating: bool,
}

impl<'w> PageWalk<'w> {
    /// Starts with the response to the first request; returns `None` if the response has no list.
    pub(super) fn new(request: &Request, pages: &'w Pages, first: &HttpResponse) -> Option<Self> {
        let counted = counted_items(items(first, pages)?.clone(), pages);
        let mut walk = Self {
            pages,
            request: request.clone(),
            response: first.clone(),
            identities: HashMap::new(),
            count: 1,
            without_new: 0,
            is_repeating: false,
        };
        walk.record_identities(&counted);
        walk.replace_items(counted);
        Some(walk)
    }

    /// Returns the first response, with the items of all pages so far.
    pub(super) fn joined(&self) -> &HttpResponse {
        &self.response
    }

    /// Returns the request for the page after `last`. Returns `None` after the last page, if pages may never end, or if a
    /// resource appears again although the contract says that creations shift no page. A resource that another case changes
    /// meanwhile may appear twice in a sorted list, with different contents.
    pub(super) fn next_request(&mut self, last: &HttpResponse) -> Option<&Request> {
        let count = items(last, self.pages).map(Vec::len).unwrap_or_default();
        let is_endless = self.count >= MAX_PAGES || self.without_new >= MAX_WITHOUT_NEW;
        if is_endless || self.is_repeating || count == 0 {
            return None;
        }
        let next = match self.pages.style {
            PaginationStyle::Cursor => {
                let cursor = last.at(self.pages.next.as_ref()?)?;
                let cursor = cursor.as_str().filter(|cursor| !cursor.is_empty())?;
                let kept = if self.cuts_cursor() { cursor.chars().count() / 2 } else { usize::MAX };
                cursor.chars().take(kept).collect::<String>().into()
            }
            PaginationStyle::Page => Value::from(self.count + 1),
            PaginationStyle::Offset => Value::from(items(&self.response, self.pages)?.len()),
        };
        self.request.query.insert(self.pages.parameter.clone(), next);
        Some(&self.request)
    }

    /// Returns the request that is sent before the next page.
    pub(super) fn request_between(&self) -> Option<&'w Request> {
        match &self.pages.between {
            Some(BetweenPages::Request(request)) if self.count <= REPEATED_BETWEEN => Some(request),
            Some(BetweenPages::Request(_) | BetweenPages::CutCursor) | None => None,
        }
    }

    /// Returns whether the second page is requested with a part of its cursor, and is the response to judge.
    pub(super) fn cuts_cursor(&self) -> bool {
        self.pages.between == Some(BetweenPages::CutCursor)
    }

    /// Adds the resources of a page, and returns whether it is a list.
    ///
    /// # Errors
    /// If all pages together take more memory than one response may.
    pub(super) fn add(&mut self, page: &HttpResponse) -> Result<bool, ClientError> {
        let Some(items_of_page) = items(page, self.pages) else { return Ok(false) };
        let counted = counted_items(items_of_page.clone(), self.pages);
        self.count += 1;
        self.record_identities(&counted);
        self.response.share.add(page.share.clone());
        if self.response.share.bytes() > MAX_JSON_BYTES {
            return Err(ClientError::TooLarge(Excess::Values));
        }
        if let Some(items) = self.items_mut() {
            items.extend(counted);
        }
        Ok(true)
    }

    fn items_mut(&mut self) -> Option<&mut Vec<Value>> {
        self.response.json.as_mut()?.pointer_mut(&self.pages.items)?.as_array_mut()
    }

    /// Returns the first response with the resources of all pages, or with the one that is searched.
    pub(super) fn into_response(mut self, leased: &[String]) -> HttpResponse {
        if let Some(sought) = &self.pages.sought {
            let sought = sought.text(leased);
            let mut kept = items(&self.response, self.pages).cloned().unwrap_or_default();
            kept.retain(|item| {
                let identity = item.get(&self.pages.identity).map(plain);
                identity
                    .is_some_and(|identity| identity == sought || is_same_uuid(&identity, &sought))
            });
            self.replace_items(kept);
        }
        let body = self.response.json.as_ref().map(|json| json.to_string().into_bytes());
        // The other pages have long numbers, too, which only the pages show.
        let long_numbers = BTreeMap::new();
        HttpResponse { body: body.unwrap_or_default(), long_numbers, ..self.response }
    }

    fn replace_items(&mut self, resources: Vec<Value>) {
        if let Some(items) = self.items_mut() {
            *items = resources;
        }
    }

    /// Notes the identities of the resources of a page.
    fn record_identities(&mut self, items: &[Value]) {
        let before = self.identities.len();
        let is_stable = matches!(self.pages.between, Some(BetweenPages::Request(_)));
        for item in items {
            let identity = if self.pages.identity.is_empty() {
                item.to_string()
            } else {
                item.get(&self.pages.identity).map(Value::to_string).unwrap_or_default()
            };
            // Only a hash is kept, because a list may be as large as a response.
            let mut hasher = DefaultHasher::new();
            item.to_string().hash(&mut hasher);
            let content = hasher.finish();
            let earlier = self.identities.insert(identity, content);
            self.is_repeating |= is_stable && earlier == Some(content);
        }
        self.without_new = if self.identities.len() > before { 0 } else { self.without_new + 1 };
    }
}

/// Returns the resources of a page that count.
fn counted_items(mut items: Vec<Value>, pages: &Pages) -> Vec<Value> {
    if pages.is_one_by_one {
        items.truncate(1);
    }
    items
}

fn items<'a>(response: &'a HttpResponse, pages: &Pages) -> Option<&'a Vec<Value>> {
    response.at(&pages.items).filter(|_| response.is_success())?.as_array()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page(ids: &[u8], next: &str) -> HttpResponse {
        let items: Vec<Value> = ids.iter().map(|id| json!({ "id": id })).collect();
        let body = json!({ "items": items, "next": next }).to_string();
        HttpResponse::new(200, Vec::new(), body.into_bytes())
    }

    #[test]
    fn a_page_without_a_new_resource_ends_no_walk_but_many_in_a_row_do() {
        let pages = Pages {
            style: PaginationStyle::Cursor,
            parameter: "cursor".to_owned(),
            next: Some("/next".to_owned()),
            items: "/items".to_owned(),
            identity: "id".to_owned(),
            between: None,
            is_one_by_one: false,
            sought: None,
        };
        let first = page(&[1, 2], "a");
        let mut walk = PageWalk::new(&Request::default(), &pages, &first).expect("a list");
        // Another case moved both resources behind the first page.
        assert!(walk.next_request(&first).is_some());
        assert!(walk.add(&page(&[1, 2], "b")).expect("a small page"));
        assert!(walk.next_request(&page(&[1, 2], "b")).is_some());
        assert!(walk.add(&page(&[3], "c")).expect("a small page"));
        for _ in 0..MAX_WITHOUT_NEW {
            assert!(walk.next_request(&page(&[3], "c")).is_some());
            assert!(walk.add(&page(&[3], "c")).expect("a small page"));
        }
        assert!(walk.next_request(&page(&[3], "c")).is_none());
    }
}
