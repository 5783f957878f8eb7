//! Two servers side by side: one of the contract, one of a changed contract. What both answer is
//! compared, but for what a server makes up.

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

/// What came back: status, the headers that mean something, body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// What the tests share.
pub(crate) struct Bench {
    pub(crate) suite: Suite,
    mutants: Vec<Mutant>,
    scripts: scripts::Scripts,
    runtime: Runtime,
}

impl Bench {
    pub(crate) fn shared() -> &'static Self {
        static BENCH: LazyLock<Bench> = LazyLock::new(|| {
            static CRYPTOGRAPHY: Once = Once::new();
            CRYPTOGRAPHY.call_once(|| {
                let _ = rustls::crypto::ring::default_provider().install_default();
            });
            let suite = webdata_conformance::suite().unwrap();
            Bench {
                mutants: changed_contracts(&suite.spec),
                suite,
                scripts: scripts::Scripts::read(),
                runtime: Runtime::new().unwrap(),
            }
        });
        &BENCH
    }

    /// Every clause that the contract states.
    pub(crate) fn clauses(&self) -> Vec<ClauseId> {
        let clauses = self.suite.spec.clauses().into_iter();
        clauses.map(|clause| clause.id).filter(|id| !id.as_str().starts_with("gaps.")).collect()
    }

    /// The changed contracts that say something else in one clause.
    pub(crate) fn changed_contracts(&self, clause: &ClauseId) -> Vec<&Mutant> {
        self.mutants.iter().filter(|mutant| mutant.clause == *clause).collect()
    }

    /// Whether a server of a mutant answers a request differently.
    pub(crate) fn sees(&self, clause: &ClauseId, mutant: &Mutant) -> bool {
        // Of a contract that cannot be served nothing is seen.
        let own = mutant.spec(&Arc::new(self.suite.spec.clone()));
        let Some(changed) = self.start(&own) else { return false };
        let mut changed = Some(changed);
        let mut fresh = || changed.take().or_else(|| self.start(&own)).unwrap();
        let scripts = self.scripts.of(clause);
        scripts.into_iter().any(|script| self.answers(script, &fresh()) != *self.expected(script))
            || cases::of(&self.suite, clause).into_iter().any(|cases| {
                let play = |server| {
                    let runtime = self.runtime.handle();
                    plain(cases::play(&self.suite, &cases, &server, runtime))
                };
                play(fresh()) != play(self.start(&self.suite.spec).unwrap())
            })
    }

    /// Every script.
    pub(crate) fn scripts(&self) -> &[Script] {
        &self.scripts.script
    }

    /// What a server of the contract answers to a script.
    pub(crate) fn expected<'s>(&self, script: &'s Script) -> &'s Vec<Answer> {
        script.expected.get_or_init(|| self.answers_of_the_contract(script))
    }

    /// What another server of the contract answers to a script.
    pub(crate) fn answers_of_the_contract(&self, script: &Script) -> Vec<Answer> {
        self.answers(script, &self.start(&self.suite.spec).unwrap())
    }

    fn answers(&self, script: &Script, server: &ReferenceServer) -> Vec<Answer> {
        plain(self.runtime.block_on(scripts::play(script, server)))
    }

    fn start(&self, spec: &Spec) -> Option<ReferenceServer> {
        let starting = ReferenceServer::start(Arc::new(spec.clone()), Options::default());
        self.runtime.block_on(starting).ok()
    }
}

/// Answers without what is another on each server: identities, moments, addresses.
fn plain(answers: Vec<Answer>) -> Vec<Answer> {
    static MADE_UP: LazyLock<Regex> = LazyLock::new(|| {
        let uuid = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
        let moment = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)";
        let taken = r#""milliseconds":[\d.e-]+"#;
        Regex::new(&format!(r"{uuid}|{moment}|{taken}|127\.0\.0\.1:\d+")).unwrap()
    });
    let plain = |answer: Answer| Answer {
        body: MADE_UP.replace_all(&answer.body, "…").into_owned(),
        ..answer
    };
    answers.into_iter().map(plain).collect()
}
