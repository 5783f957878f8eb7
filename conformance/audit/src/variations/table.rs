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
        "Full list of trace event kinds and their payloads: not shown.",
        forms::trace_with_other_events,
    ),
    response_variation(
        "messages of runs and of older jobs in German, labelled so",
        "a cancellation message; message saying traces are only available for …",
        forms::german,
    ),
    response_variation(
        "texts for parsers that say no more",
        "gap plain-parser",
        responses::parsers_by_name,
    ),
    response_variation(
        "members that the contract does not list, at every level",
        "Only where it says `no additional properties` does the contract forbid others.",
        responses::further_members,
    ),
    response_variation(
        "another order of members",
        "JSON objects have no order.",
        responses::another_order,
    ),
    response_variation(
        "a charset, blanks and capitals in the media type",
        "`Content-Type: application/json`: RFC 9110 allows parameters, and letters have no case.",
        responses::charset,
    ),
    response_variation(
        "further headers",
        "The contract lists no headers of responses.",
        responses::further_headers,
    ),
    response_variation(
        "a date in the Retry-After of 503",
        "On 429, a `Retry-After` header (seconds) is sent when available.",
        responses::retry_after,
    ),
    response_variation("details of any type", "`details` (any, optional)", responses::any_details),
    response_variation(
        "codes where the contract shows none",
        "Some endpoints add `code`.",
        responses::codes,
    ),
    response_variation(
        "`Invalid URL` for a webhook",
        "400 `Invalid URL`: `url` missing, malformed, or unsupported scheme",
        responses::invalid_url,
    ),
    response_variation(
        "messages in German",
        "400: `Bad Request` or a validation message; 422: or extraction schema error",
        responses::other_messages,
    ),
    response_variation(
        "caching as it takes effect, or as it was given",
        "using actions or headers forces it to false: not shown whether a response returns the forced value",
        responses::other_caching,
    ),
    Variation {
        observed: &[(
            "next-run-after-status-change",
            "active-to-paused: another value, as after every update",
        )],
        ..response_variation(
            "a next run whatever the status",
            "The effect of a status change on `nextRunAt`: not shown.",
            responses::next_run_moves,
        )
    },
];

static LESS_IN_RESPONSES: [Variation; 10] = [
    response_variation("a trace by kinds of event", "gap trace-events", forms::trace_by_kind),
    response_variation(
        "no credits of a run that failed",
        "gap agent-status-answer: when is `creditsUsed` there?",
        forms::no_credits_of_failed_runs,
    ),
    response_variation(
        "defaults left out, at every level",
        "Not shown whether a default is returned.",
        responses::without_defaults,
    ),
    response_variation(
        "texts for formats and parsers that say no more, `true` for options that are defaults",
        "items are format objects, or plain strings naming the type; `true` uses defaults",
        responses::short_forms,
    ),
    response_variation(
        "null left out",
        "string or null: not shown that a response includes a property that is null",
        responses::without_nulls,
    ),
    response_variation(
        "empty objects left out",
        "Not shown that a response includes an empty object.",
        responses::without_empty_objects,
    ),
    response_variation("no details", "`details` (any, optional)", responses::no_details),
    response_variation(
        "no summary",
        "lastCheckSummary: not shown what a response has before a check",
        responses::without_summary,
    ),
    response_variation("no Retry-After", "is sent when available", responses::no_retry_after),
    response_variation(
        "bodies in chunks",
        "The contract does not mention the framing of HTTP.",
        responses::chunked,
    ),
];

static OTHER_RESPONSE_FORMS: [Variation; 11] = [
    response_variation(
        "a trace as a list of envelopes",
        "gap trace-events",
        forms::trace_of_envelopes,
    ),
    response_variation(
        "documents in a list, with what formats asked for beside them",
        "gap scrape-answer",
        forms::documents_of_formats,
    ),
    response_variation(
        "the message of a run within an error",
        "gap agent-messages",
        forms::message_within_an_error,
    ),
    response_variation(
        "formats and parsers as objects, options for `true`",
        "items are format objects, or plain strings naming the type; `true` uses defaults",
        responses::long_forms,
    ),
    response_variation(
        "every default returned, two years for `maxAge` under lockdown",
        "Not shown whether a default is returned.",
        responses::with_defaults,
    ),
    response_variation(
        "a summary of two counts, a run, a check",
        "MonitorSummary: not shown which of its fields are always there",
        responses::summary_of_two,
    ),
    response_variation(
        "no estimate",
        "estimatedCreditsPerMonth: integer or null",
        responses::no_estimate,
    ),
    response_variation(
        "times with an offset, with and without a fraction",
        "string, date-time",
        responses::times_with_offset,
    ),
    response_variation(
        "whole numbers as 1.0",
        "JSON has one kind of number.",
        responses::whole_numbers_with_fraction,
    ),
    response_variation(
        "identities in upper case",
        "string, uuid: RFC 9562 reads both letter cases as the same",
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
        "gap scheme-letter-case",
        handling::scheme_word_as_written,
        &[("scheme-letter-case", "401 `Unauthorized: Invalid token`")],
    ),
    request_variation(
        "415 for another media type",
        "gap other-media-type",
        handling::one_media_type,
        &[("other-media-type", "415 `Unsupported Media Type`")],
    ),
    request_variation(
        "415 for no media type, even without a body",
        "gap missing-media-type",
        handling::no_missing_media_type,
        &[("missing-media-type", "rejected for the missing media type")],
    ),
    request_variation(
        "integers without a fraction of zero",
        "gap integer-spelling",
        handling::integers_without_fraction,
        &[("integer-spelling", "rejected")],
    ),
    request_variation(
        "no goal of blanks",
        "gap blank-goal",
        handling::no_blank_goal,
        &[("blank-goal", "rejected")],
    ),
    request_variation(
        "a goal of null as not given",
        "gap null-goal",
        handling::null_goal_is_not_given,
        &[("null-goal", "counts as not given")],
    ),
    request_variation(
        "lengths in UTF-16 units",
        "gap length-unit",
        handling::utf16,
        &[("length-unit", "UTF-16 code units")],
    ),
    request_variation(
        "none of the open values",
        "gaps plain-format-with-required-option, plain-parser, scrape-header-values, wait-for-range, \
         max-age-range, min-age-range, domain-patterns, blocked-tld-form, crawl-options, \
         cron-spelling, phrase-forms, time-zone-spelling, target-id-spelling, page-url-forms, \
         crawl-url-forms, webhook-url-forms, email-spelling",
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
        "gap odd-values",
        handling::no_control_characters,
        &[("odd-values", "rejected with 400 `Bad Request`")],
    ),
    request_variation(
        "415 for a body in another encoding",
        "gap malformed-requests",
        handling::one_encoding,
        &[("malformed-requests", "415 `Unsupported Media Type`")],
    ),
    request_variation(
        "a malformed identity is an unknown one",
        "gap malformed-monitor-id",
        handling::malformed_id_is_nobody,
        &[("malformed-monitor-id", "404 `Not Found`")],
    ),
    Variation {
        name: "no property that is not listed",
        allowed_by: "gap unknown-properties",
        observed: &[("unknown-properties", "rejected")],
        contract: handling::no_unknown_properties,
        ..PLAIN
    },
];

static MORE_LENIENT: [Variation; 5] = [
    request_variation(
        "the body before the key",
        "gap order-of-checks",
        handling::validation_first,
        &[("order-of-checks", "the body is validated first")],
    ),
    Variation {
        observed: &[("other-teams-monitor", "403 `Forbidden`")],
        ..response_variation(
            "403 for another team's monitor",
            "gap other-teams-monitor",
            handling::other_team_is_forbidden,
        )
    },
    Variation {
        name: "objects and lists merged with what is stored",
        allowed_by: "gap nested-update",
        observed: &[("nested-update", "merged")],
        further_update: handling::merged,
        ..PLAIN
    },
    Variation {
        observed: &[("unknown-properties", "stored and returned")],
        ..response_variation(
            "unknown members stored and returned",
            "gap unknown-properties",
            responses::unknown_members_returned,
        )
    },
    Variation {
        name: "targets merged with those that look at the same, and added to others",
        allowed_by: "gap nested-update",
        before: lists::keeps_rules_when_merged,
        further_update: lists::merged_by_identity,
        ..PLAIN
    },
];

static RULES_ON_REQUESTS: [Variation; 3] = [
    Variation {
        name: "the rule about search targets judged on what is sent",
        allowed_by: "gap search-goal-scope",
        observed: &[("search-goal-scope", "the rule applies to the request alone")],
        contract: handling::rule_on_the_request,
        ..PLAIN
    },
    Variation {
        name: "a phrase becomes the expression that monitors have already",
        allowed_by: "text: not shown which expression a phrase becomes",
        further_update: handling::phrases_run_at_night,
        ..PLAIN
    },
    Variation {
        observed: &[("null-goal", "not visible in the response")],
        ..response_variation(
            "judging returned as it takes effect",
            "judgeEnabled: needs a non-empty `goal` to take effect",
            responses::judging_in_effect,
        )
    },
];
