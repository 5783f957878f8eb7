//! Emits the methods for lists with pages: a stream of pages, and a stream of items.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::{Operation, PaginationStyle};

use super::methods::Method;
use crate::deprecation::deprecated;
use crate::docs::doc;
use crate::emit::operations::path;
use crate::layout::{FieldType, Kind, Layout, Presence, TypeKind, TypeName};
use crate::names::{ident, snake};

/// A method that returns a stream of pages.
pub(super) struct PagesMethod {
    /// The type of a page.
    pub(super) page: TokenStream,
    /// How the runtime finds the next page.
    paging: TokenStream,
}

impl PagesMethod {
    pub(super) fn new(layout: &Layout<'_>, operation: &Operation) -> Option<Self> {
        let (pagination, resource) = (operation.pagination.as_ref()?, operation.resource.as_ref()?);
        let page = path(layout, operation.response_type()?);
        let (parameter, items) = (&pagination.parameter, resource.pointer());
        let by = match pagination.style {
            PaginationStyle::Cursor => {
                let next = pagination.next.as_ref()?;
                quote!(Cursor { next: #next })
            }
            PaginationStyle::Page => quote!(Page { items: #items }),
            PaginationStyle::Offset => quote!(Offset { items: #items }),
        };
        let paging = quote! {
            runtime::Paging { parameter: #parameter, by: runtime::PagedBy::#by }
        };
        Some(Self { page, paging })
    }

    pub(super) fn emit(&self, method: &Method<'_>) -> TokenStream {
        let Method { operation, name, arguments, .. } = method;
        let Self { page, paging } = self;
        let (typed, call) = (&arguments.typed, arguments.call(operation));
        let doc = doc([
            format!(
                "Returns the pages of [`Self::{}`], from the page that `query` names on.",
                snake(&operation.id)
            ),
            "The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use \
             `while let Some(page) = pages.try_next().await? { … }`."
                .to_owned(),
        ]);
        let deprecated = deprecated(operation.deprecated.as_ref());
        quote! {
            #doc
            #deprecated
            pub fn #name(&self #typed) -> Pages<'_, #page> {
                Pages::new(&self.0, #call, #paging)
            }
        }
    }
}

/// A method that returns a stream of items.
pub(super) struct ItemsMethod {
    /// The type of a page.
    pub(super) page: TokenStream,
    /// The type of an item.
    pub(super) item: TokenStream,
    /// The function that returns the items of a page.
    split: TokenStream,
}

impl ItemsMethod {
    /// Returns `None` if the items have no type of their own.
    pub(super) fn new(
        layout: &Layout<'_>,
        operation: &Operation,
        pages: &PagesMethod,
    ) -> Option<Self> {
        let item = layout.item(&layout.type_name(operation.response_type()?)?.name)?;
        let (list, split) = match (&item.kind, &operation.resource.as_ref()?.returned_in) {
            (Kind::Wrapper(wrapper), None) => (&wrapper.ty, quote!(|page| page.0)),
            (Kind::Struct(page), Some(property)) => {
                let field = page.fields.iter().find(|field| field.property == property)?;
                let name = ident(&field.name);
                let split = match field.presence {
                    Presence::Required => quote!(|page| page.#name),
                    Presence::Optional | Presence::RequiredNullable => {
                        quote!(|page| page.#name.unwrap_or_default())
                    }
                    Presence::Patch | Presence::Nullable => return None,
                };
                (&field.ty, split)
            }
            _ => return None,
        };
        let FieldType { kind: TypeKind::List(item), .. } = list else { return None };
        let TypeKind::Named { name: TypeName { module, name }, .. } = &item.kind else {
            return None;
        };
        if item.nullable() {
            return None;
        }
        let (module, name) = (ident(module), ident(name));
        Some(Self { page: pages.page.clone(), item: quote!(super::#module::#name), split })
    }

    pub(super) fn emit(&self, method: &Method<'_>) -> TokenStream {
        let Method { operation, name, arguments, .. } = method;
        let Self { page, item, split } = self;
        let (typed, passed) = (&arguments.typed, &arguments.given);
        let called = snake(&operation.id);
        // The names of methods are claimed together, so the method has this name unless it is taken.
        let pages = ident(&format!("{called}_pages"));
        let doc = doc([
            format!("Returns the items of [`Self::{called}`], from the page that `query` names on."),
            "The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use \
             `while let Some(item) = items.try_next().await? { … }`."
                .to_owned(),
        ]);
        let deprecated = deprecated(operation.deprecated.as_ref());
        quote! {
            #doc
            #deprecated
            pub fn #name(&self #typed) -> Items<'_, #page, #item> {
                self.#pages(#(#passed),*).items(#split)
            }
        }
    }
}
