//! The constraints of a schema, by keyword.

use serde_json::Value;

use super::{Constraint, Keyword, Operand, StringFormat};
use crate::model::{Additional, Schema, Shape};

impl Schema {
    /// Every constraint, in the order of [`Keyword::ALL`].
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

    /// What a keyword demands here.
    #[must_use]
    pub fn operand(&self, keyword: Keyword) -> Option<&Operand> {
        let mut constraints = self.constraints.iter();
        constraints.find(|own| own.keyword == keyword).map(|own| &own.operand)
    }

    /// Lets a keyword demand something else, or nothing.
    pub fn constrain(&mut self, keyword: Keyword, operand: Option<Operand>) {
        self.constraints.retain(|own| own.keyword != keyword);
        self.constraints.extend(operand.map(|operand| Constraint { keyword, operand }));
        self.constraints.sort_by_key(|constraint| constraint.keyword);
    }

    /// The smallest number that its limits allow, from `least` where they have no lower one.
    #[must_use]
    pub fn smallest(&self, least: f64) -> f64 {
        let limit = |keyword| self.number(keyword);
        // The gap to the limit itself, which is not allowed: a whole number, a half, or a step.
        let step = limit(Keyword::MultipleOf);
        let gap = if self.shape == Shape::Integer { 1.0 } else { 0.5 };
        let above = limit(Keyword::ExclusiveMinimum).map(|limit| limit + step.unwrap_or(gap));
        let below = limit(Keyword::ExclusiveMaximum).map(|limit| limit - step.unwrap_or(gap));
        let lower = limit(Keyword::Minimum).or(above);
        let upper = limit(Keyword::Maximum).or(below);
        let number = lower.unwrap_or_else(|| upper.map_or(least, |upper| upper.min(least)));
        let up = |step: f64| (number / step).ceil() * step;
        step.map_or(number, |step| match upper {
            Some(upper) if up(step) > upper => (upper / step).floor() * step,
            _ => up(step),
        })
    }

    /// The number that a keyword sets a limit to.
    #[must_use]
    pub fn number(&self, keyword: Keyword) -> Option<f64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_f64(),
            _ => None,
        }
    }

    /// The whole number, not below zero, that a keyword sets a limit to.
    #[must_use]
    pub fn count(&self, keyword: Keyword) -> Option<u64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_u64(),
            _ => None,
        }
    }

    /// The whole number that a keyword sets a limit to.
    #[must_use]
    pub fn integer(&self, keyword: Keyword) -> Option<i64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    /// The one value allowed.
    #[must_use]
    pub fn constant(&self) -> Option<&Value> {
        match self.operand(Keyword::Const)? {
            Operand::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The pattern of a string.
    #[must_use]
    pub fn pattern(&self) -> Option<&str> {
        match self.operand(Keyword::Pattern)? {
            Operand::Pattern(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// The format of a string.
    #[must_use]
    pub fn format(&self) -> Option<StringFormat> {
        match self.operand(Keyword::Format)? {
            Operand::Format(format) => Some(*format),
            _ => None,
        }
    }

    /// What a keyword says of a part of the value.
    #[must_use]
    pub fn part(&self, keyword: Keyword) -> Option<&Self> {
        match self.operand(keyword)? {
            Operand::Schema(schema) => Some(schema),
            _ => None,
        }
    }

    /// The properties that are present where another one is, by the name of that one.
    pub fn dependents(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        let found = match self.operand(Keyword::DependentRequired) {
            Some(Operand::Dependents(all)) => Some(all),
            _ => None,
        };
        found.into_iter().flatten()
    }

    /// The properties of which exactly one is present; empty where there is no such rule.
    #[must_use]
    pub fn exactly_one(&self) -> &[String] {
        match self.operand(Keyword::ExactlyOne) {
            Some(Operand::Names(names)) => names,
            _ => &[],
        }
    }
}
