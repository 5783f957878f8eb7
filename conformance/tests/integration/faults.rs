//! Servers with one fault each, one of each family: exactly the cases that name the fault fail.
//!
//! The expected failures are written by hand, never computed from the suite's own cases. That each fault is
//! noticed is shown by the audit.

use webdata_spec::Spec;
use webdata_spec::model::{EffectKind, ErrorText, Keyword, Shape};
use webdata_suite::outcome::OutcomeKind;

use crate::changed_contract::{object, operation, report, schema, shift, with_shape};

/// A server that was started with a changed contract.
struct Fault {
    name: &'static str,
    change: fn(&mut Spec),
    /// How the identities of the cases that fail begin.
    fails: &'static [&'static str],
}

const FAULTS: [Fault; 11] = [
    Fault { name: "no fault", change: |_| (), fails: &[] },
    Fault {
        name: "a name may have one character more",
        change: |spec| shift(schema(spec, "MonitorUpdate", "name"), Keyword::MaxLength, 1),
        fails: &["updateMonitor::name::maxLength::above"],
    },
    Fault {
        name: "another status code for a key without permission",
        change: |spec| spec.errors["forbidden"].status = 401,
        fails: &[
            "updateMonitor::effects::refusal-changes-nothing::name-with-limited-key",
            "updateMonitor::authentication::limited-key",
            "agentSnapshot::authentication::limited-key",
            "agentStatus::authentication::limited-key",
            "agentTrace::authentication::limited-key",
            "cancelAgent::authentication::limited-key",
            "scrape::authentication::limited-key",
            "startAgent::authentication::limited-key",
        ],
    },
    Fault {
        name: "another error text for an invalid URL",
        change: |spec| {
            spec.errors["invalid-url"].text = ErrorText::Exact("Invalid".to_owned());
        },
        fails: &["scrape::url::", "updateMonitor::errors::invalid-url"],
    },
    Fault {
        name: "a monitor can be set to deleted",
        change: |spec| {
            with_shape(spec, "MonitorUpdate", "status", |shape| {
                if let Shape::Enum(values) = shape {
                    values.push("deleted".to_owned());
                }
            });
        },
        fails: &["updateMonitor::status::enum::deleted"],
    },
    Fault {
        name: "a webhook needs no URL",
        change: |spec| {
            if let Some(url) = object(spec, "MonitorWebhook").properties.get_mut("url") {
                url.required = false;
            }
        },
        fails: &["updateMonitor::webhook.url::required::missing"],
    },
    Fault {
        name: "a rejected update is stored in part",
        change: |spec| {
            operation(spec).effects.retain(|effect| effect.kind != EffectKind::RefusalKeepsAll);
        },
        fails: &["updateMonitor::effects::refusal-changes-nothing::"],
    },
    Fault {
        name: "responses have no creation time",
        change: |spec| {
            object(spec, "Monitor").properties.shift_remove("createdAt");
        },
        fails: &[
            "updateMonitor::response::createdAt::kept",
            "updateMonitor::response::set-by-client",
            "updateMonitor::response::shape",
            "updateMonitor::response::each-fixture",
        ],
    },
    Fault {
        name: "a search target needs no goal",
        change: |spec| object(spec, "MonitorUpdate").rules.clear(),
        fails: &[
            "updateMonitor::effects::refusal-changes-nothing::name-beside-search-target-needs-goal",
            "updateMonitor::rules::search-target-needs-goal::",
        ],
    },
    Fault {
        name: "`redactPII` accepts only an object",
        change: |spec| {
            let alternatives = &mut spec.types["Redaction"].schema.shape;
            if let Shape::OneOf(alternatives) = alternatives {
                alternatives.retain(|schema| matches!(schema.shape, Shape::Ref(_)));
            }
        },
        fails: &[
            "updateMonitor::targets.items.scrape.scrapeOptions.redactPII::type::",
            "updateMonitor::targets.items.crawl.scrapeOptions.redactPII::type::",
        ],
    },
    Fault {
        name: "webhooks without metadata",
        change: |spec| {
            let behaviour = &mut spec.channels["monitor-webhook"].behaviour;
            behaviour.shift_remove("metadata").expect("the behaviour");
        },
        fails: &["updateMonitor::webhook::webhooks::metadata"],
    },
];

#[test]
fn each_fault_fails_exactly_the_cases_that_name_it() {
    let wrong: Vec<String> = FAULTS.iter().filter_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Describes how the outcomes differ from the expected ones, if they do.
fn check(fault: &Fault) -> Option<String> {
    let suite = &crate::SUITE;
    let mut served = suite.spec.clone();
    (fault.change)(&mut served);
    let report = report(suite, served, &[]);
    let ended = |kind: OutcomeKind| {
        let cases = report.cases.iter().filter(move |case| case.outcome.kind == kind);
        cases.map(|case| case.id.as_str())
    };
    let is_named = |id: &&str| fault.fails.iter().any(|start| id.starts_with(start));
    let is_missed = |start: &&&str| !ended(OutcomeKind::Fail).any(|id| id.starts_with(**start));
    let unnamed = ended(OutcomeKind::Fail).filter(|id| !is_named(id));
    let mut wrong: Vec<String> = unnamed.map(|id| format!("  fails unexpectedly: {id}")).collect();
    wrong.extend(fault.fails.iter().filter(is_missed).map(|id| format!("  should fail: {id}")));
    for kind in [OutcomeKind::Skip, OutcomeKind::Error, OutcomeKind::Blocked] {
        wrong.extend(ended(kind).map(|id| format!("  {kind}: {id}")));
    }
    (!wrong.is_empty()).then(|| format!("{}:\n{}", fault.name, wrong.join("\n")))
}
