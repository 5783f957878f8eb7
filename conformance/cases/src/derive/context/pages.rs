//! Says how a case walks through the pages of a list. The items that the list must have are unknown here.

use serde_json::{Value, json};
use webdata_spec::model::{Keyword, PaginationStyle, Schema};

use super::OperationContext;
use crate::case::Pages;

/// The largest page size that a search in a list requests.
const LARGE_PAGE: u64 = 100;

impl<'s> OperationContext<'s> {
    /// Returns how the pages of the operation's list follow each other.
    pub(crate) fn pages(&self) -> Pages {
        let pagination = self.operation.pagination.as_ref();
        // The results of a job have no identity.
        let has_identity = pagination.is_none_or(|pagination| pagination.items.is_none());
        let listed = self.operation.resource.as_ref().filter(|_| has_identity);
        let next = pagination.and_then(|pagination| pagination.next.as_ref());
        let parameter = pagination.map(|pagination| pagination.parameter.clone());
        Pages {
            // A list without pages is treated as a single page that names no next cursor.
            style: pagination.map_or(PaginationStyle::Cursor, |pagination| pagination.style),
            parameter: parameter.unwrap_or_default(),
            next: next.map(|name| format!("/{name}")),
            items: self.operation.items_pointer(),
            identity: listed.map(|resource| resource.identity.clone()).unwrap_or_default(),
            between: None,
            is_one_by_one: false,
            sought: None,
        }
    }

    /// Returns the parameter that limits the page size, with a value for large pages.
    pub(crate) fn large_page(&self) -> Option<(String, Value)> {
        let name = self.operation.pagination.as_ref()?.limit.as_ref()?;
        let schema = self.spec.resolve(self.limit_schema()?);
        let list = self.spec.list_schema(self.operation);
        let longest = list.and_then(|list| list.count(Keyword::MaxItems));
        let limits = [schema.count(Keyword::Maximum), longest].into_iter().flatten();
        let minimum = schema.count(Keyword::Minimum).unwrap_or(1);
        let limit = limits.fold(LARGE_PAGE, u64::min).max(minimum);
        Some((name.clone(), json!(limit)))
    }

    /// Returns the schema of the parameter that limits the page size.
    pub(crate) fn limit_schema(&self) -> Option<&'s Schema> {
        self.query_schema(self.operation.pagination.as_ref()?.limit.as_ref()?)
    }
}
