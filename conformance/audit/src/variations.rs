//! Correct servers that differ from the reference server where the contract leaves a choice: those that any contract
//! allows, and those of the file `variations.toml` beside the pages of a contract.
//!
//! No server here is wrong: wrong ones are in `mutants`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use serde::Deserialize;
use webdata_reference::{Extension, Options, StartError, UnknownKind};
use webdata_spec::{Source, Spec, companion, slug};
use webdata_suite::outcome::EQUAL_VALUES;
use webdata_suite::target::Target;

use crate::differences::{DataError, Deviation, Difference, Mistakes, parse};
use crate::reference_target::reference_target;
use crate::served::DifferentServer;

/// A correct server that differs from the reference server.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The name, such as `a server that says less`.
    pub name: String,
    /// The differences. Variations that do not affect each other share a server.
    pub variations: Vec<Arc<Variation>>,
}

/// A difference that the contract allows between correct servers.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variation {
    /// A description of the difference, from which the identity is made.
    pub name: String,
    /// The sentence of the contract, or the gap, that allows the difference.
    pub allowed_by: String,
    /// The gaps that the report shows as observed, each with the observed response.
    #[serde(default)]
    pub observed: BTreeMap<String, String>,
    /// The differences between this server and the reference server.
    pub changes: Vec<Difference>,
    /// Whether the suite of the contract has to meet the variation.
    #[serde(skip)]
    must_act: bool,
}

impl Variation {
    /// Returns the identity, which is derived from the name.
    #[must_use]
    pub fn id(&self) -> String {
        slug(&self.name)
    }

    /// Returns whether the suite of the contract has to meet the variation. A contract may lack what a variation of
    /// any contract changes.
    pub(crate) fn must_act(&self) -> bool {
        self.must_act
    }

    /// Returns whether a contract leaves the variation open. A variation that is observed in gaps needs one of them
    /// in the contract. Any contract leaves open how equal values are written.
    fn is_open_in(&self, spec: &Spec) -> bool {
        self.observed.is_empty()
            || self.observed.keys().any(|gap| gap == EQUAL_VALUES || spec.gaps.contains_key(gap))
    }
}

const FILE: &str = "variations.toml";

/// The variations that any contract allows.
const OF_ANY_CONTRACT: &str = include_str!("../variations.toml");

/// The servers that are correct although they differ from the reference server.
#[derive(Debug, Clone, Default)]
pub struct Variations {
    servers: Vec<Variant>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Page {
    /// Whether the suite of the contract has to meet each variation that any contract allows.
    #[serde(default)]
    meets_all: bool,
    server: Vec<Server>,
}

/// A server, and its variations. Servers of the same name in two files are one server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    name: String,
    variation: Vec<Variation>,
}

impl Variations {
    /// Reads the variations of a contract from the files beside its pages.
    ///
    /// # Errors
    /// Every name in the file that the contract does not have, or the first mistake of its syntax.
    pub fn read(spec: &Spec, files: &[Source]) -> Result<Self, DataError> {
        let mut servers = Vec::new();
        let mut meets_all = false;
        if let Some(text) = companion(files, FILE) {
            let page: Page = parse(FILE, text)?;
            check(spec, &page)?;
            meets_all = page.meets_all;
            add(&mut servers, page, true);
        }
        add(&mut servers, parse("the variations of any contract", OF_ANY_CONTRACT)?, meets_all);
        Ok(Self { servers })
    }

    /// Returns the servers.
    #[must_use]
    pub fn servers(&self) -> &[Variant] {
        &self.servers
    }

    /// Returns every variation that a contract leaves open, in the order of the servers.
    pub fn open_in(&self, spec: &Spec) -> impl Iterator<Item = &Arc<Variation>> {
        let all = self.servers.iter().flat_map(|server| &server.variations);
        all.filter(|variation| variation.is_open_in(spec))
    }
}

fn add(servers: &mut Vec<Variant>, page: Page, must_act: bool) {
    for Server { name, variation } in page.server {
        let expected = |variation| Arc::new(Variation { must_act, ..variation });
        let variations = variation.into_iter().map(expected);
        match servers.iter_mut().find(|server| server.name == name) {
            Some(server) => server.variations.extend(variations),
            None => servers.push(Variant { name, variations: variations.collect() }),
        }
    }
}

/// Returns an error for names that the contract does not have, each with the variation and the key.
fn check(spec: &Spec, page: &Page) -> Result<(), DataError> {
    let mut mistakes = Mistakes::new(spec);
    for variation in page.server.iter().flat_map(|server| &server.variation) {
        let name = &variation.name;
        for gap in variation.observed.keys().filter(|gap| *gap != EQUAL_VALUES) {
            mistakes.gap(gap, &format!("`{name}`, observed"));
        }
        for (at, change) in variation.changes.iter().enumerate() {
            mistakes.difference(change, &format!("`{name}`, changes[{at}]"));
        }
    }
    mistakes.check(FILE)
}

/// A running variant. The server stops when it is dropped.
#[derive(Debug)]
pub struct VariantServer {
    variant: Variant,
    /// The variations that the contract leaves open.
    open: Vec<Arc<Variation>>,
    running: DifferentServer,
}

impl VariantServer {
    /// Starts a variant of a contract's reference server. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the reference server behind the proxy cannot be started.
    pub async fn start(
        variant: Variant,
        spec: &Arc<Spec>,
        extension: &Extension,
    ) -> Result<Self, StartError> {
        let open = variant.variations.iter().filter(|variation| variation.is_open_in(spec));
        let open: Vec<Arc<Variation>> = open.cloned().collect();
        let changes = open.iter().flat_map(|variation| variation.changes.iter().cloned());
        let changes: Vec<Difference> = changes.collect();
        let options = Options::default();
        let running = DifferentServer::start(&changes, spec, extension, options).await?;
        Ok(Self { variant, open, running })
    }

    /// Returns the router that responds to requests. Bodies are framed, for example in chunks, only if the router
    /// is served at an address.
    pub fn router(&self) -> Router {
        self.running.server.router()
    }

    /// Returns a target that calls the server within the process, with fixtures for `jobs` cases side by
    /// side.
    ///
    /// # Errors
    /// When the server cannot create a resource that an operation works on.
    pub fn target(&self, spec: &Spec, jobs: usize) -> Result<Target, UnknownKind> {
        let mut target = reference_target(&self.running.server, spec, jobs)?;
        target.name.clone_from(&self.variant.name);
        target.connection.in_process = Some(self.router());
        Ok(target)
    }

    /// Returns the variations that the contract leaves open, each with whether it has changed anything yet:
    /// the contract, a request or a response.
    #[must_use]
    pub fn variations(&self, spec: &Spec) -> Vec<(Arc<Variation>, bool)> {
        let mut shown = self.running.changes();
        let mut has_acted = |change: &Difference| match &change.what {
            Deviation::Contract(change) => {
                change.apply(spec).is_some_and(|changed| changed.types != spec.types)
            }
            _ => shown.next().unwrap_or_default(),
        };
        // `count` asks every change: each change in front of the server takes the next item of `shown`.
        let mut acted = |variation: &Variation| {
            variation.changes.iter().filter(|change| has_acted(change)).count() > 0
        };
        self.open.iter().map(|variation| (Arc::clone(variation), acted(variation))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use webdata_spec::{Source, Spec, companions};

    use super::{FILE, Variations};

    fn contract() -> (Spec, Vec<Source>) {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
        (Spec::load(&pages).unwrap(), companions(&pages).unwrap())
    }

    #[test]
    fn servers_of_the_same_name_are_one() {
        let (spec, files) = contract();
        let variations = Variations::read(&spec, &files).unwrap();
        assert_eq!(variations.servers().len(), 12);
        let of_any = Variations::read(&spec, &[]).unwrap();
        assert_eq!(of_any.servers().len(), 4);
        assert!(variations.open_in(&spec).count() > of_any.open_in(&spec).count());
    }

    #[test]
    fn a_mistake_is_reported_with_its_file_and_key() {
        let (spec, _) = contract();
        let page = |rest: &str| {
            format!(
                "[[server]]\nname = \"S\"\n[[server.variation]]\nname = \"V\"\nallowed-by = \"A.\"\n{rest}\n"
            )
        };
        for (rest, message) in [
            ("changes = [{ refuse = {} }]", "variations.toml: TOML parse error at line 6"),
            (
                "observed = { lenght-unit = \"a\" }\nchanges = []",
                "variations.toml: `V`, observed: the contract has no gap `lenght-unit`; did you mean `length-unit`?",
            ),
            (
                "changes = [{ refuses = { at = [\"gaol\"] } }]",
                "variations.toml: `V`, changes[0].at: the contract has no property `gaol`; did you mean `goal`?",
            ),
            (
                "changes = [\"echoes-unlisted\", { turns-away = { row = \"invalid-tokn\" } }]",
                "variations.toml: `V`, changes[1].row: the contract has no error `invalid-tokn`; did you mean `invalid-token`?",
            ),
        ] {
            let file = Source { name: FILE.to_owned(), text: page(rest) };
            let error = Variations::read(&spec, &[file]).map(drop).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
