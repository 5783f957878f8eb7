//! Mutants of jobs and webhooks.
//!
//! The contract describes jobs and channels in prose, so this module names clauses.

use webdata_reference::Fault;
use webdata_reference::faults::{JobFault, WebhookFault};
use webdata_spec::model::{ClauseId, Transport};

use super::builder::FaultBuilder;
use webdata_spec::kebab;

/// The refusal of a request for another team's job.
const OTHER_TEAMS_JOB: &str = "other-teams-job";

pub(super) fn derive(faults: &mut FaultBuilder<'_>) {
    jobs(faults);
    webhooks(faults);
}

fn jobs(faults: &mut FaultBuilder<'_>) {
    let spec = faults.spec;
    for operation in spec.operations.values() {
        for refusal in operation.refusals.iter().filter(|refusal| refusal.id == OTHER_TEAMS_JOB) {
            let id = operation.id.clone();
            let scheme = operation.authentication.as_ref();
            let scheme = scheme.and_then(|name| spec.service.authentication.get(name));
            if let Some(scheme) = scheme {
                let row = scheme.forbidden.clone();
                let description =
                    format!("{id} reveals by {row} that another team has such a job.");
                let fault = Fault::Job(JobFault::Leaks { operation: id, row });
                faults.add(Some(operation), &refusal.clause, "leaks-existence", description, fault);
            }
        }
    }
    let cancelled = "lifecycles.AgentStatus.status.situations.cancelled-run-is-polled";
    let description = "A run that is cancelled continues.".to_owned();
    let fault = Fault::Job(JobFault::CancelDoesNothing);
    let operation = spec.operations.get("cancelAgent");
    faults.add(operation, &ClauseId::new(cancelled), "cancel-does-nothing", description, fault);
    let description = "The `id` of a started job is not the identity of a job.".to_owned();
    let fault = Fault::Job(JobFault::StartForgets);
    let operation = spec.operations.get("startAgent");
    let clause = ClauseId::new("operations.startAgent.response");
    faults.add(operation, &clause, "id-names-no-job", description, fault);
}

fn webhooks(faults: &mut FaultBuilder<'_>) {
    let channels = &faults.spec.channels;
    for channel in channels.values().filter(|channel| channel.transport == Transport::Webhook) {
        let of = |behaviour: &str| channel.clause().child("behaviour").child(behaviour);
        let mut add =
            |clause: &ClauseId, suffix: &str, description: String, fault: WebhookFault| {
                faults.add(None, clause, suffix, description, Fault::Webhook(fault));
            };
        let ways = [
            ("delivered", "elsewhere", "Events are sent to another path.", WebhookFault::Elsewhere),
            (
                "delivered",
                "without-headers",
                "Events are sent without the given headers.",
                WebhookFault::WithoutHeaders,
            ),
            (
                "delivered",
                "first-header-only",
                "Of several given headers, only the first is sent with an event.",
                WebhookFault::FirstHeaderOnly,
            ),
            (
                "delivered",
                "empty-headers",
                "The given headers are sent without their values.",
                WebhookFault::EmptyHeaders,
            ),
            (
                "metadata",
                "empty-metadata",
                "Payloads have only the names of the metadata.",
                WebhookFault::EmptyMetadata,
            ),
        ];
        for (behaviour, suffix, description, fault) in ways {
            add(&of(behaviour), suffix, description.to_owned(), fault);
        }
        for name in channel.events.keys() {
            let suffix = |what: &str| format!("{what}-{}", kebab(name));
            let description = format!("`{name}` is sent to subscribers of other events.");
            let fault = WebhookFault::Unwanted(name.clone());
            add(&of("subscribed"), &suffix("sends-unwanted"), description, fault);
            let description = format!("`{name}` is never sent.");
            let fault = WebhookFault::Missing(name.clone());
            add(&channel.clause().child(name), &suffix("never-sends"), description, fault);
        }
    }
}
