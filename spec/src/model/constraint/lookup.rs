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

    /// The properties of which exactly one is present; empty where there is no such rule.
    #[must_use]
    pub fn exactly_one(&self) -> &[String] {
        match self.operand(Keyword::ExactlyOne) {
            Some(Operand::Names(names)) => names,
            _ => &[],
        }
    }
}
