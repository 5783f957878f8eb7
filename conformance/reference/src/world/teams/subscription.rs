//! The limits of a subscription, and a team's usage of them.
//!
//! This module does not know the error of an exceeded limit.

use std::collections::VecDeque;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::contract::schema::Properties;

/// The limits of a subscription. A limit that is left out does not apply.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename = "Plan", rename_all = "kebab-case")]
pub(crate) struct Subscription {
    /// The largest number of requests within a minute.
    #[serde(default)]
    pub(crate) requests_a_minute: Option<usize>,
    /// The number of credits that are left.
    #[serde(default)]
    pub(crate) credits: Option<u64>,
    /// Further limits, which only the behaviour of the server knows.
    #[serde(flatten)]
    pub(crate) further: Properties,
}

/// The error for an exceeded limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LimitExceeded {
    /// The number of seconds until the limit allows one more.
    pub(crate) wait_seconds: u64,
}

impl LimitExceeded {
    /// Creates the error with the wait in whole seconds, at least 1.
    pub(crate) fn after(wait: TimeDelta) -> Self {
        let milliseconds = u64::try_from(wait.num_milliseconds()).unwrap_or_default();
        Self { wait_seconds: milliseconds.div_ceil(1000).max(1) }
    }
}

/// A team's usage of its subscription.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Usage {
    /// When the requests of the last minute arrived.
    requests: VecDeque<DateTime<Utc>>,
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
            return Err(LimitExceeded::after(first + minute - now));
        }
        self.requests.push_back(now);
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
    fn usage_survives_a_save() {
        let subscription = Subscription { requests_a_minute: Some(9), ..Subscription::default() };
        let mut usage = Usage { charged: u64::MAX, ..Usage::default() };
        usage.count_request(&subscription, at(0) + TimeDelta::nanoseconds(1)).unwrap();
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
