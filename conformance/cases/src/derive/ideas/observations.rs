//! Observations: cases that observe what the contract leaves open, and report it in plain words.

mod responses;
mod updates;

use serde_json::{Value, json};
use webdata_spec::model::{Gap, Keyword, Observation, Probe, ResourceEffect, Shape, StringFormat};

use super::closed::UNKNOWN;
use super::lifecycles;
use super::webhooks;
use crate::case::{
    Argument, Authorization, Body, Case, Expect, Interpretation, KeyName, Matcher,
    PossibleResponse, Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::steps::expect_error;
use crate::derive::values::places::{Place, Position};
use crate::derive::values::samples::Extent;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let probe = |gap: &'_ Gap| match gap.observation {
        Observation::Probe(Probe::OpenValue) => {
            let mut cases = open_values(context, gap);
            cases.extend(values(context, gap));
            cases
        }
        Observation::Probe(Probe::StateChange) => lifecycles::observed(context, gap),
        Observation::Probe(probe) => observed(context, gap, probe).into_iter().collect(),
        Observation::Unobservable(_) => Vec::new(),
    };
    // An observed request must be harmless: a change of a fixture, or a request that the target states.
    if context.effect_on_resource() == Some(ResourceEffect::Updates) {
        let probes =
            context.spec.gaps.values().filter(|gap| !is_about_another_operation(context, gap));
        return probes.flat_map(probe).collect();
    }
    if context.operation.resource.is_some() {
        return Vec::new();
    }
    let gaps = context
        .spec
        .gaps
        .values()
        .filter(|gap| matches!(gap.observation, Observation::Probe(Probe::Answer)));
    gaps.flat_map(|gap| responses::observed(context, gap)).collect()
}

/// Returns whether a gap is about another operation.
fn is_about_another_operation(context: &OperationContext<'_>, gap: &Gap) -> bool {
    let place = gap.place.strip_prefix("operations.");
    let operation = place.and_then(|place| place.split('.').next());
    operation.is_some_and(|id| id != context.operation.id)
}

/// Observes each value that the contract leaves open, at each place that lists the value.
fn open_values(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in context.places() {
        let open = place.schema.open_values.iter().filter(|open| open.gap == gap.id);
        for value in open.flat_map(|open| &open.values) {
            let body = context.repair(place.body(value, Position::Only));
            let request = context.request(Body::Json(body));
            let mut interpretations = context.accepted_or_rejected();
            interpretations.iter_mut().for_each(|interpretation| interpretation.reading = true);
            let question = (request, interpretations);
            let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let id = context.id(&["observations", &gap.id, &place.name, &word]);
            cases.push(context.observation(gap, id, context.baseline(), question));
        }
    }
    cases
}

/// Observes each value of the gap, at the first place of the body with its schema. The contract does not
/// distinguish between the places.
fn values(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let is_meant = |place: &&Place<'_>| {
        [place.property, place.schema].iter().any(|schema| schema.clause.as_str() == gap.place)
    };
    let Some(place) = context.places().iter().find(is_meant) else { return Vec::new() };
    let ask = |value: &Value| {
        if place.schema.format().is_some() {
            return accepts_or_rejects(context, gap, place, value);
        }
        let body = context.repair(place.body(value, Position::Only));
        // A rejection has no interpretation: the report shows its status code and error text.
        let interpretations = vec![Interpretation::new(Matcher::Success, "accepted")];
        let question = (context.request(Body::Json(body)), interpretations);
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let id = context.id(&["observations", &gap.id, &place.name, &word]);
        Some(context.observation(gap, id, context.baseline(), question))
    };
    gap.values.iter().filter_map(ask).collect()
}

/// Makes a case in which the server may accept or reject a string of a format. An accepted string must be
/// stored as it was sent, except for schedules and time zones, which have other spellings.
fn accepts_or_rejects(
    context: &OperationContext<'_>,
    gap: &Gap,
    place: &Place<'_>,
    value: &Value,
) -> Option<Case> {
    let body = context.repair(place.body(value, Position::Only));
    let error = place.error.unwrap_or(&context.spec.service.validation_failure);
    let rejected = expect_error(context.spec.errors.get(error)?);
    let mut members = context.expect_runs(&body);
    let is_spelled = [StringFormat::Cron, StringFormat::SchedulePhrase, StringFormat::TimeZone];
    if place.schema.format().is_some_and(|format| !is_spelled.contains(&format)) {
        members.extend(context.expect_stored(&body));
    }
    let accepted = context.success(members);
    let possible = |(meaning, expect): (&str, Expect)| PossibleResponse {
        meaning: meaning.to_owned(),
        expect,
    };
    let responses = [("accepted", accepted), ("rejected", rejected)].map(possible).into();
    let stored = context.arrange(context.baseline_with_other_values(&body));
    let expect = Expect::AnyOf { gap: gap.id.clone(), responses };
    let act = Step::new(Purpose::Act, context.request(Body::Json(body)), expect);
    // A blank would split the identity into two words in a shell.
    let spelled = value.as_str()?.replace(' ', "_");
    let id = context.id(&["observations", &gap.id, &place.name, &spelled]);
    let clause = place.clause(Keyword::Format.name());
    Some(context.case(id, place.schema.level, clause, vec![stored, act]))
}

fn observed(context: &OperationContext<'_>, gap: &Gap, probe: Probe) -> Option<Case> {
    let (request, interpretations) = match probe {
        Probe::NestedUpdate => updates::nested_update(context)?,
        Probe::MalformedParameter => {
            let mut request = context.minimal_request();
            let parameter = request.parameters.keys().next()?.clone();
            request.parameters.insert(parameter, Argument::Text("not-an-id".to_owned()));
            (request, Vec::new())
        }
        Probe::LowerCaseScheme => {
            let mut request = context.minimal_request();
            let authorization = request.authorization.as_mut()?;
            authorization.prefix = authorization.prefix.to_lowercase();
            (request, context.accepted_or_rejected())
        }
        Probe::OtherTeam => {
            let mut request = context.minimal_request();
            request.authorization =
                Some(Authorization::with_key(context.scheme()?, KeyName::OtherTeam));
            (request, Vec::new())
        }
        Probe::UnknownProperty => {
            let mut body = context.baseline();
            body[UNKNOWN] = json!(true);
            let stored = Matcher::Present(updates::pointer(context, UNKNOWN)?);
            let mut interpretations = vec![Interpretation::new(stored, "stored and returned")];
            interpretations.extend(context.interpretations("ignored", "rejected"));
            (context.request(Body::Json(body)), interpretations)
        }
        Probe::OrderOfChecks => {
            let mut request = context.request(Body::Json(json!([])));
            request.authorization = None;
            let interpretations = order_of_checks(context)?;
            (request, interpretations)
        }
        Probe::LengthUnit => return updates::length_unit(context, gap),
        Probe::IntegerSpelling => integer_spelling(context)?,
        Probe::BlankText => updates::blank_text(context)?,
        Probe::NullEffect => return updates::null_effect(context, gap),
        Probe::MediaType => {
            let (mut request, interpretations) = updates::other_media_type(context)?;
            request.media_type = "text/plain".to_owned();
            (request, interpretations)
        }
        Probe::WebhookPayload | Probe::WebhookHeaders => {
            return webhooks::observed(context, gap, probe);
        }
        // Other ideas handle these probes: `rules`, `body`, `derive` above, operations without a resource,
        // `concurrent`, `lists`, `fidelity` and `malformed`, in the order of the list.
        Probe::RuleScope
        | Probe::MissingMediaType
        | Probe::OpenValue
        | Probe::StateChange
        | Probe::Answer
        | Probe::ConcurrentUpdates
        | Probe::NoSuchPage
        | Probe::WalkWhileCreating
        | Probe::OddValue
        | Probe::MalformedRequest => return None,
    };
    let id = context.id(&["observations", &gap.id]);
    Some(context.observation(gap, id, context.baseline(), (request, interpretations)))
}

fn order_of_checks(context: &OperationContext<'_>) -> Option<Vec<Interpretation>> {
    let status = |id: &str| context.spec.errors.get(id).map(|row| row.status);
    let authentication = status(&context.scheme()?.rejected)?;
    let validation = status(&context.spec.service.validation_failure)?;
    Some(vec![
        Interpretation::new(Matcher::Status(authentication), "authentication is checked first"),
        Interpretation::new(Matcher::Status(validation), "the body is validated first"),
    ])
}

fn integer_spelling(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let mut stored = context.stored_properties().into_iter();
    let (name, schema) = stored.find(|(_, schema)| matches!(schema.shape, Shape::Integer))?;
    let number = context.samples.value(schema, Extent::Minimal).as_i64()?;
    let body = Body::Text(format!("{{\"{name}\":{number}.0}}"));
    Some((context.request(body), context.accepted_or_rejected()))
}
