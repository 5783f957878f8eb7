//! Emits `src/operations.rs`: how each operation is called and how its bodies are judged.

mod parameters;
mod stored_rules;

use std::collections::HashMap;

use indexmap::IndexSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::model::{Authentication as Scheme, Deprecation, Endpoint, Operation};

use crate::docs::{self, doc};
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::Layout;
use crate::names::{ident, shouty, upper_camel};
use crate::rust_file::rust_file;
pub(super) use parameters::form;
use stored_rules::StoredRules;

/// The operations as constants, and the rules that are judged after an update.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let operations: Vec<&Operation> = layout.spec.operations.values().collect();
    let common = layout.spec.common_errors();
    let names: Vec<_> = operations.iter().map(|one| ident(&shouty(&one.id))).collect();
    let decode = (!operations.is_empty()).then(|| {
        quote!(
            use webdata_runtime::decode;
        )
    });
    let updates = operations.iter().any(|one| StoredRules::from_spec(layout, one).is_some());
    let runtime = updates.then(|| {
        quote!(
            use webdata_runtime as runtime;
        )
    });
    let violations = updates.then(|| {
        quote!(
            use webdata_runtime::Violations;
        )
    });
    let parameters = parameters::emit(layout);
    let flat = (!parameters.is_empty()).then(|| {
        quote!(
            use webdata_runtime::parameters::{Form, Parameter, Parameters};
        )
    });
    let imports = quote! {
        #runtime
        #violations
        #decode
        #flat
        use super::errors::ErrorKind;
        pub use webdata_runtime::{Authentication, Endpoint};
    };
    let mut items = vec![imports, structure()];
    for (operation, name) in operations.iter().zip(&names) {
        let update = StoredRules::from_spec(layout, operation);
        let errors = docs::own_errors(layout.spec, operation, &common);
        items.push(constant(layout, operation, name, update.as_ref(), errors)?);
        if let Some(update) = &update {
            items.extend(update.emit(layout, operation)?);
        }
    }
    items.extend(parameters);
    items.push(quote! {
        /// Every operation, in the contract's order.
        pub static ALL: &[&Operation] = &[#(&#names),*];
    });
    let doc = "The operations: how each is called, and how its bodies are judged.";
    rust_file("src/operations.rs", doc, items)
}

fn structure() -> TokenStream {
    quote! {
        /// An operation.
        pub type Operation = webdata_runtime::Operation<ErrorKind>;
    }
}

fn constant(
    layout: &Layout<'_>,
    operation: &Operation,
    name: &Ident,
    update: Option<&StoredRules<'_, '_>>,
    own_errors: Vec<String>,
) -> Result<TokenStream, GenerateError> {
    let id = &operation.id;
    let endpoint = optional(operation.endpoint.as_ref().map(|Endpoint { method, path }| {
        let path = format!("{}{path}", layout.spec.service.base_path);
        quote!(Endpoint { method: #method, path: #path })
    }));
    let status = operation.response.as_ref().and_then(|response| response.status);
    let status = optional(status.map(|status| {
        let status = proc_macro2::Literal::u16_unsuffixed(status);
        quote!(#status)
    }));
    let parameters = operation.parameters.keys();
    let scheme = operation.authentication.as_ref();
    let scheme = scheme.and_then(|id| layout.spec.service.authentication.get(id));
    let authentication = optional(scheme.map(|Scheme { id, header, scheme, .. }| {
        quote!(Authentication { id: #id, header: #header, scheme: #scheme })
    }));
    let errors = operation.errors.iter().map(|error| ident(&upper_camel(error)));
    let refusals: IndexSet<_> = operation.refusals.iter().map(|one| &one.error).collect();
    let refusals = refusals.into_iter().map(|error| ident(&upper_camel(error)));
    let request = optional(operation.request.as_ref().map(|request| judge(layout, request)));
    let response = optional(operation.response_type().map(|response| judge(layout, response)));
    let error = judge(layout, &operation.error_body);
    let after_update = optional(update.map(StoredRules::check));
    let doc = doc(about(layout, operation).into_iter().chain(own_errors));
    Ok(quote! {
        #doc
        pub static #name: Operation = Operation {
            id: #id,
            endpoint: #endpoint,
            parameters: &[#(#parameters),*],
            authentication: #authentication,
            status: #status,
            errors: &[#(ErrorKind::#errors),*],
            refusals: &[#(ErrorKind::#refusals),*],
            check_request: #request,
            check_response: #response,
            check_error: #error,
            check_after_update: #after_update,
        };
    })
}

/// What an operation does, how it is called, what it changes and what it refuses.
pub(super) fn about(layout: &Layout<'_>, operation: &Operation) -> Vec<String> {
    let called = match &operation.endpoint {
        Some(Endpoint { method, path }) => {
            format!("`{method} {}{path}`", layout.spec.service.base_path)
        }
        None => "The contract does not show how it is called.".to_owned(),
    };
    let mut paragraphs = vec![operation.doc.clone(), called];
    paragraphs.extend(operation.deprecated.as_ref().map(Deprecation::says));
    paragraphs.extend(docs::promises(layout.spec, operation));
    paragraphs.extend(operation.effects.iter().map(docs::effect));
    paragraphs.extend(operation.refusals.iter().map(docs::refusal));
    paragraphs.extend(docs::behaviour(&operation.clause(), &operation.behaviour));
    paragraphs
}

/// The operations that judge what they would store, by the type of their bodies.
pub(super) fn updates<'s>(layout: &Layout<'s>) -> HashMap<&'s str, Vec<&'s Operation>> {
    let mut updates: HashMap<&str, Vec<&Operation>> = HashMap::new();
    for operation in layout.spec.operations.values() {
        if let Some(rules) = StoredRules::from_spec(layout, operation) {
            updates.entry(rules.request).or_default().push(operation);
        }
    }
    updates
}

/// The call by which an operation's request is judged together with what is stored already.
pub(super) fn after_update(layout: &Layout<'_>, operation: &Operation) -> Option<String> {
    let rules = StoredRules::from_spec(layout, operation).filter(|own| !own.is_judged_alone())?;
    Some(format!("body.{}(&stored).or(())?", rules.method(layout, operation)))
}

/// The type of an operation's body and the method of it that judges what would be stored, where
/// nothing that is stored already is looked at.
pub(super) fn judged_alone(
    layout: &Layout<'_>,
    operation: &Operation,
) -> Option<(TokenStream, Ident)> {
    let rules = StoredRules::from_spec(layout, operation).filter(StoredRules::is_judged_alone)?;
    Some((path(layout, rules.request), rules.method(layout, operation)))
}

/// The Rust type of what a success returns.
pub(super) fn response(layout: &Layout<'_>, operation: &Operation) -> TokenStream {
    let Some(response) = &operation.response else { return quote!(serde_json::Value) };
    let body = response.type_name.as_ref().map_or_else(|| quote!(()), |name| path(layout, name));
    match operation.response_headers().map(|headers| path(layout, headers)) {
        Some(headers) => quote!(WithHeaders<#body, #headers>),
        None => body,
    }
}

fn optional(found: Option<TokenStream>) -> TokenStream {
    found.map_or_else(|| quote!(None), |found| quote!(Some(#found)))
}

fn judge(layout: &Layout<'_>, type_name: &str) -> TokenStream {
    let path = path(layout, type_name);
    quote!(decode::violations::<#path>)
}

/// The path of a type from a module of the crate's.
pub(super) fn path(layout: &Layout<'_>, type_name: &str) -> TokenStream {
    // A reference to nothing is reported by the reader and never gets here.
    match layout.type_name(type_name) {
        Some(name) => {
            let (module, name) = (ident(&name.module), ident(&name.name));
            quote!(super::#module::#name)
        }
        None => quote!(serde_json::Value),
    }
}
