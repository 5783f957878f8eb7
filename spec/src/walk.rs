//! Walks through schemas: into the schemas within them, and to the types that they refer to. Looks for
//! nothing itself.

use std::collections::HashSet;

use crate::model::{Refusal, Schema, Shape, Spec};

impl Spec {
    /// Returns every refusal of a type, with the name of the type, in the contract's order.
    pub fn type_refusals(&self) -> impl Iterator<Item = (&str, &Refusal)> {
        let objects = self.types.values().filter_map(|named_type| match &named_type.schema.shape {
            Shape::Object(object) => Some((named_type.name.as_str(), object)),
            _ => None,
        });
        objects
            .flat_map(|(name, object)| object.refusals.iter().map(move |refusal| (name, refusal)))
    }

    /// Returns every schema of the types, including all schemas within them.
    #[must_use]
    pub fn schemas(&self) -> Vec<&Schema> {
        self.reached(self.types.values().map(|named_type| &named_type.schema))
    }

    /// Returns these schemas, all schemas within them, and all schemas of the types that any of them refers
    /// to.
    #[must_use]
    pub fn reached<'s>(&'s self, from: impl IntoIterator<Item = &'s Schema>) -> Vec<&'s Schema> {
        let (mut reached, mut named) = (Vec::new(), HashSet::new());
        let mut open: Vec<&Schema> = from.into_iter().collect();
        while let Some(schema) = open.pop() {
            reached.push(schema);
            let name = |name: &'s String| {
                let named_type = self.types.get(name).filter(|_| named.insert(name.as_str()));
                named_type.map(|named_type| &named_type.schema)
            };
            match &schema.shape {
                Shape::Ref(one) => open.extend([one].into_iter().filter_map(name)),
                Shape::Union(union) => open.extend(union.variants.values().filter_map(name)),
                Shape::Array { items, .. } => open.push(items),
                Shape::Map(values) => open.push(values),
                Shape::Object(object) => {
                    open.extend(object.properties.values().map(|property| &property.schema));
                }
                Shape::OneOf(several) | Shape::Tuple(several) => open.extend(several),
                Shape::Any
                | Shape::Boolean
                | Shape::Integer
                | Shape::Number
                | Shape::String
                | Shape::Enum(_) => {}
            }
        }
        reached
    }
}
