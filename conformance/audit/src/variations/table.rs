//! The table of variations: the change of each, what allows it, and the servers that have it.
//!
//! Variations that do not affect each other share a server, since each server takes a whole run.

use super::variation::{Variant, Variation};
use super::{forms, handling, lists, responses};
use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// Every variant of the reference server.
pub static VARIANTS: [Variant; 6] = [
    Variant { name: "a server that says more", variations: &MORE_IN_RESPONSES },
    Variant { name: "a server that says less", variations: &LESS_IN_RESPONSES },
    Variant { name: "a server that says the same otherwise", variations: &OTHER_RESPONSE_FORMS },
    Variant { name: "a server that refuses what is open", variations: &STRICTER },
    Variant { name: "a server that takes more", variations: &MORE_LENIENT },
    Variant { name: "a server that judges requests alone", variations: &RULES_ON_REQUESTS },
];

const PLAIN: Variation = Variation {
    name: "",
    allowed_by: "",
    observed: &[],
    contract: |_| (),
    before: |_, _| None,
    further_update: |_, _| None,
    after: |_, _, _| (),
};

/// Returns a variation that changes the form of responses.
const fn response_variation(
    name: &'static str,
    allowed_by: &'static str,
    after: fn(&LayerContext<'_>, &ProxyRequest, &mut ProxyResponse),
) -> Variation {
    Variation { name, allowed_by, after, ..PLAIN }
}

/// Returns a variation that handles requests differently, which the report shows.
const fn request_variation(
    name: &'static str,
    allowed_by: &'static str,
    before: fn(&LayerContext<'_>, &mut ProxyRequest) -> Option<ProxyResponse>,
    observed: &'static [(&'static str, &'static str)],
) -> Variation {
    Variation { name, allowed_by, before, observed, ..PLAIN }
}

static MORE_IN_RESPONSES: [Variation; 14] = [
    response_variation(
        "events of other kinds in a trace, with errors of their own",
        "The contract does not show the full list of the kinds of trace events and their payloads.",
        forms::trace_with_other_events,
    ),
    response_variation(
        "messages of runs and of older jobs in German, labelled so",
        "The contract describes these messages in prose and does not show their wording.",
        forms::german,
    ),
    response_variation(
        "texts for parsers that say no more",
        "The contract leaves the gap `plain-parser` open.",
        responses::parsers_by_name,
    ),
    response_variation(
        "members that the contract does not list, at every level",
        "The contract forbids further properties only where it says `no additional properties`.",
        responses::further_members,
    ),
    response_variation(
        "another order of members",
        "JSON objects have no order.",
        responses::another_order,
    ),
    response_variation(
        "a charset, blanks and capitals in the media type",
        "The contract says `Content-Type: application/json`; RFC 9110 allows parameters, and ignores the case of letters.",
        responses::charset,
    ),
    response_variation(
        "further headers",
        "The contract lists no headers of responses.",
        responses::further_headers,
    ),
    response_variation(
        "a date in the Retry-After of 503",
        "The contract shows the form of `Retry-After` only for 429.",
        responses::retry_after,
    ),
    response_variation(
        "details of any type",
        "The contract says that `details` is optional and has any type.",
        responses::any_details,
    ),
    response_variation(
        "codes where the contract shows none",
        "The contract says that some endpoints add `code`.",
        responses::codes,
    ),
    response_variation(
        "`Invalid URL` for a webhook",
        "The contract has an error `Invalid URL` for a URL that is missing, malformed or has an unsupported scheme.",
        responses::invalid_url,
    ),
    response_variation(
        "messages in German",
        "The contract allows a validation message in place of `Bad Request`, and does not show its wording.",
        responses::other_messages,
    ),
    response_variation(
        "caching as it takes effect, or as it was given",
        "The contract says that actions and headers force caching to false, and does not show whether a response returns \
         the forced value.",
        responses::other_caching,
    ),
    Variation {
        observed: &[(
            "next-run-after-status-change",
            "active-to-paused: another value, as after every update",
        )],
        ..response_variation(
            "a next run whatever the status",
            "The contract does not show the effect of a status change on `nextRunAt`.",
            responses::next_run_moves,
        )
    },
];

static LESS_IN_RESPONSES: [Variation; 10] = [
    response_variation(
        "a trace by kinds of event",
        "The contract leaves the gap `trace-events` open.",
        forms::trace_by_kind,
    ),
    response_variation(
        "no credits of a run that failed",
        "The gap `agent-status-answer` leaves open when a response has `creditsUsed`.",
        forms::no_credits_of_failed_runs,
    ),
    response_variation(
        "defaults left out, at every level",
        "The contract does not show whether a default is returned.",
        responses::without_defaults,
    ),
    response_variation(
        "texts for formats and parsers that say no more, `true` for options that are defaults",
        "The contract says that items are format objects or plain strings with the type, and that `true` uses the defaults.",
        responses::short_forms,
    ),
    response_variation(
        "null left out",
        "The contract does not show that a response includes a property that is null.",
        responses::without_nulls,
    ),
    response_variation(
        "empty objects left out",
        "The contract does not show that a response includes an empty object.",
        responses::without_empty_objects,
    ),
    response_variation(
        "no details",
        "The contract says that `details` is optional and has any type.",
        responses::no_details,
    ),
    response_variation(
        "no summary",
        "The contract does not show what `lastCheckSummary` is before a check.",
        responses::without_summary,
    ),
    response_variation(
        "no Retry-After",
        "The contract says that `Retry-After` is sent when available.",
        responses::no_retry_after,
    ),
    response_variation(
        "bodies in chunks",
        "The contract does not mention the framing of HTTP.",
        responses::chunked,
    ),
];

static OTHER_RESPONSE_FORMS: [Variation; 11] = [
    response_variation(
        "a trace as a list of envelopes",
        "The contract leaves the gap `trace-events` open.",
        forms::trace_of_envelopes,
    ),
    response_variation(
        "documents in a list, with what formats asked for beside them",
        "The contract leaves the gap `scrape-answer` open.",
        forms::documents_of_formats,
    ),
    response_variation(
        "the message of a run within an error",
        "The contract leaves the gap `agent-messages` open.",
        forms::message_within_an_error,
    ),
    response_variation(
        "formats and parsers as objects, options for `true`",
        "The contract says that items are format objects or plain strings with the type, and that `true` uses the defaults.",
        responses::long_forms,
    ),
    response_variation(
        "every default returned, two years for `maxAge` under lockdown",
        "The contract does not show whether a default is returned.",
        responses::with_defaults,
    ),
    response_variation(
        "a summary of two counts, a run, a check",
        "The contract does not show which properties a `MonitorSummary` always has.",
        responses::summary_of_two,
    ),
    response_variation(
        "no estimate",
        "The contract says that `estimatedCreditsPerMonth` is an integer or null.",
        responses::no_estimate,
    ),
    response_variation(
        "times with an offset, with and without a fraction",
        "The contract says that times are strings with the format `date-time`, which allows an offset and a fraction.",
        responses::times_with_offset,
    ),
    response_variation(
        "whole numbers as 1.0",
        "JSON has one kind of number, so `1.0` is the same as `1`.",
        responses::whole_numbers_with_fraction,
    ),
    response_variation(
        "identities in upper case",
        "The contract says that identities are UUIDs; RFC 9562 ignores the case of their letters.",
        responses::identities_in_upper_case,
    ),
    response_variation(
        "connections that close",
        "The contract does not mention persistent connections.",
        responses::closing,
    ),
];

static STRICTER: [Variation; 12] = [
    request_variation(
        "the scheme word as it is written",
        "The contract leaves the gap `scheme-letter-case` open.",
        handling::scheme_word_as_written,
        &[("scheme-letter-case", "401 `Unauthorized: Invalid token`")],
    ),
    request_variation(
        "415 for another media type",
        "The contract leaves the gap `other-media-type` open.",
        handling::one_media_type,
        &[("other-media-type", "415 `Unsupported Media Type`")],
    ),
    request_variation(
        "415 for no media type, even without a body",
        "The contract leaves the gap `missing-media-type` open.",
        handling::no_missing_media_type,
        &[("missing-media-type", "rejected for the missing media type")],
    ),
    request_variation(
        "integers without a fraction of zero",
        "The contract leaves the gap `integer-spelling` open.",
        handling::integers_without_fraction,
        &[("integer-spelling", "rejected")],
    ),
    request_variation(
        "no goal of blanks",
        "The contract leaves the gap `blank-goal` open.",
        handling::no_blank_goal,
        &[("blank-goal", "rejected")],
    ),
    request_variation(
        "a goal of null as not given",
        "The contract leaves the gap `null-goal` open.",
        handling::null_goal_is_not_given,
        &[("null-goal", "counts as not given")],
    ),
    request_variation(
        "lengths in UTF-16 units",
        "The contract leaves the gap `length-unit` open.",
        handling::utf16,
        &[("length-unit", "UTF-16 code units")],
    ),
    request_variation(
        "none of the open values",
        "The contract leaves each of these gaps open: `plain-format-with-required-option`, `plain-parser`, `scrape-header-values`, `wait-for-range`, `max-age-range`, `min-age-range`, `domain-patterns`, `blocked-tld-form`, `crawl-options`, `cron-spelling`, `phrase-forms`, `time-zone-spelling`, `target-id-spelling`, `page-url-forms`, `crawl-url-forms`, `webhook-url-forms`, `email-spelling`.",
        handling::no_open_values,
        &[
            ("plain-format-with-required-option", "rejected"),
            ("plain-parser", "rejected"),
            ("scrape-header-values", "400 `Bad Request`"),
            ("wait-for-range", "400 `Bad Request`"),
            ("max-age-range", "400 `Bad Request`"),
            ("min-age-range", "400 `Bad Request`"),
            ("domain-patterns", "400 `Bad Request`"),
            ("blocked-tld-form", "400 `Bad Request`"),
            ("crawl-options", "400 `Bad Request`"),
            ("cron-spelling", "rejected"),
            ("phrase-forms", "rejected"),
            ("time-zone-spelling", "rejected"),
            ("target-id-spelling", "rejected"),
            ("page-url-forms", "rejected"),
            ("crawl-url-forms", "rejected"),
            ("webhook-url-forms", "rejected"),
            ("email-spelling", "rejected"),
        ],
    ),
    request_variation(
        "no control characters in strings",
        "The contract leaves the gap `odd-values` open.",
        handling::no_control_characters,
        &[("odd-values", "rejected with 400 `Bad Request`")],
    ),
    request_variation(
        "415 for a body in another encoding",
        "The contract leaves the gap `malformed-requests` open.",
        handling::one_encoding,
        &[("malformed-requests", "415 `Unsupported Media Type`")],
    ),
    request_variation(
        "a malformed identity is an unknown one",
        "The contract leaves the gap `malformed-monitor-id` open.",
        handling::malformed_id_is_nobody,
        &[("malformed-monitor-id", "404 `Not Found`")],
    ),
    Variation {
        name: "no property that is not listed",
        allowed_by: "The contract leaves the gap `unknown-properties` open.",
        observed: &[("unknown-properties", "rejected")],
        contract: handling::no_unknown_properties,
        ..PLAIN
    },
];

static MORE_LENIENT: [Variation; 5] = [
    request_variation(
        "the body before the key",
        "The contract leaves the gap `order-of-checks` open.",
        handling::validation_first,
        &[("order-of-checks", "the body is validated first")],
    ),
    Variation {
        observed: &[("other-teams-monitor", "403 `Forbidden`")],
        ..response_variation(
            "403 for another team's monitor",
            "The contract leaves the gap `other-teams-monitor` open.",
            handling::other_team_is_forbidden,
        )
    },
    Variation {
        name: "objects and lists merged with what is stored",
        allowed_by: "The contract leaves the gap `nested-update` open.",
        observed: &[("nested-update", "merged")],
        further_update: handling::merged,
        ..PLAIN
    },
    Variation {
        observed: &[("unknown-properties", "stored and returned")],
        ..response_variation(
            "unknown members stored and returned",
            "The contract leaves the gap `unknown-properties` open.",
            responses::unknown_members_returned,
        )
    },
    Variation {
        name: "targets merged with those that look at the same, and added to others",
        allowed_by: "The contract leaves the gap `nested-update` open.",
        before: lists::keeps_rules_when_merged,
        further_update: lists::merged_by_identity,
        ..PLAIN
    },
];

static RULES_ON_REQUESTS: [Variation; 3] = [
    Variation {
        name: "the rule about search targets judged on what is sent",
        allowed_by: "The contract leaves the gap `search-goal-scope` open.",
        observed: &[("search-goal-scope", "the rule applies to the request alone")],
        contract: handling::rule_on_the_request,
        ..PLAIN
    },
    Variation {
        name: "a phrase becomes the expression that monitors have already",
        allowed_by: "The contract does not show which expression a phrase becomes.",
        further_update: handling::phrases_run_at_night,
        ..PLAIN
    },
    Variation {
        observed: &[("null-goal", "not visible in the response")],
        ..response_variation(
            "judging returned as it takes effect",
            "The contract says that `judgeEnabled` takes effect only with a `goal` that is not empty.",
            responses::judging_in_effect,
        )
    },
];
