//! Makes a contract of any size. It grows by resources, as real services do: each resource has operations of every
//! kind, types, error rows, states and gaps of its own.
//!
//! The templates are in the folder beside this file: `XX` stands for the number of a resource, `YY` for the
//! next number.

use webdata_spec::Source;

/// The measured sizes, in operations; the others are compared with the first.
pub(crate) const SIZES: [usize; 4] = [50, 100, 200, 500];
/// The number of operations of one resource.
const PER_RESOURCE: usize = 10;

/// The page that appears once, and the pages to which each resource adds.
const SERVICE: &str = include_str!("synthetic/service.toml");
const SHARED_TYPES: &str = include_str!("synthetic/shared.toml");
const ERRORS: &str = include_str!("synthetic/errors.toml");
const BY_RESOURCE: [(&str, &str, &str); 4] = [
    ("errors", ERRORS, include_str!("synthetic/resource_errors.toml")),
    ("operations", "", include_str!("synthetic/resource_operations.toml")),
    ("lifecycles", "", include_str!("synthetic/resource_lifecycles.toml")),
    ("gaps", "", include_str!("synthetic/resource_gaps.toml")),
];
const TYPES: &str = include_str!("synthetic/resource_types.toml");

/// Returns the pages of a contract with this many operations, rounded up to whole resources.
pub(crate) fn pages(operations: usize) -> Vec<Source> {
    let resources = operations.div_ceil(PER_RESOURCE).max(1);
    let filled = |template: &str, number: usize| {
        let next = (number + 1) % resources;
        template.replace("XX", &number.to_string()).replace("YY", &next.to_string())
    };
    let mut pages =
        vec![page("service", SERVICE.to_owned()), page("types/shared", SHARED_TYPES.to_owned())];
    for (name, shared, per_resource) in BY_RESOURCE {
        let repeated: String = (0..resources).map(|number| filled(per_resource, number)).collect();
        pages.push(page(name, format!("{shared}{repeated}")));
    }
    pages.extend(
        (0..resources).map(|number| page(&format!("types/thing{number}"), filled(TYPES, number))),
    );
    pages
}

fn page(name: &str, text: String) -> Source {
    Source { name: format!("{name}.toml"), text }
}
