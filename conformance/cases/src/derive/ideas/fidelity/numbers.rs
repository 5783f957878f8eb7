//! Numbers beyond the integer types of programming languages. The server must accept them without a maximum,
//! and reject them with one.

use std::collections::HashSet;

use serde_json::json;
use webdata_spec::model::{Keyword, Shape};

use super::{BETWEEN_FLOATS, FidelityContext};
use crate::case::Case;
use crate::derive::values::places::Position;
use crate::interpreter::limits::broken;

/// The number of values of a 32-bit integer.
const WORD_32: i64 = 1 << 32;

pub(super) fn derive(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    let mut is_exact_asked = false;
    for place in idea.context.places() {
        let schema = place.schema;
        let is_integer = schema.shape == Shape::Integer && schema.constant().is_none();
        if !is_integer || !seen.insert((&schema.clause, &place.property.clause)) {
            continue;
        }
        if schema.number(Keyword::Maximum).is_none() {
            // The last number is the largest integer below which 64-bit floats are exact.
            let all = [("past-int32", i64::from(i32::MAX) + 1), ("past-float", (1 << 53) - 1)];
            for (name, number) in all {
                if broken(schema, &json!(number)).is_empty() {
                    cases.extend(idea.returned_if_accepted(place, name, &json!(number)));
                }
            }
            let between = json!(BETWEEN_FLOATS);
            if !is_exact_asked && broken(schema, &between).is_empty() {
                let exact = idea.exact_integer(place, &between, "");
                is_exact_asked = exact.is_some();
                cases.extend(exact);
            }
            continue;
        }
        // A number that is within the limits once its upper bits are cut off.
        let Some(minimum) = schema.integer(Keyword::Minimum) else { continue };
        for (side, number) in
            [("past-int32", json!(WORD_32 + minimum)), ("past-int64", json!(1e20))]
        {
            if broken(schema, &number) == [Keyword::Maximum] {
                let only = [(Position::Only, "")];
                cases.extend(idea.context.reject_in(place, "maximum", side, &number, &only));
            }
        }
    }
    cases
}
