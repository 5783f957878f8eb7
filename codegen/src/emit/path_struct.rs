//! Emits the path parameters of an operation as a struct. Two arguments of one type could be swapped
//! unnoticed; named fields cannot.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::Operation;

use crate::docs::doc;
use crate::names::{Scope, ident, snake, upper_camel};

/// Returns the name of each operation's struct, by the operation's identity.
pub(super) fn names(spec: &Spec) -> HashMap<&str, Ident> {
    let mut scope = Scope::default();
    let named = spec.operations.keys().map(|id| {
        let name = scope.claim(format!("{}Path", upper_camel(id)));
        (id.as_str(), ident(&name))
    });
    named.collect()
}

/// Returns the fields of the struct, in the order of the path parameters.
pub(super) fn fields(operation: &Operation) -> Vec<Ident> {
    let mut scope = Scope::default();
    let names = operation.parameters.keys();
    names.map(|name| ident(&scope.claim(snake(name)))).collect()
}

/// Emits the declaration. `types` has the type of each field and the paragraphs of its docs.
pub(super) fn emit(
    operation: &Operation,
    name: &TokenStream,
    derives: &TokenStream,
    types: impl IntoIterator<Item = (TokenStream, Vec<String>)>,
) -> TokenStream {
    let about = doc([format!("The path parameters of `{}`.", operation.id)]);
    let fields = fields(operation).into_iter().zip(types).map(|(field, (of, paragraphs))| {
        let doc = doc(paragraphs);
        quote!(#doc pub #field: #of)
    });
    quote! {
        #about
        #[derive(#derives)]
        pub struct #name {
            #(#fields,)*
        }
    }
}
