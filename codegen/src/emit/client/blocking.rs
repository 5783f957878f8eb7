//! Emits `src/blocking.rs`: the methods of the client for programs without async, each of which has the
//! other one called and waits.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::methods::{self, Method, MethodKind};
use crate::deprecation::deprecated;
use crate::docs::doc;
use crate::emit::operations;
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::Layout;
use crate::rust_file::rust_file;

/// The client that blocks.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let service = &layout.spec.service;
    let introduction = format!(
        "A client of the {} for programs without async: each method holds its thread until the \
         response is there.\n\n\
         What a method does, takes and fails with is what [`client`] says of the one \
         that has its name. Calls run on a thread of the client's own. They work within async code, \
         too, but hold up whatever else runs on their thread: there, use the other client, or tokio's \
         `spawn_blocking`.",
        service.name
    );
    let methods = methods::all(layout);
    let is = |kind: fn(&MethodKind) -> bool| methods.iter().any(|method| kind(&method.kind));
    let pages = is(|kind| matches!(kind, MethodKind::Pages(_))).then(|| quote!(Pages,));
    let items = is(|kind| matches!(kind, MethodKind::Items(_))).then(|| quote!(Items,));
    let iter = pages.as_ref().map(|_| quote!(Iter,));
    let with_headers = layout.spec.operations.values().any(|own| own.response_headers().is_some());
    let with_headers = with_headers.then(|| quote!(WithHeaders,));
    let paths: BTreeSet<_> =
        methods.iter().filter_map(|method| method.arguments.path.as_ref()).collect();
    let imports = quote! {
        use webdata_runtime::client::{#iter Blocking};
        use super::client::{self, #(#paths,)* ConfigError, Error, #items #pages #with_headers};
    };
    let (key, given, key_doc) = match service.authentication.is_empty() {
        true => (quote!(), quote!(), ""),
        false => (quote!(, key: &str), quote!(, key), " and `key`"),
    };
    let new_doc = doc([
        "A client with everything else as it is by default.".to_owned(),
        format!("`base_url`{key_doc}: as [`client::Client::new`] takes them."),
        "# Errors".to_owned(),
        "When one of them cannot be used, or no thread can be started.".to_owned(),
    ]);
    let calls = methods.iter().map(|method| method_of(layout, method));
    let items = [
        imports,
        quote! {
            /// A client whose methods hold their thread until the response is there.
            ///
            /// Cloning it is cheap, and shares the connections and the thread.
            #[derive(Debug, Clone)]
            pub struct Client(Blocking<client::Client>);
        },
        quote! {
            impl Client {
                #new_doc
                pub fn new(base_url: &str #key) -> Result<Self, ConfigError> {
                    Self::from_client(client::Client::new(base_url #given)?)
                }

                /// Makes a client of one that was set up by [`client::Client::builder`].
                ///
                /// # Errors
                ///
                /// When no thread can be started.
                pub fn from_client(client: client::Client) -> Result<Self, ConfigError> {
                    Blocking::new(client).map(Self)
                }

                /// Runs a future of the other client's, such as one that waits with a limit:
                /// `client.run(|client| async { … })`.
                pub fn run<'c, F>(&'c self, call: impl FnOnce(&'c client::Client) -> F) -> F::Output
                where
                    F: Future + Send,
                    F::Output: Send,
                {
                    self.0.run(call)
                }
            }
        },
        match methods.is_empty() {
            true => quote!(),
            false => quote!(impl Client { #(#calls)* }),
        },
    ];
    rust_file("src/blocking.rs", &introduction, items)
}

fn method_of(layout: &Layout<'_>, method: &Method<'_>) -> TokenStream {
    let Method { operation, name, arguments, kind } = method;
    let (typed, given) = (&arguments.typed, &arguments.given);
    let call = quote!(client.#name(#(#given),*));
    let whole = match given.is_empty() {
        true => quote!(client::Client::#name),
        false => quote!(|client| #call),
    };
    let (returned, body, errors) = match kind {
        MethodKind::Call => {
            let response = operations::response(layout, operation);
            (quote!(Result<#response, Error>), quote!(self.0.run(#whole)), true)
        }
        MethodKind::Pages(pages) => {
            let page = &pages.page;
            (quote!(Iter<'_, Pages<'_, #page>>), quote!(self.0.iter(#whole)), false)
        }
        MethodKind::Items(items) => {
            let (page, item) = (&items.page, &items.item);
            (quote!(Iter<'_, Items<'_, #page, #item>>), quote!(self.0.iter(#whole)), false)
        }
        MethodKind::Waits(waits) => {
            let response = &waits.response;
            let body = quote!(self.0.run(|client| #call.into_future()));
            (quote!(Result<#response, Error>), body, true)
        }
    };
    let shown = name.to_string();
    let shown = shown.trim_start_matches("r#");
    let mut paragraphs = vec![match kind {
        MethodKind::Call | MethodKind::Waits(_) => {
            format!("Calls [`client::Client::{shown}`] and waits.")
        }
        MethodKind::Pages(_) => {
            format!("Walks [`client::Client::{shown}`], page by page.")
        }
        MethodKind::Items(_) => {
            format!("Walks [`client::Client::{shown}`], item by item.")
        }
    }];
    if errors {
        paragraphs.extend(["# Errors".to_owned(), "Those of that method.".to_owned()]);
    }
    let doc = doc(paragraphs);
    let deprecated = deprecated(operation.deprecated.as_ref());
    // The method that is called is deprecated, too, which is no news here.
    let silent = operation
        .deprecated
        .as_ref()
        .map(|_| quote!(#[expect(deprecated, reason = "this method is, too")]));
    quote! {
        #doc
        #deprecated
        #silent
        pub fn #name(&self #typed) -> #returned {
            #body
        }
    }
}
