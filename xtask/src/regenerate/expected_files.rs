//! Collects the files that the repository, or one folder, should have, and the folders that should have no
//! others.
//!
//! This module writes nothing, and does not look at the current files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use webdata_codegen::{Contract, GeneratedFile};
use webdata_spec::{Diagnostics, ReadError, Source, Spec, editor_schema, sources};

use super::{RegenerateError, changelog, is_ours};
use crate::stale;
use crate::versions::{self, CRATE_FOLDER, CrateNames};

/// The files and folders as they should be.
#[derive(Default)]
pub(super) struct ExpectedFiles {
    /// The text of each file.
    pub(super) files: BTreeMap<PathBuf, String>,
    /// The folders that should have no other files.
    pub(super) folders: Vec<PathBuf>,
    /// The folders among them that hold the pages of a release.
    pub(super) released: Vec<PathBuf>,
    /// The contracts.
    pub(super) contracts: Vec<Spec>,
    /// The warnings about the contracts, each with its folder if there are several.
    pub(super) warnings: Vec<(Option<PathBuf>, Diagnostics)>,
}

impl ExpectedFiles {
    /// Collects the crate of one contract [default: the first] for a folder [default: its own].
    pub(super) fn for_contract(
        root: &Path,
        folder: Option<&Path>,
        out: Option<&Path>,
    ) -> Result<Self, Vec<RegenerateError>> {
        let folder = folder.map_or_else(|| root.join("spec/v2"), Path::to_owned);
        let out = out.map_or_else(|| root.join(CRATE_FOLDER), Path::to_owned);
        let mut wanted = Self::default();
        let read = wanted.read(&folder, None);
        let generated = read.and_then(|(spec, _)| wanted.generated(spec, &folder, out));
        generated.map_err(|refusal| vec![refusal])?;
        Ok(wanted)
    }

    /// Collects the crate of each contract, the crate that lists them, and the schema of pages; with
    /// `release`, also the pages as those of the last release.
    pub(super) fn for_repository(
        root: &Path,
        release: bool,
    ) -> anyhow::Result<Result<Self, Vec<RegenerateError>>> {
        let contracts = versions::contracts(root)?;
        let (mut wanted, mut rows, mut errors) = (Self::default(), Vec::new(), Vec::new());
        for (version, folder) in &contracts {
            let named = (contracts.len() > 1).then(|| folder.clone());
            match wanted.contract(root, version, folder, named) {
                Ok(row) => rows.push((row, folder)),
                Err(refusal) => errors.push(refusal),
            }
        }
        for (row, folder) in rows.iter().filter(|_| release) {
            errors.extend(wanted.release(root, row, folder).err());
        }
        if !errors.is_empty() {
            return Ok(Err(errors));
        }
        let rows: Vec<Contract> = rows.into_iter().map(|(row, _)| row).collect();
        let CrateNames { name, folder } = CrateNames::for_list();
        match webdata_codegen::contracts(&rows, &name) {
            Ok(files) => wanted.put(root.join(folder), files),
            Err(error) => return Ok(Err(vec![RegenerateError::Generate(error)])),
        }
        wanted.files.insert(root.join("spec/schema.json"), format!("{:#}\n", editor_schema()));
        wanted.for_removed_contracts(root)?;
        Ok(Ok(wanted))
    }

    /// Adds the crate of a contract of the repository.
    fn contract(
        &mut self,
        root: &Path,
        version: &str,
        folder: &Path,
        named: Option<PathBuf>,
    ) -> Result<Contract, RegenerateError> {
        let (spec, pages) = self.read(folder, named)?;
        if spec.service.version != version {
            return Err(RegenerateError::Other(format!(
                "spec/{version}/service.toml says `version = \"{}\"`; the folder of a contract is \
                 named after its version",
                spec.service.version
            )));
        }
        let CrateNames { name: crate_name, folder: crate_folder } =
            CrateNames::for_version(version);
        self.generated(spec, folder, root.join(&crate_folder))?;
        Ok(Contract { version: version.to_owned(), pages, crate_name, crate_folder })
    }

    /// Reads a contract, and returns its model and its pages.
    fn read(
        &mut self,
        folder: &Path,
        named: Option<PathBuf>,
    ) -> Result<(Spec, Vec<Source>), RegenerateError> {
        let unread = |error| RegenerateError::Contract(named.clone(), error);
        let pages = sources(folder).map_err(unread)?;
        let read = Spec::read_with_warnings(&pages);
        let (spec, warnings) = read.map_err(|mistakes| unread(ReadError::from(mistakes)))?;
        if !warnings.0.is_empty() {
            self.warnings.push((named, warnings));
        }
        Ok((spec, pages))
    }

    /// Adds the crate of a contract; `pages` is the contract's folder.
    fn generated(
        &mut self,
        spec: Spec,
        pages: &Path,
        folder: PathBuf,
    ) -> Result<(), RegenerateError> {
        let CrateNames { name, .. } = CrateNames::for_version(&spec.service.version);
        let mut files =
            webdata_codegen::generate(&spec, &name).map_err(RegenerateError::Generate)?;
        let released = versions::released(pages);
        let last = if released.is_dir() {
            let read = Spec::load(&released);
            Some(read.map_err(|error| RegenerateError::Contract(Some(released), error))?)
        } else {
            None
        };
        let old = stale::read(&folder.join(changelog::FILE));
        let old = old.map_err(|error| RegenerateError::Other(format!("{error:#}")))?;
        let text = changelog::changelog(&name, last.as_ref(), &spec, old.as_deref());
        let text = text.map_err(RegenerateError::Generate)?;
        files.push(GeneratedFile { path: changelog::FILE.to_owned(), text });
        self.put(folder, files);
        self.contracts.push(spec);
        Ok(())
    }

    /// Turns the unreleased changes of a contract into a release.
    fn release(
        &mut self,
        root: &Path,
        row: &Contract,
        pages: &Path,
    ) -> Result<(), RegenerateError> {
        let Some(version) = versions::workspace_version(root) else {
            return Err(RegenerateError::Other(
                "the workspace's Cargo.toml says no version".to_owned(),
            ));
        };
        let path = root.join(&row.crate_folder).join(changelog::FILE);
        if let Some(text) = self.files.get_mut(&path) {
            let released = changelog::release(&row.crate_name, &version, text);
            *text = released.map_err(RegenerateError::Other)?;
        }
        let folder = versions::released(pages);
        let files = row.pages.iter();
        let files = files.map(|page| (folder.join(&page.name), page.text.clone()));
        self.files.extend(files);
        self.folders.push(folder.clone());
        self.released.push(folder);
        Ok(())
    }

    fn put(&mut self, folder: PathBuf, files: Vec<GeneratedFile>) {
        let files = files.into_iter().map(|file| (folder.join(file.path), file.text));
        self.files.extend(files);
        self.folders.push(folder);
    }

    /// Adds the folders of crates whose contracts were removed, so that their files are removed.
    fn for_removed_contracts(&mut self, root: &Path) -> anyhow::Result<()> {
        for entry in fs::read_dir(root)? {
            let folder = entry?.path();
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_one = name.starts_with(&format!("{CRATE_FOLDER}-")) && folder.is_dir();
            if is_one && !self.folders.contains(&folder) && is_ours(&folder)? {
                self.folders.push(folder);
            }
        }
        Ok(())
    }
}
