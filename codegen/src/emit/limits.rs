//! Emits `src/limits.rs`: a constant for each limit that is a number.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{Schema, Shape, StringFormat};

use crate::docs::doc;
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::names::{Scope, ident, shouty};
use crate::rust_file::rust_file;

/// The limits of all types, of the operations' parameters, and of the service as a whole.
pub(crate) fn emit(spec: &Spec) -> Result<GeneratedFile, GenerateError> {
    let mut limits = Limits { scope: Scope::default(), constants: Vec::new() };
    for found in spec.types.values() {
        limits.schema(&found.schema);
    }
    for operation in spec.operations.values() {
        for parameter in operation.parameters.values() {
            limits.schema(&parameter.schema);
        }
    }
    for limit in spec.limits.values() {
        if let Some(value) = limit.value {
            let clause = format!("limits.{}", limit.id);
            limits.add(&clause, &limit.doc, &quote!(u64), &quote!(#value));
        }
    }
    let doc = "The limits of the contract as constants, each with its clause.";
    rust_file("src/limits.rs", doc, limits.constants)
}

struct Limits {
    scope: Scope,
    constants: Vec<TokenStream>,
}

impl Limits {
    fn add(&mut self, clause: &str, says: &str, rust_type: &TokenStream, value: &TokenStream) {
        let name = ident(&self.scope.claim(shouty(clause)));
        let doc = doc([format!("{says} (`{clause}`).")]);
        self.constants.push(quote!(#doc pub const #name: #rust_type = #value;));
    }

    fn of<T: quote::ToTokens>(
        &mut self,
        schema: &Schema,
        word: &str,
        says: &str,
        rust_type: &TokenStream,
        limit: Option<T>,
    ) {
        if let Some(limit) = limit {
            let clause = schema.clause.child(word);
            self.add(clause.as_str(), says, rust_type, &quote!(#limit));
        }
    }

    fn schema(&mut self, schema: &Schema) {
        let (usize, i64, f64) = (quote!(usize), quote!(i64), quote!(f64));
        match &schema.shape {
            Shape::Integer { minimum, maximum } => {
                self.of(schema, "minimum", "The least value", &i64, *minimum);
                self.of(schema, "maximum", "The largest value", &i64, *maximum);
            }
            Shape::Number { minimum, maximum } => {
                self.of(schema, "minimum", "The least value", &f64, *minimum);
                self.of(schema, "maximum", "The largest value", &f64, *maximum);
            }
            Shape::String(text) => {
                let (least, most) = (text.min_length.map(count), text.max_length.map(count));
                self.of(schema, "minLength", "The least number of characters", &usize, least);
                self.of(schema, "maxLength", "The largest number of characters", &usize, most);
                if let Some(StringFormat::Cron { minimum_interval: Some(interval) }) = text.format {
                    let seconds = interval.as_secs();
                    let value = quote!(std::time::Duration::from_secs(#seconds));
                    let says = "The least time between two runs";
                    let duration = quote!(std::time::Duration);
                    self.of(schema, "minimumInterval", says, &duration, Some(value));
                }
            }
            Shape::Array { items, min_items, max_items } => {
                let (least, most) = (min_items.map(count), max_items.map(count));
                self.of(schema, "minItems", "The least number of items", &usize, least);
                self.of(schema, "maxItems", "The largest number of items", &usize, most);
                self.schema(items);
            }
            Shape::Map(values) => self.schema(values),
            Shape::OneOf(alternatives) => alternatives.iter().for_each(|one| self.schema(one)),
            Shape::Object(object) => {
                let least = object.min_properties.map(count);
                let says = "The least number of properties";
                self.of(schema, "minProperties", says, &usize, least);
                for property in object.properties.values() {
                    self.schema(&property.schema);
                }
            }
            Shape::Any
            | Shape::Boolean { .. }
            | Shape::Enum(_)
            | Shape::Union(_)
            | Shape::Ref(_) => {}
        }
    }
}

/// A number of things, as a literal without a suffix.
pub(crate) fn count(number: u64) -> proc_macro2::Literal {
    proc_macro2::Literal::u64_unsuffixed(number)
}
