//! The contract that is built into the binary.

use include_dir::{Dir, include_dir};
use webdata_spec::{Diagnostics, Source, Spec};

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
