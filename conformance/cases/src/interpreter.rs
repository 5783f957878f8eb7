//! Judges JSON values by the model of a contract: the interpreter. The derivation, the judge and the explorer use it.
//!
//! The interpreter reports what generated code reports: every violation at once, each with its place, its clause
//! and a message. Both use the string formats of the runtime, its equality of JSON values, its arithmetic of numbers
//! and its form of violations. They share nothing else: generated code decodes into Rust types, and the interpreter
//! walks the value and the model together.
//!
//! `value` walks a value and its schema side by side; `limits` has the keywords that limit one value. This file judges
//! whole requests, and rules across properties, also on what an update would store.
//!
//! A condition that reads a value that the schema does not allow cannot be decided, so its rule is not broken.

pub(crate) mod limits;
pub(crate) mod value;

use std::collections::HashSet;

use serde_json::{Map, Value};
use webdata_runtime::decode::{JsonPath, canonical};
use webdata_runtime::{Violation, Violations};
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, Condition, Effect, EffectKind, Object, Operation, ResourceEffect, Rule, RuleScope,
    Schema, Segment, Test,
};

use self::value::Pass;
use crate::case::Request;

/// Judges values by a contract. An interpreter costs nothing to create, because the model holds its patterns compiled.
#[derive(Debug, Clone, Copy)]
pub struct Interpreter<'s> {
    spec: &'s Spec,
    /// Whether integers may have any size, as JSON allows; generated code reads those of 64 bits.
    takes_long_integers: bool,
}

impl<'s> Interpreter<'s> {
    /// Creates the interpreter of a contract.
    #[must_use]
    pub const fn new(spec: &'s Spec) -> Self {
        Self { spec, takes_long_integers: false }
    }

    /// Allows integers of more than 64 bits, which a server may send although generated code cannot read them.
    #[must_use]
    pub const fn with_long_integers(self) -> Self {
        Self { takes_long_integers: true, ..self }
    }

    /// Returns every violation of a value as a value of a named type, or none if the contract has no such type.
    #[must_use]
    pub fn violations(self, type_name: &str, value: &Value) -> Violations {
        let schema = self.spec.schema(type_name);
        schema.map(|schema| self.violations_of(schema, value)).unwrap_or_default()
    }

    /// Returns every violation of a value as a value of a schema.
    #[must_use]
    pub fn violations_of(self, schema: &'s Schema, value: &Value) -> Violations {
        let mut pass = Pass::new(self.spec, None);
        pass.takes_long_integers = self.takes_long_integers;
        pass.check(schema, value, &JsonPath::ROOT);
        pass.found
    }

    /// Returns the place and the schema of an object within a value that breaks one of its rules.
    pub(crate) fn broken_rule(
        self,
        schema: &'s Schema,
        value: &Value,
    ) -> Option<(String, &'s Schema)> {
        let object = self.spec.object_of(schema);
        if object.is_some_and(|object| object.rules.iter().any(|rule| breaks(rule, value))) {
            return Some((String::new(), self.spec.resolve(schema)));
        }
        let violations = self.violations_of(schema, value);
        let named = violations.iter().filter_map(|violation| {
            let (owner, _) = violation.clause.as_str().split_once(".rules.")?;
            let mut schemas = self.spec.reached([schema]).into_iter();
            Some((violation.pointer.clone(), schemas.find(|it| it.clause.as_str() == owner)?))
        });
        named.into_iter().next()
    }

    /// Calls a function with each value inside a value of a named type, its schema before references are followed,
    /// and its place. The value is `None` for a listed property that the object lacks.
    pub fn visit(
        self,
        type_name: &str,
        value: &Value,
        visitor: &mut dyn FnMut(&'s Schema, Option<&Value>, &JsonPath<'_>),
    ) {
        if let Some(schema) = self.spec.schema(type_name) {
            Pass::new(self.spec, Some(visitor)).check(schema, value, &JsonPath::ROOT);
        }
    }

    /// Returns the violations of those rules of a request that are judged on the resource after the update.
    ///
    /// If the request is a list, `stored` has the stored value of each item, in order. Null, or a value of another
    /// JSON type, stands for nothing stored. If the request replaces the resource, `stored` is ignored.
    #[must_use]
    pub fn violations_after_update(
        self,
        operation: &Operation,
        request: &Value,
        stored: &Value,
    ) -> Violations {
        let mut found = Violations::new();
        let Some((object, is_list)) = self.stored_object(operation) else { return found };
        let rules: Vec<&Rule> =
            object.rules.iter().filter(|rule| rule.scope == RuleScope::AfterUpdate).collect();
        if rules.is_empty() {
            return found;
        }
        let keeps = operation.resource.as_ref().map(|resource| resource.effect)
            == Some(ResourceEffect::Updates);
        let nothing = Value::Object(Map::new());
        let root = JsonPath::ROOT;
        let mut check = |request: &Value, stored: Option<&Value>, at: &JsonPath<'_>| {
            let stored = stored.filter(|_| keeps).unwrap_or(&nothing);
            let after =
                after_update(&operation.effects, stored, request, |when| holds(when, request));
            for rule in rules.iter().filter(|rule| breaks(rule, &after)) {
                found.push(|| broken_rule(rule, at));
            }
        };
        if is_list {
            for (index, item) in request.as_array().into_iter().flatten().enumerate() {
                check(item, stored.get(index), &root.item(index));
            }
        } else {
            check(request, Some(stored), &root);
        }
        found
    }

    /// Returns the object that an operation stores, and whether the request is a list of such objects.
    fn stored_object(self, operation: &Operation) -> Option<(&'s Object, bool)> {
        operation.resource.as_ref().filter(|resource| resource.effect.stores())?;
        let request = self.spec.schema(operation.request.as_ref()?)?;
        let item = self.spec.object_of(request.items().unwrap_or(request))?;
        Some((item, request.items().is_some()))
    }

    /// Returns the clauses that the query, the headers and the body of a request break, each once. The body is judged
    /// on its own, and as an update of `stored`.
    #[must_use]
    pub fn broken_clauses(self, request: &Request, stored: Option<&Value>) -> Vec<ClauseId> {
        let mut broken = Vec::new();
        for (_, violation) in self.request_violations(request, stored) {
            let clause = ClauseId::new(violation.clause);
            if !broken.contains(&clause) {
                broken.push(clause);
            }
        }
        broken
    }

    /// Returns the violations of [`Self::broken_clauses`], each with the part of the request that has it.
    #[must_use]
    pub fn request_violations(
        self,
        request: &Request,
        stored: Option<&Value>,
    ) -> Vec<(RequestPart, Violation)> {
        let operation = request.operation.as_ref().and_then(|id| self.spec.operations.get(id));
        let Some(operation) = operation else { return Vec::new() };
        let mut all = Vec::new();
        let mut add = |part, violations: Violations| {
            all.extend(violations.into_iter().map(|violation| (part, violation)));
        };
        let parameters = [
            (RequestPart::Query, &operation.query, &request.query),
            (RequestPart::Headers, &operation.headers, &request.headers),
        ];
        for (part, type_name, sent) in parameters {
            if let Some(type_name) = type_name {
                add(part, self.violations(type_name, &Value::Object(sent.clone())));
            }
        }
        let Some(body) = request.body.as_json() else { return all };
        if let Some(type_name) = &operation.request {
            add(RequestPart::Body, self.violations(type_name, body));
        }
        let stored = stored.unwrap_or(&Value::Null);
        add(RequestPart::Body, self.violations_after_update(operation, body, stored));
        all
    }
}

/// Returns the violation of a rule by the object at a place.
fn broken_rule(rule: &Rule, at: &JsonPath<'_>) -> Violation {
    Violation {
        pointer: at.pointer(),
        clause: rule.clause.as_str().into(),
        message: format!("breaks a rule: {}", rule.doc).into(),
    }
}

/// A part of a request that has a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestPart {
    /// The parameters in the query of the URL.
    Query,
    /// The headers.
    Headers,
    /// The JSON body.
    Body,
}

impl RequestPart {
    /// Returns the name of the part in sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Headers => "headers",
            Self::Body => "body",
        }
    }
}

/// The addresses of values that generated code cannot decode, because their schemas do not allow them.
#[derive(Debug, Default)]
pub(crate) struct Unreadable(HashSet<usize>);

impl Unreadable {
    fn insert(&mut self, value: &Value) {
        self.0.insert(std::ptr::from_ref(value).addr());
    }

    fn contains(&self, value: &Value) -> bool {
        !self.0.is_empty() && self.0.contains(&std::ptr::from_ref(value).addr())
    }
}

pub(crate) fn breaks(rule: &Rule, object: &Value) -> bool {
    breaks_readable(rule, object, &Unreadable::default())
}

/// Returns whether an object breaks a rule, as far as its values are readable.
fn breaks_readable(rule: &Rule, object: &Value, unreadable: &Unreadable) -> bool {
    let holds = |condition| holds_readable(condition, object, unreadable);
    let excused = rule.unless.as_ref().map_or(Some(false), holds);
    excused == Some(false)
        && holds(&rule.when) == Some(true)
        && holds(&rule.requires) == Some(false)
}

pub(crate) fn holds(condition: &Condition, object: &Value) -> bool {
    holds_readable(condition, object, &Unreadable::default()) == Some(true)
}

/// Returns whether a condition holds on an object, or `None` if that depends on an unreadable value.
fn holds_readable(condition: &Condition, object: &Value, unreadable: &Unreadable) -> Option<bool> {
    let mut is_decided = true;
    let mut passes = |value: Option<&Value>| match (&condition.test, value) {
        (_, None) => {
            is_decided = false;
            false
        }
        (Test::Equals(wanted), Some(value)) => equals(wanted, value),
        (Test::NonEmpty, Some(value)) => is_non_empty(value),
        (Test::Given(_), Some(_)) => true,
    };
    let any = reach(object, &condition.path.0, unreadable, true, &mut passes);
    let is_expected = condition.test != Test::Given(false);
    is_decided.then_some(any == is_expected)
}

/// Returns whether `passes` is true for any value at a path. For an unreadable property of the object itself,
/// `passes` gets `None`. An unreadable value further down counts as absent.
fn reach(
    value: &Value,
    path: &[Segment],
    unreadable: &Unreadable,
    is_object_itself: bool,
    passes: &mut dyn FnMut(Option<&Value>) -> bool,
) -> bool {
    let Some((segment, rest)) = path.split_first() else { return passes(Some(value)) };
    match segment {
        Segment::Property(name) => match value.get(name) {
            Some(member) if unreadable.contains(member) => is_object_itself && passes(None),
            Some(member) => reach(member, rest, unreadable, false, passes),
            None => false,
        },
        Segment::AnyItem => {
            let mut items = value.as_array().into_iter().flatten();
            items.any(|item| reach(item, rest, unreadable, false, passes))
        }
    }
}

/// Returns whether a value equals the constant of a condition, as JSON compares numbers.
fn equals(wanted: &Value, value: &Value) -> bool {
    wanted == value
        || wanted.is_number() && value.is_number() && canonical(wanted) == canonical(value)
}

fn is_non_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

/// Returns a resource after an update: sent properties replace stored ones, and effects whose condition holds then
/// set theirs. If two effects set the same property, the first one counts.
pub(crate) fn after_update(
    effects: &[Effect],
    stored: &Value,
    sent: &Value,
    holds: impl Fn(&Condition) -> bool,
) -> Value {
    let mut members = stored.as_object().cloned().unwrap_or_default();
    let sent = sent.as_object().into_iter().flatten();
    members.extend(sent.map(|(name, value)| (name.clone(), value.clone())));
    for effect in effects.iter().rev() {
        if let EffectKind::Sets { when, unless, property, value } = &effect.kind
            && holds(when)
            && !unless.as_ref().is_some_and(&holds)
        {
            members.insert(property.clone(), value.clone());
        }
    }
    Value::Object(members)
}
