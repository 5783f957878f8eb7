//! Lookup of the constraints of a schema by keyword.

use serde_json::Value;

use super::{Constraint, Keyword, Operand, StringFormat};
use crate::model::{Additional, Schema, Shape};

impl Schema {
    /// Returns every constraint, in the order of [`Keyword::ALL`].
    #[must_use]
    pub fn all_constraints(&self) -> Vec<Constraint> {
        let mut all = self.constraints.clone();
        if let Shape::Object(object) = &self.shape
            && object.additional == Additional::Forbidden
        {
            let keyword = Keyword::AdditionalProperties;
            all.push(Constraint { keyword, operand: Operand::Flag });
            all.sort_by_key(|constraint| constraint.keyword);
        }
        all
    }

    /// Returns the operand of a keyword, if the schema has the keyword.
    #[must_use]
    pub fn operand(&self, keyword: Keyword) -> Option<&Operand> {
        let mut constraints = self.constraints.iter();
        constraints
            .find(|constraint| constraint.keyword == keyword)
            .map(|constraint| &constraint.operand)
    }

    /// Sets the operand of a keyword, or removes the keyword.
    pub fn set_constraint(&mut self, keyword: Keyword, operand: Option<Operand>) {
        self.constraints.retain(|constraint| constraint.keyword != keyword);
        self.constraints.extend(operand.map(|operand| Constraint { keyword, operand }));
        self.constraints.sort_by_key(|constraint| constraint.keyword);
    }

    /// Returns the smallest number that the limits allow, or `least` if there is no lower limit.
    #[must_use]
    pub fn minimum_or(&self, minimum: f64) -> f64 {
        let limit = |keyword| self.number(keyword);
        // An exclusive limit itself is not allowed. The next number is a whole number, a half or a step away.
        let step = limit(Keyword::MultipleOf);
        let gap = if self.shape == Shape::Integer { 1.0 } else { 0.5 };
        let above = limit(Keyword::ExclusiveMinimum).map(|limit| limit + step.unwrap_or(gap));
        let below = limit(Keyword::ExclusiveMaximum).map(|limit| limit - step.unwrap_or(gap));
        let lower = limit(Keyword::Minimum).or(above);
        let upper = limit(Keyword::Maximum).or(below);
        let number = lower.unwrap_or_else(|| upper.map_or(minimum, |upper| upper.min(minimum)));
        let up = |step: f64| (number / step).ceil() * step;
        step.map_or(number, |step| match upper {
            Some(upper) if up(step) > upper => (upper / step).floor() * step,
            _ => up(step),
        })
    }

    /// Returns the operand of a keyword as a number.
    #[must_use]
    pub fn number(&self, keyword: Keyword) -> Option<f64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_f64(),
            _ => None,
        }
    }

    /// Returns the operand of a keyword as a whole number that is not negative.
    #[must_use]
    pub fn count(&self, keyword: Keyword) -> Option<u64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_u64(),
            _ => None,
        }
    }

    /// Returns the operand of a keyword as a whole number.
    #[must_use]
    pub fn integer(&self, keyword: Keyword) -> Option<i64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    /// Returns the only value allowed.
    #[must_use]
    pub fn constant(&self) -> Option<&Value> {
        match self.operand(Keyword::Const)? {
            Operand::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the pattern of a string.
    #[must_use]
    pub fn pattern(&self) -> Option<&str> {
        match self.operand(Keyword::Pattern)? {
            Operand::Pattern(pattern) => Some(pattern.source()),
            _ => None,
        }
    }

    /// Returns the format of a string.
    #[must_use]
    pub fn format(&self) -> Option<StringFormat> {
        match self.operand(Keyword::Format)? {
            Operand::Format(format) => Some(*format),
            _ => None,
        }
    }

    /// Returns the schema that a keyword sets for a part of the value.
    #[must_use]
    pub fn subschema(&self, keyword: Keyword) -> Option<&Self> {
        match self.operand(keyword)? {
            Operand::Schema(schema) => Some(schema),
            _ => None,
        }
    }

    /// Returns the properties that must be present if another one is, by the name of the other one.
    pub fn dependents(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        let dependents = match self.operand(Keyword::DependentRequired) {
            Some(Operand::Dependents(all)) => Some(all),
            _ => None,
        };
        dependents.into_iter().flatten()
    }

    /// Returns the properties of which exactly one is present; empty without such a rule.
    #[must_use]
    pub fn exactly_one(&self) -> &[String] {
        match self.operand(Keyword::ExactlyOne) {
            Some(Operand::Names(names)) => names,
            _ => &[],
        }
    }
}
