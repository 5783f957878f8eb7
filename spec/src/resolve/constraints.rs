//! Constraints: what the keywords of a page demand.

use serde_json::Number;

use super::place::Place;
use super::resolver::Resolver;
use crate::diagnostic::did_you_mean;
use crate::model::{Constraint, Keyword, Operand, StringFormat};
use crate::page::{AdditionalPage, JsonType, SchemaPage};

/// What is wrong with what a keyword demands, and what to do about it.
type Mistake = (String, Option<String>);

impl Resolver<'_> {
    /// What a page says of values of a JSON type; the structure of an object aside.
    pub(super) fn constraints(
        &mut self,
        page: &SchemaPage,
        place: &Place<'_>,
        json_type: JsonType,
    ) -> Vec<Constraint> {
        let mut found = Vec::new();
        for &keyword in Keyword::ALL {
            if keyword == Keyword::AdditionalProperties
                || !keyword.json_types().contains(&json_type.name())
            {
                continue;
            }
            match operand(page, keyword, json_type) {
                Some(Ok(operand)) => found.push(Constraint { keyword, operand }),
                Some(Err((message, help))) => {
                    let mistake = place.at(keyword.name()).value(message);
                    self.report(match help {
                        Some(help) => mistake.with_help(help),
                        None => mistake,
                    });
                }
                None => {}
            }
        }
        found
    }
}

/// What a keyword of a page demands; none where it is not there.
pub(crate) fn operand(
    page: &SchemaPage,
    keyword: Keyword,
    json_type: JsonType,
) -> Option<Result<Operand, Mistake>> {
    let count = |limit: Option<u64>| limit.map(|limit| Ok(Operand::from(limit)));
    let number = |limit: &Option<Number>| limit.as_ref().map(|limit| number(limit, json_type));
    match keyword {
        Keyword::Const => page.constant.map(|value| Ok(Operand::Value(value.into()))),
        Keyword::Minimum => number(&page.minimum),
        Keyword::Maximum => number(&page.maximum),
        Keyword::MinLength => count(page.min_length),
        Keyword::MaxLength => count(page.max_length),
        Keyword::Pattern => page.pattern.clone().map(|pattern| Ok(Operand::Pattern(pattern))),
        Keyword::Format => page.format.as_deref().map(format),
        Keyword::MinimumInterval => page.minimum_interval.as_deref().map(interval),
        Keyword::MinItems => count(page.min_items),
        Keyword::MaxItems => count(page.max_items),
        Keyword::MinProperties => count(page.min_properties),
        Keyword::AdditionalProperties => match page.additional_properties {
            Some(AdditionalPage::Allowed(false)) => Some(Ok(Operand::Flag)),
            _ => None,
        },
        Keyword::ExactlyOne => names(&page.exactly_one),
    }
}

fn names(names: &[String]) -> Option<Result<Operand, Mistake>> {
    (!names.is_empty()).then(|| Ok(Operand::Names(names.to_vec())))
}

fn number(limit: &Number, json_type: JsonType) -> Result<Operand, Mistake> {
    let as_whole = || limit.as_i64().map(Number::from);
    let as_float = || limit.as_f64().and_then(Number::from_f64);
    let found = if json_type == JsonType::Integer { as_whole() } else { as_float() };
    let mistake = || ("a limit of an integer is a whole number".to_owned(), None);
    found.map(Operand::Number).ok_or_else(mistake)
}

fn format(name: &str) -> Result<Operand, Mistake> {
    let found = StringFormat::ALL.iter().find(|format| format.name() == name);
    found.map(|format| Operand::Format(*format)).ok_or_else(|| {
        let known: Vec<&str> = StringFormat::ALL.iter().map(|format| format.name()).collect();
        let list = || format!("there are `{}`", known.join("`, `"));
        let help = did_you_mean(name, known.iter().copied()).unwrap_or_else(list);
        (format!("there is no format `{name}`"), Some(help))
    })
}

fn interval(written: &str) -> Result<Operand, Mistake> {
    let unit_seconds = [("s", 1), ("m", 60), ("h", 3600)];
    let seconds = unit_seconds.iter().find_map(|(unit, seconds)| {
        let number: u64 = written.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(*seconds)
    });
    seconds.map(Operand::from).ok_or_else(|| {
        let help = "write a whole number and `s`, `m` or `h`: `5m`".to_owned();
        ("this is no length of time".to_owned(), Some(help))
    })
}
