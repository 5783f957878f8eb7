//! Emits `src/errors.rs`: the error catalogue.

use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{ErrorRow, Retry, Wording};

use crate::docs::{doc, error};
use crate::names::{ident, upper_camel};
use crate::rust_file::rust_file;
use crate::{GenerateError, GeneratedFile};

/// The catalogue as an enum with a row for each variant.
pub(crate) fn emit(spec: &Spec) -> Result<GeneratedFile, GenerateError> {
    let rows: Vec<&ErrorRow> = spec.errors.values().collect();
    let names: Vec<_> = rows.iter().map(|row| ident(&upper_camel(&row.id))).collect();
    let docs = rows.iter().map(|row| doc(error(row)));
    let ids = rows.iter().map(|row| &row.id);
    let statuses = rows.iter().map(|row| proc_macro2::Literal::u16_unsuffixed(row.status));
    let texts = rows.iter().map(|row| &row.text);
    let wordings = rows.iter().map(|row| match row.wording {
        Wording::Exact => quote!(Exact),
        Wording::Free => quote!(Free),
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
    let exports = quote!(
        pub use webdata_runtime::{ErrorRow, Retry, Wording};
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
                        text: #texts,
                        wording: Wording::#wordings,
                        code: #codes,
                        retry: Retry::#retries,
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

            /// The text that says what went wrong.
            #[must_use]
            pub const fn text(self) -> &'static str {
                self.row().text
            }

            /// Whether another text may stand in place of [`ErrorKind::text`].
            #[must_use]
            pub const fn wording(self) -> Wording {
                self.row().wording
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

            /// The error that an answer shows: by its code, else by its exact text, else the one
            /// of the status whose text is free.
            #[must_use]
            pub fn identify(status: u16, text: &str, code: Option<&str>) -> Option<Self> {
                let rows = || Self::ALL.iter().copied().filter(|row| row.status() == status);
                let by_code = code.and_then(|code| rows().find(|row| row.code() == Some(code)));
                let by_text = || rows().find(|row| row.text() == text);
                let free = || rows().find(|row| row.wording() == Wording::Free);
                by_code.or_else(by_text).or_else(free)
            }
        }
    };
    let display = quote! {
        impl std::fmt::Display for ErrorKind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{} {}", self.status(), self.text())
            }
        }
    };
    rust_file("src/errors.rs", "The error catalogue.", [exports, kind, methods, display])
}
