//! Mutants of limits of numbers, strings, lists and objects: not checked, or off by one in each direction.
//! Other keywords are not checked.

use serde_json::Number;
use webdata_cases::derive::{beyond_limit, string_of_length};
use webdata_spec::model::{Constraint, Keyword, Operand, Schema, Side};

use super::builder::MutantBuilder;
use super::subject;

impl MutantBuilder<'_> {
    /// Adds a mutant that does not check a keyword, nor the keywords that mean nothing without it.
    pub(super) fn mutate_demand(&mut self, path: &str, constraint: &Constraint, gone: &[Keyword]) {
        let (subject, word) = (subject::describe(path), constraint.keyword.name());
        let description =
            format!("{subject} is not checked for `{word}`: {}.", constraint.sentence());
        let gone = gone.to_vec();
        self.loosened(path, "unchecked", &description, move |schema| {
            gone.iter().for_each(|keyword| schema.set_constraint(*keyword, None));
            Some(())
        });
    }

    /// Adds a mutant whose divisor is doubled.
    pub(super) fn mutate_divisor(&mut self, schema: &Schema, path: &str) {
        let Some(Operand::Number(step)) = schema.operand(Keyword::MultipleOf).cloned() else {
            return;
        };
        let whole = step.as_i64().map(|step| Number::from(step * 2));
        let double = whole.or_else(|| Number::from_f64(step.as_f64()? * 2.0));
        let description =
            format!("{} is rejected if it is an odd multiple.", subject::describe(path));
        self.schema(path, "refuses-odd-multiples", description, move |schema| {
            schema.set_constraint(Keyword::MultipleOf, Some(Operand::Number(double.clone()?)));
            Some(())
        });
    }

    /// Adds mutants of a limit that is not an integer: not checked, and exclusive in place of inclusive or
    /// the reverse.
    fn mutate_fraction(&mut self, schema: &Schema, path: &str, keyword: Keyword) {
        let Some(limit) = schema.operand(keyword).cloned() else { return };
        let (subject, word) = (subject::describe(path), keyword.name());
        let other = match keyword {
            Keyword::Minimum => Keyword::ExclusiveMinimum,
            Keyword::Maximum => Keyword::ExclusiveMaximum,
            Keyword::ExclusiveMinimum => Keyword::Minimum,
            _ => Keyword::Maximum,
        };
        let description = format!("{subject} is not checked for `{word}`.");
        self.loosened(path, "unlimited", &description, move |schema| {
            schema.set_constraint(keyword, None);
            Some(())
        });
        let description = format!("{subject} is checked for `{}`, not `{word}`.", other.name());
        self.schema(path, other.name(), description, move |schema| {
            schema.set_constraint(keyword, None);
            schema.set_constraint(other, Some(limit.clone()));
            Some(())
        });
    }

    pub(super) fn mutate_bound(&mut self, schema: &Schema, path: &str, keyword: Keyword) {
        let Some(limit) = schema.integer(keyword) else {
            return self.mutate_fraction(schema, path, keyword);
        };
        // Only multiples of the divisor can show that the limit has moved.
        let step = schema.integer(Keyword::MultipleOf).filter(|_| keyword.counted_unit().is_none());
        let step = step.unwrap_or(1);
        let is_lower = keyword.side() == Some(Side::Least);
        let is_exclusive = matches!(keyword, Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum);
        // A count that may be zero has no lower bound.
        let counts = keyword.counted_unit().is_some();
        let (looser, tighter) =
            if is_lower { (limit - step, limit + step) } else { (limit + step, limit - step) };
        let subject = subject::describe(path);
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
            self.loosened(
                path,
                &format!("accepts-{}", number_name(accepted)),
                &description,
                set(Some(looser)),
            );
        }
        let refused = if is_exclusive { tighter } else { limit };
        if !(counts && tighter < 0) && can_be(refused) {
            let description = format!("{subject} is rejected with {}.", counted(refused));
            self.schema(
                path,
                &format!("refuses-{}", number_name(refused)),
                description,
                set(Some(tighter)),
            );
        }
    }
}

/// Returns a number as part of an identity.
fn number_name(number: i64) -> String {
    if number < 0 { format!("minus-{}", number.unsigned_abs()) } else { number.to_string() }
}
