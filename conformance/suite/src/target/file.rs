//! What stands in a target file: TOML that people write, word for word, with nothing made of it.
//!
//! The doc comments, defaults and examples of the fields are what `init --schema` prints and
//! `docs/targets.md` shows.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use webdata_cases::case::KeyName;
use webdata_spec::model::ClauseId;

use super::webhooks::DEFAULT_WAIT;
use super::{DEFAULT_TIMEOUT, LONGEST_WAIT};

/// How many cases may run side by side.
pub(super) const JOBS: RangeInclusive<u64> = 1..=256;
/// The times that can be written, in seconds.
pub(super) const SECONDS: RangeInclusive<u64> = 1..=3600;
/// How many resources a recipe may create.
pub(super) const COUNT: RangeInclusive<u64> = 1..=100;

/// How the suite reaches a server: a target file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TargetFile {
    /// The name of the server in reports. Without it, reports show the base URL.
    #[schemars(extend("examples" = ["staging"]))]
    pub(super) name: Option<String>,
    /// Where the server is: scheme, host and port, without the version prefix such as `/v2`.
    #[schemars(extend("examples" = ["https://staging.example.com"]))]
    pub(super) base_url: TextFile,
    /// The API keys, by name: `valid` may do everything, `revoked` is no longer accepted, `limited` is
    /// accepted but has no permissions, and `other-team` belongs to another team. Cases that need a missing
    /// key are skipped. Keys are never written into the file, printed or reported.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, KeyFile>")]
    #[schemars(extend("propertyNames" = key_names(), "examples" = [{
        "valid": { "env": "API_KEY" },
        "revoked": { "env": "REVOKED_KEY" },
        "limited": { "env": "LIMITED_KEY" },
        "other-team": { "command": ["vault", "read", "-field=key", "secret/other-team"] },
    }]))]
    pub(super) keys: BTreeMap<KeyName, KeyFile>,
    /// Resources that the suite may overwrite, by path parameter. The suite changes no other resource.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "orderId": [
        "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11",
        "0b9c0d0e-7d0a-4a55-8a43-0f0c7f3b9a77",
    ] }]))]
    pub(super) fixtures: BTreeMap<String, IdsFile>,
    /// Recipes for resources, by path parameter, in place of `[fixtures]`: the suite creates the resources
    /// before the run and removes them after it, also when the run fails or is interrupted.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "orderId": {
        "count": 2,
        "create": {
            "method": "POST",
            "path": "/internal/orders",
            "body": { "name": "conformance" },
            "id": "/data/id",
        },
        "delete": { "method": "DELETE", "path": "/internal/orders/{orderId}" },
    } }]))]
    pub(super) provision: BTreeMap<String, RecipeFile>,
    /// How to make the server respond with an error of the catalogue, by the error's identity: headers that
    /// are added to the request, or, as `key`, another API key.
    #[serde(default)]
    #[schemars(extend("examples" = [{
        "service-unavailable": { "X-Chaos": "503" },
        "insufficient-credits": { "key": { "env": "KEY_WITHOUT_CREDITS" } },
    }]))]
    pub(super) provoke: BTreeMap<String, BTreeMap<String, ProvokingFile>>,
    /// The state of the team that owns the valid key.
    #[serde(default)]
    pub(super) team: TeamFile,
    /// The method and path of operations for which the contract shows none, by operation.
    #[serde(default)]
    #[schemars(extend("examples" = [{
        "cancelOrder": { "method": "DELETE", "path": "/v1/orders/{orderId}" },
    }]))]
    pub(super) bind: BTreeMap<String, BoundFile>,
    /// How to meet a circumstance that no request alone brings about.
    #[serde(default)]
    pub(super) circumstance: Vec<CircumstanceFile>,
    /// How webhooks of the server reach the suite. Without this table, cases that wait for webhooks are
    /// skipped.
    pub(super) webhooks: Option<WebhooksFile>,
    /// Features that the server does not offer, each with the reason, which the report repeats. A feature is
    /// the start of the names of cases, in whole `::` segments.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "refundOrder": "this product has no refunds" }]))]
    pub(super) off: BTreeMap<String, String>,
    /// The profiles that the server claims to meet. A run that skips a case of a claimed profile ends as
    /// incomplete. Without it, each profile that was run whole is reported.
    #[serde(default)]
    #[schemars(extend("examples" = [["core"]]))]
    pub(super) profiles: Vec<String>,
    /// Headers of each request.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "X-Env": "staging", "X-Gateway-Key": { "env": "GATEWAY_KEY" } }]))]
    pub(super) headers: BTreeMap<String, TextFile>,
    /// How many cases run side by side. Without it, as many as the fixtures and the time of a response make
    /// use of. The option `--jobs` goes before it.
    #[schemars(extend("minimum" = JOBS.start(), "maximum" = JOBS.end(), "examples" = [4]))]
    pub(super) jobs: Option<u64>,
    /// How long a request may take, from the first byte sent to the last byte received.
    #[schemars(extend("minimum" = SECONDS.start(), "maximum" = SECONDS.end()))]
    #[schemars(extend("default" = DEFAULT_TIMEOUT.as_secs(), "examples" = [20]))]
    pub(super) timeout_seconds: Option<u64>,
    /// How long it may take to connect. Without it, as long as a request may take.
    #[schemars(extend("minimum" = SECONDS.start(), "maximum" = SECONDS.end(), "examples" = [3]))]
    pub(super) connect_timeout_seconds: Option<u64>,
    /// The URL of a proxy, or `none` for a direct connection. Without it, the environment decides
    /// (`HTTPS_PROXY` and the like); a server of the same machine is reached directly.
    #[schemars(extend("examples" = ["http://proxy.example.com:3128"]))]
    pub(super) proxy: Option<TextFile>,
    /// How fast requests are sent.
    #[serde(default)]
    pub(super) rate: RateFile,
    /// Which certificates are trusted, and which one the suite presents. Files are looked for beside the
    /// target file.
    #[serde(default)]
    pub(super) tls: TlsFile,
}

/// The names of keys, as a schema.
fn key_names() -> Value {
    json!({ "enum": KeyName::ALL.map(|name| name.to_string()) })
}

/// The name of a variable of the environment.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct VariableFile {
    /// The variable.
    pub(super) env: String,
}

/// A key in a target file: where to find it. One that stands there itself is taken in, so that it can be
/// refused without being shown, which the reader of TOML would do.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "`{ env = \"VARIABLE\" }`, or `{ command = [\"PROGRAM\"] }`")]
pub(super) enum KeyFile {
    Variable(VariableFile),
    Command(CommandFile),
    #[schemars(skip)]
    Written(IgnoredAny),
}

/// A command that prints a key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CommandFile {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
}

/// What stands in an entry of `[provoke]`: the value of a header, or, as `key`, a key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a text, or `{ env = \"VARIABLE\" }`")]
pub(super) enum ProvokingFile {
    Plain(String),
    Variable(VariableFile),
    Command(CommandFile),
}

/// A text, or the variable that holds it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a text, or `{ env = \"VARIABLE\" }`")]
pub(super) enum TextFile {
    Plain(String),
    Variable(VariableFile),
}

/// Identities of resources, or the variable that holds them, with commas between.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a list of texts, or `{ env = \"VARIABLE\" }`")]
pub(super) enum IdsFile {
    Listed(Vec<String>),
    Variable(VariableFile),
}

/// How resources are created and removed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RecipeFile {
    /// How many resources are created. Two for each job are enough for every case.
    #[schemars(extend("minimum" = COUNT.start(), "maximum" = COUNT.end()))]
    pub(super) count: u64,
    /// The request that creates a resource. It is sent with the valid key, unless its headers say otherwise.
    pub(super) create: CreationFile,
    /// The request that removes a resource.
    pub(super) delete: BareRequestFile,
}

/// What creates a resource.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CreationFile {
    /// The HTTP method.
    pub(super) method: String,
    /// The path below the base URL.
    pub(super) path: String,
    /// Headers that are added.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    /// The JSON body. Without `body` and `bodies`, no body is sent.
    pub(super) body: Option<serde_json::Value>,
    /// In place of `body`: several bodies, used in turn, so that the resources are in different states.
    #[serde(default)]
    pub(super) bodies: Vec<serde_json::Value>,
    /// Where the response holds the identity of the new resource, as a JSON pointer (RFC 6901).
    pub(super) id: String,
}

/// A request without a body: what removes a resource, or has the server look at one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BareRequestFile {
    /// The HTTP method.
    pub(super) method: String,
    /// The path below the base URL; it holds the path parameter in braces, such as `{monitorId}`.
    pub(super) path: String,
    /// Headers that are added.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
}

/// Where an operation is offered.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BoundFile {
    /// The HTTP method.
    pub(super) method: String,
    /// The path below the base URL, with the version prefix and the path parameters in braces.
    pub(super) path: String,
}

/// What is said of the team of the valid key.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TeamFile {
    /// States of a team, by their identities in the contract, that this team is not in. Cases whose requests
    /// are rejected in one of these states are skipped unless it is listed here.
    #[serde(default)]
    #[schemars(extend("examples" = [["trial-period", "no-credit-card"]]))]
    pub(super) not_in: BTreeSet<String>,
}

/// How a circumstance is met.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CircumstanceFile {
    /// The operation that is called.
    #[schemars(extend("examples" = ["orderStatus"]))]
    pub(super) operation: String,
    /// The clause that shows in this circumstance.
    #[schemars(with = "String", extend("examples" = ["charges.failed-order"]))]
    pub(super) clause: ClauseId,
    /// The key that the request is sent with, in place of the valid one.
    pub(super) key: Option<KeyFile>,
    /// Values of path parameters.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "orderId": "0f8d7c1e-6a7b-4f7e-9a55-3c1b7a2f4d10" }]))]
    pub(super) parameters: BTreeMap<String, String>,
    /// Headers that are added.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    /// The JSON body that is sent.
    pub(super) body: Option<serde_json::Value>,
}

/// How webhooks reach the runner.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct WebhooksFile {
    /// The address and port where the suite listens. Without it, a free port of this machine.
    #[schemars(extend("examples" = ["0.0.0.0:9000"]))]
    pub(super) listen: Option<SocketAddr>,
    /// The URL at which the server reaches the suite. Without it, the address itself.
    #[schemars(extend("examples" = ["https://ci.example.com:9000"]))]
    pub(super) url: Option<TextFile>,
    /// The request that makes the server check a resource now.
    #[schemars(extend("examples" = [
        { "method": "POST", "path": "/internal/orders/{orderId}/checks" },
    ]))]
    pub(super) trigger: BareRequestFile,
    /// How long the suite waits for webhooks after the trigger.
    #[schemars(extend("minimum" = SECONDS.start(), "maximum" = SECONDS.end()))]
    #[schemars(extend("default" = DEFAULT_WAIT.as_secs(), "examples" = [10]))]
    pub(super) wait_seconds: Option<u64>,
}

/// How fast requests are sent.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RateFile {
    /// The most requests that the suite sends in a second. Without it, no bound.
    #[schemars(extend("minimum" = 0.01, "maximum" = 10_000, "examples" = [20.0]))]
    pub(super) requests_per_second: Option<f64>,
    /// The longest wait that the suite accepts from a 429; a longer one ends the run as incomplete.
    #[schemars(extend("minimum" = SECONDS.start(), "maximum" = SECONDS.end()))]
    #[schemars(extend("default" = LONGEST_WAIT.as_secs(), "examples" = [120]))]
    pub(super) longest_wait_seconds: Option<u64>,
}

/// Whom the runner trusts, and as whom it comes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TlsFile {
    /// A PEM file with authorities that are trusted beside those of the system, or with the server's own
    /// certificate.
    #[schemars(extend("examples" = ["staging-ca.pem"]))]
    pub(super) ca_file: Option<PathBuf>,
    /// A PEM file with the certificate that the suite presents.
    #[schemars(extend("examples" = ["suite.pem"]))]
    pub(super) client_certificate_file: Option<PathBuf>,
    /// A PEM file with the key of that certificate.
    #[schemars(extend("examples" = ["suite.key"]))]
    pub(super) client_key_file: Option<PathBuf>,
    /// Accepts any certificate, so that anybody on the way can read the keys. Every run warns of it.
    #[serde(default)]
    pub(super) accept_any_certificate: bool,
}
