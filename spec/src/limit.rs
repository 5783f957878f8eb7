//! Looks up the number that a clause states. Must not compute what the model does not say.

use crate::model::{Keyword, Spec};

impl Spec {
    /// Returns the limit that a clause of a type states, such as `MonitorUpdate.name.maxLength`; a
    /// `minimumInterval` in seconds. `None` if there is no such clause, if it states no limit, and
    /// if the limit is no whole number from zero.
    ///
    /// Tests ask it what lies at a limit and beyond it, so that they follow the pages.
    #[must_use]
    pub fn limit(&self, clause: &str) -> Option<u64> {
        let (place, word) = clause.rsplit_once('.')?;
        let schemas = self.reached(self.types.values().map(|found| &found.schema));
        let schema = schemas.into_iter().find(|schema| schema.clause.as_str() == place)?;
        let keyword = Keyword::ALL.iter().find(|keyword| keyword.name() == word)?;
        schema.count(*keyword)
    }
}
