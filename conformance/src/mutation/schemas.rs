//! What schemas say: types, limits, formats, defaults.

use serde_json::{Value, json};
use webdata_spec::model::{ClauseId, Schema, Shape, StringFormat, Text};

use super::{Ways, find};

impl Ways<'_> {
    pub(super) fn of_schema(&mut self, clause: &ClauseId) {
        let Some((path, word)) = clause.as_str().rsplit_once('.') else { return };
        let mut spec = self.spec.clone();
        let Some(schema) = find::schema(&mut spec, path) else { return };
        for (says, changed) in changes(schema, word) {
            self.add(says, |spec| {
                *find::schema(spec, path)? = changed;
                Some(())
            });
        }
        if word == "required" {
            self.add("may be left out", |spec| {
                let (object, name) = find::owner(spec, path)?;
                object.properties.get_mut(name)?.required = false;
                Some(())
            });
            self.add("is not there", |spec| {
                let (object, name) = find::owner(spec, path)?;
                object.properties.shift_remove(name).map(drop)
            });
        }
    }
}

/// The schemas that say something else by one word, each with what it says.
fn changes(schema: &Schema, word: &str) -> Vec<(String, Schema)> {
    let mut changes = Vec::new();
    let mut add = |says: &str, shape: Shape| {
        changes.push((says.to_owned(), Schema { shape, ..schema.clone() }));
    };
    match (word, &schema.shape) {
        ("type", shape) => {
            add("of any type", Shape::Any);
            let other = match shape {
                Shape::Boolean { .. } => Shape::String(Text::default()),
                _ => Shape::Boolean { constant: None },
            };
            add("of another type", other);
        }
        ("const", Shape::Boolean { constant: Some(value) }) => {
            add("always the other one", Shape::Boolean { constant: Some(!value) });
        }
        ("enum", Shape::Enum(values)) => {
            for value in values {
                let others = values.iter().filter(|other| *other != value).cloned().collect();
                add(&format!("without `{value}`"), Shape::Enum(others));
            }
            add("any text", Shape::String(Text::default()));
        }
        ("discriminator", Shape::Union(union)) => {
            for value in union.variants.keys() {
                let mut fewer = union.clone();
                fewer.variants.shift_remove(value);
                add(&format!("without `{value}`"), Shape::Union(fewer));
            }
            if let Some(type_name) = union.variants.values().next() {
                let mut more = union.clone();
                more.variants.insert("other".to_owned(), type_name.clone());
                add("with `other`", Shape::Union(more));
            }
        }
        ("minimum" | "maximum", Shape::Integer { minimum, maximum }) => {
            for (says, limit) in moved(word, *if word == "minimum" { minimum } else { maximum }) {
                let (minimum, maximum) = match word {
                    "minimum" => (limit, *maximum),
                    _ => (*minimum, limit),
                };
                add(&says, Shape::Integer { minimum, maximum });
            }
        }
        ("minItems" | "maxItems", Shape::Array { items, min_items, max_items }) => {
            for (says, limit) in
                moved(word, *if word == "minItems" { min_items } else { max_items })
            {
                let (min_items, max_items) = match word {
                    "minItems" => (limit, *max_items),
                    _ => (*min_items, limit),
                };
                add(&says, Shape::Array { items: items.clone(), min_items, max_items });
            }
        }
        (_, Shape::String(text)) => {
            for (says, text) in texts(text, word) {
                add(&says, Shape::String(text));
            }
        }
        _ => {}
    }
    let mut add = |says: &str, schema: Schema| changes.push((says.to_owned(), schema));
    match word {
        "nullable" => add("never null", Schema { nullable: false, ..schema.clone() }),
        "generated" => add("not made", Schema { generated: false, ..schema.clone() }),
        "default" => {
            let none = Schema { default: None, default_description: None, ..schema.clone() };
            if let Some(other) = schema.default.as_ref().and_then(|old| other_value(schema, old)) {
                let says = format!("{other} when left out");
                add(&says, Schema { default: Some(other), ..schema.clone() });
            }
            add("nothing when left out", none);
        }
        _ => {}
    }
    changes
}

/// A limit dropped, and off by one each way.
fn moved<N>(word: &str, limit: Option<N>) -> Vec<(String, Option<N>)>
where
    N: Copy + std::fmt::Display + std::ops::Add<Output = N> + std::ops::Sub<Output = N> + From<u8>,
    N: PartialOrd,
{
    let Some(limit) = limit else { return Vec::new() };
    let one = N::from(1);
    let mut moved = vec![(format!("no {word}"), None)];
    moved.push((format!("{word} {}", limit + one), Some(limit + one)));
    if limit > N::from(0) {
        moved.push((format!("{word} {}", limit - one), Some(limit - one)));
    }
    moved
}

fn texts(text: &Text, word: &str) -> Vec<(String, Text)> {
    let own = || text.clone();
    match word {
        "minLength" => moved(word, text.min_length)
            .into_iter()
            .map(|(says, min_length)| (says, Text { min_length, ..own() }))
            .collect(),
        "maxLength" => moved(word, text.max_length)
            .into_iter()
            .map(|(says, max_length)| (says, Text { max_length, ..own() }))
            .collect(),
        "pattern" => vec![("no pattern".to_owned(), Text { pattern: None, ..own() })],
        "format" => vec![("no format".to_owned(), Text { format: None, ..own() })],
        "minimumInterval" => {
            let format = Some(StringFormat::Cron { minimum_interval: None });
            vec![("at any interval".to_owned(), Text { format, ..own() })]
        }
        _ => Vec::new(),
    }
}

/// Another value than a default, of the same kind.
fn other_value(schema: &Schema, default: &Value) -> Option<Value> {
    match (&schema.shape, default) {
        (Shape::Enum(values), _) => {
            values.iter().map(|value| json!(value)).find(|value| value != default)
        }
        (Shape::String(_), _) => Some(json!("other")),
        (_, Value::Bool(value)) => Some(json!(!value)),
        (_, Value::Number(number)) => Some(json!(number.as_i64()? + 1)),
        _ => None,
    }
}
