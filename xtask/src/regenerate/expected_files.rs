//! Collects the files that a contract becomes, and the folders that should have no others.
//!
//! This module writes nothing, and reads only the current changelog of what it compares with.

use std::path::{Path, PathBuf};

use webdata_codegen::stale::{self, ExpectedFiles};
use webdata_codegen::{GeneratedFile, Package, generate};
use webdata_spec::{Diagnostics, Source, Spec, editor_schema, sources};

use super::{Options, RegenerateError, changelog};
use crate::contract::{self, COPIES, CRATE_FOLDER, CRATE_NAME, FOLDER};

/// The files that are generated from a contract.
pub(super) struct Expected {
    pub(super) written: ExpectedFiles,
    /// The folder among those that are written which holds the pages of a release.
    pub(super) released: Option<PathBuf>,
    pub(super) spec: Spec,
    pub(super) warnings: Diagnostics,
}

impl Expected {
    /// Collects the crate of the contract; of the default contract, also the copies for the suite's binary,
    /// and the schema of pages.
    pub(super) fn collect(root: &Path, options: &Options) -> Result<Self, RegenerateError> {
        let is_default = options.spec.is_none() && options.out.is_none();
        let folder = options.spec.clone().unwrap_or_else(|| root.join(FOLDER));
        let out = options.out.clone().unwrap_or_else(|| root.join(CRATE_FOLDER));
        let name = options.crate_name.as_deref().unwrap_or(CRATE_NAME);
        let unread = |error| RegenerateError::Contract(None, error);
        let pages = sources(&folder).map_err(unread)?;
        let read = Spec::read_with_warnings(&pages);
        let (spec, warnings) = read.map_err(|mistakes| unread(mistakes.into()))?;
        let mut expected =
            Self { written: ExpectedFiles::default(), released: None, spec, warnings };
        let contract = name_in_headers(root, &folder);
        let package = Package::in_workspace(name, &contract);
        let changelog = expected.changelog(root, options.release, &package, &folder, &out)?;
        let mut files = generate(&expected.spec, &package).map_err(RegenerateError::Generate)?;
        files.push(GeneratedFile { path: changelog::FILE.to_owned(), text: changelog });
        expected.written.put_folder(out, files);
        if options.release {
            let released = contract::released(&folder);
            expected.written.put_folder(released.clone(), copies(pages));
            expected.released = Some(released);
        }
        if is_default {
            let files = contract::files(&folder).map_err(unread)?;
            expected.written.put_folder(root.join(COPIES), copies(files));
            let schema = format!("{:#}\n", editor_schema());
            expected.written.files.insert(root.join("spec/schema.json"), schema);
        }
        Ok(expected)
    }

    /// Returns the changelog of the crate; with `release`, the unreleased changes are those of the workspace's
    /// version.
    fn changelog(
        &self,
        root: &Path,
        release: bool,
        package: &Package<'_>,
        pages: &Path,
        out: &Path,
    ) -> Result<String, RegenerateError> {
        let other = |error: anyhow::Error| RegenerateError::Other(format!("{error:#}"));
        let released = contract::released(pages);
        let last = if released.is_dir() {
            let read = Spec::load(&released);
            Some(read.map_err(|error| RegenerateError::Contract(Some(released), error))?)
        } else {
            None
        };
        let old = stale::read(&out.join(changelog::FILE)).map_err(|error| other(error.into()))?;
        let text = changelog::changelog(package, last.as_ref(), &self.spec, old.as_deref());
        let text = text.map_err(RegenerateError::Generate)?;
        if !release {
            return Ok(text);
        }
        let version = contract::workspace_version(root).ok_or_else(|| {
            RegenerateError::Other("the workspace's Cargo.toml says no version".to_owned())
        })?;
        changelog::release(package, &version, &text).map_err(RegenerateError::Other)
    }
}

/// Returns what generated files call a contract: its folder, relative to the checkout if it is below it.
fn name_in_headers(root: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (root, folder) = (absolute(root), absolute(folder));
    let name = folder.file_name().unwrap_or_default();
    let path = folder.strip_prefix(root).unwrap_or(Path::new(name)).components();
    let parts: Vec<_> = path.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    parts.join("/")
}

/// Returns files as they are, since the hash of a contract covers its pages.
fn copies(files: Vec<Source>) -> Vec<GeneratedFile> {
    files.into_iter().map(|Source { name: path, text }| GeneratedFile { path, text }).collect()
}
