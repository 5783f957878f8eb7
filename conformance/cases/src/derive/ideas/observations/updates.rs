//! Observations of updates that compare a response with an earlier one, so that each says of a server
//! what it does and of no other server the same.

use serde_json::{Map, Value, json};
use webdata_spec::model::{EffectKind, Gap, Keyword, Property, Schema, Shape};

use crate::case::{Body, Case, Interpretation, Matcher, Request};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::changes;
use crate::derive::values::rule_bodies::trigger;
use crate::derive::values::samples::{Extent, is_free_text};

/// Returns where a response has a property of the resource.
pub(super) fn pointer(context: &OperationContext<'_>, name: &str) -> Option<String> {
    let (resource, _) = context.resource()?;
    Some(format!("{}/{name}", resource.pointer()))
}

/// Sends the required members of a nested object over a full one: one of them with another value, so
/// that it shows whether the update is carried out, and none of the others, of which one is compared.
pub(super) fn nested_update(
    context: &OperationContext<'_>,
) -> Option<(Request, Vec<Interpretation>)> {
    let (_, stored) = context.resource()?;
    let baseline = context.baseline();
    let mut nested = context.stored_properties().into_iter().filter_map(|(name, schema)| {
        let sent = context.schemas.object(schema)?;
        let returned = context.schemas.object(&stored.properties.get(name)?.schema)?;
        // What stands there has to differ from what a server fills in, and to be shown: a map of
        // strings may hold secrets.
        let compared = |(own, property): &(&String, &Property)| {
            let before = baseline.get(name).and_then(|whole| whole.get(*own));
            !property.required
                && returned.properties.contains_key(*own)
                && before.is_some_and(|own| Some(own) != property.schema.default.as_ref())
                && !matches!(property.schema.shape, Shape::Map(_))
        };
        let (optional, _) = sent.properties.iter().find(compared)?;
        let mut body = context.samples.value(schema, Extent::Least);
        let (changed, other) = sent.properties.iter().find_map(|(own, property)| {
            let other = context.samples.other(&property.schema, body.get(own)?)?;
            property.required.then_some((own, other))
        })?;
        body[changed] = other;
        Some((name, body, changed, optional))
    });
    let (name, body, changed, optional) = nested.next()?;
    let body = Value::Object(Map::from_iter([(name.to_owned(), body)]));
    let of = |own: &str| pointer(context, &format!("{name}/{own}"));
    let (changed, optional) = (of(changed)?, of(optional)?);
    let hidden = Matcher::Earlier(0, Box::new(Matcher::Lacks(optional.clone())));
    let interpretations = vec![
        Interpretation::new(Matcher::All(vec![Matcher::Success, hidden]), "not shown"),
        Interpretation::new(Matcher::SameAsStep(changed, 0), "neither: nothing is stored"),
        Interpretation::new(Matcher::SameAsStep(optional.clone(), 0), "merged"),
        Interpretation::new(Matcher::Lacks(optional), "replaced"),
        Interpretation::new(Matcher::Success, "replaced, and filled in"),
    ];
    Some((context.request(Body::Json(body)), interpretations))
}

/// Sends a change as another media type.
pub(super) fn other_media_type(
    context: &OperationContext<'_>,
) -> Option<(Request, Vec<Interpretation>)> {
    let change = changes(context).into_iter().next()?;
    let place = pointer(context, change.name)?;
    let mut interpretations =
        vec![Interpretation::new(Matcher::SameAsStep(place, 0), "accepted and not read")];
    interpretations.extend(context.accepted_or_refused());
    Some((context.request(Body::Json(change.body)), interpretations))
}

/// Sends a string of as many characters as are allowed, each of two UTF-16 units. Before it comes one
/// whose characters are of one UTF-16 unit and two bytes each.
pub(super) fn length_unit(context: &OperationContext<'_>, gap: &Gap) -> Option<Case> {
    let longest = |schema: &Schema| {
        let longest = schema.count(Keyword::MaxLength).filter(|_| is_free_text(schema))?;
        usize::try_from(longest).ok()
    };
    let mut stored = context.stored_properties().into_iter();
    let (name, longest) = stored.find_map(|(name, schema)| Some((name, longest(schema)?)))?;
    let of = |character: &str| json!({ name: character.repeat(longest) });
    let sent = of("\u{1F426}");
    let whole = Matcher::Value(pointer(context, name)?, sent[name].clone());
    let rejected = context.rejected()?;
    let two_bytes = Matcher::Earlier(1, Box::new(Matcher::Success));
    let interpretations = vec![
        Interpretation::new(whole, "code points"),
        Interpretation::new(Matcher::Success, "accepted, and stored otherwise"),
        Interpretation::new(Matcher::All(vec![rejected.clone(), two_bytes]), "UTF-16 units"),
        Interpretation::new(rejected, "bytes"),
    ];
    let steps = vec![context.arrange(context.baseline()), context.compared(gap, of("\u{e9}"))];
    let asked = (context.request(Body::Json(sent)), interpretations);
    Some(context.observation_after(gap, context.id(&["observations", &gap.id]), steps, asked))
}

/// Sends blanks for the string that a rule requires.
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
        Interpretation::new(Matcher::SameAsStep(place, 0), "not given: what is stored is kept"),
    ];
    interpretations.extend(context.interpretations("accepted, and stored otherwise", "refused"));
    Some((context.request(Body::Json(body.into())), interpretations))
}

/// Sends null for the property that an effect depends on. Before it comes a request that asks for what
/// the effect sets, beside null: a server may show that only together with a value.
pub(super) fn null_effect(context: &OperationContext<'_>, gap: &Gap) -> Option<Case> {
    let (when, property, value) = first_set(context)?;
    let place = pointer(context, property)?;
    let is_set = Matcher::Value(place, value.clone());
    let shown = Matcher::Earlier(1, Box::new(is_set.clone()));
    let interpretations = vec![
        Interpretation::new(is_set, "given"),
        Interpretation::new(Matcher::All(vec![Matcher::Success, shown]), "not given"),
        Interpretation::new(Matcher::Success, "not shown"),
    ];
    let compared = context.compared(gap, json!({ when: null, property: value }));
    let known = context.arrange(context.baseline());
    let steps = vec![known, compared, context.arrange(judged_off(context)?)];
    let asked = (context.request(Body::Json(json!({ when: null }))), interpretations);
    Some(context.observation_after(gap, context.id(&["observations", &gap.id]), steps, asked))
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
