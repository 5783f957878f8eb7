//! Sends the requests of cases without looking at responses. The suite's speed is measured against this.

use webdata_cases::case::{Case, Request};

use super::client::{Client, ClientError};
use crate::target::Target;

/// Requests that are ready to be sent to one target.
pub struct RawSender {
    target: Target,
    client: Client,
    requests: Vec<(Request, Vec<String>)>,
}

impl RawSender {
    /// Prepares every request of some cases; the cases take turns with the target's fixtures.
    ///
    /// # Errors
    /// If no HTTP client can be made.
    pub fn new(cases: &[Case], target: &Target) -> Result<Self, ClientError> {
        let steps = cases.iter().flat_map(|case| &case.steps);
        let requests = steps.enumerate().map(|(index, step)| {
            let parameters = step.request.parameters.keys();
            let fixtures = parameters.filter_map(|name| target.fixtures.get(name)).next();
            let mut fixtures = fixtures.cloned().unwrap_or_default();
            let turns = index.checked_rem(fixtures.len()).unwrap_or_default();
            fixtures.rotate_left(turns);
            (step.request.clone(), fixtures)
        });
        let requests = requests.collect();
        Ok(Self { client: Client::without_renewal(target)?, target: target.clone(), requests })
    }

    /// Returns the number of requests.
    #[must_use]
    pub fn len(&self) -> usize {
        self.requests.len()
    }

    /// Returns whether there is no request.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Sends the request at an index and reads its response. Returns whether there is such a request.
    pub async fn send(&self, index: usize) -> bool {
        let Some((request, fixtures)) = self.requests.get(index) else { return false };
        // Responses and failures are ignored.
        drop(self.client.send_raw(&self.target, request, fixtures).await);
        true
    }
}
