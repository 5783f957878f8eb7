//! Published crates: each manifest has the metadata that crates.io shows, and each package has every file
//! that its code embeds. `.ci/package` packs them; `.ci/package --verify` compiles the packages.
//!
//! These tests must not build anything.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use webdata_codegen::{Manifest, Package, generate};
use webdata_spec::Spec;

/// The crates that are not published, since they work on this repository only.
const UNPUBLISHED: [&str; 3] = ["webdata-examples", "webdata-test-contracts", "xtask"];

/// The code before the name of an embedded file, and the folder that the name is relative to.
const EMBEDDED: [(&str, Base); 6] = [
    ("include_str!(\"", Base::File),
    ("include_bytes!(\"", Base::File),
    ("include_dir!(\"$CARGO_MANIFEST_DIR/", Base::Package),
    ("template(path = \"", Base::Templates),
    ("{% include \"", Base::Templates),
    ("{% extends \"", Base::Templates),
];

#[derive(Clone, Copy)]
enum Base {
    /// The folder of the embedding file.
    File,
    Package,
    Templates,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).no_deps();
    command.exec().expect("cargo metadata")
}

fn is_published(package: &cargo_metadata::Package) -> bool {
    package.publish.as_ref().is_none_or(|registries| !registries.is_empty())
}

/// Returns the files that `cargo package` would pack.
fn packed_files(name: &str) -> BTreeSet<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--offline", "--allow-dirty", "--package", name]);
    let output = cargo.current_dir(root()).output().expect("cargo starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(PathBuf::from).collect()
}

/// Returns the metadata that a manifest lacks.
fn missing_metadata(package: &cargo_metadata::Package) -> Vec<&'static str> {
    let keywords = &package.keywords;
    let metadata = [
        ("a description", package.description.as_ref().is_some_and(|text| text.len() > 20)),
        ("keywords that crates.io accepts", {
            (1..=5).contains(&keywords.len()) && keywords.iter().all(|word| word.len() <= 20)
        }),
        ("categories", !package.categories.is_empty()),
        ("documentation", package.documentation.is_some()),
        ("a license", package.license.is_some()),
        ("a rust-version", package.rust_version.is_some()),
        ("a readme that exists", package.readme().is_some_and(|path| path.exists())),
    ];
    metadata.into_iter().filter(|(_, is_set)| !is_set).map(|(what, _)| what).collect()
}

/// Resolves `.` and `..`; returns `None` if the path leaves the package.
fn within(path: &Path) -> Option<PathBuf> {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => resolved.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                if !resolved.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(resolved)
}

/// Returns the names of embedded files that are not in the package.
fn missing(file: &Path, text: &str, files: &BTreeSet<PathBuf>) -> Vec<String> {
    let mut missing = Vec::new();
    for (before, base) in EMBEDDED {
        let folder = match base {
            Base::File => file.parent().unwrap_or(Path::new("")),
            Base::Package => Path::new(""),
            Base::Templates => Path::new("templates"),
        };
        for rest in text.split(before).skip(1) {
            let name = rest.split('"').next().unwrap_or_default();
            let path = within(&folder.join(name));
            // An embedded folder is packed if files of it are.
            let is_there =
                path.is_some_and(|path| files.iter().any(|file| file.starts_with(&path)));
            if !is_there {
                missing.push(name.to_owned());
            }
        }
    }
    missing
}

#[test]
fn every_crate_is_published_or_has_a_reason_not_to_be() {
    let metadata = metadata();
    let packages = metadata.packages.iter().filter(|package| !is_published(package));
    let names: BTreeSet<&str> = packages.map(|package| package.name.as_str()).collect();
    assert_eq!(names, BTreeSet::from(UNPUBLISHED));
}

#[test]
fn manifests_have_the_metadata_that_crates_io_shows() {
    for package in metadata().packages.iter().filter(|package| is_published(package)) {
        assert_eq!(missing_metadata(package), Vec::<&str>::new(), "{}", package.name);
        for dependency in &package.dependencies {
            let is_used = dependency.kind != DependencyKind::Development;
            let has_version = dependency.req.to_string() != "*";
            assert!(
                !is_used || has_version,
                "{}: {} has no version",
                package.name,
                dependency.name
            );
        }
    }
    let metadata = metadata();
    let xtask = metadata.packages.iter().find(|package| package.name.as_str() == "xtask");
    assert!(
        missing_metadata(xtask.expect("a crate")).contains(&"a description"),
        "missing metadata is not found"
    );
}

#[test]
fn readmes_list_every_feature() {
    for package in metadata().packages.iter().filter(|package| is_published(package)) {
        let readme = package.readme().expect("a readme");
        let readme = std::fs::read_to_string(readme).expect("the readme");
        for feature in package.features.keys().filter(|name| *name != "default") {
            let row = format!("| `{feature}` |");
            assert!(readme.contains(&row), "{}: no row {row} in its README.md", package.name);
        }
    }
}

#[test]
fn packages_have_the_files_that_their_code_embeds() {
    let mut embedding = 0;
    for package in metadata().packages.iter().filter(|package| is_published(package)) {
        let (files, name) = (packed_files(&package.name), &package.name);
        let folder = package.manifest_path.parent().expect("a folder");
        let sources = files.iter().filter(|file| {
            let extension = file.extension().and_then(|extension| extension.to_str());
            let is_source = file.starts_with("src") && extension == Some("rs");
            is_source || file.starts_with("templates") && extension == Some("html")
        });
        for file in sources {
            let text = std::fs::read_to_string(folder.as_std_path().join(file)).expect("a source");
            embedding += usize::from(EMBEDDED.iter().any(|(before, _)| text.contains(before)));
            assert_eq!(missing(file, &text, &files), Vec::<String>::new(), "{name}: {file:?}");
        }
    }
    assert!(embedding > 10, "only {embedding} files embed others");
}

#[test]
fn a_release_can_embed_every_file_of_the_contract() {
    let files = packed_files("webdata-spec");
    let folder = root().join("spec/v2");
    let companions = webdata_spec::companions(&folder).expect("the companions");
    assert!(companions.len() > 2, "only {} companions", companions.len());
    let companions = companions.into_iter().map(|file| format!("conformance/{}", file.name));
    let pages =
        webdata_spec::sources(&folder).expect("the pages").into_iter().map(|page| page.name);
    for name in pages.chain(companions) {
        assert!(files.contains(&Path::new("v2").join(&name)), "{name} is not packed");
    }
}

/// Returns a table of a manifest.
fn table(manifest: &str, path: &[&str]) -> toml_edit::Item {
    let manifest: toml_edit::DocumentMut = manifest.parse().expect("TOML");
    path.iter().fold(manifest.as_item().clone(), |item, key| item[key].clone())
}

/// The crate that `webdata-conformance generate` writes needs no workspace, so its dependencies are written
/// out.
#[test]
fn dependencies_that_are_written_out_are_those_of_the_workspace() {
    let spec = Spec::load(&root().join("conformance/template")).expect("the contract reads");
    let manifest = Manifest::Standalone { runtime: Some("../runtime") };
    let package = Package { manifest, ..Package::in_workspace("notes", "spec") };
    let files = generate(&spec, &package).expect("Rust");
    let written =
        files.into_iter().find(|file| file.path == "Cargo.toml").expect("a manifest").text;
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let workspace = table(&workspace, &["workspace", "dependencies"]);
    let written = table(&written, &["dependencies"]);
    let written = written.as_table().expect("a table");
    assert_eq!(written.len(), 3);
    for (name, dependency) in written {
        for key in ["version", "features"] {
            let [ours, theirs] = [dependency, &workspace[name]]
                .map(|item| item.get(key).map(|value| value.to_string().trim().to_owned()));
            assert_eq!(ours, theirs, "{name}: {key}");
        }
    }
}

#[test]
fn an_embedded_file_that_is_not_packed_is_found() {
    let files = ["src/a/b.rs", "templates/page.html", "order/v2.toml"];
    let files = files.into_iter().map(PathBuf::from).collect();
    for (text, expected) in [
        ("include_str!(\"b.rs\")", None),
        ("include_str!(\"../../templates/page.html\")", None),
        ("include_str!(\"../../../spec/page.toml\")", Some("../../../spec/page.toml")),
        ("include_str!(\"c.rs\")", Some("c.rs")),
        ("include_dir!(\"$CARGO_MANIFEST_DIR/order\")", None),
        ("include_dir!(\"$CARGO_MANIFEST_DIR/orders\")", Some("orders")),
        ("#[template(path = \"page.html\")]", None),
        ("#[template(path = \"other.html\")]", Some("other.html")),
    ] {
        let actual = missing(Path::new("src/a/b.rs"), text, &files);
        assert_eq!(actual, Vec::from_iter(expected), "{text}");
    }
}
