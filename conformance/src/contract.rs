//! A contract that the commands work on: its pages and its companions, from a folder or embedded.

use std::path::{Path, PathBuf};

use webdata_audit::variations::Variations;
use webdata_audit::{AuditExemptions, DataError};
use webdata_cases::coverage;
use webdata_cases::exemptions::{self, Exemptions};
use webdata_reference::{Extension, ExtensionError};
use webdata_spec::{Diagnostics, ReadError, Source, Spec, companion, companions, sources, suggest};
use webdata_suite::Suite;
use webdata_suite::order::OrderError;

/// The folder of the companions, beside the pages.
const COMPANIONS: &str = "conformance";

/// The companions that commands read, besides those in the folder [`HABITS`].
const COMPANION_FILES: [&str; 6] = [
    "order.txt",
    "reference.toml",
    "variations.toml",
    "exemptions/equivalent.toml",
    "exemptions/idle.toml",
    "exemptions/unreached.toml",
];

/// The folder of habits among the companions.
const HABITS: &str = "habits/";

/// A contract: its pages and its companions.
#[derive(Debug, Clone)]
pub struct Contract {
    /// The folder of the pages; `None` if they are embedded.
    folder: Option<PathBuf>,
    pages: Vec<Source>,
    companions: Vec<Source>,
}

/// The reason why a contract cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ContractError {
    /// The pages have mistakes.
    #[error("the contract in {place} has mistakes:\n{}", .mistakes.render(false))]
    Mistakes {
        /// The folder of the pages.
        place: String,
        /// The mistakes.
        mistakes: Box<Diagnostics>,
    },
    /// The folder or a file in it cannot be read.
    #[error("no contract can be read from {place}")]
    Unreadable {
        /// The folder of the pages.
        place: String,
        /// The reason.
        #[source]
        cause: ReadError,
    },
    /// A file beside the pages has a name that no part of the kit reads.
    #[error("no command reads {page}{suggestion}")]
    UnknownCompanion {
        /// The path of the file.
        page: String,
        /// The end of the message, which suggests a known name.
        suggestion: String,
    },
    /// A file of exemptions has a mistake.
    #[error("{page}: {cause}")]
    Exemptions {
        /// The path of the file.
        page: String,
        /// The mistake.
        cause: exemptions::ReadError,
    },
    /// The file with the additions of the reference server has a mistake.
    #[error("{place}{cause}")]
    Extension {
        /// The folder of the companions, with a slash at its end.
        place: String,
        /// The mistake.
        cause: ExtensionError,
    },
    /// The ways in which a correct server may differ have a mistake.
    #[error("{place}{cause}")]
    Variations {
        /// The folder of the companions, with a slash at its end.
        place: String,
        /// The mistake.
        cause: DataError,
    },
    /// The order of cases cannot be read.
    #[error("{page}: {cause}")]
    Order {
        /// The path of the file.
        page: String,
        /// The mistake.
        cause: OrderError,
    },
}

impl Contract {
    /// Returns the default contract. A release has it embedded.
    #[cfg(embeds_contract)]
    #[must_use]
    pub fn embedded() -> Self {
        static FILES: include_dir::Dir<'_> = include_dir::include_dir!("$CONTRACT_PAGES");
        let mut files = Vec::new();
        collect(&FILES, &mut files);
        files.sort_by(|left, right| left.name.cmp(&right.name));
        let prefix = format!("{COMPANIONS}/");
        let (mut pages, mut companions) = (Vec::new(), Vec::new());
        for Source { name, text } in files {
            match name.strip_prefix(&prefix) {
                Some(name) => companions.push(Source { name: name.to_owned(), text }),
                // As when a folder is read, other files beside the pages do not count.
                None if name.ends_with(".toml") => pages.push(Source { name, text }),
                None => {}
            }
        }
        Self { folder: None, pages, companions }
    }

    /// Returns the default contract. A build for development reads it from the checkout, so that an edit needs no
    /// build.
    #[cfg(not(embeds_contract))]
    #[must_use]
    pub fn embedded() -> Self {
        let folder = Path::new(env!("CONTRACT_PAGES"));
        // A checkout that has moved has no pages here, which the reader reports.
        let [pages, companions] =
            [sources(folder), companions(folder)].map(Result::unwrap_or_default);
        Self { folder: Some(folder.to_owned()), pages, companions }
    }

    /// Reads the files of the contract in a folder.
    ///
    /// # Errors
    /// If the folder or a file in it cannot be read.
    pub fn load(folder: &Path) -> Result<Self, ContractError> {
        let unreadable =
            |cause| ContractError::Unreadable { place: folder.display().to_string(), cause };
        let pages = sources(folder).map_err(unreadable)?;
        let companions = companions(folder).map_err(unreadable)?;
        let contract = Self { folder: Some(folder.to_owned()), pages, companions };
        for Source { name, .. } in &contract.companions {
            if !COMPANION_FILES.contains(&name.as_str()) && !name.starts_with(HABITS) {
                let page = contract.companion_path(name);
                let suggestion = suggest(COMPANION_FILES, name);
                return Err(ContractError::UnknownCompanion { page, suggestion });
            }
        }
        Ok(contract)
    }

    /// Reads the pages.
    ///
    /// # Errors
    /// The mistakes of the pages.
    pub fn spec(&self) -> Result<Spec, ContractError> {
        self.spec_with_warnings().map(|(spec, _)| spec)
    }

    /// Reads the pages, and returns also what is unusual in them.
    ///
    /// # Errors
    /// The mistakes of the pages.
    pub fn spec_with_warnings(&self) -> Result<(Spec, Diagnostics), ContractError> {
        Spec::read_with_warnings(&self.pages).map_err(|mistakes| ContractError::Mistakes {
            place: self.place(),
            mistakes: Box::new(mistakes),
        })
    }

    /// Returns the suite of the contract, with the order of cases that its audit measured.
    ///
    /// # Errors
    /// The mistakes of the pages, or of the order of cases.
    pub fn suite(&self) -> Result<Suite, ContractError> {
        let page = "order.txt";
        let order = companion(&self.companions, page).map(str::parse).transpose();
        let order = order
            .map_err(|cause| ContractError::Order { page: self.companion_path(page), cause })?;
        let suite = Suite::new(self.spec()?);
        Ok(Suite { order: order.unwrap_or_default(), ..suite })
    }

    /// Returns the clauses of the contract that no request can test, with the reasons.
    ///
    /// # Errors
    /// If the file of exemptions has a mistake.
    pub fn unreached(&self) -> Result<Exemptions, ContractError> {
        self.exemptions("unreached")
    }

    /// Returns the exemptions of an audit of the contract.
    ///
    /// # Errors
    /// If a file of exemptions has a mistake.
    pub fn audit_exemptions(&self, suite: &Suite) -> Result<AuditExemptions, ContractError> {
        let equivalent = self.exemptions("equivalent")?;
        let idle = self.exemptions("idle")?;
        Ok(AuditExemptions::new(suite, equivalent, idle, &self.unreached()?))
    }

    /// Returns a warning about each clause with neither a case nor a reason, at its place.
    ///
    /// # Errors
    /// If the file of exemptions has a mistake.
    pub fn warnings(&self, suite: &Suite) -> Result<Diagnostics, ContractError> {
        let coverage = coverage::coverage(&suite.spec, &suite.cases, &self.unreached()?);
        Ok(coverage::warnings(&self.pages, &coverage))
    }

    /// Reads what the reference server adds to the contract.
    ///
    /// # Errors
    /// If the file that says so has a mistake.
    pub fn extension(&self, spec: &Spec) -> Result<Extension, ContractError> {
        Extension::read(spec, &self.companions)
            .map_err(|cause| ContractError::Extension { place: self.companion_path(""), cause })
    }

    /// Returns whether a file says what the reference server adds to the contract.
    #[must_use]
    pub fn extends_reference_server(&self) -> bool {
        companion(&self.companions, "reference.toml").is_some()
    }

    /// Reads the ways in which a correct server of the contract may differ from the reference server.
    ///
    /// # Errors
    /// If the file of variations names something that the contract does not have.
    pub fn variations(&self, spec: &Spec) -> Result<Variations, ContractError> {
        Variations::read(spec, &self.companions)
            .map_err(|cause| ContractError::Variations { place: self.companion_path(""), cause })
    }

    /// Returns the files about the contract that are no pages of it.
    #[must_use]
    pub fn companions(&self) -> &[Source] {
        &self.companions
    }

    fn companion_path(&self, name: &str) -> String {
        format!("{}/{COMPANIONS}/{name}", self.place())
    }

    fn place(&self) -> String {
        let folder = self.folder.as_deref().map(|folder| folder.display().to_string());
        folder.unwrap_or_else(|| "this program".to_owned())
    }

    fn exemptions(&self, name: &str) -> Result<Exemptions, ContractError> {
        let page = format!("exemptions/{name}.toml");
        Exemptions::read(companion(&self.companions, &page).unwrap_or_default())
            .map_err(|cause| ContractError::Exemptions { page: self.companion_path(&page), cause })
    }
}

/// Adds the files of an embedded folder and of those below it.
#[cfg(embeds_contract)]
fn collect(folder: &include_dir::Dir<'_>, files: &mut Vec<Source>) {
    for file in folder.files() {
        let name = file.path().components().map(|part| part.as_os_str().to_string_lossy());
        let name = name.collect::<Vec<_>>().join("/");
        let text = String::from_utf8_lossy(file.contents()).into_owned();
        files.push(Source { name, text });
    }
    folder.dirs().for_each(|folder| collect(folder, files));
}

/// Reads the embedded contract.
///
/// # Errors
/// The mistakes of its pages, which `cargo xtask regenerate` finds before it writes them.
pub fn embedded() -> Result<Spec, Diagnostics> {
    Spec::read(&Contract::embedded().pages)
}

/// Returns the suite of the embedded contract.
///
/// # Errors
/// The mistakes of the contract, which `cargo xtask regenerate` finds before it writes it.
pub fn suite() -> Result<Suite, ContractError> {
    Contract::embedded().suite()
}

/// Reads what the reference server adds to the embedded contract, whose pages are `spec`.
///
/// # Errors
/// The mistakes of the file, which the tests of this repository find.
pub fn extension(spec: &Spec) -> Result<Extension, ExtensionError> {
    Extension::read(spec, &Contract::embedded().companions)
}

/// Reads the ways in which a correct server of the embedded contract may differ from the reference server.
///
/// # Errors
/// If the file of variations names something that the contract does not have.
pub fn variations(spec: &Spec) -> Result<Variations, DataError> {
    Variations::read(spec, &Contract::embedded().companions)
}
