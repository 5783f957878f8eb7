//! Every "not shown" and "not given" of the contract, sentence by sentence, with the gaps that
//! carry it.

use std::collections::BTreeSet;

use webdata_spec::model::Observation;

use crate::{none, spec};

/// A sentence of the contract, and its gaps: the identity, and whether a run can ask.
///
/// The first sentence with the words, which says what they mean, is no gap.
const SENTENCES: &[(&str, &[(&str, bool)])] = &[
    (
        "Fields of the other resources (scrape result document, crawl job, search result, interact \
         session, parse result, map result) beyond those above: not shown.",
        &[("other-resources", false)],
    ),
    (
        "The initial state at creation, the operation leading to `deleted`, and the effect of a \
         status change on `nextRunAt`: not shown.",
        &[
            ("monitor-creation", false),
            ("monitor-deletion", false),
            ("next-run-after-status-change", true),
        ],
    ),
    (
        "The full set of agent states and the moves between them: not shown.",
        &[("agent-states", true)],
    ),
    (
        "Whether provided nested objects and arrays replace or merge with the stored ones: not \
         shown.",
        &[("nested-update", true)],
    ),
    ("Agent trace, snapshot, cancel: paths not given", &[("agent-paths", false)]),
    ("Crawl and batch: paths not given", &[("other-operations", false)]),
    (
        "Methods, paths and payloads of search, interact, parse, monitor create, crawl, map, and \
         the bodies of the operations above beyond what is listed: not shown.",
        &[
            ("other-operations", false),
            ("scrape-options-in-request", false),
            ("scrape-answer", true),
            ("agent-request", true),
            ("agent-answer", true),
            ("agent-status-answer", true),
            ("snapshot-answer", true),
            ("cancel-answer", true),
        ],
    ),
    ("Webhook payload shape: not shown.", &[("webhook-payload", true)]),
    ("Webhook signing and delivery retries: not shown.", &[("webhook-signing", true)]),
    (
        "Full list of trace event kinds and their payloads: not shown.",
        &[("trace-events", true), ("terminal-events", true)],
    ),
    (
        "Errors beyond this catalogue, which is stated to be non-exhaustive: not shown.",
        &[("other-errors", false)],
    ),
    ("Numeric rate and concurrency values per plan: not shown.", &[("plan-figures", false)]),
    ("Maximum request body size: not shown.", &[("body-size-figure", false)]),
    (
        "Deprecation policy and compatibility guarantees between versions: not shown.",
        &[("versions", false)],
    ),
];

#[test]
fn what_is_not_shown_is_a_gap() {
    let spec = spec();
    let mut differences = Vec::new();
    for (sentence, gaps) in SENTENCES {
        for (id, observable) in *gaps {
            let Some(gap) = spec.gaps.get(*id) else {
                differences.push(format!("no gap `{id}`: {sentence}"));
                continue;
            };
            if matches!(gap.observation, Observation::Probe(_)) != *observable {
                differences.push(format!("`{id}`: {:?}", gap.observation));
            }
        }
    }
    none(&differences);
}

/// A sentence or a gap that is listed twice would hide one that was forgotten.
#[test]
fn sentences_and_the_gaps_of_each_are_distinct() {
    let mut differences = Vec::new();
    let mut sentences = BTreeSet::new();
    for (sentence, gaps) in SENTENCES {
        if !sentences.insert(*sentence) {
            differences.push(format!("listed twice: {sentence}"));
        }
        let mut seen = BTreeSet::new();
        let again = gaps.iter().filter(|(id, _)| !seen.insert(*id));
        differences.extend(again.map(|(id, _)| format!("`{id}` is listed twice: {sentence}")));
    }
    none(&differences);
}
