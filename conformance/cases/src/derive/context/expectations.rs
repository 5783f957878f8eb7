//! Makes expectations: the values that a response must show for a body, and the errors. The requests that get these
//! responses are unknown here.

use serde_json::Value;
use webdata_spec::model::{ClauseId, EffectKind, ErrorRow, Keyword, Object, Schema, StringFormat};

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

    /// Expects the runs of the body's schedule phrases in the response.
    pub(crate) fn expect_runs(&self, body: &Value) -> Vec<Member> {
        let stores = self.effect(&EffectKind::StoresGiven).is_some();
        self.expect_in_other_form(body, |form| form.runs(body).filter(|_| stores))
    }

    /// Expects values of the properties that the resource shows in another form than the body.
    pub(crate) fn expect_in_other_form(
        &self,
        body: &Value,
        expected: impl Fn(&OtherForm<'s>) -> Option<(Expected, ClauseId)>,
    ) -> Vec<Member> {
        let member = |form: OtherForm<'s>| {
            let (value, clause) = expected(&form)?;
            let member = self.member(form.name, value, clause)?;
            Some(Member { pointer: format!("{}/{}", member.pointer, form.shown), ..member })
        };
        self.other_forms(body).into_iter().filter_map(member).collect()
    }

    /// Returns the baseline with a rare cron expression wherever the body has a schedule phrase instead. A server
    /// may turn the phrase into a cron expression, which then differs from the stored one.
    pub(crate) fn baseline_with_other_values(&self, body: &Value) -> Value {
        let mut stored = self.baseline();
        for form in self.other_forms(body).iter().filter(|form| form.is_cron()) {
            stored[form.name][form.shown] = YEARLY.into();
        }
        stored
    }

    /// Returns the properties that the resource shows in another form than the body.
    fn other_forms(&self, body: &Value) -> Vec<OtherForm<'s>> {
        let stored = self.baseline();
        let mut forms = Vec::new();
        for (name, schema) in self.stored_properties() {
            let schema = self.spec.resolve(schema);
            let sent = body.get(name).filter(|sent| !sent.is_null());
            let (Some(sent), Some(object)) = (sent, schema.object()) else { continue };
            let resource = self.as_returned(name, sent).unwrap_or_default();
            if schema.exactly_one().iter().any(|choice| resource.get(choice).is_some()) {
                continue;
            }
            let returned = self.as_returned(name, &stored[name]).unwrap_or_default();
            let shown = schema.exactly_one().iter().filter(|choice| returned.get(choice).is_some());
            forms.extend(shown.map(|shown| OtherForm { name, shown, object }));
        }
        forms
    }
}

/// A stored property of which the resource shows another inner property than the body has, such as a cron expression
/// for a phrase. A body has exactly one of these inner properties.
pub(crate) struct OtherForm<'s> {
    pub(crate) name: &'s str,
    /// The inner property that the resource shows.
    shown: &'s str,
    object: &'s Object,
}

impl<'s> OtherForm<'s> {
    /// Returns whether the resource shows a cron expression.
    fn is_cron(&self) -> bool {
        let shown = self.object.properties.get(self.shown);
        shown.is_some_and(|property| property.schema.format() == Some(StringFormat::Cron))
    }

    /// Returns the schedule phrase in a body, with the schema of the inner property that holds it.
    fn sent_phrase<'v>(&self, body: &'v Value) -> Option<(&'s Schema, &'v str)> {
        let mut sent = body[self.name].as_object()?.iter();
        let (schema, phrase) = sent.find_map(|(inner, value)| {
            let schema = &self.object.properties.get(inner)?.schema;
            (schema.format() == Some(StringFormat::SchedulePhrase)).then_some((schema, value))
        })?;
        Some((schema, phrase.as_str()?))
    }

    /// Expects the runs of the phrase in a body, if the resource shows a cron expression instead.
    fn runs(&self, body: &Value) -> Option<(Expected, ClauseId)> {
        let (schema, phrase) = self.sent_phrase(body).filter(|_| self.is_cron())?;
        Some((Expected::Runs(phrases::runs(phrase)?), schema.clause.child(Keyword::Format.name())))
    }

    /// Expects that the cron expression which the resource shows for the phrase in a body keeps its minimum interval.
    /// Returns `None` if the runs of the phrase are far enough apart.
    pub(crate) fn runs_apart(&self, body: &Value) -> Option<(Expected, ClauseId)> {
        let (_, phrase) = self.sent_phrase(body)?;
        let cron = &self.object.properties.get(self.shown)?.schema;
        let minutes = cron.count(Keyword::MinimumInterval)? / 60;
        let clause = cron.clause.child(Keyword::MinimumInterval.name());
        let may_be_close = phrases::may_be_close(phrase, minutes);
        may_be_close.then_some((Expected::RunsApart(minutes), clause))
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
