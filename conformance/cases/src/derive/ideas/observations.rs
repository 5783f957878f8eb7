//! Observations: cases that ask what the contract leaves open, and report the response in plain
//! words.

mod answers;

use serde_json::{Map, Value, json};
use webdata_spec::model::{
    EffectKind, Gap, Keyword, Observation, Probe, Property, ResourceEffect, Schema, Shape,
};

use super::closed::UNKNOWN;
use super::lifecycles;
use super::webhooks;
use crate::case::{Argument, Authorization, Body, Case, Interpretation, KeyName, Matcher, Request};
use crate::derive::context::OperationContext;
use crate::derive::values::places::{Place, Position};
use crate::derive::values::rule_bodies::trigger;
use crate::derive::values::samples::{Extent, is_free_text};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let probe = |gap: &'_ Gap| match gap.observation {
        Observation::Probe(Probe::OpenValue) => {
            let mut found = open_values(context, gap);
            found.extend(values(context, gap));
            found
        }
        Observation::Probe(Probe::StateChange) => lifecycles::observed(context, gap),
        Observation::Probe(probe) => observed(context, gap, probe).into_iter().collect(),
        Observation::Unobservable(_) => Vec::new(),
    };
    // A request that is observed has to be harmless: a change of a fixture, or a request that the
    // target provides.
    if context.effect_on_resource() == Some(ResourceEffect::Updates) {
        let own = context.spec.gaps.values().filter(|gap| !is_of_another(context, gap));
        return own.flat_map(probe).collect();
    }
    if context.operation.resource.is_some() {
        return Vec::new();
    }
    let answers = context
        .spec
        .gaps
        .values()
        .filter(|gap| matches!(gap.observation, Observation::Probe(Probe::Answer)));
    answers.flat_map(|gap| answers::observed(context, gap)).collect()
}

/// Returns whether a gap is about another operation.
fn is_of_another(context: &OperationContext<'_>, gap: &Gap) -> bool {
    let place = gap.place.strip_prefix("operations.");
    let operation = place.and_then(|place| place.split('.').next());
    operation.is_some_and(|id| id != context.operation.id)
}

/// Observes each value that the contract leaves open, at each place that lists it.
fn open_values(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let mut found = Vec::new();
    for place in context.places() {
        let open = place.schema.open_values.iter().filter(|open| open.gap == gap.id);
        for value in open.flat_map(|open| &open.values) {
            let body = context.repair(place.body(value, Position::Only));
            let request = context.request(Body::Json(body));
            let asked = (request, context.accepted_or_refused());
            let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let id = context.id(&["observations", &gap.id, &place.name, &word]);
            found.push(context.observation(gap, id, context.baseline(), asked));
        }
    }
    found
}

/// Observes each value of the gap, at the first place of the body that has its schema. The contract
/// does not say that the place matters.
fn values(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let is_meant = |place: &&Place<'_>| {
        [place.property, place.schema].iter().any(|schema| schema.clause.as_str() == gap.place)
    };
    let Some(place) = context.places().iter().find(is_meant) else { return Vec::new() };
    let ask = |value: &Value| {
        let body = context.repair(place.body(value, Position::Only));
        // The status and the text of a rejection are reported as they are.
        let interpretations = vec![Interpretation::new(Matcher::Success, "accepted")];
        let asked = (context.request(Body::Json(body)), interpretations);
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let id = context.id(&["observations", &gap.id, &place.name, &word]);
        context.observation(gap, id, context.baseline(), asked)
    };
    gap.values.iter().map(ask).collect()
}

fn observed(context: &OperationContext<'_>, gap: &Gap, probe: Probe) -> Option<Case> {
    let (request, interpretations) = match probe {
        Probe::NestedUpdate => nested_update(context)?,
        Probe::MalformedParameter => {
            let mut request = context.least_request();
            let parameter = request.parameters.keys().next()?.clone();
            request.parameters.insert(parameter, Argument::Text("not-an-id".to_owned()));
            (request, Vec::new())
        }
        Probe::LowerCaseScheme => {
            let mut request = context.least_request();
            let authorization = request.authorization.as_mut()?;
            authorization.prefix = authorization.prefix.to_lowercase();
            (request, context.accepted_or_refused())
        }
        Probe::OtherTeam => {
            let mut request = context.least_request();
            request.authorization =
                Some(Authorization::with_key(context.scheme()?, KeyName::OtherTeam));
            (request, Vec::new())
        }
        Probe::UnknownProperty => {
            let mut body = context.baseline();
            body[UNKNOWN] = json!(true);
            (context.request(Body::Json(body)), context.interpretations("ignored", "refused"))
        }
        Probe::OrderOfChecks => {
            let mut request = context.request(Body::Json(json!([])));
            request.authorization = None;
            let interpretations = error_signs(context)?;
            (request, interpretations)
        }
        Probe::LengthUnit => length_unit(context)?,
        Probe::IntegerSpelling => integer_spelling(context)?,
        Probe::BlankText => blank_text(context)?,
        Probe::NullEffect => null_effect(context)?,
        Probe::MediaType => {
            let mut request = context.least_request();
            request.media_type = "text/plain".to_owned();
            (request, context.accepted_or_refused())
        }
        Probe::WebhookPayload | Probe::WebhookHeaders => {
            return webhooks::observed(context, gap, probe);
        }
        // `rules` asks about the first, places and moves about the next two (see `derive`),
        // operations without a stored resource about the next, `concurrent` about the next, and `lists`
        // about the last two.
        Probe::RuleScope
        | Probe::OpenValue
        | Probe::StateChange
        | Probe::Answer
        | Probe::ConcurrentUpdates
        | Probe::NoSuchPage
        | Probe::WalkWhileCreating => return None,
    };
    let stored = if probe == Probe::NullEffect { judged_off(context)? } else { context.baseline() };
    let id = context.id(&["observations", &gap.id]);
    Some(context.observation(gap, id, stored, (request, interpretations)))
}

fn error_signs(context: &OperationContext<'_>) -> Option<Vec<Interpretation>> {
    let status = |id: &str| context.spec.errors.get(id).map(|row| row.status);
    let authentication = status(&context.scheme()?.rejected)?;
    let validation = status(&context.spec.service.validation_failure)?;
    Some(vec![
        Interpretation::new(Matcher::Status(authentication), "the authentication"),
        Interpretation::new(Matcher::Status(validation), "the validation"),
    ])
}

/// Sends the required members of a nested object alone over a full one.
fn nested_update(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let (resource, stored) = context.resource()?;
    let mut nested = context.stored_properties().into_iter().filter_map(|(name, schema)| {
        let sent = context.schemas.object(schema)?;
        let returned = context.schemas.object(&stored.properties.get(name)?.schema)?;
        let optional = |(name, property): &(&String, &Property)| {
            !property.required && returned.properties.contains_key(*name)
        };
        let (optional, _) = sent.properties.iter().find(optional)?;
        sent.properties.values().any(|p| p.required).then_some((name, schema, optional))
    });
    let (name, schema, optional) = nested.next()?;
    let mut body = Map::new();
    body.insert(name.to_owned(), context.samples.value(schema, Extent::Least));
    let pointer = format!("{}/{name}/{optional}", resource.pointer());
    let interpretations = vec![
        Interpretation::new(Matcher::Present(pointer), "merged"),
        Interpretation::new(Matcher::Success, "replaced"),
    ];
    Some((context.request(Body::Json(body.into())), interpretations))
}

/// Sends a string of as many characters as are allowed, each of two UTF-16 units.
fn length_unit(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let longest = |schema: &Schema| {
        let longest = schema.count(Keyword::MaxLength).filter(|_| is_free_text(schema))?;
        usize::try_from(longest).ok()
    };
    let mut stored = context.stored_properties().into_iter();
    let (name, longest) = stored.find_map(|(name, schema)| Some((name, longest(schema)?)))?;
    let mut body = Map::new();
    body.insert(name.to_owned(), "\u{1F426}".repeat(longest).into());
    let interpretations = context.interpretations("code points", "UTF-16 units");
    Some((context.request(Body::Json(body.into())), interpretations))
}

fn integer_spelling(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let mut stored = context.stored_properties().into_iter();
    let (name, schema) = stored.find(|(_, schema)| matches!(schema.shape, Shape::Integer))?;
    let number = context.samples.value(schema, Extent::Least).as_i64()?;
    let body = Body::Text(format!("{{\"{name}\":{number}.0}}"));
    Some((context.request(body), context.accepted_or_refused()))
}

/// Sends blanks for the string that a rule requires.
fn blank_text(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let request = context.request_object()?;
    let rule = request.rules.first()?;
    let name = rule.requires.path.root();
    let mut body = Map::from_iter([trigger(request, rule, context.samples)?]);
    body.insert(name.to_owned(), "   ".into());
    Some((context.request(Body::Json(body.into())), context.accepted_or_refused()))
}

/// Sends null for the property that an effect depends on.
fn null_effect(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let (resource, _) = context.resource()?;
    let (when, property, value) = first_set(context)?;
    let mut body = Map::new();
    body.insert(when.to_owned(), Value::Null);
    let pointer = format!("{}/{property}", resource.pointer());
    let interpretations = vec![
        Interpretation::new(Matcher::Value(pointer, value.clone()), "given"),
        Interpretation::new(Matcher::Success, "not given"),
    ];
    Some((context.request(Body::Json(body.into())), interpretations))
}

/// Returns the baseline with the property of an effect at its other value.
fn judged_off(context: &OperationContext<'_>) -> Option<Value> {
    let (_, property, value) = first_set(context)?;
    let schema = &context.request_object()?.properties.get(property)?.schema;
    let mut baseline = context.baseline();
    baseline[property] = context.samples.other(schema, value)?;
    Some(baseline)
}

fn first_set<'s>(context: &OperationContext<'s>) -> Option<(&'s str, &'s str, &'s Value)> {
    context.operation.effects.iter().find_map(|effect| match &effect.kind {
        EffectKind::Sets { when, property, value, .. } => {
            Some((when.path.root(), property.as_str(), value))
        }
        _ => None,
    })
}
