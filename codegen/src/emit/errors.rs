//! Emits `src/errors.rs`: the error catalogue.

use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{ErrorRow, ErrorText, Retry};

use super::catalogue;
use crate::docs::{doc, error};
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::names::{ident, upper_camel};
use crate::rust_file::rust_file;

/// The catalogue as an enum with a row for each variant.
pub(crate) fn emit(spec: &Spec) -> Result<GeneratedFile, GenerateError> {
    let rows: Vec<&ErrorRow> = spec.errors.values().collect();
    let names: Vec<_> = rows.iter().map(|row| ident(&upper_camel(&row.id))).collect();
    let docs = rows.iter().map(|row| doc(error(row)));
    let ids = rows.iter().map(|row| &row.id);
    let statuses = rows.iter().map(|row| proc_macro2::Literal::u16_unsuffixed(row.status));
    let texts = rows.iter().map(|row| match &row.text {
        ErrorText::Exact(text) => quote!(Exact(#text)),
        ErrorText::Free(text) => quote!(Free(#text)),
        ErrorText::Saying(says) => quote!(Saying(#says)),
        ErrorText::NotShown => quote!(NotShown),
    });
    let codes = rows.iter().map(|row| match &row.code {
        Some(code) => quote!(Some(#code)),
        None => quote!(None),
    });
    let retries = rows.iter().map(|row| match row.retry {
        Retry::Never => quote!(Never),
        Retry::Backoff => quote!(Backoff),
        Retry::Sometimes => quote!(Sometimes),
    });
    let causes = rows.iter().map(|row| &row.cause);
    let exports = quote!(
        pub use webdata_runtime::{ErrorRow, ErrorText, Retry};
    );
    let kind = quote! {
        /// An error of the catalogue.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ErrorKind {
            #(#docs #names,)*
        }
    };
    let methods = quote! {
        impl ErrorKind {
            /// Every error, in the contract's order.
            pub const ALL: &'static [Self] = &[#(Self::#names),*];

            /// The row of the catalogue.
            #[must_use]
            pub const fn row(self) -> &'static ErrorRow {
                match self {
                    #(Self::#names => &ErrorRow {
                        id: #ids,
                        status: #statuses,
                        text: ErrorText::#texts,
                        code: #codes,
                        retry: Retry::#retries,
                        cause: #causes,
                    },)*
                }
            }

            /// The identity.
            #[must_use]
            pub const fn id(self) -> &'static str {
                self.row().id
            }

            /// The HTTP status.
            #[must_use]
            pub const fn status(self) -> u16 {
                self.row().status
            }

            /// The text that says what went wrong, where the contract shows it; whether another
            /// may stand in its place, the row says.
            #[must_use]
            pub const fn text(self) -> Option<&'static str> {
                self.row().text.shown()
            }

            /// The further code, where the error has one.
            #[must_use]
            pub const fn code(self) -> Option<&'static str> {
                self.row().code
            }

            /// Whether a request that met it may be sent again.
            #[must_use]
            pub const fn retry(self) -> Retry {
                self.row().retry
            }

            /// The error that an answer shows by its status and its body: by its code, else by its
            /// text, else the one of the status whose text is free; never by a guess.
            #[must_use]
            pub fn identify(status: u16, body: &serde_json::Value) -> Option<Self> {
                webdata_runtime::identify(Self::ALL, Self::row, status, body)
            }

            /// The error that violations earn: the one that their clauses name, when all of them
            /// name the same; else the validation failure, which is true of all.
            #[must_use]
            pub fn of(violations: &webdata_runtime::Violations) -> Self {
                webdata_runtime::error_of(violations)
            }
        }
    };
    let display = quote! {
        impl std::fmt::Display for ErrorKind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{} {}", self.status(), self.text().unwrap_or(self.id()))
            }
        }
    };
    rust_file(
        "src/errors.rs",
        "The error catalogue.",
        [exports, kind, methods, display, catalogue::emit(spec)],
    )
}
