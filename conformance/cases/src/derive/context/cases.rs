//! Makes whole cases for one operation, also cases that observe what the contract leaves open. The needs and the
//! clauses of a case follow from its steps.

use serde_json::Value;
use webdata_spec::model::{
    ClauseId, EffectKind, ErrorText, Gap, Level, Observation, PaginationStyle, Probe,
    ResourceEffect, Shape,
};

use super::{Input, OperationContext};
use crate::case::{
    Argument, Body, Case, Deliveries, Expect, Interpretation, KeyForm, Matcher, Need, ObservedPart,
    OpenRejection, Purpose, Request, Step,
};
use crate::derive::fixtures_of;
use crate::derive::values::expectations::Circumstances;
use crate::derive::values::places::{Place, Position};
use crate::derive::values::rules::add_missing;
use crate::derive::values::samples::{Extent, is_open};

impl<'s> OperationContext<'s> {
    /// Makes a case in which the server accepts a body and the response shows the stored values.
    ///
    /// Returns `None` for an operation that stores nothing, and for a body that the server may reject for a
    /// reason that no target can rule out.
    pub(crate) fn accept(
        &self,
        parts: &[&str],
        clause: &ClauseId,
        level: Level,
        body: Value,
    ) -> Option<Case> {
        let body = self.repair(self.with_properties_for_rules(body));
        if self.operation.resource.is_none() || self.may_be_rejected(&body) {
            return None;
        }
        let mut members = self.expect_stored(&body);
        members.extend(self.expect_runs(&body));
        let is_stored_before = match self.effect_on_resource() {
            Some(ResourceEffect::Updates | ResourceEffect::Replaces) => self.input == Input::Body,
            _ => false,
        };
        let mut steps = Vec::new();
        if is_stored_before {
            steps.push(self.arrange(self.baseline_with_other_values(&body)));
            members.extend(self.expect_changed(&body));
        }
        steps.push(self.accepted(Purpose::Act, body, members));
        Some(self.case(self.id(parts), level, clause.clone(), steps))
    }

    /// Returns whether the server may reject a valid body for a reason that no target can rule out.
    /// Rejections with errors that the operation does not list are not counted.
    pub(crate) fn may_be_rejected(&self, body: &Value) -> bool {
        let may_answer = |error: &&str| self.operation.errors.iter().any(|row| row == error);
        self.circumstances(body).others.iter().any(may_answer)
    }

    /// Adds to each item of a list of changes the properties that rules may require, because the stored
    /// resource that the item changes is unknown.
    fn with_properties_for_rules(&self, mut body: Value) -> Value {
        let (Some(object), Some(items)) = (self.bulk_item(), body.as_array_mut()) else {
            return body;
        };
        let required = object.rules.iter().map(|rule| rule.requires.path.root());
        let required = required.filter_map(|name| Some((name, object.properties.get(name)?)));
        for (name, property) in required {
            for item in items.iter_mut().filter_map(Value::as_object_mut) {
                let value = || self.samples.value(&property.schema, Extent::Full);
                item.entry(name).or_insert_with(value);
            }
        }
        body
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
        let request = self.request(Body::Json(self.repair(body)));
        let step = self.fails(request, error)?;
        let mut case = self.case(self.id(parts), level, clause.clone(), vec![step]);
        case.breaks = Some(clause.clone());
        Some(case)
    }

    /// Makes a case in which the server accepts a valid value at a place. Returns `None` for a value that the
    /// contract leaves open.
    pub(crate) fn accept_at(
        &self,
        place: &Place<'s>,
        word: &str,
        side: &str,
        value: &Value,
    ) -> Option<Case> {
        let clause = match word {
            "nullable" if place.property.nullable => place.property.clause.child(word),
            _ => place.clause(word),
        };
        if is_open(place.schema, value) || place.schema.level == Level::Open {
            return None;
        }
        // Several values are written as a repeated parameter, which a server must read as a list.
        let is_list = word == "type" && value.as_array().is_some_and(|items| items.len() > 1);
        let word_of_value = if is_list { "items" } else { word };
        if !self.can_be_written(place, word_of_value, value)
            || self.names_resources(place, value)
            || self.is_cursor(place)
        {
            return None;
        }
        let body = place.body(value, Position::Only);
        let parts = [place.name.as_str(), word, side];
        self.accept(&parts, &clause, place.schema.level, body)
    }

    /// Makes cases in which the server rejects an invalid value at a place: alone, and before and after a
    /// valid value in each list or map.
    pub(crate) fn reject_at(
        &self,
        place: &Place<'s>,
        word: &str,
        side: &str,
        value: &Value,
    ) -> Vec<Case> {
        self.reject_in(place, word, side, value, place.positions())
    }

    /// Makes cases in which the server rejects an invalid value at a place, in each of these positions.
    pub(crate) fn reject_in(
        &self,
        place: &Place<'s>,
        word: &str,
        side: &str,
        value: &Value,
        positions: &[(Position, &str)],
    ) -> Vec<Case> {
        let clause = place.clause(word);
        if place.schema.level == Level::Open || !self.can_be_written(place, word, value) {
            return Vec::new();
        }
        if place.name.is_empty() && self.names_resources(place, value) {
            return Vec::new();
        }
        // A value of another type breaks the schema of the body as well, so the server may respond with that
        // error instead of the error of the place.
        let error = place.error.filter(|_| word != "type");
        let cases = positions.iter().filter_map(|(position, name)| {
            let mut body = place.body(value, *position);
            if place.schema.shape == Shape::Boolean {
                // A lenient server reads the value as true. Even then, the body must keep every rule.
                let read = place.body(&Value::Bool(true), *position);
                add_missing(&mut body, self.repair(read));
            }
            let parts = [place.name.as_str(), word, side, name];
            self.reject(&parts, &clause, (error, place.schema.level), body)
        });
        cases.collect()
    }

    /// Returns whether the varied part of a request can express a value. In a query and in headers every
    /// value is a string: a number is also a string, an empty list does not exist, and neither does `null`.
    fn can_be_written(&self, place: &Place<'s>, word: &str, value: &Value) -> bool {
        if self.input == Input::Body {
            return true;
        }
        if place.name.is_empty() {
            return value.is_object();
        }
        let is_text = |value: &Value| match value {
            Value::Bool(_) | Value::Number(_) => true,
            Value::String(text) => {
                self.input == Input::Query || text.bytes().all(|byte| byte.is_ascii_graphic())
            }
            Value::Null | Value::Array(_) | Value::Object(_) => false,
        };
        let is_written = match value {
            Value::Array(items) => !items.is_empty() && items.iter().all(is_text),
            scalar => is_text(scalar),
        };
        if word != "type" {
            return is_written;
        }
        // A string that reads as a number or a boolean cannot be told apart from one.
        let reads_as_one = value.as_str().is_some_and(|text| {
            serde_json::from_str::<Value>(text)
                .is_ok_and(|read| read.is_number() || read.is_boolean())
        });
        // A scalar is the same as a list with one item.
        let is_of_text =
            matches!(place.schema.shape, Shape::String | Shape::Enum(_) | Shape::Array { .. });
        is_written && !is_of_text && !reads_as_one
    }

    /// Returns whether a place is the cursor of a page. A server accepts only cursors that it has returned.
    fn is_cursor(&self, place: &Place<'s>) -> bool {
        let pages = self.operation.pagination.as_ref().filter(|_| self.input == Input::Query);
        let is_cursor = pages.filter(|pagination| pagination.style == PaginationStyle::Cursor);
        is_cursor.is_some_and(|pagination| pagination.parameter == place.name)
    }

    /// Returns whether a value contains identities of resources beyond the fixtures that the case can lease.
    fn names_resources(&self, place: &Place<'s>, value: &Value) -> bool {
        if !self.operation.is_bulk() || self.input != Input::Body {
            return false;
        }
        let identity =
            self.operation.resource.as_ref().map(|resource| format!("items.{}", resource.identity));
        let many = value
            .as_array()
            .is_some_and(|items| items.len() > fixtures_of(self.spec, self.operation));
        identity.as_ref() == Some(&place.name) || many
    }

    /// Makes a case. Its needs follow from its steps.
    pub(crate) fn case(
        &self,
        id: String,
        level: Level,
        clause: ClauseId,
        steps: Vec<Step>,
    ) -> Case {
        let mut case = new_case(id, level, clause, self.with_creation(steps));
        if let Some(resource) =
            self.operation.resource.as_ref().filter(|_| self.operation.is_bulk())
        {
            let parameter = self.spec.identity_parameter(&resource.type_name);
            let parameter = parameter.unwrap_or(&resource.type_name).to_owned();
            case.needs.extend(match case.fixtures() {
                0 => None,
                count => Some(Need::Fixture(parameter, count)),
            });
        }
        // In a circumstance, the target chooses the key.
        let steps = case.steps.iter().filter(|step| step.request.circumstance.is_none());
        let bodies = steps.filter_map(|step| step.request.body.as_json());
        let states = bodies.flat_map(|body| self.circumstances(body).team_states);
        for need in states.map(|state| Need::TeamNotIn(state.to_owned())).collect::<Vec<_>>() {
            if !case.needs.contains(&need) {
                case.needs.push(need);
            }
        }
        // If the contract has no operation that reads the resource, an update that leaves out the property
        // reads it.
        let is_own = |step: &Step| step.request.operation.as_ref() == Some(&self.operation.id);
        let reads_back =
            case.steps.iter().any(|step| step.purpose == Purpose::Assert && is_own(step));
        if reads_back
            && let Some((clause, _)) = self.effect(&EffectKind::KeepsOmitted)
            && !case.clauses.contains(clause)
        {
            case.clauses.push(clause.clone());
        }
        case
    }

    /// Inserts the step that creates a resource before steps that remove it, unless they already have one.
    fn with_creation(&self, mut steps: Vec<Step>) -> Vec<Step> {
        let created = self.created_in(0);
        let names_it = |step: &Step| {
            step.request.arguments().any(|argument| Some(argument) == created.as_ref())
        };
        let is_missing = steps.first().is_some_and(names_it);
        steps.splice(0..0, self.creation().filter(|_| is_missing));
        steps
    }

    /// Finds the circumstances in which the server rejects a valid body.
    fn circumstances(&self, body: &Value) -> Circumstances<'s> {
        let mut circumstances = Circumstances::default();
        circumstances.add(&self.operation.refusals, body);
        if let Some(schema) = self.input_schema() {
            circumstances.extend(Circumstances::find(self.spec, schema, body));
        }
        circumstances
    }
}

/// Makes a case for no particular operation. Its needs and clauses follow from its steps.
pub(crate) fn new_case(id: String, level: Level, clause: ClauseId, steps: Vec<Step>) -> Case {
    let mut case = Case {
        id,
        level,
        clauses: vec![clause],
        needs: Vec::new(),
        each_fixture: false,
        steps,
        breaks: None,
    };
    let mut needs = Vec::new();
    let mut clauses = Vec::new();
    for step in &case.steps {
        let keys = step
            .request
            .authorization
            .iter()
            .filter_map(|authorization| Some((authorization.key?, authorization.form)));
        for (key, form) in keys {
            needs.push(match form {
                KeyForm::Whole => Need::Key(key),
                changed => Need::ChangedKey(key, changed),
            });
        }
        needs.extend(step.request.is_trigger.then_some(Need::Webhooks));
        needs.extend(step.request.provoke.iter().cloned().map(Need::Provocation));
        if let Some(operation) = &step.request.operation {
            if step.request.endpoint.is_none() {
                needs.push(Need::Binding(operation.clone()));
            }
            let circumstance = step.request.circumstance.iter().cloned();
            needs.extend(circumstance.map(|clause| Need::Circumstance(operation.clone(), clause)));
        }
        for (name, argument) in &step.request.parameters {
            if matches!(argument, Argument::Fixture { .. }) {
                needs.push(Need::Fixture(name.clone(), case.fixtures()));
            }
        }
        if step.purpose != Purpose::Arrange {
            clauses.extend(expected_clauses(&step.expect));
        }
    }
    for need in needs {
        if !case.needs.contains(&need) {
            case.needs.push(need);
        }
    }
    for clause in clauses {
        if !case.clauses.contains(&clause) {
            case.clauses.push(clause);
        }
    }
    case
}

fn expected_clauses(expect: &Expect) -> Vec<ClauseId> {
    match expect {
        Expect::Success { members, rejection, .. } => {
            let open = rejection.iter().map(|open| ClauseId::new(format!("gaps.{}", open.gap)));
            members.iter().map(|member| member.clause.clone()).chain(open).collect()
        }
        Expect::Error { id, text, words, code, .. } => {
            // A message that the service words freely is judged only by the words that the contract gives for
            // it.
            let judged = matches!(text, ErrorText::Exact(_) | ErrorText::Free(_));
            let judged = judged || !words.is_empty();
            let parts = [("status", true), ("error", judged), ("code", code.is_some())];
            let parts = parts.into_iter().filter(|(_, judged)| *judged);
            parts.map(|(part, _)| ClauseId::new(format!("errors.{id}.{part}"))).collect()
        }
        Expect::AnyOf { gap, responses } => {
            let open = ClauseId::new(format!("gaps.{gap}"));
            responses
                .iter()
                .flat_map(|response| expected_clauses(&response.expect))
                .chain([open])
                .collect()
        }
        Expect::Deliveries(Deliveries { hooks, observed: None }) => {
            hooks.iter().map(|hook| hook.clause.clone()).collect()
        }
        Expect::Deliveries(Deliveries { observed: Some(ObservedPart { gap, .. }), .. })
        | Expect::Observation { gap, .. } => vec![ClauseId::new(format!("gaps.{gap}"))],
    }
}

impl<'s> OperationContext<'s> {
    /// Returns the gap of the contract that a probe observes, if any.
    pub(crate) fn gap(&self, probe: Probe) -> Option<&'s Gap> {
        let is_meant = Observation::Probe(probe);
        self.spec.gaps.values().find(|gap| gap.observation == is_meant)
    }

    /// Allows the last request of a case to be rejected. The response to an accepted request is still judged.
    pub(crate) fn allow_rejection(&self, gap: &Gap, mut case: Case) -> Case {
        if let Some(Expect::Success { rejection, .. }) =
            case.steps.last_mut().map(|step| &mut step.expect)
        {
            *rejection = Some(OpenRejection {
                gap: gap.id.clone(),
                accepted: "accepted, and stored as it was sent".to_owned(),
                rejected: "rejected".to_owned(),
                when: None,
                // Each case of the gap tests a different value.
                asks_same_question: false,
            });
            case.clauses.push(ClauseId::new(format!("gaps.{}", gap.id)));
        }
        case
    }

    /// Makes a case that observes the response to an invalid request. Only a 5xx response fails the case.
    pub(crate) fn case_without_requirement(
        &self,
        gap: &Gap,
        id: String,
        clause: &ClauseId,
        request: Request,
    ) -> Case {
        let mut interpretations = vec![Interpretation::new(Matcher::Success, "accepted")];
        let statuses = [&self.spec.service.validation_failure, &self.spec.service.unknown_path];
        let rows = statuses.into_iter().filter_map(|id| self.spec.errors.get(id));
        interpretations.extend(rows.map(|row| {
            Interpretation::new(
                Matcher::Status(row.status),
                format!("rejected with {}", row.status),
            )
        }));
        let never_5xx = Some(clause.clone());
        let expect = Expect::Observation { gap: gap.id.clone(), interpretations, never_5xx };
        let step = Step::new(Purpose::Act, request, expect);
        self.case(id, self.operation.level, clause.clone(), vec![step])
    }

    /// Makes a case that observes a gap.
    pub(crate) fn open_case(&self, gap: &Gap, id: String, steps: Vec<Step>) -> Case {
        self.case(id, Level::Open, ClauseId::new(format!("gaps.{}", gap.id)), steps)
    }

    /// Makes a case that observes a gap after bringing the resource into a known state.
    pub(crate) fn observation(
        &self,
        gap: &Gap,
        id: String,
        stored: Value,
        question: (Request, Vec<Interpretation>),
    ) -> Case {
        self.observation_after(gap, id, vec![self.arrange(stored)], question)
    }

    /// Makes a case that observes a gap after these steps.
    pub(crate) fn observation_after(
        &self,
        gap: &Gap,
        id: String,
        mut steps: Vec<Step>,
        (request, interpretations): (Request, Vec<Interpretation>),
    ) -> Case {
        let (gap_id, never_5xx) = (gap.id.clone(), None);
        let expect = Expect::Observation { gap: gap_id, interpretations, never_5xx };
        steps.push(Step::new(Purpose::Act, request, expect));
        self.open_case(gap, id, steps)
    }

    /// Returns a step that accepts any response. A later step is compared with that response.
    pub(crate) fn comparison_step(&self, gap: &Gap, body: Value) -> Step {
        let gap = gap.id.clone();
        let expect = Expect::Observation { gap, interpretations: Vec::new(), never_5xx: None };
        Step::new(Purpose::Arrange, self.request(Body::Json(body)), expect)
    }

    /// Returns the meanings of a success and of a rejection of the body.
    pub(crate) fn interpretations(&self, success: &str, rejection: &str) -> Vec<Interpretation> {
        let mut interpretations = vec![Interpretation::new(Matcher::Success, success)];
        let rejected =
            self.rejection_matcher().map(|matcher| Interpretation::new(matcher, rejection));
        interpretations.extend(rejected);
        interpretations
    }

    /// Returns the matcher of a rejected body.
    pub(crate) fn rejection_matcher(&self) -> Option<Matcher> {
        let row = self.spec.errors.get(&self.spec.service.validation_failure)?;
        Some(Matcher::Status(row.status))
    }

    /// Returns the meanings "accepted" and "rejected" of a response.
    pub(crate) fn accepted_or_rejected(&self) -> Vec<Interpretation> {
        self.interpretations("accepted", "rejected")
    }
}
