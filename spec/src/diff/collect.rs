//! Splits a contract into statements. The text for people comes from the clauses, the facts for the
//! comparison from the model.

mod service;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::Number;

use crate::diff::statement::{Fact, Owner, Part, Parts, Requirement, Statement, Wording};
use crate::model::{
    Behaviour, ClauseId, Condition, Constraint, Deprecation, Effect, EffectKind, JsonType, Keyword,
    Level, Property, Refusal, Rule, RuleScope, Schema, Shape, Spec, Union,
};
use crate::walk::Step;

/// Returns every statement by its identity, and every schema by its path.
///
/// `names` maps the names of types in the old contract to their names in the new one.
pub(super) fn collect<'s>(
    spec: &'s Spec,
    names: &HashMap<&'s str, &'s str>,
) -> (BTreeMap<ClauseId, Statement<'s>>, HashMap<&'s str, Node<'s>>) {
    let statements = BTreeMap::new();
    let mut collected = Collector {
        spec,
        names,
        owner: Owner::Itself,
        around: "",
        statements,
        nodes: HashMap::new(),
    };
    spec.types.values().for_each(|named_type| collected.schema(&named_type.schema, None));
    spec.operations.values().for_each(|operation| collected.operation(operation));
    spec.lifecycles.iter().for_each(|lifecycle| collected.lifecycle(lifecycle));
    collected.owner = Owner::Itself;
    collected.service();
    let Collector { mut statements, nodes, .. } = collected;
    let clauses = spec.clauses();
    let known: HashSet<&ClauseId> = clauses.iter().map(|clause| &clause.id).collect();
    // A statement with a text of its own needs no clause; other texts extend the text of a clause.
    for (id, statement) in &mut statements {
        let alone = !statement.text.is_empty() && !statement.text.starts_with(EXTENDS_CLAUSE);
        statement.hidden = !alone && !known.contains(id);
    }
    for clause in &clauses {
        // A clause that is not split into facts is compared by its text.
        let statement = statements.entry(clause.id.clone()).or_insert_with(|| Statement {
            text: String::new(),
            level: clause.level,
            owner: Owner::Itself,
            fact: Fact::Agreed(clause.statement.clone()),
            wording: Wording::None,
            depends_on: None,
            hidden: false,
        });
        let description = std::mem::take(&mut statement.text);
        statement.text = match description.strip_prefix(EXTENDS_CLAUSE) {
            Some(extension) => format!("{} {extension}", clause.statement),
            None if description.is_empty() => clause.statement.clone(),
            None => description,
        };
    }
    for statement in statements.values_mut().filter(|statement| statement.level != Level::Must) {
        if !matches!(statement.fact, Fact::Gap(_) | Fact::Label(_)) {
            statement.text = format!("{} ({})", statement.text, statement.level);
        }
    }
    (statements, nodes)
}

/// A schema within a type or a parameter.
pub(crate) struct Node<'s> {
    pub(crate) schema: &'s Schema,
    /// The path of the schema around this one.
    pub(crate) parent: Option<&'s str>,
}

/// The prefix of a text that extends the text of the clause.
const EXTENDS_CLAUSE: &str = "\u{0}";

struct Collector<'c, 's> {
    spec: &'s Spec,
    names: &'c HashMap<&'s str, &'s str>,
    /// The owner of the statements that are being collected.
    owner: Owner<'s>,
    /// The heading of the entry around an outermost schema.
    around: &'s str,
    statements: BTreeMap<ClauseId, Statement<'s>>,
    nodes: HashMap<&'s str, Node<'s>>,
}

impl<'s> Collector<'_, 's> {
    /// Adds the statement of a clause. Its text is the text of the clause.
    fn add(&mut self, id: ClauseId, level: Level, fact: Fact<'s>) -> &mut Statement<'s> {
        let statement = Statement {
            text: String::new(),
            level,
            owner: self.owner,
            fact,
            wording: Wording::None,
            depends_on: None,
            hidden: false,
        };
        match self.statements.entry(id) {
            Entry::Vacant(place) => place.insert(statement),
            Entry::Occupied(place) => {
                let kept = place.into_mut();
                *kept = statement;
                kept
            }
        }
    }

    /// Adds a statement that has no clause, with a text of its own.
    fn add_with_text(
        &mut self,
        id: ClauseId,
        level: Level,
        fact: Fact<'s>,
        text: impl Into<String>,
    ) {
        self.add(id, level, fact).text = text.into();
    }

    fn add_doc(&mut self, of: &ClauseId, word: &str, doc: &'s str) {
        if !doc.is_empty() {
            self.add_with_text(of.child(word), Level::Must, Fact::Label(doc), doc);
        }
    }

    fn add_deprecation(&mut self, of: &ClauseId, deprecated: Option<&Deprecation>) {
        if let Some(sentence) = deprecated.map(Deprecation::sentence) {
            let fact = Fact::Deprecated(sentence.clone());
            self.add_with_text(of.child("deprecated"), Level::Must, fact, sentence);
        }
    }

    /// Adds the heading of an entry; `around` is the heading of the entry around it.
    fn add_source(&mut self, of: &ClauseId, source: &'s str, around: &str) {
        let fact = Fact::Source(source, source == around);
        self.add_with_text(of.child("source"), Level::Must, fact, source);
    }

    fn add_behaviour(&mut self, of: &ClauseId, behaviour: &'s Behaviour, level: Level) {
        for (id, sentence) in behaviour {
            self.add(of.child("behaviour").child(id), level, Fact::Prose(sentence));
        }
    }

    /// Adds the refusals of a type, or of an operation with a body of the type.
    fn add_refusals(&mut self, refusals: &'s [Refusal], type_name: Option<&str>, around: &str) {
        for refusal in refusals {
            self.add_source(&refusal.clause, &refusal.source, around);
            let when = refusal.when.as_ref().map(ToString::to_string);
            let state = refusal.team_state.as_ref().map(|state| format!("the team is {state}"));
            let conditions: Vec<String> = when.into_iter().chain(state).collect();
            let wording = if conditions.is_empty() { Wording::Meaning } else { Wording::Beside };
            let conditions = conditions.join(" and ");
            let fact = new_demand(format!("{conditions}: {}", refusal.error));
            let statement = self.add(refusal.clause.clone(), refusal.level, fact);
            statement.wording = wording(refusal.doc.clone());
            statement.depends_on = property_path(type_name, refusal.when.as_ref());
            if !conditions.is_empty() {
                statement.extend_clause(&format!("When {conditions}."));
            }
        }
    }

    /// Returns the name of a type in the new contract.
    fn name(&self, name: &'s str) -> &'s str {
        self.names.get(name).copied().unwrap_or(name)
    }
}

impl Statement<'_> {
    /// Extends the text of the clause.
    fn extend_clause(&mut self, text: &str) {
        self.text = format!("{EXTENDS_CLAUSE}[{text}]");
    }
}

/// Returns the path of the property that a condition begins with.
fn property_path(type_name: Option<&str>, when: Option<&Condition>) -> Option<String> {
    Some(format!("{}.{}", type_name?, when?.path.root()))
}

fn new_demand<'s>(asks: String) -> Fact<'s> {
    Fact::Demand(Requirement::Opaque(asks))
}

/// Returns a promise that one of the words occurs, in any order of the words.
fn any_of_words(words: &[String]) -> Part {
    let words: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    Part::Value(words.into_iter().collect::<Vec<_>>().join(" or "))
}

impl<'s> Collector<'_, 's> {
    fn schema(&mut self, schema: &'s Schema, parent: Option<&'s str>) {
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

    fn effect(&mut self, effect: &'s Effect, around: &str) {
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
fn promise<'s, const N: usize>(parts: [(&str, &str); N]) -> Fact<'s> {
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_clause_is_taken_apart() {
        for folder in [
            "v2",
            "tests/contracts/library",
            "tests/diff/contract",
            "../codegen/tests/contracts/drafts",
        ] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let spec = Spec::load(&folder).unwrap_or_else(|error| panic!("{error}"));
            let (statements, _) = collect(&spec, &HashMap::new());
            for clause in spec.clauses() {
                let fact = &statements[&clause.id].fact;
                assert_ne!(*fact, Fact::Agreed(clause.statement.clone()), "{}", clause.id);
            }
        }
    }
}
