//! Collects the statements about values.

use std::collections::BTreeSet;

use serde_json::Number;

use super::collector::{Collector, Node, property_path};
use crate::diff::statement::{Fact, Owner, Part, Parts, Requirement, Wording};
use crate::model::{
    Constraint, Effect, EffectKind, JsonType, Keyword, Level, Property, Rule, RuleScope, Schema,
    Shape, Union,
};
use crate::place::Step;

impl<'s> Collector<'_, 's> {
    pub(super) fn schema(&mut self, schema: &'s Schema, parent: Option<&'s str>) {
        let path = schema.clause.as_str();
        self.nodes.insert(path, Node { schema, parent });
        self.owner = Owner::Schema(path);
        self.head(schema);
        if schema.nullable {
            self.add_constraint(schema, "nullable", Requirement::Nullable);
        }
        let default = schema.default.as_ref().map(ToString::to_string);
        if let Some(default) = default.as_deref().or(schema.default_description.as_deref()) {
            self.add(schema.clause.child("default"), schema.level, promise([("", default)]));
        }
        if let Some(unit) = schema.unit {
            self.add(schema.clause.child("unit"), schema.level, promise([("", unit.name())]));
        }
        if schema.generated {
            self.add(schema.clause.child("generated"), schema.level, promise([("", "")]));
        }
        if let Some(error) = &schema.error {
            let text = format!("a value that is rejected here results in {error}");
            let fact = Fact::Agreed(error.clone());
            self.add_with_text(schema.clause.child("error"), schema.level, fact, text);
        }
        if let Some(open) = &schema.open_values {
            let values = open.values.iter().map(ToString::to_string).collect();
            let fact = Fact::Demand(Requirement::Open(values));
            let values: Vec<String> =
                open.values.iter().map(|value| format!("`{value}`")).collect();
            let text = format!("{} may be rejected ({})", values.join(", "), open.gap);
            self.add_with_text(schema.clause.child("openValues"), schema.level, fact, text);
        }
        self.add_deprecation(&schema.clause, schema.deprecated.as_ref());
        if let Some(sentence) = schema.deprecated_values_sentence() {
            let mut values = schema.deprecated_values.clone();
            values.sort();
            let (id, fact) = ("deprecatedValues", Fact::Deprecated(values.join(" ")));
            self.add_with_text(schema.clause.child(id), Level::Must, fact, sentence);
        }
        self.add_doc(&schema.clause, "doc", &schema.doc);
        let around = parent.and_then(|parent| self.nodes.get(parent));
        let around = around.map_or(self.around, |node| node.schema.source.as_str());
        self.add_source(&schema.clause, &schema.source, around);
        if !schema.examples.is_empty() {
            let values: Vec<String> = schema.examples.iter().map(ToString::to_string).collect();
            let (id, fact) = (schema.clause.child("examples"), Fact::Examples(&schema.examples));
            self.add_with_text(id, Level::Must, fact, format!("such as {}", values.join(", ")));
        }
        self.add_behaviour(&schema.clause, &schema.behaviour, schema.level);
        self.shape(schema, path);
    }

    /// Adds the statement about the kind of value; each schema has exactly one.
    fn head(&mut self, schema: &'s Schema) {
        match &schema.shape {
            Shape::Any => {
                let fact = Fact::Constraint(Requirement::Types(None));
                self.add_with_text(schema.clause.child("type"), schema.level, fact, "any value");
            }
            Shape::Ref(name) => {
                let fact = Fact::Constraint(Requirement::Opaque(self.name(name).to_owned()));
                let statement = self.add(schema.clause.child("ref"), schema.level, fact);
                statement.text = format!("of the type {name}");
                statement.wording = Wording::Name(name.clone());
            }
            _ => {
                let names = self.spec.json_types(schema).into_iter().map(JsonType::name);
                let names = names.chain(schema.nullable.then_some("null")).map(str::to_owned);
                self.add_constraint(schema, "type", Requirement::Types(Some(names.collect())));
            }
        }
    }

    fn shape(&mut self, schema: &'s Schema, path: &'s str) {
        for constraint in schema.all_constraints() {
            self.add_constraint(
                schema,
                constraint.keyword.name(),
                requirement_of(&constraint, schema),
            );
        }
        if let Some(words) = schema.words() {
            let words = Requirement::Enum(words.iter().cloned().collect());
            self.add_constraint(schema, "enum", words);
        }
        if let Some(union) = schema.union() {
            self.union(schema, union);
        }
        if let Some(object) = schema.object() {
            object.rules.iter().for_each(|rule| self.rule(rule, path, &schema.source));
            object.effects.iter().for_each(|effect| self.effect(effect, &schema.source));
            self.add_refusals(&object.refusals, Some(path), &schema.source);
        }
        for (step, child) in schema.children() {
            self.schema(child, Some(path));
            if let Step::Property(_, Property { required: true, .. }) = step {
                self.owner = Owner::Schema(child.clause.as_str());
                self.add_constraint(child, "required", Requirement::Required);
            }
        }
    }

    fn union(&mut self, schema: &'s Schema, union: &'s Union) {
        let types = union.variants.iter();
        let types = types.map(|(value, t)| (value.clone(), self.name(t).to_owned()));
        let word = Requirement::Variants(union.discriminator.clone(), types.collect());
        let fact = Fact::Constraint(word);
        let mut names: Vec<String> = union.variants.values().cloned().collect();
        names.sort();
        let statement = self.add(schema.clause.child("discriminator"), schema.level, fact);
        let types: Vec<&str> = union.variants.values().map(String::as_str).collect();
        statement.extend_clause(&types.join(", "));
        statement.wording = Wording::Name(names.join(" "));
    }

    fn rule(&mut self, rule: &'s Rule, path: &str, around: &str) {
        self.add_source(&rule.clause, &rule.source, around);
        let Rule { when, unless, requires, scope, .. } = rule;
        let unless = unless.as_ref().map(ToString::to_string);
        let scope = match scope {
            RuleScope::AsSent => "as sent",
            RuleScope::AfterUpdate => "after the update",
        };
        let asks = format!("when {when}: {requires}, evaluated {scope}");
        let open = rule.gap.is_some();
        let excepted = unless.as_ref().map(|unless| format!(" unless {unless}"));
        let excepted = excepted.unwrap_or_default();
        let open_text = rule.gap.as_ref().map(|gap| format!(", see {gap}")).unwrap_or_default();
        let description =
            format!("when {when}{excepted}: {requires}, evaluated {scope}{open_text}");
        let fact = Fact::Constraint(Requirement::Rule { asks, unless, open });
        let statement = self.add(rule.clause.clone(), rule.level, fact);
        statement.wording = Wording::Beside(rule.doc.clone());
        statement.depends_on = property_path(Some(path), Some(when));
        statement.extend_clause(&description);
    }

    pub(super) fn effect(&mut self, effect: &'s Effect, around: &str) {
        self.add_source(&effect.clause, &effect.source, around);
        let (description, text) = match &effect.kind {
            EffectKind::StoresGiven => ("stores-given".to_owned(), None),
            EffectKind::KeepsOmitted => ("keeps-omitted".to_owned(), None),
            EffectKind::ResetsOmitted => ("resets-omitted".to_owned(), None),
            EffectKind::RefusalKeepsAll => ("refusal-keeps-all".to_owned(), None),
            EffectKind::Sets { when, unless, property, value } => {
                let unless = unless.as_ref().map(|unless| format!(" unless {unless}"));
                let unless = unless.unwrap_or_default();
                let description = format!("when {when}{unless}: `{property}` is set to {value}");
                (description.clone(), Some(description))
            }
        };
        let statement =
            self.add(effect.clause.clone(), effect.level, promise([("", &description)]));
        statement.wording = Wording::Beside(effect.doc.clone());
        if let Some(text) = text {
            statement.extend_clause(&text);
        }
    }

    fn add_constraint(&mut self, schema: &'s Schema, keyword: &str, requirement: Requirement) {
        self.add(schema.clause.child(keyword), schema.level, Fact::Constraint(requirement));
    }
}

/// Creates a promise of these parts.
pub(super) fn promise<'s, const N: usize>(parts: [(&str, &str); N]) -> Fact<'s> {
    let parts = parts.into_iter().map(|(name, is)| (name.to_owned(), Part::from(is)));
    Fact::Promise(parts.collect::<Parts>())
}

/// Returns a constraint in the form in which it is requirement_of.
fn requirement_of(constraint: &Constraint, schema: &Schema) -> Requirement {
    let limit = constraint.number().and_then(Number::as_f64).unwrap_or_default();
    match constraint.keyword {
        Keyword::Minimum
        | Keyword::ExclusiveMinimum
        | Keyword::MinLength
        | Keyword::MinimumInterval
        | Keyword::MinItems
        | Keyword::MinContains
        | Keyword::MinProperties => Requirement::Minimum(limit),
        Keyword::Maximum
        | Keyword::ExclusiveMaximum
        | Keyword::MaxLength
        | Keyword::MaxItems
        | Keyword::MaxContains
        | Keyword::MaxProperties => Requirement::Maximum(limit),
        Keyword::MultipleOf => Requirement::MultipleOf(limit),
        Keyword::Const
        | Keyword::Pattern
        | Keyword::Format
        | Keyword::Contains
        | Keyword::PropertyNames => Requirement::Opaque(constraint.json_schema().1.to_string()),
        Keyword::AdditionalProperties | Keyword::UniqueItems => Requirement::Flag,
        Keyword::DependentRequired => {
            let each = schema.dependents();
            let pairs = each.flat_map(|(name, all)| {
                all.iter().map(|name_needed| (name.clone(), name_needed.clone()))
            });
            Requirement::DependentRequired(pairs.collect())
        }
        Keyword::ExactlyOne => {
            let all = schema.object().into_iter().flat_map(|object| object.properties.keys());
            let all: BTreeSet<String> = all.cloned().collect();
            Requirement::ExactlyOne(schema.exactly_one().iter().cloned().collect(), all)
        }
    }
}
