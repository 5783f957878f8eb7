//! Emits `src/error_catalogue.rs`: the error catalogue, and what a server needs of it: error bodies, the errors that
//! clauses name, and the rules of all responses.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::{ErrorRow, ErrorText, Retry, Schema};
use webdata_spec::{Spec, Step};

use crate::docs::{doc, error};
use crate::emit::operations;
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::names::{ident, upper_camel};

/// Emits the catalogue as an enum, and the parts for servers.
pub(crate) fn emit(spec: &Spec) -> Result<GeneratedFile, GenerateError> {
    let variants = spec.errors.values().map(variant);
    let exports = quote!(
        use webdata_runtime::{Catalogue, ErrorMembers, ResponseRules};
        pub use webdata_runtime::{ErrorRow, ErrorText, Retry};
    );
    let kind = quote! {
        /// An error that the contract lists.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
        #[non_exhaustive]
        pub enum ErrorKind {
            #(#variants,)*
        }
    };
    rust_file(
        "src/error_catalogue.rs",
        "The error catalogue: each error of the contract is a variant of [`ErrorKind`].",
        [exports, kind, server_parts(spec)],
    )
}

/// Emits a row as a variant. The first paragraph of its docs is the cause of the error.
fn variant(row: &ErrorRow) -> TokenStream {
    let (name, id, doc) = (ident(&upper_camel(&row.id)), &row.id, doc(error(row)));
    let status = proc_macro2::Literal::u16_unsuffixed(row.status);
    let text = match &row.text {
        ErrorText::Exact(text) => quote!(, exact = #text),
        ErrorText::Free(text) => quote!(, free = #text),
        ErrorText::Described(sentence) => quote!(, saying = #sentence),
        ErrorText::NotShown => TokenStream::new(),
    };
    let code = row.code.as_ref().map(|code| quote!(, code = #code));
    let retry = match row.retry {
        Retry::Never => quote!(Never),
        Retry::Backoff => quote!(Backoff),
        Retry::Sometimes => quote!(Sometimes),
    };
    quote!(#doc #[error(#id, status = #status #text #code, retry = #retry)] #name)
}

/// Emits the implementation of the runtime's `Catalogue`, and the alias `ApiError`.
fn server_parts(spec: &Spec) -> TokenStream {
    let service = &spec.service;
    let media_type = &service.media_type;
    let error_body = error_members(spec, &service.error_body);
    // Services without retry rules use HTTP's header.
    let retry_after = service.retry.as_ref().map_or("Retry-After", |retry| &retry.header);
    let kind = |id: &str| {
        let name = ident(&upper_camel(id));
        quote!(Self::#name)
    };
    let (failure, unknown) = (kind(&service.validation_failure), kind(&service.unknown_path));
    let everywhere = |id: &&String| {
        !spec.operations.is_empty()
            && spec.operations.values().all(|operation| operation.errors.contains(id))
    };
    let shared: Vec<&String> = spec.errors.keys().filter(everywhere).collect();
    let shared = if operations::shared_errors(spec).is_some_and(|errors| errors == shared) {
        quote!(super::operations::SHARED_ERRORS)
    } else {
        let kinds = shared.into_iter().map(|id| kind(id));
        quote!(&[#(#kinds),*])
    };
    let mut named = Vec::new();
    let types = spec.types.values().map(|named_type| &named_type.schema);
    let parameters = spec.operations.values().flat_map(|operation| operation.parameters.values());
    for schema in types.chain(parameters.map(|parameter| &parameter.schema)) {
        named_errors(schema, None, &mut named);
    }
    let by_clause = named.into_iter().map(|(clause, error)| {
        let kind = kind(error);
        quote!((#clause, #kind))
    });
    quote! {
        /// An error response that a server returns. It is made by `ErrorKind::….into()`, or by `?` from violations.
        pub type ApiError = webdata_runtime::ApiError<ErrorKind>;

        impl Catalogue for ErrorKind {
            const RESPONSE_RULES: &'static ResponseRules<Self> = &ResponseRules {
                media_type: #media_type,
                error_body: #error_body,
                retry_after: #retry_after,
                validation_failure: #failure,
                unknown_path: #unknown,
                shared: #shared,
                by_clause: &[#(#by_clause),*],
            };

            fn row(self) -> &'static ErrorRow {
                Self::row(self)
            }
        }
    }
}

/// Emits the properties that a type of error bodies has besides `error`.
pub(crate) fn error_members(spec: &Spec, type_name: &str) -> TokenStream {
    let Some(object) = spec.object(type_name) else {
        return quote!(ErrorMembers { constants: &[], code: false, details: false });
    };
    let constants = object.properties.iter().filter_map(|(name, property)| {
        let constant = property.schema.constant()?.as_bool()?;
        Some(quote!((#name, #constant)))
    });
    let (code, details) =
        (object.properties.contains_key("code"), object.properties.contains_key("details"));
    quote! {
        ErrorMembers {
            constants: &[#(#constants),*], code: #code, details: #details,
        }
    }
}

/// Adds to `named` each clause below a schema that names its own error, with the error. The alternatives of a value
/// share its error. A referenced type has the error of the type, not that of the reference.
fn named_errors<'s>(
    schema: &'s Schema,
    inherited: Option<&'s str>,
    named: &mut Vec<(&'s str, &'s str)>,
) {
    let error = inherited.or(schema.error.as_deref());
    named.extend(error.map(|error| (schema.clause.as_str(), error)));
    for (step, child) in schema.children() {
        let inherited = error.filter(|_| matches!(step, Step::Alternative(..)));
        named_errors(child, inherited, named);
    }
}
