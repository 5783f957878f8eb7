//! Emits the parts that all types have: the runtime's trait for types, and the call of the runtime's macro for
//! methods, plain `Deserialize`, and `schemars::JsonSchema`, which returns the contract's own schema.
//!
//! The module around that of a type has the static `SCHEMAS`, with the schema of each named type. The schema of a
//! nested type is part of its owner's, found by the JSON Pointer in `schema`, or is the JSON text in `schema`.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::{Attribute, DeriveInput, Error, Ident, LitStr, Type};

use crate::attribute::Arguments;

/// A type while its implementation is emitted.
pub(crate) struct Model<'i> {
    pub(crate) input: &'i DeriveInput,
    pub(crate) arguments: Arguments,
    /// The path of the type's clauses.
    pub(crate) clause: String,
}

impl Model<'_> {
    pub(crate) fn ident(&self) -> &Ident {
        &self.input.ident
    }

    /// Returns the name without the `r#` of raw identifiers.
    pub(crate) fn name(&self) -> String {
        self.input.ident.unraw().to_string()
    }

    /// Emits the implementation of the runtime's trait for types.
    pub(crate) fn reading(&self, decode: &TokenStream, validate: &TokenStream) -> TokenStream {
        let (name, clause) = (self.ident(), &self.clause);
        quote! {
            impl decode::Model for #name {
                const CLAUSE: &'static str = #clause;

                fn decode<'de, D: serde::Deserializer<'de>>(
                    deserializer: D,
                    at: &decode::JsonPath<'_>,
                    sink: &mut decode::ViolationSink,
                ) -> Result<Option<Self>, D::Error> {
                    #decode
                }

                fn validate_at(&self, at: &decode::JsonPath<'_>, sink: &mut decode::ViolationSink) {
                    let _ = (at, &mut *sink);
                    #validate
                }
            }
        }
    }

    /// Emits the implementation of `Serialize`.
    pub(crate) fn writing(&self, body: &TokenStream) -> TokenStream {
        let name = self.ident();
        quote! {
            impl serde::Serialize for #name {
                fn serialize<S: serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    #body
                }
            }
        }
    }

    /// Emits the view of a value for conditions.
    pub(crate) fn as_view(&self, view: &TokenStream) -> TokenStream {
        let name = self.ident();
        quote! {
            #[doc(hidden)]
            impl runtime::rule::AsView for #name {
                fn as_view(&self) -> runtime::rule::View<'_> {
                    #view
                }
            }
        }
    }
}

/// The code of a type: additional items, and its implementations.
#[derive(Default)]
pub(crate) struct DerivedCode {
    /// Types that users name.
    pub(crate) beside: TokenStream,
    pub(crate) implementations: TokenStream,
    /// The types that it contains.
    pub(crate) types: Vec<syn::Type>,
}

/// Returns the documentation and deprecation of an item, for methods that share them.
pub(crate) fn doc_attributes(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    let doc_attributes = |attribute: &&Attribute| {
        attribute.path().is_ident("doc") || attribute.path().is_ident("deprecated")
    };
    attributes.iter().filter(doc_attributes)
}

/// Returns the string of a variant.
pub(crate) fn text_of(arguments: &Arguments) -> syn::Result<LitStr> {
    let missing = || Error::new(arguments.span(), "its name in the contract is expected");
    arguments.name()?.ok_or_else(missing)
}

/// Emits the implementations. `types` are the types that the schema may refer to.
pub(crate) fn declaration(model: &Model<'_>, types: &[Type]) -> syn::Result<TokenStream> {
    let (ident, name) = (model.ident(), model.name());
    let schema = match model.arguments.string("schema")? {
        None => quote!(super::SCHEMAS.get(#name, "")),
        Some(pointer) if pointer.value().starts_with('/') => {
            let owner = model.clause.split('.').next().unwrap_or_default();
            quote!(super::SCHEMAS.get(#owner, #pointer))
        }
        Some(text) => quote!(runtime::json_schema::parse(#text)),
    };
    let mut references: Vec<TokenStream> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    let further = model.arguments.raw("refers_to").cloned().unwrap_or_default().into_iter();
    let further = further.filter(|token| matches!(token, TokenTree::Ident(_)));
    let types = types.iter().map(ToTokens::to_token_stream);
    for ty in types.chain(further.map(ToTokens::into_token_stream)) {
        let name = ty.to_string();
        let name = name.trim_start_matches("r#").to_owned();
        if !seen.contains(&name) {
            references.push(quote!(#name = #ty));
            seen.push(name);
        }
    }
    Ok(quote!(runtime::declare!(#ident, #name, #schema, [#(#references),*]);))
}
