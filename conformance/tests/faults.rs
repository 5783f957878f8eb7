//! Servers with one fault each: the suite fails exactly the cases that name it, and no other.
//!
//! The expectations are written by hand. They must not be computed from the suite's own cases.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

mod faulty;

use faulty::{object, operation, report, text, with_shape};
use webdata_conformance::outcome::OutcomeKind;
use webdata_conformance::{Suite, embedded};
use webdata_spec::Spec;
use webdata_spec::model::{EffectKind, Shape, StringFormat};

/// A server that was started with a changed contract.
struct Fault {
    name: &'static str,
    change: fn(&mut Spec),
    /// Every case that must fail.
    fails: &'static [&'static str],
}

const FAULTS: [Fault; 15] = [
    Fault {
        name: "a name may have 257 characters",
        change: |spec| text(spec, "MonitorUpdate", "name", |text| text.max_length = Some(257)),
        fails: &["updateMonitor::name::maxLength::above"],
    },
    Fault {
        name: "a goal may have only 1999 characters",
        change: |spec| text(spec, "MonitorUpdate", "goal", |text| text.max_length = Some(1999)),
        fails: &["updateMonitor::goal::maxLength::at"],
    },
    Fault {
        name: "fifty-one targets are accepted",
        change: |spec| {
            with_shape(spec, "MonitorUpdate", "targets", |shape| {
                if let Shape::Array { max_items, .. } = shape {
                    *max_items = Some(51);
                }
            });
        },
        fails: &["updateMonitor::targets::maxItems::above"],
    },
    Fault {
        name: "another text for a refused key",
        change: |spec| spec.errors["invalid-token"].text = "Unauthorized".to_owned(),
        fails: &[
            "updateMonitor::authentication::no-header",
            "updateMonitor::authentication::scheme-without-key",
            "updateMonitor::authentication::unknown-key",
            "updateMonitor::authentication::other-scheme",
            "updateMonitor::authentication::key-without-scheme",
            "updateMonitor::authentication::revoked-key",
        ],
    },
    Fault {
        name: "another status for a key without permission",
        change: |spec| spec.errors["forbidden"].status = 401,
        fails: &["updateMonitor::authentication::limited-key"],
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
        name: "an empty body is accepted",
        change: |spec| object(spec, "MonitorUpdate").min_properties = None,
        fails: &["updateMonitor::minProperties::below"],
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
        name: "runs may be a minute apart",
        change: |spec| {
            text(spec, "MonitorSchedule", "cron", |text| {
                text.format = Some(StringFormat::Cron { minimum_interval: None });
            });
        },
        fails: &[
            "updateMonitor::schedule.cron::minimumInterval::within-the-hour",
            "updateMonitor::schedule.cron::minimumInterval::at-the-end-of-the-hour",
            "updateMonitor::schedule.cron::minimumInterval::across-the-hour",
            "updateMonitor::schedule.cron::minimumInterval::across-midnight",
            "updateMonitor::schedule.cron::minimumInterval::every-minute",
            "updateMonitor::schedule.cron::minimumInterval::steps",
            "updateMonitor::schedule.cron::minimumInterval::uneven-steps",
        ],
    },
    Fault {
        name: "a goal does not switch judging on",
        change: |spec| {
            operation(spec)
                .effects
                .retain(|effect| !matches!(effect.kind, EffectKind::Sets { .. }));
        },
        fails: &["updateMonitor::effects::goal-switches-judging-on::applies"],
    },
    Fault {
        name: "a refused update is stored in part",
        change: |spec| {
            operation(spec).effects.retain(|effect| effect.kind != EffectKind::RefusalKeepsAll);
        },
        fails: &[
            "updateMonitor::effects::refusal-changes-nothing::name",
            "updateMonitor::effects::refusal-changes-nothing::goal",
            "updateMonitor::effects::refusal-changes-nothing::judgeEnabled",
            "updateMonitor::effects::refusal-changes-nothing::status",
            "updateMonitor::effects::refusal-changes-nothing::schedule",
            "updateMonitor::effects::refusal-changes-nothing::targets",
            "updateMonitor::effects::refusal-changes-nothing::notification",
            "updateMonitor::effects::refusal-changes-nothing::webhook",
            "updateMonitor::effects::refusal-changes-nothing::retentionDays",
        ],
    },
    Fault {
        name: "a monitor is never paused: the status is accepted and not stored",
        change: |spec| spec.lifecycles[0].moves.retain(|step| step.to != "paused"),
        fails: &[
            "updateMonitor::status::enum::paused",
            "updateMonitor::lifecycle::status::active-to-paused",
            "updateMonitor::lifecycle::status::paused-to-paused",
        ],
    },
    Fault {
        name: "what is left out goes back to how a monitor starts",
        change: |spec| {
            operation(spec).effects.retain(|effect| effect.kind != EffectKind::KeepsOmitted);
        },
        // A new monitor has judging off, is active and keeps results for 30 days: those stay.
        fails: &[
            "updateMonitor::effects::given-fields-are-stored::name",
            "updateMonitor::effects::given-fields-are-stored::goal",
            "updateMonitor::effects::given-fields-are-stored::schedule",
            "updateMonitor::effects::given-fields-are-stored::targets",
            "updateMonitor::effects::given-fields-are-stored::notification",
            "updateMonitor::effects::given-fields-are-stored::webhook",
            "updateMonitor::effects::given-fields-are-stored::retentionDays",
            "updateMonitor::effects::left-out-fields-are-kept::name-alone",
            "updateMonitor::effects::left-out-fields-are-kept::goal-alone",
            "updateMonitor::effects::left-out-fields-are-kept::judgeEnabled-alone",
            "updateMonitor::effects::left-out-fields-are-kept::status-alone",
            "updateMonitor::effects::left-out-fields-are-kept::schedule-alone",
            "updateMonitor::effects::left-out-fields-are-kept::targets-alone",
            "updateMonitor::effects::left-out-fields-are-kept::notification-alone",
            "updateMonitor::effects::left-out-fields-are-kept::webhook-alone",
            "updateMonitor::effects::left-out-fields-are-kept::retentionDays-alone",
            "updateMonitor::effects::refusal-changes-nothing::name",
            "updateMonitor::effects::refusal-changes-nothing::goal",
            "updateMonitor::effects::refusal-changes-nothing::judgeEnabled",
            "updateMonitor::effects::refusal-changes-nothing::status",
            "updateMonitor::effects::refusal-changes-nothing::schedule",
            "updateMonitor::effects::refusal-changes-nothing::targets",
            "updateMonitor::effects::refusal-changes-nothing::notification",
            "updateMonitor::effects::refusal-changes-nothing::webhook",
            "updateMonitor::isolation::another-resource",
        ],
    },
    Fault {
        name: "an unknown monitor is answered like an unknown state",
        change: |spec| {
            if let Some(resource) = &mut operation(spec).resource {
                resource.unknown = "conflict".to_owned();
            }
        },
        fails: &["updateMonitor::errors::unknown-resource"],
    },
    Fault {
        name: "a search target needs no goal",
        change: |spec| object(spec, "MonitorUpdate").rules.clear(),
        fails: &[
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-null::stored-as-in-the-baseline",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-null+judgeEnabled-true::stored-as-in-the-baseline",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-empty::stored-as-in-the-baseline",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-empty+judgeEnabled-true::stored-as-in-the-baseline",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-null+judgeEnabled-true::stored-excepted",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-empty+judgeEnabled-true::stored-excepted",
            "updateMonitor::rules::search-target-needs-goal::targets-given+judgeEnabled-true::stored-excepted-without-goal",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-null+judgeEnabled-true::stored-excepted-without-goal",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-empty+judgeEnabled-true::stored-excepted-without-goal",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-null::stored-with-targets",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-null+judgeEnabled-true::stored-with-targets",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-empty::stored-with-targets",
            "updateMonitor::rules::search-target-needs-goal::targets-given+goal-empty+judgeEnabled-true::stored-with-targets",
        ],
    },
];

#[test]
fn every_fault_fails_exactly_the_cases_that_name_it() {
    let suite = Suite::new(embedded().expect("the contract reads"));
    for fault in &FAULTS {
        let mut spec = suite.spec.clone();
        (fault.change)(&mut spec);
        check(&suite, spec, fault);
    }
}

#[test]
fn a_correct_server_fails_nothing() {
    let suite = Suite::new(embedded().expect("the contract reads"));
    let correct = Fault { name: "no fault", change: |_| (), fails: &[] };
    for _ in 0..3 {
        check(&suite, suite.spec.clone(), &correct);
    }
}

fn check(suite: &Suite, served: Spec, fault: &Fault) {
    let report = report(suite, served, &[]);
    let failed: Vec<&str> = report
        .cases
        .iter()
        .filter(|case| case.outcome.kind == OutcomeKind::Fail)
        .map(|case| case.id.as_str())
        .collect();
    assert_eq!(failed, fault.fails, "{}", fault.name);
    let others = [OutcomeKind::Skip, OutcomeKind::Error, OutcomeKind::Blocked];
    for kind in others {
        assert_eq!(report.count(kind), 0, "{}: {kind}", fault.name);
    }
}
