//! Emits the constructor of a struct, or a builder with setters.
//!
//! The derive macro's docs have the rules of constructors, since the rules bind its users.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::model::{DerivedCode, Model};
use crate::structure::{Field, Structure};
use crate::value::{Argument, Presence, argument, setting};

/// Emits the constructor or the builder.
pub(crate) fn emit(model: &Model<'_>, structure: &Structure<'_>) -> syn::Result<DerivedCode> {
    let parts = Parts::read(model, structure)?;
    Ok(match (parts.optional.is_empty(), parts.is_positional()) {
        (true, _) if parts.required.is_empty() => DerivedCode::default(),
        (true, true) => {
            DerivedCode { implementations: parts.constructor(), ..DerivedCode::default() }
        }
        (_, true) => parts.builder_of_whole(),
        (_, false) => parts.builder_of_parts(),
    })
}

/// The parts of a constructor and a builder.
struct Parts<'p, 'i> {
    owner: &'p Ident,
    builder: Ident,
    visibility: &'p syn::Visibility,
    structure: &'p Structure<'i>,
    required: Vec<&'p Field<'i>>,
    optional: Vec<&'p Field<'i>>,
}

impl<'p, 'i> Parts<'p, 'i> {
    fn read(model: &'p Model<'_>, structure: &'p Structure<'i>) -> syn::Result<Self> {
        let (required, optional) =
            structure.fields.iter().partition(|field| field.presence.is_required());
        let builder = match model.arguments.tokens("builder") {
            Some(name) => syn::parse2(name.clone())?,
            None => format_ident!("{}Builder", model.name()),
        };
        let (owner, visibility) = (model.ident(), &model.input.vis);
        Ok(Self { owner, builder, visibility, structure, required, optional })
    }

    /// Returns whether the required properties can be positional arguments: no two of them can be swapped
    /// without a compile error.
    fn is_positional(&self) -> bool {
        let classes: Vec<_> = self.required.iter().map(|field| field.kind.class()).collect();
        classes.iter().enumerate().all(|(at, class)| !classes[..at].contains(class))
    }

    fn parameters(&self) -> TokenStream {
        let parameters = self.required.iter().map(|field| {
            let ident = field.ident;
            let rust_type = argument(field.ty, field.presence, ident).rust_type;
            quote!(#ident: #rust_type)
        });
        quote!(#(#parameters),*)
    }

    /// Emits the struct with its required properties only.
    fn construction(&self) -> TokenStream {
        let owner = self.owner;
        let required = self.required.iter().map(|field| {
            let ident = field.ident;
            let made = argument(field.ty, field.presence, ident).made;
            quote!(#ident: #made)
        });
        let optional = self.optional.iter().map(|field| {
            let (ident, absent) = (field.ident, absent(field));
            quote!(#ident: #absent)
        });
        let additional = self.additional();
        quote!(#owner { #(#required,)* #(#optional,)* #(#additional,)* })
    }

    fn additional(&self) -> impl Iterator<Item = TokenStream> {
        self.structure.additional.map(|name| quote!(#name: serde_json::Map::new())).into_iter()
    }

    /// Returns the name of a constructor. Compile errors point at the type.
    fn at_owner(&self, name: &str) -> Ident {
        Ident::new(name, self.owner.span())
    }

    fn names(&self) -> String {
        let names: Vec<_> =
            self.required.iter().map(|field| format!("`{}`", field.property)).collect();
        names.join(", ")
    }

    fn constructor(&self) -> TokenStream {
        let (owner, parameters, made) = (self.owner, self.parameters(), self.construction());
        let doc = format!("Makes a value with only the required properties: {}.", self.names());
        let new = self.at_owner("new");
        quote! {
            impl #owner {
                #[doc = #doc]
                #[must_use]
                pub fn #new(#parameters) -> Self {
                    #made
                }
            }
        }
    }

    /// Emits a builder around a value that only lacks optional properties.
    fn builder_of_whole(&self) -> DerivedCode {
        let (owner, builder, visibility) = (self.owner, &self.builder, self.visibility);
        let (parameters, made) = (self.parameters(), self.construction());
        let doc = if self.required.is_empty() {
            "Starts a builder without any property.".to_owned()
        } else {
            format!("Starts a builder with the required properties: {}.", self.names())
        };
        let setters = self.setters(&quote!(self.0));
        let additional = self.additional_setter(&quote!(self.0));
        let about = self.about();
        let beside = quote! {
            #about
            #[derive(Debug, Clone)]
            #[must_use = "a builder does nothing until it is built"]
            #visibility struct #builder(#owner);
        };
        let constructor = (!self.required.is_empty()).then(|| self.constructor());
        let start = self.at_owner("builder");
        let implementations = quote! {
            #constructor

            impl #owner {
                #[doc = #doc]
                pub fn #start(#parameters) -> #builder {
                    #builder(#made)
                }
            }

            impl #builder {
                #setters
                #additional

                /// Validates the whole value.
                ///
                /// # Errors
                /// The violations: the first 1,000, and the number of the others.
                pub fn build(self) -> Result<#owner, runtime::Violations> {
                    decode::validate(&self.0).map(|()| self.0)
                }
            }
        };
        DerivedCode { beside, implementations, ..DerivedCode::default() }
    }

    /// Emits a builder with a setter for each property, including required ones.
    fn builder_of_parts(&self) -> DerivedCode {
        let (owner, builder, visibility) = (self.owner, &self.builder, self.visibility);
        let fields =
            self.structure.fields.iter().map(|Field { ident, declared, presence, .. }| {
                if presence.is_required() {
                    quote!(#ident: Option<#declared>)
                } else {
                    quote!(#ident: #declared)
                }
            });
        let empty = self.structure.fields.iter().map(|field| {
            let (ident, absent) = (field.ident, absent(field));
            quote!(#ident: #absent)
        });
        let required: Vec<_> = self.required.iter().map(|field| field.ident).collect();
        let constants: Vec<_> = self.required.iter().map(|field| &field.constant).collect();
        let optional: Vec<_> = self.optional.iter().map(|field| field.ident).collect();
        let checked = self.optional.iter().map(|Field { ident, constant, presence, .. }| {
            let call = match presence {
                Presence::ThreeState(_) => quote!(validate_three_state),
                _ => quote!(validate_given),
            };
            quote!(#constant.#call(&self.#ident, at, sink);)
        });
        let additional: Vec<_> = self.additional().collect();
        let doc = format!("Starts a builder. These properties are required: {}.", self.names());
        let setters = self.setters(&quote!(self));
        let additional_setter = self.additional_setter(&quote!(self));
        let shown = builder.to_string();
        let debug = if self.structure.has_secrets() {
            quote! {
                impl ::core::fmt::Debug for #builder {
                    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        f.debug_struct(#shown).finish_non_exhaustive()
                    }
                }
            }
        } else {
            quote!(#[derive(Debug)])
        };
        let kept = self.structure.additional.into_iter();
        let kept: Vec<_> = kept.collect();
        let about = self.about();
        let beside = quote! {
            #about
            #debug
            #[derive(Clone)]
            #[must_use = "a builder does nothing until it is built"]
            #visibility struct #builder {
                #(#fields,)*
                #(#kept: ::webdata_runtime::serde_json::Map<String, ::webdata_runtime::serde_json::Value>,)*
            }
        };
        let implementations = quote! {
            impl #owner {
                #[doc = #doc]
                pub fn builder() -> #builder {
                    #builder { #(#empty,)* #(#additional,)* }
                }
            }

            impl #builder {
                #setters
                #additional_setter

                /// Validates the whole value.
                ///
                /// # Errors
                /// The violations: the first 1,000, and the number of the others. A required
                /// property that is not set is a violation, too.
                pub fn build(self) -> Result<#owner, runtime::Violations> {
                    if #(self.#required.is_none())||* {
                        return Err(decode::missing(|at, sink| {
                            #(decode::required(&#constants, &self.#required, at, sink);)*
                            #(#checked)*
                        }));
                    }
                    match (#(self.#required,)*) {
                        (#(Some(#required),)*) => {
                            let whole = #owner {
                                #(#required,)*
                                #(#optional: self.#optional,)*
                                #(#kept: self.#kept,)*
                            };
                            decode::validate(&whole).map(|()| whole)
                        }
                        _ => Err(::core::default::Default::default()),
                    }
                }
            }
        };
        DerivedCode { beside, implementations, ..DerivedCode::default() }
    }

    fn about(&self) -> TokenStream {
        let about = format!("A builder of [`{}`].", self.owner);
        quote! {
            #[doc = #about]
            ///
            /// Properties that are not set stay absent, as do those that are set to `None`. `build` validates the whole
            /// value.
        }
    }

    /// Emits the setters of properties that are not arguments. `value` is the expression that has the fields.
    fn setters(&self, value: &TokenStream) -> TokenStream {
        let is_positional = self.is_positional();
        let set = self.structure.fields.iter();
        let set = set.filter(|field| !(is_positional && field.presence.is_required()));
        let setters = set.map(|field| {
            let (ident, method) = (field.ident, self.method(field));
            // With the span of the field, compile errors point at it.
            let argument = Ident::new("value", ident.span());
            let Argument { generics, rust_type, made } =
                setting(field.ty, field.presence, &argument);
            let wrapped = match field.presence {
                Presence::ThreeState(three_state) => {
                    let three_state = three_state.path();
                    quote!(#three_state::or_absent(#made))
                }
                _ => made,
            };
            let (doc_attributes, deprecated) = (field.doc_attributes(), field.deprecated());
            let clear = field.presence.three_state().map(|three_state| {
                let three_state = three_state.path();
                let (clear, property) = (format_ident!("clear_{}", field.name()), &field.property);
                let doc = format!("Sets `{property}` to null.");
                quote! {
                    #[doc = #doc]
                    #(#deprecated)*
                    pub fn #clear(mut self) -> Self {
                        #value.#ident = #three_state::Null;
                        self
                    }
                }
            });
            quote! {
                #(#doc_attributes)*
                pub fn #method #generics(mut self, #argument: #rust_type) -> Self {
                    #value.#ident = #wrapped;
                    self
                }
                #clear
            }
        });
        setters.collect()
    }

    /// Emits the method that adds a property which the contract does not list.
    fn additional_setter(&self, value: &TokenStream) -> Option<TokenStream> {
        let field = self.structure.additional?;
        let mut name = "additional_property".to_owned();
        while self.structure.fields.iter().any(|other| other.name() == name) {
            name.push('_');
        }
        let method = Ident::new(&name, field.span());
        Some(quote! {
            /// Adds a property that the contract does not list.
            pub fn #method(
                mut self,
                name: impl ::core::convert::Into<String>,
                value: impl ::core::convert::Into<serde_json::Value>,
            ) -> Self {
                #value.#field.insert(name.into(), value.into());
                self
            }
        })
    }

    /// Returns the name of a setter: the field's name, unless the builder already has a method with that
    /// name.
    fn method(&self, field: &Field<'_>) -> Ident {
        let fields = || self.structure.fields.iter();
        let is_clear = |name: &str| {
            let mut cleared = fields().filter(|field| field.presence.three_state().is_some());
            cleared.any(|field| format!("clear_{}", field.name()) == name)
        };
        let name = field.name();
        if !matches!(name.as_str(), "new" | "build") && !is_clear(&name) {
            return field.ident.clone();
        }
        let mut method = format!("with_{name}");
        while fields().any(|other| other.name() == method) {
            method.push('_');
        }
        Ident::new(&method, field.ident.span())
    }
}

/// Returns the value of a field that is not set.
fn absent(field: &Field<'_>) -> TokenStream {
    match field.presence {
        Presence::ThreeState(three_state) => {
            let three_state = three_state.path();
            quote!(#three_state::Absent)
        }
        _ => quote!(None),
    }
}
