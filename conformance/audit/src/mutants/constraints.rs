//! Mutants of constraints: not checked, off by one in each direction, or checked only superficially. All
//! differences between keywords are in this file, so a new keyword is added here.

use serde_json::{Number, Value, json};
use webdata_cases::derive::{beyond_limit, string_of_length};
use webdata_spec::model::{
    Constraint, Keyword, Operand, Pattern, Schema, Shape, Side, StringFormat,
};

use super::builder::{MutantBuilder, describe};

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

/// Returns a value that breaks a constraint in responses, with the keyword and the suffix of the identity.
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
        Keyword::Format => ("malformed", json!(mistakes_of_format(schema.format()?).0)),
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

impl MutantBuilder<'_> {
    pub(super) fn mutate_constraint(
        &mut self,
        schema: &Schema,
        path: &str,
        constraint: &Constraint,
    ) {
        match constraint.keyword {
            // The mutants of the type already accept the other boolean.
            Keyword::Const if schema.shape == Shape::Boolean => {}
            Keyword::Const
            | Keyword::UniqueItems
            | Keyword::PropertyNames
            | Keyword::DependentRequired => {
                self.mutate_demand(path, constraint, &[constraint.keyword]);
            }
            Keyword::Contains => {
                let gone = [Keyword::Contains, Keyword::MinContains, Keyword::MaxContains];
                self.mutate_demand(path, constraint, &gone);
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

    /// Adds a mutant that does not check a keyword, nor the keywords that mean nothing without it.
    fn mutate_demand(&mut self, path: &str, constraint: &Constraint, gone: &[Keyword]) {
        let (subject, word) = (describe(path), constraint.keyword.name());
        let description =
            format!("{subject} is not checked for `{word}`: {}.", constraint.sentence());
        let gone = gone.to_vec();
        self.loosened(path, "unchecked", &description, move |schema| {
            gone.iter().for_each(|keyword| schema.set_constraint(*keyword, None));
        });
    }

    /// Adds a mutant whose divisor is doubled.
    fn mutate_divisor(&mut self, schema: &Schema, path: &str) {
        let Some(Operand::Number(step)) = schema.operand(Keyword::MultipleOf).cloned() else {
            return;
        };
        let whole = step.as_i64().map(|step| Number::from(step * 2));
        let double = whole.or_else(|| Number::from_f64(step.as_f64()? * 2.0));
        let description = format!("{} is rejected if it is an odd multiple.", describe(path));
        self.schema(path, "refuses-odd-multiples", description, move |schema| {
            schema.set_constraint(Keyword::MultipleOf, Some(Operand::Number(double.clone()?)));
            Some(())
        });
    }

    /// Adds mutants of a limit that is not an integer: not checked, and exclusive in place of inclusive or
    /// the reverse.
    fn mutate_fraction(&mut self, schema: &Schema, path: &str, keyword: Keyword) {
        let Some(limit) = schema.operand(keyword).cloned() else { return };
        let (subject, word) = (describe(path), keyword.name());
        let other = match keyword {
            Keyword::Minimum => Keyword::ExclusiveMinimum,
            Keyword::Maximum => Keyword::ExclusiveMaximum,
            Keyword::ExclusiveMinimum => Keyword::Minimum,
            _ => Keyword::Maximum,
        };
        let description = format!("{subject} is not checked for `{word}`.");
        self.loosened(path, "unlimited", &description, move |schema| {
            schema.set_constraint(keyword, None);
        });
        let description = format!("{subject} is checked for `{}`, not `{word}`.", other.name());
        self.schema(path, other.name(), description, move |schema| {
            schema.set_constraint(keyword, None);
            schema.set_constraint(other, Some(limit.clone()));
        });
    }

    fn mutate_bound(&mut self, schema: &Schema, path: &str, keyword: Keyword) {
        let Some(limit) = schema.integer(keyword) else {
            return self.mutate_fraction(schema, path, keyword);
        };
        // Only multiples of the divisor can show that the limit has moved.
        let step = schema.integer(Keyword::MultipleOf).filter(|_| keyword.counted_unit().is_none());
        let step = step.unwrap_or(1);
        let is_lower = keyword.side() == Some(Side::Minimum);
        let is_exclusive = matches!(keyword, Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum);
        // A count that may be zero has no lower bound.
        let counts = keyword.counted_unit().is_some();
        let (looser, tighter) =
            if is_lower { (limit - step, limit + step) } else { (limit + step, limit - step) };
        let subject = describe(path);
        let (bound, direction) = if is_lower { ("lower", "less") } else { ("upper", "more") };
        let counted = |number: i64| match keyword.counted_unit() {
            Some(of) => of.with_number(number),
            None => format!("the value {number}"),
        };
        let set = |limit: Option<i64>| {
            move |schema: &mut Schema| {
                schema.set_constraint(keyword, limit.map(|limit| Operand::Number(limit.into())));
                Some(())
            }
        };
        // If the pattern or the format allows no string of this length, no client can notice the mutant.
        let is_length = matches!(keyword, Keyword::MinLength | Keyword::MaxLength);
        let can_be = |length: i64| {
            !is_length
                || usize::try_from(length)
                    .is_ok_and(|length| string_of_length(schema, length).is_some())
        };
        if !is_length || beyond_limit(schema, keyword).is_some() {
            let description =
                format!("{subject} has no {bound} bound: any number {direction} is accepted.");
            self.loosened(path, "unlimited", &description, set(None));
        }
        let accepted = if is_exclusive { limit } else { looser };
        if !(counts && is_lower && looser == 0) && can_be(accepted) {
            let description = format!("{subject} is accepted with {}.", counted(accepted));
            let suffix = format!("accepts-{}", number_name(accepted));
            self.loosened(path, &suffix, &description, set(Some(looser)));
        }
        let refused = if is_exclusive { tighter } else { limit };
        if !(counts && tighter < 0) && can_be(refused) {
            let description = format!("{subject} is rejected with {}.", counted(refused));
            let suffix = format!("refuses-{}", number_name(refused));
            self.schema(path, &suffix, description, set(Some(tighter)));
        }
    }

    fn mutate_format(&mut self, path: &str, format: StringFormat) {
        let subject = describe(path);
        let description = format!("{subject} is not checked for the format {}.", format.name());
        self.loosened(path, "unchecked", &description, |schema| {
            schema.set_constraint(Keyword::Format, None);
            schema.set_constraint(Keyword::MinimumInterval, None);
        });
        let (_, pattern, seems) = mistakes_of_format(format);
        let description =
            format!("{subject} counts as of the format {} if it {seems}.", format.name());
        self.loosened(path, "accepts-lookalikes", &description, move |schema| {
            schema.set_constraint(Keyword::Format, None);
            schema.set_constraint(Keyword::MinimumInterval, None);
            schema.set_constraint(Keyword::Pattern, Some(Operand::Pattern(Pattern::new(pattern))));
        });
    }

    fn mutate_interval(&mut self, path: &str, limit: u64) {
        let subject = describe(path);
        let mut changed = |suffix: &str, description: &str, interval: Option<u64>| {
            self.loosened(path, suffix, &format!("{subject} {description}."), move |schema| {
                schema.set_constraint(Keyword::MinimumInterval, interval.map(Operand::from));
            });
        };
        changed("unlimited", "may run at any interval", None);
        let shorter = limit.saturating_sub(MINUTE);
        let description = format!("may run every {shorter} seconds");
        changed("accepts-a-minute-less", &description, Some(shorter));
        let description = format!("may not run every {limit} seconds");
        changed("refuses-the-shortest", &description, Some(limit + MINUTE));
    }

    fn mutate_pattern(&mut self, path: &str, pattern: &str) {
        let subject = describe(path);
        let description = format!("{subject} is not checked against its pattern.");
        self.loosened(path, "unchecked", &description, |schema| {
            schema.set_constraint(Keyword::Pattern, None);
        });
        // A server that misreads a pattern does so at every place, so there is no mutant for a place alone.
        let mut other = |suffix: &str, description: &str, other: Option<String>| {
            let Some(other) = other.filter(|other| other != pattern) else { return };
            self.schema(path, suffix, format!("{subject} {description}."), move |schema| {
                let pattern = Operand::Pattern(Pattern::new(other.clone()));
                schema.set_constraint(Keyword::Pattern, Some(pattern));
            });
        };
        let start = pattern.strip_prefix('^').map(str::to_owned);
        other(
            "unanchored-at-the-start",
            "may have anything before the match of its pattern",
            start,
        );
        let end = pattern.strip_suffix('$').map(str::to_owned);
        other("unanchored-at-the-end", "may have anything after the match of its pattern", end);
        let either = pattern.replace("[A-Z]", "[A-Za-z]");
        other("accepts-lower-case", "may be in lower case", Some(either));
    }
}

/// Returns a number as part of an identity.
fn number_name(number: i64) -> String {
    if number < 0 { format!("minus-{}", number.unsigned_abs()) } else { number.to_string() }
}

/// The number of seconds by which a minimum interval is wrong.
const MINUTE: u64 = 60;

/// Returns a malformed string of a format, a pattern that is easily confused with the format, and the description of
/// that pattern.
fn mistakes_of_format(format: StringFormat) -> (&'static str, &'static str, &'static str) {
    match format {
        StringFormat::Uuid => {
            ("7d444840", "^[0-9A-Za-z-]{36}$", "has 36 letters, digits and hyphens")
        }
        StringFormat::Uri => ("no address", "^[A-Za-z]+:", "starts with a scheme"),
        StringFormat::Email => ("no address", "@", "contains an at sign"),
        StringFormat::DateTime => ("2026-01-31 12:00:00", "^[0-9]{4}-", "starts with a year"),
        StringFormat::Date => {
            ("2026-02-30", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "has the digits of a date")
        }
        StringFormat::Time => ("12:00", "^[0-9]{2}:", "starts with an hour"),
        StringFormat::Duration => ("an hour", "^P", "starts with a P"),
        StringFormat::Hostname => ("no host", "^[^ /]+$", "has no space and no slash"),
        StringFormat::Ipv4 => ("nowhere", r"^[0-9]+(\.[0-9]+){3}$", "has four numbers"),
        StringFormat::Ipv6 => ("nowhere", "^[0-9a-f:.]+$", "has digits and colons"),
        StringFormat::JsonPointer => ("a/b", "^/", "starts with a slash"),
        StringFormat::Regex => ("(", "[a-z]", "has a letter"),
        StringFormat::TimeZone => {
            ("Nowhere/Land", "^[A-Za-z_]+(/[A-Za-z_]+)*$", "consists of words and slashes")
        }
        StringFormat::Cron => {
            ("now and then", r"^[^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+$", "has five fields")
        }
        StringFormat::SchedulePhrase => ("every now and then", "^every ", "starts with `every`"),
    }
}
