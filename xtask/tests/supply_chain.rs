//! The external crates, as far as they can be checked without a network; `.ci/deny` checks the rest.
//!
//! These tests must not build anything.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::semver::Version;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use toml_edit::{DocumentMut, Item};

/// The direct dependencies of a generated crate.
const GENERATED_CRATE_DEPENDENCIES: [&str; 3] = ["serde", "serde_json", "webdata-runtime"];

/// The crates that users install: the generated crate, and the binary.
const SHIPPED: [&str; 2] = ["webdata", "webdata-conformance"];

/// Dependencies that only tests name directly, and that reach users through another crate.
const INDIRECTLY_SHIPPED: [&str; 2] = [
    "quick-xml",    // below quick-junit
    "tokio-rustls", // below reqwest
];

/// Optional dependencies whose locked versions require a newer Rust than ours, each with the newest version that does
/// not. The requirement in the manifest admits that version, so that Cargo can choose it for users of our oldest Rust.
const NEWER_THAN_OUR_RUST: [(&str, &str); 1] = [("uuid", "1.26.0")];

/// Crates that are built twice, with other features for build scripts. They are small, and `webdata-spec` does not use them.
const BUILT_TWICE: [&str; 2] = ["phf_shared", "semver"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the crates that are built on this platform. A machine that has only built the workspace has no crates of
/// other platforms, and `--offline` fails for those.
fn metadata() -> Metadata {
    let options = ["--offline", "--filter-platform", "host-tuple", "--all-features"];
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml"));
    command.other_options(options.map(str::to_owned)).exec().expect("cargo metadata")
}

fn page(name: &str) -> DocumentMut {
    let text = std::fs::read_to_string(root().join(name)).expect("a file of the repository");
    text.parse().expect("TOML")
}

fn text(item: Option<&Item>) -> &str {
    item.and_then(Item::as_str).expect("a string")
}

/// Returns the versions of each crate in the lock file.
fn locked() -> BTreeMap<String, BTreeSet<Version>> {
    let mut locked: BTreeMap<String, BTreeSet<Version>> = BTreeMap::new();
    let lock = page("Cargo.lock");
    for package in lock["package"].as_array_of_tables().expect("packages") {
        let version = text(package.get("version")).parse().expect("a version");
        locked.entry(text(package.get("name")).to_owned()).or_default().insert(version);
    }
    locked
}

/// Returns whether a crate is generated from a contract.
fn is_generated(package: &Package) -> bool {
    let manifest = std::fs::read_to_string(&package.manifest_path).expect("a manifest");
    webdata_codegen::is_generated(&manifest)
}

#[test]
fn every_older_version_of_a_crate_has_a_reason() {
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
    assert_eq!(skipped.collect::<BTreeSet<_>>(), older, "deny.toml and Cargo.lock differ");
}

#[test]
fn generated_crates_have_three_dependencies() {
    let metadata = metadata();
    let generated: Vec<&Package> =
        metadata.workspace_packages().into_iter().filter(|package| is_generated(package)).collect();
    assert!(generated.iter().any(|package| package.name.as_str() == "webdata"));
    for package in generated {
        let dependencies = package.dependencies.iter();
        let dependencies =
            dependencies.filter(|dependency| dependency.kind != DependencyKind::Development);
        let dependencies: BTreeSet<&str> =
            dependencies.map(|dependency| dependency.name.as_str()).collect();
        assert_eq!(dependencies, BTreeSet::from(GENERATED_CRATE_DEPENDENCIES), "{}", package.name);
    }
}

/// Returns the crates that a crate is built with, with all its features, but without its tests.
fn build_dependencies(metadata: &Metadata, name: &str) -> BTreeSet<PackageId> {
    let resolve = metadata.resolve.as_ref().expect("a graph");
    let nodes: BTreeMap<&PackageId, _> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let packages = metadata.workspace_packages();
    let first = packages.iter().find(|package| package.name.as_str() == name).expect("a crate");
    let (mut ids, mut left) = (BTreeSet::new(), vec![&first.id]);
    while let Some(id) = left.pop() {
        if ids.insert(id.clone()) {
            let is_built = |kinds: &[cargo_metadata::DepKindInfo]| {
                kinds.iter().any(|kind| kind.kind != DependencyKind::Development)
            };
            left.extend(
                nodes[id]
                    .deps
                    .iter()
                    .filter(|dependency| is_built(&dependency.dep_kinds))
                    .map(|dependency| &dependency.pkg),
            );
        }
    }
    ids
}

#[test]
fn test_dependencies_do_not_reach_users() {
    let metadata = metadata();
    let packages = metadata.workspace_packages();
    let direct = |is_test: bool| -> BTreeSet<&str> {
        let all = packages.iter().flat_map(|package| &package.dependencies);
        let all =
            all.filter(|dependency| (dependency.kind == DependencyKind::Development) == is_test);
        all.map(|dependency| dependency.name.as_str()).collect()
    };
    let (tests, others) = (direct(true), direct(false));
    let tests_alone: BTreeSet<&str> = tests.difference(&others).copied().collect();
    let tests_alone = &tests_alone - &BTreeSet::from(INDIRECTLY_SHIPPED);
    let tests_alone =
        &tests_alone - &packages.iter().map(|package| package.name.as_str()).collect();
    assert!(tests_alone.contains("rcgen"), "{tests_alone:?}");
    for name in SHIPPED {
        let built = build_dependencies(&metadata, name);
        let built = built.iter().map(|id| metadata[id].name.as_str());
        let shared: Vec<&str> = built.filter(|name| tests_alone.contains(name)).collect();
        assert_eq!(shared, Vec::<&str>::new(), "{name} is built with dependencies of tests");
    }
}

#[test]
fn dependencies_require_no_newer_rust_than_our_crates() {
    let metadata = metadata();
    let mut admitted = BTreeSet::new();
    for package in metadata.workspace_packages() {
        let ours = package.rust_version.as_ref().expect("a rust-version");
        let built = build_dependencies(&metadata, &package.name);
        let newer = built.iter().map(|id| &metadata[id]).filter(|dependency| {
            dependency.rust_version.as_ref().is_some_and(|required| required > ours)
        });
        for dependency in newer {
            let known =
                NEWER_THAN_OUR_RUST.iter().find(|(name, _)| *name == dependency.name.as_str());
            let Some((name, version)) = known else {
                panic!(
                    "{} states Rust {ours}, but {} {} requires a newer one",
                    package.name, dependency.name, dependency.version
                );
            };
            admitted.insert(*name);
            let version = version.parse().expect("a version");
            for dependent in built.iter().map(|id| &metadata[id]) {
                let required = dependent.dependencies.iter().filter(|required| {
                    required.name == *name && required.kind != DependencyKind::Development
                });
                for required in required {
                    let admits = required.req.matches(&version);
                    assert!(admits, "{} requires {name} {}", dependent.name, required.req);
                }
            }
        }
    }
    assert_eq!(admitted, NEWER_THAN_OUR_RUST.iter().map(|(name, _)| *name).collect());
}

/// The build script of the test contracts uses `webdata-spec`. If a crate below it had other features there than in the
/// workspace, cargo would build that crate and `webdata-spec` twice.
#[test]
fn no_crate_is_built_twice_for_its_features() {
    let arguments =
        ["tree", "--workspace", "--duplicates", "--depth", "0", "--offline", "--locked"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output();
    let output = output.expect("cargo tree");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8(output.stdout).expect("UTF-8");
    let mut known = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for line in listed.lines() {
        if let Some((name, _)) = line.split_once(" v").filter(|_| !known.insert(line)) {
            twice.insert(name);
        }
    }
    assert_eq!(twice, BTreeSet::from(BUILT_TWICE), "see codegen/tests/crates/Cargo.toml\n{listed}");
}
