//! Lint of names: each reference must lead to an entry, and each path to a property.

use std::collections::HashMap;

use serde_json::Value;

use crate::lint::Lint;
use crate::lint::schema_keys::{contradictions, rejection_reason};
use crate::model::{PropertyPath, ResourceEffect, RuleScope, Schema, Segment, Spec};
use crate::omission::Omission;
use crate::page::{
    AdditionalPage, ConditionPage, EffectPage, JsonType, OperationPage, Pages, RefusalPage,
    RulePage, SchemaPage,
};
use crate::resolve::{EntryPlace, kind};
use crate::walk::Step;

impl<'p> Lint<'p> {
    /// Checks that each path of conditions and effects leads to a property, and that schemas and operations name
    /// types that fit.
    pub(super) fn references(&self) {
        for at in &self.schemas {
            for (place, rule) in at.place.each("rules", &at.page.rules) {
                self.rule_scope(rule, at, &place);
                self.condition(&rule.when, at, &place.at("when"));
                if let Some(unless) = &rule.unless {
                    self.condition(unless, at, &place.at("unless"));
                }
                self.condition(&rule.requires, at, &place.at("requires"));
            }
            self.effects(&at.page.effects, Some(at), Some(at), &at.place);
            self.refusals(&at.page.refusals, at, &at.place);
            self.variants(at);
            self.alternatives(at);
        }
        for (_, operation, place) in self.operations() {
            self.operation(operation, &place);
        }
        let place = EntryPlace::new(&self.pages.limits.document).at("charges");
        for (id, charge) in &self.pages.limits.content.charges {
            if let (Some(name), Some(when)) = (&charge.type_name, &charge.when)
                && let Some(schema) = self.types.get(name)
            {
                self.condition(when, schema, &place.at(id).at("when"));
            }
        }
    }

    /// Reports a rule about what would be stored that is not a rule of what an operation stores as a whole.
    fn rule_scope(&self, rule: &RulePage, of: &PlacedSchema<'p>, place: &EntryPlace<'_>) {
        let is_of = |body: PlacedSchema<'p>| body.place.path() == of.place.path();
        let is_stored = |operation: &OperationPage| {
            let effect = operation.resource.as_ref().map(|resource| resource.effect);
            let body = operation.request.as_ref().and_then(|name| self.types.get(name));
            let body = body.and_then(|body| self.resolve(body.clone()));
            let object = body.and_then(|body| match body.items() {
                Some(items) => self.resolve(items),
                None => Some(body),
            });
            effect.is_some_and(ResourceEffect::stores) && object.is_some_and(is_of)
        };
        let is_sure = self.resolved && rule.judged == RuleScope::AfterUpdate;
        if is_sure && !self.operations().any(|(_, operation, _)| is_stored(operation)) {
            let mistake = place.at("judged").value("no operation stores this object by itself");
            let help = "remove `judged`: the rule is then about the object as it is sent; or move the rule to the type \
                        of the request of an operation that stores a resource";
            self.report_omission(mistake, help, Omission::NestedRules);
        }
    }

    fn condition(&self, condition: &ConditionPage, of: &PlacedSchema<'p>, place: &EntryPlace<'_>) {
        let Some(path) = PropertyPath::parse(&condition.path) else { return };
        let reached = self.path(&path, of, &place.at("path"));
        let Some(value) = &condition.equals else { return };
        if reached.iter().any(|at| at.page.content_media_type.is_some()) {
            let mistake = place.at("equals").value("a file is not compared");
            self.report(mistake, "write `given` or `nonEmpty`");
            return;
        }
        if let Value::String(word) = value {
            let enums: Option<Vec<&Vec<String>>> =
                reached.iter().map(|at| at.page.enumeration.as_ref()).collect();
            let known: Vec<&str> =
                enums.into_iter().flatten().flatten().map(String::as_str).collect();
            if !known.is_empty() && !known.contains(&word.as_str()) {
                let message = format!("`{}` is never `{word}`", condition.path);
                self.push(place.at("equals").value(message).with_names(word, &known));
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
            self.report(place.at("equals").value(message), help);
        }
    }

    /// Returns the schemas that a path leads to; empty after a report.
    fn path(
        &self,
        path: &PropertyPath,
        of: &PlacedSchema<'p>,
        place: &EntryPlace<'_>,
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
        self.push(mistake);
        Vec::new()
    }

    fn property(&self, name: &str, of: &PlacedSchema<'p>, place: &EntryPlace<'_>) {
        self.path(&PropertyPath(vec![Segment::Property(name.to_owned())]), of, place);
    }

    /// Checks that each variant is an object that the value of the discriminator selects.
    fn variants(&self, at: &PlacedSchema<'p>) {
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
                self.report(place.value(message), pin);
                continue;
            }
            let Some(property) = variant.property(discriminator) else { continue };
            let Some(words) = &property.page.enumeration else {
                if !property.place.is_incomplete() {
                    let message = format!("the type `{name}` does not fix its `{discriminator}`");
                    self.report(place.entry(message), pin);
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
            self.report(place.entry(message), help);
        }
    }

    fn operation(&self, operation: &OperationPage, place: &EntryPlace<'_>) {
        let find = |name: &String| self.types.get(name);
        let request = operation.request.as_ref().and_then(find);
        let response = operation.response.as_ref().and_then(|page| find(page.type_name.as_ref()?));
        let resource = operation.resource.as_ref();
        let stored = resource.and_then(|resource| find(&resource.type_name));
        if let Some(resource) = resource {
            let place = place.at("resource");
            if let Some(stored) = stored {
                // Only a list needs the identity of a job in its state.
                if !self.is_job(&resource.type_name) || resource.effect == ResourceEffect::Lists {
                    self.property(&resource.identity, stored, &place.at("identity"));
                }
                if let Some(property) = resource.parent.as_ref().and_then(|it| it.property.as_ref())
                {
                    let place = place.at("parent").at("property");
                    self.property(property, stored, &place);
                    if request.is_some_and(|request| request.property(property).is_some()) {
                        let mistake =
                            place.value(format!("the path decides `{property}`, not the request"));
                        self.report(mistake, "remove the property from the type of the request");
                    }
                }
            }
            if let (Some(_), Some(returned_in)) = (response, &resource.returned_in)
                && returned_in.contains('.')
            {
                let place = place.at("returnedIn");
                let mistake = place.value("the resource is not in a property of the body");
                let help = "name a property of the body itself";
                self.report_omission(mistake, help, Omission::NestedEnvelopes);
            } else if let (Some(response), Some(returned_in)) = (response, &resource.returned_in) {
                self.property(returned_in, response, &place.at("returnedIn"));
            }
        }
        if let Some(resource) = resource.filter(|it| it.effect == ResourceEffect::Starts) {
            let place = place.at("resource").at("identity");
            let shown = operation.response.as_ref().and_then(|page| page.type_name.as_ref());
            match self.started(operation) {
                Some(started) => self.property(&resource.identity, &started, &place),
                None if shown.is_some() => {}
                None => self.report(
                    place.value("the operation has no response with this property"),
                    "add `response` with the `type` of the body",
                ),
            }
        }
        self.effects(&operation.effects, request, stored, place);
        if let Some(request) = request {
            self.refusals(&operation.refusals, request, place);
        }
    }

    fn effects(
        &self,
        effects: &[EffectPage],
        judged: Option<&PlacedSchema<'p>>,
        changed: Option<&PlacedSchema<'p>>,
        place: &EntryPlace<'_>,
    ) {
        for (place, effect) in place.each("effects", effects) {
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

    fn refusals(
        &self,
        refusals: &[RefusalPage],
        judged: &PlacedSchema<'p>,
        place: &EntryPlace<'_>,
    ) {
        for (place, refusal) in place.each("refusals", refusals) {
            if let Some(when) = &refusal.when {
                self.condition(when, judged, &place.at("when"));
            }
        }
    }

    /// Checks that each alternative of a `oneOf` has another JSON type; readers select the alternative by the
    /// type alone.
    fn alternatives(&self, at: &PlacedSchema<'p>) {
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
                let (help, omission) = if alternative.page.nullable {
                    ("write `nullable = true` beside the `oneOf`", None)
                } else if schema.page.one_of.is_some() {
                    ("move the alternatives of the inner `oneOf` to this list", None)
                } else {
                    let help = "give each alternative of a `oneOf` a JSON type of its own";
                    (help, Some(Omission::Unions))
                };
                self.push(mistake.with_help(help).with_omission(omission));
            }
            seen.extend(is);
        }
    }
}

/// All types, by name.
pub(super) struct Types<'p>(HashMap<&'p str, PlacedSchema<'p>>);

/// The reason why a path leads to no schema.
pub(super) enum PathError<'p> {
    /// The property does not exist; holds the properties that do.
    Property(String, Vec<&'p str>),
    /// The value before `[]` is not a list.
    NotAList(String),
    /// The value before a property is a list.
    IsList(String),
}

impl<'p> Types<'p> {
    pub(super) fn new(pages: &'p Pages) -> Self {
        Self(types(pages).collect())
    }

    /// Returns the type of a name.
    pub(super) fn get(&self, name: &str) -> Option<&PlacedSchema<'p>> {
        self.0.get(name)
    }

    /// Returns the schemas that a path leads to; empty if a reported mistake hides them.
    pub(super) fn follow(
        &self,
        from: &PlacedSchema<'p>,
        path: &PropertyPath,
    ) -> Result<Vec<PlacedSchema<'p>>, PathError<'p>> {
        let mut schemas = self.resolve_all(vec![from.clone()]);
        let mut before = String::new();
        for segment in &path.0 {
            let next: Vec<PlacedSchema<'p>> = match segment {
                Segment::Property(name) => {
                    if schemas.iter().any(|at| kind(at.page) == Some(JsonType::Array)) {
                        return Err(PathError::IsList(before));
                    }
                    let anything =
                        |at: &PlacedSchema<'_>| kind(at.page).is_none_or(|is| is == JsonType::Any);
                    if schemas.is_empty()
                        || schemas.iter().any(|at| anything(at) || at.free_properties().is_some())
                    {
                        return Ok(Vec::new());
                    }
                    let keys = schemas.iter().flat_map(|at| at.place.at("properties").keys());
                    let known: Vec<&str> = keys.collect();
                    if !known.contains(&name.as_str()) {
                        return Err(PathError::Property(name.clone(), known));
                    }
                    before = PropertyPath(vec![segment.clone()]).to_string();
                    schemas.iter().filter_map(|at| at.property(name)).collect()
                }
                Segment::AnyItem => {
                    let is_list = |at: &PlacedSchema<'_>| {
                        kind(at.page).is_none_or(|is| is == JsonType::Array)
                    };
                    if !schemas.iter().any(is_list) && !schemas.is_empty() {
                        return Err(PathError::NotAList(before));
                    }
                    schemas.iter().filter_map(PlacedSchema::items).collect()
                }
            };
            schemas = self.resolve_all(next);
        }
        Ok(schemas)
    }

    /// Replaces references and unions by the schemas that they name; empty if one of the names is unknown.
    fn resolve_all(&self, schemas: Vec<PlacedSchema<'p>>) -> Vec<PlacedSchema<'p>> {
        let opened: Option<Vec<Vec<PlacedSchema<'p>>>> =
            schemas.into_iter().map(|at| self.open(at, &mut Vec::new())).collect();
        opened.into_iter().flatten().flatten().collect()
    }

    fn open(
        &self,
        at: PlacedSchema<'p>,
        opened: &mut Vec<&'p str>,
    ) -> Option<Vec<PlacedSchema<'p>>> {
        let variants = at.page.variants.iter().flat_map(|variants| variants.values());
        let names: Vec<&'p str> =
            at.page.reference.iter().chain(variants).map(String::as_str).collect();
        if at.page.discriminator.is_some() != at.page.variants.is_some() {
            return None;
        }
        let alternatives = at.alternatives();
        if names.is_empty() && alternatives.is_empty() {
            return Some(vec![at]);
        }
        let mut schemas = Vec::new();
        for alternative in alternatives {
            schemas.extend(self.open(alternative, opened)?);
        }
        for name in names {
            // A type that refers to itself without end is opened once.
            if !opened.contains(&name) {
                opened.push(name);
                schemas.extend(self.open(self.get(name)?.clone(), opened)?);
            }
        }
        Some(schemas)
    }
}

/// A schema of a page, with its place.
#[derive(Clone)]
pub(super) struct PlacedSchema<'p> {
    pub(super) page: &'p SchemaPage,
    pub(super) place: EntryPlace<'p>,
}

impl<'p> PlacedSchema<'p> {
    /// Returns the schema of a property.
    pub(super) fn property(&self, name: &str) -> Option<Self> {
        let page = self.page.properties.as_ref()?.get(name)?;
        Some(Self { page, place: self.place.at("properties").at(name) })
    }

    /// Returns the schema of the items of a list.
    pub(super) fn items(&self) -> Option<Self> {
        Some(Self { page: self.page.each_item()?, place: self.place.at("items") })
    }

    /// Returns the alternatives of a `oneOf`.
    pub(super) fn alternatives(&self) -> Vec<Self> {
        self.list_of(self.page.one_of.as_ref(), "oneOf")
    }

    /// Returns the schemas of `prefixItems`.
    pub(super) fn prefix(&self) -> Vec<Self> {
        self.list_of(self.page.prefix_items.as_ref(), "prefixItems")
    }

    fn list_of(&self, pages: Option<&'p Vec<SchemaPage>>, word: &str) -> Vec<Self> {
        let pages = self.place.each(word, pages.into_iter().flatten());
        pages.map(|(place, page)| Self { page, place }).collect()
    }

    /// Returns the schema of the properties whose names are free.
    pub(super) fn free_properties(&self) -> Option<Self> {
        match &self.page.additional_properties {
            Some(AdditionalPage::Values(page)) => {
                Some(Self { page, place: self.place.at("additionalProperties") })
            }
            _ => None,
        }
    }

    /// Returns the resolved schema, or `None` if a reported mistake hides it.
    pub(super) fn resolved<'s>(&self, spec: &'s Spec) -> Option<&'s Schema> {
        let (name, keys) = self.place.path().split_first()?;
        let (mut schema, mut keys) = match keys {
            [word, parameter, keys @ ..] if word == "parameters" => {
                (&spec.operations.get(name)?.parameters.get(parameter)?.schema, keys)
            }
            _ => (spec.schema(name)?, keys),
        };
        while !keys.is_empty() {
            let mut children = schema.children().into_iter();
            let next = |(step, child): (Step<'_>, &'s Schema)| {
                Some((child, keys.strip_prefix(step.keys().as_slice())?))
            };
            (schema, keys) = children.find_map(next)?;
        }
        Some(schema)
    }

    /// Collects this schema and all schemas within it.
    fn all(self, schemas: &mut Vec<Self>) {
        let properties = self.page.properties.iter().flatten();
        let properties = properties.filter_map(|(name, _)| self.property(name));
        let parts =
            properties.chain(self.items()).chain(self.free_properties()).chain(self.alternatives());
        let parts: Vec<Self> = parts.chain(self.prefix()).collect();
        schemas.push(self);
        parts.into_iter().for_each(|part| part.all(schemas));
    }
}

/// Returns the types, each with its name, in the order of the pages.
pub(super) fn types(pages: &Pages) -> impl Iterator<Item = (&str, PlacedSchema<'_>)> {
    pages.types.iter().flat_map(|(_, page)| {
        let place = EntryPlace::new(&page.document);
        page.content.iter().map(move |(name, content)| {
            (name.as_str(), PlacedSchema { page: content, place: place.at(name) })
        })
    })
}

/// Returns every schema of the pages: types, schemas within types, and parameters.
pub(super) fn schemas(pages: &Pages) -> Vec<PlacedSchema<'_>> {
    let mut schemas = Vec::new();
    types(pages).for_each(|(_, at)| at.all(&mut schemas));
    let place = EntryPlace::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        for (name, page) in &operation.parameters {
            PlacedSchema { page, place: place.at(id).at("parameters").at(name) }.all(&mut schemas);
        }
    }
    schemas
}
