//! Lint of references into types: the paths of rules, effects, refusals and charges, the places of a
//! resource, and the variants of unions.

use serde_json::Value;

use super::follow::{PathError, Types};
use super::placed_schema::{PlacedSchema, schemas};
use super::schema_keys::contradictions;
use super::values::rejection_reason;
use crate::diagnostic::Diagnostic;
use crate::model::{PropertyPath, Segment, Spec};
use crate::nearest::did_you_mean;
use crate::page::{ConditionPage, EffectPage, JsonType, OperationPage, RefusalPage, SchemaPage};
use crate::pages::Pages;
use crate::resolve::{Place, kind};

pub(super) fn lint(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    let mut lint = Lint { types: Types::new(pages), spec, mistakes };
    for at in schemas(pages) {
        lint.rules(&at);
        lint.effects(&at.page.effects, Some(&at), Some(&at), &at.place);
        lint.refusals(&at.page.refusals, &at, &at.place);
        lint.variants(&at);
        lint.alternatives(&at);
    }
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        lint.operation(operation, &place.at(id));
    }
    if let Some(page) = &pages.limits {
        let place = Place::new(&page.document).at("charges");
        for (id, charge) in &page.content.charges {
            if let (Some(name), Some(when)) = (&charge.type_name, &charge.when)
                && let Some(schema) = lint.types.get(name).cloned()
            {
                lint.condition(when, &schema, &place.at(id).at("when"));
            }
        }
    }
}

struct Lint<'p, 'm> {
    types: Types<'p>,
    spec: &'m Spec,
    mistakes: &'m mut Vec<Diagnostic>,
}

impl<'p> Lint<'p, '_> {
    fn rules(&mut self, at: &PlacedSchema<'p>) {
        for (index, rule) in at.page.rules.iter().enumerate() {
            let place = at.place.at("rules").item(index);
            self.condition(&rule.when, at, &place.at("when"));
            if let Some(unless) = &rule.unless {
                self.condition(unless, at, &place.at("unless"));
            }
            self.condition(&rule.requires, at, &place.at("requires"));
        }
    }

    fn condition(&mut self, condition: &ConditionPage, of: &PlacedSchema<'p>, place: &Place<'_>) {
        let Some(path) = PropertyPath::parse(&condition.path) else { return };
        let reached = self.path(&path, of, &place.at("path"));
        let Some(value) = &condition.equals else { return };
        if let Value::String(word) = value {
            let enums: Option<Vec<&Vec<String>>> =
                reached.iter().map(|at| at.page.enumeration.as_ref()).collect();
            let known: Vec<&str> =
                enums.into_iter().flatten().flatten().map(String::as_str).collect();
            if !known.is_empty() && !known.contains(&word.as_str()) {
                let message = format!("`{}` is never `{word}`", condition.path);
                let mistake = place.at("equals").value(message);
                let list = || format!("give one of `{}`", known.join("`, `"));
                let help = did_you_mean(known.iter().copied(), word).unwrap_or_else(list);
                self.mistakes.push(mistake.with_help(help));
                return;
            }
        }
        // If no value can meet the limits, the limits are the mistake.
        let schemas = reached.iter().map(|at| {
            if contradictions(at.page).is_empty() { at.resolved(self.spec) } else { None }
        });
        let Some(schemas) = schemas.collect::<Option<Vec<_>>>() else { return };
        let reasons = schemas.into_iter().map(|schema| rejection_reason(self.spec, schema, value));
        if let Some(reasons) = reasons.collect::<Option<Vec<_>>>()
            && let Some(reason) = reasons.first()
        {
            let message = format!("`{}` is never {value}: {reason}", condition.path);
            let help = format!("write a value that `{}` can have", condition.path);
            self.mistakes.push(place.at("equals").value(message).with_help(help));
        }
    }

    /// Returns the schemas that a path leads to; empty after a report.
    fn path(
        &mut self,
        path: &PropertyPath,
        of: &PlacedSchema<'p>,
        place: &Place<'_>,
    ) -> Vec<PlacedSchema<'p>> {
        let mistake = match self.types.follow(of, path) {
            Ok(reached) => return reached,
            Err(PathError::Property(name, known)) => place.unknown("property", &name, &known),
            Err(PathError::NotAList(name)) => {
                place.value(format!("`{name}` is not a list")).with_help(format!("write `{name}`"))
            }
            Err(PathError::IsList(name)) => {
                place.value(format!("`{name}` is a list")).with_help(format!("write `{name}[]`"))
            }
        };
        self.mistakes.push(mistake);
        Vec::new()
    }

    fn property(&mut self, name: &str, of: &PlacedSchema<'p>, place: &Place<'_>) {
        self.path(&PropertyPath(vec![Segment::Property(name.to_owned())]), of, place);
    }

    /// Checks that each variant is an object that the value of the discriminator selects.
    fn variants(&mut self, at: &PlacedSchema<'p>) {
        let SchemaPage { discriminator: Some(discriminator), variants: Some(variants), .. } =
            at.page
        else {
            return;
        };
        for (value, name) in variants {
            let place = at.place.at("variants").at(value);
            let Some(variant) = self.types.get(name) else { continue };
            let pin = format!("add the property `{discriminator} = {{ enum = [\"{value}\"] }}`");
            if !variant.place.at("properties").keys().contains(&discriminator.as_str()) {
                let message = format!("the type `{name}` has no property `{discriminator}`");
                self.mistakes.push(place.value(message).with_help(pin));
                continue;
            }
            let Some(property) = variant.property(discriminator) else { continue };
            let Some(words) = &property.page.enumeration else {
                if !property.place.is_incomplete() {
                    let message = format!("the type `{name}` does not fix its `{discriminator}`");
                    self.mistakes.push(place.entry(message).with_help(pin));
                }
                continue;
            };
            let of_other = |word: &&String| variants.get(*word).is_some_and(|type_| type_ != name);
            let listed = words.join("`, `");
            let (message, help) = if !words.contains(value) {
                (
                    format!("the `{discriminator}` of the type `{name}` is never `{value}`"),
                    format!(
                        "name a type whose `{discriminator}` is `{value}`; that of `{name}` is `{listed}`"
                    ),
                )
            } else if let Some(word) = words.iter().find(of_other) {
                (
                    format!(
                        "the `{discriminator}` of the type `{name}` may also be `{word}`, which selects another type"
                    ),
                    format!("remove `{word}` from the `enum` of `{discriminator}` in `{name}`"),
                )
            } else {
                continue;
            };
            self.mistakes.push(place.entry(message).with_help(help));
        }
    }

    fn operation(&mut self, operation: &OperationPage, place: &Place<'_>) {
        let find = |name: &String| self.types.get(name).cloned();
        let request = operation.request.as_ref().and_then(find);
        let response = operation.response.as_ref().and_then(|page| find(page.type_name.as_ref()?));
        let resource = operation.resource.as_ref();
        let stored = resource.and_then(|resource| find(&resource.type_name));
        if let Some(resource) = resource {
            let place = place.at("resource");
            if let Some(stored) = &stored {
                self.property(&resource.identity, stored, &place.at("identity"));
            }
            if let (Some(response), Some(returned_in)) = (&response, &resource.returned_in) {
                self.property(returned_in, response, &place.at("returnedIn"));
            }
        }
        self.effects(&operation.effects, request.as_ref(), stored.as_ref(), place);
        if let Some(request) = &request {
            self.refusals(&operation.refusals, request, place);
        }
    }

    fn effects(
        &mut self,
        effects: &[EffectPage],
        judged: Option<&PlacedSchema<'p>>,
        changed: Option<&PlacedSchema<'p>>,
        place: &Place<'_>,
    ) {
        for (index, effect) in effects.iter().enumerate() {
            let place = place.at("effects").item(index);
            if let (Some(property), Some(changed)) = (&effect.property, changed) {
                self.property(property, changed, &place.at("property"));
            }
            for (word, condition) in [("when", &effect.when), ("unless", &effect.unless)] {
                if let (Some(condition), Some(judged)) = (condition, judged) {
                    self.condition(condition, judged, &place.at(word));
                }
            }
        }
    }

    fn refusals(&mut self, refusals: &[RefusalPage], judged: &PlacedSchema<'p>, place: &Place<'_>) {
        for (index, refusal) in refusals.iter().enumerate() {
            if let Some(when) = &refusal.when {
                self.condition(when, judged, &place.at("refusals").item(index).at("when"));
            }
        }
    }

    /// Checks that each alternative of a `oneOf` has another JSON type; readers select the alternative by the
    /// type alone.
    fn alternatives(&mut self, at: &PlacedSchema<'p>) {
        let mut seen: Vec<JsonType> = Vec::new();
        for alternative in at.alternatives() {
            let named = alternative.page.reference.as_deref();
            let schema = match named {
                Some(name) => self.types.get(name).cloned(),
                None => Some(alternative.clone()),
            };
            let Some(schema) = schema else { continue };
            let apart = match kind(schema.page) {
                _ if schema.page.one_of.is_some() || alternative.page.nullable => false,
                None => continue,
                Some(JsonType::Any) => false,
                // An integer is a number too.
                Some(JsonType::Integer) => !seen.contains(&JsonType::Number),
                Some(JsonType::Number) => !seen.contains(&JsonType::Integer),
                Some(_) => true,
            };
            let is = kind(schema.page);
            if !apart || is.is_some_and(|is| seen.contains(&is)) {
                let mistake =
                    alternative.place.entry("the JSON type of this alternative is not unique");
                let help = if alternative.page.nullable {
                    "write `nullable = true` beside the `oneOf`"
                } else if schema.page.one_of.is_some() {
                    "move the alternatives of the inner `oneOf` to this list"
                } else {
                    "give each alternative of a `oneOf` a JSON type of its own"
                };
                self.mistakes.push(mistake.with_help(help));
            }
            seen.extend(is);
        }
    }
}
