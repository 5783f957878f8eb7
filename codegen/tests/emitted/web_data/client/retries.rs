//! Tests of the contract's retry rules: which errors are retried, and when.

use serde_json::json;
use webdata::client::{Client, Error};
use webdata::scrape::ScrapeRequest;

use super::{ID, KEY, RecordedPace, Reply, ScriptedServer, name, run};

#[derive(Debug, Clone, Copy)]
enum Call {
    UpdateMonitor,
    Scrape,
    StartAgent,
    AgentStatus,
}
use Call::{AgentStatus, Scrape, StartAgent, UpdateMonitor};

impl Call {
    async fn send(self, client: &Client) -> Result<(), Error> {
        match self {
            UpdateMonitor => client.update_monitor(ID, &name("n")).await.map(drop),
            Scrape => {
                let request = json!({ "url": "https://example.com/" });
                let request: ScrapeRequest =
                    serde_json::from_value(request).expect("the request is valid");
                client.scrape(&request).await.map(drop)
            }
            StartAgent => client.start_agent(None).await.map(drop),
            AgentStatus => client.agent_status(ID).await.map(drop),
        }
    }
}

#[test]
fn errors_are_retried_as_the_contract_states() {
    let backoff: &[u64] = &[2, 4, 8, 16];
    let sevens: &[u64] = &[7, 7, 7, 7];
    let never: &[u64] = &[];
    let rows = [
        // The contract's column "Retryable" says yes, and a `GET` is idempotent.
        (AgentStatus, 408, "Request Timeout", None, backoff),
        (AgentStatus, 429, "Rate limit exceeded", None, backoff),
        (AgentStatus, 429, "Concurrency limit reached", Some("7"), sevens),
        (AgentStatus, 500, "Internal Server Error", None, backoff),
        (AgentStatus, 502, "Bad Gateway", None, backoff),
        (AgentStatus, 503, "Service Unavailable", Some("7"), sevens),
        (AgentStatus, 504, "Gateway Timeout", None, backoff),
        (AgentStatus, 503, "of a gateway's own", None, backoff),
        // After a timeout of the page or a limit, every request can be repeated.
        (Scrape, 408, "Request Timeout", None, backoff),
        (UpdateMonitor, 429, "Rate limit exceeded", Some("7"), sevens),
        (StartAgent, 429, "Concurrency limit reached", None, backoff),
        // After a 5xx, a request is not repeated if the service may have carried it out.
        (UpdateMonitor, 500, "Internal Server Error", None, never),
        (Scrape, 502, "Bad Gateway", None, never),
        (StartAgent, 503, "Service Unavailable", Some("7"), never),
        (Scrape, 504, "of a gateway's own", None, never),
        // The contract says that this error does nothing.
        (StartAgent, 500, "Failed to passthrough agent request.", None, backoff),
        (Scrape, 500, "Failed to passthrough agent request.", None, never),
        // The column says no, or sometimes.
        (AgentStatus, 401, "Unauthorized: Invalid token", None, never),
        (AgentStatus, 402, "Payment Required: Insufficient credits", None, never),
        (AgentStatus, 404, "Agent job not found", None, never),
        (UpdateMonitor, 409, "Conflict", None, never),
        (Scrape, 422, "Unprocessable Entity", Some("7"), never),
    ];
    for (call, status, text, header, waits) in rows {
        run(async {
            let reply = Reply::new(status, json!({ "success": false, "error": text }));
            let reply = match header {
                Some(seconds) => reply.with("Retry-After", seconds),
                None => reply,
            };
            let (server, pace) = (ScriptedServer::always(reply).await, RecordedPace::default());
            let client = Client::builder(&server.base_url, KEY).pace(pace.clone()).build();
            let error = call
                .send(&client.expect("the configuration is valid"))
                .await
                .expect_err("is rejected");
            // Half of the second of jitter is added.
            let expected: Vec<f64> = waits.iter().map(|wait| *wait as f64 + 0.5).collect();
            assert_eq!(pace.seconds(), expected, "{call:?} {status} {text}");
            assert_eq!(server.requests().len(), waits.len() + 1, "{call:?} {status} {text}");
            let known = !text.starts_with("of a gateway");
            assert_eq!(error.kind().is_some(), known, "{call:?} {status} {text}");
        });
    }
}
