//! Rules across properties: each combination of sent and stored values.
//!
//! A rule that can be read in several ways is judged where all readings agree, and observed where they
//! differ.

use serde_json::{Map, Value, json};
use webdata_spec::model::{
    Condition, Object, ResourceEffect, Rule, RuleScope, Segment, Shape, Test,
};
use webdata_spec::prose::plain;

use crate::case::{Body, Case, Expect, Interpretation, ListedItem, OpenRejection, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::{no_op_body_without, with_required};
use crate::derive::context::steps::without_property;
use crate::derive::values::places::{BodyPlace, Position};
use crate::derive::values::rules::{
    IN_THE_REQUEST, IN_WHAT_IS_STORED, Reading, Wanted, applied, trigger,
};
use crate::derive::values::samples::{Extent, sample_with_value_at};
use crate::interpreter::{breaks, holds};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = within(context);
    cases.extend(of_body(context));
    cases
}

/// Makes cases of the rules of objects within the body: an object that breaks one rule alone, and one that keeps it.
fn within(context: &OperationContext<'_>) -> Vec<Case> {
    let is_within = |place: &&BodyPlace<'_>| place.is_first && !place.name.is_empty();
    let mut cases = Vec::new();
    for place in context.places.iter().filter(is_within).filter(|_| !context.operation.is_bulk()) {
        for rule in place.schema.object().into_iter().flat_map(|object| &object.rules) {
            let body = |wanted| {
                let value = applied(place.schema, rule, wanted, context.samples)?;
                Some(place.body(&value, Position::Only))
            };
            let parts = |side| [place.name.as_str(), "rules", &rule.id, side];
            let error = place.error.unwrap_or(&context.spec.service.validation_failure);
            let fails = |body| context.fails(context.request(body), error);
            cases.extend(body(Wanted::Broken).and_then(fails).map(|step| {
                let case = context.case(&parts("broken"), rule, vec![step]);
                Case { breaks: Some(rule.clause.clone()), ..case }
            }));
            let accepted = [("kept", Wanted::Kept), ("not-applicable", Wanted::NotApplicable)];
            cases.extend(
                accepted
                    .into_iter()
                    .filter_map(|(side, wanted)| context.accept(&parts(side), rule, body(wanted)?)),
            );
        }
    }
    cases
}

/// Makes cases of the rules of the body itself.
fn of_body(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(object) = context.request_object() else { return Vec::new() };
    let table = |rule| DecisionTable { context, object, rule };
    let is_whole = context.effect_on_resource().is_some() && context.sends_whole_resource();
    let rules = || object.rules.iter();
    let mut cases: Vec<Case> = if is_whole {
        rules().flat_map(|rule| table(rule).complete_bodies()).collect()
    } else {
        rules().flat_map(|rule| table(rule).derive()).collect()
    };
    let schema = context.request_schema().map(|schema| context.spec.resolve(schema));
    let judged = rules().filter(|rule| is_whole && rule.scope == RuleScope::AsSent);
    cases.extend(judged.filter_map(|rule| {
        let body = applied(schema?, rule, Wanted::NotApplicable, context.samples)?;
        context.accept(&["rules", &rule.id, "not-applicable"], rule, body)
    }));
    if context.effect_on_resource() == Some(ResourceEffect::Updates) {
        cases.extend(rules().filter_map(|rule| table(rule).on_resource_without_required()));
        cases.extend(rules().flat_map(|rule| table(rule).unrelated_updates()));
        cases.extend(rules().filter_map(|rule| not_applicable(context, object, rule)));
    }
    cases
}

struct DecisionTable<'t, 's> {
    context: &'t OperationContext<'s>,
    object: &'s Object,
    rule: &'s Rule,
}

/// A choice for one property: its name in identities, and the value; `None` leaves the property out.
type Choice = (String, Option<Value>);

impl DecisionTable<'_, '_> {
    fn derive(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        let trigger = trigger(self.object, self.rule, self.context.samples);
        for stored in self.stored_states() {
            let stored_triggers = holds(&self.rule.when, &stored.1);
            for sent in self.sent_bodies(trigger.as_ref()) {
                let empty = sent.1.as_object().is_none_or(Map::is_empty);
                if !empty && (stored_triggers || holds(&self.rule.when, &sent.1)) {
                    let sent = (sent.0, with_required(self.context, sent.1));
                    cases.extend(self.case(&stored, &sent));
                }
            }
        }
        cases
    }

    /// Makes cases in which the body determines the whole stored resource.
    fn complete_bodies(&self) -> Vec<Case> {
        let context = self.context;
        let trigger = trigger(self.object, self.rule, context.samples);
        let mut cases = Vec::new();
        for (name, sent) in self.sent_bodies(trigger.as_ref()) {
            let mut body = context.baseline();
            for (property, _) in self.choices() {
                body.as_object_mut().map(|members| members.shift_remove(&property));
            }
            for (property, value) in sent.as_object().into_iter().flatten() {
                body[property] = value.clone();
            }
            if !holds(&self.rule.when, &body) || self.removes_required(&body) {
                continue;
            }
            let is_broken = breaks(self.rule, &body);
            // No clause says whether an update keeps what it leaves out, which could satisfy the rule.
            let is_update = context.effect_on_resource() == Some(ResourceEffect::Updates);
            if is_broken && is_update && self.rule.scope == RuleScope::AfterUpdate {
                continue;
            }
            let is_empty = body.get(self.rule.requires.path.root()) == Some(&json!(""));
            let step = match is_broken {
                true => context.invalid(body),
                // No clause says whether the string may be empty where no rule requires more.
                false if is_empty => None,
                false => Some(context.stores(body)),
            };
            cases.extend(step.map(|step| rule_case(context, self.rule, &[&name], vec![step])));
        }
        cases
    }

    /// Makes the case of an update that triggers the rule on a resource without the required property. The
    /// expected response is the same whether or not the update keeps what it leaves out.
    fn on_resource_without_required(&self) -> Option<Case> {
        let (context, required) = (self.context, self.rule.requires.path.root());
        let mut steps = without_property(context, required)?;
        let Body::Json(stored) = &steps.first()?.request.body else { return None };
        let (name, value) = trigger(self.object, self.rule, context.samples)?;
        let sent = with_required(context, json!({ &name: value }));
        let effects = &context.operation.effects;
        let mut readings = Reading::all(self.rule).into_iter();
        if !readings.all(|reading| reading.broken(self.rule, effects, stored, &sent)) {
            return None;
        }
        steps.push(context.invalid(sent)?);
        let (sent, stored) = (format!("{name}-given"), format!("stored-without-{required}"));
        Some(rule_case(context, self.rule, &[&sent, &stored], steps))
    }

    /// Makes cases of updates that send nothing that the rule is about, on a resource that keeps the rule, by the
    /// required property or by the exception.
    fn unrelated_updates(&self) -> Vec<Case> {
        let (context, mut states) = (self.context, self.stored_states());
        let excepted = states.iter().find(|(name, _)| *name == self.without_required());
        let trigger = trigger(self.object, self.rule, context.samples);
        if let (Some((name, stored)), Some((property, value))) = (excepted.cloned(), trigger) {
            let mut stored = stored;
            stored[&property] = value;
            states.push((format!("{name}-with-{property}"), stored));
        }
        let named: Vec<&str> =
            self.rule.conditions().map(|condition| condition.path.root()).collect();
        let Some(sent) = no_op_body_without(context, |name| named.contains(&name)) else {
            return Vec::new();
        };
        let applies = |(_, stored): &&(String, Value)| holds(&self.rule.when, stored);
        let sent = ("nothing-of-it".to_owned(), sent);
        states.iter().filter(applies).filter_map(|stored| self.case(stored, &sent)).collect()
    }

    /// Returns the name of the stored state in which the exception holds without the required property.
    fn without_required(&self) -> String {
        format!("stored-excepted-without-{}", self.rule.requires.path.root())
    }

    /// Returns whether a body sets the required property to null although the resource never has null. No
    /// clause says whether the property then counts as given.
    fn removes_required(&self, body: &Value) -> bool {
        let name = self.rule.requires.path.root();
        let stored = self.context.resource().and_then(|(_, stored)| stored.properties.get(name));
        let is_nullable = stored.is_none_or(|property| property.schema.nullable);
        let is_tested = matches!(self.rule.requires.test, Test::Given(_));
        is_tested && !is_nullable && body.get(name) == Some(&Value::Null)
    }

    /// Returns the trigger as the second item of a list, which shows that the server checks every item.
    fn as_second_item(&self, name: &str, value: &Value) -> Option<Choice> {
        let schema = self.context.spec.resolve(&self.object.properties.get(name)?.schema);
        let good = self.context.samples.value(schema.items()?, Extent::Minimal);
        let second = value.as_array()?.first()?;
        (good != *second).then(|| ("second".to_owned(), Some(json!([good, second]))))
    }

    /// Returns bodies with and without the trigger, with each choice for the other properties.
    fn sent_bodies(&self, trigger: Option<&(String, Value)>) -> Vec<(String, Value)> {
        let mut bodies = vec![(String::new(), Map::new())];
        if let Some((name, value)) = trigger {
            let mut choices =
                vec![(String::new(), None), ("given".to_owned(), Some(value.clone()))];
            choices.extend(self.as_second_item(name, value));
            bodies = combine_choices(bodies, name, &choices);
        }
        for (name, choices) in self.choices() {
            bodies = combine_choices(bodies, &name, &choices);
        }
        bodies.into_iter().map(|(name, members)| (name, Value::Object(members))).collect()
    }

    /// Returns the choices for the required property, and for the property of the exception.
    fn choices(&self) -> Vec<(String, Vec<Choice>)> {
        let mut all = Vec::new();
        let required = self.rule.requires.path.root();
        if let Some(property) = self.object.properties.get(required) {
            let mut choices = vec![(String::new(), None)];
            if property.schema.nullable {
                choices.push(("null".to_owned(), Some(Value::Null)));
            }
            if self.context.spec.resolve(&property.schema).shape == Shape::String {
                choices.push(("empty".to_owned(), Some(json!(""))));
            }
            let samples = self.context.samples;
            let sample = samples.value(&property.schema, Extent::Full);
            if let Condition { path, test: Test::Equals(value) } = &self.rule.requires {
                let wanted = sample_with_value_at(samples, &property.schema, &path.0[1..], value);
                let other = samples
                    .other(&property.schema, &sample)
                    .filter(|other| Some(other) != wanted.as_ref());
                choices.extend(other.map(|other| ("other".to_owned(), Some(other))));
                choices.extend(
                    wanted.filter(|it| *it != sample).map(|it| ("wanted".to_owned(), Some(it))),
                );
            }
            choices.push(("given".to_owned(), Some(sample)));
            all.push((required.to_owned(), choices));
        }
        if let Some(Condition { path, test: Test::Equals(value) }) = &self.rule.unless
            && let Some(property) = self.object.properties.get(path.root())
        {
            let mut choices = vec![(String::new(), None), (plain(value), Some(value.clone()))];
            let other = self.context.samples.other(&property.schema, value);
            choices.extend(other.map(|other| (plain(&other), Some(other))));
            all.push((path.root().to_owned(), choices));
        }
        all
    }

    /// Returns stored states on which all readings agree. The required property is set, or the exception
    /// holds without it; one further state triggers the rule.
    fn stored_states(&self) -> Vec<(String, Value)> {
        let baseline = self.context.baseline();
        let mut states = vec![("stored-as-in-the-baseline".to_owned(), baseline.clone())];
        if let Some(Condition { path, test: Test::Equals(value) }) = &self.rule.unless {
            let mut excepted = baseline.clone();
            excepted[path.root()] = value.clone();
            states.push(("stored-excepted".to_owned(), excepted.clone()));
            let required = self.rule.requires.path.root();
            if self.object.properties.get(required).is_some_and(|p| p.schema.nullable) {
                excepted[required] = Value::Null;
                states.push((self.without_required(), excepted));
            }
        }
        if let Some((name, value)) = trigger(self.object, self.rule, self.context.samples) {
            let mut triggered = baseline;
            triggered[&name] = value;
            states.push((format!("stored-with-{name}"), triggered));
        }
        states
    }

    fn case(
        &self,
        (stored_name, stored): &(String, Value),
        (sent_name, sent): &(String, Value),
    ) -> Option<Case> {
        let context = self.context;
        if self.removes_required(sent) {
            return None;
        }
        let effects = &context.operation.effects;
        let verdict =
            |reading: Reading| (reading, reading.broken(self.rule, effects, stored, sent));
        let verdicts: Vec<_> = Reading::all(self.rule).into_iter().map(verdict).collect();
        let act = if verdicts.iter().all(|(_, broken)| *broken) {
            context.invalid(sent.clone())?
        } else if verdicts.iter().any(|(_, broken)| *broken) {
            let gap = context.spec.gaps.get(self.rule.gap.as_ref()?)?;
            let expect = Expect::observation(gap, self.interpretations(&verdicts));
            Step::new(Purpose::Act, context.request(sent.clone()), expect)
        } else if sent.get(self.rule.requires.path.root()) == Some(&json!("")) {
            // No clause says whether the string may be empty where no rule requires more.
            return None;
        } else {
            context.stores(sent.clone())
        };
        let steps = vec![context.arrange(stored.clone()), act];
        Some(rule_case(context, self.rule, &[sent_name, stored_name], steps))
    }

    /// Interprets a response as a reading of the rule, if only one reading explains it.
    fn interpretations(&self, verdicts: &[(Reading, bool)]) -> Vec<Interpretation> {
        let meaning = |broken: bool, otherwise: &str| {
            let mut ways = verdicts.iter().filter(|(_, b)| *b == broken).map(|(r, _)| r.scope());
            let first = ways.next().unwrap_or(otherwise);
            if ways.all(|way| way == first) { first.to_owned() } else { otherwise.to_owned() }
        };
        let (accepted, rejected) = (meaning(false, "accepted"), meaning(true, "rejected"));
        let mut interpretations = self.context.interpretations([], &accepted, &rejected);
        for interpretation in &mut interpretations {
            interpretation.reading =
                verdicts.iter().any(|(reading, _)| reading.scope() == interpretation.meaning);
        }
        interpretations
    }
}

fn combine_choices(
    bodies: Vec<(String, Map<String, Value>)>,
    name: &str,
    choices: &[Choice],
) -> Vec<(String, Map<String, Value>)> {
    let mut combined = Vec::new();
    for (label, members) in bodies {
        for (choice, value) in choices {
            let mut members = members.clone();
            let Some(value) = value else {
                combined.push((label.clone(), members));
                continue;
            };
            members.insert(name.to_owned(), value.clone());
            let and = if label.is_empty() { "" } else { "+" };
            combined.push((format!("{label}{and}{name}-{choice}"), members));
        }
    }
    combined
}

/// Makes a case of a rule. It breaks the rule if its last step must be rejected.
pub(super) fn rule_case(
    context: &OperationContext<'_>,
    rule: &Rule,
    parts: &[&str],
    steps: Vec<Step>,
) -> Case {
    let is_rejected = steps.last().is_some_and(|step| matches!(step.expect, Expect::Error { .. }));
    let breaks = is_rejected.then(|| rule.clause.clone());
    Case { breaks, ..context.case(&[&["rules", &rule.id], parts].concat(), rule, steps) }
}

/// Makes the case of a rule that does not apply: an update removes the required property and must succeed.
///
/// A server may append a sent list to the stored one, and then the rule may apply. The response to the first step shows
/// whether it does.
fn not_applicable(context: &OperationContext<'_>, object: &Object, rule: &Rule) -> Option<Case> {
    let name = rule.requires.path.root();
    let is_nullable = object.properties.get(name).is_some_and(|property| property.schema.nullable);
    let (Test::Equals(value), [_, Segment::AnyItem, Segment::Property(property)]) =
        (&rule.when.test, &rule.when.path.0[..])
    else {
        return None;
    };
    let (stored, sent) = (context.baseline(), json!({ name: Value::Null }));
    if !is_nullable || holds(&rule.when, &stored) || context.sends_whole_resource() {
        return None;
    }
    let (resource, _) = context.resource()?;
    let open = OpenRejection {
        gap: rule.gap.clone()?,
        accepted: IN_THE_REQUEST.to_owned(),
        rejected: IN_WHAT_IS_STORED.to_owned(),
        when: Some(ListedItem {
            step: 0,
            list: format!("{}/{}", resource.pointer(), rule.when.path.root()),
            property: property.clone(),
            value: value.clone(),
        }),
        asks_same_question: true,
    };
    let expect = context.success(Vec::new()).or_rejection(Some(open));
    let act = Step::new(Purpose::Act, context.request(sent), expect);
    let parts = [&*format!("{name}-null"), "stored-as-in-the-baseline"];
    Some(rule_case(context, rule, &parts, vec![context.arrange(stored), act]))
}
