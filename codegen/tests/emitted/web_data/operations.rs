//! Tests of the operation `updateMonitor`: its rule about what would be stored, and its errors.

use super::*;
use webdata::limits::{MONITOR_SCHEDULE_CRON_MINIMUM_INTERVAL, MONITOR_UPDATE_NAME_MAX_LENGTH};

#[test]
fn a_search_target_needs_a_goal_unless_judging_is_off() {
    let search = json!([{ "type": "search", "queries": ["a"] }]);
    let stored = with(monitor(), "/judgeEnabled", Some(json!(true)));
    let with_goal = with(stored.clone(), "/goal", Some(json!("g")));
    let searching = with(with_goal.clone(), "/targets", Some(search.clone()));
    let cases = [
        (json!({ "targets": search }), &stored, false),
        (json!({ "targets": search, "goal": "" }), &stored, false),
        (json!({ "targets": search, "goal": null }), &with_goal, false),
        (json!({ "targets": search, "goal": "g" }), &stored, true),
        (json!({ "targets": search, "judgeEnabled": false }), &stored, true),
        (json!({ "targets": search }), &with_goal, true),
        (json!({ "goal": null }), &searching, false),
        (json!({ "judgeEnabled": false, "goal": null }), &searching, true),
        (json!({ "name": "x" }), &searching, true),
        // A goal in the request switches judging on, so an empty goal breaks the rule.
        (json!({ "targets": search }), &monitor(), true),
        (json!({ "targets": search, "goal": "" }), &monitor(), false),
        (json!({ "targets": search, "goal": "", "judgeEnabled": false }), &monitor(), true),
    ];
    for (update, stored, met) in cases {
        let check = UPDATE_MONITOR
            .check_after_update
            .expect("the operation has a rule about what would be stored");
        let by_value = check(&update, stored);
        let typed = MonitorUpdate::check(&update).expect("is valid as sent");
        let stored = Monitor::check(stored).expect("is valid");
        let expected = if met {
            Vec::new()
        } else {
            vec![(String::new(), "MonitorUpdate.rules.search-target-needs-goal".to_owned())]
        };
        assert_eq!(places(&by_value), expected, "{update}");
        assert_eq!(typed.violations_after_update(&stored), by_value, "{update}");
    }
}

#[test]
fn update_monitor_has_the_endpoint_and_errors_of_the_contract() {
    assert_eq!(UPDATE_MONITOR.id, "updateMonitor");
    let endpoint = Endpoint { method: "PATCH", path: "/v2/monitor/{monitorId}" };
    assert_eq!(UPDATE_MONITOR.endpoint, Some(endpoint));
    assert_eq!(UPDATE_MONITOR.status, Some(200));
    let response = json!({ "success": true, "data": monitor() });
    let check = UPDATE_MONITOR.check_response.expect("the contract shows the type");
    assert!(check(&response).is_empty());
    let error = json!({ "success": false, "error": "Not Found", "details": [1] });
    assert!((UPDATE_MONITOR.check_error)(&error).is_empty());
    let violations = (UPDATE_MONITOR.check_error)(&json!({ "success": true }));
    let expected =
        [("/success", "ErrorBody.success.const"), ("/error", "ErrorBody.error.required")];
    let expected = expected.map(|(place, clause)| (place.to_owned(), clause.to_owned()));
    assert_eq!(places(&violations), expected);
    let rows = [
        (401, "Unauthorized: Invalid token", ErrorKind::InvalidToken, Retry::Never),
        (400, "Bad Request", ErrorKind::ValidationFailure, Retry::Never),
        (400, "name is too long", ErrorKind::ValidationFailure, Retry::Never),
        (400, "Invalid URL", ErrorKind::InvalidUrl, Retry::Never),
        (429, "Rate limit exceeded", ErrorKind::RateLimitExceeded, Retry::Backoff),
        (429, "Concurrency limit reached", ErrorKind::ConcurrencyLimitReached, Retry::Backoff),
        (422, "Unprocessable Entity", ErrorKind::UnprocessableEntity, Retry::Sometimes),
    ];
    for (status, text, kind, retry) in rows {
        let body = json!({ "success": false, "error": text });
        assert_eq!(ErrorKind::identify(status, &body), Some(kind), "{status} {text}");
        assert_eq!(kind.retry(), retry, "{status} {text}");
    }
    assert_eq!(ErrorKind::identify(404, &json!({ "error": "Gone" })), None);
    assert_eq!(ErrorKind::ValidationFailure.text(), Some("Bad Request"));
    assert_eq!(MONITOR_UPDATE_NAME_MAX_LENGTH, limit("MonitorUpdate.name.maxLength"));
    let seconds = MONITOR_SCHEDULE_CRON_MINIMUM_INTERVAL.as_secs();
    assert_eq!(seconds, limit("MonitorSchedule.cron.minimumInterval") as u64);
}
