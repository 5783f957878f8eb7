//! Deprecation notices: every success of a deprecated operation states the dates in its headers.

use crate::case::{Case, Expected, Member};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let notices = context.operation.notices().into_iter();
    let case = notices.map(|notice| {
        let value = Expected::Equal(notice.value.into());
        let said = Member::in_header(notice.header, value, notice.clause.clone());
        let word = notice.clause.as_str().rsplit('.').next().unwrap_or_default();
        let id = context.id(&[word, "said"]);
        context.case(id, context.operation.level, notice.clause, vec![context.succeeds(vec![said])])
    });
    case.collect()
}
