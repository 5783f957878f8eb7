//! Emits the form of queries and headers: each property, and how its text is read.

use indexmap::IndexSet;
use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::{Schema, Shape};

use super::path;
use crate::layout::Layout;

/// Emits the runtime's trait for each type of a query, of request headers or of response headers.
pub(super) fn emit(layout: &Layout<'_>) -> Vec<TokenStream> {
    let spec = layout.spec;
    let types = spec.operations.values().flat_map(|operation| {
        let returned = operation.response_headers();
        [operation.query.as_ref(), operation.headers.as_ref(), returned].into_iter().flatten()
    });
    let types: IndexSet<&String> = types.collect();
    let emitted = types.into_iter().map(|name| {
        let properties = spec.object(name).into_iter().flat_map(|object| &object.properties);
        let listed = properties.map(|(name, property)| {
            let schema = spec.resolve(&property.schema);
            let is_list = schema.items().is_some();
            let form = form(layout, schema.items().unwrap_or(schema));
            quote!(Parameter { name: #name, form: Form::#form, is_list: #is_list })
        });
        let type_name = path(layout, name);
        quote! {
            impl Parameters for #type_name {
                const PARAMETERS: &'static [Parameter] = &[#(#listed),*];
            }
        }
    });
    emitted.collect()
}

/// Emits how the text of a parameter is read: as a string, a number or a boolean.
pub(in crate::emit) fn form(layout: &Layout<'_>, schema: &Schema) -> TokenStream {
    match layout.spec.resolve(schema).shape {
        Shape::Integer | Shape::Number | Shape::Boolean => quote!(Json),
        _ => quote!(Text),
    }
}
