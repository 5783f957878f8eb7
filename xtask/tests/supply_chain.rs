//! What the crates of others are, as far as that can be told without a network: `.ci/deny` tells the rest.
//!
//! It must not build anything.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::semver::Version;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use toml_edit::{DocumentMut, Item};

/// The direct dependencies of a generated crate.
const OF_GENERATED_CRATES: [&str; 3] = ["serde", "serde_json", "webdata-runtime"];

/// What users get: the generated crate, and the program.
const SHIPPED: [&str; 2] = ["webdata", "webdata-conformance"];

/// What only tests ask for at first hand, and users get by way of another crate.
const BY_ANOTHER_WAY: [&str; 1] = [
    "tokio-rustls", // below reqwest
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).other_options(["--offline".to_owned()]);
    command.exec().expect("cargo metadata")
}

fn page(name: &str) -> DocumentMut {
    let text = std::fs::read_to_string(root().join(name)).expect("a file of the repository");
    text.parse().expect("TOML")
}

fn text(item: Option<&Item>) -> &str {
    item.and_then(Item::as_str).expect("a text")
}

/// The versions of each crate in the lock file.
fn locked() -> BTreeMap<String, BTreeSet<Version>> {
    let mut locked: BTreeMap<String, BTreeSet<Version>> = BTreeMap::new();
    let lock = page("Cargo.lock");
    for package in lock["package"].as_array_of_tables().expect("packages") {
        let version = text(package.get("version")).parse().expect("a version");
        locked.entry(text(package.get("name")).to_owned()).or_default().insert(version);
    }
    locked
}

/// Whether a crate is generated from a contract: `webdata`, `webdata-v3` and so on.
fn is_generated(package: &Package) -> bool {
    package.manifest_path.parent().and_then(|folder| folder.file_name()).is_some_and(|folder| {
        folder == "generated"
            || folder.strip_prefix("generated-").is_some_and(|rest| rest.starts_with('v'))
    })
}

#[test]
fn every_version_but_the_newest_has_a_reason() {
    let above = |(name, versions): (&String, &BTreeSet<Version>)| {
        let older = versions.iter().rev().skip(1).map(|version| format!("{name}@{version}"));
        older.collect::<Vec<_>>()
    };
    let older: BTreeSet<String> = locked().iter().flat_map(above).collect();
    let deny = page("deny.toml");
    let skipped = deny["bans"]["skip"].as_array().expect("a list").iter().map(|entry| {
        let entry = entry.as_inline_table().expect("a table");
        let reason = entry.get("reason").and_then(|reason| reason.as_str()).unwrap_or_default();
        let skipped = entry.get("crate").and_then(|skipped| skipped.as_str()).expect("a crate");
        assert!(!reason.is_empty(), "{skipped} has no reason in deny.toml");
        skipped.to_owned()
    });
    assert_eq!(skipped.collect::<BTreeSet<_>>(), older, "deny.toml, and Cargo.lock");
}

#[test]
fn generated_crates_have_three_dependencies() {
    let metadata = metadata();
    let generated: Vec<&Package> =
        metadata.workspace_packages().into_iter().filter(|package| is_generated(package)).collect();
    assert!(generated.iter().any(|package| package.name.as_str() == "webdata"));
    for package in generated {
        let own = package.dependencies.iter();
        let own = own.filter(|dependency| dependency.kind != DependencyKind::Development);
        let own: BTreeSet<&str> = own.map(|dependency| dependency.name.as_str()).collect();
        assert_eq!(own, BTreeSet::from(OF_GENERATED_CRATES), "{}", package.name);
    }
}

/// The crates that a crate is built with, whatever its features, but for its tests.
fn built_with(metadata: &Metadata, name: &str) -> BTreeSet<PackageId> {
    let resolve = metadata.resolve.as_ref().expect("a graph");
    let nodes: BTreeMap<&PackageId, _> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let packages = metadata.workspace_packages();
    let first = packages.iter().find(|package| package.name.as_str() == name).expect("a crate");
    let (mut found, mut left) = (BTreeSet::new(), vec![&first.id]);
    while let Some(id) = left.pop() {
        if found.insert(id.clone()) {
            let is_built = |kinds: &[cargo_metadata::DepKindInfo]| {
                kinds.iter().any(|kind| kind.kind != DependencyKind::Development)
            };
            left.extend(
                nodes[id].deps.iter().filter(|own| is_built(&own.dep_kinds)).map(|own| &own.pkg),
            );
        }
    }
    found
}

#[test]
fn crates_of_tests_do_not_reach_users() {
    let metadata = metadata();
    let own = metadata.workspace_packages();
    let direct = |is_test: bool| -> BTreeSet<&str> {
        let all = own.iter().flat_map(|package| &package.dependencies);
        let all = all.filter(|one| (one.kind == DependencyKind::Development) == is_test);
        all.map(|one| one.name.as_str()).collect()
    };
    let (tests, others) = (direct(true), direct(false));
    let tests_alone: BTreeSet<&str> = tests.difference(&others).copied().collect();
    let tests_alone = &tests_alone - &BTreeSet::from(BY_ANOTHER_WAY);
    let tests_alone = &tests_alone - &own.iter().map(|package| package.name.as_str()).collect();
    assert!(tests_alone.contains("rcgen"), "{tests_alone:?}");
    for name in SHIPPED {
        let built = built_with(&metadata, name);
        let built = built.iter().map(|id| metadata[id].name.as_str());
        let found: Vec<&str> = built.filter(|name| tests_alone.contains(name)).collect();
        assert_eq!(
            found,
            Vec::<&str>::new(),
            "{name} is built with what only tests are meant to use"
        );
    }
}
