//! Emits conditions, rules and effects as tables, which the runtime evaluates.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use serde_json::Value;
use webdata_spec::model::{ClauseId, Condition, EffectKind, Operation, Rule, Segment, Test};

use crate::error::GenerateError;
use crate::names::ident;

/// The names that emitted tables of conditions use.
const TABLE_NAMES: [&str; 7] =
    ["Literal", "Rule", "Segment", "Sets", "equals", "given", "non_empty"];

/// Emits the imports of the names that emitted tables use, with the macro for paths.
pub(crate) fn imports(tables: &[TokenStream]) -> TokenStream {
    let names: BTreeSet<String> = tables.iter().cloned().flat_map(identifiers).collect();
    let words = TABLE_NAMES.iter().filter(|word| names.contains(**word)).map(|word| ident(word));
    let words: Vec<_> = words.collect();
    let path = names.contains("path").then(|| {
        quote!(
            use webdata_runtime::path;
        )
    });
    let rule = match words.as_slice() {
        [] => TokenStream::new(),
        [one] => quote!(use webdata_runtime::rule::#one;),
        several => quote!(use webdata_runtime::rule::{#(#several),*};),
    };
    quote!(#path #rule)
}

/// Returns whether an identifier is among tokens.
pub(crate) fn uses(tokens: &TokenStream, name: &str) -> bool {
    identifiers(tokens.clone()).iter().any(|word| word == name)
}

/// Returns the identifiers among tokens.
fn identifiers(tokens: TokenStream) -> Vec<String> {
    let words = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(word) => vec![word.to_string()],
        TokenTree::Group(group) => identifiers(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
    });
    words.collect()
}

/// Emits the rules as the elements of an array.
pub(crate) fn rules(owner: &str, rules: &[&Rule]) -> Result<TokenStream, GenerateError> {
    let rules = rules.iter().map(|rule| {
        let (clause, id) = (format!("{owner}.rules"), &rule.id);
        let when = condition(&rule.when, &rule.clause)?;
        let unless = optional(rule.unless.as_ref(), &rule.clause)?;
        let requires = condition(&rule.requires, &rule.clause)?;
        let message = format!("breaks a rule: {}", rule.doc);
        Ok(quote!(Rule::new(#clause, #id, #message, #when, #requires) #unless))
    });
    let rules = rules.collect::<Result<Vec<_>, _>>()?;
    Ok(quote!(#(#rules),*))
}

/// Emits the effects of an operation that set a property, as the elements of an array.
pub(crate) fn sets(operation: &Operation) -> Result<TokenStream, GenerateError> {
    let mut elements = Vec::new();
    for effect in &operation.effects {
        let EffectKind::Sets { when, unless, property, value } = &effect.kind else { continue };
        let when = condition(when, &effect.clause)?;
        let unless = optional(unless.as_ref(), &effect.clause)?;
        let value = literal(value, &effect.clause)?;
        elements.push(quote!(Sets::new(#when, #property, #value) #unless));
    }
    Ok(quote!(#(#elements),*))
}

fn optional(unless: Option<&Condition>, clause: &ClauseId) -> Result<TokenStream, GenerateError> {
    match unless {
        Some(unless) => {
            let tokens = condition(unless, clause)?;
            Ok(quote!(.unless(#tokens)))
        }
        None => Ok(TokenStream::new()),
    }
}

/// Emits a condition as a call of its constructor.
pub(crate) fn condition(
    condition_spec: &Condition,
    clause: &ClauseId,
) -> Result<TokenStream, GenerateError> {
    let path = path(&condition_spec.path.0);
    Ok(match &condition_spec.test {
        Test::Equals(value) => {
            let value = literal(value, clause)?;
            quote!(equals(#path, #value))
        }
        Test::NonEmpty => quote!(non_empty(#path)),
        Test::Given(given) => quote!(given(#path, #given)),
    })
}

/// Emits a path as a call of the runtime's macro.
pub(crate) fn path(segments: &[Segment]) -> TokenStream {
    let segments = segments.iter().map(|segment| match segment {
        Segment::Property(name) => quote!(#name),
        Segment::AnyItem => quote!([]),
    });
    quote!(path!(#(#segments),*))
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
    Ok(quote!(Literal::#literal))
}
