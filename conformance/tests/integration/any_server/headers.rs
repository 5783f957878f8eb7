//! The target's headers for each request, of which some are secret; and features that are switched
//! off.

use crate::any_server::command::{SECRET, TargetFolder};
use crate::any_server::front::{Front, transparent_front};

fn target_folder(front: &Front, rest: &str) -> TargetFolder {
    let ids = format!("'{}', '{}'", front.monitor(), front.monitor());
    let rest = format!("[fixtures]\nmonitorId = [{ids}]\n{rest}");
    TargetFolder::new(front, &front.base_url, "", &rest)
}

#[test]
fn sends_the_headers_of_the_target_with_each_request() {
    let front = transparent_front();
    let headers = "[headers]\nX-Env = 'staging'\nX-Gateway-Key = { env = 'THE_SECRET' }\n";
    let trigger = "path = '/_reference/monitors/{monitorId}/checks?wait=true'";
    let webhooks = format!("[webhooks]\ntrigger = {{ method = 'POST', {trigger} }}\n");
    let folder = target_folder(&front, &format!("{headers}{webhooks}"));
    let (code, text) = folder.run(&["webhooks::delivered", "updateMonitor::name::"]);
    assert_eq!(code, 0, "{text}");
    let seen = front.seen();
    assert!(
        seen.iter().any(|seen| !seen.is_for_an_operation()),
        "the trigger of the webhooks was not sent"
    );
    for seen in seen {
        let has = |name: &str, value: &str| seen.headers.contains(&(name.into(), value.into()));
        assert!(has("x-env", "staging") && has("x-gateway-key", SECRET), "{seen:?}");
    }
    assert!(folder.report().contains("X-Gateway-Key: $THE_SECRET"));
}

#[test]
fn skips_a_feature_that_is_switched_off_with_the_reason() {
    let front = transparent_front();
    let folder = target_folder(&front, "[off]\n'updateMonitor::name' = 'names are fixed here'\n");
    let (code, text) = folder.run(&["updateMonitor::name::", "updateMonitor::goal::"]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains(
            "remove from the target, under `[off]`: `\"updateMonitor::name\" = \"names are fixed here\"`"
        ),
        "{text}"
    );
    let outcomes = folder.outcomes();
    let count = |kind: &str| outcomes[kind].as_u64().unwrap();
    assert!(count("skip") > 0 && count("pass") > 0, "{outcomes}");
    let named = front.suite.cases.iter();
    let named = named.filter(|case| case.id.starts_with("updateMonitor::name::")).count();
    assert_eq!(count("skip"), named as u64);
}
