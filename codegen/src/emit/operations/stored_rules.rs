//! Emits the rules of a request about what would be stored: about the stored resource after the update, or
//! about the body alone if the body replaces the resource.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::model::{Operation, ResourceEffect, Rule, RuleScope};

use super::path;
use crate::docs::{self, doc};
use crate::emit::conditions;
use crate::error::GenerateError;
use crate::layout::{Item, Layout};
use crate::names::{ident, shouty_snake, snake};

/// The rules of an operation's request about what would be stored.
pub(super) struct StoredRules<'p, 's> {
    /// The type of the body.
    pub(super) request: &'s str,
    /// The object with the rules: the body, or each of its items.
    item: &'p Item<'s>,
    is_list: bool,
    /// The type of the stored resource, or `None` if the body replaces it.
    stored: Option<&'s str>,
    rules: Vec<&'s Rule>,
    rules_name: Ident,
    sets_name: Ident,
}

impl<'p, 's> StoredRules<'p, 's> {
    pub(super) fn from_spec(layout: &'p Layout<'s>, operation: &'s Operation) -> Option<Self> {
        let resource = operation.resource.as_ref()?;
        let sent = layout.request_object(operation)?;
        let rules = sent.object.rules.iter();
        let rules: Vec<_> = rules.filter(|rule| rule.scope == RuleScope::AfterUpdate).collect();
        let name = shouty_snake(&operation.id);
        let keeps = resource.effect == ResourceEffect::Updates;
        (resource.effect.stores() && !rules.is_empty()).then(|| Self {
            request: sent.request,
            item: sent.item,
            is_list: sent.is_list,
            stored: keeps.then_some(&resource.type_name),
            rules,
            rules_name: ident(&format!("{name}_RULES")),
            sets_name: ident(&format!("{name}_SETS")),
        })
    }

    /// Returns the name of the body's method that checks the rules. The method of the first update keeps its
    /// name if other operations take the type, too.
    pub(super) fn method(&self, layout: &'p Layout<'s>, operation: &Operation) -> Ident {
        let of_request = layout
            .spec
            .operations
            .values()
            .filter(|other| other.request.as_deref() == Some(self.request));
        let mut updates = of_request.filter(|other| {
            StoredRules::from_spec(layout, other).is_some_and(|other| other.stored.is_some())
        });
        ident(&match updates.next().is_some_and(|first| first.id == operation.id) {
            true => "violations_after_update".to_owned(),
            false => format!("violations_after_{}", snake(&operation.id)),
        })
    }

    /// Returns whether the rules do not depend on the stored resource.
    pub(super) fn needs_no_stored_resource(&self) -> bool {
        self.stored.is_none()
    }

    /// Returns the function that checks JSON.
    pub(super) fn check(&self) -> TokenStream {
        let (rules, sets) = (&self.rules_name, &self.sets_name);
        let check = if self.is_list { quote!(check_listed) } else { quote!(check_update) };
        match self.stored {
            Some(_) => {
                quote!(|request, stored| rule::#check(#rules, #sets, request, stored))
            }
            None => quote! {
                |request, _| rule::#check(#rules, #sets, request, rule::NOTHING)
            },
        }
    }

    pub(super) fn emit(
        &self,
        layout: &'p Layout<'s>,
        operation: &Operation,
    ) -> Result<[TokenStream; 3], GenerateError> {
        let (rules_name, sets_name) = (&self.rules_name, &self.sets_name);
        let rules = conditions::rules(self.item.schema.clause.as_str(), &self.rules)?;
        let sets = conditions::sets(operation)?;
        let request = path(layout, self.request);
        let method = self.method(layout, operation);
        let intro = match (self.stored, self.is_list) {
            (Some(_), false) => {
                format!(
                    "Returns the violations of rules that `stored` would have after `{}` with this body:",
                    operation.id
                )
            }
            (Some(_), true) => format!(
                "Returns the violations of rules that `stored`, in the order of the items, would have after `{}` \
                 with these items:",
                operation.id
            ),
            (None, _) => format!(
                "Returns the violations of rules that the stored resource would have after `{}` with this body:",
                operation.id
            ),
        };
        let intro = std::iter::once(intro);
        let method_doc = doc(intro.chain(self.rules.iter().map(|rule| docs::rule(rule))));
        let stored = self.stored.map(|stored| path(layout, stored));
        let (generics, arguments, checked) = match (stored, self.is_list) {
            (Some(stored), false) => (
                quote!(),
                quote!(, stored: &#stored),
                quote!(check_update(#rules_name, #sets_name, self, stored)),
            ),
            (None, false) => (
                quote!(),
                quote!(),
                quote!(check_update(#rules_name, #sets_name, self, rule::NOTHING)),
            ),
            (Some(stored), true) => (
                quote!(<'s>),
                quote!(, stored: impl IntoIterator<Item = &'s #stored>),
                quote!(check_updates(#rules_name, #sets_name, self.0.iter().zip(stored))),
            ),
            (None, true) => (
                quote!(),
                quote!(),
                quote! {
                    check_updates(
                        #rules_name,
                        #sets_name,
                        self.0.iter().map(|item| (item, rule::NOTHING)),
                    )
                },
            ),
        };
        Ok([
            quote!(static #rules_name: &[Rule] = &[#rules];),
            quote!(static #sets_name: &[Sets] = &[#sets];),
            quote! {
                impl #request {
                    #method_doc
                    #[must_use]
                    pub fn #method #generics(&self #arguments) -> Violations {
                        rule::#checked
                    }
                }
            },
        ])
    }
}
