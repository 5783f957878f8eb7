//! Emits the route of each operation: its method and path, authentication, validation in this order, and the
//! response.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::model::Operation;

use super::{Argument, Server, ServiceMethod};
use crate::emit::error_catalogue::server_parts::error_members;
use crate::emit::{operations, path_struct};
use crate::names::{ident, shouty_snake};

impl Server<'_, '_> {
    pub(super) fn routes(&self) -> TokenStream {
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
        let error_body = match operation.error_body == self.layout.spec.service.error_body {
            true => quote!(<ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES.error_body),
            false => error_members(self.layout.spec, &operation.error_body),
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
        steps.extend(called.path.iter().map(|(path, of)| {
            let fields = path_struct::fields(operation);
            let fields = fields.iter().zip(&called.parameters);
            let fields = fields.map(|(field, Argument { name, .. })| match field == name {
                true => quote!(#field),
                false => quote!(#field: #name),
            });
            quote!(let #path = #of { #(#fields),* };)
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
        let success = match operation.response_headers().is_some() {
            true => quote!(success_with_headers),
            false => quote!(success),
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
        let read = match operation.request_required {
            true => quote!(body),
            false => quote!(body_if_given),
        };
        let Some((of, check)) = operations::checked_without_stored(self.layout, operation) else {
            return quote!(let #body = call.#read().await?;);
        };
        match operation.request_required {
            true => quote! {
                let #body: #of = call.body().await?;
                #body.#check().or(())?;
            },
            false => quote! {
                let #body: Option<#of> = call.body_if_given().await?;
                if let Some(#body) = &#body {
                    #body.#check().or(())?;
                }
            },
        }
    }
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
