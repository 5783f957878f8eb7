//! Emits the parts that all types have: the runtime's trait for types, and the call of the runtime's macro.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr};

use crate::attribute::Arguments;
use crate::{choice, one_of, schema, structure, tuple, union};

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

/// Derives the type, by the shape of its declaration.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let arguments = Arguments::read(&input.attrs, "model", input.ident.span())?;
    let clause = arguments
        .name()?
        .map_or_else(|| input.ident.unraw().to_string(), |literal| literal.value());
    let model = Model { input, arguments, clause };
    let DerivedCode { beside, implementations, types } = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => structure::derive(&model, fields)?,
            Fields::Unnamed(fields) if model.arguments.flag("tuple") => {
                tuple::derive(&model, fields)?
            }
            Fields::Unnamed(fields) => tuple::wrapper(&model, fields)?,
            Fields::Unit => {
                return Err(Error::new(input.ident.span(), "a type of a contract has fields"));
            }
        },
        Data::Enum(data) => match model.arguments.string("discriminator")? {
            Some(discriminator) => union::derive(&model, data, &discriminator)?,
            None if data.variants.iter().any(|variant| matches!(variant.fields, Fields::Unit)) => {
                choice::derive(&model, data)?
            }
            None => one_of::derive(&model, data)?,
        },
        Data::Union(_) => {
            return Err(Error::new(input.ident.span(), "a union cannot be a type of a contract"));
        }
    };
    let schema = schema::emit(&model, &types)?;
    model.arguments.finish()?;
    Ok(quote! {
        #beside

        // `expect` would warn for each type without either.
        #[allow(deprecated, clippy::too_many_arguments)]
        #[automatically_derived]
        const _: () = {
            use ::webdata_runtime::{self as runtime, decode, serde, serde_json};
            #implementations
            #schema
        };
    })
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
