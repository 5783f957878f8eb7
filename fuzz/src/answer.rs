//! Checks that any HTTP response is judged without a panic, and judged the same the second time.
//!
//! A tab ends each field: the identity of a case, the number of a step from 0, the status code, and each header. After
//! another tab, the body follows. If a field names no case, step or status code, another is chosen, so that changed
//! seeds are judged, too.

use webdata_cases::case::{Case, Expect};
use webdata_suite::judge::{Context, HttpResponse};

use super::suite::suite;

/// Returns the case with an identity.
pub fn case(id: &[u8]) -> Option<&'static Case> {
    suite().cases.iter().find(|case| case.id.as_bytes() == id)
}

/// Judges the bytes as a response.
pub fn check(bytes: &[u8]) {
    let mut fields = bytes.splitn(4, |byte| *byte == b'\t');
    let [id, step, status, rest] = [(); 4].map(|()| fields.next().unwrap_or_default());
    let number = |field| str::from_utf8(field).ok().and_then(|field| field.parse().ok());
    let case = case(id).unwrap_or_else(|| {
        let hash = id
            .iter()
            .fold(0, |hash: usize, byte| hash.wrapping_mul(31).wrapping_add(usize::from(*byte)));
        &suite().cases[hash % suite().cases.len()]
    });
    let step = number(step).map_or(0, usize::from) % case.steps.len();
    let (step, earlier) = (&case.steps[step], step);
    let status = match (number(status), &step.expect) {
        (Some(status @ 200..600), _) => status,
        (_, Expect::Success { status: Some(status), .. } | Expect::Error { status, .. }) => *status,
        _ => 200,
    };
    let end = rest.windows(2).position(|two| two == b"\t\t");
    let (head, body) = end.map_or((&b""[..], rest), |end| (&rest[..end], &rest[end + 2..]));
    let head = String::from_utf8_lossy(head);
    let headers = head.split('\t').filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let answer = HttpResponse::new(status, headers, body.to_vec());
    let earlier = vec![answer.clone(); earlier];
    let context = Context { case, step, parameters: &[], earlier: &earlier };
    let judge = suite().judge();
    let judged = || format!("{:?}", judge.judge(context, &answer));
    assert_eq!(judged(), judged(), "judged again");
}
