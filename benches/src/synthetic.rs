//! Makes a contract of any size, in memory or in a folder. It grows by resources, as real services do: each resource has
//! operations of every kind, types, error rows, states and gaps of its own.
//!
//! The templates are in the folder beside this file: `XX` stands for the number of a resource, `YY` for the
//! next number.

use std::fs;
use std::path::Path;

use webdata_spec::Source;

/// The measured sizes, in operations; the others are compared with the first.
pub(super) const SIZES: [usize; 4] = [50, 100, 200, 500];
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
pub(super) fn pages(operations: usize) -> Vec<Source> {
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

/// Writes the pages into a folder of their own.
pub(super) fn write(folder: &Path, operations: usize) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder.join("types"))?;
    for page in pages(operations) {
        fs::write(folder.join(page.name), page.text)?;
    }
    Ok(())
}

fn page(name: &str, text: String) -> Source {
    Source { name: format!("{name}.toml"), text }
}

#[cfg(test)]
mod tests {
    use webdata_codegen::{Package, generate};
    use webdata_spec::Spec;

    use super::*;
    use crate::contract::{CRATE_NAME, FOLDER};

    #[test]
    fn every_size_reads_clean_and_is_generated_from() {
        for (asked, there) in [(1, 10), (30, 30), (61, 70)] {
            let spec = Spec::read(&pages(asked));
            let spec = spec.unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)));
            assert_eq!(spec.operations.len(), there, "{asked} operations were asked for");
            if let Err(refused) = generate(&spec, &Package::in_workspace(CRATE_NAME, FOLDER)) {
                panic!("{asked} operations: {refused}");
            }
        }
    }
}
