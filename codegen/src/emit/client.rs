//! Emits `src/client.rs`: a client with a method for each operation. What it does stands in the
//! runtime; emitted are the contract's facts and a line for each call.

pub(crate) mod blocking;
mod lists;
mod methods;
mod waits;

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use webdata_spec::model::{Operation, RetryRules};

use super::operations::path;
use crate::docs::doc;
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::Layout;
use crate::names::{ident, upper_camel};
use crate::rust_file::rust_file;
use methods::MethodKind;

/// The client, and what it is told of the service.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let service = &layout.spec.service;
    let error_body = path(layout, &service.error_body);
    let operations = (!layout.spec.operations.is_empty()).then(|| {
        quote!(
            use super::operations;
        )
    });
    let spec = layout.spec;
    let with_headers = spec.operations.values().any(|own| own.response_headers().is_some());
    let is_flat = |operation: &Operation| operation.query.is_some() || operation.headers.is_some();
    let methods = methods::all(layout);
    let is = |kind: fn(&MethodKind) -> bool| methods.iter().any(|method| kind(&method.kind));
    let waits = is(|kind| matches!(kind, MethodKind::Waits(_)));
    let call = with_headers || waits || spec.operations.values().any(is_flat);
    let call = call.then(|| quote!(Call,));
    let with_headers = with_headers.then(|| {
        quote!(
            pub use webdata_runtime::WithHeaders;
        )
    });
    let imports = quote! {
        use webdata_runtime::client::{self as runtime, #call Caller, Service};
        use super::errors::ErrorKind;
        #operations
        #with_headers
        pub use webdata_runtime::client::{
            AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
            Method, Pace, ParameterFault, Stream, TimeoutKind, Wait, reqwest,
        };
    };
    let mut items = vec![imports];
    items.extend(types(&error_body));
    items.extend(is(|kind| matches!(kind, MethodKind::Pages(_))).then(|| {
        quote! {
            /// The pages of a list, one after the other.
            pub type Pages<'c, R> = runtime::Pages<'c, ErrorKind, #error_body, R>;
        }
    }));
    items.extend(is(|kind| matches!(kind, MethodKind::Items(_))).then(|| {
        quote! {
            /// The items of a list, one after the other.
            pub type Items<'c, R, T> = runtime::Items<'c, ErrorKind, #error_body, R, T>;
        }
    }));
    items.extend(waits.then(|| {
        quote! {
            /// Waits for what was started, and how it waits.
            pub type Waiting<'c, R> = runtime::Waiting<'c, ErrorKind, #error_body, R>;
        }
    }));
    items.push(facts(layout));
    items.extend(client(layout, &error_body));
    items.extend(methods::path_structs(&methods));
    items.push(methods::emit(layout, &methods));
    rust_file("src/client.rs", &introduction(layout), items)
}

fn introduction(layout: &Layout<'_>) -> String {
    let service = &layout.spec.service;
    let mut paragraphs = vec![
        format!("A client of the {}: a method for each operation.", service.name),
        "A call waits for the answer and reads it into the operation's type. Members and values \
         that the contract does not know are taken as they come, so that a newer service does not \
         break an older client; `Builder::strict` refuses them. A request's body is sent as it \
         is: its `validate` says beforehand what the service would refuse."
            .to_owned(),
    ];
    let is_paged = |operation: &Operation| operation.pagination.is_some();
    paragraphs.extend(layout.spec.operations.values().any(is_paged).then(|| {
        "A list that is split into pages has two more methods: one whose name ends in `_pages` walks \
         the pages, and one whose name ends in `_stream` the items. Both return a [`Stream`], which \
         fetches a page when it is asked for."
            .to_owned()
    }));
    paragraphs.extend(service.retry.as_ref().map(retries));
    if let Some(rules) = &service.retry {
        let below: Vec<_> = rules.statuses.iter().filter(|status| **status < 500).collect();
        let below: Vec<_> = below.into_iter().map(u16::to_string).collect();
        if !below.is_empty() {
            paragraphs.push(format!(
                "After {} that holds for every request, a `POST` too: the contract has it so, \
                 without saying that nothing was done. `Builder::attempts(1)` stops it.",
                below.join(" and ")
            ));
        }
        paragraphs.push(
            "A request without a response is never sent again: the contract's rules are about responses. \
             After a 5xx it is not known what the service did. So a request that is not idempotent \
             (RFC 9110, section 9.2.2) is not sent again then, with two exceptions: the error is among \
             the operation's `refusals`, so that nothing was done, or \
             `Builder::resend_after_server_error` allows it. If the service asks for a longer wait than \
             `Builder::longest_wait`, the error is returned at once."
                .to_owned(),
        );
    }
    paragraphs.push(
        "`Builder::connect_timeout` limits opening a connection, `Builder::attempt_timeout` each \
         attempt, `Builder::timeout` a whole call with its waits, and `Builder::response_limit` the \
         length of a body. A [`Hook`] runs before and after each attempt, and may change its headers. \
         With the feature `tracing`, each call is a span, `call`, with the operation, the status, the \
         number of attempts and the error of the catalogue; no body, header or key stands in it."
            .to_owned(),
    );
    paragraphs.push(
        "Dropping the future of a call ends it, also while it waits. \
         Redirections are not followed, so that a key goes to no other host. Neither `Debug` nor \
         errors show keys. A key that a response repeats is replaced, unless it is shorter than 8 bytes."
            .to_owned(),
    );
    paragraphs.push(
        "A client makes an HTTP client for itself, and for that installs ring as the default \
         provider of rustls for the whole process, unless the process has one. To keep it from \
         that, install another before, or give a `reqwest::Client` to `Builder::http`."
            .to_owned(),
    );
    let common = layout.spec.common_errors();
    let common =
        common.iter().map(|row| format!("[`ErrorKind::{}`]", ident(&upper_camel(&row.id))));
    let common = common.collect::<Vec<_>>().join(", ");
    if !common.is_empty() {
        paragraphs
            .push(format!("The service may refuse a call of every operation with: {common}."));
    }
    paragraphs.join("\n\n")
}

fn retries(rules: &RetryRules) -> String {
    let RetryRules { header, base_seconds, cap_seconds, jitter_seconds, attempts, .. } = rules;
    let statuses: Vec<_> = rules.statuses.iter().map(u16::to_string).collect();
    let statuses = statuses.join(", ");
    format!(
        "A request is sent again where the contract says so: its status is one of {statuses}, and the \
         catalogue's row of the error says `Backoff`. An error outside the catalogue counts if every \
         row of its status says `Backoff`. A request is sent {attempts} times at most. The wait is what \
         the header `{header}` says, in seconds or as an HTTP date. Without the header, the wait before \
         attempt n + 1 is {base_seconds}ⁿ s, at most {cap_seconds} s, and up to {jitter_seconds} s more \
         at random, so that many clients do not come back at once."
    )
}

fn types(error_body: &TokenStream) -> [TokenStream; 3] {
    [
        quote! {
            /// Why a call did not come to its answer.
            pub type Error = runtime::Error<ErrorKind, #error_body>;
        },
        quote! {
            /// An answer that is no success.
            pub type Refusal = runtime::Refusal<ErrorKind, #error_body>;
        },
        quote! {
            /// Sets up a client.
            pub type Builder = runtime::Builder<Client, ErrorKind, #error_body>;
        },
    ]
}

/// What the runtime is told of the service.
fn facts(layout: &Layout<'_>) -> TokenStream {
    let service = &layout.spec.service;
    let (base_path, media_type) = (&service.base_path, &service.media_type);
    let retry = match &service.retry {
        None => quote!(None),
        Some(rules) => {
            let statuses = rules.statuses.iter().map(|status| Literal::u16_unsuffixed(*status));
            let header = &rules.header;
            let [base, cap, jitter, attempts] =
                [rules.base_seconds, rules.cap_seconds, rules.jitter_seconds, rules.attempts]
                    .map(Literal::u32_unsuffixed);
            quote! {
                Some(runtime::RetryRules {
                    statuses: &[#(#statuses),*],
                    header: #header,
                    base_seconds: #base,
                    cap_seconds: #cap,
                    jitter_seconds: #jitter,
                    attempts: #attempts,
                })
            }
        }
    };
    quote! {
        static SERVICE: Service<ErrorKind> = Service {
            user_agent: concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")),
            base_path: #base_path,
            media_type: #media_type,
            catalogue: ErrorKind::ALL,
            row: ErrorKind::row,
            retry: #retry,
        };
    }
}

fn client(layout: &Layout<'_>, error_body: &TokenStream) -> [TokenStream; 3] {
    let service = &layout.spec.service;
    let (base_doc, key, argument, given) = if service.authentication.is_empty() {
        ("", quote!(), quote!(), quote!(None))
    } else {
        let says = ", and `key` goes with each request that needs one";
        (says, quote!(, key: &str), quote!(, key), quote!(Some(key)))
    };
    let example = service.base_path.trim_end_matches('/');
    let base_doc = format!(
        "`base_url` is what stands before `{example}/`, such as `https://api.example.com`, with a \
         prefix of a path or without{base_doc}."
    );
    let struct_doc = doc([
        format!("A client of the {}.", service.name),
        "Cloning it is cheap and shares the connections.".to_owned(),
    ]);
    let new_doc = doc([
        "A client with everything else as it is by default.".to_owned(),
        base_doc.clone(),
        "# Errors".to_owned(),
        "When one of them cannot be used, with the remedy.".to_owned(),
    ]);
    let builder_doc = doc(["Sets up a client.".to_owned(), base_doc]);
    [
        quote! {
            #struct_doc
            #[derive(Debug, Clone)]
            pub struct Client(Caller<ErrorKind, #error_body>);
        },
        quote! {
            impl From<Caller<ErrorKind, #error_body>> for Client {
                fn from(caller: Caller<ErrorKind, #error_body>) -> Self {
                    Self(caller)
                }
            }
        },
        quote! {
            impl Client {
                #new_doc
                pub fn new(base_url: &str #key) -> Result<Self, ConfigError> {
                    Self::builder(base_url #argument).build()
                }

                #builder_doc
                pub fn builder(base_url: &str #key) -> Builder {
                    Builder::new(&SERVICE, base_url, #given)
                }
            }
        },
    ]
}
