//! Whole cases for one operation, and what their derivation looks up in the contract.

use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{
    Authentication, ClauseId, EffectKind, Level, Object, Operation, Resource, Schema,
};

use super::places::{Place, Position, places};
use super::rules::repaired;
use super::samples::{Extent, Samples};
use crate::case::{Argument, Body, Case, Expect, Need, Purpose, Step};

/// What the derivation of one operation's cases works with.
pub(super) struct Cases<'s> {
    pub(super) spec: &'s Spec,
    pub(super) operation: &'s Operation,
    pub(super) samples: Samples<'s>,
}

impl<'s> Cases<'s> {
    pub(super) fn new(spec: &'s Spec, operation: &'s Operation) -> Self {
        Self { spec, operation, samples: Samples { spec } }
    }

    /// The request body's schema.
    pub(super) fn request_schema(&self) -> Option<&'s Schema> {
        self.samples.named(self.operation.request.as_deref()?)
    }

    /// The request body's object.
    pub(super) fn request_object(&self) -> Option<&'s Object> {
        self.samples.object(self.request_schema()?)
    }

    /// Every place of the request body.
    pub(super) fn places(&self) -> Vec<Place<'s>> {
        self.request_schema().map_or_else(Vec::new, |schema| places(schema, self.samples))
    }

    /// The resource that the operation works on, and the object that describes it.
    pub(super) fn resource(&self) -> Option<(&'s Resource, &'s Object)> {
        let resource = self.operation.resource.as_ref()?;
        let schema = self.samples.named(&resource.type_name)?;
        Some((resource, self.samples.object(schema)?))
    }

    /// The operation's authentication scheme.
    pub(super) fn scheme(&self) -> Option<&'s Authentication> {
        self.spec.service.authentication.get(self.operation.authentication.as_ref()?)
    }

    /// An identity of this operation.
    pub(super) fn id(&self, parts: &[&str]) -> String {
        let parts = parts.iter().filter(|part| !part.is_empty());
        std::iter::once(self.operation.id.as_str())
            .chain(parts.copied())
            .collect::<Vec<_>>()
            .join("::")
    }

    /// The properties that the operation stores: listed by the request and by the resource.
    pub(super) fn stored_properties(&self) -> Vec<(&'s str, &'s Schema)> {
        let Some(request) = self.request_object() else { return Vec::new() };
        let names = self.spec.stored_properties(self.operation).into_iter();
        names.filter_map(|name| Some((name, &request.properties.get(name)?.schema))).collect()
    }

    /// The clause of the effect by which given properties are stored.
    pub(super) fn effect(&self, kind: &EffectKind) -> Option<(&'s ClauseId, Level)> {
        let effect = self.operation.effects.iter().find(|effect| effect.kind == *kind)?;
        Some((&effect.clause, effect.level))
    }

    /// A body that brings the resource into a known state.
    pub(super) fn baseline(&self) -> Value {
        let body = self.request_schema().map(|schema| self.samples.value(schema, Extent::Full));
        body.unwrap_or_else(|| Value::Object(Map::new()))
    }

    /// A case in which one body is accepted, and what it gives is returned.
    pub(super) fn accept(
        &self,
        parts: &[&str],
        clause: &ClauseId,
        level: Level,
        body: Value,
    ) -> Case {
        let body = self.repair(body);
        let mut members = self.echo(&body);
        members.extend(self.replaced(&body));
        let steps = vec![self.arrange(self.baseline()), self.accepted(Purpose::Act, body, members)];
        self.case(self.id(parts), level, clause.clone(), steps)
    }

    /// A case in which one body is refused because it breaks one clause.
    pub(super) fn refuse(
        &self,
        parts: &[&str],
        clause: &ClauseId,
        schema: &Schema,
        body: Value,
    ) -> Option<Case> {
        let error = schema.error.as_ref().unwrap_or(&self.spec.service.validation_failure);
        let request = self.request(Body::Json(self.repair(body)));
        let step = self.refused(request, error)?;
        let mut case = self.case(self.id(parts), schema.level, clause.clone(), vec![step]);
        case.breaks = Some(clause.clone());
        Some(case)
    }

    /// Cases in which a good value at a place is accepted.
    pub(super) fn accept_at(
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
        let body = place.body(value, Position::Only);
        let parts = [place.name.as_str(), word, side];
        Some(self.accept(&parts, &clause, place.schema.level, body))
    }

    /// Cases in which a bad value at a place is refused: alone, and before and behind a good one
    /// wherever a list or a map stands on the way.
    pub(super) fn refuse_at(
        &self,
        place: &Place<'s>,
        word: &str,
        side: &str,
        value: &Value,
    ) -> Vec<Case> {
        let clause = place.clause(word);
        let cases = place.positions().iter().filter_map(|(position, name)| {
            let body = place.body(value, *position);
            let parts = [place.name.as_str(), word, side, name];
            self.refuse(&parts, &clause, place.schema, body)
        });
        cases.collect()
    }

    /// A case; what it needs follows from its steps.
    pub(super) fn case(
        &self,
        id: String,
        level: Level,
        clause: ClauseId,
        steps: Vec<Step>,
    ) -> Case {
        let mut case = new_case(id, level, clause, steps);
        // The contract has no operation that reads, so reading back is an update that leaves out
        // what is looked at.
        let reads_back = case.steps.iter().any(|step| step.purpose == Purpose::Assert);
        if reads_back
            && let Some((clause, _)) = self.effect(&EffectKind::KeepsOmitted)
            && !case.clauses.contains(clause)
        {
            case.clauses.push(clause.clone());
        }
        case
    }

    /// Adds what the rules across properties ask for, so that a body breaks none of them.
    pub(super) fn repair(&self, body: Value) -> Value {
        match self.request_object() {
            Some(object) => repaired(object, body, self.samples),
            None => body,
        }
    }
}

/// A case; what it needs and which clauses it covers follow from its steps.
pub(super) fn new_case(id: String, level: Level, clause: ClauseId, steps: Vec<Step>) -> Case {
    let mut case =
        Case { id, level, clauses: vec![clause], needs: Vec::new(), steps, breaks: None };
    let mut needs = Vec::new();
    let mut clauses = Vec::new();
    for step in &case.steps {
        needs.extend(step.request.authorization.iter().filter_map(|a| a.key).map(Need::Key));
        needs.extend(step.request.provoke.iter().cloned().map(Need::Provocation));
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
        Expect::Success { members, .. } => members.iter().map(|m| m.clause.clone()).collect(),
        Expect::Error { id, code, .. } => {
            let parts = ["status", "error"].into_iter().chain(code.as_ref().map(|_| "code"));
            parts.map(|part| ClauseId::new(format!("errors.{id}.{part}"))).collect()
        }
        Expect::Observation { gap, .. } => vec![ClauseId::new(format!("gaps.{gap}"))],
    }
}
