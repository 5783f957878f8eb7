//! The walk over schemas: which places it finds, and what each is called.

use indexmap::IndexMap;
use webdata_spec::model::{Additional, ClauseId, Object, Property, Schema, Shape, Type, Union};
use webdata_spec::{Place, Spec, pointer};

use crate::support::library;

fn schema(clause: &str, shape: Shape) -> Schema {
    Schema::new(ClauseId::new(clause), shape)
}

fn boxed(clause: &str, shape: Shape) -> Box<Schema> {
    Box::new(schema(clause, shape))
}

fn object<const N: usize>(properties: [(&str, Shape); N], type_name: &str) -> Shape {
    let property = |(name, shape)| {
        let schema = schema(&format!("{type_name}.{name}"), shape);
        (String::from(name), Property { schema, required: name == "kind" })
    };
    Shape::Object(Object {
        properties: properties.into_iter().map(property).collect(),
        additional: Additional::Open,
        rules: Vec::new(),
        effects: Vec::new(),
        refusals: Vec::new(),
    })
}

fn reference(name: &str) -> Shape {
    Shape::Ref(name.to_owned())
}

/// Returns a contract with a type `Tree` that has every kind of value, and that contains itself.
fn forest() -> Spec {
    let mut spec = library();
    let leaf = object([("kind", Shape::Enum(vec!["leaf".into()])), ("a/b", Shape::String)], "Leaf");
    let branch = object([("kind", Shape::String), ("tree", reference("Tree"))], "Branch");
    let variants = [("leaf", "Leaf"), ("oldBranch", "Branch")];
    let variants = variants.map(|(value, name)| (value.to_owned(), name.to_owned()));
    let part = Shape::Union(Union { discriminator: "kind".into(), variants: variants.into() });
    let tree = object(
        [
            ("someParts", Shape::Array { items: boxed("Tree.someParts.items", reference("Part")) }),
            ("root", reference("Alias")),
            ("labels", Shape::Map(boxed("Tree.labels.additionalProperties", Shape::Any))),
            (
                "size",
                Shape::Tuple(vec![
                    schema("Tree.size.prefixItems.0", Shape::Integer),
                    schema("Tree.size.prefixItems.1", Shape::Number),
                ]),
            ),
            (
                "owner",
                Shape::OneOf(vec![
                    schema("Tree.owner.string", Shape::String),
                    schema("Tree.owner.object", reference("Leaf")),
                ]),
            ),
        ],
        "Tree",
    );
    let types: [(&str, Shape); 5] = [
        ("Tree", tree),
        ("Part", part),
        ("Alias", reference("Part")),
        ("Leaf", leaf),
        ("Branch", branch),
    ];
    let named = |(name, shape): (&str, Shape)| {
        let (name, schema) = (name.to_owned(), schema(name, shape));
        (name.clone(), Type { name, module: "forest".into(), schema })
    };
    spec.types = types.into_iter().map(named).collect::<IndexMap<_, _>>();
    spec
}

#[test]
fn every_place_is_found_once_and_has_its_names() {
    // The clause, the name for people with and without variants, the path, the suffix, the JSON Pointer.
    let expected = [
        "Tree |  |  |  |  | ",
        "Tree.someParts | someParts | someParts | someParts | some-parts | /someParts",
        "Part | someParts[] | someParts[] | someParts.items | some-parts | /someParts/0",
        "Leaf | someParts[leaf] | someParts[] | someParts.items.leaf | some-parts-leaf | /someParts/0",
        "Leaf.kind | someParts[leaf].kind | someParts[].kind | someParts.items.leaf.kind | \
         some-parts-leaf-kind | /someParts/0/kind",
        "Leaf.a/b | someParts[leaf].a/b | someParts[].a/b | someParts.items.leaf.a/b | \
         some-parts-leaf-a-b | /someParts/0/a~1b",
        "Branch | someParts[oldBranch] | someParts[] | someParts.items.oldBranch | \
         some-parts-old-branch | /someParts/0",
        "Branch.kind | someParts[oldBranch].kind | someParts[].kind | someParts.items.oldBranch.kind | \
         some-parts-old-branch-kind | /someParts/0/kind",
        "Part | root | root | root | root | /root",
        "Leaf | root(leaf) | root | root.leaf | root-leaf | /root",
        "Leaf.kind | root(leaf).kind | root.kind | root.leaf.kind | root-leaf-kind | /root/kind",
        "Leaf.a/b | root(leaf).a/b | root.a/b | root.leaf.a/b | root-leaf-a-b | /root/a~1b",
        "Branch | root(oldBranch) | root | root.oldBranch | root-old-branch | /root",
        "Branch.kind | root(oldBranch).kind | root.kind | root.oldBranch.kind | \
         root-old-branch-kind | /root/kind",
        "Tree.labels | labels | labels | labels | labels | /labels",
        "Tree.labels.additionalProperties | labels.* | labels.* | labels.additionalProperties | labels | \
         /labels/any",
        "Tree.size | size | size | size | size | /size",
        "Tree.size.prefixItems.0 | size[0] | size[0] | size.prefixItems.0 | size-0 | /size/0",
        "Tree.size.prefixItems.1 | size[1] | size[1] | size.prefixItems.1 | size-1 | /size/1",
        "Tree.owner | owner | owner | owner | owner | /owner",
        "Tree.owner.string | owner | owner | owner.string | owner | /owner",
        "Leaf | owner | owner | owner.Leaf | owner | /owner",
        "Leaf.kind | owner.kind | owner.kind | owner.Leaf.kind | owner-kind | /owner/kind",
        "Leaf.a/b | owner.a/b | owner.a/b | owner.Leaf.a/b | owner-a-b | /owner/a~1b",
    ];
    let spec = forest();
    let row = |place: &Place<'_>| {
        let (clause, name) = (&place.schema.clause, place.name_with_variants());
        let pointer = place.pointer(|_| "any".to_owned());
        let (path, suffix) = (place.path(), place.suffix());
        format!("{clause} | {name} | {} | {path} | {suffix} | {pointer}", place.name())
    };
    let tree = &spec.types["Tree"].schema;
    let places = spec.places(tree);
    assert_eq!(places.iter().map(row).collect::<Vec<_>>(), expected);
}

#[test]
fn parts_are_found_in_every_alternative_and_variant() {
    let spec = forest();
    let table: &[(&[&str], &[&str])] = &[
        (&[], &["Tree"]),
        (&["size", "1"], &["Tree.size.prefixItems.1"]),
        (&["size", "*"], &["Tree.size.prefixItems.0", "Tree.size.prefixItems.1"]),
        (&["labels", "any"], &["Tree.labels.additionalProperties"]),
        (&["owner", "kind"], &["Leaf.kind"]),
        (&["root", "kind"], &["Leaf.kind", "Branch.kind"]),
        (&["someParts", "3", "tree", "root", "a/b"], &["Leaf.a/b"]),
        (&["someParts", "3", "leaf"], &[]),
    ];
    for (tokens, expected) in table {
        let mut schemas = vec![&spec.types["Tree"].schema];
        for token in *tokens {
            schemas = schemas.into_iter().flat_map(|schema| spec.part(schema, token)).collect();
        }
        let clauses: Vec<&str> = schemas.iter().map(|schema| schema.clause.as_str()).collect();
        assert_eq!(clauses, *expected, "{tokens:?}");
    }
}

#[test]
fn circular_references_end() {
    let mut spec = forest();
    for (name, to) in [("Part", "Alias"), ("Alias", "Part")] {
        spec.types[name].schema.shape = reference(to);
    }
    let part = &spec.types["Part"].schema;
    assert!(spec.resolve(part).is_reference());
    assert!(spec.children(part).is_empty());
    let itself = schema("Part.object", reference("Part"));
    spec.types["Part"].schema.shape = Shape::OneOf(vec![itself]);
    assert!(spec.alternatives(&spec.types["Part"].schema).is_empty());
}

#[test]
fn tokens_of_pointers_are_escaped() {
    for (tokens, pointer) in [(&["a/b", "~1", "0"][..], "/a~1b/~01/0"), (&[""], "/"), (&[], "")] {
        let joined =
            tokens.iter().fold(String::new(), |outer, token| pointer::child(&outer, token));
        assert_eq!(joined, pointer);
        assert_eq!(pointer::tokens(pointer), tokens);
    }
}
