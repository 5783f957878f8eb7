//! Makes expectations: the values that a response must show for a body, and the errors. The requests that get these
//! responses are unknown here.

use serde_json::Value;
use webdata_spec::model::{ClauseId, EffectKind, ErrorRow, Keyword, StringFormat};

use super::{Input, OperationContext};
use crate::case::{Expect, Expected, Member};
use crate::derive::values::expectations::{applies, comparable, defaults};
use crate::derive::values::format_samples::YEARLY;
use crate::derive::values::phrases;

impl<'s> OperationContext<'s> {
    /// Expects a success with these values in the response.
    pub(crate) fn success(&self, members: Vec<Member>) -> Expect {
        let status = self.operation.response.as_ref().and_then(|response| response.status);
        Expect::Success { status, members, rejection: None }
    }

    /// Expects the stored values of a body in the response.
    pub(crate) fn expect_stored(&self, body: &Value) -> Vec<Member> {
        let Some((clause, _)) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        if self.input != Input::Body || self.operation.response_type().is_none() {
            return Vec::new();
        }
        let body = if self.operation.is_bulk() { &body[0] } else { body };
        let sets: Vec<(&str, &Value)> =
            self.operation.effects.iter().filter_map(|effect| applies(effect, body)).collect();
        let stored = self.stored_properties().into_iter().filter_map(|(name, schema)| {
            let value = comparable(self.spec, schema, body.get(name)?)?;
            // An effect may set the property to another value than the body gives.
            if sets.iter().any(|(set, other)| *set == name && **other != value) {
                return None;
            }
            let value = self.as_returned(name, &value)?;
            let omissible = defaults(self.spec, schema, &value);
            let member = self.member(name, Expected::Equal(value), clause.child(name))?;
            Some(Member { omissible, ..member })
        });
        stored.collect()
    }

    /// Expects a value of one of the resource's properties in the response.
    pub(crate) fn member(&self, name: &str, value: Expected, clause: ClauseId) -> Option<Member> {
        let (resource, _) = self.resource()?;
        let item = if self.operation.is_bulk() { "/0" } else { "" };
        let pointer = format!("{}{item}/{name}", resource.pointer());
        Some(Member::new(pointer, value, clause))
    }

    /// Returns the value of a stored property as the resource shows it, without properties that the resource
    /// does not have. Returns `None` if no property is left.
    fn as_returned(&self, name: &str, value: &Value) -> Option<Value> {
        let (_, resource) = self.resource()?;
        let schema = self.spec.resolve(&resource.properties.get(name)?.schema);
        match (schema.object(), value) {
            (Some(object), Value::Object(members)) => {
                let mut kept = members.clone();
                kept.retain(|name, _| object.properties.contains_key(name));
                (!kept.is_empty()).then_some(Value::Object(kept))
            }
            _ => Some(value.clone()),
        }
    }

    /// Expects other values than the first step stored, for properties that the resource shows in another form than
    /// the body. The first step stored [`Self::baseline_with_other_values`].
    pub(crate) fn expect_changed(&self, body: &Value) -> Vec<Member> {
        let Some((clause, _)) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        let other = |name: &str, _: &str| Some((Expected::OtherThanStep(0), clause.child(name)));
        self.members_in_other_form(body, other)
    }

    /// Expects the runs of the body's schedule phrases in the response.
    pub(crate) fn expect_runs(&self, body: &Value) -> Vec<Member> {
        if self.effect(&EffectKind::StoresGiven).is_none() {
            return Vec::new();
        }
        self.members_in_other_form(body, |name, shown| self.runs(name, shown, &body[name]))
    }

    fn members_in_other_form(
        &self,
        body: &Value,
        expected: impl Fn(&str, &str) -> Option<(Expected, ClauseId)>,
    ) -> Vec<Member> {
        let member = |(name, shown): (&str, &str)| {
            let (value, clause) = expected(name, shown)?;
            let member = self.member(name, value, clause)?;
            Some(Member { pointer: format!("{}/{shown}", member.pointer), ..member })
        };
        self.properties_in_other_form(body).into_iter().filter_map(member).collect()
    }

    /// Returns the runs of a sent phrase, if the resource shows a cron expression instead.
    fn runs(&self, name: &str, shown: &str, sent: &Value) -> Option<(Expected, ClauseId)> {
        let object = self.spec.object_of(&self.request_property(name)?.schema)?;
        let (property, phrase) = self.sent_phrase(name, sent)?;
        if self.inner_format(name, shown) != Some(StringFormat::Cron) {
            return None;
        }
        let runs = phrases::runs(phrase)?;
        let clause = object.properties.get(property)?.schema.clause.child(Keyword::Format.name());
        Some((Expected::Runs(runs), clause))
    }

    /// Expects that the cron expressions which the resource shows for the body's schedule phrases keep their minimum
    /// interval. Phrases whose runs are far enough apart are skipped.
    pub(crate) fn expect_apart(&self, body: &Value) -> Vec<Member> {
        self.members_in_other_form(body, |name, shown| {
            let object = self.spec.object_of(&self.request_property(name)?.schema)?;
            let (_, phrase) = self.sent_phrase(name, &body[name])?;
            let cron = &object.properties.get(shown)?.schema;
            let minutes = cron.count(Keyword::MinimumInterval)? / 60;
            let clause = cron.clause.child(Keyword::MinimumInterval.name());
            let may_be_close = phrases::may_be_close(phrase, minutes);
            may_be_close.then_some((Expected::RunsApart(minutes), clause))
        })
    }

    /// Returns the schedule phrase in the value of a property, with the name of the inner property that holds it.
    fn sent_phrase<'v>(&self, name: &str, sent: &'v Value) -> Option<(&'v str, &'v str)> {
        let is_phrase = |(inner, _): &(&String, &Value)| {
            self.inner_format(name, inner) == Some(StringFormat::SchedulePhrase)
        };
        let (inner, phrase) = sent.as_object()?.iter().find(is_phrase)?;
        Some((inner, phrase.as_str()?))
    }

    /// Returns the format of a property of an object in the request body.
    fn inner_format(&self, name: &str, inner: &str) -> Option<StringFormat> {
        let object = self.spec.object_of(&self.request_property(name)?.schema)?;
        object.properties.get(inner)?.schema.format()
    }

    /// Returns the baseline with a rare cron expression wherever the body has a schedule phrase instead. A server
    /// may turn the phrase into a cron expression, which then differs from the stored one.
    pub(crate) fn baseline_with_other_values(&self, body: &Value) -> Value {
        let mut stored = self.baseline();
        for (name, shown) in self.properties_in_other_form(body) {
            if self.inner_format(name, shown) == Some(StringFormat::Cron) {
                stored[name][shown] = YEARLY.into();
            }
        }
        stored
    }

    /// Returns pairs of a stored property and an inner property that the resource shows although the body has another
    /// one, such as a cron expression for a phrase. A body has exactly one of these inner properties.
    fn properties_in_other_form(&self, body: &Value) -> Vec<(&'s str, &'s str)> {
        let stored = self.baseline();
        let mut forms = Vec::new();
        for (name, schema) in self.stored_properties() {
            let Some(sent) = body.get(name) else { continue };
            let exactly_one = self.spec.resolve(schema).exactly_one();
            let resource = self.as_returned(name, sent).unwrap_or_default();
            if exactly_one.iter().any(|choice| resource.get(choice).is_some()) {
                continue;
            }
            let returned = self.as_returned(name, &stored[name]).unwrap_or_default();
            let shown = exactly_one.iter().filter(|choice| returned.get(choice).is_some());
            forms.extend(shown.map(|choice| (name, choice.as_str())));
        }
        forms
    }
}

pub(crate) fn expect_error(row: &ErrorRow) -> Expect {
    Expect::Error {
        id: row.id.clone(),
        status: row.status,
        text: row.text.clone(),
        words: row.words.clone(),
        code: row.code.clone(),
        header: None,
    }
}
