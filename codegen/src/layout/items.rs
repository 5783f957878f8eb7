//! The items of a crate: modules, types, fields. This module holds values and reads no page.

use std::borrow::Cow;
use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{
    Charge, Clause, Condition, JsonType, Object, Operation, Rule, RuleScope, Schema, Segment, Type,
    Union,
};

use crate::names;

/// All items of a crate.
pub(crate) struct Layout<'s> {
    pub(crate) spec: &'s Spec,
    pub(crate) modules: Vec<Module<'s>>,
    /// The module and the index of each item, by the item's name.
    pub(super) index: HashMap<String, (usize, usize)>,
    /// The types whose values are charged.
    pub(crate) charged_types: Vec<ChargedType<'s>>,
    /// The clauses of lifecycles and resources, by the identity of their property or operation.
    pub(super) further_docs: HashMap<String, Vec<Clause>>,
}

/// The items of one page of types.
pub(crate) struct Module<'s> {
    /// The file name of the page without its extension.
    pub(crate) page: String,
    /// The name of the module, without the `r#` of a keyword.
    pub(crate) name: String,
    pub(crate) items: Vec<Item<'s>>,
}

/// A Rust type.
pub(crate) struct Item<'s> {
    pub(crate) name: String,
    pub(crate) schema: &'s Schema,
    pub(crate) kind: Kind<'s>,
}

impl<'s> Item<'s> {
    /// Returns the names of the types that it contains, each by `name_of` a value.
    pub(super) fn names<'t>(
        &'t self,
        name_of: impl Fn(&'t FieldType<'s>) -> Option<&'t str>,
    ) -> Vec<&'t str> {
        match &self.kind {
            Kind::Struct(structure) => {
                structure.fields.iter().filter_map(|field| name_of(&field.ty)).collect()
            }
            Kind::Union(union) => {
                union.variants.iter().map(|variant| variant.type_name.name.as_str()).collect()
            }
            Kind::OneOf(one_of) => {
                one_of.alternatives.iter().filter_map(|other| name_of(&other.ty)).collect()
            }
            Kind::Tuple(tuple) => tuple.items.iter().filter_map(name_of).collect(),
            Kind::Wrapper(ty) => name_of(ty).into_iter().collect(),
            Kind::Choice(_) => Vec::new(),
        }
    }

    /// Returns the names of the types that it contains, also those in lists and maps.
    pub(crate) fn named_types(&self) -> Vec<&str> {
        self.names(FieldType::named_type)
    }
}

/// The kinds of type.
pub(crate) enum Kind<'s> {
    /// An object with listed properties.
    Struct(Struct<'s>),
    /// An enum of strings.
    Choice(Vec<Variant<'s>>),
    /// An enum of objects with a discriminator.
    Union(UnionItem<'s>),
    /// An enum of values that differ by their JSON type.
    OneOf(OneOfItem<'s>),
    /// A list with a schema for each of its items.
    Tuple(Tuple<'s>),
    /// A value with a name of its own.
    Wrapper(FieldType<'s>),
}

/// A list with a schema for each of its items.
pub(crate) struct Tuple<'s> {
    pub(crate) items: Vec<FieldType<'s>>,
    /// The minimum length of the list.
    pub(crate) min_length: usize,
}

/// A struct.
pub(crate) struct Struct<'s> {
    pub(crate) object: &'s Object,
    /// The fields in the contract's order. The discriminator of a union has no field.
    pub(crate) fields: Vec<Field<'s>>,
    /// The name of its builder. The derive macro decides whether there is one.
    pub(crate) builder: String,
    /// The discriminator, if the struct is a variant of a union.
    pub(crate) tag: Option<TagField<'s>>,
    /// The name of the field for additional properties, if there may be any.
    pub(crate) additional: Option<String>,
}

impl<'s> Struct<'s> {
    /// Returns the rules about the object as it was sent.
    pub(crate) fn rules_as_sent(&self) -> Vec<&'s Rule> {
        self.object.rules.iter().filter(|rule| rule.scope == RuleScope::AsSent).collect()
    }
}

/// A field of a struct.
pub(crate) struct Field<'s> {
    /// The property's name.
    pub(crate) property: &'s str,
    /// The field's name, without the `r#` of a keyword.
    pub(crate) name: String,
    pub(crate) presence: Presence,
    pub(crate) ty: FieldType<'s>,
}

/// The discriminator inside a variant.
pub(crate) struct TagField<'s> {
    pub(crate) property: &'s str,
    pub(crate) values: &'s [String],
    pub(crate) required: bool,
}

impl<'s> TagField<'s> {
    /// Returns its value, if the contract lists only one.
    pub(crate) fn only_value(&self) -> Option<&'s str> {
        match self.values {
            [value] => Some(value),
            _ => None,
        }
    }
}

/// Whether a property is optional, nullable, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Neither optional nor nullable.
    Required,
    /// Nullable.
    RequiredNullable,
    /// Optional.
    Optional,
    /// Both, in a type that requests carry: absent and null mean different things.
    Patch,
    /// Both, in a type that only responses carry.
    Nullable,
}

impl Presence {
    /// Returns whether the property is required.
    pub(crate) fn is_required(self) -> bool {
        matches!(self, Self::Required | Self::RequiredNullable)
    }
}

/// A variant of a choice or union.
pub(crate) struct Variant<'s> {
    pub(crate) value: &'s str,
    pub(crate) name: String,
}

/// An enum of objects.
pub(crate) struct UnionItem<'s> {
    pub(crate) union: &'s Union,
    pub(crate) variants: Vec<UnionVariant<'s>>,
    /// The name of the variant for what the contract does not list.
    pub(crate) other: String,
}

/// A variant of a union.
pub(crate) struct UnionVariant<'s> {
    pub(crate) variant: Variant<'s>,
    pub(crate) type_name: TypeName,
    /// Whether the variant is boxed because it is large.
    pub(crate) boxed: bool,
}

/// An enum of values that differ by their JSON type.
pub(crate) struct OneOfItem<'s> {
    pub(crate) alternatives: Vec<Alternative<'s>>,
    /// The name of the variant for what the contract does not list.
    pub(crate) other: String,
}

/// An alternative of such an enum.
pub(crate) struct Alternative<'s> {
    /// The name of the variant.
    pub(crate) name: String,
    pub(crate) json_type: JsonType,
    pub(crate) ty: FieldType<'s>,
}

/// The name of a generated type, and its module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TypeName {
    pub(crate) module: String,
    pub(crate) name: String,
}

impl TypeName {
    /// Returns the generated name of a type of the contract.
    pub(super) fn from_spec(named_type: &Type) -> Self {
        Self { module: names::snake(&named_type.module), name: named_type.name.clone() }
    }

    /// Returns the path of the type from another module of the crate.
    pub(crate) fn path(&self) -> TokenStream {
        let (module, name) = (names::ident(&self.module), names::ident(&self.name));
        quote!(super::#module::#name)
    }
}

/// A value that is not null, with its schema.
pub(crate) struct FieldType<'s> {
    pub(crate) schema: &'s Schema,
    pub(crate) kind: TypeKind<'s>,
}

/// The kinds of value.
pub(crate) enum TypeKind<'s> {
    Any,
    Boolean,
    Integer,
    Number,
    Text,
    /// The bytes of a file.
    File,
    List(Box<FieldType<'s>>),
    Dictionary(Box<FieldType<'s>>),
    /// A named type. `boxed` is set if the type would otherwise contain itself.
    Named {
        name: TypeName,
        boxed: bool,
    },
}

impl FieldType<'_> {
    /// Returns the name of the named type inside, if there is one.
    fn named_type(&self) -> Option<&str> {
        match &self.kind {
            TypeKind::Named { name, .. } => Some(&name.name),
            TypeKind::List(inner) | TypeKind::Dictionary(inner) => inner.named_type(),
            TypeKind::Any
            | TypeKind::Boolean
            | TypeKind::Integer
            | TypeKind::Number
            | TypeKind::Text
            | TypeKind::File => None,
        }
    }

    /// Returns whether null is allowed beside the value. Any JSON value includes null.
    pub(crate) fn nullable(&self) -> bool {
        self.schema.nullable && !matches!(self.kind, TypeKind::Any)
    }
}

/// Returns the places of the items of these modules, by name.
pub(super) fn index_items(modules: &[Module<'_>]) -> HashMap<String, (usize, usize)> {
    let mut index = HashMap::new();
    for (at, module) in modules.iter().enumerate() {
        let names = module.items.iter().map(|item| item.name.clone());
        index.extend(names.enumerate().map(|(place, name)| (name, (at, place))));
    }
    index
}

impl<'s> Layout<'s> {
    /// Returns all items, in order.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item<'s>> {
        self.modules.iter().flat_map(|module| &module.items)
    }

    /// Returns the item of that name.
    pub(crate) fn item(&self, name: &str) -> Option<&Item<'s>> {
        let (module, place) = *self.index.get(name)?;
        self.modules.get(module)?.items.get(place)
    }

    /// Returns whether a value is neither a list nor an object.
    pub(crate) fn is_plain(&self, ty: &FieldType<'_>) -> bool {
        match &ty.kind {
            TypeKind::Boolean | TypeKind::Integer | TypeKind::Number | TypeKind::Text => true,
            TypeKind::Named { name, .. } => {
                self.item(&name.name).is_some_and(|item| matches!(item.kind, Kind::Choice(_)))
            }
            TypeKind::Any | TypeKind::File | TypeKind::List(_) | TypeKind::Dictionary(_) => false,
        }
    }

    /// Returns the object that an operation's body is, or that each item of the body is.
    pub(crate) fn request_object<'o>(
        &self,
        operation: &'o Operation,
    ) -> Option<RequestObject<'_, 's, 'o>> {
        let request = operation.request.as_deref()?;
        let item = self.item(request)?;
        let (item, is_list) = match &item.kind {
            Kind::Wrapper(FieldType { kind: TypeKind::List(inner), .. }) => {
                let TypeKind::Named { name, .. } = &inner.kind else { return None };
                (self.item(&name.name).filter(|_| !inner.nullable())?, true)
            }
            _ => (item, false),
        };
        let Kind::Struct(Struct { object, .. }) = &item.kind else { return None };
        Some(RequestObject { request, item, object, is_list })
    }

    /// Returns the clauses of lifecycles and resources about a property or an operation.
    pub(crate) fn further_docs(&self, clause: &str) -> impl Iterator<Item = &Clause> {
        self.further_docs.get(clause).into_iter().flatten()
    }

    /// Returns a link for each module of types with a similar name, to its first type.
    pub(crate) fn similar_modules(&self, name: &str) -> Vec<String> {
        let stem = |name: &str| {
            let word = name.split('_').next().unwrap_or_default();
            word.trim_end_matches(['d', 's']).to_owned()
        };
        let others = self.modules.iter().filter(|module| module.name != name);
        let similar = others.filter(|module| stem(&module.name) == stem(name));
        let link = |module: &Module<'_>| {
            let first = module.items.first()?;
            let path = format!("{}::{}", names::ident(&module.name), first.name);
            Some(format!("[`{path}`](super::{path})"))
        };
        similar.filter_map(link).collect()
    }

    /// Returns the generated name of a named type of the contract.
    pub(crate) fn type_name(&self, name: &str) -> Option<TypeName> {
        let named_type = self.spec.types.get(name)?;
        Some(TypeName::from_spec(named_type))
    }
}

/// The object that is sent as a body or as an item of one.
pub(crate) struct RequestObject<'p, 's, 'o> {
    /// The type of the body.
    pub(crate) request: &'o str,
    pub(crate) item: &'p Item<'s>,
    pub(crate) object: &'s Object,
    pub(crate) is_list: bool,
}

/// A type whose values are charged.
pub(crate) struct ChargedType<'s> {
    /// The name of the item.
    pub(crate) item: String,
    /// The charges of its own values: each charge, and its condition.
    pub(crate) charges: Vec<(&'s Charge, &'s Condition)>,
    /// The values inside it that may be charged.
    pub(crate) inner_values: Vec<InnerValue>,
    /// The defaults of absent properties that conditions read.
    pub(crate) defaults: Vec<(&'s str, Cow<'s, Value>)>,
}

/// Values inside others.
pub(crate) struct InnerValue {
    pub(crate) path: Vec<Segment>,
    /// The condition that selects the type among the variants of a union.
    pub(crate) when: Option<Condition>,
    /// The name of their item.
    pub(crate) item: String,
}

impl ChargedType<'_> {
    /// Returns the paths that conditions follow from a value of the type.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &[Segment]> {
        let conditions = self.charges.iter().map(|(_, when)| when.path.0.as_slice());
        let inner = self.inner_values.iter().flat_map(|inner| {
            [Some(inner.path.as_slice()), inner.when.as_ref().map(|when| when.path.0.as_slice())]
        });
        conditions.chain(inner.flatten())
    }
}
