//! Facts of types: their fields, and the rules across fields.

use webdata_spec::model::{
    Effect, EffectKind, Object, Property, Refusal, RuleScope, Schema, Shape,
};
use webdata_spec::{Spec, Step};

use super::table::{Facts, error_name};
use crate::describe::{describe, limits, plain, whole};

/// Adds the facts of every type.
pub(super) fn add(spec: &Spec, facts: &mut Facts) {
    for (name, named_type) in &spec.types {
        match &named_type.schema.shape {
            Shape::Object(object) => add_object(spec, name, (&named_type.schema, object), facts),
            Shape::Union(union) => {
                facts.add(format!("variants.{name}.(by)"), [union.discriminator.clone()]);
                for (value, variant) in &union.variants {
                    facts.add(format!("variants.{name}.{value}"), [variant.clone()]);
                }
            }
            _ => facts.add(format!("types.{name}"), [describe(&named_type.schema)]),
        }
        add_schema(spec, name, &named_type.schema, facts);
    }
}

fn add_object(spec: &Spec, name: &str, (schema, object): (&Schema, &Object), facts: &mut Facts) {
    facts.add(format!("fields.{name}.(whole)"), whole(schema, object));
    for (field, Property { schema, required }) in &object.properties {
        let presence = if *required { "required" } else { "optional" };
        facts.add(format!("fields.{name}.{field}"), [describe(schema), presence.to_owned()]);
    }
    for rule in &object.rules {
        let unless = rule.unless.iter().map(|unless| format!(" unless {unless}"));
        let scope = match rule.scope {
            RuleScope::AsSent => "as sent",
            RuleScope::AfterUpdate => "after the update",
        };
        let (requires, when, unless) = (&rule.requires, &rule.when, unless.collect::<String>());
        let text = format!("{requires} when {when}{unless}, judged {scope}");
        facts.add(format!("rules.{name}"), [text]);
    }
    add_effects(name, &object.effects, facts);
    add_refusals(spec, name, &object.refusals, facts);
}

/// Adds the effects that set a field.
pub(super) fn add_effects(of: &str, effects: &[Effect], facts: &mut Facts) {
    for effect in effects {
        let EffectKind::Sets { when, unless, property, value } = &effect.kind else { continue };
        let unless = unless.iter().map(|unless| format!(" unless {unless}")).collect::<String>();
        facts.add(format!("sets.{of}.{property}"), [format!("{value} when {when}{unless}")]);
    }
}

/// Adds the circumstances in which a well-formed request is rejected.
pub(super) fn add_refusals(spec: &Spec, of: &str, refusals: &[Refusal], facts: &mut Facts) {
    for refusal in refusals {
        let when = refusal.when.as_ref();
        let when = when.map_or("in words".to_owned(), |when| format!("when {when}"));
        let team = if refusal.team_state.is_some() { ", by the team" } else { "" };
        let place = format!("refusals.{of}.{}", error_name(spec, &refusal.error));
        facts.add(place, [format!("{when}{team}")]);
    }
}

/// Adds the facts of a schema and of all schemas within it, except for their kind.
pub(super) fn add_schema(spec: &Spec, place: &str, schema: &Schema, facts: &mut Facts) {
    let limits = limits(schema);
    if !limits.is_empty() {
        let default = schema.default.iter().map(|default| format!("default {}", plain(default)));
        facts.add(format!("limits.{place}"), std::iter::once(limits).chain(default));
    }
    if !schema.examples.is_empty() {
        facts.add(format!("examples.{place}"), schema.examples.iter().map(text));
    }
    if let Some(error) = &schema.error {
        facts.add(format!("errorOf.{place}"), [error_name(spec, error)]);
    }
    if let Some(words) = schema.words() {
        facts.add(format!("values.{place}"), words.iter().cloned());
    }
    for (step, child) in schema.children() {
        let place = match step {
            Step::Item => format!("{place}.items"),
            Step::Position(index) => format!("{place}.items.{index}"),
            Step::Entry => format!("{place}.values"),
            Step::Property(name, _) => format!("{place}.{name}"),
            Step::Alternative(index, _) => format!("{place}.{index}"),
            Step::Variant(..) => continue,
        };
        add_schema(spec, &place, child, facts);
    }
}

fn text(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
