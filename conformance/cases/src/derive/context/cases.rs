//! Makes whole cases for one operation, also cases that observe what the contract leaves open. The needs and the
//! clauses of a case follow from its steps.

use std::collections::BTreeMap;

use serde_json::Value;
use webdata_spec::model::{
    self, ClauseId, ClauseRoot, Effect, EffectKind, ErrorText, Gap, Level, Observation,
    PaginationStyle, Probe, Refusal, ResourceEffect, Rule, Shape, Situation, Transition,
};

use super::{Input, OperationContext};
use crate::case::{
    Argument, BetweenPages, Case, Deliveries, Expect, Interpretation, KeyForm, Matcher, Need,
    ObservedPart, OpenRejection, Purpose, Request, Step,
};
use crate::derive::fixtures_of;
use crate::derive::values::expectations::Circumstances;
use crate::derive::values::places::{Place, Position, Spread};
use crate::derive::values::rules::add_missing;
use crate::derive::values::samples::{Extent, is_open};

/// The clause that a case tests, and its level; `None` for the level of the operation.
pub(crate) struct Tested {
    level: Option<Level>,
    clause: ClauseId,
}

impl From<ClauseId> for Tested {
    fn from(clause: ClauseId) -> Self {
        Self { level: None, clause }
    }
}

impl From<(Level, ClauseId)> for Tested {
    fn from((level, clause): (Level, ClauseId)) -> Self {
        Self { level: Some(level), clause }
    }
}

macro_rules! tested {
    ($($stated:ty),*) => {
        $(impl From<&$stated> for Tested {
            fn from(stated: &$stated) -> Self {
                (stated.level, stated.clause.clone()).into()
            }
        })*
    };
}

tested!(Effect, Refusal, Rule, Situation, Transition);

impl From<&Gap> for Tested {
    fn from(gap: &Gap) -> Self {
        (Level::Open, gap_clause(&gap.id)).into()
    }
}

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
        let given = self.with_properties_for_rules(body);
        let body = self.repair_around(given)?;
        if !self.is_testable_by_itself() || self.may_be_rejected(&body) {
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
        Some(self.case(parts, (level, clause.clone()), steps))
    }

    /// Returns whether a request needs nothing from the target but the resources that its path names. Only the target
    /// may know a path parameter of an action, or a job's body that a gap leaves open.
    fn is_testable_by_itself(&self) -> bool {
        let operation = self.operation;
        let clause = operation.clause().child("request");
        let is_start = self.effect_on_resource() == Some(ResourceEffect::Starts);
        operation.stored_resource().is_some()
            || is_start && self.spec.gaps.values().all(|gap| gap.place != clause)
            || operation.is_plain_action() && operation.parameters.is_empty()
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
        let request = self.request_with(self.repair(body));
        let step = self.fails(request, error)?;
        let mut case = self.case(parts, (level, clause.clone()), vec![step]);
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
        if !self.can_be_written(place, word_of_value, value)
            || self.names_resources(place, value)
            || self.is_cursor(place)
        {
            return None;
        }
        let body = place.body(value, Position::Only);
        let parts = [place.name.as_str(), word, side];
        self.accept(&parts, &clause, place.schema.level_of(word), body)
    }

    /// Makes cases in which the server rejects an invalid value at a place, in each position of the spread.
    pub(crate) fn reject_at(
        &self,
        place: &Place<'s>,
        word: &str,
        (side, value): (&str, &Value),
        spread: Spread,
    ) -> Vec<Case> {
        let clause = place.clause(word);
        if place.schema.level == Level::Open || !self.can_be_written(place, word, value) {
            return Vec::new();
        }
        if place.name.is_empty() && self.names_resources(place, value) {
            return Vec::new();
        }
        // A value of another type also breaks the schema of the body. The server may respond with that error instead
        // of the error of the place.
        let error = place.error.filter(|_| word != "type");
        let cases = place.positions(spread).iter().filter_map(|(position, name)| {
            let mut body = place.body(value, *position);
            // A lenient server reads the value as true, or a list as its item. Even then, the body must keep every rule.
            let read = match (&place.schema.shape, value) {
                (Shape::Boolean, _) => Some(&Value::Bool(true)),
                (Shape::String, Value::Array(items)) => items.first(),
                _ => None,
            };
            if let Some(read) = read {
                add_missing(&mut body, self.repair(place.body(read, *position)));
            }
            let parts = [place.name.as_str(), word, side, name];
            self.reject(&parts, &clause, (error, place.schema.level_of(word)), body)
        });
        cases.collect()
    }

    /// Returns how the value at a place is sent, if it is a part of a multipart body.
    pub(crate) fn part(&self, place: &Place<'s>) -> Option<model::Part<'s>> {
        let body = Some(self.operation).filter(|_| self.input == Input::Body)?;
        self.spec.parts(body)?.get(place.name.as_str()).copied()
    }

    /// Returns whether the varied part of a request can express a value. In a query and in headers every value is a
    /// string: a number is also a string, and there are no empty lists and no `null`.
    fn can_be_written(&self, place: &Place<'s>, word: &str, value: &Value) -> bool {
        if self.input == Input::Body && !self.operation.is_multipart() {
            return true;
        }
        if place.name.is_empty() {
            return value.is_object();
        }
        if self.input == Input::Body {
            match self.part(place) {
                Some(model::Part::Text) => {}
                Some(model::Part::File(_)) => {
                    let is_byte = |letter: char| u8::try_from(letter).is_ok();
                    return value.as_str().is_some_and(|file| file.chars().all(is_byte));
                }
                // A place that is no part of its own is inside a JSON part.
                Some(model::Part::Json) | None => return true,
            }
        }
        let is_text = |value: &Value| match value {
            Value::Bool(_) | Value::Number(_) => true,
            Value::String(text) => {
                self.input != Input::Headers || text.bytes().all(|byte| byte.is_ascii_graphic())
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

    /// Makes a case that is named after the operation and these parts. Its needs follow from its steps.
    pub(crate) fn case(&self, parts: &[&str], tested: impl Into<Tested>, steps: Vec<Step>) -> Case {
        let Tested { level, clause } = tested.into();
        let level = level.unwrap_or(self.operation.level);
        let mut case = new_case(self.id(parts), level, clause, self.with_creation(steps));
        if let Some(resource) =
            self.operation.resource.as_ref().filter(|_| self.operation.is_bulk())
        {
            let parameter = self.spec.identity_parameter(&resource.type_name);
            let parameter = parameter.unwrap_or(&resource.type_name).to_owned();
            let count = Some(case.fixtures()).filter(|count| *count > 0);
            case.needs.extend(count.map(|count| Need::Fixture(parameter, count)));
        }
        // In a circumstance, the target chooses the key.
        let steps = case.steps.iter().filter(|step| step.request.circumstance.is_none());
        let bodies = steps.filter_map(|step| step.request.body.as_json());
        let states = bodies.flat_map(|body| self.circumstances(body).team_states);
        let states: Vec<Need> = states.map(|state| Need::TeamNotIn(state.to_owned())).collect();
        extend_unique(&mut case.needs, states);
        // If the contract has no operation that reads the resource, an update that leaves out the property
        // reads it.
        let is_own = |step: &Step| step.request.operation.as_ref() == Some(&self.operation.id);
        let reads_back =
            case.steps.iter().any(|step| step.purpose == Purpose::Assert && is_own(step));
        if reads_back && let Some((clause, _)) = self.effect(&EffectKind::KeepsOmitted) {
            return case.with_clauses([clause.clone()]);
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
    pub(crate) fn circumstances(&self, body: &Value) -> Circumstances<'s> {
        let mut circumstances = Circumstances::default();
        circumstances.add(&self.operation.refusals, body);
        if let Some(schema) = self.input_schema() {
            circumstances.extend(Circumstances::find(self.spec, schema, body));
        }
        circumstances
    }

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
                accepted: "accepted and stored".to_owned(),
                rejected: "rejected".to_owned(),
                when: None,
                // Each case of the gap tests a different value.
                asks_same_question: false,
            });
            case.clauses.push(gap_clause(&gap.id));
        }
        case
    }

    /// Makes a case that observes the response to a request, where the contract leaves the response open.
    pub(crate) fn case_without_requirement(
        &self,
        gap: &Gap,
        parts: &[&str],
        clause: &ClauseId,
        request: Request,
    ) -> Case {
        let statuses = [&self.spec.service.validation_failure, &self.spec.service.unknown_path];
        let rows = statuses.into_iter().filter_map(|id| self.spec.errors.get(id));
        let rejected = rows.map(|row| {
            let meaning = format!("rejected with {}", row.status);
            Interpretation::new(Matcher::Status(row.status), meaning)
        });
        let accepted = Interpretation::new(Matcher::Success, "accepted");
        let expect = Expect::observation(gap, [accepted].into_iter().chain(rejected).collect());
        let step = Step::new(Purpose::Act, request, expect);
        self.case(parts, clause.clone(), vec![step])
    }

    /// Makes a case that observes a gap after these steps. `rest` ends its identity.
    pub(crate) fn observation(
        &self,
        gap: &Gap,
        rest: &[&str],
        mut steps: Vec<Step>,
        (request, interpretations): (Request, Vec<Interpretation>),
    ) -> Case {
        let expect = Expect::observation(gap, interpretations);
        steps.push(Step::new(Purpose::Act, request, expect));
        self.case(&[&["observations", &gap.id], rest].concat(), gap, steps)
    }

    /// Returns a step that accepts any response. A later step is compared with that response.
    pub(crate) fn comparison_step(&self, gap: &Gap, body: Value) -> Step {
        let expect = Expect::observation(gap, Vec::new());
        Step::new(Purpose::Arrange, self.request_with(body), expect)
    }

    /// Returns these interpretations, then the meanings of other successes and of a rejection of the body.
    pub(crate) fn interpretations<'m>(
        &self,
        known: impl IntoIterator<Item = (Matcher, &'m str)>,
        success: &'m str,
        rejection: &'m str,
    ) -> Vec<Interpretation> {
        let rejected = self.rejection_matcher().map(|matcher| (matcher, rejection));
        let others = [(Matcher::Success, success)].into_iter().chain(rejected);
        Interpretation::all(known.into_iter().chain(others))
    }

    pub(crate) fn rejection_matcher(&self) -> Option<Matcher> {
        let row = self.spec.errors.get(&self.spec.service.validation_failure)?;
        Some(Matcher::Status(row.status))
    }

    pub(crate) fn accepted_or_rejected(&self) -> Vec<Interpretation> {
        self.interpretations([], "accepted", "rejected")
    }
}

/// Makes a case for no particular operation. Its needs and clauses follow from its steps.
pub(crate) fn new_case(id: String, level: Level, clause: ClauseId, mut steps: Vec<Step>) -> Case {
    relate_fixtures(&mut steps);
    let mut case = Case {
        id,
        level,
        clauses: vec![clause],
        needs: Vec::new(),
        each_fixture: false,
        whole_responses: false,
        steps,
        breaks: None,
        sentence: None,
    };
    let mut needs = Vec::new();
    let mut clauses = Vec::new();
    for step in &case.steps {
        needs.extend(step.request.authorization.iter().filter_map(|authorization| {
            Some(match authorization.form {
                KeyForm::Whole => Need::Key(authorization.key?),
                changed => Need::ChangedKey(authorization.key?, changed),
            })
        }));
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
            if matches!(argument, Argument::Fixture { above: 0, .. }) {
                needs.push(Need::Fixture(name.clone(), case.fixtures()));
            }
        }
        if step.purpose != Purpose::Arrange {
            clauses.extend(expected_clauses(&step.expect));
        }
    }
    extend_unique(&mut case.needs, needs);
    case.with_clauses(clauses)
}

/// Counts `above` in all steps from the path parameter that is farthest down, such as `trackId` below `albumId`. A
/// case leases fixtures for this parameter, and the other parameters name their parents.
fn relate_fixtures(steps: &mut [Step]) {
    fn requests(steps: &mut [Step], visit: &mut dyn FnMut(&mut Request)) {
        for step in steps {
            visit(&mut step.request);
            let between = step.request.pages.as_mut().and_then(|pages| pages.between.as_mut());
            if let Some(BetweenPages::Request(request)) = between {
                visit(request);
            }
        }
    }
    let mut levels: BTreeMap<String, usize> = BTreeMap::new();
    let mut lowest = usize::MAX;
    requests(steps, &mut |request| {
        for (name, argument) in &request.parameters {
            if let Argument::Fixture { above, .. } = argument {
                let level = levels.entry(name.clone()).or_default();
                *level = (*level).max(*above);
            }
        }
        let sought = request.pages.as_ref().and_then(|pages| pages.sought.as_ref());
        if let Some(Argument::Fixture { above, .. }) = sought {
            lowest = lowest.min(*above);
        }
    });
    let lowest = levels.values().copied().fold(lowest, usize::min);
    requests(steps, &mut |request| {
        for (name, argument) in &mut request.parameters {
            if let (Argument::Fixture { above, .. }, Some(level)) = (argument, levels.get(name)) {
                *above = level - lowest;
            }
        }
    });
}

fn expected_clauses(expect: &Expect) -> Vec<ClauseId> {
    match expect {
        Expect::Success { members, rejection, .. } => {
            let open = rejection.iter().map(|open| gap_clause(&open.gap));
            members.iter().map(|member| member.clause.clone()).chain(open).collect()
        }
        Expect::Error { id, text, words, code, .. } => {
            // A message that the service words freely is judged only by the words that the contract gives for
            // it.
            let judged = matches!(text, ErrorText::Exact(_) | ErrorText::Free(_));
            let judged = judged || !words.is_empty();
            let parts = [("status", true), ("error", judged), ("code", code.is_some())];
            let parts = parts.into_iter().filter(|(_, judged)| *judged);
            parts.map(|(part, _)| ClauseRoot::Error(id).clause().child(part)).collect()
        }
        Expect::AnyOf { gap, responses } => {
            let all = responses.iter().flat_map(|response| expected_clauses(&response.expect));
            all.chain([gap_clause(gap)]).collect()
        }
        Expect::Deliveries(Deliveries { hooks, observed: None }) => {
            hooks.iter().map(|hook| hook.clause.clone()).collect()
        }
        Expect::Deliveries(Deliveries { observed: Some(ObservedPart { gap, .. }), .. })
        | Expect::Observation { gap, .. } => vec![gap_clause(gap)],
    }
}

fn gap_clause(gap: &str) -> ClauseId {
    ClauseRoot::Gap(gap).clause()
}

/// Adds the elements that a list lacks, in order.
fn extend_unique<T: PartialEq>(list: &mut Vec<T>, others: impl IntoIterator<Item = T>) {
    for other in others {
        if !list.contains(&other) {
            list.push(other);
        }
    }
}

impl Case {
    pub(crate) fn with_clauses(mut self, clauses: impl IntoIterator<Item = ClauseId>) -> Self {
        extend_unique(&mut self.clauses, clauses);
        self
    }
}
