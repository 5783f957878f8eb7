//! Types, module by module: the purpose, the fields and the clauses of each.

use super::clause_table::{ClauseRow, level};
use super::fields::{Field, fields, innermost, label};
use super::markdown::{Table, code, join_with_and, paragraph, paragraph_safe, prose};
use super::outline::{Row, Topic, modules};
use super::value::{default, limits};
use super::writer::Writer;
use crate::model::{Charge, Clause, Object, Refusal, Rule, RuleScope, Schema, Shape, Spec, Union};
use crate::place::Step;

impl<'s> Writer<'s> {
    pub(super) fn types(&mut self) {
        let spec: &'s Spec = self.spec;
        self.heading(&Topic::Types);
        for (module, names) in modules(spec) {
            self.heading(&Topic::Module(module.to_owned()));
            for name in names {
                if let Some(named_type) = spec.types.get(name) {
                    self.named_type(name, &named_type.schema);
                }
            }
        }
    }

    fn named_type(&mut self, name: &str, schema: &'s Schema) {
        self.heading(&Topic::named_type(name));
        self.add(paragraph(&schema.doc));
        self.source(&schema.source);
        let used_by = self.used_by(name);
        if !used_by.is_empty() {
            self.add(format!("Used by {}.", join_with_and(&used_by)));
        }
        let fields = fields(schema);
        match &schema.shape {
            Shape::Object(object) => {
                self.add(self.field_table(name, object, &fields));
                let limits = limits(schema);
                if !limits.is_empty() {
                    self.add(paragraph_safe(&format!("The object as a whole: {limits}.")));
                }
                if object.properties.is_empty() {
                    self.add("The contract lists no properties.".to_owned());
                }
            }
            Shape::Union(union) => self.add(self.variant_table(union)),
            _ => {
                self.add(paragraph_safe(&format!("Type: {}.", self.type_phrase(schema))));
                let limits = limits(schema);
                if !limits.is_empty() {
                    self.add(paragraph_safe(&format!("Limits: {limits}.")));
                }
                self.add(paragraph_safe(&self.further_notes(schema)));
            }
        }
        let clauses = self.take_below(name).into_iter();
        let mut lines: Vec<ClauseRow> = clauses.map(|clause| type_line(clause, &fields)).collect();
        // The clauses of the type come first, followed by the clauses of each field.
        let order: Vec<String> = lines.iter().map(|line| line.label.clone()).collect();
        lines.sort_by_key(|line| {
            let first = order.iter().position(|label| *label == line.label);
            (!line.label.starts_with('*'), first)
        });
        self.clause_table("Of", &schema.source, lines);
        self.open_points(name);
    }

    fn field_table(&self, name: &str, object: &Object, fields: &[Field<'_>]) -> String {
        let heads = ["Field", "Type", "Required", "Default", "Limits", "Level", "Meaning"];
        let mut table = Table::new(&heads);
        for field in fields {
            let Some(required) = field.required else { continue };
            let schema = field.schema;
            let mut notes = vec![self.notes(schema)];
            notes.extend(refusal_note(object, &field.path));
            notes.extend(self.charges_of(name, &field.path));
            notes.retain(|note| !note.is_empty());
            table.row([
                code(&field.path),
                self.type_phrase(schema),
                if required { "yes".to_owned() } else { String::new() },
                default(schema),
                limits(schema),
                level(schema.level),
                notes.join(" "),
            ]);
        }
        table.markdown()
    }

    /// Returns the charges that a property of a type causes.
    fn charges_of(&self, name: &str, property: &str) -> Option<String> {
        let earns = |charge: &&Charge| {
            let when = charge.when.as_ref();
            when.is_some_and(|(of, condition)| of == name && condition.path.root() == property)
        };
        let charges = self.spec.charges.values().filter(earns);
        let links: Vec<String> = charges.map(|c| Row::Charge(&c.id).link(&prose(&c.id))).collect();
        (!links.is_empty()).then(|| format!("Credits: {}.", join_with_and(&links)))
    }

    /// Returns the table of the variants of a union, grouped by type.
    fn variant_table(&self, union: &Union) -> String {
        let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
        for (value, name) in &union.variants {
            match kinds.iter_mut().find(|(of, _)| of == name) {
                Some((_, values)) => values.push(code(value)),
                None => kinds.push((name, vec![code(value)])),
            }
        }
        let mut table = Table::new(&["Value", "Type", "Meaning"]);
        for (name, values) in kinds {
            let doc = self.spec.schema(name).map_or("", |schema| schema.doc.as_str());
            table.row([values.join(", "), self.type_link(name), prose(doc)]);
        }
        format!(
            "An object; {} selects the variant:\n\n{}",
            code(&union.discriminator),
            table.markdown()
        )
    }

    /// Returns links to everything that uses the type.
    fn used_by(&self, name: &str) -> Vec<String> {
        let mut links = Vec::new();
        for user in self.users.get(name).into_iter().flatten() {
            links.push(self.type_link(user));
        }
        for (id, what) in self.uses.get(name).into_iter().flatten() {
            links.push(format!("{} ({what})", self.operation_link(id)));
        }
        for (id, operation) in &self.spec.operations {
            if operation.found_types().any(|type_name| type_name == name) {
                links.push(format!("{} (at any depth of a response)", self.operation_link(id)));
            }
        }
        if name == self.spec.service.error_body {
            links.push(self.outline.link_as("every operation (errors)", &Topic::Operations));
        }
        for (id, channel) in &self.spec.channels {
            let carried = channel.events.values().filter_map(|event| event.carries.as_deref());
            if channel.type_name.as_deref().into_iter().chain(carried).any(|n| n == name) {
                links.push(self.outline.link(&Topic::Channel(id.clone())));
            }
        }
        links
    }
}

/// Returns a note with the errors of refusals that depend on a property of an object.
fn refusal_note(object: &Object, property: &str) -> Option<String> {
    let is_for = |refusal: &&Refusal| {
        refusal.when.as_ref().is_some_and(|condition| condition.path.root() == property)
    };
    let refusals = object.refusals.iter().filter(is_for);
    let links: Vec<String> = refusals.map(|refusal| Writer::error_link(&refusal.error)).collect();
    (!links.is_empty()).then(|| format!("May be rejected with {}.", join_with_and(&links)))
}

fn type_line(clause: Clause, fields: &[Field<'_>]) -> ClauseRow {
    let id = clause.id.clone();
    let line = ClauseRow::new(clause).with_label(label(fields, id.as_str()));
    let Some(field) = innermost(fields, id.as_str()) else { return line };
    let word = id.as_str().strip_prefix(field.schema.clause.as_str()).unwrap_or_default();
    let word = word.trim_start_matches('.');
    if word == "default" && field.schema.default.is_some() {
        return ClauseRow { statement: format!("{} when left out", default(field.schema)), ..line };
    }
    if let Some(value) = word.strip_prefix("behaviour.").filter(|v| is_value(field.schema, v)) {
        return ClauseRow { statement: format!("{}: {}", code(value), line.statement), ..line };
    }
    let Some(object) = field.schema.object() else { return line };
    if let Some(rule) = object.rules.iter().find(|rule| rule.clause == id) {
        return ClauseRow {
            statement: format!("{}{}", line.statement, rule_scope_note(rule)),
            ..line
        };
    }
    match object.refusals.iter().find(|refusal| refusal.clause == id) {
        Some(refusal) => line.with_link(&refusal.error, &Writer::error_link(&refusal.error)),
        None => line,
    }
}

/// Returns a note about what a rule is evaluated on, unless that is the object in the request.
fn rule_scope_note(rule: &Rule) -> String {
    let on = match rule.scope {
        RuleScope::AsSent => "",
        RuleScope::AfterUpdate => " It is evaluated on the resource after the update.",
    };
    let gap = rule.gap.as_ref();
    let gap = gap.map(|gap| format!(" Both readings are possible ({}).", Writer::gap_link(gap)));
    format!("{on}{}", gap.unwrap_or_default())
}

/// Returns whether a string is one of the values that a schema lists.
fn is_value(schema: &Schema, text: &str) -> bool {
    let is_listed = schema.words().is_some_and(|words| words.iter().any(|word| word == text));
    let is_variant = schema.union().is_some_and(|union| union.variants.contains_key(text));
    let is_item = |step: Step<'_>| matches!(step, Step::Item | Step::Position(_));
    let mut children = schema.children().into_iter();
    let is_of_item = children.any(|(step, schema)| is_item(step) && is_value(schema, text));
    is_listed || is_variant || is_of_item
}
