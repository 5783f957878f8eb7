//! The contracts of the types under test, each read once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use webdata_spec::Spec;

use crate::subjects;

static SPECS: LazyLock<BTreeMap<&str, Spec>> = LazyLock::new(|| {
    let names = subjects::ALL.iter().map(|subjects| subjects[0].contract);
    let load = |name| Spec::load(&pages(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    names.map(|name| (name, load(name))).collect()
});

/// Returns a contract.
pub(crate) fn spec(contract: &str) -> &'static Spec {
    SPECS.get(contract).unwrap_or_else(|| panic!("no contract {contract}"))
}

/// Returns the folder of a contract's pages.
fn pages(contract: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    match contract {
        "webdata" => here.join("../spec/v2"),
        contract => here.join("tests/contracts").join(contract),
    }
}
