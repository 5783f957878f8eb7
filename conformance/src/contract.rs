//! The contract that is built into the binary, and the reference server of it.

use std::sync::Arc;

use include_dir::{Dir, include_dir};
use webdata_spec::{Diagnostics, Source, Spec};

use crate::reference::{Options, ReferenceServer, StartError};

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../spec/v2");

/// Reads the contract inside the binary.
///
/// # Errors
/// Its mistakes, which `cargo xtask regenerate --check` would have shown.
pub fn embedded() -> Result<Spec, Diagnostics> {
    let types = PAGES.get_dir("types").into_iter().flat_map(Dir::files);
    let pages = PAGES.files().chain(types);
    let source = |page: &include_dir::File<'_>| {
        let name = page.path().to_string_lossy().replace('\\', "/");
        Some(Source { name, text: page.contents_utf8()?.to_owned() })
    };
    let mut sources: Vec<Source> = pages.filter_map(source).collect();
    sources.sort_by(|one, other| one.name.cmp(&other.name));
    Spec::read(&sources)
}

impl ReferenceServer {
    /// Starts a server of the contract inside, for the tests of a client: on any free port of this
    /// machine, with everything that it has by default. It stops when it is dropped. It must be
    /// called within a tokio runtime.
    ///
    /// # Errors
    /// When no port can be listened on.
    pub async fn start() -> Result<Self, StartError> {
        Self::start_with(Options::default()).await
    }

    /// Starts a server of the contract inside, with options of one's own.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub async fn start_with(options: Options) -> Result<Self, StartError> {
        let spec = embedded().map_err(|mistakes| StartError::Contract(Box::new(mistakes)))?;
        Self::of(Arc::new(spec), options).await
    }
}
