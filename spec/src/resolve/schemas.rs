//! Resolves types and their schemas, with rules and conditions.

use indexmap::IndexMap;
use jiff::civil::Date;
use serde_json::Value;

use crate::model::{
    Additional, ClauseId, Condition, Idempotency, Keyword, Level, Object, Operand, Precondition,
    Property, PropertyPath, Refusal, Rule, Schema, Shape, Test, Type, Union,
};
use crate::page::{
    AdditionalPage, ConditionPage, DeprecatedPage, EffectWord, JsonType, OperationPage, Page,
    RefusalPage, RulePage, ScalarPage, SchemaPage, TypesPage,
};
use crate::resolve::{EntryPlace, ReferenceKind, Resolver};

impl Resolver<'_> {
    pub(super) fn types(&mut self, pages: &[(String, Page<TypesPage>)]) -> IndexMap<String, Type> {
        let mut types: IndexMap<String, Type> = IndexMap::new();
        for (module, page) in pages {
            let place = EntryPlace::new(&page.document);
            for (name, schema_page) in &page.content {
                let place = place.at(name);
                if let Some(Type { module: other, .. }) = types.get(name) {
                    let mistake = place.entry(format!("there are two types `{name}`"));
                    let help = format!(
                        "the other one is on the page `types/{other}.toml`; rename one of them"
                    );
                    self.report(mistake, help);
                    continue;
                }
                let inherited = (Level::Must, "");
                if let Some(schema) =
                    self.schema(schema_page, &place, ClauseId::new(name), inherited)
                {
                    let (name, module) = (name.clone(), module.clone());
                    types.insert(name.clone(), Type { name, module, schema });
                }
            }
        }
        types
    }

    /// Resolves a type, a property or the items of a list.
    pub(super) fn schema(
        &mut self,
        page: &SchemaPage,
        place: &EntryPlace<'_>,
        clause: ClauseId,
        (level, source): (Level, &str),
    ) -> Option<Schema> {
        let level = page.level.unwrap_or(level);
        let source = page.source.as_deref().unwrap_or(source);
        self.refer_given(ReferenceKind::Error, page.error.as_ref(), &place.at("error"));
        let open_values = page.open_values.as_ref().map(|open| {
            self.refer(ReferenceKind::Gap, &open.gap, &place.at("openValues").at("gap"));
            open.clone()
        });
        let shape = self.shape(page, place, &clause, (level, source))?;
        let limited = match shape {
            Shape::Enum(_) | Shape::Union(_) | Shape::OneOf(_) | Shape::Ref(_) => None,
            _ => kind(page),
        };
        let constraints = limited.map(|json_type| self.constraints(page, place, json_type));
        let mut schema = Schema {
            clause,
            doc: page.doc.clone().unwrap_or_default(),
            shape,
            constraints: constraints.unwrap_or_default(),
            unit: page.unit,
            compared_as: page.compared_as,
            content_media_type: page.content_media_type.clone(),
            ordered: page.ordered,
            nullable: page.nullable,
            default: if page.default_null { Some(Value::Null) } else { page.default.clone() },
            default_description: page.default_description.clone(),
            generated: page.generated,
            secret: page.secret,
            kept: page.kept,
            stand_in: None,
            examples: page.examples.clone(),
            open_values,
            deprecated: DeprecatedPage::resolve(page.deprecated.as_ref()),
            deprecated_values: page.deprecated_values.clone(),
            behaviour: page.behaviour.clone(),
            error: page.error.clone(),
            level,
            suggested: page.suggested.clone(),
            source: source.to_owned(),
        };
        if let Shape::Tuple(items) = &schema.shape {
            let length = Operand::from(items.len() as u64);
            schema.set_constraint(Keyword::MaxItems, Some(length));
        }
        Some(schema)
    }

    fn shape(
        &mut self,
        page: &SchemaPage,
        place: &EntryPlace<'_>,
        clause: &ClauseId,
        inherited: (Level, &str),
    ) -> Option<Shape> {
        if let Some(name) = &page.reference {
            return self.refer(ReferenceKind::Type, name, &place.at("ref")).map(Shape::Ref);
        }
        if let Some(alternatives) = &page.one_of {
            return self.one_of(alternatives, place, clause, inherited);
        }
        match kind(page) {
            Some(JsonType::Any) => Some(Shape::Any),
            Some(JsonType::Boolean) => Some(Shape::Boolean),
            Some(JsonType::Integer) => Some(Shape::Integer),
            Some(JsonType::Number) => Some(Shape::Number),
            Some(JsonType::String) => self.string(page, place),
            Some(JsonType::Array) => {
                if let Some(prefix) = &page.prefix_items {
                    return self.tuple(prefix, place, clause, inherited);
                }
                let Some(items) = page.each_item() else {
                    let mistake = place.entry("an array must have `items`");
                    self.report_missing(place, mistake, "write `items = { type = … }`");
                    return None;
                };
                let clause = clause.child("items");
                Some(Shape::Array {
                    items: Box::new(self.schema(items, &place.at("items"), clause, inherited)?),
                })
            }
            Some(JsonType::Object) => self.object(page, place, clause, inherited),
            None => {
                let mistake = place.entry("the kind of value is missing");
                let help = "give one of `type`, `ref`, `enum`, `properties`, `oneOf`, and `discriminator` with `variants`";
                self.report_missing(place, mistake, help);
                None
            }
        }
    }

    fn object(
        &mut self,
        page: &SchemaPage,
        place: &EntryPlace<'_>,
        clause: &ClauseId,
        inherited: (Level, &str),
    ) -> Option<Shape> {
        if page.discriminator.is_some() || page.variants.is_some() {
            return self.union(page, place).map(Shape::Union);
        }
        if let (None, Some(AdditionalPage::Values(values))) =
            (&page.properties, &page.additional_properties)
        {
            let key = "additionalProperties";
            let values = self.schema(values, &place.at(key), clause.child(key), inherited)?;
            return Some(Shape::Map(Box::new(values)));
        }
        let mut properties = IndexMap::new();
        for (name, property) in page.properties.iter().flatten() {
            let place = place.at("properties").at(name);
            if let Some(schema) = self.schema(property, &place, clause.child(name), inherited) {
                let required = page.required.contains(name);
                properties.insert(name.clone(), Property { schema, required });
            }
        }
        let known = place.at("properties").keys();
        for (key, names) in [("required", &page.required), ("exactlyOne", &page.exactly_one)] {
            for (place, name) in place.each(key, names) {
                if !known.contains(&name.as_str()) {
                    self.push(place.unknown("property", name, &known));
                }
            }
        }
        for (name, dependents) in &page.dependent_required {
            let place = place.at("dependentRequired");
            if !known.contains(&name.as_str()) {
                self.push(place.at(name).unknown_key("property", name, &known));
            }
            for (place, other) in place.each(name, dependents) {
                if !known.contains(&other.as_str()) {
                    self.push(place.unknown("property", other, &known));
                }
            }
        }
        let rules = place.each("rules", &page.rules);
        let rules = rules.filter_map(|(place, rule)| self.rule(rule, &place, clause, inherited));
        let rules = rules.collect();
        for (place, effect) in place.each("effects", &page.effects) {
            if effect.kind != EffectWord::Sets {
                let mistake =
                    place.at("kind").value("an effect of a type must be of the kind `sets`");
                self.report(mistake, "the other kinds belong to operations");
            }
        }
        let effects = place.each("effects", &page.effects);
        let effects =
            effects.filter_map(|(at, effect)| self.effect(effect, &at, clause, inherited));
        let effects = effects.collect();
        let additional = match page.additional_properties {
            Some(AdditionalPage::Allowed(false)) => Additional::Forbidden,
            _ => Additional::Open,
        };
        Some(Shape::Object(Object {
            properties,
            additional,
            rules,
            effects,
            refusals: self.refusals(&page.refusals, place, clause, inherited),
        }))
    }

    fn tuple(
        &mut self,
        prefix: &[SchemaPage],
        place: &EntryPlace<'_>,
        clause: &ClauseId,
        inherited: (Level, &str),
    ) -> Option<Shape> {
        let (items, clause) = (place.each("prefixItems", prefix), clause.child("prefixItems"));
        let item = |(index, (place, page)): (usize, (EntryPlace<'_>, _))| {
            self.schema(page, &place, clause.child(&index.to_string()), inherited)
        };
        // Resolves every item, so that every mistake is reported.
        let items: Vec<Option<Schema>> = items.enumerate().map(item).collect();
        items.into_iter().collect::<Option<Vec<_>>>().map(Shape::Tuple)
    }

    fn one_of(
        &mut self,
        alternatives: &[SchemaPage],
        place: &EntryPlace<'_>,
        clause: &ClauseId,
        inherited: (Level, &str),
    ) -> Option<Shape> {
        let alternative = |(place, page): (EntryPlace<'_>, &SchemaPage)| {
            let clause = clause.child(kind(page).map_or("object", JsonType::name));
            self.schema(page, &place, clause, inherited)
        };
        // Resolves every alternative, so that every mistake is reported.
        let schemas: Vec<_> = place.each("oneOf", alternatives).map(alternative).collect();
        schemas.into_iter().collect::<Option<Vec<_>>>().map(Shape::OneOf)
    }

    fn union(&mut self, page: &SchemaPage, place: &EntryPlace<'_>) -> Option<Union> {
        let (Some(discriminator), Some(variants)) = (&page.discriminator, &page.variants) else {
            let missing = if page.variants.is_none() { "variants" } else { "discriminator" };
            let mistake = place.entry("a union must have both a `discriminator` and `variants`");
            self.report_missing(place, mistake, format!("add `{missing}`"));
            return None;
        };
        for (value, name) in variants {
            self.refer(ReferenceKind::Type, name, &place.at("variants").at(value));
        }
        Some(Union { discriminator: discriminator.clone(), variants: variants.clone() })
    }

    pub(super) fn string(&mut self, page: &SchemaPage, place: &EntryPlace<'_>) -> Option<Shape> {
        if let Some(values) = &page.enumeration {
            return Some(Shape::Enum(values.clone()));
        }
        if let Some(name) = &page.discriminator_of {
            return self.discriminator_values(name, &place.at("discriminatorOf")).map(Shape::Enum);
        }
        if let Some(channel) = &page.events_of {
            self.refer(ReferenceKind::Channel, channel, &place.at("eventsOf"))?;
            let channel_page = self.pages.events.content.get(channel)?;
            if channel_page.events.is_empty() {
                let mistake =
                    place.at("eventsOf").value(format!("the channel `{channel}` has no events"));
                self.report(mistake, "no value is allowed here: name another channel");
            }
            return Some(Shape::Enum(channel_page.events.keys().cloned().collect()));
        }
        Some(Shape::String)
    }

    /// Returns the values that select the variants of a union.
    fn discriminator_values(&mut self, name: &str, place: &EntryPlace<'_>) -> Option<Vec<String>> {
        self.refer(ReferenceKind::Type, name, place)?;
        let union = self.pages.types.iter().find_map(|(_, page)| page.content.get(name))?;
        // A union with only one of the two keys is reported at the union.
        if union.variants.is_none() && union.discriminator.is_none() {
            let mistake = place.value(format!("the type `{name}` is not a union"));
            self.report(mistake, "name a type with a `discriminator` and `variants`");
        }
        Some(union.variants.as_ref()?.keys().cloned().collect())
    }

    pub(super) fn condition(
        &mut self,
        page: &ConditionPage,
        place: &EntryPlace<'_>,
    ) -> Option<Condition> {
        let path = PropertyPath::parse(&page.path);
        if path.is_none() {
            let mistake = place.at("path").value("this is not a path to a property");
            self.report(mistake, "write `name`, `name.name` or `name[].name`");
        }
        let test = match (&page.equals, page.non_empty, page.given) {
            (Some(value), None, None) => Some(Test::Equals(value.clone())),
            (None, Some(true), None) => Some(Test::NonEmpty),
            (None, None, Some(given)) => Some(Test::Given(given)),
            _ => {
                let mistake = place.entry("a condition must have exactly one test");
                let help = "give one of `equals`, `nonEmpty = true` and `given`";
                self.report_missing(place, mistake, help);
                None
            }
        };
        Some(Condition { path: path?, test: test? })
    }

    pub(super) fn rule(
        &mut self,
        page: &RulePage,
        place: &EntryPlace<'_>,
        of: &ClauseId,
        (level, source): (Level, &str),
    ) -> Option<Rule> {
        let when = self.condition(&page.when, &place.at("when"));
        let unless = page.unless.as_ref().map(|unless| self.condition(unless, &place.at("unless")));
        let requires = self.condition(&page.requires, &place.at("requires"));
        let gap =
            page.gap.as_ref().and_then(|gap| self.refer(ReferenceKind::Gap, gap, &place.at("gap")));
        Some(Rule {
            id: page.id.clone(),
            clause: of.child("rules").child(&page.id),
            doc: page.doc.clone(),
            when: when?,
            unless: match unless {
                Some(unless) => Some(unless?),
                None => None,
            },
            requires: requires?,
            scope: page.judged,
            gap,
            level: page.level.unwrap_or(level),
            source: page.source.clone().unwrap_or_else(|| source.to_owned()),
        })
    }

    pub(super) fn refusals(
        &mut self,
        pages: &[RefusalPage],
        place: &EntryPlace<'_>,
        of: &ClauseId,
        (level, source): (Level, &str),
    ) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for (place, page) in place.each("refusals", pages) {
            self.refer(ReferenceKind::Error, &page.error, &place.at("error"));
            self.refer_given(
                ReferenceKind::TeamState,
                page.team_state.as_ref(),
                &place.at("teamState"),
            );
            let when = page.when.as_ref().and_then(|when| self.condition(when, &place.at("when")));
            if let Some(names) = &page.names {
                self.refer(ReferenceKind::Type, &names.type_name, &place.at("names").at("type"));
            }
            refusals.push(Refusal {
                id: page.id.clone(),
                clause: of.child("refusals").child(&page.id),
                doc: page.doc.clone(),
                when,
                team_state: page.team_state.clone(),
                names: page.names.clone(),
                error: page.error.clone(),
                level: page.level.unwrap_or(level),
                source: page.source.clone().unwrap_or_else(|| source.to_owned()),
            });
        }
        refusals
    }

    pub(super) fn precondition(
        &mut self,
        page: &OperationPage,
        place: &EntryPlace<'_>,
    ) -> Option<Precondition> {
        let condition = page.precondition.as_ref()?;
        self.refer(ReferenceKind::Error, &condition.error, &place.at("precondition").at("error"));
        Some(condition.clone())
    }

    pub(super) fn idempotency(
        &mut self,
        page: &OperationPage,
        place: &EntryPlace<'_>,
    ) -> Option<Idempotency> {
        let key = page.idempotency.as_ref()?;
        self.refer_given(
            ReferenceKind::Error,
            key.reused.as_ref(),
            &place.at("idempotency").at("reused"),
        );
        Some(key.clone())
    }

    pub(super) fn date(&mut self, text: Option<&String>, place: &EntryPlace<'_>) -> Option<Date> {
        let date = text?.parse().ok().filter(|date: &Date| date.year() >= 1970);
        if date.is_none() {
            let mistake = place.value("the calendar has no such date");
            self.report(mistake, "write a date from 1970 on, as `2026-06-01`");
        }
        date
    }
}

/// Returns the JSON type that the page states or that its other keys imply.
pub(crate) fn kind(page: &SchemaPage) -> Option<JsonType> {
    page.json_type.or_else(|| {
        let texts = page.enumeration.is_some()
            || page.discriminator_of.is_some()
            || page.events_of.is_some();
        if texts || page.format.is_some() {
            Some(JsonType::String)
        } else if page.properties.is_some()
            || page.discriminator.is_some()
            || page.variants.is_some()
        {
            Some(JsonType::Object)
        } else {
            page.constant.as_ref().map(ScalarPage::json_type)
        }
    })
}
