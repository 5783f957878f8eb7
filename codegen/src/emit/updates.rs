//! Emits the method by which a server applies a partial update to the stored resource, as the effects of the operation
//! say.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{EffectKind, Object, Operation, ResourceEffect, StringFormat};

use crate::docs::doc;
use crate::emit::conditions;
use crate::error::GenerateError;
use crate::layout::{Kind, Layout};
use crate::names::{ident, shouty_snake, snake};

/// A partial update of a resource.
pub(crate) struct PartialUpdate<'s> {
    operation: &'s Operation,
    /// The type of the body, and its object.
    request: (&'s str, &'s Object),
    /// The type of the resource, and its object.
    resource: (&'s str, &'s Object),
}

impl<'s> PartialUpdate<'s> {
    /// Returns `None` if the contract does not say that given properties are stored and others kept.
    pub(crate) fn from_spec(layout: &Layout<'s>, operation: &'s Operation) -> Option<Self> {
        let resource = operation.resource.as_ref()?;
        let has = |kind: &EffectKind| operation.effects.iter().any(|effect| effect.kind == *kind);
        let is_partial = resource.effect == ResourceEffect::Updates
            && has(&EffectKind::StoresGiven)
            && has(&EffectKind::KeepsOmitted);
        let sent = layout.request_object(operation).filter(|sent| is_partial && !sent.is_list)?;
        let Kind::Struct(stored) = &layout.item(&resource.type_name)?.kind else { return None };
        Some(Self {
            operation,
            request: (sent.request, sent.object),
            resource: (&resource.type_name, stored.object),
        })
    }

    /// Returns the name of the method: `apply_to`, unless an earlier operation takes the same body.
    pub(crate) fn method(&self, spec: &Spec) -> String {
        let (request, _) = self.request;
        let mut operations = spec.operations.values();
        let first = operations.find(|other| other.request.as_deref() == Some(request));
        if first.is_some_and(|first| first.id == self.operation.id) {
            "apply_to".to_owned()
        } else {
            format!("apply_{}_to", snake(&self.operation.id))
        }
    }

    /// Emits the effects as data, and the method. `rules` has the names of the statics with the rules about what would
    /// be stored and with the effects that set properties, if there are such rules.
    pub(crate) fn emit(
        &self,
        layout: &Layout<'_>,
        rules: Option<(&proc_macro2::Ident, &proc_macro2::Ident)>,
    ) -> Result<[TokenStream; 2], GenerateError> {
        let effects = ident(&format!("{}_EFFECTS", shouty_snake(&self.operation.id)));
        let (rules, sets) = match rules {
            Some((rules, sets)) => (quote!(#rules), quote!(#sets)),
            None => {
                let sets = conditions::sets(self.operation)?;
                (quote!(&[]), quote!(&[#sets]))
            }
        };
        let phrases = self.phrases(layout.spec);
        let (sent, stored) = (&self.request.1.properties, &self.resource.1.properties);
        let kept: Vec<&String> = stored.keys().filter(|name| !sent.contains_key(*name)).collect();
        let path = |name| layout.type_name(name).map(|name| name.path());
        let (request, resource) = (path(self.request.0), path(self.resource.0));
        let method = ident(&self.method(layout.spec));
        let doc = doc(self.paragraphs(!phrases.is_empty(), &kept));
        Ok([
            quote! {
                static #effects: Update = Update {
                    rules: #rules,
                    sets: #sets,
                    kept: &[#(#kept),*],
                    phrases: &[#(#phrases),*],
                };
            },
            quote! {
                impl #request {
                    #doc
                    pub fn #method(&self, stored: &mut #resource) -> Result<(), Violations> {
                        #effects.apply(self, stored)
                    }
                }
            },
        ])
    }

    fn paragraphs(&self, has_phrases: bool, kept: &[&String]) -> Vec<String> {
        let phrases =
            if has_phrases { " A schedule in words is stored as a cron expression." } else { "" };
        let kept: Vec<String> = kept.iter().map(|name| format!("`{name}`")).collect();
        let kept = match kept.as_slice() {
            [] => String::new(),
            names => format!(
                " Properties that the update type lacks keep their stored values, even if the update has additional properties \
                 with these names: {}. After the call, the server sets those that change with every update, and the \
                 identities of new items.",
                names.join(", ")
            ),
        };
        vec![
            format!(
                "Applies the update to the stored `{}`, as the effects of [`{}`] say. An object or a list replaces the \
                 stored one as a whole.{phrases}{kept}",
                self.resource.0,
                shouty_snake(&self.operation.id)
            ),
            "# Errors".to_owned(),
            "The violations of the update, or of what would be stored. Nothing is changed then."
                .to_owned(),
        ]
    }

    /// Emits the schedules in words that the resource has as cron expressions.
    fn phrases(&self, spec: &Spec) -> Vec<TokenStream> {
        let properties = self.request.1.properties.iter();
        let phrases = properties.filter_map(|(property, sent)| {
            let sent = spec.resolve(&sent.schema).object()?;
            let stored =
                spec.resolve(&self.resource.1.properties.get(property)?.schema).object()?;
            let words = with_format(sent, StringFormat::SchedulePhrase)?;
            let cron = with_format(sent, StringFormat::Cron)?;
            let is_converted =
                stored.properties.contains_key(cron) && !stored.properties.contains_key(words);
            let defaults = sent.properties.iter().filter_map(|(name, property)| {
                let default = property.schema.default.as_ref()?.to_string();
                stored.properties.contains_key(name).then(|| quote!((#name, #default)))
            });
            is_converted.then(|| {
                quote! {
                    Phrase {
                        property: #property,
                        words: #words,
                        cron: #cron,
                        defaults: &[#(#defaults),*],
                    }
                }
            })
        });
        phrases.collect()
    }
}

/// Returns the property of an object whose strings have a format.
fn with_format(object: &Object, format: StringFormat) -> Option<&str> {
    let mut properties = object.properties.iter();
    let found = properties.find(|(_, property)| property.schema.format() == Some(format));
    found.map(|(name, _)| name.as_str())
}
