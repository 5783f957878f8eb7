//! Applies an update to a stored resource, as the effects of an operation say: what is kept, replaced, cleared and set.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::Violations;
use crate::decode::{self, Model};
use crate::rule::{Members, Rule, Sets, check_update, set_values};
use crate::string_format::schedule_phrase;

/// The effects of an operation that updates a resource, as data that generated code fills in.
#[derive(Debug, Clone, Copy)]
pub struct Update {
    /// The rules about what would be stored.
    pub rules: &'static [Rule],
    /// The properties that the update sets under a condition.
    pub sets: &'static [Sets],
    /// The properties of the resource that the update does not have. Clients cannot change them by properties that the
    /// update does not list.
    pub kept: &'static [&'static str],
    /// The schedules in words that the resource has as cron expressions.
    pub phrases: &'static [Phrase],
}

/// A property whose value may have a schedule in words, which the resource has as a cron expression.
#[derive(Debug, Clone, Copy)]
pub struct Phrase {
    /// The property.
    pub property: &'static str,
    /// Its property with the words.
    pub words: &'static str,
    /// Its property with the cron expression.
    pub cron: &'static str,
    /// The defaults of its absent properties: names and JSON texts.
    pub defaults: &'static [(&'static str, &'static str)],
}

impl Update {
    /// Applies an update. Given properties replace stored ones as a whole, null clears them, and others are kept.
    ///
    /// # Errors
    /// The violations of the update, or of what would be stored. Nothing is changed then.
    pub fn apply<U, R>(&self, update: &U, stored: &mut R) -> Result<(), Violations>
    where
        U: Model + Members + Serialize,
        R: Model + Members + Serialize + serde::de::DeserializeOwned,
    {
        decode::validate(update)?;
        let violations = check_update(self.rules, self.sets, update, stored);
        if !violations.is_empty() {
            return Err(violations);
        }
        let mut given = members(update);
        given.retain(|name, _| !self.kept.contains(&name.as_str()));
        for phrase in self.phrases {
            phrase.convert(&mut given);
        }
        if !self.phrases.is_empty() {
            // A schedule may be valid in words, and its runs too close together.
            decode::check::<U>(&Value::Object(given.clone()))?;
        }
        let mut whole = members(stored);
        whole.extend(given);
        whole.extend(set_values(self.sets, update));
        let whole = Value::Object(whole);
        match serde_json::from_value(whole.clone()) {
            Ok(updated) => *stored = updated,
            // A valid update fits the resource, unless the resource is invalid.
            Err(_) => *stored = decode::check(&whole)?,
        }
        Ok(())
    }
}

impl Phrase {
    /// Replaces the words by a cron expression, and adds the defaults.
    fn convert(&self, update: &mut Map<String, Value>) {
        let Some(Value::Object(schedule)) = update.get_mut(self.property) else { return };
        let phrase = schedule.remove(self.words);
        if let Some(Ok(phrase)) =
            phrase.as_ref().and_then(Value::as_str).map(schedule_phrase::parse)
        {
            schedule.insert(self.cron.to_owned(), phrase.to_string().into());
        }
        for (name, default) in self.defaults {
            // Generated defaults are valid JSON, so this never falls back to null.
            let default = || serde_json::from_str(default).unwrap_or_default();
            schedule.entry(*name).or_insert_with(default);
        }
    }
}

/// Returns the properties of an object.
fn members<T: Serialize>(object: &T) -> Map<String, Value> {
    match serde_json::to_value(object) {
        Ok(Value::Object(members)) => members,
        // Generated objects are written as objects.
        _ => Map::new(),
    }
}
