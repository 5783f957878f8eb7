//! Finds the properties that the resource shows in another form than the request sends them. For example, the
//! server returns a schedule phrase as a cron expression. Cases use them to check that the value was stored.

use serde_json::Value;
use webdata_spec::model::{ClauseId, EffectKind, Keyword, StringFormat};

use super::OperationContext;
use crate::case::{Expected, Member};
use crate::derive::values::format_samples::YEARLY;
use crate::derive::values::phrases;

impl<'s> OperationContext<'s> {
    /// Expects that such properties differ from the values that the first step stored, those of
    /// [`Self::baseline_with_other_values`].
    pub(in crate::derive) fn expect_changed(&self, body: &Value) -> Vec<Member> {
        let Some((clause, _)) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        let other = |name: &str, _: &str| Some((Expected::OtherThanStep(0), clause.child(name)));
        self.members_in_other_form(body, other)
    }

    /// Expects the runs of the body's schedule phrases in the response.
    pub(in crate::derive) fn expect_runs(&self, body: &Value) -> Vec<Member> {
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
        let property = self.request_object()?.properties.get(name)?;
        let object = self.spec.object_of(&property.schema)?;
        let format = |name: &str| object.properties.get(name)?.schema.format();
        if format(shown) != Some(StringFormat::Cron) {
            return None;
        }
        let is_phrase = |name: &&String| format(name) == Some(StringFormat::SchedulePhrase);
        let name = sent.as_object()?.keys().find(is_phrase)?;
        let runs = phrases::runs(sent.get(name)?.as_str()?)?;
        let clause = object.properties.get(name)?.schema.clause.child(Keyword::Format.name());
        Some((Expected::Runs(runs), clause))
    }

    /// Returns the baseline with other values where the resource shows the body's values in another form.
    /// Otherwise the server may turn a phrase into the very cron expression of the baseline.
    pub(in crate::derive) fn baseline_with_other_values(&self, body: &Value) -> Value {
        let mut stored = self.baseline();
        for (name, shown) in self.properties_in_other_form(body) {
            let object = self.request_object().and_then(|object| object.properties.get(name));
            let object = object.and_then(|object| self.spec.object_of(&object.schema));
            let property = object.and_then(|object| object.properties.get(shown));
            if property.is_some_and(|property| property.schema.format() == Some(StringFormat::Cron))
            {
                stored[name][shown] = YEARLY.into();
            }
        }
        stored
    }

    /// Returns pairs of a stored property and an inner property that the resource shows, although the body gives
    /// another one. Exactly one of these inner properties may be given.
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
            let returned = self.as_returned(name, &stored[name]);
            let is_returned =
                |choice: &&String| returned.as_ref().is_some_and(|body| body.get(choice).is_some());
            forms.extend(
                exactly_one.iter().filter(is_returned).map(|choice| (name, choice.as_str())),
            );
        }
        forms
    }
}
