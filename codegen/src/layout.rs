//! Determines the Rust items of a contract: their names, fields and kinds. Emitters take all names from here.

mod graph;
mod items;

use std::collections::HashMap;

use indexmap::IndexMap;
use webdata_spec::Spec;
use webdata_spec::model::{Additional, Clause, Keyword, Object, Schema, Shape, Type, Union};

use crate::error::GenerateError;
use crate::layout::items::{TagField, UnionVariant};
use crate::names::{self, Scope};

pub(crate) use crate::layout::items::{
    Alternative, ChargedType, Field, FieldType, InnerValue, Item, Kind, Layout, Module, OneOfItem,
    Presence, Struct, Tuple, TypeKind, TypeName, UnionItem, Variant,
};

/// Determines the items of a contract.
pub(crate) fn layout(spec: &Spec) -> Result<Layout<'_>, GenerateError> {
    let modules = modules(spec)?;
    let mut layout = Layout {
        spec,
        index: items::index_items(&modules),
        modules,
        charged_types: Vec::new(),
        further_docs: further_docs(spec),
    };
    graph::mark_boxed(&mut layout.modules);
    layout.charged_types = graph::charged_types(&layout);
    graph::check_rules(&layout)?;
    use_nullable_in_responses(&mut layout);
    Ok(layout)
}

/// Returns the clauses of lifecycles and resources, by the identity of their property or operation.
fn further_docs(spec: &Spec) -> HashMap<String, Vec<Clause>> {
    let mut docs: HashMap<String, Vec<Clause>> = HashMap::new();
    for clause in spec.clause_list() {
        let id = clause.id.to_string();
        let of_lifecycle = id.strip_prefix("lifecycles.");
        let mut parts = of_lifecycle.unwrap_or(&id).splitn(3, '.');
        let (Some(first), Some(second), Some(rest)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let of_resource = match first {
            "operations" => matches!(rest, "unknown" | "foreign"),
            _ => rest == "kept",
        };
        if of_lifecycle.is_some() || of_resource {
            docs.entry(format!("{first}.{second}")).or_default().push(clause);
        }
    }
    docs
}

/// Changes optional nullable properties from `Patch` to `Nullable` in types that no request carries.
fn use_nullable_in_responses(layout: &mut Layout<'_>) {
    let request_types = graph::request_types(layout);
    let returned = layout.modules.iter_mut().flat_map(|module| &mut module.items);
    for item in returned.filter(|item| !request_types.contains(&item.name)) {
        let Kind::Struct(structure) = &mut item.kind else { continue };
        for field in structure.fields.iter_mut().filter(|field| field.presence == Presence::Patch) {
            field.presence = Presence::Nullable;
        }
    }
}

/// The names at the root of a generated crate that no page of types may have: the modules that are not
/// pages of types, and the crates that are always exported.
const RESERVED_MODULES: [&str; 13] = [
    "blocking",
    "client",
    "credits",
    "error_catalogue",
    "events",
    "extract",
    "lib",
    "limits",
    "operations",
    "schemars",
    "serde_json",
    "server",
    "webhooks",
];

/// Returns the items of every page of types, in the contract's order.
pub(crate) fn modules(spec: &Spec) -> Result<Vec<Module<'_>>, GenerateError> {
    let mut builder = ItemBuilder { spec, tags: discriminators(spec), types: Scope::default() };
    for name in spec.types.keys() {
        if names::is_reserved_type(name) {
            return Err(GenerateError::ReservedName { name: name.clone() });
        }
        builder.types.claim(name.clone());
    }
    let mut pages: IndexMap<&str, Vec<&Type>> = IndexMap::new();
    for named_type in spec.types.values() {
        pages.entry(&named_type.module).or_default().push(named_type);
    }
    pages.into_iter().map(|(page, types)| builder.module(page, &types)).collect()
}

struct ItemBuilder<'s> {
    spec: &'s Spec,
    /// The discriminator of each type that is a variant.
    tags: IndexMap<&'s str, &'s str>,
    /// The names of all types, so that types without a name get a new one.
    types: Scope,
}

/// The state while the items of a module are made.
struct ModuleItems<'s> {
    module: String,
    items: Vec<Item<'s>>,
}

impl<'s> ItemBuilder<'s> {
    fn module(&mut self, page: &str, types: &[&'s Type]) -> Result<Module<'s>, GenerateError> {
        let name = names::snake(page);
        if RESERVED_MODULES.contains(&name.as_str()) {
            return Err(GenerateError::ReservedModule { page: page.to_owned() });
        }
        let mut module_items = ModuleItems { module: name.clone(), items: Vec::new() };
        for named_type in types {
            if named_type.schema.nullable {
                return Err(GenerateError::NullableType { name: named_type.name.clone() });
            }
            self.item(named_type.name.clone(), &named_type.schema, &mut module_items);
        }
        Ok(Module { page: page.to_owned(), name, items: module_items.items })
    }

    /// Adds an item, and then the items of the unnamed values inside it.
    fn item(&mut self, name: String, schema: &'s Schema, page: &mut ModuleItems<'s>) {
        let place = page.items.len();
        let kind = match &schema.shape {
            Shape::Object(object) => Kind::Struct(self.structure(&name, object, page)),
            Shape::Enum(values) => Kind::Choice(variants(values)),
            Shape::Union(union) => Kind::Union(self.union(union)),
            Shape::OneOf(alternatives) => Kind::OneOf(self.one_of(&name, alternatives, page)),
            Shape::Tuple(items) => Kind::Tuple(self.tuple(&name, schema, items, page)),
            _ => Kind::Wrapper(self.field_type(&name, schema, page)),
        };
        page.items.insert(place, Item { name, schema, kind });
    }

    fn structure(
        &mut self,
        name: &str,
        object: &'s Object,
        page: &mut ModuleItems<'s>,
    ) -> Struct<'s> {
        let (mut fields, mut tag, mut scope) = (Vec::new(), None, Scope::default());
        for (property, property_spec) in &object.properties {
            let schema = &property_spec.schema;
            if self.tags.get(name) == Some(&property.as_str()) {
                // The reader rejects a variant whose discriminator is no enum.
                let values = schema.words().unwrap_or_default();
                tag = Some(TagField { property, values, required: property_spec.required });
                continue;
            }
            let own_name = format!("{name}{}", names::upper_camel(property));
            let ty = self.field_type(&own_name, schema, page);
            let presence = match (property_spec.required, ty.nullable()) {
                (true, false) => Presence::Required,
                (true, true) => Presence::RequiredNullable,
                (false, false) => Presence::Optional,
                (false, true) => Presence::Patch,
            };
            let name = scope.claim(names::snake(property));
            fields.push(Field { property, name, presence, ty });
        }
        let open = object.additional == Additional::Open;
        let additional = open.then(|| scope.claim("additional_properties".to_owned()));
        let builder = self.types.claim(format!("{name}Builder"));
        Struct { object, fields, builder, tag, additional }
    }

    fn field_type(
        &mut self,
        own_name: &str,
        schema: &'s Schema,
        page: &mut ModuleItems<'s>,
    ) -> FieldType<'s> {
        let kind = match &schema.shape {
            Shape::Any => TypeKind::Any,
            Shape::Boolean => TypeKind::Boolean,
            Shape::Integer => TypeKind::Integer,
            Shape::Number => TypeKind::Number,
            Shape::String if schema.content_media_type.is_some() => TypeKind::File,
            Shape::String => TypeKind::Text,
            Shape::Array { items } => {
                TypeKind::List(Box::new(self.field_type(&format!("{own_name}Item"), items, page)))
            }
            Shape::Map(values) => TypeKind::Dictionary(Box::new(self.field_type(
                &format!("{own_name}Value"),
                values,
                page,
            ))),
            Shape::Ref(name) => {
                // The reader rejects dangling references, so the type exists.
                let named_type = self.spec.types.get(name);
                named_type.map_or(TypeKind::Any, |named_type| TypeKind::Named {
                    name: TypeName::from_spec(named_type),
                    boxed: false,
                })
            }
            Shape::Object(object) if accepts_any_object(schema, object) => {
                // A struct would lose the properties.
                TypeKind::Dictionary(Box::new(FieldType { schema, kind: TypeKind::Any }))
            }
            Shape::Object(_)
            | Shape::Union(_)
            | Shape::Enum(_)
            | Shape::OneOf(_)
            | Shape::Tuple(_) => {
                let name = self.types.claim(own_name.to_owned());
                self.item(name.clone(), schema, page);
                TypeKind::Named {
                    name: TypeName { module: page.module.clone(), name },
                    boxed: false,
                }
            }
        };
        FieldType { schema, kind }
    }

    fn tuple(
        &mut self,
        name: &str,
        schema: &Schema,
        schemas: &'s [Schema],
        page: &mut ModuleItems<'s>,
    ) -> Tuple<'s> {
        let items = schemas.iter().enumerate();
        let items = items
            .map(|(index, schema)| self.field_type(&format!("{name}Item{index}"), schema, page))
            .collect();
        let min_length = schema.count(Keyword::MinItems).unwrap_or_default();
        Tuple { items, min_length: usize::try_from(min_length).unwrap_or(usize::MAX) }
    }

    fn one_of(
        &mut self,
        name: &str,
        schemas: &'s [Schema],
        page: &mut ModuleItems<'s>,
    ) -> OneOfItem<'s> {
        let (mut alternatives, mut scope) = (Vec::new(), Scope::default());
        for schema in schemas {
            // The reader rejects an alternative without a JSON type of its own.
            let Some(json_type) = self.spec.resolve(schema).shape.json_type() else { continue };
            let variant = scope.claim(variant_name(schema).to_owned());
            let ty = self.field_type(&format!("{name}{variant}"), schema, page);
            alternatives.push(Alternative { name: variant, json_type, ty });
        }
        OneOfItem { alternatives, other: scope.claim("Other".to_owned()) }
    }

    fn union(&self, union: &'s Union) -> UnionItem<'s> {
        let mut scope = Scope::default();
        let variants = union.variants.iter().filter_map(|(value, type_of_variant)| {
            Some(UnionVariant {
                variant: Variant { value, name: scope.claim(names::upper_camel(value)) },
                type_name: TypeName::from_spec(self.spec.types.get(type_of_variant)?),
                boxed: false,
            })
        });
        let variants = variants.collect();
        UnionItem { union, variants, other: scope.claim("Other".to_owned()) }
    }
}

/// Returns whether an object lists no properties and allows any.
fn accepts_any_object(schema: &Schema, object: &Object) -> bool {
    let limited = !schema.constraints.is_empty() || !object.rules.is_empty();
    object.properties.is_empty() && object.additional == Additional::Open && !limited
}

/// Returns the variant name of an alternative: that of its type, or of its content.
fn variant_name(alternative: &Schema) -> &str {
    match &alternative.shape {
        Shape::Ref(name) => name,
        Shape::Boolean => "Boolean",
        Shape::Integer => "Integer",
        Shape::Number => "Number",
        Shape::String | Shape::Enum(_) => "Text",
        Shape::Array { .. } | Shape::Tuple(_) => "List",
        Shape::Map(_) => "Map",
        Shape::Any | Shape::Object(_) | Shape::Union(_) | Shape::OneOf(_) => "Object",
    }
}

fn variants(values: &[String]) -> Vec<Variant<'_>> {
    let mut scope = Scope::default();
    let variant = |value| Variant { value, name: scope.claim(names::upper_camel(value)) };
    values.iter().map(String::as_str).map(variant).collect()
}

/// Returns the discriminators of types that are variants of a union, by type name.
fn discriminators(spec: &Spec) -> IndexMap<&str, &str> {
    let unions = spec.schemas().into_iter().filter_map(Schema::union);
    let tags = unions.flat_map(|union| {
        let variants = union.variants.values();
        variants.map(|name| (name.as_str(), union.discriminator.as_str()))
    });
    tags.collect()
}
