//! Observes updates. Responses are compared with earlier ones, so that each interpretation fits only servers
//! with that behaviour.

use serde_json::{Map, Value, json};
use webdata_spec::model::{EffectKind, Gap, Keyword, Property, Schema};

use crate::case::{Body, Case, Interpretation, Matcher, Request};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::changes;
use crate::derive::values::rule_bodies::trigger;
use crate::derive::values::samples::Extent;

/// Returns the place of a property of the resource in the response, as a JSON Pointer (RFC 6901).
pub(super) fn pointer(context: &OperationContext<'_>, name: &str) -> Option<String> {
    let (resource, _) = context.resource()?;
    Some(format!("{}/{name}", resource.pointer()))
}

/// Sends the required properties of a nested object over an object with all properties. One required property
/// changes, which shows whether the server applies the update. An optional property is compared.
pub(super) fn nested_update(
    context: &OperationContext<'_>,
) -> Option<(Request, Vec<Interpretation>)> {
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
pub(super) fn other_media_type(
    context: &OperationContext<'_>,
) -> Option<(Request, Vec<Interpretation>)> {
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
pub(super) fn length_unit(context: &OperationContext<'_>, gap: &Gap) -> Option<Case> {
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
pub(super) fn blank_text(context: &OperationContext<'_>) -> Option<(Request, Vec<Interpretation>)> {
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
pub(super) fn null_effect(context: &OperationContext<'_>, gap: &Gap) -> Option<Case> {
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
