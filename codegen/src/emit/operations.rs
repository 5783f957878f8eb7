//! Emits `src/operations.rs`: how each operation is called and how its bodies are judged.

use indexmap::IndexSet;
use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::{Authentication as Scheme, Endpoint, Judged, Operation, Rule};

use super::conditions;
use crate::docs::{self, doc};
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::{Kind, Layout};
use crate::names::{ident, shouty, snake, upper_camel};
use crate::rust_file::rust_file;

/// The operations as constants, and the rules that are judged after an update.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let operations: Vec<&Operation> = layout.spec.operations.values().collect();
    let names: Vec<_> = operations.iter().map(|one| ident(&shouty(&one.id))).collect();
    let decode = (!operations.is_empty()).then(|| {
        quote!(
            use webdata_runtime::decode;
        )
    });
    let updates = operations.iter().any(|operation| Update::from_spec(layout, operation).is_some());
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
    let imports = quote! {
        #runtime
        #violations
        #decode
        use super::errors::ErrorKind;
        pub use webdata_runtime::{Authentication, Endpoint};
    };
    let mut items = vec![imports, structure()];
    for (operation, name) in operations.iter().zip(&names) {
        let update = Update::from_spec(layout, operation);
        items.push(constant(layout, operation, name, update.as_ref())?);
        if let Some(update) = &update {
            items.extend(update.emit(layout, operation)?);
        }
    }
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
    name: &proc_macro2::Ident,
    update: Option<&Update<'_>>,
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
    let after_update = optional(update.map(|update| {
        let (rules, sets) = (&update.rules_name, &update.sets_name);
        quote!(|request, stored| runtime::rule::judge_update(#rules, #sets, request, stored))
    }));
    let doc = doc(about(layout, operation));
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
    paragraphs.extend(operation.effects.iter().map(docs::effect));
    paragraphs.extend(operation.refusals.iter().map(docs::refusal));
    paragraphs.extend(docs::behaviour(&operation.clause(), &operation.behaviour));
    paragraphs
}

/// The operations that take a type as an update, and judge what they would store.
pub(super) fn updates<'p>(
    layout: &'p Layout<'_>,
    type_name: &'p str,
) -> impl Iterator<Item = &'p Operation> {
    layout.spec.operations.values().filter(move |operation| {
        Update::from_spec(layout, operation).is_some_and(|update| update.request == type_name)
    })
}

/// The method of an operation's request that judges what would be stored, where it has one.
pub(super) fn after_update(layout: &Layout<'_>, operation: &Operation) -> Option<String> {
    Update::from_spec(layout, operation).map(|update| update.method(layout, operation))
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

/// The rules of an operation's request that are judged after the update.
struct Update<'s> {
    request: &'s str,
    stored: &'s str,
    rules: Vec<&'s Rule>,
    rules_name: proc_macro2::Ident,
    sets_name: proc_macro2::Ident,
}

impl<'s> Update<'s> {
    fn from_spec(layout: &Layout<'s>, operation: &'s Operation) -> Option<Self> {
        let (request, resource) = (operation.request.as_ref()?, operation.resource.as_ref()?);
        let Kind::Struct(sent) = &layout.item(request)?.kind else { return None };
        let rules = sent.object.rules.iter();
        let rules: Vec<_> = rules.filter(|rule| rule.judged == Judged::AfterUpdate).collect();
        let name = shouty(&operation.id);
        (!rules.is_empty()).then(|| Self {
            request,
            stored: &resource.type_name,
            rules,
            rules_name: ident(&format!("{name}_RULES")),
            sets_name: ident(&format!("{name}_SETS")),
        })
    }

    /// The name of the method that judges them.
    fn method(&self, layout: &Layout<'_>, operation: &Operation) -> String {
        let updates = layout.spec.operations.values().filter(|other| {
            other.request.as_deref() == Some(self.request) && other.resource.is_some()
        });
        match updates.count() {
            1 => "violations_after_update".to_owned(),
            _ => format!("violations_after_{}", snake(&operation.id)),
        }
    }

    fn emit(
        &self,
        layout: &Layout<'_>,
        operation: &Operation,
    ) -> Result<[TokenStream; 3], GenerateError> {
        let (rules_name, sets_name) = (&self.rules_name, &self.sets_name);
        let rules = conditions::rules(self.request, &self.rules)?;
        let sets = conditions::sets(operation)?;
        let (request, stored) = (path(layout, self.request), path(layout, self.stored));
        let method = ident(&self.method(layout, operation));
        let method_doc = doc(std::iter::once(format!(
            "The rules that `stored` would break once `{}` had taken this:",
            operation.id
        ))
        .chain(self.rules.iter().map(|rule| docs::rule(rule))));
        Ok([
            quote!(static #rules_name: &[runtime::rule::Rule] = &[#rules];),
            quote!(static #sets_name: &[runtime::rule::Sets] = &[#sets];),
            quote! {
                impl #request {
                    #method_doc
                    #[must_use]
                    pub fn #method(&self, stored: &#stored) -> Violations {
                        runtime::rule::judge_update(#rules_name, #sets_name, self, stored)
                    }
                }
            },
        ])
    }
}
