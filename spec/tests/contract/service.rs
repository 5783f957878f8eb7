//! What holds for the whole service: versions, authentication, retry rules.

use webdata_spec::model::{Level, Retry};

use crate::errors::{answers, is};
use crate::spec;

#[test]
fn addresses_and_bodies_are_as_the_contract_says() {
    let service = spec().service;
    assert_eq!(service.name, "Web Data Service API");
    assert_eq!((service.version.as_str(), service.base_path.as_str()), ("v2", "/v2"));
    assert_eq!(service.media_type, "application/json");
    assert_eq!(service.error_body, "ErrorBody");
}

/// "Authentication", rules 1 to 5.
#[test]
fn authentication_is_as_the_contract_says() {
    let spec = spec();
    let schemes: Vec<_> = spec.service.authentication.values().collect();
    let [bearer] = schemes.as_slice() else { panic!("not one scheme") };
    assert_eq!((bearer.scheme.as_str(), bearer.header.as_str()), ("Bearer", "Authorization"));
    assert!(is(&spec.errors[&bearer.rejected], 401, "Unauthorized: Invalid token"));
    assert!(is(&spec.errors[&bearer.forbidden], 403, "Forbidden"));
    assert_eq!(bearer.level, Level::Must);
    for operation in ["agentStatus", "agentTrace", "agentSnapshot", "cancelAgent"] {
        let found = answers(&spec, operation, 404, "Agent job not found");
        assert!(found, "{operation} with the key of another team");
    }
}

/// "Retry rules", 1 to 3.
#[test]
fn retries_are_as_the_retry_rules_say() {
    let spec = spec();
    let retry = spec.service.retry.as_ref().expect("the contract has retry rules");
    assert_eq!(retry.statuses, [408, 429, 500, 502, 503, 504]);
    assert_eq!((retry.header.as_str(), retry.header_status), ("Retry-After", 429));
    assert_eq!(retry.header_level, Level::Should, "the header is sent when available");
    assert_eq!(retry.pace_level, Level::Should, "the figures are a reference pattern");
    assert_eq!((retry.base_seconds, retry.cap_seconds, retry.jitter_seconds), (2, 30, 1));
    assert_eq!(retry.attempts, 5);
    for row in spec.errors.values() {
        let involved = retry.statuses.contains(&row.status);
        assert_eq!(row.retry == Retry::Backoff, involved, "{}", row.id);
    }
}

/// "Versioning": what is stated, each in its own statement.
#[test]
fn versions_are_spoken_of() {
    let versioning = spec().service.versioning.expect("the contract speaks of versions");
    assert!(!versioning.behaviour.is_empty());
}
