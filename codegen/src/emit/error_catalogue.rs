//! Emits `src/error_catalogue.rs`: the error catalogue.

pub(crate) mod server_parts;

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{ErrorRow, ErrorText, Retry};

use crate::docs::{doc, error};
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::names::{ident, upper_camel};
use crate::rust_file::rust_file;

/// Emits the catalogue as an enum, and the common parts of all error responses.
pub(crate) fn emit(spec: &Spec) -> Result<GeneratedFile, GenerateError> {
    let variants = spec.errors.values().map(variant);
    let exports = quote!(
        pub use webdata_runtime::{ErrorRow, ErrorText, Retry};
    );
    let kind = quote! {
        /// An error of the catalogue.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
        #[non_exhaustive]
        pub enum ErrorKind {
            #(#variants,)*
        }
    };
    rust_file(
        "src/error_catalogue.rs",
        "The error catalogue.",
        [exports, kind, server_parts::emit(spec)],
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
