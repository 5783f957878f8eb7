//! Faults in scrapes, agent jobs and webhooks, each with the cases that must fail, written by hand.

use webdata_spec::Spec;
use webdata_spec::model::{ErrorText, SituationResponse};

use crate::changed_contract::object;
use crate::faults::Fault;

/// The faults, each with every case that must fail.
pub(crate) const FAULTS: [Fault; 19] = [
    Fault {
        name: "no webhook is sent",
        change: |spec| remove_webhook_behaviour(spec, "delivered"),
        fails: &[("webhook::webhooks", &["delivered", "metadata", "default", "subscribed"])],
        fails_many: &[],
    },
    Fault {
        name: "webhooks without metadata",
        change: |spec| remove_webhook_behaviour(spec, "metadata"),
        fails: &[("webhook::webhooks", &["metadata"])],
        fails_many: &[],
    },
    Fault {
        name: "webhooks of events without a subscription",
        change: |spec| remove_webhook_behaviour(spec, "subscribed"),
        fails: &[("webhook::webhooks", &["subscribed"])],
        fails_many: &[],
    },
    Fault {
        name: "no events unless they are listed",
        change: |spec| {
            let events = &mut object(spec, "MonitorWebhook").properties["events"];
            events.schema.default_description = None;
        },
        fails: &[("webhook::webhooks", &["default"])],
        fails_many: &[],
    },
    Fault {
        name: "a job of another team is shown",
        change: |spec| {
            let refusals = &mut spec.operations["agentStatus"].refusals;
            refusals.retain(|refusal| refusal.id != "other-teams-job");
        },
        fails: &[],
        fails_many: &[("agentStatus::refusals::other-teams-job", "", 1)],
    },
    Fault {
        name: "a finished run is cancelled once more",
        change: |spec| remove_situation(spec, "finished-run-is-cancelled"),
        fails: &[],
        fails_many: &[("cancelAgent::situations::finished-run-is-cancelled", "", 1)],
    },
    Fault {
        name: "a run that is being cancelled has another status",
        change: |spec| spec.errors["agent-already-cancelled"].status = 400,
        fails: &[],
        fails_many: &[
            ("cancelAgent::situations::cancelling-run-is-cancelled", "", 1),
            ("startAgent::lifecycle::status::start-to-cancellation", "", 1),
        ],
    },
    Fault {
        name: "a run that is being cancelled is cancelled once more",
        change: |spec| remove_situation(spec, "cancelling-run-is-cancelled"),
        fails: &[],
        fails_many: &[
            ("cancelAgent::situations::cancelling-run-is-cancelled", "", 1),
            ("startAgent::lifecycle::status::start-to-cancellation", "", 1),
        ],
    },
    Fault {
        name: "runs that were stopped have the status `completed`",
        change: |spec| {
            for situation in
                spec.lifecycles.iter_mut().flat_map(|lifecycle| &mut lifecycle.situations)
            {
                if let SituationResponse::Success(success) = &mut situation.response {
                    success.members["status"] = "completed".into();
                }
            }
        },
        fails: &[],
        fails_many: &[("agentStatus::situations::", "", 2)],
    },
    Fault {
        name: "the message of a cancelled run does not say that the run was cancelled",
        change: |spec| {
            for situation in
                spec.lifecycles.iter_mut().flat_map(|lifecycle| &mut lifecycle.situations)
            {
                if situation.id == "cancelled-run-is-polled" {
                    situation.doc = "It did not work.".to_owned();
                }
            }
        },
        fails: &[],
        fails_many: &[("agentStatus::situations::cancelled-run-is-polled", "", 1)],
    },
    Fault {
        name: "runs that failed are billed",
        change: |spec| spec.charges["failed-agent-run"].credits = Some(7),
        fails: &[],
        fails_many: &[
            ("agentStatus::situations::failed-run", "", 1),
            ("agentStatus::situations::cancelled-run-is-polled", "", 1),
        ],
    },
    Fault {
        name: "a trace without the end of the run",
        change: |spec| {
            spec.channels["agent-trace"].events.shift_remove("run.finished").expect("the event");
        },
        fails: &[],
        fails_many: &[
            ("agentTrace::situations::run.finished", "", 1),
            ("agentTrace::situations::run-reaches-max-credits", "", 1),
        ],
    },
    Fault {
        name: "the trace of an older job has the error text of a snapshot",
        change: |spec| {
            let text = spec.errors["snapshot-of-first-generation"].text.clone();
            spec.errors["trace-of-first-generation"].text = text;
        },
        fails: &[],
        fails_many: &[("agentTrace::refusals::first-generation", "", 1)],
    },
    Fault {
        name: "the answer to a question is not returned",
        change: |spec| {
            object(spec, "AnsweredQuestion")
                .properties
                .shift_remove("answer")
                .expect("the property `answer`");
        },
        fails: &[],
        fails_many: &[("scrape::situations::question-answered", "", 1)],
    },
    Fault {
        name: "web pages are stored in the cache in spite of `storeInCache: false`",
        change: |spec| {
            let stored = &mut object(spec, "ScrapeOptions").properties["storeInCache"].schema;
            stored.behaviour.clear();
        },
        fails: &[],
        fails_many: &[("scrape::situations::not-stored", "", 3)],
    },
    Fault {
        name: "a malformed job identity gets the error of an unknown job",
        change: |spec| {
            let parameters = &mut spec.operations["agentStatus"].parameters;
            parameters["jobId"].schema.error = Some("agent-job-not-found".to_owned());
        },
        fails: &[],
        fails_many: &[("agentStatus::parameters::jobId::format::", "", 8)],
    },
    Fault {
        name: "a lockdown cache miss has no error code",
        change: |spec| spec.errors["lockdown-cache-miss"].code = None,
        fails: &[],
        fails_many: &[
            ("scrape::refusals::ScrapeOptions::lockdown-cache-miss", "", 1),
            ("scrape::situations::not-stored", "", 3),
        ],
    },
    Fault {
        name: "another error text for an invalid URL",
        change: |spec| {
            spec.errors["invalid-url"].text = ErrorText::Exact("Bad URL".to_owned());
        },
        fails: &[],
        fails_many: &[
            ("scrape::url::format::", "", 20),
            ("scrape::url::pattern::", "", 7),
            ("scrape::url::required::missing", "", 1),
            ("updateMonitor::errors::invalid-url", "", 1),
        ],
    },
    Fault {
        name: "teams without threat protection can override it",
        change: |spec| {
            let overriding = object(spec, "ThreatProtectionOverride");
            overriding.refusals.retain(|refusal| refusal.id != "not-enabled");
        },
        fails: &[],
        fails_many: &[
            ("scrape::refusals::ThreatProtectionOverride::not-enabled", "", 1),
            ("updateMonitor::refusals::", "::not-enabled", 4),
        ],
    },
];

fn remove_situation(spec: &mut Spec, id: &str) {
    for lifecycle in &mut spec.lifecycles {
        lifecycle.situations.retain(|situation| situation.id != id);
    }
}

fn remove_webhook_behaviour(spec: &mut Spec, behaviour: &str) {
    spec.channels["monitor-webhook"].behaviour.shift_remove(behaviour).expect("the behaviour");
}
