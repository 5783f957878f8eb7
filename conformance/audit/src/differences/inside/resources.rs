//! Mistakes in what operations create, find, list and remove.

use std::cmp::Ordering;

use serde_json::Value;
use webdata_reference::{ComparedPair, PathCondition, Search};
use webdata_spec::model::Direction;

/// A mistake in an operation on resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ResourceMistake {
    /// A creation, removal or cancellation succeeds and is not carried out.
    NotCarriedOut,
    /// A new resource gets the identity of the newest one, and replaces it.
    SameIdentity,
    /// A read returns the resource as it was created.
    ReadsInitial,
    /// A job whose terminal state was read runs again.
    Revives,
    /// The newest resource of the team is removed as well.
    DeletesAnother,
    /// Resources of other teams are found.
    FindsForeign,
    /// Resources of other teams are listed.
    ListsForeign,
    /// Resources of any parent are found or listed, not only those of the parent that this path parameter names.
    IgnoresParent(String),
    /// The parent that this path parameter names need not exist.
    AcceptsUnknownParent(String),
    /// The newest resource is not listed.
    ListsWithoutNewest,
    /// The last resource of each page is repeated on the next page.
    RepeatsAtBorder,
    /// The first resource of each page after the first page is left out.
    SkipsAtBorder,
    /// Every page is the first page.
    IgnoresPage,
    /// The first page has the whole list.
    IgnoresLimit,
    /// A page may have one more resource than its limit.
    OneTooMany,
    /// The newest resource comes first, in lists without a sort order and among resources that it treats as equal.
    NewestFirst,
    /// Resources that are created after a cursor was issued shift the pages after the cursor back.
    RepeatsWhenCreated,
    /// Resources that are created after a cursor was issued shift the pages after the cursor ahead.
    SkipsWhenCreated,
    /// A cursor that was never issued selects the first page.
    TakesAnyCursor,
    /// A list is sorted wrongly if the sorting parameter has this value; `None` for the default order.
    Sorts(Option<String>, SortMistake),
    /// A filter is ignored.
    IgnoresFilter(String),
    /// A change of another version is rejected, but stored all the same.
    KeepsRejected,
    /// A creation is repeated although its idempotency key is known.
    IgnoresKey,
    /// An idempotency key with another body counts as another key.
    DividesKeyByBody,
    /// The idempotency keys of all teams are shared.
    SharesKeys,
    /// Only the first of several changes is stored.
    ChangesFirstOnly,
}

/// A mistake of sorting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortMistake {
    /// The list is not sorted.
    Never,
    /// The order is reversed.
    Reversed,
    /// Each page is sorted by itself.
    EachPage,
    /// Numbers are compared as strings.
    AsText,
}

impl ResourceMistake {
    pub(super) fn ignores(&self, condition: PathCondition<'_>) -> bool {
        match (self, condition) {
            (Self::FindsForeign, PathCondition::IsOwn) => true,
            (Self::IgnoresParent(ignored), PathCondition::IsBelow(parameter))
            | (Self::AcceptsUnknownParent(ignored), PathCondition::Exists(parameter)) => {
                ignored == parameter
            }
            _ => false,
        }
    }

    pub(super) fn search(&self, search: &mut Search<'_>) {
        match self {
            Self::ListsForeign => search.team = None,
            Self::IgnoresParent(_) => search.parent = None,
            Self::IgnoresFilter(ignored) => search.filters.retain(|(name, _)| name != ignored),
            _ => {}
        }
    }

    pub(super) fn skipped(&self, skipped: Option<usize>, created: usize) -> Option<usize> {
        match (self, skipped) {
            (Self::TakesAnyCursor, None) => Some(0),
            (Self::IgnoresPage, Some(_)) => Some(0),
            (Self::RepeatsWhenCreated, Some(skipped)) => Some(skipped.saturating_sub(created)),
            (Self::SkipsWhenCreated, Some(skipped)) => Some(skipped + created),
            (Self::RepeatsAtBorder, Some(skipped)) => Some(skipped.saturating_sub(1)),
            (Self::SkipsAtBorder, Some(skipped)) if skipped > 0 => Some(skipped + 1),
            (_, skipped) => skipped,
        }
    }

    /// Returns the mistake of a list that is sorted by this value of the sorting parameter.
    pub(super) fn sorting(&self, chosen: Option<&str>) -> Option<SortMistake> {
        match self {
            Self::Sorts(of, mistake) if of.as_deref() == chosen => Some(*mistake),
            _ => None,
        }
    }

    pub(super) fn compare(&self, pair: &ComparedPair<'_>, correct: Ordering) -> Ordering {
        let [(left_age, left), (right_age, right)] = pair.pair;
        let by_age = left_age.cmp(&right_age);
        let is_equal = left == right;
        if *self == Self::NewestFirst && (pair.sorting.is_none() || is_equal) {
            return by_age.reverse();
        }
        let (Some(sorting), Some(mistake)) = (pair.sorting, self.sorting(pair.chosen)) else {
            return correct;
        };
        match (mistake, left, right) {
            (SortMistake::Never | SortMistake::EachPage, ..) => by_age,
            (SortMistake::Reversed, Some(_), Some(_)) if !is_equal => correct.reverse(),
            (SortMistake::AsText, Some(left), Some(right)) => {
                let text = |value: &Value| value.to_string();
                let by_text = text(left).cmp(&text(right));
                match sorting.direction {
                    Direction::Ascending => by_text.then(by_age),
                    Direction::Descending => by_text.reverse().then(by_age),
                }
            }
            (SortMistake::Reversed | SortMistake::AsText, ..) => correct,
        }
    }
}
