//! Observations: cases that observe what the contract leaves open, and report it in plain words.

use serde_json::{Map, Value, json};
use webdata_spec::model::{
    EffectKind, Gap, Keyword, Observation, Probe, Property, Refusal, ResourceEffect, Schema, Shape,
    Situation, StringFormat,
};

use super::properties::UNKNOWN;
use super::{lifecycles, webhooks};
use crate::case::{
    Argument, Authorization, Body, Case, Expect, Interpretation, KeyName, Matcher,
    PossibleResponse, Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::changes;
use crate::derive::context::steps::expect_error;
use crate::derive::values::places::{Place, Position};
use crate::derive::values::rules::trigger;
use crate::derive::values::samples::Extent;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let probe = |gap: &'_ Gap| match gap.observation {
        Observation::Probe(Probe::OpenValue) => {
            let mut cases = open_values(context, gap);
            cases.extend(values(context, gap));
            cases
        }
        Observation::Probe(Probe::StateChange) => lifecycles::observed_transitions(context, gap),
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
    gaps.flat_map(|gap| observed_responses(context, gap)).collect()
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
        Probe::NestedUpdate => nested_update(context)?,
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
            let stored = Matcher::Present(pointer(context, UNKNOWN)?);
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
        Probe::LengthUnit => return length_unit(context, gap),
        Probe::IntegerSpelling => integer_spelling(context)?,
        Probe::BlankText => blank_text(context)?,
        Probe::NullEffect => return null_effect(context, gap),
        Probe::MediaType => {
            let (mut request, interpretations) = other_media_type(context)?;
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

/// Observes the response of the operation to a valid request, and in the circumstances of the gap.
fn observed_responses(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let operation = context.operation;
    let clause = operation.clause();
    let is_own = gap.place.strip_prefix(clause.as_str());
    let is_own = is_own.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let situations = situations(context, gap);
    let mut cases = Vec::new();
    if is_own || !situations.is_empty() {
        cases.push(response_case(context, gap, "", context.valid_request()));
    }
    for situation in situations {
        let request = context.in_circumstance(&situation.clause);
        cases.push(response_case(context, gap, &situation.id, request));
    }
    for refusal in refusals(context, gap) {
        let request = context.in_circumstance(&refusal.clause);
        cases.push(response_case(context, gap, &refusal.id, request));
    }
    cases
}

fn response_case(context: &OperationContext<'_>, gap: &Gap, name: &str, request: Request) -> Case {
    // Without interpretations, the report shows the status code, the error text and the properties.
    let (gap_id, interpretations) = (gap.id.clone(), Vec::new());
    let expect = Expect::Observation { gap: gap_id, interpretations, never_5xx: None };
    let act = Step::new(Purpose::Act, request, expect);
    let id = context.id(&["observations", &gap.id, name]);
    context.open_case(gap, id, vec![act])
}

/// Returns the situations of the gap's lifecycle in which the operation succeeds.
fn situations<'s>(context: &OperationContext<'s>, gap: &Gap) -> Vec<&'s Situation> {
    let lifecycles = context.spec.lifecycles.iter().filter(|lifecycle| {
        let clause = format!("lifecycles.{}.{}", lifecycle.type_name, lifecycle.property);
        gap.place.starts_with(&clause)
            && context.operation.response_type() == Some(&lifecycle.type_name)
    });
    let all = lifecycles.flat_map(|lifecycle| &lifecycle.situations);
    all.filter(|situation| situation.operation == context.operation.id).collect()
}

/// Returns the refusals whose error text the gap leaves open.
fn refusals<'s>(context: &OperationContext<'s>, gap: &Gap) -> Vec<&'s Refusal> {
    let of_types = context.spec.type_refusals().map(|(_, refusal)| refusal);
    let all = of_types.chain(&context.operation.refusals);
    let is_meant = |refusal: &&Refusal| {
        let row = context.spec.errors.get(&refusal.error);
        context.operation.errors.contains(&refusal.error)
            && row.is_some_and(|row| row.gap.as_ref() == Some(&gap.id))
    };
    all.filter(is_meant).collect()
}

/// Returns the place of a property of the resource in the response, as a JSON Pointer (RFC 6901).
fn pointer(context: &OperationContext<'_>, name: &str) -> Option<String> {
    let (resource, _) = context.resource()?;
    Some(format!("{}/{name}", resource.pointer()))
}

/// Sends the required properties of a nested object over an object with all properties. One required property
/// changes, which shows whether the server applies the update. An optional property is compared.
fn nested_update(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let (_, stored) = context.resource()?;
    let baseline = context.baseline();
    let mut nested = context.stored_properties().into_iter().filter_map(|(name, schema)| {
        let sent = context.spec.object_of(schema)?;
        let returned = context.spec.object_of(&stored.properties.get(name)?.schema)?;
        // The stored value must differ from the default, and the response must show it: a map of strings may
        // hold secrets.
        let compared = |(inner, property): &(&String, &Property)| {
            let before = baseline.get(name).and_then(|whole| whole.get(*inner));
            !property.required
                && returned.properties.contains_key(*inner)
                && before.is_some_and(|before| Some(before) != property.schema.default.as_ref())
                && property.schema.values().is_none()
        };
        let (optional, _) = sent.properties.iter().find(compared)?;
        let mut body = context.samples.value(schema, Extent::Minimal);
        let (changed, other) = sent.properties.iter().find_map(|(inner, property)| {
            let other = context.samples.other(&property.schema, body.get(inner)?)?;
            property.required.then_some((inner, other))
        })?;
        body[changed] = other;
        Some((name, body, changed, optional))
    });
    let (name, body, changed, optional) = nested.next()?;
    let body = Value::Object(Map::from_iter([(name.to_owned(), body)]));
    let of = |inner: &str| pointer(context, &format!("{name}/{inner}"));
    let (changed, optional) = (of(changed)?, of(optional)?);
    let hidden = Matcher::Earlier(0, Box::new(Matcher::Lacks(optional.clone())));
    let interpretations = vec![
        Interpretation::new(
            Matcher::All(vec![Matcher::Success, hidden]),
            "not visible in the response",
        ),
        Interpretation::new(Matcher::SameAsStep(changed, 0), "neither: the update is not stored"),
        Interpretation::new(Matcher::SameAsStep(optional.clone(), 0), "merged"),
        Interpretation::new(Matcher::Lacks(optional), "replaced"),
        Interpretation::new(Matcher::Success, "replaced, with other values filled in"),
    ];
    Some((context.request(Body::Json(body)), interpretations))
}

/// Sends a change with another media type.
fn other_media_type(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let change = changes(context).into_iter().next()?;
    let place = pointer(context, change.name)?;
    let mut interpretations = vec![Interpretation::new(
        Matcher::SameAsStep(place, 0),
        "accepted, but the body is ignored",
    )];
    interpretations.extend(context.accepted_or_rejected());
    Some((context.request(Body::Json(change.body)), interpretations))
}

/// Sends a string of the maximum length in characters of two UTF-16 code units each. The step before sends as
/// many characters of one UTF-16 code unit and two bytes each.
fn length_unit(context: &OperationContext<'_>, gap: &Gap) -> Option<Case> {
    let longest = |schema: &Schema| {
        let longest = schema.count(Keyword::MaxLength).filter(|_| schema.is_free_text())?;
        usize::try_from(longest).ok()
    };
    let mut stored = context.stored_properties().into_iter();
    let (name, longest) = stored.find_map(|(name, schema)| Some((name, longest(schema)?)))?;
    let of = |character: &str| json!({ name: character.repeat(longest) });
    let sent = of("\u{1F426}");
    let whole = Matcher::Value(pointer(context, name)?, sent[name].clone());
    let rejected = context.rejection_matcher()?;
    let two_bytes = Matcher::Earlier(1, Box::new(Matcher::Success));
    let interpretations = vec![
        Interpretation::new(whole, "code points"),
        Interpretation::new(Matcher::Success, "accepted, and stored as another value"),
        Interpretation::new(Matcher::All(vec![rejected.clone(), two_bytes]), "UTF-16 code units"),
        Interpretation::new(rejected, "bytes"),
    ];
    let steps =
        vec![context.arrange(context.baseline()), context.comparison_step(gap, of("\u{e9}"))];
    let question = (context.request(Body::Json(sent)), interpretations);
    Some(context.observation_after(gap, context.id(&["observations", &gap.id]), steps, question))
}

/// Sends blanks as the string that a rule requires.
fn blank_text(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let request = context.request_object()?;
    let rule = request.rules.first()?;
    let name = rule.requires.path.root();
    let blank = json!("   ");
    let place = pointer(context, name)?;
    let mut body = Map::from_iter([trigger(request, rule, context.samples)?]);
    body.insert(name.to_owned(), blank.clone());
    let mut interpretations = vec![
        Interpretation::new(Matcher::Value(place.clone(), blank), "accepted"),
        Interpretation::new(Matcher::SameAsStep(place, 0), "ignored: the stored value is kept"),
    ];
    interpretations
        .extend(context.interpretations("accepted, and stored as another value", "rejected"));
    Some((context.request(Body::Json(body.into())), interpretations))
}

/// Sends null for the property that an effect depends on. The step before sends the value of the effect
/// beside the null, because a server may show the value only in that case.
fn null_effect(context: &OperationContext<'_>, gap: &Gap) -> Option<Case> {
    let (when, property, value) = first_conditional_effect(context)?;
    let place = pointer(context, property)?;
    let is_set = Matcher::Value(place, value.clone());
    let shown = Matcher::Earlier(1, Box::new(is_set.clone()));
    let interpretations = vec![
        Interpretation::new(is_set, "counts as given"),
        Interpretation::new(Matcher::All(vec![Matcher::Success, shown]), "counts as not given"),
        Interpretation::new(Matcher::Success, "not visible in the response"),
    ];
    let compared = context.comparison_step(gap, json!({ when: null, property: value }));
    let known = context.arrange(context.baseline());
    let steps = vec![known, compared, context.arrange(baseline_with_other_value(context)?)];
    let question = (context.request(Body::Json(json!({ when: null }))), interpretations);
    Some(context.observation_after(gap, context.id(&["observations", &gap.id]), steps, question))
}

/// Returns the baseline with another value in the property that the effect sets.
fn baseline_with_other_value(context: &OperationContext<'_>) -> Option<Value> {
    let (_, property, value) = first_conditional_effect(context)?;
    let schema = &context.request_object()?.properties.get(property)?.schema;
    let mut baseline = context.baseline();
    baseline[property] = context.samples.other(schema, value)?;
    Some(baseline)
}

fn first_conditional_effect<'s>(
    context: &OperationContext<'s>,
) -> Option<(&'s str, &'s str, &'s Value)> {
    context.operation.effects.iter().find_map(|effect| match &effect.kind {
        EffectKind::Sets { when, property, value, .. } => {
            Some((when.path.root(), property.as_str(), value))
        }
        _ => None,
    })
}
