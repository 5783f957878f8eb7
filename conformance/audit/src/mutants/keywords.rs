//! Everything that differs between the keywords of constraints: their mutants, their family, the description
//! of a value that breaks one, and such a value in a response. A new keyword is described here.

use serde_json::{Value, json};
use webdata_spec::model::{Constraint, Keyword, Schema, Shape, StringFormat};

use super::builder::MutantBuilder;

/// Returns the family of mutants of a keyword.
pub(super) fn family(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::Const | Keyword::ExactlyOne | Keyword::DependentRequired => "types",
        Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf
        | Keyword::MinLength
        | Keyword::MaxLength
        | Keyword::MinItems
        | Keyword::MaxItems
        | Keyword::UniqueItems
        | Keyword::Contains
        | Keyword::MinContains
        | Keyword::MaxContains
        | Keyword::MinProperties
        | Keyword::MaxProperties => "limits",
        Keyword::Pattern | Keyword::Format | Keyword::MinimumInterval => "formats and patterns",
        Keyword::AdditionalProperties | Keyword::PropertyNames => "unknown properties",
    }
}

/// Describes a value that breaks a constraint, as the end of a noun phrase.
pub(super) fn describe_wrong_value(constraint: &Constraint) -> String {
    let limit = &constraint.operand;
    let counted =
        || constraint.keyword.counted_unit().map(|of| of.with_number(limit)).unwrap_or_default();
    match constraint.keyword {
        Keyword::Const => format!("other than {limit}"),
        Keyword::Minimum => format!("below {limit}"),
        Keyword::Maximum => format!("above {limit}"),
        Keyword::ExclusiveMinimum => format!("not above {limit}"),
        Keyword::ExclusiveMaximum => format!("not below {limit}"),
        Keyword::MultipleOf => format!("that is not a multiple of {limit}"),
        Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties => {
            format!("of fewer than {}", counted())
        }
        Keyword::MaxLength | Keyword::MaxItems | Keyword::MaxProperties => {
            format!("of more than {}", counted())
        }
        Keyword::UniqueItems => "with equal items".to_owned(),
        Keyword::Contains => format!("without an item that is {limit}"),
        Keyword::MinContains => format!("with fewer than {} of `contains`", counted()),
        Keyword::MaxContains => format!("with more than {} of `contains`", counted()),
        Keyword::PropertyNames => format!("with a name that is not {limit}"),
        Keyword::DependentRequired => format!("where {limit} does not hold"),
        Keyword::Pattern => format!("that does not match {limit}"),
        Keyword::Format => format!("that is not a {limit}"),
        Keyword::MinimumInterval => format!("with runs less than {limit} seconds apart"),
        Keyword::AdditionalProperties => "with a property that is not listed".to_owned(),
        Keyword::ExactlyOne => format!("without exactly one of {limit}"),
    }
}

/// Returns a value that breaks a constraint of responses, with its keyword and the suffix of its identity.
pub(super) fn broken(
    schema: &Schema,
    constraint: &Constraint,
) -> Option<(&'static str, &'static str, Value)> {
    let number = schema.integer(constraint.keyword);
    let (suffix, value) = match constraint.keyword {
        Keyword::Minimum if schema.shape == Shape::Integer => ("below", json!(number? - 1)),
        Keyword::Maximum if schema.shape == Shape::Integer => ("above", json!(number? + 1)),
        Keyword::MinLength if number? > 0 => ("empty", json!("")),
        Keyword::MaxLength => ("too-long", json!("x".repeat(usize::try_from(number? + 1).ok()?))),
        Keyword::Pattern => ("unmatched", json!("?")),
        Keyword::Format => ("malformed", json!(malformed_string(schema.format()?))),
        Keyword::MinItems if number? > 0 => ("empty", json!([])),
        Keyword::MultipleOf if schema.shape == Shape::Integer && number? > 1 => {
            ("between-multiples", json!(schema.minimum_or(0.0) as i64 + 1))
        }
        Keyword::Const
        | Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf
        | Keyword::MinLength
        | Keyword::MinimumInterval
        | Keyword::MinItems
        | Keyword::MaxItems
        | Keyword::UniqueItems
        | Keyword::Contains
        | Keyword::MinContains
        | Keyword::MaxContains
        | Keyword::MinProperties
        | Keyword::MaxProperties
        | Keyword::PropertyNames
        | Keyword::AdditionalProperties
        | Keyword::ExactlyOne
        | Keyword::DependentRequired => return None,
    };
    Some((constraint.keyword.name(), suffix, value))
}

fn malformed_string(format: StringFormat) -> &'static str {
    match format {
        StringFormat::Uuid => "7d444840",
        StringFormat::Uri => "no address",
        StringFormat::Email => "no address",
        StringFormat::DateTime => "2026-01-31 12:00:00",
        StringFormat::Date => "2026-02-30",
        StringFormat::Time => "12:00",
        StringFormat::Duration => "an hour",
        StringFormat::Hostname => "no host",
        StringFormat::Ipv4 | StringFormat::Ipv6 => "nowhere",
        StringFormat::JsonPointer => "a/b",
        StringFormat::Regex => "(",
        StringFormat::TimeZone => "Nowhere/Land",
        StringFormat::Cron => "now and then",
        StringFormat::SchedulePhrase => "every now and then",
    }
}

impl MutantBuilder<'_> {
    pub(super) fn mutate_constraint(
        &mut self,
        schema: &Schema,
        path: &str,
        constraint: &Constraint,
    ) {
        match constraint.keyword {
            // A boolean that may be either value has a mutant of its type.
            Keyword::Const if schema.shape == Shape::Boolean => {}
            Keyword::Const
            | Keyword::UniqueItems
            | Keyword::PropertyNames
            | Keyword::DependentRequired => {
                self.mutate_demand(path, constraint, &[constraint.keyword]);
            }
            Keyword::Contains => {
                let counts = [Keyword::MinContains, Keyword::MaxContains];
                self.mutate_demand(
                    path,
                    constraint,
                    &[&[constraint.keyword][..], &counts].concat(),
                );
            }
            Keyword::MultipleOf => {
                self.mutate_demand(path, constraint, &[constraint.keyword]);
                self.mutate_divisor(schema, path);
            }
            Keyword::Minimum
            | Keyword::Maximum
            | Keyword::ExclusiveMinimum
            | Keyword::ExclusiveMaximum
            | Keyword::MinLength
            | Keyword::MaxLength
            | Keyword::MinItems
            | Keyword::MaxItems
            | Keyword::MinContains
            | Keyword::MaxContains
            | Keyword::MinProperties
            | Keyword::MaxProperties => self.mutate_bound(schema, path, constraint.keyword),
            Keyword::Pattern => {
                schema.pattern().into_iter().for_each(|pattern| self.mutate_pattern(path, pattern));
            }
            Keyword::Format => {
                schema.format().into_iter().for_each(|format| self.mutate_format(path, format));
            }
            Keyword::MinimumInterval => {
                let limit = schema.count(constraint.keyword);
                limit.into_iter().for_each(|limit| self.mutate_interval(path, limit));
            }
            Keyword::AdditionalProperties | Keyword::ExactlyOne => {
                self.mutate_presence(schema, path, constraint.keyword.name());
            }
        }
    }
}
