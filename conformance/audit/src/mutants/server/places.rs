//! Finds every place of a body, with its schema.
//!
//! This module does not know what is done with a place. A recursive type is walked once.

use std::collections::HashSet;

use webdata_reference::faults::{Segment, ValuePath};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Schema, Shape};

/// A place of a body.
#[derive(Clone)]
pub(super) struct Place<'s> {
    pub(super) path: ValuePath,
    /// The path for people: `tracks[].takes[]`.
    pub(super) name: String,
    /// The path for identities, with the variants of unions: `tracks-live-takes`.
    pub(super) suffix: String,
    /// The schema of the value, with references resolved.
    pub(super) schema: &'s Schema,
    /// The schema of the property that leads here. It differs from `schema` only if it is a reference.
    pub(super) property: &'s Schema,
    /// Whether the property is required; `None` if the place is not a property.
    pub(super) required: Option<bool>,
    /// Whether the place is one of several properties of which exactly one must be present.
    pub(super) is_choice: bool,
    /// Whether the place is an alternative of a schema with several, whose JSON type is its clause.
    pub(super) is_alternative: bool,
    /// Whether the path goes through a list or a map.
    pub(super) in_list: bool,
}

impl Place<'_> {
    /// Returns a clause of the schema here.
    pub(super) fn clause(&self, word: &str) -> ClauseId {
        self.schema.clause.child(word)
    }

    /// Returns whether the place is an entry of a map.
    pub(super) fn is_entry(&self) -> bool {
        self.property.clause.as_str().ends_with(".additionalProperties")
    }

    /// Returns whether null is allowed here.
    pub(super) fn is_nullable(&self) -> bool {
        self.property.nullable || self.schema.nullable
    }
}

/// Returns every place in a value of a schema, the outermost first, without the value itself.
pub(super) fn places<'s>(spec: &'s Spec, schema: &'s Schema) -> Vec<Place<'s>> {
    let root = Place {
        path: ValuePath::default(),
        name: String::new(),
        suffix: String::new(),
        schema: resolved(spec, schema),
        property: schema,
        required: None,
        is_choice: false,
        is_alternative: false,
        in_list: false,
    };
    let mut walk = Walk { spec, open: HashSet::new(), places: Vec::new() };
    walk.visit(&root);
    walk.places.remove(0);
    walk.places
}

struct Walk<'s> {
    spec: &'s Spec,
    open: HashSet<&'s str>,
    places: Vec<Place<'s>>,
}

impl<'s> Walk<'s> {
    fn visit(&mut self, place: &Place<'s>) {
        let clause = place.schema.clause.as_str();
        if !self.open.insert(clause) {
            return;
        }
        self.places.push(place.clone());
        match &place.schema.shape {
            Shape::Array { items: inner, .. } | Shape::Map(inner) => {
                let (path, name) = (place.path.then(Segment::Each), format!("{}[]", place.name));
                let inside = Place { path, name, in_list: true, ..place.clone() };
                self.visit(&self.nested_place(inside, inner));
            }
            Shape::Tuple(items) => {
                for (index, item) in items.iter().enumerate() {
                    let inside = Place {
                        path: place.path.then(Segment::Item(index)),
                        name: format!("{}[{index}]", place.name),
                        suffix: join_path(&place.suffix, "-", &index.to_string()),
                        ..place.clone()
                    };
                    self.visit(&self.nested_place(inside, item));
                }
            }
            Shape::Object(object) => {
                for (name, property) in &object.properties {
                    let inside = Place {
                        path: place.path.member(name),
                        name: join_path(&place.name, ".", name),
                        suffix: join_path(&place.suffix, "-", &super::super::subject::kebab(name)),
                        ..place.clone()
                    };
                    let inside = self.nested_place(inside, &property.schema);
                    let is_choice = place.schema.exactly_one().contains(name);
                    self.visit(&Place { required: Some(property.required), is_choice, ..inside });
                }
            }
            Shape::Union(union) => {
                for (tag, type_name) in &union.variants {
                    let Some(named_type) = self.spec.types.get(type_name) else { continue };
                    let step = Segment::Where(union.discriminator.clone(), tag.clone());
                    let inside = Place {
                        path: place.path.then(step),
                        suffix: join_path(&place.suffix, "-", &super::super::subject::kebab(tag)),
                        ..place.clone()
                    };
                    // The type of a variant belongs to its union.
                    let inside = self.nested_place(inside, &named_type.schema);
                    self.visit(&Place { is_alternative: true, ..inside });
                }
            }
            Shape::OneOf(alternatives) => {
                for alternative in alternatives {
                    let inside = self.nested_place(place.clone(), alternative);
                    self.visit(&Place { is_alternative: true, ..inside });
                }
            }
            _ => {}
        }
        self.open.remove(clause);
    }

    fn nested_place(&self, place: Place<'s>, schema: &'s Schema) -> Place<'s> {
        let (property, schema) = (schema, resolved(self.spec, schema));
        let required = None;
        Place { property, schema, required, is_choice: false, is_alternative: false, ..place }
    }
}

fn join_path(outer: &str, between: &str, inner: &str) -> String {
    if outer.is_empty() { inner.to_owned() } else { format!("{outer}{between}{inner}") }
}

/// Returns the schema that references lead to.
pub(super) fn resolved<'s>(spec: &'s Spec, schema: &'s Schema) -> &'s Schema {
    let mut schema = schema;
    // References of a contract can be circular.
    for _ in 0..=spec.types.len() {
        match &schema.shape {
            Shape::Ref(name) => match spec.types.get(name) {
                Some(named_type) => schema = &named_type.schema,
                None => break,
            },
            _ => break,
        }
    }
    schema
}
