//! Derives an error catalogue: a row for each variant of an enum.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, ExprLit, Lit, Meta};

use crate::attribute::Arguments;
use crate::model::text_of;

/// Emits the rows, and the methods that read them.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(name.span(), "an enum of errors is expected"));
    };
    let (mut names, mut rows) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        let arguments = Arguments::read(&variant.attrs, "error", variant.ident.span())?;
        rows.push(row(&arguments, &first_paragraph(&variant.attrs))?);
        arguments.finish()?;
        names.push(&variant.ident);
    }
    Ok(quote! {
        #[automatically_derived]
        const _: () = {
            use ::webdata_runtime::{self as runtime, ErrorRow, ErrorText, Retry, serde_json};

            impl #name {
                /// Every error, in the contract's order.
                pub const ALL: &'static [Self] = &[#(Self::#names),*];

                /// Returns the row of the catalogue.
                #[must_use]
                pub const fn row(self) -> &'static ErrorRow {
                    match self {
                        #(Self::#names => &#rows,)*
                    }
                }

                /// Returns the name of the error in the contract.
                #[must_use]
                pub const fn id(self) -> &'static str {
                    self.row().id
                }

                /// Returns the HTTP status code.
                #[must_use]
                pub const fn status(self) -> u16 {
                    self.row().status
                }

                /// Returns the error text, if the contract shows it; the row says whether the service may
                /// send another message.
                #[must_use]
                pub const fn text(self) -> Option<&'static str> {
                    self.row().text.shown()
                }

                /// Returns the error code, if there is one.
                #[must_use]
                pub const fn code(self) -> Option<&'static str> {
                    self.row().code
                }

                /// Returns whether a request that failed with this error may be repeated.
                #[must_use]
                pub const fn retry(self) -> Retry {
                    self.row().retry
                }

                /// Returns the error of a response, by its status code and the properties `error` and `code` of
                /// its body. The rows of the status code are searched in this order:
                ///
                /// 1. a row with this code, and with this text if the row's text is exact,
                /// 2. a row without a code and with this text,
                /// 3. a row without a code whose text is free.
                ///
                /// Returns `None` if no row matches.
                #[must_use]
                pub fn identify(status: u16, body: &serde_json::Value) -> Option<Self> {
                    runtime::identify(Self::ALL, Self::row, status, body)
                }

                /// Returns the error of a request with these violations. If all broken clauses name the same
                /// error, returns that error. Otherwise, returns the validation failure.
                #[must_use]
                pub fn from_violations(violations: &runtime::Violations) -> Self {
                    runtime::error_of(violations)
                }
            }

            impl std::fmt::Display for #name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    ::core::write!(f, "{} {}", self.status(), self.text().unwrap_or(self.id()))
                }
            }
        };
    })
}

fn row(arguments: &Arguments, cause: &str) -> syn::Result<TokenStream> {
    let id = text_of(arguments)?;
    let needed = |word: &'static str| {
        let missing = || Error::new(arguments.span(), format!("`{word}` is expected"));
        arguments.tokens(word).ok_or_else(missing)
    };
    let (status, retry) = (needed("status")?, needed("retry")?);
    let texts = [("exact", quote!(Exact)), ("free", quote!(Free)), ("saying", quote!(Described))];
    let mut text = quote!(ErrorText::NotShown);
    for (word, name) in texts {
        if let Some(shown) = arguments.tokens(word) {
            text = quote!(ErrorText::#name(#shown));
        }
    }
    let code = match arguments.tokens("code") {
        Some(code) => quote!(Some(#code)),
        None => quote!(None),
    };
    Ok(quote! {
        ErrorRow {
            id: #id,
            status: #status,
            text: #text,
            code: #code,
            retry: Retry::#retry,
            cause: #cause,
        }
    })
}

/// Returns the lines of the documentation up to the first empty line.
fn first_paragraph(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(one) if one.path.is_ident("doc") => match &one.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join(" ")
}
