//! Emits conditions, rules and effects as tables that the runtime evaluates.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;
use webdata_spec::model::{ClauseId, Condition, EffectKind, Operation, Rule, Segment, Test};

use crate::error::GenerateError;

/// The rules as the elements of an array.
pub(crate) fn rules(owner: &str, rules: &[&Rule]) -> Result<TokenStream, GenerateError> {
    let rules = rules.iter().map(|rule| {
        let (clause, id) = (format!("{owner}.rules"), &rule.id);
        let when = condition(&rule.when, &rule.clause)?;
        let unless = optional(rule.unless.as_ref(), &rule.clause)?;
        let requires = condition(&rule.requires, &rule.clause)?;
        let message = format!("breaks a rule: {}", rule.doc);
        Ok(quote! {
            runtime::rule::Rule {
                clause: #clause,
                id: #id,
                when: #when,
                unless: #unless,
                requires: #requires,
                message: #message,
            }
        })
    });
    let rules = rules.collect::<Result<Vec<_>, _>>()?;
    Ok(quote!(#(#rules),*))
}

/// The effects of an operation that set a property, as the elements of an array.
pub(crate) fn sets(operation: &Operation) -> Result<TokenStream, GenerateError> {
    let mut elements = Vec::new();
    for effect in &operation.effects {
        let EffectKind::Sets { when, unless, property, value } = &effect.kind else { continue };
        let when = condition(when, &effect.clause)?;
        let unless = optional(unless.as_ref(), &effect.clause)?;
        let value = literal(value, &effect.clause)?;
        elements.push(quote! {
            runtime::rule::Sets { when: #when, unless: #unless, property: #property, value: #value }
        });
    }
    Ok(quote!(#(#elements),*))
}

fn optional(found: Option<&Condition>, clause: &ClauseId) -> Result<TokenStream, GenerateError> {
    match found {
        Some(found) => {
            let found = condition(found, clause)?;
            Ok(quote!(Some(#found)))
        }
        None => Ok(quote!(None)),
    }
}

pub(crate) fn condition(
    found: &Condition,
    clause: &ClauseId,
) -> Result<TokenStream, GenerateError> {
    let segments = path(&found.path.0);
    let test = match &found.test {
        Test::Equals(value) => {
            let value = literal(value, clause)?;
            quote!(Equals(#value))
        }
        Test::NonEmpty => quote!(NonEmpty),
        Test::Given(given) => quote!(Given(#given)),
    };
    Ok(quote! {
        runtime::rule::Condition { path: &[#segments], test: runtime::rule::Test::#test }
    })
}

/// The steps of a path as the elements of an array.
pub(crate) fn path(segments: &[Segment]) -> TokenStream {
    let segments = segments.iter().map(|segment| match segment {
        Segment::Property(name) => quote!(runtime::rule::Segment::Property(#name)),
        Segment::AnyItem => quote!(runtime::rule::Segment::AnyItem),
    });
    quote!(#(#segments),*)
}

fn literal(value: &Value, clause: &ClauseId) -> Result<TokenStream, GenerateError> {
    let literal = match value {
        Value::Null => quote!(Null),
        Value::Bool(value) => quote!(Boolean(#value)),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => {
                let whole = proc_macro2::Literal::i64_unsuffixed(whole);
                quote!(Integer(#whole))
            }
            (None, number) => {
                let number = proc_macro2::Literal::f64_unsuffixed(number.unwrap_or_default());
                quote!(Number(#number))
            }
        },
        Value::String(text) => quote!(Text(#text)),
        Value::Array(items) if items.is_empty() => quote!(EmptyList),
        Value::Array(_) | Value::Object(_) => {
            return Err(GenerateError::ComparedWithStructure { clause: clause.to_string() });
        }
    };
    Ok(quote!(runtime::rule::Literal::#literal))
}
