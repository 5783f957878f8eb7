//! Makes the cases in which the server accepts or rejects a body, or a value at a place of the varied part. What the
//! contract leaves open has no such cases.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, EffectKind, Level, Operation, PaginationStyle, ResourceEffect, Shape,
};

use super::cases::Tested;
use super::{Input, OperationContext, Rejection};
use crate::case::{Case, Expected, Purpose};
use crate::derive::fixtures_of;
use crate::derive::values::expectations::Circumstances;
use crate::derive::values::places::{BodyPlace, Position, Spread};
use crate::derive::values::rules::{add_missing, add_required};
use crate::derive::values::samples::is_open;

impl<'s> OperationContext<'s> {
    /// Makes a case in which the server accepts a body and the response shows the stored values.
    ///
    /// Returns `None` for an operation that stores nothing, and for a body that the server may reject for a
    /// reason that no target can rule out.
    pub(crate) fn accept(
        &self,
        parts: &[&str],
        tested: impl Into<Tested>,
        mut body: Value,
    ) -> Option<Case> {
        if let (Some(object), Some(items)) = (self.bulk_item(), body.as_array_mut()) {
            // The stored resource that an item changes is unknown, so each item has what rules may require.
            for item in items {
                object.rules.iter().for_each(|it| add_required(object, it, item, self.samples));
            }
        }
        let body = self.repair_around(body)?;
        if !is_testable_by_itself(self.spec, self.operation) || self.may_be_rejected(&body) {
            return None;
        }
        let mut members = self.expect_stored(&body);
        members.extend(self.expect_runs(&body));
        let mut steps = Vec::new();
        if let (Some(ResourceEffect::Updates | ResourceEffect::Replaces), Input::Body) =
            (self.effect_on_resource(), self.input)
        {
            steps.push(self.arrange(self.baseline_with_other_values(&body)));
            // What the resource shows in another form than the body differs from what the first step stored.
            if let Some((stores, _)) = self.effect(&EffectKind::StoresGiven) {
                let other = |name| (Expected::OtherThanStep(0), stores.child(name));
                let changed = self.expect_in_other_form(&body, |form| Some(other(form.name)));
                members.extend(changed);
            }
        }
        steps.push(self.accepted(Purpose::Act, body, members));
        Some(self.case(parts, tested, steps))
    }

    /// Repairs a body, as [`Self::repair`] does. Returns `None` if a rule excludes a value that the body has.
    pub(crate) fn repair_around(&self, given: Value) -> Option<Value> {
        let body = self.repair(given.clone());
        let mut extended = given;
        add_missing(&mut extended, body.clone());
        (extended == body).then_some(body)
    }

    /// Returns whether the server may reject a valid body for a reason that no target can rule out.
    /// Rejections with errors that the operation does not list are not counted.
    pub(crate) fn may_be_rejected(&self, body: &Value) -> bool {
        let may_answer = |error: &&str| self.operation.errors.iter().any(|row| row == error);
        let names_unknown = self.named_resources().any(|(_, named, stand_in)| {
            let named = body.get(&named.property).and_then(Value::as_str);
            named.is_some_and(|id| !stand_in.tokens.iter().any(|token| token == id))
        });
        names_unknown || self.circumstances(body).others.iter().any(may_answer)
    }

    /// Makes a case in which the server rejects a body that breaks one clause.
    pub(crate) fn reject(
        &self,
        parts: &[&str],
        clause: &ClauseId,
        (error, level): (Option<&str>, Level),
        body: Value,
    ) -> Option<Case> {
        let error = error.unwrap_or(&self.spec.service.validation_failure);
        let step = self.fails(self.request(self.repair(body)), error)?;
        let case = self.case(parts, (level, clause.clone()), vec![step]);
        Some(Case { breaks: Some(clause.clone()), ..case })
    }

    /// Makes a case in which the server accepts a valid value at a place. Returns `None` for a value that the
    /// contract leaves open.
    pub(crate) fn accept_at(
        &self,
        place: &BodyPlace<'s>,
        word: &str,
        side: &str,
        value: &Value,
    ) -> Option<Case> {
        let clause = match word {
            "nullable" if place.property.nullable => place.property.clause.child(word),
            _ => place.clause(word),
        };
        if is_open(place.schema, value) || place.schema.level == Level::Open || place.is_repeated {
            return None;
        }
        // The stored state decides whether a server accepts the value.
        if self.spec.is_guarded(place.property) {
            return None;
        }
        // Several values are written as a repeated parameter, which a server must read as a list.
        let is_list = word == "type" && value.as_array().is_some_and(|items| items.len() > 1);
        let word_of_value = if is_list { "items" } else { word };
        // A server accepts only cursors that it has returned.
        let pages = self.operation.pagination.as_ref().filter(|_| self.input == Input::Query);
        let is_cursor = pages.is_some_and(|pagination| {
            pagination.style == PaginationStyle::Cursor && pagination.parameter == place.name
        });
        if !self.input.can_express((self.spec, self.operation), place, word_of_value, value)
            || self.input == Input::Body && names_resources(self.spec, self.operation, place, value)
            || is_cursor
        {
            return None;
        }
        let body = place.body(value, Position::Only);
        let parts = [place.name.as_str(), word, side];
        self.accept(&parts, (place.schema.level_of(word), clause), body)
    }

    /// Makes cases in which the server rejects an invalid value at a place, in each position of the spread.
    pub(crate) fn reject_at(
        &self,
        place: &BodyPlace<'s>,
        word: &str,
        (side, value): (&str, &Value),
        spread: Spread,
    ) -> Vec<Case> {
        let clause = place.clause(word);
        let is_whole_body = self.input == Input::Body && place.name.is_empty();
        if place.schema.level == Level::Open
            || !self.input.can_express((self.spec, self.operation), place, word, value)
            || is_whole_body && names_resources(self.spec, self.operation, place, value)
        {
            return Vec::new();
        }
        // A value of another type also breaks the schema of the body. The server may respond with that error instead
        // of the error of the place.
        let error = place.error.filter(|_| word != "type");
        // A lenient server reads the value as true, or a list as its item. Even then, the body must keep every rule.
        let read = match (&place.schema.shape, value) {
            (Shape::Boolean, _) => Some(&Value::Bool(true)),
            (Shape::String, Value::Array(items)) => items.first(),
            _ => None,
        };
        let body = |position, around| {
            let mut body = place.body_around(value, position, around);
            if let Some(read) = read {
                add_missing(&mut body, self.repair(place.body_around(read, position, around)));
            }
            Some(body)
        };
        let parts = [place.name.as_str(), word, side];
        let error = (error, place.schema.level_of(word));
        self.reject_in_positions(
            place,
            spread,
            Rejection { parts: &parts, clause: &clause, error },
            &body,
        )
    }

    /// Finds the circumstances in which the server rejects a valid body.
    pub(crate) fn circumstances(&self, body: &Value) -> Circumstances<'s> {
        let mut circumstances = Circumstances::default();
        circumstances.add(&self.operation.refusals, body);
        if let Some(schema) = self.input_schema() {
            circumstances.add_inside(self.spec, schema, body);
        }
        circumstances
    }
}

/// Returns whether a request needs nothing from the target but the resources that its path names. Only the target
/// may know a path parameter of an action, or a job's body that a gap leaves open.
pub(crate) fn is_testable_by_itself(spec: &Spec, operation: &Operation) -> bool {
    let clause = operation.clause().child("request");
    let is_start = operation.resource_effect() == Some(ResourceEffect::Starts);
    operation.stored_resource().is_some()
        || is_start && !operation.is_bulk() && spec.gaps.values().all(|gap| gap.place != clause)
        || operation.is_plain_action() && operation.parameters.is_empty()
}

/// Returns whether a value in the body of a bulk operation has identities of resources beyond the fixtures that the case
/// can lease.
fn names_resources(
    spec: &Spec,
    operation: &Operation,
    place: &BodyPlace<'_>,
    value: &Value,
) -> bool {
    let resource = operation.resource.as_ref();
    let items = value.as_array().map_or(0, Vec::len);
    let is_identity = resource.is_some_and(|it| place.name == format!("items.{}", it.identity));
    operation.is_bulk() && (is_identity || items > fixtures_of(spec, operation))
}
