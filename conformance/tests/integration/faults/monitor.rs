//! Faults in monitors, keys and errors, each with the cases that must fail, written by hand.

use webdata_spec::model::{EffectKind, ErrorText, Keyword, Shape};

use crate::changed_contract::{object, operation, schema, shift, type_schema, with_shape};
use crate::faults::Fault;

/// The faults, each with every case that must fail.
pub(crate) const FAULTS: [Fault; 17] = [
    Fault {
        name: "a name may have one character more",
        change: |spec| {
            shift(schema(spec, "MonitorUpdate", "name"), Keyword::MaxLength, 1);
        },
        fails: &[("name::maxLength", &["above"])],
        fails_many: &[],
    },
    Fault {
        name: "a goal must be one character shorter",
        change: |spec| {
            shift(schema(spec, "MonitorUpdate", "goal"), Keyword::MaxLength, -1);
        },
        fails: &[
            ("effects::given-fields-are-stored", &["all-at-most"]),
            ("goal", &["maxLength::at-two-byte-characters"]),
            ("goal::maxLength", &["at"]),
        ],
        fails_many: &[],
    },
    Fault {
        name: "one target more is accepted",
        change: |spec| {
            shift(schema(spec, "MonitorUpdate", "targets"), Keyword::MaxItems, 1);
        },
        fails: &[("targets::maxItems", &["above"])],
        fails_many: &[],
    },
    Fault {
        name: "another error text for an unauthorized key",
        change: |spec| {
            spec.errors["invalid-token"].text = ErrorText::Exact("Unauthorized".to_owned());
        },
        fails: &[
            (
                "authentication",
                &["longer-key", "cut-key", "key-in-other-case", "good-key-after-bad"],
            ),
            (
                "authentication",
                &[
                    "cut-key-behind-capitals",
                    "cut-key-behind-lower-case",
                    "cut-key-behind-two-blanks",
                    "key-in-other-case-behind-capitals",
                    "key-in-other-case-behind-lower-case",
                    "key-in-other-case-behind-two-blanks",
                    "longer-key-behind-capitals",
                    "longer-key-behind-lower-case",
                    "longer-key-behind-two-blanks",
                    "revoked-key-behind-capitals",
                    "revoked-key-behind-lower-case",
                    "revoked-key-behind-two-blanks",
                    "unknown-key-behind-capitals",
                    "unknown-key-behind-lower-case",
                    "unknown-key-behind-two-blanks",
                ],
            ),
            ("effects::refusal-changes-nothing", &["name-with-unknown-key"]),
            (
                "authentication",
                &[
                    "no-header",
                    "empty-header",
                    "scheme-without-key",
                    "unknown-key",
                    "other-scheme",
                    "key-without-scheme",
                    "revoked-key",
                ],
            ),
        ],
        fails_many: &[
            ("agent", "::authentication::", 40),
            ("cancelAgent::authentication::", "", 13),
            ("scrape::authentication::", "", 13),
            ("startAgent::authentication::", "", 13),
        ],
    },
    Fault {
        name: "another status code for a key without permission",
        change: |spec| spec.errors["forbidden"].status = 401,
        fails: &[
            ("effects::refusal-changes-nothing", &["name-with-limited-key"]),
            ("authentication", &["limited-key"]),
        ],
        fails_many: &[
            ("agent", "::authentication::limited-key", 3),
            ("cancelAgent::authentication::limited-key", "", 1),
            ("scrape::authentication::limited-key", "", 1),
            ("startAgent::authentication::limited-key", "", 1),
        ],
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
        fails: &[("status::enum", &["deleted"])],
        fails_many: &[],
    },
    Fault {
        name: "an empty body is accepted",
        change: |spec| {
            type_schema(spec, "MonitorUpdate").set_constraint(Keyword::MinProperties, None);
        },
        fails: &[("minProperties", &["below"])],
        fails_many: &[],
    },
    Fault {
        name: "a webhook needs no URL",
        change: |spec| {
            if let Some(url) = object(spec, "MonitorWebhook").properties.get_mut("url") {
                url.required = false;
            }
        },
        fails: &[("webhook.url::required", &["missing"])],
        fails_many: &[],
    },
    Fault {
        name: "runs may be a minute apart",
        change: |spec| {
            schema(spec, "MonitorSchedule", "cron").set_constraint(Keyword::MinimumInterval, None);
        },
        fails: &[
            ("schedule.cron::minimumInterval", &["across-the-month"]),
            (
                "schedule.cron::minimumInterval",
                &[
                    "within-the-hour",
                    "at-the-end-of-the-hour",
                    "across-the-hour",
                    "across-midnight",
                    "every-minute",
                    "steps",
                    "uneven-steps",
                ],
            ),
        ],
        fails_many: &[],
    },
    Fault {
        name: "a goal does not switch judging on",
        change: |spec| {
            operation(spec)
                .effects
                .retain(|effect| !matches!(effect.kind, EffectKind::Sets { .. }));
        },
        fails: &[("effects::goal-switches-judging-on", &["applies"])],
        fails_many: &[],
    },
    Fault {
        name: "a rejected update is stored in part",
        change: |spec| {
            operation(spec).effects.retain(|effect| effect.kind != EffectKind::RefusalKeepsAll);
        },
        fails: &[
            ("effects::refusal-changes-nothing", &["name-beside-search-target-needs-goal"]),
            ("effects::refusal-changes-nothing", &["{property}"]),
        ],
        fails_many: &[],
    },
    Fault {
        name: "a monitor is never paused: the status is accepted and not stored",
        change: |spec| spec.lifecycles[0].transitions.retain(|step| step.to != "paused"),
        fails: &[
            ("status::enum", &["paused"]),
            ("effects::given-fields-are-stored", &["all-at-least", "all-at-most"]),
            ("lifecycle::status", &["active-to-paused", "paused-to-paused"]),
        ],
        fails_many: &[],
    },
    Fault {
        name: "properties that are left out are reset to those of a new monitor",
        change: |spec| {
            operation(spec).effects.retain(|effect| effect.kind != EffectKind::KeepsOmitted);
        },
        // A new monitor has judging off, is active and keeps results for 30 days, so cases about these values
        // pass.
        fails: &[
            ("targets.items.scrape.id::generated", &["left-out"]),
            ("targets.items.crawl.id::generated", &["left-out"]),
            ("targets.items.search.id::generated", &["left-out"]),
            (
                "effects::given-fields-are-stored",
                &["judgeEnabled", "targets-crawl", "targets-scrape", "targets-search"],
            ),
            ("effects::goal-switches-judging-on", &["applies"]),
            (
                "effects::refusal-changes-nothing",
                &[
                    "name-beside-search-target-needs-goal",
                    "name-with-limited-key",
                    "name-with-unknown-key",
                ],
            ),
            (
                "effects::given-fields-are-stored",
                &[
                    "{property but judgeEnabled status}",
                    "{string}-any-characters",
                    "name-at-once",
                    "sent-again",
                    "schedule-full",
                    "notification-full",
                    "webhook-full",
                ],
            ),
            (
                "effects::left-out-fields-are-kept",
                &["{property}-alone", "goal-null-alone", "all-at-once"],
            ),
            ("effects::refusal-changes-nothing", &["{property but retentionDays}"]),
            ("isolation", &["another-resource", "name-of-another-resource"]),
        ],
        fails_many: &[],
    },
    Fault {
        name: "an unknown monitor gets the error of a conflict",
        change: |spec| {
            if let Some(resource) = &mut operation(spec).resource {
                resource.unknown = Some("conflict".to_owned());
            }
        },
        fails: &[("errors", &["unknown-resource"])],
        fails_many: &[],
    },
    Fault {
        name: "a scrape target gets no identity",
        change: |spec| {
            if let Some(id) = object(spec, "ScrapeTarget").properties.get_mut("id") {
                id.schema.generated = false;
            }
        },
        fails: &[("targets.items.scrape.id::generated", &["left-out"])],
        fails_many: &[],
    },
    Fault {
        name: "responses have no creation time",
        change: |spec| {
            object(spec, "Monitor").properties.shift_remove("createdAt");
        },
        fails: &[("response", &["shape", "each-fixture"])],
        fails_many: &[],
    },
    Fault {
        name: "a search target needs no goal",
        change: |spec| object(spec, "MonitorUpdate").rules.clear(),
        fails: &[
            ("effects::refusal-changes-nothing", &["name-beside-search-target-needs-goal"]),
            (
                "rules::search-target-needs-goal",
                &[
                    "targets-second+goal-empty+judgeEnabled-true::stored-as-in-the-baseline",
                    "targets-second+goal-empty+judgeEnabled-true::stored-excepted",
                    "targets-second+goal-empty+judgeEnabled-true::stored-excepted-without-goal",
                    "targets-second+goal-empty+judgeEnabled-true::stored-with-targets",
                    "targets-second+goal-empty::stored-as-in-the-baseline",
                    "targets-second+goal-empty::stored-with-targets",
                    "targets-second+goal-null+judgeEnabled-true::stored-as-in-the-baseline",
                    "targets-second+goal-null+judgeEnabled-true::stored-excepted",
                    "targets-second+goal-null+judgeEnabled-true::stored-excepted-without-goal",
                    "targets-second+goal-null+judgeEnabled-true::stored-with-targets",
                    "targets-second+goal-null::stored-as-in-the-baseline",
                    "targets-second+goal-null::stored-with-targets",
                    "targets-second+judgeEnabled-true::stored-excepted-without-goal",
                ],
            ),
            (
                "rules::search-target-needs-goal",
                &[
                    "targets-given+goal-null::stored-as-in-the-baseline",
                    "targets-given+goal-null+judgeEnabled-true::stored-as-in-the-baseline",
                    "targets-given+goal-empty::stored-as-in-the-baseline",
                    "targets-given+goal-empty+judgeEnabled-true::stored-as-in-the-baseline",
                    "targets-given+goal-null+judgeEnabled-true::stored-excepted",
                    "targets-given+goal-empty+judgeEnabled-true::stored-excepted",
                    "targets-given+judgeEnabled-true::stored-excepted-without-goal",
                    "targets-given+goal-null+judgeEnabled-true::stored-excepted-without-goal",
                    "targets-given+goal-empty+judgeEnabled-true::stored-excepted-without-goal",
                    "targets-given+goal-null::stored-with-targets",
                    "targets-given+goal-null+judgeEnabled-true::stored-with-targets",
                    "targets-given+goal-empty::stored-with-targets",
                    "targets-given+goal-empty+judgeEnabled-true::stored-with-targets",
                ],
            ),
        ],
        fails_many: &[],
    },
];
