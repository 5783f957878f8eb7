//! Checks before a run whether webhooks can reach the listener of the suite. No case is sent.

use std::time::Duration;

use super::Check;
use crate::run::client::certificates::client_builder;
use crate::run::client::proxy::with_proxy;
use crate::run::listener::Listener;
use crate::target::{Proxy, Transport, Webhooks};

/// The time limit for a request to the public URL.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Checks whether the listener can listen, and whether its public URL leads to it.
///
/// A public URL that times out may still work for the server, for example behind a router that does not
/// accept connections from its own network. A URL that refuses connections, has no address or leads elsewhere
/// does not work.
pub(super) async fn listener_check(webhooks: &Webhooks, timeout: Duration) -> Check {
    let about = "webhooks";
    let listener = match Listener::start(webhooks).await {
        Ok(listener) => listener,
        Err(cause) => {
            let message = format!("cannot listen at {}: {cause}", webhooks.listen);
            return Check::problem(about, message);
        }
    };
    let addresses = listener.open();
    let url = format!("{}/0", addresses.url());
    let client = match client_builder(&Transport::default()) {
        Ok(client) => client.timeout(timeout.min(TIMEOUT)),
        Err(error) => return Check::problem(about, format!("cannot make an HTTP client: {error}")),
    };
    let proxy = webhooks.url.as_ref().map_or(Proxy::None, |_| Proxy::Environment);
    let client = match with_proxy(client, &proxy, &url) {
        Ok((client, _)) => client,
        Err(error) => return Check::problem(about, error.to_string()),
    };
    let sent = match client.build() {
        Ok(client) => client.post(&url).body("{}").send().await,
        Err(error) => Err(error),
    };
    if !addresses.received_so_far().is_empty() {
        return Check::ok(about, "requests to the listener's URL reach the listener");
    }
    let Some(url) = &webhooks.url else {
        return Check::problem(about, "the listener does not receive requests to its own address");
    };
    let (url, listen) = (url.shown(), webhooks.listen);
    let message = format!("requests to {url} do not reach the listener at {listen}");
    match sent {
        Err(error) if error.is_timeout() => Check::warning(
            about,
            format!("{message} from this machine; the server may still reach it"),
        ),
        Err(_) => Check::problem(
            about,
            format!(
                "{message}: no server responds there; correct `url` or `listen` of `[webhooks]`"
            ),
        ),
        Ok(response) => Check::problem(
            about,
            format!(
                "{message}: another server responds with {}; correct `url` or `listen` of `[webhooks]`",
                response.status().as_u16()
            ),
        ),
    }
}
