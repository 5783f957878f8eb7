//! Resolves constraints: reads the operand of each keyword of a page.

use serde_json::Number;

use crate::model::{ClauseId, Constraint, Keyword, Operand, Pattern, Schema, Shape, StringFormat};
use crate::nearest::did_you_mean;
use crate::page::{AdditionalPage, JsonType, SchemaPage};
use crate::resolve::schemas::kind;
use crate::resolve::{EntryPlace, Resolver};

/// A message that says what is wrong with an operand, and a help that says what to do.
type Mistake = (String, Option<String>);

impl Resolver<'_> {
    /// Returns the constraints that a page sets for values of a JSON type, without the structure of an
    /// object.
    pub(super) fn constraints(
        &mut self,
        page: &SchemaPage,
        place: &EntryPlace<'_>,
        json_type: JsonType,
    ) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        for (keyword, operand) in operands(page, limited_kind(page, json_type), json_type) {
            match operand {
                Ok(operand) => constraints.push(Constraint { keyword, operand }),
                Err((message, help)) => {
                    let mistake = place.at(keyword.name()).value(message);
                    self.push(match help {
                        Some(help) => mistake.with_help(help),
                        None => mistake,
                    });
                }
            }
        }
        constraints
    }
}

/// Returns whether a page describes an object with free property names.
pub(crate) fn is_map(page: &SchemaPage) -> bool {
    page.properties.is_none()
        && matches!(page.additional_properties, Some(AdditionalPage::Values(_)))
}

/// Returns the kind of value that the keywords limit, in the terms of [`Keyword::json_types`].
pub(crate) fn limited_kind(page: &SchemaPage, json_type: JsonType) -> &'static str {
    match json_type {
        JsonType::Object if is_map(page) => "map",
        JsonType::Array if page.prefix_items.is_some() => "tuple",
        other => other.name(),
    }
}

/// Returns the operand of a keyword, or `None` if the page does not have the keyword.
pub(crate) fn operand(
    page: &SchemaPage,
    keyword: Keyword,
    json_type: JsonType,
) -> Option<Result<Operand, Mistake>> {
    let count = |limit: Option<u64>| limit.map(|limit| Ok(Operand::from(limit)));
    let number = |limit: &Option<Number>| limit.as_ref().map(|limit| number(limit, json_type));
    match keyword {
        Keyword::Const => page.constant.as_ref().map(|value| Ok(Operand::Value(value.value()))),
        Keyword::Minimum => number(&page.minimum),
        Keyword::Maximum => number(&page.maximum),
        Keyword::ExclusiveMinimum => number(&page.exclusive_minimum),
        Keyword::ExclusiveMaximum => number(&page.exclusive_maximum),
        Keyword::MultipleOf => page.multiple_of.as_ref().map(|number| divisor(number, json_type)),
        Keyword::MinLength => count(page.min_length),
        Keyword::MaxLength => count(page.max_length),
        Keyword::Pattern => {
            page.pattern.clone().map(|pattern| Ok(Operand::Pattern(Pattern::new(pattern))))
        }
        Keyword::Format => page.format.as_deref().map(format),
        Keyword::MinimumInterval => page.minimum_interval.as_deref().map(interval),
        Keyword::MinItems => count(page.min_items),
        Keyword::MaxItems => count(page.max_items),
        Keyword::UniqueItems => page.unique_items.then_some(Ok(Operand::Flag)),
        Keyword::Contains => page.contains.as_deref().map(|schema| plain(schema, "contains", None)),
        Keyword::MinContains => count(page.min_contains),
        Keyword::MaxContains => count(page.max_contains),
        Keyword::MinProperties => count(page.min_properties),
        Keyword::MaxProperties => count(page.max_properties),
        Keyword::PropertyNames => {
            let string = Some(JsonType::String);
            page.property_names.as_deref().map(|schema| plain(schema, "propertyNames", string))
        }
        Keyword::AdditionalProperties => match page.additional_properties {
            Some(AdditionalPage::Allowed(false)) => Some(Ok(Operand::Flag)),
            _ => None,
        },
        Keyword::ExactlyOne => names(&page.exactly_one),
        Keyword::DependentRequired => (!page.dependent_required.is_empty())
            .then(|| Ok(Operand::Dependents(page.dependent_required.clone()))),
    }
}

fn divisor(number: &Number, json_type: JsonType) -> Result<Operand, Mistake> {
    match number.as_f64() {
        Some(divisor) if divisor > 0.0 => self::number(number, json_type),
        _ => Err(("`multipleOf` must be greater than 0".to_owned(), None)),
    }
}

/// Resolves the schema of a part of a value: a plain value with its constraints.
fn plain(page: &SchemaPage, word: &str, wanted: Option<JsonType>) -> Result<Operand, Mistake> {
    let mistake = |is: &str| {
        let help = "give a `type` with limits, or an `enum`".to_owned();
        (format!("`{word}` must describe {is}"), Some(help))
    };
    let json_type = kind(page).filter(|_| page.reference.is_none() && page.one_of.is_none());
    let json_type = match (json_type, wanted) {
        (Some(kind), Some(wanted)) if kind == wanted => kind,
        (None, Some(JsonType::String)) => JsonType::String,
        (_, Some(_)) => return Err(mistake("names, which are strings")),
        (
            Some(number_or_boolean @ (JsonType::Boolean | JsonType::Integer | JsonType::Number)),
            None,
        ) => number_or_boolean,
        (Some(JsonType::String), None) => JsonType::String,
        _ => return Err(mistake("a plain value: a boolean, a number or a string")),
    };
    let shape = match (&page.enumeration, json_type) {
        (Some(values), _) => Shape::Enum(values.clone()),
        (None, JsonType::Boolean) => Shape::Boolean,
        (None, JsonType::Integer) => Shape::Integer,
        (None, JsonType::Number) => Shape::Number,
        _ => Shape::String,
    };
    let mut schema = Schema::new(ClauseId::new(word), shape);
    for (keyword, operand) in operands(page, json_type.name(), json_type) {
        schema.set_constraint(keyword, Some(operand?));
    }
    Ok(Operand::Schema(Box::new(schema)))
}

/// Returns the operands of all keywords that limit a kind of value and that the page has.
fn operands(
    page: &SchemaPage,
    kind: &str,
    json_type: JsonType,
) -> impl Iterator<Item = (Keyword, Result<Operand, Mistake>)> {
    let keywords = Keyword::ALL.iter().copied();
    let keywords = keywords.filter(move |keyword| keyword.json_types().contains(&kind));
    let keywords = keywords.filter(|keyword| *keyword != Keyword::AdditionalProperties);
    keywords.filter_map(move |keyword| Some((keyword, operand(page, keyword, json_type)?)))
}

fn names(names: &[String]) -> Option<Result<Operand, Mistake>> {
    (!names.is_empty()).then(|| Ok(Operand::Names(names.to_vec())))
}

fn number(limit: &Number, json_type: JsonType) -> Result<Operand, Mistake> {
    let as_whole = || limit.as_i64().map(Number::from);
    let as_float = || limit.as_f64().and_then(Number::from_f64);
    let found = if json_type == JsonType::Integer { as_whole() } else { as_float() };
    let mistake = || {
        let help = "write a whole number, or give the property the type `number`".to_owned();
        (format!("{limit} is not a whole number, as a limit of an integer must be"), Some(help))
    };
    found.map(Operand::Number).ok_or_else(mistake)
}

fn format(name: &str) -> Result<Operand, Mistake> {
    let format = StringFormat::ALL.iter().find(|format| format.name() == name);
    format.map(|format| Operand::Format(*format)).ok_or_else(|| {
        let known: Vec<&str> = StringFormat::ALL.iter().map(|format| format.name()).collect();
        let list = || format!("give one of `{}`", known.join("`, `"));
        let help = did_you_mean(known.iter().copied(), name).unwrap_or_else(list);
        (format!("unknown format `{name}`"), Some(help))
    })
}

fn interval(written: &str) -> Result<Operand, Mistake> {
    let unit_seconds = [("s", 1), ("m", 60), ("h", 3600)];
    let seconds = unit_seconds.iter().find_map(|(unit, seconds)| {
        let number: u64 = written.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(*seconds)
    });
    seconds.map(Operand::from).ok_or_else(|| {
        let help = "write a whole number and `s`, `m` or `h`, such as `5m`".to_owned();
        (format!("`{written}` is not a time between two runs"), Some(help))
    })
}
