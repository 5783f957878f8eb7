//! The faults that a server of the parcel lockers may have.

/// What the server gets wrong, each for one operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A created parcel is answered, and not stored.
    CreatesNothing,
    /// A created parcel has no value once it is stored.
    CreatesWithoutValue,
    /// A parcel is shown as it was created.
    ReadsAsCreated,
    /// Another team's parcel is shown.
    ReadsForeign,
    /// The parcels of every team are listed.
    ListsForeign,
    /// Parcels in every state are listed.
    IgnoresState,
    /// What a replacement leaves out stays.
    ReplacesGivenOnly,
    /// A replacement is answered, and not stored.
    ReplacesNothing,
    /// An update is answered, and not stored.
    UpdatesNothing,
    /// Null takes nothing away.
    IgnoresNull,
    /// A parcel stays that is handed out.
    DeletesNothing,
    /// The newest parcel goes with one that is handed out.
    DeletesNewestToo,
    /// Of several changes the first is made.
    ChangesFirstOnly,
    /// Parcels that are not there are passed over among several.
    ChangesWhatIsThere,
    /// A page begins with the last parcel of the one before it.
    RepeatsAtBorder,
    /// A page has all that there is.
    IgnoresLimit,
    /// A list is not sorted.
    IgnoresOrder,
    /// The greatest value comes first where the least should.
    SortsByValueDescending,
    /// Each page is sorted by itself.
    SortsEachPage,
    /// Values are sorted as text.
    SortsValuesAsText,
    /// A cursor that was never given out begins at the first parcel.
    TakesAnyCursor,
    /// The server breaks down at a cursor that was never given out.
    FailsAtWrongCursor,
    /// A cursor counts the parcels before it, and the newest comes first.
    CountsFromNewest,
    /// A cursor counts the parcels behind it.
    CountsFromEnd,
    /// A list that nothing is in is not found.
    EmptyIsUnknown,
    /// Null stands for a list that nothing is in.
    EmptyIsNull,
    /// Of exactly three parcels, the third goes where the second is handed out.
    DeletesThirdOfThree,
    /// The third parcel is not listed where one was handed out before it came.
    ListForgetsThird,
    /// A parcel that was replaced is what it was before once the one behind it is handed out.
    ReplacedComesBack,
}

impl Fault {
    /// Those that show only where several parcels are created, and dealt with in an order.
    pub(crate) const DEEP: [Self; 3] =
        [Self::DeletesThirdOfThree, Self::ListForgetsThird, Self::ReplacedComesBack];
}
