//! The limits of a subscription, and a team's usage of them.
//!
//! This module does not know the error of an exceeded limit.

use std::collections::VecDeque;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The limits of a subscription. A limit that is left out does not apply.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename = "Plan", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Subscription {
    /// The largest number of requests within a minute.
    #[serde(default)]
    pub(crate) requests_a_minute: Option<usize>,
    /// The largest number of browsers that load pages at the same time.
    #[serde(default)]
    pub(crate) browsers: Option<usize>,
    /// The number of credits that are left.
    #[serde(default)]
    pub(crate) credits: Option<u64>,
}

/// The error for an exceeded limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LimitExceeded {
    /// The number of seconds until the limit allows one more.
    pub(crate) wait_seconds: u64,
}

/// A browser that loads one page after the other for its holder. The browser is identified by the moment at
/// which it will have loaded them; `None` until the first page.
#[derive(Debug, Default)]
pub(crate) struct Browser(Option<DateTime<Utc>>);

/// A team's usage of its subscription.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Usage {
    /// When the requests of the last minute arrived.
    requests: VecDeque<DateTime<Utc>>,
    /// For each browser in use, the moment at which it becomes free.
    browsers: Vec<DateTime<Utc>>,
    /// The credits that were charged since the start.
    charged: u64,
}

impl Usage {
    pub(super) fn count_request(
        &mut self,
        subscription: &Subscription,
        now: DateTime<Utc>,
    ) -> Result<(), LimitExceeded> {
        let minute = TimeDelta::minutes(1);
        while self.requests.front().is_some_and(|first| *first + minute <= now) {
            self.requests.pop_front();
        }
        let Some(limit) = subscription.requests_a_minute else {
            // Without a limit, the requests need not be remembered.
            self.requests.clear();
            return Ok(());
        };
        if self.requests.len() >= limit {
            let first = self.requests.front().map_or(now, |first| *first);
            return Err(LimitExceeded { wait_seconds: whole_seconds(first + minute - now) });
        }
        self.requests.push_back(now);
        Ok(())
    }

    /// Loads a web page in the held browser after its earlier pages, or in a new browser that is held from
    /// now on.
    pub(super) fn take_browser(
        &mut self,
        subscription: &Subscription,
        now: DateTime<Utc>,
        load: TimeDelta,
        held: &mut Browser,
    ) -> Result<(), LimitExceeded> {
        self.browsers.retain(|until| *until > now);
        let held_until =
            held.0.and_then(|end| self.browsers.iter_mut().find(|until| **until == end));
        if let Some(until) = held_until {
            *until = saturating_add(*until, load);
            held.0 = Some(*until);
            return Ok(());
        }
        if subscription.browsers.is_some_and(|limit| self.browsers.len() >= limit) {
            // A subscription without browsers never has a free one, so that any wait will do.
            let first = self.browsers.iter().min().copied();
            let wait = first.map_or(TimeDelta::minutes(1), |first| first - now);
            return Err(LimitExceeded { wait_seconds: whole_seconds(wait) });
        }
        let until = saturating_add(now, load);
        self.browsers.push(until);
        held.0 = Some(until);
        Ok(())
    }

    /// Charges credits, at most those that are left.
    pub(super) fn charge(&mut self, subscription: &mut Subscription, credits: u64) {
        self.charged = self.charged.saturating_add(credits);
        if let Some(left) = &mut subscription.credits {
            *left = left.saturating_sub(credits);
        }
    }

    /// Returns the credits that were charged since the start.
    pub(super) fn charged(&self) -> u64 {
        self.charged
    }
}

/// Adds a duration to a moment, and saturates at the end of time.
fn saturating_add(moment: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    moment.checked_add_signed(by).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Rounds up to whole seconds, at least 1.
fn whole_seconds(wait: TimeDelta) -> u64 {
    let milliseconds = u64::try_from(wait.num_milliseconds()).unwrap_or_default();
    milliseconds.div_ceil(1000).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn requests_are_counted_over_the_last_minute() {
        let subscription = Subscription { requests_a_minute: Some(2), ..Subscription::default() };
        let wait = |wait_seconds| Err(LimitExceeded { wait_seconds });
        let mut usage = Usage::default();
        let table = [
            (0, Ok(())),
            (10, Ok(())),
            (20, wait(40)),
            (59, wait(1)),
            (60, Ok(())),
            (61, wait(9)),
            (70, Ok(())),
        ];
        for (second, expected) in table {
            assert_eq!(usage.count_request(&subscription, at(second)), expected, "second {second}");
        }
        assert_eq!(usage.count_request(&Subscription::default(), at(70)), Ok(()));
    }

    #[test]
    fn browsers_are_taken_while_they_load() {
        let subscription = Subscription { browsers: Some(2), ..Subscription::default() };
        let mut usage = Usage::default();
        let mut take = |subscription, second, load| {
            let load = TimeDelta::seconds(load);
            usage.take_browser(subscription, at(second), load, &mut Browser::default())
        };
        assert_eq!(take(&subscription, 0, 5), Ok(()));
        assert_eq!(take(&subscription, 0, 3), Ok(()));
        assert_eq!(take(&subscription, 1, 1), Err(LimitExceeded { wait_seconds: 2 }));
        assert_eq!(take(&subscription, 3, 0), Ok(()));
        assert_eq!(take(&subscription, 3, 9), Ok(()));
        assert_eq!(take(&subscription, 4, 1), Err(LimitExceeded { wait_seconds: 1 }));
        let unlimited = Subscription::default();
        assert_eq!(take(&unlimited, 4, 1), Ok(()));
        let none = Subscription { browsers: Some(0), ..Subscription::default() };
        assert_eq!(take(&none, 100, 1), Err(LimitExceeded { wait_seconds: 60 }));
        assert_eq!(take(&unlimited, 100, i64::MAX / 1000), Ok(()));
    }

    #[test]
    fn a_browser_that_is_held_loads_one_page_after_the_other() {
        let subscription = Subscription { browsers: Some(1), ..Subscription::default() };
        let mut usage = Usage::default();
        let [mut held, mut other] = [Browser::default(), Browser::default()];
        let mut take = |second, load, browser: &mut Browser| {
            usage.take_browser(&subscription, at(second), TimeDelta::seconds(load), browser)
        };
        assert_eq!(
            take(0, 0, &mut held),
            Ok(()),
            "a page that loads at once leaves the browser free"
        );
        for _ in 0..3 {
            assert_eq!(take(0, 5, &mut held), Ok(()));
        }
        assert_eq!(take(1, 5, &mut other), Err(LimitExceeded { wait_seconds: 14 }));
        assert_eq!(take(15, 5, &mut other), Ok(()));
        assert_eq!(take(15, 5, &mut held), Err(LimitExceeded { wait_seconds: 5 }));
    }

    #[test]
    fn usage_survives_a_save() {
        let subscription = Subscription {
            browsers: Some(2),
            requests_a_minute: Some(9),
            ..Subscription::default()
        };
        let mut usage = Usage { charged: u64::MAX, ..Usage::default() };
        usage.count_request(&subscription, at(0) + TimeDelta::nanoseconds(1)).unwrap();
        // A browser that is in use until the end of time.
        let load = TimeDelta::seconds(i64::MAX / 1000);
        usage.take_browser(&subscription, at(0), load, &mut Browser::default()).unwrap();
        let saved = serde_json::to_string(&usage).unwrap();
        assert_eq!(serde_json::from_str::<Usage>(&saved).unwrap(), usage, "{saved}");
    }

    #[test]
    fn credits_run_out_and_stay_so() {
        let mut subscription = Subscription { credits: Some(5), ..Subscription::default() };
        let mut usage = Usage::default();
        for left in [2, 0, 0] {
            usage.charge(&mut subscription, 3);
            assert_eq!(subscription.credits, Some(left));
        }
        assert_eq!(usage.charged(), 9);
        usage.charge(&mut subscription, u64::MAX);
        assert_eq!(usage.charged(), u64::MAX);
    }
}
