//! Observations: cases that observe what the contract leaves open, and report it in plain words.

use serde_json::{Map, Value, json};
use webdata_spec::model::{
    ClauseId, ClauseRoot, Effect, EffectKind, Gap, Keyword, Level, Observation, Probe, Property,
    Refusal, ResourceEffect, Schema, Shape, Situation, StringFormat,
};
use webdata_spec::prose::plain;

use super::properties::UNKNOWN;
use super::{lifecycles, webhooks};
use crate::case::{
    Argument, Body, Case, Expect, Interpretation, Matcher, Member, PossibleResponse, Purpose,
    Request, Step, WebhookPart,
};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::changes;
use crate::derive::context::expectations::expect_error;
use crate::derive::context::gaps::rejected;
use crate::derive::values::places::{BodyPlace, Position};
use crate::derive::values::rules::trigger;
use crate::derive::values::samples::Extent;
use crate::interpreter::limits::accepts;

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
        let is_meant = |gap: &&Gap| !is_about_another_operation(context, gap);
        return context.spec.gaps.values().filter(is_meant).flat_map(probe).collect();
    }
    if context.operation.stored_resource().is_some() {
        return Vec::new();
    }
    let is_answer = |gap: &&Gap| matches!(gap.observation, Observation::Probe(Probe::Answer));
    let gaps = context.spec.gaps.values().filter(is_answer);
    gaps.flat_map(|gap| observed_responses(context, gap)).collect()
}

fn is_about_another_operation(context: &OperationContext<'_>, gap: &Gap) -> bool {
    matches!(gap.place.root(), ClauseRoot::Operation(id) if !id.is_empty() && id != context.operation.id)
}

/// Observes each value that the contract leaves open, at each place that lists the value.
fn open_values(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in &context.places {
        let open = place.schema.open_values.iter().filter(|open| open.gap == gap.id);
        for value in open.flat_map(|open| &open.values) {
            let mut interpretations = context.interpretations([], "accepted", "rejected");
            interpretations.iter_mut().for_each(|interpretation| interpretation.reading = true);
            cases.push(observed_value(context, gap, place, value, interpretations));
        }
    }
    cases
}

fn observed_value(
    context: &OperationContext<'_>,
    gap: &Gap,
    place: &BodyPlace<'_>,
    value: &Value,
    interpretations: Vec<Interpretation>,
) -> Case {
    let request = context.request(context.repair(place.body(value, Position::Only)));
    let (known, rest) = (vec![context.arrange(context.baseline())], [&*place.name, &*plain(value)]);
    context.observation(gap, &rest, known, (request, interpretations))
}

/// Observes each value of the gap, at the first place of the body with its schema. The contract does not
/// distinguish between the places.
fn values(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let is_meant = |place: &&BodyPlace<'_>| {
        [place.property, place.schema].iter().any(|schema| schema.clause == gap.place)
    };
    let Some(place) = context.places.iter().find(is_meant) else { return Vec::new() };
    let ask = |value: &Value| {
        if place.schema.format().is_some() {
            let judged = accepts_or_rejects(context, gap, place, value).into_iter();
            return judged.chain(keeps_apart(context, gap, place, value)).collect();
        }
        // A rejection has no interpretation: the report shows its status code and error text.
        let accepted = Interpretation::all([(Matcher::Success, "accepted")]);
        vec![observed_value(context, gap, place, value, accepted)]
    };
    gap.values.iter().flat_map(ask).collect()
}

/// Makes a case in which the server may accept or reject a string of a format. An accepted string must be stored as
/// it was sent. Schedules and time zones are not compared, because they have other spellings. Strings that break the
/// format are not compared either: a server that reads `é` in a URL may store `%C3%A9`.
fn accepts_or_rejects(
    context: &OperationContext<'_>,
    gap: &Gap,
    place: &BodyPlace<'_>,
    value: &Value,
) -> Option<Case> {
    let body = context.repair(place.body(value, Position::Only));
    let mut members = context.expect_runs(&body);
    let is_spelled = [StringFormat::Cron, StringFormat::SchedulePhrase, StringFormat::TimeZone];
    let is_compared = place.schema.format().is_some_and(|format| !is_spelled.contains(&format));
    if is_compared && accepts(place.schema, value) {
        members.extend(context.expect_stored(&body));
    }
    let tested = (place.schema.level, place.clause(Keyword::Format.name()));
    accepted_with(context, gap, (place, value), (tested, ""), (body, members))
}

/// Makes a case in which the server rejects a phrase, or stores an expression whose runs are not too close. The contract
/// limits the interval of expressions, and leaves such phrases open.
fn keeps_apart(
    context: &OperationContext<'_>,
    gap: &Gap,
    place: &BodyPlace<'_>,
    value: &Value,
) -> Option<Case> {
    let body = context.repair(place.body(value, Position::Only));
    let members = context.expect_in_other_form(&body, |form| form.runs_apart(&body));
    let tested = (Level::Should, members.first()?.clause.clone());
    let word = Keyword::MinimumInterval.name();
    accepted_with(context, gap, (place, value), (tested, word), (body, members))
}

/// Makes a case in which the server rejects a string, or accepts it with these members in the response. `word` ends the
/// identity.
fn accepted_with(
    context: &OperationContext<'_>,
    gap: &Gap,
    (place, value): (&BodyPlace<'_>, &Value),
    (tested, word): ((Level, ClauseId), &str),
    (body, members): (Value, Vec<Member>),
) -> Option<Case> {
    let error = place.error.unwrap_or(&context.spec.service.validation_failure);
    let rejected = expect_error(context.spec.errors.get(error)?);
    let accepted = context.success(members);
    let responses = [("accepted", accepted), ("rejected", rejected)];
    let responses =
        responses.map(|(meaning, expect)| PossibleResponse::new(meaning, expect)).into();
    let stored = context.arrange(context.baseline_with_other_values(&body));
    let expect = Expect::AnyOf { gap: gap.id.clone(), responses };
    let act = Step::new(Purpose::Act, context.request(body), expect);
    // A blank would split the identity into two words in a shell, and a line break into two lines.
    let spelled = value.as_str()?.replace(' ', "_").replace('\n', "%0A");
    let parts = ["spellings", &gap.id, &place.name, &spelled, word];
    Some(context.case(&parts, tested, vec![stored, act]))
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
            (request, context.interpretations([], "accepted", "rejected"))
        }
        Probe::OtherTeam => (context.as_other_team(context.minimal_request())?, Vec::new()),
        Probe::UnknownProperty => {
            let mut body = context.baseline();
            body[UNKNOWN] = json!(true);
            let stored = Matcher::Present(pointer(context, UNKNOWN)?);
            let stored = [(stored, "stored and returned")];
            (context.request(body), context.interpretations(stored, "ignored", "rejected"))
        }
        Probe::OrderOfChecks => {
            let request = context.request(json!([]));
            (Request { authorization: None, ..request }, order_of_checks(context)?)
        }
        Probe::LengthUnit => return length_unit(context, gap),
        Probe::IntegerSpelling => integer_spelling(context)?,
        Probe::BlankText => blank_text(context)?,
        Probe::NullEffect => return null_effect(context, gap),
        Probe::MediaType => {
            let (request, interpretations) = other_media_type(context)?;
            (Request { media_type: "text/plain".to_owned(), ..request }, interpretations)
        }
        Probe::WebhookPayload => {
            return webhooks::observed(context, gap, |it| WebhookPart::EventName(it.events()));
        }
        Probe::WebhookHeaders => {
            return webhooks::observed(context, gap, |it| WebhookPart::Headers {
                given: it.headers_pointer(),
            });
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
    let known = vec![context.arrange(context.baseline())];
    Some(context.observation(gap, &[], known, (request, interpretations)))
}

fn order_of_checks(context: &OperationContext<'_>) -> Option<Vec<Interpretation>> {
    let status = |id: &str| context.spec.errors.get(id).map(|row| row.status);
    let authentication = status(&context.scheme()?.rejected)?;
    let validation = status(&context.spec.service.validation_failure)?;
    Some(Interpretation::all([
        (Matcher::Status(authentication), "authentication is checked first"),
        (Matcher::Status(validation), "the body is validated first"),
    ]))
}

fn integer_spelling(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let mut stored = context.stored_properties().into_iter();
    let (name, schema) = stored.find(|(_, schema)| matches!(schema.shape, Shape::Integer))?;
    let number = context.samples.value(schema, Extent::Minimal).as_i64()?;
    let body = Body::Text(format!("{{\"{name}\":{number}.0}}"));
    Some((context.request(body), context.interpretations([], "accepted", "rejected")))
}

/// Observes the response of the operation to a valid request, and in the circumstances of the gap.
fn observed_responses(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let operation = context.operation;
    let clause = operation.clause();
    let is_own = gap.place.is_within(&clause);
    let situations = situations(context, gap);
    let usual = (is_own || !situations.is_empty()).then(|| ("", context.valid_request()));
    let refusals = refusals(context, gap);
    let refusals = refusals.iter().map(|refusal| (&*refusal.id, &refusal.clause));
    let all = situations.iter().map(|situation| (&*situation.id, &situation.clause));
    let all = all.chain(refusals).map(|(id, clause)| (id, context.in_circumstance(clause)));
    // Without interpretations, the report shows the status code, the error text and the properties.
    let case = |(id, request)| context.observation(gap, &[id], Vec::new(), (request, Vec::new()));
    usual.into_iter().chain(all).map(case).collect()
}

/// Returns the situations of the gap's lifecycle in which the operation succeeds.
fn situations<'s>(context: &OperationContext<'s>, gap: &Gap) -> Vec<&'s Situation> {
    let lifecycles = context.spec.lifecycles.iter().filter(|lifecycle| {
        let clause = ClauseRoot::Lifecycle(&lifecycle.type_name).clause();
        gap.place.is_within(&clause.child(&lifecycle.property))
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
    let place = |inner: &str| pointer(context, &format!("{name}/{inner}"));
    let (changed, optional) = (place(changed)?, place(optional)?);
    let hidden = Matcher::Earlier(0, Box::new(Matcher::Lacks(optional.clone())));
    let interpretations = Interpretation::all([
        (Matcher::All(vec![Matcher::Success, hidden]), "not visible in the response"),
        (Matcher::SameAsStep(changed, 0), "neither: the update is not stored"),
        (Matcher::SameAsStep(optional.clone(), 0), "merged"),
        (Matcher::Lacks(optional), "replaced"),
        (Matcher::Success, "replaced, with other values filled in"),
    ]);
    Some((context.request(body), interpretations))
}

/// Sends a change with another media type.
fn other_media_type(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
    let change = changes(context).into_iter().next()?;
    let place = pointer(context, change.name)?;
    let ignored = [(Matcher::SameAsStep(place, 0), "accepted, but the body is ignored")];
    let interpretations = context.interpretations(ignored, "accepted", "rejected");
    Some((context.request(change.body), interpretations))
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
    let value = |character: &str| json!({ name: character.repeat(longest) });
    let sent = value("\u{1F426}");
    let whole = Matcher::Value(pointer(context, name)?, sent[name].clone());
    let rejected = rejected(context.spec)?;
    let two_bytes = Matcher::Earlier(1, Box::new(Matcher::Success));
    let interpretations = Interpretation::all([
        (whole, "code points"),
        (Matcher::Success, "accepted, and stored as another value"),
        (Matcher::All(vec![rejected.clone(), two_bytes]), "UTF-16 code units"),
        (rejected, "bytes"),
    ]);
    let steps =
        vec![context.arrange(context.baseline()), comparison_step(context, gap, value("\u{e9}"))];
    let question = (context.request(sent), interpretations);
    Some(context.observation(gap, &[], steps, question))
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
    let known = [
        (Matcher::Value(place.clone(), blank), "accepted"),
        (Matcher::SameAsStep(place, 0), "ignored: the stored value is kept"),
    ];
    let other = "accepted, and stored as another value";
    let interpretations = context.interpretations(known, other, "rejected");
    Some((context.request(Value::Object(body)), interpretations))
}

/// Sends null for the property that an effect depends on. The step before sends the value of the effect
/// beside the null, because a server may show the value only in that case.
fn null_effect<'s>(context: &OperationContext<'s>, gap: &Gap) -> Option<Case> {
    let conditional = |effect: &'s Effect| match &effect.kind {
        EffectKind::Sets { when, property, value, .. } => {
            Some((when.path.root(), property.as_str(), value))
        }
        _ => None,
    };
    let (when, property, value) = context.operation.effects.iter().find_map(conditional)?;
    let place = pointer(context, property)?;
    let is_set = Matcher::Value(place, value.clone());
    let shown = Matcher::Earlier(1, Box::new(is_set.clone()));
    let interpretations = Interpretation::all([
        (is_set, "counts as given"),
        (Matcher::All(vec![Matcher::Success, shown]), "counts as not given"),
        (Matcher::Success, "not visible in the response"),
    ]);
    let compared = comparison_step(context, gap, json!({ when: null, property: value }));
    // The last known state has another value in the property that the effect sets.
    let mut other = context.baseline();
    other[property] = context.samples.other(&context.request_property(property)?.schema, value)?;
    let steps = vec![context.arrange(context.baseline()), compared, context.arrange(other)];
    let question = (context.request(json!({ when: null })), interpretations);
    Some(context.observation(gap, &[], steps, question))
}

/// Returns a step that accepts any response. A later step is compared with that response.
fn comparison_step(context: &OperationContext<'_>, gap: &Gap, body: Value) -> Step {
    let expect = Expect::observation(gap, Vec::new());
    Step::new(Purpose::Arrange, context.request(body), expect)
}
