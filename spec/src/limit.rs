//! Looks up the number that a clause states. Computes nothing.

use crate::model::{Keyword, Spec};

impl Spec {
    /// Returns the limit that a clause of a type states, such as `MonitorUpdate.name.maxLength`.
    ///
    /// Returns `None` if there is no such clause, if the clause states no limit, and if the limit is not a
    /// whole number from zero. A `minimumInterval` is in seconds. Tests use this function, so that their
    /// values follow the pages.
    #[must_use]
    pub fn limit(&self, clause: &str) -> Option<u64> {
        let (place, word) = clause.rsplit_once('.')?;
        let schema = self.schema_at(place)?;
        let keyword = Keyword::ALL.iter().find(|keyword| keyword.name() == word)?;
        schema.count(*keyword)
    }
}
