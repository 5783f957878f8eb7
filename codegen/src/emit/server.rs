//! Emits `src/server.rs`, a trait with a method for each operation, and the routes of the router; and
//! `src/extract.rs`, the extractor that validates a body before a handler runs. The runtime has the behaviour.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::model::{Authentication, Deprecation, Endpoint, Operation, Parameter, Shape};

use crate::docs::{self, doc};
use crate::emit::error_catalogue::error_members;
use crate::emit::module::own_limits;
use crate::emit::operations;
use crate::emit::updates::PartialUpdate;
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::Layout;
use crate::names::{Scope, ident, shouty_snake, snake, upper_camel};

/// Emits the trait, the router and the routes.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let server = Server::new(layout);
    let has_parameters = server.calls.iter().any(|called| !called.parameters.is_empty());
    let for_checks = has_parameters.then(|| quote!(self as runtime, decode,));
    let with_headers = operations::have_response_headers(layout).then(|| {
        quote!(
            pub use webdata_runtime::WithHeaders;
        )
    });
    let service_body = &layout.spec.service.error_body;
    let is_usual = |called: &ServiceMethod<'_>| called.operation.error_body == *service_body;
    let (error_body, catalogue) = if server.calls.iter().any(is_usual) {
        let error_body = quote!(
            const ERROR_BODY: ErrorMembers = ErrorKind::RESPONSE_RULES.error_body;
        );
        (error_body, quote!(Catalogue,))
    } else {
        (quote!(), quote!())
    };
    let members = (!server.calls.is_empty()).then(|| quote!(ErrorMembers,));
    let items = [
        quote! {
            use webdata_runtime::{#catalogue #members #for_checks server};
            use super::error_catalogue::{ApiError, ErrorKind};
            use super::operations;
            #with_headers
            pub use webdata_runtime::server::{BindError, axum};
            #[doc(no_inline)]
            pub use webdata_runtime::server::Router;
        },
        server.service(),
        quote! {
            /// A builder of a server, by the methods of [`server::Builder`]: its limits, and the paths of
            /// operations whose path the contract does not show.
            pub type Builder<S> = server::Builder<S, ErrorKind>;

            /// Returns the router of a service with the default configuration.
            pub fn router<S: Service>(service: S) -> Router {
                builder(service).build()
            }

            /// Returns a builder of the server of a service.
            #[must_use]
            pub fn builder<S: Service>(service: S) -> Builder<S> {
                server::Builder::new(service, routes())
            }
        },
        server.path_structs(),
        error_body,
        server.statics(),
        server.routes(),
    ];
    let doc = "The service as a trait, and an `axum` router for an implementation.\n\n\
        The router does what the contract says about every request:\n\n\
        - It finds the operation. An unknown path or method gets the error for unknown paths.\n\
        - It reads the key from its header.\n\
        - It validates path parameters and the body. A body that is too large gets the error for that.\n\
        - It writes responses and errors. If a method panics, the response is the error of a server failure.\n\n\
        An implementation only adds the behaviour. `axum::serve(listener, router).await` serves the router; it \
        needs the features `http1` and `tokio` of `axum`. The docs of each operation in [`operations`] have its \
        effects and errors. A UUID names the same resource in either letter case (RFC 9562, section 4).";
    rust_file("src/server.rs", doc, items)
}

struct Server<'p, 's> {
    layout: &'p Layout<'s>,
    /// Each authentication scheme that operations use, with its method and its static.
    schemes: Vec<(&'s Authentication, Ident, Ident)>,
    calls: Vec<ServiceMethod<'s>>,
}

/// The names of an operation in the trait.
struct ServiceMethod<'s> {
    operation: &'s Operation,
    method: Ident,
    parameters: Vec<Argument<'s>>,
    /// The argument and the struct of the path parameters, if two of them have the same type.
    path: Option<(Ident, Ident)>,
    /// The arguments for the caller and the body, if there are any.
    caller: Option<Ident>,
    query: Option<Ident>,
    headers: Option<Ident>,
    body: Option<Ident>,
}

/// A path parameter as an argument.
struct Argument<'s> {
    parameter: &'s Parameter,
    name: Ident,
    check: Ident,
}

impl<'p, 's> Server<'p, 's> {
    fn new(layout: &'p Layout<'s>) -> Self {
        let (mut methods, mut statics) = (Scope::default(), Scope::default());
        // The client reserves these names, too, so that both have the same method names.
        for taken in ["new", "builder"] {
            methods.claim(taken.to_owned());
        }
        let used_schemes: Vec<&Authentication> = operations::schemes(layout).collect();
        let several = used_schemes.len() > 1;
        let schemes = used_schemes.into_iter().map(|scheme| {
            let method = if several {
                snake(&format!("authenticate_{}", scheme.id))
            } else {
                "authenticate".to_owned()
            };
            let method = ident(&methods.claim(method));
            (scheme, method, ident(&statics.claim(shouty_snake(&scheme.id))))
        });
        let schemes = schemes.collect();
        let structs = operations::path_struct_names(layout.spec);
        let calls = layout.spec.operations.values().map(|operation| {
            let mut names = Scope::default();
            // The arguments of a route's handler.
            for taken in ["call", "service"] {
                names.claim(taken.to_owned());
            }
            if operation.condition.is_some() {
                names.claim("known".to_owned());
            }
            let caller = operation.authentication.is_some().then(|| names.claim("caller".into()));
            let query = operation.query.is_some().then(|| names.claim("query".into()));
            let headers = operation.headers.is_some().then(|| names.claim("headers".into()));
            let body = operation.request.is_some().then(|| names.claim("body".into()));
            let path = structs.get(operation.id.as_str());
            let path = path.filter(|_| can_be_swapped(layout, operation));
            let path = path.map(|ty| (ident(&names.claim("path".into())), ty.clone()));
            let parameters = operation.parameters.values().map(|parameter| Argument {
                parameter,
                name: ident(&names.claim(snake(&parameter.name))),
                check: ident(
                    &statics.claim(shouty_snake(&format!("{}.{}", operation.id, parameter.name))),
                ),
            });
            let parameters = parameters.collect();
            ServiceMethod {
                operation,
                method: ident(&methods.claim(snake(&operation.id))),
                parameters,
                path,
                caller: caller.as_deref().map(ident),
                query: query.as_deref().map(ident),
                headers: headers.as_deref().map(ident),
                body: body.as_deref().map(ident),
            }
        });
        let calls = calls.collect();
        Self { layout, schemes, calls }
    }

    fn service(&self) -> TokenStream {
        let caller = (!self.schemes.is_empty()).then(|| {
            quote! {
                /// The owner of a key, such as an account. Each operation that needs a key gets it.
                type Caller: Send + 'static;
            }
        });
        let authenticate = self.schemes.iter().map(|(scheme, method, _)| {
            let kind = |error: &str| format!("- [`ErrorKind::{}`]", ident(&upper_camel(error)));
            let forbidden = scheme.forbidden.iter();
            let forbidden =
                forbidden.map(|error| format!("{}: the key has no permissions.", kind(error)));
            let sent = format!("{}: {}", scheme.header, scheme.prefix());
            let doc = doc([
                format!("Returns the owner of the key in `{}`.", sent.trim_end_matches([':', ' '])),
                "# Errors".to_owned(),
                format!(
                    "{}: the key is unknown or no longer valid. The router rejects a request without a key with the same \
                     error.",
                    kind(&scheme.rejected)
                ),
            ]
            .into_iter()
            .chain(forbidden));
            quote! {
                #doc
                fn #method(
                    &self,
                    key: &str,
                ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;
            }
        });
        let methods = self.calls.iter().map(|called| self.method(called));
        quote! {
            /// The behaviour of a server: a method for each operation, written as `async fn`.
            ///
            /// - Implement only the operations that the server offers. The default of each method responds with
            ///   the error for unknown paths.
            /// - Arguments are validated.
            /// - The operator `?` turns an [`ErrorKind`], violations, or an [`ApiError`] into the response.
            /// - Violations become an error of the caller. If a value that the server made has violations,
            ///   return an error of the server instead.
            pub trait Service: Send + Sync + 'static {
                #caller
                #(#authenticate)*
                #(#methods)*
            }
        }
    }

    fn method(&self, called: &ServiceMethod<'_>) -> TokenStream {
        let ServiceMethod { operation, method, .. } = called;
        let link = format!("[`operations::{}`]", shouty_snake(&operation.id));
        let called_by = match &operation.endpoint {
            Some(Endpoint { method, path }) => format!(
                "`{method} {}{path}`; {link} has its effects and errors.",
                self.layout.spec.service.base_path
            ),
            None => format!(
                "The contract does not show the method and path, so the server offers the operation only after \
                 [`Builder::bind`] with {link}, which has the effects and errors."
            ),
        };
        let mut paragraphs = vec![operation.doc.clone(), called_by];
        paragraphs.extend(operation.deprecated.as_ref().map(Deprecation::sentence));
        for argument in called.parameters.iter().filter(|_| called.path.is_none()) {
            paragraphs.push(format!(
                "`{}`: {}",
                argument.name,
                describe_parameter(argument.parameter)
            ));
        }
        if operation.request.is_some() && !operation.request_required {
            paragraphs.push("The body is optional.".to_owned());
        }
        if let Some(partial) = PartialUpdate::from_spec(self.layout, operation) {
            paragraphs.push(format!(
                "`body.{}(&mut stored)?` checks the rules about what would be stored, and changes the stored resource.",
                partial.method(self.layout.spec)
            ));
        } else if let Some(check) = operations::after_update(self.layout, operation) {
            paragraphs.push(format!(
                "The router cannot check the rules about what would be stored. Call `{check}` before you store \
                 anything."
            ));
        }
        let doc = doc(paragraphs);
        let arguments = self.arguments(called);
        let names = arguments.iter().map(|(name, _)| name);
        let typed = arguments.iter().map(|(name, ty)| quote!(#name: #ty));
        let response = operations::response(self.layout, operation);
        quote! {
            #doc
            fn #method(
                &self,
                #(#typed),*
            ) -> impl Future<Output = Result<#response, ApiError>> + Send {
                server::not_offered((#(#names,)*))
            }
        }
    }

    /// Returns the name and the type of each argument, in order.
    fn arguments(&self, called: &ServiceMethod<'_>) -> Vec<(Ident, TokenStream)> {
        let mut arguments = Vec::new();
        arguments.extend(called.caller.clone().map(|caller| (caller, quote!(Self::Caller))));
        match &called.path {
            Some((name, ty)) => arguments.push((name.clone(), quote!(#ty))),
            None => arguments.extend(called.parameters.iter().map(|argument| {
                (argument.name.clone(), rust_type(self.layout, argument.parameter))
            })),
        }
        let operation = called.operation;
        for (name, ty) in [(&called.query, &operation.query), (&called.headers, &operation.headers)]
        {
            let named = name.clone().zip(ty.as_ref());
            arguments.extend(named.map(|(name, ty)| (name, operations::path(self.layout, ty))));
        }
        if let (Some(body), Some(request)) = (&called.body, &operation.request) {
            let path = operations::path(self.layout, request);
            let ty = if operation.request_required { path } else { quote!(Option<#path>) };
            arguments.push((body.clone(), ty));
        }
        arguments
    }

    /// Emits the structs of path parameters.
    fn path_structs(&self) -> TokenStream {
        let structs = self.calls.iter().filter_map(|ServiceMethod { operation, path, .. }| {
            let (_, name) = path.as_ref()?;
            let fields = operation.parameters.values();
            let fields = fields
                .map(|field| (rust_type(self.layout, field), vec![describe_parameter(field)]));
            let derives = quote!(Debug, Clone, PartialEq);
            Some(operations::path_struct(operation, &quote!(#name), &derives, fields))
        });
        structs.collect()
    }

    /// Emits the authentication schemes, and the checks of path parameters.
    fn statics(&self) -> TokenStream {
        let schemes = self.schemes.iter().map(|(scheme, _, name)| {
            let (header, word) = (&scheme.header, &scheme.scheme);
            let rejected = ident(&upper_camel(&scheme.rejected));
            quote! {
                static #name: server::Scheme<ErrorKind> = server::Scheme {
                    header: #header, word: #word, rejected: ErrorKind::#rejected,
                };
            }
        });
        let arguments = self.calls.iter().flat_map(|called| &called.parameters);
        let checks = arguments.map(|Argument { parameter, check, .. }| {
            let (schema, ty) = (&parameter.schema, rust_type(self.layout, parameter));
            let (clause, limits) = (schema.clause.as_str(), own_limits(schema));
            quote!(runtime::parameter_check!(#[model(#clause #(, #limits)*)] #check: #ty);)
        });
        quote!(#(#schemes)* #(#checks)*)
    }

    fn routes(&self) -> TokenStream {
        let routes = self.calls.iter().map(|called| self.route(called));
        quote! {
            /// Returns the route of each operation.
            fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
                Vec::from([#(#routes),*])
            }
        }
    }

    fn route(&self, called: &ServiceMethod<'_>) -> TokenStream {
        let operation = called.operation;
        let name = ident(&shouty_snake(&operation.id));
        let error_body = if operation.error_body == self.layout.spec.service.error_body {
            quote!(ERROR_BODY)
        } else {
            error_members(self.layout.spec, &operation.error_body)
        };
        let scheme = operation.authentication.as_ref();
        let scheme = scheme.and_then(|id| self.schemes.iter().find(|(one, ..)| one.id == *id));
        let named = match scheme {
            Some((_, _, scheme)) => quote!(Some(&#scheme)),
            None => quote!(None),
        };
        let mut steps = Vec::new();
        if let (Some((_, authenticate, scheme)), Some(caller)) = (scheme, &called.caller) {
            steps.push(quote! {
                let #caller = service.#authenticate(&call.key(&#scheme)?).await?;
            });
        }
        for Argument { parameter, name, check } in &called.parameters {
            let form = operations::form(self.layout, &parameter.schema);
            let parameter = &parameter.name;
            steps.push(quote! {
                let #name = call.parameter(#parameter, server::Form::#form, &#check)?;
            });
        }
        steps.extend(called.path.iter().map(|(path, ty)| {
            let fields = operations::path_struct_fields(operation);
            let fields = fields.iter().zip(&called.parameters);
            let fields = fields.map(|(field, Argument { name, .. })| {
                let value = (field != name).then(|| quote!(: #name));
                quote!(#field #value)
            });
            quote!(let #path = #ty { #(#fields),* };)
        }));
        steps.extend(called.query.iter().map(|query| quote!(let #query = call.query()?;)));
        steps.extend(called.headers.iter().map(|headers| quote!(let #headers = call.headers()?;)));
        steps.extend(called.body.iter().map(|body| self.read_body(operation, body)));
        if let Some(header) = &operation.condition {
            steps.insert(0, quote!(let known = call.header(#header);));
        }
        let call = if steps.is_empty() { quote!(_call) } else { quote!(call) };
        let status = operation.response.as_ref().and_then(|response| response.status);
        // If any success is allowed, the response is 200.
        let status = proc_macro2::Literal::u16_unsuffixed(status.unwrap_or(200));
        let method = &called.method;
        let arguments = self.arguments(called);
        let arguments = arguments.iter().map(|(name, _)| name);
        let success = if operation.response_headers().is_some() {
            quote!(success_with_headers)
        } else {
            quote!(success)
        };
        let finished = response_changes(operation);
        quote! {
            server::Route {
                operation: &operations::#name,
                scheme: #named,
                error_body: #error_body,
                handle: |service: std::sync::Arc<S>, #call| Box::pin(async move {
                    #(#steps)*
                    server::#success(#status, &service.#method(#(#arguments),*).await?)#finished
                }),
            }
        }
    }

    /// Emits the code that reads the body, and checks the rules about what would be stored if they do not
    /// depend on the stored resource.
    fn read_body(&self, operation: &Operation, body: &Ident) -> TokenStream {
        let read = if operation.request_required { quote!(body) } else { quote!(body_if_given) };
        if operation.is_multipart() {
            let constant = ident(&shouty_snake(&operation.id));
            return quote!(let #body = call.parts(&operations::#constant).await?;);
        }
        let Some((ty, check)) = operations::checked_without_stored(self.layout, operation) else {
            return quote!(let #body = call.#read().await?;);
        };
        if operation.request_required {
            quote! {
                let #body: #ty = call.body().await?;
                #body.#check().or(())?;
            }
        } else {
            quote! {
                let #body: Option<#ty> = call.body_if_given().await?;
                if let Some(#body) = &#body {
                    #body.#check().or(())?;
                }
            }
        }
    }
}

/// Returns the Rust type of a path parameter.
fn rust_type(layout: &Layout<'_>, parameter: &Parameter) -> TokenStream {
    match &parameter.schema.shape {
        Shape::Ref(name) => operations::path(layout, name),
        Shape::Boolean => quote!(bool),
        Shape::Integer => quote!(i64),
        Shape::Number => quote!(f64),
        // Other values are read as strings.
        _ => quote!(String),
    }
}

/// Returns whether two path parameters of an operation have the same type.
fn can_be_swapped(layout: &Layout<'_>, operation: &Operation) -> bool {
    let types =
        operation.parameters.values().map(|parameter| rust_type(layout, parameter).to_string());
    types.collect::<HashSet<_>>().len() < operation.parameters.len()
}

/// Describes a path parameter.
fn describe_parameter(parameter: &Parameter) -> String {
    let limits = docs::limits(&parameter.schema).join(" ");
    format!("{} {limits}", parameter.schema.doc)
}

/// Emits the changes of a successful response: the headers of a deprecated operation, and 304 for a version
/// that the client has.
fn response_changes(operation: &Operation) -> Option<TokenStream> {
    let notices = operation.notices();
    let added = (!notices.is_empty()).then(|| {
        let notices = notices.iter().map(|notice| {
            let (name, value) = (notice.header.to_lowercase(), &notice.value);
            quote!((#name, #value))
        });
        quote!(.with_headers(&[#(#notices),*]))
    });
    let left_out = operation.condition.as_ref().map(|_| quote!(.unless_known(known.as_deref())));
    let is_done = added.is_some() || left_out.is_some();
    is_done.then(|| quote!(.map(|success| success #added #left_out)))
}

/// Emits the extractor. The runtime has its behaviour.
pub(crate) fn extract() -> Result<GeneratedFile, GenerateError> {
    let imports = quote! {
        use webdata_runtime::axum::{FromRequest, Request};
        use webdata_runtime::decode::Model;
        use super::error_catalogue::ApiError;
    };
    let valid = quote! {
        /// A validated body: `Valid(body): Valid<T>` among the arguments of a handler.
        ///
        /// The extractor reads the body within the limit of `axum`'s `DefaultBodyLimit` (2 MiB by default)
        /// and parses it with `T::parse`. It ignores the media type of the request. A body that breaks the
        /// contract gets the error that the contract names, with the violations as `details`. A body that is
        /// not JSON gets the position of the mistake, and a body that is too large gets the error for that.
        /// The handler runs only for a valid body.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Valid<T>(pub T);
    };
    let from_request = quote! {
        impl<S: Send + Sync, T: Model> FromRequest<S> for Valid<T> {
            type Rejection = ApiError;

            async fn from_request(request: Request, _state: &S) -> Result<Self, ApiError> {
                webdata_runtime::axum::read(request).await.map(Self)
            }
        }
    };
    let doc = "An extractor for `axum` handlers that validates bodies.";
    rust_file("src/extract.rs", doc, [imports, valid, from_request])
}
