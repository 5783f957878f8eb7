//! Sends something to the runner's own listener for webhooks, by the URL that the server is given.
//!
//! Must not send anything to the server under test.

use std::time::Duration;

use crate::doctor::Check;
use crate::run::listener::Listener;
use crate::target::Webhooks;

/// How long the way back from a public URL may take.
const WAY_BACK: Duration = Duration::from_secs(5);

/// Returns whether the listener for webhooks can listen, and its public URL leads to it.
///
/// A URL that nobody answers in time may lead there from the server all the same, as behind a router that
/// does not let its own network in. One that is refused, has no address or leads to something else does not.
pub(super) async fn way_back(webhooks: &Webhooks, timeout: Duration) -> Check {
    let about = "webhooks";
    let listener = match Listener::start(webhooks).await {
        Ok(listener) => listener,
        Err(cause) => {
            let says = format!("nobody can listen at {}: {cause}", webhooks.listen);
            return Check::problem(about, says);
        }
    };
    let addresses = listener.open();
    let url = format!("{}/0", addresses.url());
    let client = reqwest::Client::builder().timeout(timeout.min(WAY_BACK));
    let client = if webhooks.url.is_none() { client.no_proxy() } else { client };
    let sent = match client.build() {
        Ok(client) => client.post(&url).body("{}").send().await,
        Err(error) => Err(error),
    };
    if !addresses.so_far().is_empty() {
        return Check::ok(about, "what is sent to the listener's URL reaches it");
    }
    let Some(url) = &webhooks.url else {
        return Check::problem(about, "the listener does not hear what is sent to it");
    };
    let (url, listen) = (url.shown(), webhooks.listen);
    let says = format!("what is sent to {url} does not reach the listener at {listen}");
    match sent {
        Err(error) if error.is_timeout() => Check::warning(
            about,
            format!("{says} from this machine; the server may be able to all the same"),
        ),
        Err(_) => Check::problem(
            about,
            format!("{says}: nothing answers there; correct `url` or `listen` of `[webhooks]`"),
        ),
        Ok(response) => Check::problem(
            about,
            format!(
                "{says}: something else answers with {}; correct `url` or `listen` of `[webhooks]`",
                response.status().as_u16()
            ),
        ),
    }
}
