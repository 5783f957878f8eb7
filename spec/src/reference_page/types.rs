//! Types, module by module: the purpose, the fields and the clauses of each, and values in a few words.

use serde_json::{Number, Value};

use crate::model::{
    Charge, Clause, Constraint, JsonType, Keyword, Object, Operand, Refusal, Rule, RuleScope,
    Schema, Shape, Side, Spec, StringFormat, Union,
};
use crate::prose::pluralize;
use crate::reference_page::markdown::{
    Table, code, join_with_and, paragraph, paragraph_safe, prose,
};
use crate::reference_page::writer::{ClauseRow, Row, Topic, Writer, level, modules};
use crate::walk::{Place, Step};

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
        let fields = schema.places();
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

    fn field_table(&self, name: &str, object: &Object, fields: &[Place<'_>]) -> String {
        let heads = ["Field", "Type", "Required", "Default", "Limits", "Level", "Meaning"];
        let mut table = Table::new(&heads);
        for field in fields {
            let Some(property) = field.property() else { continue };
            let (schema, path) = (field.schema, field.name());
            let mut notes = vec![self.notes(schema)];
            notes.extend(refusal_note(object, &path));
            notes.extend(self.charges_of(name, &path));
            notes.retain(|note| !note.is_empty());
            table.row([
                code(&path),
                self.type_phrase(schema),
                if property.required { "yes".to_owned() } else { String::new() },
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

    /// Returns every schema of the types, with the name of its type.
    pub(super) fn schemas(&self) -> impl Iterator<Item = (&'s str, &'s Schema)> + use<'s> {
        let spec: &'s Spec = self.spec;
        spec.types.iter().flat_map(|(name, named_type)| {
            named_type.schema.within().into_iter().map(|schema| (name.as_str(), schema))
        })
    }

    /// Returns the type, with links to named types.
    pub(super) fn type_phrase(&self, schema: &Schema) -> String {
        let counted = |name: &str| match schema.unit {
            Some(unit) => format!("{name} ({})", unit.name()),
            None => name.to_owned(),
        };
        let phrase = match &schema.shape {
            Shape::Any => "any".to_owned(),
            _ if let Some(value) = schema.constant() => plain(value),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Integer => counted("integer"),
            Shape::Number => counted("number"),
            Shape::String => match schema.format() {
                Some(format) => format!("string ({})", format.name()),
                None => match &schema.content_media_type {
                    Some(media_type) => format!("file ({media_type})"),
                    None => "string".to_owned(),
                },
            },
            Shape::Enum(values) => match values.as_slice() {
                [only] => code(only),
                several => format!("one of {}", codes(several)),
            },
            Shape::Array { items, .. } => match &items.shape {
                Shape::Enum(_) | Shape::OneOf(_) | Shape::Union(_) => {
                    format!("array, each item {}", self.type_phrase(items))
                }
                _ => format!("array of {}", self.type_phrase(items)),
            },
            Shape::Tuple(items) => {
                let phrases = items.iter().map(|item| self.type_phrase(item));
                format!("array: {}", phrases.collect::<Vec<_>>().join("; "))
            }
            Shape::Map(values) if values.shape == Shape::Any => "object, any values".to_owned(),
            Shape::Map(values) => format!("object, each value {}", self.type_phrase(values)),
            Shape::Object(_) => "object".to_owned(),
            Shape::Union(union) => {
                let names: Vec<String> =
                    union.variants.values().map(|n| self.type_link(n)).collect();
                format!("one of {}", names.join(", "))
            }
            Shape::OneOf(alternatives) => {
                let phrase = |alternative: &Schema| match &alternative.shape {
                    Shape::Enum(_) => format!("string, {}", self.type_phrase(alternative)),
                    _ => self.type_phrase(alternative),
                };
                let phrases: Vec<String> = alternatives.iter().map(phrase).collect();
                let is_long = phrases.iter().any(|phrase| phrase.contains(", "));
                phrases.join(if is_long { "; or " } else { " or " })
            }
            Shape::Ref(name) => self.type_link(name),
        };
        if schema.nullable { format!("{phrase} or null") } else { phrase }
    }

    /// Returns notes beside the type: the purpose of the value, examples, and the error for an invalid value.
    pub(super) fn notes(&self, schema: &Schema) -> String {
        let mut notes = vec![prose(self.spec.doc(schema)), self.further_notes(schema)];
        notes.retain(|note| !note.is_empty());
        notes.join(" ")
    }

    /// Returns the notes without the purpose.
    pub(super) fn further_notes(&self, schema: &Schema) -> String {
        let mut notes = Vec::new();
        if needs_example(schema) {
            let examples = schema.examples.iter().filter_map(|example| example.as_str());
            let examples: Vec<String> = examples.map(code).collect();
            if !examples.is_empty() {
                notes.push(format!("For example {}.", examples.join(", ")));
            }
        }
        notes.extend(schema.deprecated.as_ref().map(|deprecation| prose(&deprecation.sentence())));
        notes.extend(schema.deprecated_values_sentence().map(|sentence| prose(&sentence)));
        if let Some(open) = &schema.open_values {
            let values = open.values.iter().map(plain);
            let values = join_with_and(&values.collect::<Vec<_>>());
            notes.push(format!(
                "Not shown ({}): whether the service accepts {values}.",
                Self::gap_link(&open.gap)
            ));
        }
        if let Some(error) = &schema.error {
            notes.push(format!("An invalid value results in {}.", Self::error_link(error)));
        }
        if schema.object().is_none() {
            let inline = schema.children().into_iter().filter(|(_, inner)| !inner.is_reference());
            notes.extend(inline.map(|(_, inner)| self.notes(inner)));
        }
        notes.retain(|note| !note.is_empty());
        notes.join(" ")
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

fn type_line(clause: Clause, fields: &[Place<'_>]) -> ClauseRow {
    let id = clause.id.clone();
    let line = ClauseRow::new(clause).with_label(label(fields, id.as_str()));
    let Some((field, word)) = innermost(fields, id.as_str()) else { return line };
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

/// Returns the subject of a clause among these places, as Markdown.
pub(super) fn label(fields: &[Place<'_>], id: &str) -> String {
    let Some((field, below)) = innermost(fields, id) else { return String::new() };
    let mut words = below.split('.');
    let kind = words.next().filter(|_| words.next().is_some());
    let kind = kind.and_then(|word| match word {
        "behaviour" => Some("behaviour"),
        "rules" => Some("rule"),
        "effects" => Some("effect"),
        "refusals" => Some("refusal"),
        _ => None,
    });
    let json_type = field.schema.shape.json_type().map(JsonType::name);
    match (field.name().as_str(), json_type.filter(|_| field.is_alternative()), kind) {
        ("", None, None) => "*the value*".to_owned(),
        ("", None, Some(kind)) => format!("*{kind}*"),
        ("", Some(name), _) => format!("*as {name}*"),
        (path, None, _) => code(path),
        (path, Some(name), _) => format!("{} *as {name}*", code(path)),
    }
}

/// Returns the innermost place that a clause belongs to, and the path of the clause below that place.
fn innermost<'f, 's, 'i>(fields: &'f [Place<'s>], id: &'i str) -> Option<(&'f Place<'s>, &'i str)> {
    let around = fields.iter().filter_map(|field| {
        let below = id.strip_prefix(field.schema.clause.as_str())?.strip_prefix('.')?;
        Some((field, below))
    });
    around.max_by_key(|(field, _)| field.schema.clause.as_str().len())
}

/// Returns a value as code, a string without its quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| code(&value.to_string()), code)
}

/// Returns what applies when the value is left out.
pub(super) fn default(schema: &Schema) -> String {
    match (&schema.default, &schema.default_description) {
        (Some(value), _) => plain(value),
        (None, Some(description)) => prose(description),
        (None, None) if schema.generated => "generated by the service".to_owned(),
        (None, None) => String::new(),
    }
}

/// Returns the limits of a value, including the limits of its parts.
pub(super) fn limits(schema: &Schema) -> String {
    let mut constraints = schema.all_constraints();
    constraints.sort_by_key(|constraint| constraint.keyword == Keyword::AdditionalProperties);
    let mut limits: Vec<String> =
        constraints.iter().filter_map(|constraint| limit(constraint, &constraints)).collect();
    let within = |(step, inner): (Step<'_>, &Schema)| {
        let what = match step {
            Step::Item => "each item ".to_owned(),
            Step::Position(index) => format!("item {index}: "),
            Step::Entry => "each value ".to_owned(),
            Step::Alternative(..) => String::new(),
            // Each property has a row of its own, and so has each type.
            Step::Property(..) | Step::Variant(..) => return None,
        };
        let of_inner = self::limits(inner);
        (!of_inner.is_empty()).then(|| format!("{what}{of_inner}"))
    };
    limits.extend(schema.children().into_iter().filter_map(within));
    limits.join("; ")
}

/// Returns a limit, or `None` if the type or another limit already states it.
fn limit(constraint: &Constraint, all: &[Constraint]) -> Option<String> {
    let opposite = all.iter().find(|other| Some(other.keyword) == constraint.keyword.opposite());
    match constraint.keyword {
        Keyword::Const | Keyword::Format => None,
        Keyword::Pattern => match &constraint.operand {
            Operand::Pattern(pattern) => Some(format!("matches {}", code(pattern.source()))),
            _ => None,
        },
        Keyword::MinimumInterval => {
            let seconds = constraint.number().and_then(Number::as_u64)?;
            Some(format!("runs at least {} apart", duration(seconds)))
        }
        keyword if let Some(opposite) = opposite => {
            let (minimum, maximum) = (&constraint.operand, &opposite.operand);
            let counted = |number: &Operand| match keyword.counted_unit() {
                Some(of) => of.with_number(number),
                None => number.to_string(),
            };
            (keyword.side() == Some(Side::Minimum)).then(|| {
                if minimum == maximum {
                    counted(maximum)
                } else {
                    format!("{minimum} to {}", counted(maximum))
                }
            })
        }
        _ => Some(constraint.sentence()),
    }
}

/// Returns whether readers need an example to know what to write for the format or the pattern.
fn needs_example(schema: &Schema) -> bool {
    let is_hard_to_write = |format| {
        matches!(format, StringFormat::Cron | StringFormat::SchedulePhrase | StringFormat::TimeZone)
    };
    schema.pattern().is_some() || schema.format().is_some_and(is_hard_to_write)
}

fn duration(seconds: u64) -> String {
    let (number, unit) = match seconds {
        _ if seconds.is_multiple_of(3600) => (seconds / 3600, "hour"),
        _ if seconds.is_multiple_of(60) => (seconds / 60, "minute"),
        _ => (seconds, "second"),
    };
    pluralize(number, unit)
}

fn codes(values: &[String]) -> String {
    values.iter().map(|value| code(value)).collect::<Vec<_>>().join(", ")
}
