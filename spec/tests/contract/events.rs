//! "Events": the ways on which they are told, and what they carry.

use webdata_spec::model::{Channel, Transport};

use crate::spec;

/// An event and the type of what it carries.
type Row = (&'static str, Option<&'static str>);

/// "Webhook payload shape: not shown."
const WEBHOOK: &[Row] = &[("monitor.page", None), ("monitor.check.completed", None)];

const TRACE: &[Row] = &[
    ("artifact.updated", Some("ArtifactUpdated")),
    ("run.finished", Some("RunFinished")),
    ("error.occurred", Some("ErrorOccurred")),
];

#[test]
fn events_are_those_of_the_contract() {
    let spec = spec();
    let channels: Vec<&str> = spec.channels.keys().map(String::as_str).collect();
    assert_eq!(channels, ["monitor-webhook", "monitor-email", "agent-trace"]);
    check(&spec.channels["monitor-webhook"], Transport::Webhook, Some("MonitorWebhook"), WEBHOOK);
    check(&spec.channels["monitor-email"], Transport::Email, Some("EmailNotification"), &[]);
    check(&spec.channels["agent-trace"], Transport::Trace, None, TRACE);
}

fn check(channel: &Channel, transport: Transport, set_up_by: Option<&str>, events: &[Row]) {
    assert_eq!(channel.transport, transport, "{}", channel.id);
    assert_eq!(channel.type_name.as_deref(), set_up_by, "{}", channel.id);
    let found: Vec<(&str, Option<&str>)> = channel
        .events
        .values()
        .map(|event| (event.name.as_str(), event.carries.as_deref()))
        .collect();
    assert_eq!(found, events, "{}", channel.id);
}
