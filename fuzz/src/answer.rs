//! Checks that any HTTP response is judged without a panic, and judged the same the second time.
//!
//! The first two bytes choose a step of a case, and the third byte chooses the status code. The headers
//! follow, then an empty line and the body.

use std::sync::LazyLock;

use webdata_cases::case::{Case, Expect, Step};
use webdata_suite::judge::{Context, HttpResponse};

use super::suite::suite;

/// The steps of all cases.
static STEPS: LazyLock<Vec<(&Case, &Step)>> = LazyLock::new(|| {
    let cases = suite().cases.iter();
    cases.flat_map(|case| case.steps.iter().map(move |step| (case, step))).collect()
});

/// The status codes to choose from; other bytes choose the expected one.
const STATUSES: [u16; 9] = [200, 201, 204, 304, 400, 401, 404, 429, 503];

/// Judges the bytes as a response.
pub fn check(bytes: &[u8]) {
    let [high, low, status, rest @ ..] = bytes else { return };
    let (case, step) = STEPS[usize::from(u16::from_be_bytes([*high, *low])) % STEPS.len()];
    let status = match (STATUSES.get(usize::from(*status)), &step.expect) {
        (Some(status), _) => *status,
        (None, Expect::Success { status: Some(status), .. } | Expect::Error { status, .. }) => {
            *status
        }
        (None, _) => 200,
    };
    let end = rest.windows(2).position(|two| two == b"\n\n");
    let (head, body) = end.map_or((&b""[..], rest), |end| (&rest[..end], &rest[end + 2..]));
    let head = String::from_utf8_lossy(head);
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let answer = HttpResponse::new(status, headers, body.to_vec());
    let earlier = vec![
        answer.clone();
        case.steps.iter().take_while(|earlier| !std::ptr::eq(*earlier, step)).count()
    ];
    let context = Context { case, step, parameters: &[], earlier: &earlier };
    let judge = suite().judge();
    let judged = || format!("{:?}", judge.judge(context, &answer));
    assert_eq!(judged(), judged(), "judged again");
}
