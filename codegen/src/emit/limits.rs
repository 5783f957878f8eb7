//! Emits `src/limits.rs`: a constant for each numeric limit.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Number;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ClauseRoot, Constraint, Keyword, Schema, Shape, Side};

use crate::docs::doc;
use crate::emit::conditions::uses;
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::names::{Scope, ident, shouty_snake};

/// Emits the limits of all types, of path parameters, and of the service.
pub(crate) fn emit(spec: &Spec) -> Result<GeneratedFile, GenerateError> {
    let mut limits = Limits { scope: Scope::default(), constants: Vec::new() };
    let parameters = spec.operations.values().flat_map(|operation| operation.parameters.values());
    let parameters = parameters.flat_map(|parameter| parameter.schema.within());
    spec.schemas().into_iter().chain(parameters).for_each(|schema| limits.schema(schema));
    for limit in spec.limits.values() {
        if let Some(value) = limit.value {
            let clause = ClauseRoot::Limit(&limit.id).clause();
            limits.add(&clause, &limit.doc, &quote!(u64), &quote!(#value));
        }
    }
    if limits.constants.iter().any(|constant| uses(constant, "Duration")) {
        limits.constants.insert(
            0,
            quote!(
                use std::time::Duration;
            ),
        );
    }
    let doc = "The limits of the contract as constants, each with its clause.";
    rust_file("src/limits.rs", doc, limits.constants)
}

struct Limits {
    scope: Scope,
    constants: Vec<TokenStream>,
}

impl Limits {
    fn add(
        &mut self,
        clause: &ClauseId,
        sentence: &str,
        rust_type: &TokenStream,
        value: &TokenStream,
    ) {
        let name = ident(&self.scope.claim(shouty_snake(clause.as_str())));
        let doc = doc([format!("{sentence} (`{clause}`).")]);
        self.constants.push(quote!(#doc pub const #name: #rust_type = #value;));
    }

    fn schema(&mut self, schema: &Schema) {
        for constraint in schema.all_constraints() {
            if let Some((sentence, rust_type, value)) = constant(schema, &constraint) {
                let clause = schema.clause.child(constraint.keyword.name());
                self.add(&clause, &sentence, &rust_type, &value);
            }
        }
    }
}

/// Returns the description, the Rust type and the value of a limit, or `None` for a limit that is not a
/// number.
fn constant(schema: &Schema, limit: &Constraint) -> Option<(String, TokenStream, TokenStream)> {
    let keyword = limit.keyword;
    let (number, side) = (limit.number()?, keyword.side()?);
    let exclusive = match keyword {
        Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum => "exclusive ",
        _ => "",
    };
    let extreme = if side == Side::Minimum { "minimum" } else { "maximum" };
    let unit = schema.unit.filter(|_| keyword.counted_unit().is_none());
    let unit = unit.map(|unit| format!(", in {}", unit.name())).unwrap_or_default();
    let (what, rust_type, value) = match keyword.counted_unit() {
        _ if keyword == Keyword::MinimumInterval => {
            let seconds = number.as_u64()?;
            let seconds = Literal::u64_unsuffixed(seconds);
            let value = quote!(Duration::from_secs(#seconds));
            (" time between two runs".to_owned(), quote!(Duration), value)
        }
        Some(of) => {
            let value = literal(schema, number)?;
            let matching = match keyword {
                Keyword::MinContains | Keyword::MaxContains => "matching ",
                _ => "",
            };
            (format!(" number of {matching}{}", of.plural()), quote!(usize), quote!(#value))
        }
        None if schema.shape == Shape::Number => {
            let value = number.as_f64()?;
            (String::new(), quote!(f64), quote!(#value))
        }
        None => {
            let value = Literal::i64_unsuffixed(number.as_i64()?);
            (String::new(), quote!(i64), quote!(#value))
        }
    };
    let sentence = format!("The {exclusive}{extreme}{what}{unit}");
    Some((sentence, rust_type, value))
}

/// Returns a limit as a literal: a float for numbers, otherwise an integer without a suffix.
pub(crate) fn literal(schema: &Schema, number: &Number) -> Option<Literal> {
    Some(match schema.shape {
        Shape::Number => Literal::f64_unsuffixed(number.as_f64()?),
        _ => number
            .as_u64()
            .map(Literal::u64_unsuffixed)
            .or_else(|| number.as_i64().map(Literal::i64_unsuffixed))?,
    })
}
