//! Emits `src/client.rs`: a client with a method for each operation. What it does stands in the
//! runtime; emitted are the contract's facts and a line for each call.

use indexmap::IndexSet;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use webdata_spec::model::{Operation, RetryRules};

use super::operations::{self, path};
use crate::docs::{self, doc};
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::{Layout, TypeName};
use crate::names::{Scope, ident, shouty, snake, upper_camel};
use crate::rust_file::rust_file;

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
    let call = with_headers || spec.operations.values().any(is_flat);
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
            Bytes, Clock, ConfigError, Method, Pace, ParameterFault, Wait, reqwest,
        };
    };
    let mut items = vec![imports];
    items.extend(types(&error_body));
    items.push(facts(layout));
    items.extend(client(layout, &error_body));
    items.push(methods(layout));
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
            "What brought no answer is never sent again, because the contract's rules are about \
             answers. After a 5xx, what the service did is not known. So a request that is not \
             idempotent (RFC 9110, section 9.2.2) is not sent again then, unless the operation \
             lists the error among its `refusals`, which says that nothing was done, or \
             `Builder::resend_after_server_error` has it so. A wait that the service asks for is \
             at most `Builder::longest_wait`; beyond it the error is returned at once."
                .to_owned(),
        );
    }
    paragraphs.push(
        "A call holds nothing but its future: dropped, even while it waits, it sends no more. \
         Redirections are not followed, so that a key goes to no other host. Keys are shown \
         nowhere, neither by `Debug` nor in errors, even where the service repeats them; but keys \
         shorter than 8 bytes are not looked for in what it answers."
            .to_owned(),
    );
    paragraphs.push(
        "A client makes an HTTP client for itself, and for that installs ring as the default \
         provider of rustls for the whole process, unless the process has one. To keep it from \
         that, install another before, or give a `reqwest::Client` to `Builder::http`."
            .to_owned(),
    );
    paragraphs.join("\n\n")
}

fn retries(rules: &RetryRules) -> String {
    let RetryRules { header, base_seconds, cap_seconds, jitter_seconds, attempts, .. } = rules;
    let statuses: Vec<_> = rules.statuses.iter().map(u16::to_string).collect();
    let statuses = statuses.join(", ");
    format!(
        "A request is sent again where the contract says so: when the status is one of {statuses}, \
         and the row of the error says `Backoff`, or, for an error that is not in the catalogue, \
         every row of that status does. It is sent {attempts} times at most. The wait is as long \
         as the header `{header}` says in seconds, else {base_seconds} s to the power of how often \
         it was sent, and {cap_seconds} s at most; up to {jitter_seconds} s are added at random, so \
         that many clients do not come back at once."
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

fn methods(layout: &Layout<'_>) -> TokenStream {
    let mut names = Scope::default();
    for taken in ["new", "builder"] {
        names.claim(taken.to_owned());
    }
    let methods = layout.spec.operations.values().map(|operation| {
        let name = ident(&names.claim(snake(&operation.id)));
        method(layout, operation, &name)
    });
    let methods: Vec<_> = methods.collect();
    if methods.is_empty() {
        return quote!();
    }
    quote!(impl Client { #(#methods)* })
}

fn method(layout: &Layout<'_>, operation: &Operation, name: &Ident) -> TokenStream {
    let constant = ident(&shouty(&operation.id));
    let mut arguments = Scope::default();
    for taken in ["query", "headers", "body"] {
        arguments.claim(taken.to_owned());
    }
    let parameters: Vec<_> = operation
        .parameters
        .keys()
        .map(|parameter| ident(&arguments.claim(snake(parameter))))
        .collect();
    let flat = [("query", &operation.query), ("headers", &operation.headers)];
    let flat = flat.into_iter().filter_map(|(word, name)| Some((ident(word), name.as_ref()?)));
    let flat: Vec<_> = flat.map(|(word, name)| (word, path(layout, name))).collect();
    let (words, types): (Vec<_>, Vec<_>) = flat.iter().map(|(word, of)| (word, of)).unzip();
    let request = operation.request.as_ref().map(|request| path(layout, request));
    let body = request.as_ref().map(|request| match operation.request_required {
        true => quote!(, body: &#request),
        false => quote!(, body: Option<&#request>),
    });
    let response = operations::response(layout, operation);
    let with_headers = operation.response_headers().is_some();
    let called = if flat.is_empty() && !with_headers {
        let given = match (&request, operation.request_required) {
            (None, _) => quote!(None::<&()>),
            (Some(_), true) => quote!(Some(body)),
            (Some(_), false) => quote!(body),
        };
        quote!(call(&operations::#constant, &[#(#parameters),*], #given))
    } else {
        let send = if with_headers { quote!(send_for_headers) } else { quote!(send) };
        let given = request.as_ref().map(|_| match operation.request_required {
            true => quote!(.body(body)),
            false => quote!(.body_if_given(body)),
        });
        quote! {
            #send(
                Call::new(&operations::#constant, &[#(#parameters),*])
                    #(.#words(#words))*
                    #given
            )
        }
    };
    let doc = doc(says(layout, operation, &parameters));
    quote! {
        #doc
        pub async fn #name(
            &self #(, #parameters: &str)* #(, #words: &#types)* #body
        ) -> Result<#response, Error> {
            self.0.#called.await
        }
    }
}

/// The paragraphs of a method.
fn says(layout: &Layout<'_>, operation: &Operation, parameters: &[Ident]) -> Vec<String> {
    let mut paragraphs = vec![operation.doc.clone()];
    let constant = shouty(&operation.id);
    paragraphs.push(match &operation.endpoint {
        Some(endpoint) => {
            format!("`{} {}{}`", endpoint.method, layout.spec.service.base_path, endpoint.path)
        }
        None => format!(
            "The contract does not show how it is called: give `Builder::bind` \
             [`operations::{constant}`], a method and a path."
        ),
    });
    for (parameter, name) in operation.parameters.values().zip(parameters) {
        let name = name.to_string();
        let name = name.trim_start_matches("r#");
        paragraphs.push(format!("`{name}`: {}", parameter.schema.doc));
    }
    if operation.response.is_none() {
        paragraphs.push("The contract does not show what it answers.".to_owned());
    }
    paragraphs.extend(docs::promises(layout.spec, operation));
    paragraphs.extend(operation.effects.iter().map(docs::effect));
    paragraphs.extend(operation.refusals.iter().map(docs::refusal));
    paragraphs.extend(docs::behaviour(&operation.clause(), &operation.behaviour));
    paragraphs.push("# Errors".to_owned());
    let own = (operation.error_body != layout.spec.service.error_body)
        .then(|| layout.type_name(&operation.error_body))
        .flatten();
    paragraphs.extend(own.map(|TypeName { module, name }| {
        let module = ident(&module);
        format!(
            "Errors have a form of their own here, which [`Refusal::read`](runtime::Refusal::read) \
             gives: [`{name}`](super::{module}::{name})."
        )
    }));
    let errors: IndexSet<String> =
        layout.spec.operation_errors(operation).iter().map(|row| upper_camel(&row.id)).collect();
    let errors: Vec<_> = errors.iter().map(|error| format!("`{error}`")).collect();
    paragraphs.push(match errors.is_empty() {
        true => "When there is no answer that can be read, or the service refuses.".to_owned(),
        false => format!(
            "When there is no answer that can be read, or the service refuses; of the catalogue it \
             may answer {}.",
            errors.join(", ")
        ),
    });
    paragraphs
}
