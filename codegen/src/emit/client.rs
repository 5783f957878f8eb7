//! Emits `src/client.rs`: a client with a method for each operation. The runtime has the behaviour; the
//! generated code has the facts of the contract and one line for each call.

pub(crate) mod blocking;
mod methods;

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use webdata_spec::model::{Operation, RetryRules};

use crate::docs::doc;
use crate::emit::client::methods::MethodKind;
use crate::emit::operations::{have_response_headers, path};
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::Layout;

/// Emits the client.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let service = &layout.spec.service;
    let error_body = path(layout, &service.error_body);
    let operations = (!layout.spec.operations.is_empty()).then(|| {
        quote!(
            use super::operations;
        )
    });
    let with_headers = have_response_headers(layout);
    let methods = methods::all(layout);
    let has_kind = |kind: fn(&MethodKind) -> bool| methods.iter().any(|method| kind(&method.kind));
    let waits = has_kind(|kind| matches!(kind, MethodKind::Wait(_)));
    let call = (!methods.is_empty()).then(|| quote!(Call,));
    let with_headers = with_headers.then(|| {
        quote!(
            pub use webdata_runtime::WithHeaders;
        )
    });
    let imports = quote! {
        use webdata_runtime::client::{self as runtime, #call Caller, Service};
        use super::error_catalogue::ErrorKind;
        #operations
        #with_headers
        pub use webdata_runtime::client::{
            AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
            Pace, ParameterFault, TimeoutKind, Wait, http, reqwest,
        };
        #[doc(no_inline)]
        pub use webdata_runtime::client::{Method, Stream};
    };
    let mut items = vec![imports];
    items.extend(types(&error_body));
    items.extend(has_kind(|kind| matches!(kind, MethodKind::Pages(_))).then(|| {
        quote! {
            /// A stream of the pages of a list.
            pub type Pages<'c, R> = runtime::Pages<'c, ErrorKind, #error_body, R>;
        }
    }));
    items.extend(has_kind(|kind| matches!(kind, MethodKind::Items(_))).then(|| {
        quote! {
            /// A stream of the items of a list.
            pub type Items<'c, R, T> = runtime::Items<'c, ErrorKind, #error_body, R, T>;
        }
    }));
    items.extend(waits.then(|| {
        quote! {
            /// A future that polls until a started job has ended. Its methods are those of
            /// [`runtime::Waiting`].
            pub type Waiting<'c, R> = runtime::Waiting<'c, ErrorKind, #error_body, R>;
        }
    }));
    items.push(facts(layout));
    items.extend(client(layout, &error_body));
    items.extend(methods::path_structs(&methods));
    items.push(methods::emit(layout, &methods));
    rust_file("src/client.rs", &introduction(layout, waits), items)
}

fn introduction(layout: &Layout<'_>, waits: bool) -> String {
    let service = &layout.spec.service;
    let mut paragraphs = vec![
        format!("A client of the {}: a method for each operation.", service.name),
        "A call waits for the response and reads it into the operation's type. Unknown properties and \
         values are kept, so that a newer service does not break an older client; `Builder::strict` \
         rejects them. Requests are sent without validation: call `validate` on a body to find out \
         beforehand what the service would reject."
            .to_owned(),
    ];
    let is_paged = |operation: &Operation| operation.pagination.is_some();
    paragraphs.extend(layout.spec.operations.values().any(is_paged).then(|| {
        "A list with pages has two more methods: `…_pages` returns a [`Stream`] of its pages, and \
         `…_stream` one of its items. A stream fetches each page when it is asked for."
            .to_owned()
    }));
    paragraphs.extend(service.retry.as_ref().map(retries));
    if let Some(rules) = &service.retry {
        let below: Vec<_> = rules.statuses.iter().filter(|status| **status < 500).collect();
        let below: Vec<_> = below.into_iter().map(u16::to_string).collect();
        if !below.is_empty() {
            paragraphs.push(format!(
                "After {}, the client repeats every request, even a `POST`: the contract says so, although it \
                 does not promise that the service did nothing. `Builder::attempts(1)` turns retries off.",
                below.join(" and ")
            ));
        }
        let waits =
            if waits { " Only `wait_for_…` repeats its requests, which only read." } else { "" };
        paragraphs.push(format!(
            "A request without a response is never repeated: the contract's rules are about responses.{waits} \
             After a 5xx, the client does not know what the service did. A request that is not \
             idempotent (RFC 9110, section 9.2.2), such as a `PATCH`, is then repeated only if its error is \
             among the [`refusals`](operations::Operation::refusals) of the operation, with which the service did nothing, \
             or if `Builder::resend_after_server_error` allows it. If the service asks for a longer wait than `Builder::longest_wait`, the error is \
             returned at once."
        ));
    }
    paragraphs.push("The options of the builder, with their defaults:".to_owned());
    paragraphs.push(options(service.retry.as_ref()));
    paragraphs.push(
        "Options of one call go between the call and `.await`, and need no second client: \
         `client.….header(name, value).timeout(limit).with_response().await?` adds a header, limits the time, and \
         returns an `http::Response` with the status code and headers. An [`ErrorResponse`] has both, too. With a \
         blocking client, use its method `run`."
            .to_owned(),
    );
    paragraphs.push(
        "A [`Hook`] runs before and after each attempt, and may change its headers.".to_owned(),
    );
    paragraphs.push(
        "With the feature `tracing`, each call is a span named `call` with the level `INFO` and this module as its \
         target. Its fields are `operation`, `attempts` (the number of attempts), \
         `status` (the last status code) and `error` (the error of the catalogue). Each wait before another \
         attempt is an event with the level `DEBUG`. A span has no body, header or key."
            .to_owned(),
    );
    paragraphs.push(
        "The HTTP client accepts responses that are compressed with gzip or deflate. It uses the proxies of the \
         environment, such as `HTTPS_PROXY`, and of the operating system. It uses no proxy for a base \
         URL with the host `localhost`, `127.0.0.1` or `[::1]`. It speaks HTTP/1.1. For HTTP/2, add `reqwest` with its \
         feature `http2` to your dependencies, which enables it here, too."
            .to_owned(),
    );
    paragraphs.push(
        "Dropping the future of a call cancels the call, even while it waits. \
         Redirects are not followed, so that a key goes to no other host. Neither `Debug` nor \
         errors show keys: if an error quotes a response with a key of at least 8 bytes, the key is replaced."
            .to_owned(),
    );
    paragraphs.push(
        "A client creates its own HTTP client, and installs ring as the default provider of rustls for \
         the process if there is none. To prevent that, install another provider before, or pass a \
         `reqwest::Client` to `Builder::http`."
            .to_owned(),
    );
    paragraphs.extend([
        "# Errors".to_owned(),
        "If there is no readable response, or the service rejects the request: the docs of each operation in \
         [`operations`] have its errors."
            .to_owned(),
        "# Panics".to_owned(),
        "A call panics outside a tokio runtime, and in one without time or I/O. `#[tokio::main]` enables both; \
         so does `enable_all` of tokio's builder."
            .to_owned(),
    ]);
    paragraphs.join("\n\n")
}

/// Returns a table of the builder's options. A test compares the defaults with those of the runtime.
fn options(retry: Option<&RetryRules>) -> String {
    let attempts = retry.map(|rules| format!("{}, as in the contract", rules.attempts));
    let attempts = attempts.as_deref();
    let of_retries = |default: &'static str| retry.map(|_| default);
    let rows = [
        ("connect_timeout", "the time for opening a connection", Some("10 s")),
        (
            "attempt_timeout",
            "the time of an attempt, up to the last byte of the response",
            Some("120 s"),
        ),
        ("timeout", "the time of a call, with all attempts and waits", Some("no limit")),
        ("attempts", "the maximum number of attempts", attempts),
        ("longest_wait", "the longest wait that the service may ask for", of_retries("120 s")),
        (
            "resend_after_server_error",
            "after a 5xx, also repeats requests that are not idempotent",
            of_retries("`false`"),
        ),
        ("response_limit", "the maximum length of a body", Some("64 MiB")),
        ("strict", "validates each success", Some("off")),
        ("user_agent", "the header `User-Agent`", Some("the name and version of this crate")),
        ("http", "the HTTP client", Some("a new one, without redirects")),
    ];
    let rows = rows.into_iter().filter_map(|(method, sets, default)| {
        Some(format!("\n| [`Builder::{method}`] | {sets} | {} |", default?))
    });
    format!("| method | meaning | default |\n|---|---|---|{}", rows.collect::<String>())
}

fn retries(rules: &RetryRules) -> String {
    let RetryRules { header, base_seconds, cap_seconds, jitter_seconds, attempts, .. } = rules;
    let statuses: Vec<_> = rules.statuses.iter().map(u16::to_string).collect();
    let statuses = statuses.join(", ");
    format!(
        "The client repeats a request as the contract says: if the status code is one of {statuses}, and \
         the retry rule of the error in the catalogue is [`Retry::Backoff`](crate::error_catalogue::Retry::Backoff). An error that is not in the catalogue is \
         repeated if that is the rule of all errors with its status code. A request is sent at most {attempts} \
         times. Before the next attempt, the client waits as long as the header `{header}` says, in seconds or as an HTTP date. Without the header, the wait before \
         attempt n + 1 is {base_seconds}ⁿ s, at most {cap_seconds} s. In both cases, up to {jitter_seconds} s is added at \
         random, so that many clients do not return together."
    )
}

fn types(error_body: &TokenStream) -> [TokenStream; 4] {
    [
        quote! {
            /// The reason why a call has no result. Its methods are those of [`runtime::Error`]:
            /// [`kind`](runtime::Error::kind) returns the error of the catalogue, and
            /// [`error_response`](runtime::Error::error_response) the whole error response.
            pub type Error = runtime::Error<ErrorKind, #error_body>;
        },
        quote! {
            /// An error response that the client received. Its fields and methods are those of
            /// [`runtime::ErrorResponse`], such as
            /// [`retry_after`](runtime::ErrorResponse::retry_after) and
            /// [`details`](runtime::ErrorResponse::details).
            pub type ErrorResponse = runtime::ErrorResponse<ErrorKind, #error_body>;
        },
        quote! {
            /// A request that is sent when it is awaited. Its methods are the options of one call; they are those of
            /// [`runtime::Request`].
            pub type Request<R> = runtime::Request<ErrorKind, #error_body, R>;
        },
        quote! {
            /// Configures a client, by the methods of [`runtime::Builder`].
            pub type Builder = runtime::Builder<Client, ErrorKind, #error_body>;
        },
    ]
}

/// Emits the facts of the contract that the runtime needs.
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
            spans: webdata_runtime::spans!(),
        };
    }
}

fn client(layout: &Layout<'_>, error_body: &TokenStream) -> [TokenStream; 3] {
    let service = &layout.spec.service;
    let (base_doc, key, argument, key_option) = if service.authentication.is_empty() {
        ("", quote!(), quote!(), quote!(None))
    } else {
        let key_doc = ", and `key` is sent with each request that needs one";
        (key_doc, quote!(, key: &str), quote!(, key), quote!(Some(key)))
    };
    let example = service.base_path.trim_end_matches('/');
    let base_doc = format!(
        "`base_url` is the part of the URL before `{example}/`, such as `https://api.example.com`, with or \
         without a path prefix{base_doc}."
    );
    let struct_doc = doc([
        format!("A client of the {}.", service.name),
        "Cloning is cheap; clones share their connections.".to_owned(),
    ]);
    let new_doc = doc([
        "Creates a client with the default configuration.".to_owned(),
        base_doc.clone(),
        "# Errors".to_owned(),
        "If an argument is invalid. The error says how to fix the argument.".to_owned(),
    ]);
    let builder_doc = doc(["Configures a client.".to_owned(), base_doc]);
    [
        quote! {
            #struct_doc
            #[derive(Debug, Clone)]
            pub struct Client(Caller<ErrorKind, #error_body>);
        },
        quote! {
            #[doc(hidden)]
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
                    Builder::new(&SERVICE, base_url, #key_option)
                }
            }
        },
    ]
}
