//! Effects of updates: the server stores given properties, keeps omitted ones, changes nothing when it
//! rejects a request, and sets conditional values.

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{
    ClauseId, Condition, Effect, EffectKind, Equality, Keyword, Level, ResourceEffect, Rule,
    Schema, Shape, Test,
};
use webdata_spec::pointer;

use crate::case::{Authorization, Body, Case, Expected, KeyName, Member, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::{
    BodyChange, all_changes, changes, further_changes, no_op_body, with_required,
};
use crate::derive::context::requests::unknown_key;
use crate::derive::context::steps::read_back;
use crate::derive::values::expectations::{applies, may_set};
use crate::derive::values::format_samples::strings;
use crate::derive::values::json_values;
use crate::derive::values::places::{BodyPlace, Position};
use crate::derive::values::rules::breaking_members;
use crate::derive::values::samples::Extent;
use crate::interpreter::limits::broken;

/// Makes the cases of each effect of an operation on a single resource.
pub(super) fn effects(context: &OperationContext<'_>) -> Vec<Case> {
    let derive_one = |effect: &Effect| match effect.kind {
        EffectKind::StoresGiven => stored(context, effect),
        EffectKind::KeepsOmitted => other_properties_are_kept(context, effect),
        // Tested by `replaces`.
        EffectKind::ResetsOmitted => Vec::new(),
        EffectKind::RefusalKeepsAll => rejected(context, effect),
        EffectKind::Sets { .. } => set(context, effect),
        EffectKind::Assigns { .. } => assigned(context, effect).into_iter().collect(),
    };
    // `bulk` tests operations on several resources.
    let effects = context.operation.effects.iter().filter(|_| !context.operation.is_bulk());
    effects.flat_map(derive_one).collect()
}

fn stored(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let is_creation = context.effect_on_resource() == Some(ResourceEffect::Creates);
    let case = |change: BodyChange<'_>| {
        let echo = context.expect_stored(&change.body).into_iter();
        let echo: Vec<Member> =
            echo.map(|member| with_secret_maps(context, &change, member)).collect();
        // A rule may exclude the value beside the others, or altogether.
        let alone = || context.repair(with_required(context, change.body.clone()));
        let is_sent = |sent: &Value| {
            let mut given = change.body.as_object().into_iter().flatten();
            given.all(|(name, value)| sent.get(name) == Some(value))
        };
        let sent = Some(complete_body(context, &change.body)).filter(&is_sent);
        let sent = sent.or_else(|| Some(alone()).filter(&is_sent))?;
        let act = context.accepted(Purpose::Act, sent, echo.clone());
        let mut steps = vec![act];
        if is_creation {
            steps.extend(context.related.created_in(0).and_then(|of| context.read_again(of, echo)));
        } else {
            steps.insert(0, context.arrange(context.baseline()));
            steps.push(read_back(context, change.name, echo)?);
            steps.extend(change_back(context, &change).into_iter().flatten());
        }
        let tested = (effect.level, effect.clause.child(change.name));
        let case = context.case(&["effects", &effect.id, &change.label()], tested, steps);
        Some(case.with_clauses([effect.clause.clone()]))
    };
    let changed = changes(context).into_iter().chain(further_changes(context)).filter_map(case);
    let updates = context.effect_on_resource() == Some(ResourceEffect::Updates);
    let together = if updates { super::combined::derive(context, effect) } else { Vec::new() };
    changed.chain(repeated(context, effect).filter(|_| !is_creation)).chain(together).collect()
}

/// Returns the steps that change a boolean back and read it again. A server that stores no boolean may show the right
/// value once by chance.
fn change_back(context: &OperationContext<'_>, change: &BodyChange<'_>) -> Option<[Step; 2]> {
    let property = context.request_property(change.name)?;
    let stored = context.baseline().get(change.name)?.clone();
    if property.schema.shape != Shape::Boolean || change.body.get(change.name) == Some(&stored) {
        return None;
    }
    let back = with_required(context, json!({ change.name: stored }));
    let echo = context.expect_stored(&back);
    let sent = context.accepted(Purpose::Act, complete_body(context, &back), echo.clone());
    Some([sent, read_back(context, change.name, echo)?])
}

/// Returns the body that sends a change. If the operation takes whole resources, all other properties have
/// their baseline values.
fn complete_body(context: &OperationContext<'_>, change: &Value) -> Value {
    if !context.sends_whole_resource() {
        return change.clone();
    }
    let mut whole = context.baseline();
    for (name, value) in change.as_object().into_iter().flatten() {
        whole[name] = value.clone();
    }
    let whole = context.repair(whole);
    without_conflicting_effects(context, change, whole)
}

/// Changes each property whose effect would overwrite a property of the change.
fn without_conflicting_effects(
    context: &OperationContext<'_>,
    change: &Value,
    mut whole: Value,
) -> Value {
    for effect in &context.operation.effects {
        let Some((property, value)) = applies(effect, &whole) else { continue };
        let EffectKind::Sets { when, .. } = &effect.kind else { continue };
        let trigger = when.path.root();
        if change.get(property).is_some_and(|changed| changed != value)
            && change.get(trigger).is_none()
            && let Some(sent) = context.request_property(trigger)
            && let Some(other) = context.samples.other(&sent.schema, &whole[trigger])
        {
            whole[trigger] = other;
        }
    }
    whole
}

/// Allows a response to leave out maps of strings, such as headers: they may hold secrets. Strings other than the values
/// of headers are not compared either, since the contract does not say how a server masks them.
fn with_secret_maps<'s>(
    context: &OperationContext<'s>,
    change: &BodyChange<'s>,
    mut member: Member,
) -> Member {
    let schema = context.request_property(change.name);
    let object = schema.and_then(|property| context.spec.object_of(&property.schema));
    if let (Some(object), Expected::Equal(Value::Object(members))) = (object, &mut member.value) {
        members.retain(|name, _| {
            let values = object.properties.get(name).and_then(|property| property.schema.values());
            let Some(values) = values.filter(|values| values.shape == Shape::String) else {
                return true;
            };
            member.omissible.push(pointer::child("", name));
            values.equality() == Equality::HeaderValue
        });
    }
    member
}

/// Makes a case that sends an update twice. The second update changes nothing.
fn repeated(context: &OperationContext<'_>, effect: &Effect) -> Option<Case> {
    let body = complete_body(context, &all_changes(context));
    let echo = context.expect_stored(&body);
    let steps = vec![
        context.arrange(context.baseline()),
        context.accepted(Purpose::Act, body.clone(), echo.clone()),
        context.accepted(Purpose::Assert, body, echo),
    ];
    Some(context.case(&["effects", &effect.id, "repeated"], effect, steps))
}

/// Makes cases that change one property alone, first from the baseline and then back. A server that sets
/// other properties to fixed values fails in at least one direction.
fn other_properties_are_kept(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let baseline = context.baseline();
    let changed = all_changes(context);
    let since = |change: &BodyChange<'_>, step| -> Vec<Member> {
        let set = properties_set(context, &change.body);
        let others = context.stored_properties().into_iter().map(|(name, _)| name);
        let others = others.filter(|name| *name != change.name && !set.contains(name));
        others.filter_map(|name| expect_as_in_step(context, effect, name, step)).collect()
    };
    let case = |change: BodyChange<'_>, is_changed_back: bool| {
        let mut steps = vec![
            context.arrange(baseline.clone()),
            context.accepted(Purpose::Act, change.body.clone(), since(&change, 0)),
        ];
        if is_changed_back {
            let back = with_required(context, json!({ change.name: baseline[change.name] }));
            steps.push(context.arrange(changed.clone()));
            steps.push(context.accepted(Purpose::Act, back, since(&change, 2)));
        }
        let name = format!("{}-alone", change.label());
        context.case(&["effects", &effect.id, &name], effect, steps)
    };
    // When a property is set to null, the server may remove dependent values, so nothing is changed back.
    let nulls = further_changes(context).into_iter();
    let nulls = nulls.filter(|change| change.body[change.name].is_null());
    let nulls = nulls.map(|change| case(change, false)).chain([unchanged(context, effect)]);
    let excluded = changes(context).into_iter().filter(|it| baseline.get(it.name).is_none());
    let excluded = excluded.filter_map(|change| excluded_property_is_kept(context, effect, change));
    let excluded: Vec<Case> = excluded.collect();
    let is_stored = |change: &BodyChange<'_>| baseline.get(change.name).is_some();
    let alone = changes(context).into_iter().map(|change| (is_stored(&change), change));
    let alone = alone.map(|(is_stored, change)| case(change, is_stored));
    alone.chain(nulls).chain(excluded).collect()
}

/// Makes the case of updates that repeat what is stored, one property after the other, of two stored states.
fn unchanged(context: &OperationContext<'_>, effect: &Effect) -> Case {
    let mut steps = Vec::new();
    for stored in [context.baseline(), all_changes(context)] {
        steps.push(context.arrange(stored.clone()));
        let names = context.stored_properties().into_iter().map(|(name, _)| name);
        let bodies = names.filter_map(|name| {
            let body = with_required(context, json!({ name: stored.get(name)? }));
            context.repair_around(body)
        });
        for body in bodies {
            let sets_another = !properties_set(context, &body).is_empty();
            let members = context.expect_stored(&body);
            steps.push(context.accepted(Purpose::Act, body, members));
            steps.extend(sets_another.then(|| context.arrange(stored.clone())));
        }
    }
    context.case(&["effects", &effect.id, "each-unchanged"], effect, steps)
}

/// Makes the case of a property that a rule excludes beside those of the baseline. The property is stored alone, and
/// an update of another property keeps it.
fn excluded_property_is_kept(
    context: &OperationContext<'_>,
    effect: &Effect,
    change: BodyChange<'_>,
) -> Option<Case> {
    let name = change.name;
    let is_apart = |other: &BodyChange<'_>| other.name != name && other.body.get(name).is_none();
    let other = changes(context).into_iter().find(is_apart)?;
    let kept = expect_as_in_step(context, effect, name, 0)?;
    let steps =
        vec![context.arrange(change.body), context.accepted(Purpose::Act, other.body, vec![kept])];
    Some(context.case(&["effects", &effect.id, &format!("{name}-stored-alone")], effect, steps))
}

fn rejected(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let broken_body = |change: &BodyChange<'_>| {
        let (bad_name, bad_value, clause) = invalid_other_property(context, change.name)?;
        let mut body = complete_body(context, &change.body);
        body[bad_name] = bad_value;
        let act = context.invalid(body)?;
        rejection(context, effect, change, change.name, (act, clause))
    };
    let changes = changes(context);
    // For the other kinds of rejections, one change is enough.
    let others = changes.first().map(|change| {
        [
            rejected_by_rules(context, effect, change),
            rejected_by_authentication(context, effect, change),
            rejected_by_parser(context, effect, change).into_iter().collect(),
        ]
    });
    let others = others.into_iter().flatten().flatten();
    let late = rejected_by_late_checks(context, effect);
    changes.iter().filter_map(broken_body).chain(others).chain(late).collect()
}

/// Makes the case of a body that ends too early: a server that reads property by property may store the first ones.
fn rejected_by_parser(
    context: &OperationContext<'_>,
    effect: &Effect,
    change: &BodyChange<'_>,
) -> Option<Case> {
    let whole = change.body.to_string();
    let act = context.invalid(Body::Text(format!("{},", whole.strip_suffix('}')?)))?;
    let name = format!("{}-in-open-end", change.name);
    let case = rejection(context, effect, change, &name, (act, effect.clause.clone()))?;
    // A body that is not JSON breaks no clause of a value.
    Some(Case { breaks: None, ..case })
}

/// Makes cases that change every property, one of them with a mistake that a server may find only when it uses the
/// value. There is one case for each format, and one for each of some limits.
fn rejected_by_late_checks(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let all = all_changes(context);
    let Some(first) = changes(context).first().map(|change| change.name) else {
        return Vec::new();
    };
    let case = |place: &BodyPlace<'_>, name: &str, clause: ClauseId, value: &Value| {
        let root = place.name.split('.').next().filter(|root| *root != first)?;
        let mut body = all.clone();
        *body.get_mut(root)? = place.body(value, Position::Last).get(root)?.clone();
        let request = context.request(context.repair(body));
        let error = place.error.unwrap_or(&context.spec.service.validation_failure);
        let act = context.fails(request, error)?;
        let reader = read_back(context, first, Vec::new())?;
        let is_sent = |name: &str| {
            !context.related.is_readable()
                && reader.request.body.as_json().is_some_and(|body| body.get(name).is_some())
        };
        let stored = context.stored_properties().into_iter().map(|(name, _)| name);
        let stored = stored.filter(|name| !is_sent(name));
        let unchanged = stored.filter_map(|name| expect_as_in_step(context, effect, name, 0));
        let read = read_back(context, first, unchanged.collect())?;
        let name = format!("all-beside-{name}");
        let steps = vec![context.arrange(context.baseline()), act, read];
        let case = context.case(&["effects", &effect.id, &name], effect, steps);
        Some(Case { breaks: Some(clause), ..case })
    };
    let (mut cases, mut seen) = (Vec::new(), HashSet::new());
    for place in context.places.iter().filter(|place| place.schema.level != Level::Open) {
        for (name, keyword, value) in late_mistakes(context, place.schema) {
            if seen.contains(name) {
                continue;
            }
            let made = case(place, name, place.clause(keyword.name()), &value);
            seen.extend(made.is_some().then_some(name));
            cases.extend(made);
        }
    }
    cases
}

/// The largest number of items in a list that a late check finds too long.
const FEW: u64 = 100;

/// Returns mistakes that a check of types does not find, each with its name, the keyword and the value.
fn late_mistakes<'s>(
    context: &OperationContext<'s>,
    schema: &'s Schema,
) -> Vec<(&'static str, Keyword, Value)> {
    let samples = context.samples;
    let format = schema.format().and_then(|format| {
        let (_, value, _) = strings(format).invalid.first()?;
        let breaks_nothing_else = broken(schema, &json!(value)).is_empty();
        breaks_nothing_else.then(|| (format.name(), Keyword::Format, json!(value)))
    });
    let interval = schema
        .count(Keyword::MinimumInterval)
        .map(|_| (Keyword::MinimumInterval.name(), Keyword::MinimumInterval, json!("* * * * *")));
    let choice = Some(schema.exactly_one()).filter(|names| !names.is_empty()).map(|names| {
        let mut members = json_values::members(samples.value(schema, Extent::Full));
        members.retain(|name, _| !names.contains(name));
        (Keyword::ExactlyOne.name(), Keyword::ExactlyOne, Value::Object(members))
    });
    let count = schema.count(Keyword::MaxItems).filter(|count| *count <= FEW);
    let items = schema.items().zip(count).map(|(items, count)| {
        let count = usize::try_from(count).unwrap_or(usize::MAX).saturating_add(1);
        let list = samples.items(schema, items, count);
        (Keyword::MaxItems.name(), Keyword::MaxItems, list.into())
    });
    let large = schema.integer(Keyword::Maximum).and_then(|maximum| {
        let above = json!(maximum.checked_add(1)?);
        Some((Keyword::Maximum.name(), Keyword::Maximum, above))
    });
    let limits = [choice, items, large].into_iter().flatten();
    let limits = limits.filter(|(_, keyword, value)| broken(schema, value) == [*keyword]);
    format.into_iter().chain(interval).chain(limits).collect()
}

/// Makes a case in which the server rejects `act`, which breaks a clause, and the property is unchanged afterwards.
fn rejection(
    context: &OperationContext<'_>,
    effect: &Effect,
    change: &BodyChange<'_>,
    name: &str,
    (act, broken): (Step, ClauseId),
) -> Option<Case> {
    let members = expect_as_in_step(context, effect, change.name, 0).into_iter().collect();
    let steps =
        vec![context.arrange(context.baseline()), act, read_back(context, change.name, members)?];
    let case = context.case(&["effects", &effect.id, name], effect, steps);
    Some(Case { breaks: Some(broken), ..case })
}

fn rejected_by_rules(
    context: &OperationContext<'_>,
    effect: &Effect,
    change: &BodyChange<'_>,
) -> Vec<Case> {
    let Some(request) = context.request_object() else { return Vec::new() };
    let case = |rule: &Rule| {
        let mut body = complete_body(context, &change.body);
        let (effects, stored) = (&context.operation.effects, context.baseline());
        for (name, value) in breaking_members(request, rule, effects, &stored, context.samples)? {
            body[name] = value;
        }
        let act = context.invalid(body)?;
        let name = format!("{}-beside-{}", change.name, rule.id);
        rejection(context, effect, change, &name, (act, rule.clause.clone()))
    };
    request.rules.iter().filter_map(case).collect()
}

/// Makes cases that send every property with a wrong key. An update that reads the resource repeats one
/// property, so a second attempt is read with another update.
fn rejected_by_authentication(
    context: &OperationContext<'_>,
    effect: &Effect,
    change: &BodyChange<'_>,
) -> Vec<Case> {
    let Some(scheme) = context.scheme() else { return Vec::new() };
    let limited = scheme
        .forbidden
        .as_ref()
        .map(|error| ("limited-key", Authorization::with_key(scheme, KeyName::Limited), error));
    let forms = [("unknown-key", unknown_key(scheme), &scheme.rejected)].into_iter().chain(limited);
    let case = |(form, authorization, error): (&str, Authorization, &String)| {
        let mut request = context.request(complete_body(context, &all_changes(context)));
        request.authorization = Some(authorization);
        let act = context.fails(request, error)?;
        let mut steps = vec![context.arrange(context.baseline())];
        let mut unseen: Vec<&str> =
            context.stored_properties().iter().map(|property| property.0).collect();
        let name = format!("{}-with-{form}", change.name);
        let parts = ["effects", effect.id.as_str(), name.as_str()];
        let unchanged = |names: Vec<&str>| -> Vec<Member> {
            let members = names.into_iter();
            members.filter_map(|name| expect_as_in_step(context, effect, name, 0)).collect()
        };
        if context.related.is_readable() {
            steps.extend([act, read_back(context, "", unchanged(unseen))?]);
            return Some(context.case(&parts, effect, steps));
        }
        let reader = no_op_body(context, change.name)?;
        let named = reader.as_object()?.keys().next()?.clone();
        for reader in [Some(reader), no_op_body(context, &named)].into_iter().flatten() {
            let (left, seen) = unseen.into_iter().partition(|name| reader.get(name).is_some());
            let read = context.accepted(Purpose::Assert, reader, unchanged(seen));
            steps.extend([act.clone(), read]);
            unseen = left;
        }
        Some(context.case(&parts, effect, steps))
    };
    forms.into_iter().filter_map(case).collect()
}

/// Makes the case of a conditional effect, and the case of its exception.
fn set(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let EffectKind::Sets { when, unless, property, value } = &effect.kind else {
        return Vec::new();
    };
    let opposite = context.request_property(property);
    let Some(opposite) = opposite.and_then(|p| context.samples.other(&p.schema, value)) else {
        return Vec::new();
    };
    let mut stored = context.baseline();
    stored[property] = opposite.clone();
    let stored = without_conflicting_effects(context, &json!({ property: opposite }), stored);
    let Some(sent) = given(context, when) else { return Vec::new() };
    let mut sent = complete_body(context, &sent);
    sent.as_object_mut().and_then(|members| members.shift_remove(property));
    let case = |name: &str, sent: Value, expected: &Value| {
        let expected = Expected::Equal(expected.clone());
        let member = context.member(property, expected, effect.clause.clone());
        let members: Vec<Member> = member.into_iter().collect();
        let mut steps = vec![context.accepted(Purpose::Act, sent, members.clone())];
        if context.effect_on_resource() != Some(ResourceEffect::Creates) {
            steps.insert(0, context.arrange(stored.clone()));
            steps.extend(read_back(context, property, members));
        }
        context.case(&["effects", &effect.id, name], effect, steps)
    };
    let mut cases = vec![case("applies", sent.clone(), value)];
    if unless.as_ref().is_some_and(|unless| unless.path.root() == property) {
        let mut excepted = sent;
        excepted[property] = opposite.clone();
        cases.push(case("excepted", excepted, &opposite));
    }
    cases
}

/// Makes the case of an action that sets a property of its resource. The property has another value before, if the
/// request of the creation has the property.
fn assigned(context: &OperationContext<'_>, effect: &Effect) -> Option<Case> {
    let EffectKind::Assigns { property, value } = &effect.kind else { return None };
    let (resource, _) = context.resource()?;
    let created = context.related.created_in(0)?;
    let mut steps = context.before_action()?;
    let creates = context.other(ResourceEffect::Creates)?;
    let given = creates.request_property(property);
    if let Some(other) = given.and_then(|it| creates.samples.other(&it.schema, value)) {
        let mut body = steps[0].request.body.as_json().cloned().unwrap_or_default();
        body[property] = other;
        steps[0] = creates.arrange(creates.repair(body));
    }
    let expected = Expected::Equal(value.clone());
    let members: Vec<Member> =
        context.member(property, expected, effect.clause.clone()).into_iter().collect();
    let is_shown = context.returns_resource(resource);
    let shown = if is_shown { members.clone() } else { Vec::new() };
    let read = context.read_again(created, members);
    steps.push(Step::new(Purpose::Act, context.action_request(), context.success(shown)));
    steps.extend(read);
    Some(context.case(&["effects", &effect.id], effect, steps))
}

/// Returns a body with the property that a condition depends on: with the value in the condition, or with a
/// changed value.
fn given(context: &OperationContext<'_>, condition: &Condition) -> Option<Value> {
    let name = condition.path.root();
    if let (Test::Equals(value), [_]) = (&condition.test, &condition.path.0[..]) {
        return Some(with_required(context, json!({ name: value })));
    }
    changes(context).into_iter().find(|change| change.name == name).map(|change| change.body)
}

/// Returns the properties that effects may set when this body is sent.
pub(crate) fn properties_set<'s>(context: &OperationContext<'s>, body: &Value) -> Vec<&'s str> {
    let sets = context.operation.effects.iter().filter_map(|effect| match &effect.kind {
        EffectKind::Sets { when, property, .. } => {
            body.get(when.path.root()).map(|_| property.as_str())
        }
        _ => None,
    });
    sets.collect()
}

fn expect_as_in_step(
    context: &OperationContext<'_>,
    effect: &Effect,
    name: &str,
    step: usize,
) -> Option<Member> {
    context.operation.response_type()?;
    context.member(name, Expected::SameAsStep(step), effect.clause.clone())
}

/// Returns another property with a value of a wrong type, and the clause that the value breaks.
fn invalid_other_property<'s>(
    context: &OperationContext<'s>,
    beside: &str,
) -> Option<(&'s str, Value, ClauseId)> {
    let mut others = context.stored_properties().into_iter().rev();
    others.find_map(|(name, schema)| {
        let schema = context.spec.resolve(schema);
        let wrong = context.samples.of_wrong_type(schema)?;
        (name != beside).then(|| (name, wrong, schema.clause.child("type")))
    })
}

/// Makes cases of replacements: a property that the request leaves out has its default or no value afterwards.
pub(super) fn replaces(context: &OperationContext<'_>) -> Vec<Case> {
    let resets = |effect: &&Effect| effect.kind == EffectKind::ResetsOmitted;
    let Some(effect) = context.operation.effects.iter().find(resets) else { return Vec::new() };
    let names = context.stored_properties().into_iter().map(|(name, _)| name);
    names.filter_map(|name| replacement(context, effect, name)).collect()
}

/// Makes the case that leaves one property out.
fn replacement(context: &OperationContext<'_>, effect: &Effect, name: &str) -> Option<Case> {
    let expected = left_out(context, name)?;
    let mut body = context.baseline();
    body.as_object_mut()?.shift_remove(name)?;
    // A rule may require the property.
    if context.repair(body.clone()) != body {
        return None;
    }
    let members = vec![context.member(name, expected, effect.clause.clone())?];
    let mut steps = vec![
        context.arrange(context.baseline()),
        context.accepted(Purpose::Act, body, members.clone()),
    ];
    steps.extend(read_back(context, name, members));
    Some(context.case(&["effects", &effect.id, &format!("{name}-left-out")], effect, steps))
}

/// Returns the expected value of a property after a replacement that leaves it out, if the contract states
/// one.
pub(crate) fn left_out(context: &OperationContext<'_>, name: &str) -> Option<Expected> {
    let sent = context.request_property(name).filter(|property| !property.required)?;
    let (_, stored) = context.resource()?;
    let effects = &context.operation.effects;
    match &sent.schema.default {
        Some(default) => Some(Expected::Equal(default.clone())),
        // The server chooses a required value that has no default.
        None if stored.properties.get(name)?.required || may_set(effects, name) => None,
        None => Some(Expected::Absent),
    }
}
