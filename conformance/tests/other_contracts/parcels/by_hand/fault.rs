//! The faults that a server of the parcel lockers may have.

/// A fault of one operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A created parcel is returned, but not stored.
    CreatesNothing,
    /// A created parcel is stored without its value.
    CreatesWithoutValue,
    /// A read returns a parcel as created.
    ReadsAsCreated,
    /// A read returns another team's parcel.
    ReadsForeign,
    /// A list has the parcels of all teams.
    ListsForeign,
    /// A list ignores the filter for the state.
    IgnoresState,
    /// A replacement keeps the properties that are left out.
    KeepsOmitted,
    /// A replacement is returned, but not stored.
    ReplacesNothing,
    /// An update is returned, but not stored.
    UpdatesNothing,
    /// Null does not remove a property.
    IgnoresNull,
    /// A removed parcel stays.
    DeletesNothing,
    /// A removal removes the newest parcel, too.
    DeletesNewestToo,
    /// Only the first of several changes is stored.
    ChangesFirstOnly,
    /// Changes of unknown parcels are skipped instead of rejected.
    SkipsUnknown,
    /// A page begins with the last parcel of the previous page.
    RepeatsLastOfPage,
    /// A page has all parcels.
    IgnoresLimit,
    /// A list is not sorted.
    IgnoresOrder,
    /// Ascending values are sorted in descending order.
    SortsByValueDescending,
    /// Each page is sorted by itself.
    SortsEachPage,
    /// Values are sorted as strings.
    SortsValuesAsText,
    /// An unknown cursor means the first page.
    AcceptsAnyCursor,
    /// An unknown cursor causes a 500.
    FailsAtWrongCursor,
    /// A cursor counts the parcels before it, in a list whose newest parcel is first.
    CountsFromNewest,
    /// A cursor counts the parcels after it.
    CountsFromEnd,
    /// An empty list gets a 404.
    EmptyIsUnknown,
    /// An empty list is null.
    EmptyIsNull,
    /// Of exactly three parcels, removing the second removes the third instead.
    DeletesThirdOfThree,
    /// The third parcel is not listed if another one was removed before its creation.
    ListOmitsThird,
    /// A replaced parcel regains its old properties when the parcel after it is removed.
    UndoesReplacement,
}

impl Fault {
    /// The faults that show only after several creations and other operations in a certain order.
    pub(crate) const DEEP: [Self; 3] =
        [Self::DeletesThirdOfThree, Self::ListOmitsThird, Self::UndoesReplacement];
}
