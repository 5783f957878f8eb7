//! Reads a contract, from a folder or from strings in memory, to a [`Spec`] or to every mistake.

use std::path::{Path, PathBuf};
use std::{fs, io};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, Source};
use crate::model::Spec;
use crate::page::{Page, Pages};
use crate::{lint, resolve, shape_check};

/// The reason why a contract could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The folder or one of its pages cannot be opened.
    #[error("cannot read the contract page {}: {cause}", path.display())]
    Unreadable {
        /// The page or folder.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The pages have mistakes.
    #[error(transparent)]
    Mistakes(#[from] Diagnostics),
}

impl Spec {
    /// Reads the contract in a folder.
    ///
    /// # Errors
    /// Fails if a page cannot be opened, or with every mistake if the pages have mistakes.
    pub fn load(folder: &Path) -> Result<Self, ReadError> {
        Ok(Self::read(&sources(folder)?)?)
    }

    /// Reads a contract from strings in memory.
    ///
    /// # Errors
    /// Returns every mistake on the pages.
    pub fn read(sources: &[Source]) -> Result<Self, Diagnostics> {
        Self::read_with_warnings(sources).map(|(spec, _)| spec)
    }

    /// Reads a contract from strings in memory, and returns warnings about what is odd without being a
    /// mistake.
    ///
    /// # Errors
    /// Returns every mistake on the pages.
    pub fn read_with_warnings(sources: &[Source]) -> Result<(Self, Diagnostics), Diagnostics> {
        let mut mistakes = Vec::new();
        // The order of the sources changes neither the contract nor its hash.
        let mut sources = sources.to_vec();
        sources.sort_by(|left, right| left.name.cmp(&right.name));
        let sources = sources.as_slice();
        let Some(pages) = read_pages(sources, &mut mistakes) else {
            return Err(in_page_order(mistakes, sources));
        };
        let (mut spec, resolve_mistakes) = resolve::resolve(&pages);
        let resolved = resolve_mistakes.is_empty();
        mistakes.extend(resolve_mistakes);
        mistakes.extend(lint::lint(&pages, &spec, resolved));
        if mistakes.is_empty() {
            spec.hash = hash(sources);
            let warnings = lint::warnings(&pages, &spec);
            Ok((spec, in_page_order(warnings, sources)))
        } else {
            Err(in_page_order(mistakes, sources))
        }
    }
}

/// Reads the pages in a folder, sorted by name.
///
/// # Errors
/// Fails if the folder or a page cannot be opened.
pub fn sources(folder: &Path) -> Result<Vec<Source>, ReadError> {
    let mut sources = Vec::new();
    for (prefix, folder) in [("", folder.to_owned()), ("types/", folder.join("types"))] {
        for path in entries(&folder)? {
            if path.extension().is_some_and(|extension| extension == "toml") {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                sources.push(Source { name: format!("{prefix}{file}"), text: text(&path)? });
            }
        }
    }
    sources.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(sources)
}

/// Reads the files of the folder `conformance` beside the pages, sorted by name. They tell the kit about the contract, and
/// are neither pages nor part of its hash. A contract without such a folder has none.
///
/// # Errors
/// Fails if a folder or a file cannot be opened.
pub fn companions(folder: &Path) -> Result<Vec<Source>, ReadError> {
    let root = folder.join("conformance");
    let (mut files, mut open) = (Vec::new(), Vec::new());
    open.extend(root.try_exists().unwrap_or(true).then(|| root.clone()));
    while let Some(folder) = open.pop() {
        for path in entries(&folder)? {
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).unwrap_or(&path).components();
            let name: Vec<_> =
                name.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            files.push(Source { name: name.join("/"), text: text(&path)? });
        }
    }
    files.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(files)
}

/// Returns the paths of what a folder holds.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let entries = fs::read_dir(folder).and_then(|all| all.map(|entry| Ok(entry?.path())).collect());
    entries.map_err(|cause| ReadError::Unreadable { path: folder.to_owned(), cause })
}

fn text(path: &Path) -> Result<String, ReadError> {
    fs::read_to_string(path).map_err(|cause| ReadError::Unreadable { path: path.to_owned(), cause })
}

/// Returns the text of one of the files of [`companions`].
#[must_use]
pub fn companion<'f>(files: &'f [Source], name: &str) -> Option<&'f str> {
    files.iter().find(|file| file.name == name).map(|file| file.text.as_str())
}

/// Reads the pages. Returns `None` if one of them cannot be read at all: every reference to it would be
/// reported too.
fn read_pages(sources: &[Source], mistakes: &mut Vec<Diagnostic>) -> Option<Pages> {
    let mut reader = Reader { sources, mistakes, unreadable: false };
    let service = reader.required("service.toml");
    let errors = reader.required("errors.toml");
    let operations = reader.required("operations.toml");
    let lifecycles = reader.optional("lifecycles.toml").unwrap_or_default();
    let limits = reader.optional("limits.toml").unwrap_or_default();
    let events = reader.optional("events.toml").unwrap_or_default();
    let gaps = reader.optional("gaps.toml").unwrap_or_default();
    let profiles = reader.optional("profiles.toml").unwrap_or_default();
    let mut types = Vec::new();
    for source in sources {
        match source.name.strip_prefix("types/").and_then(|name| name.strip_suffix(".toml")) {
            Some(stem) => types.extend(reader.page(source).map(|page| (stem.to_owned(), page))),
            None if KNOWN_PAGES.contains(&source.name.as_str()) => {}
            None => reader.unknown(source),
        }
    }
    if reader.unreadable {
        return None;
    }
    Some(Pages {
        service: service?,
        errors: errors?,
        operations: operations?,
        lifecycles,
        limits,
        events,
        gaps,
        profiles,
        types,
    })
}

const KNOWN_PAGES: [&str; 8] = [
    "service.toml",
    "errors.toml",
    "operations.toml",
    "lifecycles.toml",
    "limits.toml",
    "events.toml",
    "gaps.toml",
    "profiles.toml",
];

struct Reader<'r> {
    sources: &'r [Source],
    mistakes: &'r mut Vec<Diagnostic>,
    /// Whether a page cannot be read, so that references to it cannot be checked.
    unreadable: bool,
}

impl Reader<'_> {
    fn required<T: JsonSchema + DeserializeOwned + 'static>(
        &mut self,
        name: &str,
    ) -> Option<Page<T>> {
        if !self.sources.iter().any(|source| source.name == name) {
            let message = format!("the page `{name}` is missing");
            let mistake = Diagnostic::new(name, "".into(), 0..0, message);
            let help = "a contract must have `service.toml`, `errors.toml` and `operations.toml`";
            self.mistakes.push(mistake.with_help(help));
            self.unreadable = true;
        }
        self.optional(name)
    }

    fn optional<T: JsonSchema + DeserializeOwned + 'static>(
        &mut self,
        name: &str,
    ) -> Option<Page<T>> {
        let source = self.sources.iter().find(|source| source.name == name)?;
        self.page(source)
    }

    fn page<T: JsonSchema + DeserializeOwned + 'static>(
        &mut self,
        source: &Source,
    ) -> Option<Page<T>> {
        let (mut document, mut mistakes) = Document::parse(source);
        let content = if mistakes.is_empty() {
            shape_check::read(&mut document, &mut mistakes)
        } else {
            None
        };
        self.mistakes.extend(mistakes);
        self.unreadable |= content.is_none();
        content.map(|content| Page { document, content })
    }

    fn unknown(&mut self, source: &Source) {
        let message = format!("`{}` is not a page of a contract", source.name);
        let mistake = Diagnostic::new(&source.name, source.text.as_str().into(), 0..0, message);
        let help = format!("the pages are `{}` and `types/*.toml`", KNOWN_PAGES.join("`, `"));
        self.mistakes.push(mistake.with_help(help));
        self.unreadable = true;
    }
}

pub(crate) fn in_page_order(mut mistakes: Vec<Diagnostic>, sources: &[Source]) -> Diagnostics {
    mistakes.sort_by_key(|mistake| {
        let page = sources.iter().position(|source| source.name == mistake.file());
        (page, mistake.line_and_column())
    });
    Diagnostics(mistakes)
}

fn hash(sources: &[Source]) -> String {
    let mut hasher = Sha256::new();
    for source in sources {
        hasher.update(source.name.as_bytes());
        hasher.update([0]);
        hasher.update(source.text.as_bytes());
        hasher.update([0]);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
