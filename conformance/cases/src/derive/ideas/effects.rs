//! Effects: what is given is stored and read back, what is left out is kept, a refusal changes
//! nothing, and what is set by a condition is set.

use serde_json::{Value, json};
use webdata_spec::model::{ClauseId, Condition, Effect, EffectKind, Rule, Shape};

use super::authentication::{UNKNOWN_KEY, literal};
use crate::case::{Authorization, Body, Case, Expected, KeyName, Member, Purpose, Step};
use crate::derive::context::Cases;
use crate::derive::context::changes::{Change, all_changes, changes, further_changes, neutral};
use crate::derive::values::rule_bodies::breaking;
use crate::derive::values::samples::Extent;

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let derive_one = |effect: &Effect| match effect.kind {
        EffectKind::StoresGiven => stored(cases, effect),
        EffectKind::KeepsOmitted => kept(cases, effect),
        EffectKind::RefusalKeepsAll => refused(cases, effect),
        EffectKind::Sets { .. } => set(cases, effect),
    };
    cases.operation.effects.iter().flat_map(derive_one).collect()
}

fn stored(cases: &Cases<'_>, effect: &Effect) -> Vec<Case> {
    let case = |change: Change<'_>| {
        let echo = cases.echo(&change.body).into_iter();
        let echo: Vec<Member> = echo.map(|member| without_texts(cases, &change, member)).collect();
        let steps = vec![
            cases.arrange(cases.baseline()),
            cases.accepted(Purpose::Act, change.body.clone(), echo.clone()),
            cases.accepted(Purpose::Assert, neutral(cases, change.name)?, echo),
        ];
        let id = cases.id(&["effects", &effect.id, &change.label()]);
        let mut case = cases.case(id, effect.level, effect.clause.child(change.name), steps);
        case.clauses.push(effect.clause.clone());
        Some(case)
    };
    let changed = changes(cases).into_iter().chain(further_changes(cases)).filter_map(case);
    changed.chain(repeated(cases, effect)).collect()
}

/// Texts that an object holds under names of one's own, such as headers, may be secrets, which a
/// server does not tell, and their names may come back in another letter case: neither is compared.
fn without_texts<'s>(cases: &Cases<'s>, change: &Change<'s>, mut member: Member) -> Member {
    let schema = cases.request_object().and_then(|own| own.properties.get(change.name));
    let object = schema.and_then(|own| cases.schemas.object(&own.schema));
    if let (Some(object), Expected::Equal(Value::Object(members))) = (object, &mut member.value) {
        members.retain(|name, _| {
            let shape = object.properties.get(name).map(|own| &own.schema.shape);
            !matches!(shape, Some(Shape::Map(each)) if matches!(each.shape, Shape::String(_)))
        });
    }
    member
}

/// The same update once more, which stores nothing else.
fn repeated(cases: &Cases<'_>, effect: &Effect) -> Option<Case> {
    let body = all_changes(cases);
    let echo = cases.echo(&body);
    let steps = vec![
        cases.arrange(cases.baseline()),
        cases.accepted(Purpose::Act, body.clone(), echo.clone()),
        cases.accepted(Purpose::Assert, body, echo),
    ];
    let id = cases.id(&["effects", &effect.id, "repeated"]);
    Some(cases.case(id, effect.level, effect.clause.clone(), steps))
}

/// Each change alone, from the baseline and back again: whatever a server would set the others to,
/// it is not what they hold both times.
fn kept(cases: &Cases<'_>, effect: &Effect) -> Vec<Case> {
    let baseline = cases.baseline();
    let changed = all_changes(cases);
    let case = |change: Change<'_>| {
        let set = properties_set(cases, &change.body);
        let others = cases.stored_properties().into_iter().map(|(name, _)| name);
        let others = others.filter(|name| *name != change.name && !set.contains(name));
        let others: Vec<&str> = others.collect();
        let since = |step| {
            let same = |name: &&str| same_as(cases, effect, name, step);
            others.iter().filter_map(same).collect()
        };
        let back = json!({ change.name: baseline[change.name] });
        let steps = vec![
            cases.arrange(baseline.clone()),
            cases.accepted(Purpose::Act, change.body.clone(), since(0)),
            cases.arrange(changed.clone()),
            cases.accepted(Purpose::Act, back, since(2)),
        ];
        let id = cases.id(&["effects", &effect.id, &format!("{}-alone", change.name)]);
        cases.case(id, effect.level, effect.clause.clone(), steps)
    };
    changes(cases).into_iter().map(case).collect()
}

fn refused(cases: &Cases<'_>, effect: &Effect) -> Vec<Case> {
    let broken_body = |change: &Change<'_>| {
        let (bad_name, bad_value, clause) = broken_beside(cases, change.name)?;
        let mut body = change.body.clone();
        body[bad_name] = bad_value;
        let error = &cases.spec.service.validation_failure;
        let act = cases.refused(cases.request(Body::Json(body)), error)?;
        let mut case = refusal(cases, effect, change, change.name, act)?;
        case.breaks = Some(clause);
        Some(case)
    };
    let changes = changes(cases);
    let mut found: Vec<Case> = changes.iter().filter_map(broken_body).collect();
    // One change is enough to show that other refusals keep what is stored.
    if let Some(change) = changes.first() {
        found.extend(refused_by_rules(cases, effect, change));
        found.extend(refused_by_authentication(cases, effect, change));
    }
    found
}

/// A case in which `act` is refused, and what it would have changed reads back as it was.
fn refusal(
    cases: &Cases<'_>,
    effect: &Effect,
    change: &Change<'_>,
    name: &str,
    act: Step,
) -> Option<Case> {
    let members = same(cases, effect, change.name).into_iter().collect();
    let steps = vec![
        cases.arrange(cases.baseline()),
        act,
        cases.accepted(Purpose::Assert, neutral(cases, change.name)?, members),
    ];
    let id = cases.id(&["effects", &effect.id, name]);
    Some(cases.case(id, effect.level, effect.clause.clone(), steps))
}

fn refused_by_rules(cases: &Cases<'_>, effect: &Effect, change: &Change<'_>) -> Vec<Case> {
    let Some(request) = cases.request_object() else { return Vec::new() };
    let case = |rule: &Rule| {
        let mut body = change.body.clone();
        for (name, value) in
            breaking(request, rule, &cases.operation.effects, &cases.baseline(), cases.samples)?
        {
            body[name] = value;
        }
        let error = &cases.spec.service.validation_failure;
        let act = cases.refused(cases.request(Body::Json(body)), error)?;
        let name = format!("{}-beside-{}", change.name, rule.id);
        let mut case = refusal(cases, effect, change, &name, act)?;
        case.breaks = Some(rule.clause.clone());
        Some(case)
    };
    request.rules.iter().filter_map(case).collect()
}

/// Every property at once with a wrong key. What reads back names a property with the value that it
/// had, so this one is looked at after a second attempt, by another reader.
fn refused_by_authentication(cases: &Cases<'_>, effect: &Effect, change: &Change<'_>) -> Vec<Case> {
    let Some(scheme) = cases.scheme() else { return Vec::new() };
    let unknown = literal(scheme, &format!("{} {UNKNOWN_KEY}", scheme.scheme));
    let forms = [
        ("unknown-key", unknown, &scheme.rejected),
        ("limited-key", Authorization::with_key(scheme, KeyName::Limited), &scheme.forbidden),
    ];
    let case = |(form, authorization, error): (&str, Authorization, &String)| {
        let mut request = cases.request(Body::Json(all_changes(cases)));
        request.authorization = Some(authorization);
        let act = cases.refused(request, error)?;
        let mut steps = vec![cases.arrange(cases.baseline())];
        let mut unseen: Vec<&str> = cases.stored_properties().iter().map(|own| own.0).collect();
        let reader = neutral(cases, change.name)?;
        let named = reader.as_object()?.keys().next()?.clone();
        for reader in [Some(reader), neutral(cases, &named)].into_iter().flatten() {
            let (left, seen): (Vec<&str>, Vec<&str>) =
                unseen.into_iter().partition(|name| reader.get(name).is_some());
            let members = seen.into_iter().filter_map(|name| same(cases, effect, name));
            steps.push(act.clone());
            steps.push(cases.accepted(Purpose::Assert, reader, members.collect()));
            unseen = left;
        }
        let name = format!("{}-with-{form}", change.name);
        let id = cases.id(&["effects", &effect.id, &name]);
        Some(cases.case(id, effect.level, effect.clause.clone(), steps))
    };
    forms.into_iter().filter_map(case).collect()
}

/// A condition's effect, and the same with what excepts it.
fn set(cases: &Cases<'_>, effect: &Effect) -> Vec<Case> {
    let EffectKind::Sets { when, unless, property, value } = &effect.kind else {
        return Vec::new();
    };
    let Some(request) = cases.request_object() else { return Vec::new() };
    let opposite = request.properties.get(property.as_str());
    let Some(opposite) = opposite.and_then(|p| cases.samples.other(&p.schema, value)) else {
        return Vec::new();
    };
    let mut stored = cases.baseline();
    stored[property] = opposite.clone();
    let Some(sent) = given(cases, when) else { return Vec::new() };
    let case = |name: &str, sent: Value, expected: &Value| {
        let expected = Expected::Equal(expected.clone());
        let member = cases.member(property, expected, effect.clause.clone());
        let members: Vec<Member> = member.into_iter().collect();
        let mut steps = vec![
            cases.arrange(stored.clone()),
            cases.accepted(Purpose::Act, sent, members.clone()),
        ];
        steps.extend(
            neutral(cases, property).map(|body| cases.accepted(Purpose::Assert, body, members)),
        );
        let id = cases.id(&["effects", &effect.id, name]);
        cases.case(id, effect.level, effect.clause.clone(), steps)
    };
    let mut found = vec![case("applies", sent.clone(), value)];
    if unless.as_ref().is_some_and(|unless| unless.path.root() == property) {
        let mut excepted = sent;
        excepted[property] = opposite.clone();
        found.push(case("excepted", excepted, &opposite));
    }
    found
}

/// A body with the property that a condition asks for, changed from the baseline.
fn given(cases: &Cases<'_>, condition: &Condition) -> Option<Value> {
    let name = condition.path.root();
    changes(cases).into_iter().find(|change| change.name == name).map(|change| change.body)
}

/// The properties that effects may set when this body is sent.
fn properties_set<'s>(cases: &Cases<'s>, body: &Value) -> Vec<&'s str> {
    let sets = cases.operation.effects.iter().filter_map(|effect| match &effect.kind {
        EffectKind::Sets { when, property, .. } => {
            body.get(when.path.root()).map(|_| property.as_str())
        }
        _ => None,
    });
    sets.collect()
}

fn same(cases: &Cases<'_>, effect: &Effect, name: &str) -> Option<Member> {
    same_as(cases, effect, name, 0)
}

fn same_as(cases: &Cases<'_>, effect: &Effect, name: &str, step: usize) -> Option<Member> {
    cases.member(name, Expected::SameAsStep(step), effect.clause.clone())
}

/// Another property with a value that breaks its type, and the clause that it breaks.
fn broken_beside<'s>(cases: &Cases<'s>, beside: &str) -> Option<(&'s str, Value, ClauseId)> {
    let mut others = cases.stored_properties().into_iter().rev();
    others.find_map(|(name, schema)| {
        let schema = cases.schemas.resolve(schema);
        let bad = match &schema.shape {
            Shape::Any => return None,
            Shape::Array { .. } => json!({}),
            _ => json!([cases.samples.value(schema, Extent::Least)]),
        };
        (name != beside).then(|| (name, bad, schema.clause.child("type")))
    })
}
