//! Facts of the service as a whole: authentication, errors, retry rules, events, limits and charges.

use webdata_spec::Spec;
use webdata_spec::model::{ErrorText, Transport};

use super::table::{Facts, error_name};

/// The cell for a number that the contract does not name.
const NO_FIGURE: &str = "figure not shown";

/// Adds the facts of the service.
pub(super) fn add(spec: &Spec, facts: &mut Facts) {
    let service = &spec.service;
    let error = |id: &str| error_name(spec, id);
    let versioning =
        service.versioning.as_ref().filter(|versioning| !versioning.behaviour.is_empty());
    for (part, text) in [
        ("name", service.name.clone()),
        ("version", service.version.clone()),
        ("basePath", service.base_path.clone()),
        ("mediaType", service.media_type.clone()),
        ("errorBody", service.error_body.clone()),
        ("unknownPath", error(&service.unknown_path)),
        ("validationFailure", error(&service.validation_failure)),
        ("versioning", versioning.map_or("not shown", |_| "in words").to_owned()),
    ] {
        facts.add(format!("service.{part}"), [text]);
    }
    for (id, scheme) in &service.authentication {
        for (part, text) in [
            ("header", format!("{}: {}", scheme.header, scheme.scheme)),
            ("rejected", error(&scheme.rejected)),
            ("forbidden", error(&scheme.forbidden)),
            ("level", scheme.level.to_string()),
        ] {
            facts.add(format!("authentication.{id}.{part}"), [text]);
        }
    }
    add_errors(spec, facts);
    for limit in spec.limits.values() {
        let figure = limit.value.map_or(NO_FIGURE.to_owned(), |value| value.to_string());
        facts.add(format!("serviceLimits.{}", error(&limit.error)), [figure]);
    }
    add_charges(spec, facts);
    add_events(spec, facts);
}

fn add_errors(spec: &Spec, facts: &mut Facts) {
    for row in spec.errors.values() {
        let text = match row.text {
            ErrorText::Exact(_) => "exact",
            ErrorText::Free(_) => "exact, or a message",
            ErrorText::Described(_) => "a message saying so",
            ErrorText::NotShown => "not shown",
        };
        let code = row.code.iter().map(|code| format!("code {code}"));
        let cells = [text.to_owned(), row.retry.name().to_owned()].into_iter().chain(code);
        facts.add(format!("errors.{}", error_name(spec, &row.id)), cells);
    }
    let Some(retry) = &spec.service.retry else { return };
    facts.add("retry.statuses", retry.statuses.iter().map(u16::to_string));
    let header = [&retry.header, &retry.header_status.to_string(), &retry.header_level.to_string()];
    facts.add("retry.header", header.map(String::clone));
    facts.add(
        "retry.pace",
        [
            format!("base {} s", retry.base_seconds),
            format!("cap {} s", retry.cap_seconds),
            format!("jitter {} s", retry.jitter_seconds),
            format!("{} attempts", retry.attempts),
            retry.pace_level.to_string(),
        ],
    );
}

fn add_charges(spec: &Spec, facts: &mut Facts) {
    for (id, charge) in &spec.charges {
        let figure = match charge.credits {
            Some(credits) => format!("{credits} a {}", charge.per.name()),
            None => format!("{NO_FIGURE}, a {}", charge.per.name()),
        };
        let when = charge.when.iter().map(|(name, when)| format!("{name}: {when}"));
        let instead = charge.instead_of.iter().map(|other| format!("in place of {other}"));
        facts.add(format!("charges.{id}"), [figure].into_iter().chain(when).chain(instead));
    }
}

fn add_events(spec: &Spec, facts: &mut Facts) {
    for (id, channel) in &spec.channels {
        let transport = match channel.transport {
            Transport::Webhook => "webhook",
            Transport::Email => "email",
            Transport::Trace => "trace",
        };
        let set_up = channel.type_name.iter().map(|name| format!("set up by {name}"));
        let cells = [transport.to_owned()].into_iter().chain(set_up);
        facts.add(format!("events.{id}.(channel)"), cells);
        for (name, event) in &channel.events {
            let carries = event.carries.clone().unwrap_or("not shown".to_owned());
            facts.add(format!("events.{id}.{name}"), [carries]);
        }
    }
}
