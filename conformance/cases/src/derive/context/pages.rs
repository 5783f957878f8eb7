//! Says how a case walks through the pages of a list. The items that the list must have are unknown here.

use serde_json::{Value, json};
use webdata_spec::model::{Keyword, Operation, PaginationStyle, Schema};

use super::OperationContext;
use crate::case::Pages;

/// The largest page size that a search in a list requests.
const LARGE_PAGE: u64 = 100;

impl Pages {
    /// Returns how the pages of an operation's list follow each other.
    pub(crate) fn from_operation(operation: &Operation) -> Self {
        let pagination = operation.pagination.as_ref();
        // The results of a job have no identity.
        let has_identity = pagination.is_none_or(|pagination| pagination.items.is_none());
        let listed = operation.resource.as_ref().filter(|_| has_identity);
        let next = pagination.and_then(|pagination| pagination.next.as_ref());
        let parameter = pagination.map(|pagination| pagination.parameter.clone());
        Self {
            // A list without pages is treated as a single page that names no next cursor.
            style: pagination.map_or(PaginationStyle::Cursor, |pagination| pagination.style),
            parameter: parameter.unwrap_or_default(),
            next: next.map(|name| format!("/{name}")),
            items: operation.items_pointer(),
            identity: listed.map(|resource| resource.identity.clone()).unwrap_or_default(),
            between: None,
            is_one_by_one: false,
            sought: None,
        }
    }
}

/// Returns the parameter that limits the page size, with a value for large pages.
pub(crate) fn large_page(context: &OperationContext<'_>) -> Option<(String, Value)> {
    let name = context.operation.pagination.as_ref()?.limit.as_ref()?;
    let schema = context.spec.resolve(limit_schema(context)?);
    let list = context.spec.list_schema(context.operation);
    let longest = list.and_then(|list| list.count(Keyword::MaxItems));
    let limits = [schema.count(Keyword::Maximum), longest].into_iter().flatten();
    let minimum = schema.count(Keyword::Minimum).unwrap_or(1);
    let limit = limits.fold(LARGE_PAGE, u64::min).max(minimum);
    Some((name.clone(), json!(limit)))
}

/// Returns the schema of the parameter that limits the page size.
pub(crate) fn limit_schema<'s>(context: &OperationContext<'s>) -> Option<&'s Schema> {
    context.query_schema(context.operation.pagination.as_ref()?.limit.as_ref()?)
}
