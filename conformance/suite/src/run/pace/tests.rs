//! Tests the pace against servers with rate limits, in virtual time.

use std::sync::Mutex;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use webdata_spec::model::{Level, RetryRules};

use super::{Pace, PacedResponse, WaitLimit};
use crate::judge::HttpResponse;
use crate::run::client::ClientError;
use crate::target::Rate;

/// The duration of a run.
const RUN_TIME: Duration = Duration::from_secs(600);

/// The longest accepted wait.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The share of a limit that a run must reach, in percent.
const MIN_SHARE: usize = 80;

/// The duration of a short run, and the share that it must reach, since it starts without knowing the limit.
const SHORT_RUN: (Duration, usize) = (Duration::from_secs(60), 70);

fn rules() -> RetryRules {
    RetryRules {
        statuses: vec![429],
        header: "Retry-After".to_owned(),
        header_status: 429,
        base_seconds: 2,
        cap_seconds: 30,
        jitter_seconds: 1,
        attempts: 5,
        header_level: Level::Should,
        pace_level: Level::Should,
        source: String::new(),
    }
}

fn pace(requests_per_second: Option<f64>) -> Pace {
    let rate = Rate { requests_per_second, longest_wait: Some(LONGEST_WAIT) };
    Pace::new(rate, Some(rules()))
}

fn limited_response(headers: &[(&str, &str)]) -> HttpResponse {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    HttpResponse::new(429, headers.collect(), Vec::new())
}

#[tokio::test(start_paused = true)]
async fn waits_as_long_as_the_clock_of_the_server_says() {
    let (past, future) = ("Wed, 21 Oct 2015 07:28:0", "Wed, 21 Oct 2065 07:28:0");
    for (retry_after, date, seconds) in [
        (vec!["2".to_owned()], None, 2),
        // Clocks that are behind and ahead.
        (vec![format!("{past}2 GMT")], Some(past), 2),
        (vec![format!("{future}2 GMT")], Some(future), 2),
        (vec![format!("{past}2 GMT")], None, 0),
        (vec!["1".to_owned(), "5".to_owned()], None, 5),
        (vec!["3".to_owned(), "3".to_owned()], None, 3),
        (vec![format!("{future}2 GMT"), "4".to_owned()], Some(future), 4),
    ] {
        let date = date.map(|date| format!("{date}0 GMT"));
        let lines = retry_after.iter().map(|value| ("Retry-After", value.as_str()));
        let headers: Vec<_> = lines.chain(date.as_deref().map(|date| ("Date", date))).collect();
        let (pace, sent) = (pace(None), Mutex::new(0));
        let until = WaitLimit::within(Some(RUN_TIME), CancellationToken::new());
        let started = Instant::now();
        let paced = send_paced(&pace, &until, async || {
            let mut sent = sent.lock().expect("no panic");
            *sent += 1;
            Ok(match *sent {
                1 => limited_response(&headers),
                _ => HttpResponse::new(200, Vec::new(), Vec::new()),
            })
        });
        assert_eq!(paced.await.throttled, 1, "{headers:?}");
        let waited = started.elapsed().as_secs();
        assert_eq!(waited, seconds, "{headers:?}");
    }
}

async fn send_paced(
    pace: &Pace,
    until: &WaitLimit,
    send: impl AsyncFn() -> Result<HttpResponse, ClientError>,
) -> PacedResponse {
    pace.send_paced(until, |response| response.status == 429, send).await
}

/// A token bucket with a capacity and a rate.
struct Bucket {
    rate: f64,
    burst: f64,
    tokens: f64,
    refilled_at: Instant,
    sends_retry_after: bool,
    accepted: usize,
    limited: usize,
}

impl Bucket {
    fn response(&mut self) -> HttpResponse {
        let now = Instant::now();
        let refilled = (now - self.refilled_at).as_secs_f64() * self.rate;
        (self.tokens, self.refilled_at) = ((self.tokens + refilled).min(self.burst), now);
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            self.accepted += 1;
            return HttpResponse::new(200, Vec::new(), Vec::new());
        }
        self.limited += 1;
        let seconds = ((1.0 - self.tokens) / self.rate).ceil().to_string();
        let header = self.sends_retry_after.then_some(("Retry-After", &*seconds));
        limited_response(header.as_slice())
    }
}

/// Returns how many requests were accepted and rejected within a time, if jobs start one after another with a
/// time between them.
async fn run(
    (time, between): (Duration, Duration),
    (rate, burst): (f64, f64),
    jobs: u32,
    sends_retry_after: bool,
) -> (usize, usize) {
    let refilled_at = Instant::now();
    let bucket = Bucket {
        rate,
        burst,
        tokens: burst,
        refilled_at,
        sends_retry_after,
        accepted: 0,
        limited: 0,
    };
    let (bucket, pace) = (Mutex::new(bucket), pace(None));
    let job = async |number: u32| {
        sleep(between * number).await;
        let until = WaitLimit::within(Some(time), CancellationToken::new());
        let send = async || {
            sleep(Duration::from_millis(10)).await;
            let response = bucket.lock().unwrap().response();
            // A rate-limit response overtakes slower responses.
            let takes = if response.status == 429 { 1 } else { 10 };
            sleep(Duration::from_millis(takes)).await;
            Ok(response)
        };
        while send_paced(&pace, &until, send).await.response.is_ok() {}
    };
    join_all((0..jobs).map(job)).await;
    let bucket = bucket.lock().unwrap();
    (bucket.accepted, bucket.limited)
}

#[tokio::test(start_paused = true)]
async fn a_limit_is_found_soon() {
    let ((time, min_share), mut wrong) = (SHORT_RUN, Vec::new());
    for between in [Duration::ZERO, Duration::from_millis(1)] {
        for rate in [5.0, 50.0] {
            for jobs in [16, 256] {
                for sends_retry_after in [true, false] {
                    let limit = (rate, 10.0);
                    let (accepted, _) = run((time, between), limit, jobs, sends_retry_after).await;
                    let share = accepted * 100 / (time.as_secs_f64() * rate + 10.0) as usize;
                    let row = format!(
                        "jobs start {between:?} apart, rate {rate}, jobs {jobs}, Retry-After: {sends_retry_after}: {share} %"
                    );
                    println!("{row}");
                    wrong.extend((share < min_share).then_some(row));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[tokio::test(start_paused = true)]
async fn a_limit_is_used_and_respected() {
    let mut wrong = Vec::new();
    for rate in [1.0, 5.0, 50.0] {
        for burst in [1.0, rate, 10.0 * rate] {
            for jobs in [1, 4, 16] {
                for sends_retry_after in [true, false] {
                    let (accepted, limited) =
                        run((RUN_TIME, Duration::ZERO), (rate, burst), jobs, sends_retry_after)
                            .await;
                    // One job sends one request at a time, which takes 20 ms.
                    let limit = RUN_TIME.as_secs_f64() * rate.min(f64::from(jobs) * 50.0) + burst;
                    let share = accepted * 100 / limit as usize;
                    let row = format!(
                        "rate {rate}, burst {burst}, jobs {jobs}, Retry-After: {sends_retry_after}: {share} %, \
                         {limited} limited\n"
                    );
                    print!("{row}");
                    if share < MIN_SHARE || limited * 5 > accepted {
                        wrong.push(row);
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}
