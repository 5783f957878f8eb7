//! Looks up the number that a clause states. Must not compute what the model does not say.

use crate::model::{Shape, Spec, StringFormat};

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
        match (word, &schema.shape) {
            ("minimum", Shape::Integer { minimum, .. }) => minimum.and_then(|n| n.try_into().ok()),
            ("maximum", Shape::Integer { maximum, .. }) => maximum.and_then(|n| n.try_into().ok()),
            ("minLength", Shape::String(text)) => text.min_length,
            ("maxLength", Shape::String(text)) => text.max_length,
            ("minimumInterval", Shape::String(text)) => match text.format {
                Some(StringFormat::Cron { minimum_interval }) => Some(minimum_interval?.as_secs()),
                _ => None,
            },
            ("minItems", Shape::Array { min_items, .. }) => *min_items,
            ("maxItems", Shape::Array { max_items, .. }) => *max_items,
            ("minProperties", Shape::Object(object)) => object.min_properties,
            _ => None,
        }
    }
}
