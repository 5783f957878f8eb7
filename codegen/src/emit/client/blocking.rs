//! Emits `src/blocking.rs`: a client for programs without async. Each method calls that of the async client
//! and waits.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use crate::docs::{deprecated, doc};
use crate::emit::client::methods::{self, Arguments, Method, MethodKind};
use crate::emit::operations;
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::Layout;

/// Emits the blocking client.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let service = &layout.spec.service;
    let introduction = format!(
        "A client of the {} for programs without async: each method blocks its thread until the \
         response is there.\n\n\
         [`client`] has the docs of each method, its arguments and its errors, under the same name. A call \
         runs on the calling thread. One background thread of the client drives the connections. Within async \
         code, a call also works, but it starts a thread, and blocks the runtime's thread with its other \
         tasks. Use the async client there, or tokio's `spawn_blocking`.",
        service.name
    );
    let methods = methods::all(layout);
    let has_kind = |kind: fn(&MethodKind) -> bool| methods.iter().any(|method| kind(&method.kind));
    let pages = has_kind(|kind| matches!(kind, MethodKind::Pages(_))).then(|| quote!(Pages,));
    let items = has_kind(|kind| matches!(kind, MethodKind::Items(_))).then(|| quote!(Items,));
    let iter = pages.as_ref().map(|_| quote!(Iter,));
    let with_headers = operations::have_response_headers(layout).then(|| quote!(WithHeaders,));
    let paths: BTreeSet<_> =
        methods.iter().filter_map(|method| method.arguments.path.as_ref()).collect();
    let imports = quote! {
        use webdata_runtime::client::{#iter Blocking};
        use super::client::{self, #(#paths,)* ConfigError, Error, #items #pages #with_headers};
    };
    let (key, key_argument, key_doc) = if service.authentication.is_empty() {
        (quote!(), quote!(), "")
    } else {
        (quote!(, key: &str), quote!(, key), " and `key`")
    };
    let new_doc = doc([
        "Creates a client with the default configuration.".to_owned(),
        format!("`base_url`{key_doc}: as in [`client::Client::new`]."),
        "# Errors".to_owned(),
        "If an argument is invalid, or no thread can be started.".to_owned(),
    ]);
    let calls = methods.iter().map(|method| blocking_method(layout, method));
    let items = [
        imports,
        quote! {
            /// A client whose methods block their thread until the response is there.
            ///
            /// Cloning is cheap; clones share their connections and the thread.
            #[derive(Debug, Clone)]
            pub struct Client(Blocking<client::Client>);
        },
        quote! {
            impl Client {
                #new_doc
                pub fn new(base_url: &str #key) -> Result<Self, ConfigError> {
                    Self::from_client(client::Client::new(base_url #key_argument)?)
                }

                /// Makes a blocking client of an async one, which [`client::Client::builder`] configures.
                ///
                /// # Errors
                ///
                /// If no thread can be started.
                pub fn from_client(client: client::Client) -> Result<Self, ConfigError> {
                    Blocking::new(client).map(Self)
                }

                /// Runs a future of the async client on the calling thread: `client.run(|client| async move {
                /// … })`.
                pub fn run<'c, F>(&'c self, call: impl FnOnce(&'c client::Client) -> F) -> F::Output
                where
                    F: Future + Send,
                    F::Output: Send,
                {
                    self.0.run(call)
                }
            }
        },
        if methods.is_empty() { quote!() } else { quote!(impl Client { #(#calls)* }) },
    ];
    rust_file("src/blocking.rs", &introduction, items)
}

fn blocking_method(layout: &Layout<'_>, method: &Method<'_>) -> TokenStream {
    let Method { operation, name, arguments, kind } = method;
    let Arguments { generics, typed, given: passed, .. } = arguments;
    let call = quote!(client.#name(#(#passed),*));
    let whole =
        if passed.is_empty() { quote!(client::Client::#name) } else { quote!(|client| #call) };
    let (returned, body) = match kind {
        MethodKind::Call => {
            let response = operations::response(layout, operation);
            (quote!(Result<#response, Error>), quote!(self.0.run(#whole)))
        }
        MethodKind::Pages(pages) => {
            let page = &pages.page;
            (quote!(Iter<'_, Pages<'_, #page>>), quote!(self.0.iter(#whole)))
        }
        MethodKind::Items(items) => {
            let (page, item) = (&items.page, &items.item);
            (quote!(Iter<'_, Items<'_, #page, #item>>), quote!(self.0.iter(#whole)))
        }
        MethodKind::Wait(waits) => {
            let response = &waits.response;
            let body = quote!(self.0.run(|client| #call.into_future()));
            (quote!(Result<#response, Error>), body)
        }
    };
    let shown = name.to_string();
    let shown = shown.trim_start_matches("r#");
    let mut paragraphs = vec![match kind {
        MethodKind::Call | MethodKind::Wait(_) => {
            format!("Calls [`client::Client::{shown}`] and waits, with the same errors.")
        }
        MethodKind::Pages(_) => {
            format!("Calls [`client::Client::{shown}`] and iterates over the pages.")
        }
        MethodKind::Items(_) => {
            format!("Calls [`client::Client::{shown}`] and iterates over the items.")
        }
    }];
    if let MethodKind::Wait(_) = kind {
        let passed = passed.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        paragraphs.push(format!(
            "For another limit, use [`run`](Self::run): `client.run(|client| async move {{ \
             client.{shown}({passed}).limit(limit).await }})`."
        ));
    }
    let doc = doc(paragraphs);
    let deprecated = deprecated(operation.deprecated.as_ref());
    // The called method is deprecated, too; its users are warned already.
    let allow_deprecated = operation
        .deprecated
        .as_ref()
        .map(|_| quote!(#[expect(deprecated, reason = "this method is, too")]));
    quote! {
        #doc
        #deprecated
        #allow_deprecated
        pub fn #name #generics(&self #typed) -> #returned {
            #body
        }
    }
}
