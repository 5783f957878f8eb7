//! Mutants of jobs and webhooks.
//!
//! This module knows no particular job: what else a server can do wrong with jobs is in the file `mutants.toml` of a
//! contract.

use webdata_reference::Fault;
use webdata_reference::faults::{JobFault, WebhookFault};
use webdata_spec::model::{ClauseId, Transport};

use super::builder::FaultBuilder;
use webdata_spec::kebab;

pub(super) fn derive(faults: &mut FaultBuilder<'_>) {
    jobs(faults);
    webhooks(faults);
}

/// Adds a mutant for each operation that starts something, such as a job, with an identity.
fn jobs(faults: &mut FaultBuilder<'_>) {
    let spec = faults.spec;
    for operation in spec.operations.values() {
        let Some(starts) = &operation.starts else { continue };
        let clause = operation.clause().child("response");
        let description =
            format!("The `{}` of a started job is not the identity of a job.", starts.identity);
        let suffix = format!("{}-names-no-job", starts.identity);
        let fault = Fault::Job(JobFault::StartForgets);
        faults.add(Some(operation), &clause, &suffix, description, fault);
    }
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
