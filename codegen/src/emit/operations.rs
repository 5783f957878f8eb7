//! Emits `src/operations.rs`: the method, path, request, responses and errors of each operation; the form of
//! queries and headers; the rules of a request about what would be stored; and the path parameters of an
//! operation as a struct. Two arguments of one type could be swapped unnoticed.

use std::collections::HashMap;

use indexmap::IndexSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{
    Authentication as Scheme, Deprecation, Endpoint, Operation, Part, ResourceEffect, Rule,
    RuleScope, Schema, Shape,
};

use crate::docs::{self, doc};
use crate::emit::conditions;
use crate::emit::updates::PartialUpdate;
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::{Item, Layout};
use crate::names::{Scope, ident, shouty_snake, snake, upper_camel};

/// Emits the operations as constants, and the rules that apply after an update.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let operations: Vec<&Operation> = layout.spec.operations.values().collect();
    let common = layout.spec.common_errors();
    let names: Vec<_> =
        operations.iter().map(|operation| ident(&shouty_snake(&operation.id))).collect();
    let decode = (!operations.is_empty()).then(|| quote!(decode,));
    let parameters = parameters(layout);
    let flat = (!parameters.is_empty()).then(|| {
        quote!(
            use webdata_runtime::parameters::{Form, Parameter, Parameters};
        )
    });
    let shared = Shared::new(&operations);
    let concat =
        operations.iter().any(|operation| shared.has_own(operation)).then(|| quote!(concat,));
    let alias = quote! {
        /// An operation of the service, as data.
        pub type Operation = webdata_runtime::Operation<ErrorKind>;
    };
    let mut items = vec![alias, shared.emit(layout)];
    let mut has_partial = false;
    for (operation, name) in operations.iter().zip(&names) {
        let update = StoredRules::from_spec(layout, operation);
        let errors = docs::own_errors(layout.spec, operation, &common);
        items.push(constant(layout, operation, name, update.as_ref(), &shared, errors));
        if let Some(update) = &update {
            items.extend(update.emit(layout, operation)?);
        }
        if let Some(partial) = PartialUpdate::from_spec(layout, operation) {
            let rules = update.as_ref().map(|update| (&update.rules_name, &update.sets_name));
            items.extend(partial.emit(layout, rules)?);
            has_partial = true;
        }
    }
    items.extend(parameters);
    items.push(quote! {
        /// Every operation, in the contract's order.
        pub static ALL: &[&Operation] = &[#(&#names),*];
    });
    let conditions = conditions::imports(&items);
    let has_rules =
        operations.iter().any(|operation| StoredRules::from_spec(layout, operation).is_some());
    let violations = (has_rules || has_partial).then(|| quote!(Violations,));
    let rule = has_rules.then(|| quote!(rule,));
    let partial = has_partial.then(|| {
        let phrases =
            items.iter().any(|item| conditions::uses(item, "Phrase")).then(|| quote!(Phrase,));
        quote!(use webdata_runtime::update::{#phrases Update};)
    });
    let runtime_imports = (!operations.is_empty())
        .then(|| quote!(use webdata_runtime::{#concat #decode #violations #rule};));
    items.insert(
        0,
        quote! {
            #runtime_imports
            #flat
            #conditions
            #partial
            use super::error_catalogue::ErrorKind;
            pub use webdata_runtime::{Authentication, Endpoint};
        },
    );
    let mut doc =
        "The operations: the method, path, request, responses and errors of each.".to_owned();
    if shared.errors.is_some() {
        doc.push_str(" Every operation may fail with the [`SHARED_ERRORS`].");
    }
    rust_file("src/operations.rs", &doc, items)
}

/// The parts that several operations share, to be emitted once.
struct Shared<'s> {
    /// The errors of every operation, if the lists of all operations begin with them.
    errors: Option<Vec<&'s str>>,
}

impl<'s> Shared<'s> {
    fn new(operations: &[&'s Operation]) -> Self {
        let mut lists = operations.iter().map(|operation| operation.errors.as_slice());
        let first = lists.next().unwrap_or_default();
        let common = lists.fold(first, |common, list| {
            let same = common.iter().zip(list).take_while(|(left, right)| left == right).count();
            &common[..same]
        });
        let is_worth_sharing = operations.len() > 1 && common.len() > 1;
        Self { errors: is_worth_sharing.then(|| common.iter().map(String::as_str).collect()) }
    }

    fn emit(&self, layout: &Layout<'_>) -> TokenStream {
        let errors = self.errors.as_ref().map(|errors| {
            let errors = errors.iter().map(|error| ident(&upper_camel(error)));
            quote! {
                /// The errors of every operation.
                pub const SHARED_ERRORS: &[ErrorKind] = &[#(ErrorKind::#errors),*];
            }
        });
        let schemes = schemes(layout).map(|Scheme { id, header, scheme, .. }| {
            let name = ident(&format!("{}_AUTHENTICATION", shouty_snake(id)));
            quote! {
                const #name: Authentication =
                    Authentication { id: #id, header: #header, scheme: #scheme };
            }
        });
        quote!(#errors #(#schemes)*)
    }

    /// Returns whether an operation has errors besides the shared ones.
    fn has_own(&self, operation: &Operation) -> bool {
        self.errors.as_ref().is_some_and(|shared| operation.errors.len() > shared.len())
    }

    /// Emits the errors of an operation.
    fn errors(&self, operation: &Operation) -> TokenStream {
        let name = |error: &String| {
            let error = ident(&upper_camel(error));
            quote!(ErrorKind::#error)
        };
        let Some(shared) = &self.errors else {
            let all = operation.errors.iter().map(name);
            return quote!(&[#(#all),*]);
        };
        let own_errors = operation.errors.iter().skip(shared.len()).map(name);
        if own_errors.len() == 0 {
            return quote!(SHARED_ERRORS);
        }
        let count = proc_macro2::Literal::usize_unsuffixed(operation.errors.len());
        quote!(&concat::<ErrorKind, #count>(SHARED_ERRORS, &[#(#own_errors),*]))
    }
}

/// Returns the errors of every operation, if the operations share them as `SHARED_ERRORS`.
pub(crate) fn shared_errors(spec: &Spec) -> Option<Vec<&str>> {
    Shared::new(&spec.operations.values().collect::<Vec<_>>()).errors
}

/// Returns whether the contract names headers of any response.
pub(crate) fn have_response_headers(layout: &Layout<'_>) -> bool {
    layout.spec.operations.values().any(|operation| operation.response_headers().is_some())
}

/// Returns the authentication schemes that operations use.
pub(crate) fn schemes<'s>(layout: &Layout<'s>) -> impl Iterator<Item = &'s Scheme> {
    let spec = layout.spec;
    spec.service.authentication.values().filter(|scheme| {
        let mut operations = spec.operations.values();
        operations.any(|operation| operation.authentication.as_ref() == Some(&scheme.id))
    })
}

fn constant(
    layout: &Layout<'_>,
    operation: &Operation,
    name: &Ident,
    update: Option<&StoredRules<'_, '_>>,
    shared: &Shared<'_>,
    own_errors: Vec<String>,
) -> TokenStream {
    let id = &operation.id;
    let mut parts = Vec::new();
    parts.extend(operation.endpoint.as_ref().map(|Endpoint { method, path }| {
        let path = format!("{}{path}", layout.spec.service.base_path);
        quote!(endpoint: Some(Endpoint::new(#method, #path)))
    }));
    if !operation.parameters.is_empty() {
        let parameters = operation.parameters.keys();
        parts.push(quote!(parameters: &[#(#parameters),*]));
    }
    parts.extend(operation.authentication.as_ref().map(|scheme| {
        let name = ident(&format!("{}_AUTHENTICATION", shouty_snake(scheme)));
        quote!(authentication: Some(#name))
    }));
    let status = operation.response.as_ref().and_then(|response| response.status);
    parts.extend(status.map(|status| {
        let status = proc_macro2::Literal::u16_unsuffixed(status);
        quote!(status: Some(#status))
    }));
    let errors = shared.errors(operation);
    parts.push(quote!(errors: #errors));
    let refusals: IndexSet<_> = operation.refusals.iter().map(|refusal| &refusal.error).collect();
    if !refusals.is_empty() {
        let refusals = refusals.into_iter().map(|error| ident(&upper_camel(error)));
        parts.push(quote!(refusals: &[#(ErrorKind::#refusals),*]));
    }
    parts.extend(sent_parts(layout, operation));
    parts.extend(operation.request.as_ref().map(|request| {
        let check = validator(layout, request);
        quote!(check_request: Some(#check))
    }));
    parts.extend(operation.response_type().map(|response| {
        let check = validator(layout, response);
        quote!(check_response: Some(#check))
    }));
    parts.extend(update.map(|update| {
        let check = update.check();
        quote!(check_after_update: Some(#check))
    }));
    let error = validator(layout, &operation.error_body);
    let unbound = "Pass both to `Builder::bind` of a client or a server.";
    let doc = doc(about(layout, operation, unbound).into_iter().chain(own_errors));
    quote! {
        #doc
        pub static #name: Operation = Operation {
            #(#parts,)*
            ..Operation::new(#id, #error)
        };
    }
}

/// Emits the parts of an operation's body, if the body has parts.
fn sent_parts(layout: &Layout<'_>, operation: &Operation) -> Option<TokenStream> {
    let object = layout.spec.object(operation.request.as_ref()?)?;
    let parts = layout.spec.parts(operation)?.into_iter().map(|(name, part)| {
        let form = match part {
            Part::File(media_type) => quote!(File(#media_type)),
            Part::Json => quote!(Json),
            Part::Text => {
                let form = form(layout, &object.properties[name].schema);
                quote!(Text(webdata_runtime::parameters::Form::#form))
            }
        };
        quote!(webdata_runtime::Part { name: #name, form: webdata_runtime::PartForm::#form })
    });
    Some(quote!(parts: Some(&[#(#parts),*])))
}

/// Returns the paragraphs about an operation: its purpose, its method and path, its effects and its
/// rejections. `unbound` says what to do if the contract does not show the path.
pub(crate) fn about(layout: &Layout<'_>, operation: &Operation, unbound: &str) -> Vec<String> {
    let called = match &operation.endpoint {
        Some(Endpoint { method, path }) => {
            format!("`{method} {}{path}`", layout.spec.service.base_path)
        }
        None => format!("The contract does not show the method and path. {unbound}"),
    };
    let mut paragraphs = vec![operation.doc.clone(), called];
    paragraphs.extend(operation.deprecated.as_ref().map(Deprecation::sentence));
    let effects = operation.effects.iter().map(docs::effect);
    let rejections = operation.refusals.iter().map(|refusal| docs::rejection(refusal, ""));
    let statements = docs::promises(layout.spec, operation).into_iter().chain(effects);
    let statements = statements.chain(rejections);
    let statements = statements.chain(docs::behaviour(&operation.clause(), &operation.behaviour));
    let statements = statements.chain(docs::further_docs(layout, &operation.clause()));
    paragraphs.extend(statements.map(|statement| format!("- {statement}")));
    paragraphs
}

/// Returns the call that checks an operation's request together with the stored resource.
pub(crate) fn after_update(layout: &Layout<'_>, operation: &Operation) -> Option<String> {
    let rules = StoredRules::from_spec(layout, operation)
        .filter(|rules| !rules.needs_no_stored_resource())?;
    Some(format!("body.{}(&stored).or(())?", rules.method(layout, operation)))
}

/// Returns the type of an operation's body, and its method that checks the rules about what would be stored
/// without the stored resource.
pub(crate) fn checked_without_stored(
    layout: &Layout<'_>,
    operation: &Operation,
) -> Option<(TokenStream, Ident)> {
    let rules =
        StoredRules::from_spec(layout, operation).filter(StoredRules::needs_no_stored_resource)?;
    Some((path(layout, rules.request), rules.method(layout, operation)))
}

/// Returns the Rust type of a successful response.
pub(crate) fn response(layout: &Layout<'_>, operation: &Operation) -> TokenStream {
    let Some(response) = &operation.response else { return quote!(serde_json::Value) };
    let body = response.type_name.as_ref().map_or_else(|| quote!(()), |name| path(layout, name));
    match operation.response_headers().map(|headers| path(layout, headers)) {
        Some(headers) => quote!(WithHeaders<#body, #headers>),
        None => body,
    }
}

fn validator(layout: &Layout<'_>, type_name: &str) -> TokenStream {
    let path = path(layout, type_name);
    quote!(decode::violations::<#path>)
}

/// Returns the path of a type from another module of the crate.
pub(crate) fn path(layout: &Layout<'_>, type_name: &str) -> TokenStream {
    // The reader rejects dangling references, so the type exists.
    let name = layout.type_name(type_name);
    name.map_or_else(|| quote!(serde_json::Value), |name| name.path())
}

/// Emits the runtime's trait for each type of a query, of request headers or of response headers.
pub(crate) fn parameters(layout: &Layout<'_>) -> Vec<TokenStream> {
    let spec = layout.spec;
    let types = spec.operations.values().flat_map(|operation| {
        let returned = operation.response_headers();
        [operation.query.as_ref(), operation.headers.as_ref(), returned].into_iter().flatten()
    });
    let types: IndexSet<&String> = types.collect();
    let emitted = types.into_iter().map(|name| {
        let properties = spec.object(name).into_iter().flat_map(|object| &object.properties);
        let listed = properties.map(|(name, property)| {
            let schema = spec.resolve(&property.schema);
            let is_list = schema.items().is_some();
            let form = form(layout, schema.items().unwrap_or(schema));
            quote!(Parameter { name: #name, form: Form::#form, is_list: #is_list })
        });
        let type_name = path(layout, name);
        quote! {
            #[doc(hidden)]
            impl Parameters for #type_name {
                const PARAMETERS: &'static [Parameter] = &[#(#listed),*];
            }
        }
    });
    emitted.collect()
}

/// Emits how the text of a parameter is read: as a string, a number or a boolean.
pub(crate) fn form(layout: &Layout<'_>, schema: &Schema) -> TokenStream {
    match layout.spec.resolve(schema).shape {
        Shape::Integer | Shape::Number | Shape::Boolean => quote!(Json),
        _ => quote!(Text),
    }
}

/// The rules of an operation's request about what would be stored.
pub(crate) struct StoredRules<'p, 's> {
    /// The type of the body.
    pub(crate) request: &'s str,
    /// The object with the rules: the body, or each of its items.
    item: &'p Item<'s>,
    is_list: bool,
    /// The type of the stored resource, or `None` if the body replaces it.
    stored: Option<&'s str>,
    rules: Vec<&'s Rule>,
    rules_name: Ident,
    sets_name: Ident,
}

impl<'p, 's> StoredRules<'p, 's> {
    pub(crate) fn from_spec(layout: &'p Layout<'s>, operation: &'s Operation) -> Option<Self> {
        let resource = operation.resource.as_ref()?;
        let sent = layout.request_object(operation)?;
        let rules = sent.object.rules.iter();
        let rules: Vec<_> = rules.filter(|rule| rule.scope == RuleScope::AfterUpdate).collect();
        let name = shouty_snake(&operation.id);
        let keeps = resource.effect == ResourceEffect::Updates;
        (resource.effect.stores() && !rules.is_empty()).then(|| Self {
            request: sent.request,
            item: sent.item,
            is_list: sent.is_list,
            stored: keeps.then_some(&resource.type_name),
            rules,
            rules_name: ident(&format!("{name}_RULES")),
            sets_name: ident(&format!("{name}_SETS")),
        })
    }

    /// Returns the name of the body's method that checks the rules. The method of the first update keeps its
    /// name if other operations take the type, too.
    pub(crate) fn method(&self, layout: &'p Layout<'s>, operation: &Operation) -> Ident {
        let of_request = layout
            .spec
            .operations
            .values()
            .filter(|other| other.request.as_deref() == Some(self.request));
        let mut updates = of_request.filter(|other| {
            StoredRules::from_spec(layout, other).is_some_and(|other| other.stored.is_some())
        });
        ident(&if updates.next().is_some_and(|first| first.id == operation.id) {
            "violations_after_update".to_owned()
        } else {
            format!("violations_after_{}", snake(&operation.id))
        })
    }

    /// Returns whether the rules do not depend on the stored resource.
    fn needs_no_stored_resource(&self) -> bool {
        self.stored.is_none()
    }

    /// Returns the function that checks JSON.
    pub(crate) fn check(&self) -> TokenStream {
        let (rules, sets) = (&self.rules_name, &self.sets_name);
        let check = if self.is_list { quote!(check_listed) } else { quote!(check_update) };
        match self.stored {
            Some(_) => {
                quote!(|request, stored| rule::#check(#rules, #sets, request, stored))
            }
            None => quote! {
                |request, _| rule::#check(#rules, #sets, request, rule::NOTHING)
            },
        }
    }

    pub(crate) fn emit(
        &self,
        layout: &'p Layout<'s>,
        operation: &Operation,
    ) -> Result<[TokenStream; 3], GenerateError> {
        let (rules_name, sets_name) = (&self.rules_name, &self.sets_name);
        let rules = conditions::rules(self.item.schema.clause.as_str(), &self.rules)?;
        let sets = conditions::sets(operation)?;
        let request = path(layout, self.request);
        let method = self.method(layout, operation);
        let intro = match (self.stored, self.is_list) {
            (Some(_), false) => {
                format!(
                    "Returns the violations that the stored resource would have after `{}` with this body. \
                     `stored` is the resource before the update. The rules:",
                    operation.id
                )
            }
            (Some(_), true) => format!(
                "Returns the violations that the stored resources would have after `{}` with these items. \
                 `stored` has the resource of each item before the update, in the order of the items. The rules:",
                operation.id
            ),
            (None, _) => format!(
                "Returns the violations that the stored resource would have after `{}` with this body. The rules:",
                operation.id
            ),
        };
        let intro = std::iter::once(intro);
        let method_doc =
            doc(intro.chain(self.rules.iter().map(|rule| format!("- {}", docs::rule(rule)))));
        let stored = self.stored.map(|stored| path(layout, stored));
        let (generics, arguments, checked) = match (stored, self.is_list) {
            (Some(stored), false) => (
                quote!(),
                quote!(, stored: &#stored),
                quote!(check_update(#rules_name, #sets_name, self, stored)),
            ),
            (None, false) => (
                quote!(),
                quote!(),
                quote!(check_update(#rules_name, #sets_name, self, rule::NOTHING)),
            ),
            (Some(stored), true) => (
                quote!(<'s>),
                quote!(, stored: impl IntoIterator<Item = &'s #stored>),
                quote!(check_updates(#rules_name, #sets_name, self.0.iter().zip(stored))),
            ),
            (None, true) => (
                quote!(),
                quote!(),
                quote! {
                    check_updates(
                        #rules_name,
                        #sets_name,
                        self.0.iter().map(|item| (item, rule::NOTHING)),
                    )
                },
            ),
        };
        Ok([
            quote!(static #rules_name: &[Rule] = &[#rules];),
            quote!(static #sets_name: &[Sets] = &[#sets];),
            quote! {
                impl #request {
                    #method_doc
                    #[must_use]
                    pub fn #method #generics(&self #arguments) -> Violations {
                        rule::#checked
                    }
                }
            },
        ])
    }
}

/// Returns the name of each operation's struct, by the operation's identity.
pub(crate) fn path_struct_names(spec: &Spec) -> HashMap<&str, Ident> {
    let mut scope = Scope::default();
    let named = spec.operations.keys().map(|id| {
        let name = scope.claim(format!("{}Path", upper_camel(id)));
        (id.as_str(), ident(&name))
    });
    named.collect()
}

/// Returns the fields of the struct, in the order of the path parameters.
pub(crate) fn path_struct_fields(operation: &Operation) -> Vec<Ident> {
    let mut scope = Scope::default();
    let names = operation.parameters.keys();
    names.map(|name| ident(&scope.claim(snake(name)))).collect()
}

/// Emits the declaration. `types` has the type of each field and the paragraphs of its docs.
pub(crate) fn path_struct(
    operation: &Operation,
    name: &TokenStream,
    derives: &TokenStream,
    types: impl IntoIterator<Item = (TokenStream, Vec<String>)>,
) -> TokenStream {
    let about = doc([format!("The path parameters of `{}`.", operation.id)]);
    let fields =
        path_struct_fields(operation).into_iter().zip(types).map(|(field, (ty, paragraphs))| {
            let doc = doc(paragraphs);
            quote!(#doc pub #field: #ty)
        });
    quote! {
        #about
        #[derive(#derives)]
        pub struct #name {
            #(#fields,)*
        }
    }
}
