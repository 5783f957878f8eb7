//! Headers of each request, of which some are secret; features that are switched off.

use crate::any_server::command::{Bench, SECRET};
use crate::any_server::front::{Front, open};

fn bench(front: &Front, rest: &str) -> Bench {
    let ids = format!("'{}', '{}'", front.monitor(), front.monitor());
    let rest = format!("[fixtures]\nmonitorId = [{ids}]\n{rest}");
    Bench::new(front, &front.base_url, "", &rest)
}

#[test]
fn each_request_has_the_headers_of_the_target() {
    let front = open();
    let headers = "[headers]\nX-Env = 'staging'\nX-Gateway-Key = { env = 'THE_SECRET' }\n";
    let trigger = "path = '/_reference/monitors/{monitorId}/checks?wait=true'";
    let webhooks = format!("[webhooks]\ntrigger = {{ method = 'POST', {trigger} }}\n");
    let bench = bench(&front, &format!("{headers}{webhooks}"));
    let (code, text) = bench.run(&["webhooks::delivered", "updateMonitor::name::"]);
    assert_eq!(code, 0, "{text}");
    let seen = front.seen();
    assert!(seen.iter().any(|seen| !seen.is_for_the_service()), "the trigger is among them");
    for seen in seen {
        let has = |name: &str, value: &str| seen.headers.contains(&(name.into(), value.into()));
        assert!(has("x-env", "staging") && has("x-gateway-key", SECRET), "{seen:?}");
    }
    assert!(bench.report().contains("X-Gateway-Key: $THE_SECRET"));
}

#[test]
fn a_feature_that_is_switched_off_is_skipped_with_the_reason() {
    let front = open();
    let bench = bench(&front, "[off]\n'updateMonitor::name' = 'names are fixed here'\n");
    let (code, text) = bench.run(&["updateMonitor::name::", "updateMonitor::goal::"]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("take `[off] \"updateMonitor::name\" = \"names are fixed here\"` out"),
        "{text}"
    );
    let outcomes = bench.outcomes();
    let count = |kind: &str| outcomes[kind].as_u64().unwrap();
    assert!(count("skip") > 0 && count("pass") > 0, "{outcomes}");
    let named = front.suite.cases.iter();
    let named = named.filter(|case| case.id.starts_with("updateMonitor::name::")).count();
    assert_eq!(count("skip"), named as u64);
}
