//! Compares the responses of two servers, one of the contract and one of a changed contract, except for
//! generated values.

use std::sync::{Arc, LazyLock, Once};

use regex::Regex;
use tokio::runtime::Runtime;
use webdata_audit::mutants::{Mutant, changed_contracts};
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;
use webdata_suite::Suite;

use crate::mutants::scripts::Script;
use crate::mutants::{cases, scripts};

/// A response: status code, the headers that a clause may be about, body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// The suite, the changed contracts and the scripts, which the tests share.
pub(crate) struct Comparison {
    pub(crate) suite: Suite,
    mutants: Vec<Mutant>,
    scripts: scripts::Scripts,
    runtime: Runtime,
}

impl Comparison {
    pub(crate) fn shared() -> &'static Self {
        static SHARED: LazyLock<Comparison> = LazyLock::new(|| {
            static CRYPTOGRAPHY: Once = Once::new();
            CRYPTOGRAPHY.call_once(|| {
                let _ = rustls::crypto::ring::default_provider().install_default();
            });
            let suite = webdata_conformance::suite().unwrap();
            Comparison {
                mutants: changed_contracts(&suite.spec),
                suite,
                scripts: scripts::Scripts::read(),
                runtime: Runtime::new().unwrap(),
            }
        });
        &SHARED
    }

    /// Returns every clause that the contract states, without gaps.
    pub(crate) fn clauses(&self) -> Vec<ClauseId> {
        let clauses = self.suite.spec.clauses().into_iter();
        clauses.map(|clause| clause.id).filter(|id| !id.as_str().starts_with("gaps.")).collect()
    }

    /// Returns the contracts that are changed in one clause.
    pub(crate) fn changed_contracts(&self, clause: &ClauseId) -> Vec<&Mutant> {
        self.mutants.iter().filter(|mutant| mutant.clause == *clause).collect()
    }

    /// Returns whether a mutant's server responds differently to some request for the clause.
    pub(crate) fn shows_difference(&self, clause: &ClauseId, mutant: &Mutant) -> bool {
        // No request can show a changed contract that cannot be served.
        let contract = mutant.spec(&Arc::new(self.suite.spec.clone()));
        let Some(changed) = self.start(&contract) else { return false };
        let mut changed = Some(changed);
        let mut fresh = || changed.take().or_else(|| self.start(&contract)).unwrap();
        let scripts = self.scripts.for_clause(clause);
        scripts.into_iter().any(|script| self.responses(script, &fresh()) != *self.expected(script))
            || cases::covering(&self.suite, clause).into_iter().any(|cases| {
                let play = |server| {
                    let runtime = self.runtime.handle();
                    without_generated(cases::play(&self.suite, &cases, &server, runtime))
                };
                play(fresh()) != play(self.start(&self.suite.spec).unwrap())
            })
    }

    pub(crate) fn scripts(&self) -> &[Script] {
        &self.scripts.script
    }

    /// Returns the responses to a script of a server of the contract.
    pub(crate) fn expected<'s>(&self, script: &'s Script) -> &'s Vec<Response> {
        script.expected.get_or_init(|| self.contract_responses(script))
    }

    /// Returns the responses to a script of a new server of the contract.
    pub(crate) fn contract_responses(&self, script: &Script) -> Vec<Response> {
        self.responses(script, &self.start(&self.suite.spec).unwrap())
    }

    fn responses(&self, script: &Script, server: &ReferenceServer) -> Vec<Response> {
        without_generated(self.runtime.block_on(scripts::play(script, server)))
    }

    fn start(&self, spec: &Spec) -> Option<ReferenceServer> {
        let starting =
            ReferenceServer::start(Arc::new(spec.clone()), &crate::EXTENSION, Options::default());
        self.runtime.block_on(starting).ok()
    }
}

/// Replaces what differs between any two servers: UUIDs, timestamps, durations and addresses.
fn without_generated(responses: Vec<Response>) -> Vec<Response> {
    static GENERATED: LazyLock<Regex> = LazyLock::new(|| {
        let uuid = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
        let timestamp = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)";
        let duration = r#""milliseconds":[\d.e-]+"#;
        Regex::new(&format!(r"{uuid}|{timestamp}|{duration}|127\.0\.0\.1:\d+")).unwrap()
    });
    let without = |response: Response| Response {
        body: GENERATED.replace_all(&response.body, "…").into_owned(),
        ..response
    };
    responses.into_iter().map(without).collect()
}
