//! The settings of a target, as its file has them.
//!
//! `init --schema` prints the doc comments, defaults and examples of the fields, and `docs/targets.md` shows
//! them. Each variable and each key of a command has its value before the settings are read.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use webdata_cases::case::{Endpoint, KeyName};
use webdata_spec::model::ClauseId;

use super::DEFAULT_TIMEOUT;
use super::command::{TimedCommand, seconds};
use super::recipe::{Recipe, RequestLine};
use super::secret::{Headers, KeySource, Secret, Text, Variable};
use super::setup::Setup;

/// A target file: how the suite reaches a server.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// The name of the server in reports. Without it, reports show the base URL.
    #[schemars(extend("examples" = ["staging"]))]
    pub(super) name: Option<String>,
    /// Where the server is: scheme, host and port, without the version prefix such as `/v2`. The server
    /// speaks HTTP/1.1.
    #[schemars(extend("examples" = ["https://staging.example.com"]))]
    #[schemars(with = "Text")]
    pub(super) base_url: String,
    /// The API keys, by name: `valid` may do everything, `revoked` is no longer accepted, `limited` is
    /// accepted but has no permissions, and `other-team` belongs to another team. Cases that need a missing
    /// key are skipped. Keys are never written into the file, printed or reported.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, KeySource>")]
    #[schemars(extend("propertyNames" = key_names(), "examples" = [{
        "valid": { "env": "API_KEY" },
        "revoked": { "env": "REVOKED_KEY" },
        "limited": { "env": "LIMITED_KEY" },
        "other-team": { "command": ["vault", "read", "-field=key", "secret/other-team"] },
    }]))]
    pub keys: HashMap<KeyName, Secret>,
    /// A command that runs before each run, though not for `--doctor` or `--list`, and prints one JSON object:
    /// `fixtures` has lists of identities by path parameter, and `states` has an identity by path parameter and name.
    /// Both count as written in this file. The command runs without a shell.
    #[schemars(extend("examples" = [{ "command": ["./seed", "--json"], "timeout-seconds": 300 }]))]
    pub setup: Option<Setup>,
    /// A command that runs after each run, however the run ends, and after `setup` fails.
    #[schemars(extend("examples" = [{ "command": ["./seed", "--remove"] }]))]
    pub teardown: Option<TimedCommand>,
    /// Resources that the suite may overwrite, by path parameter. The suite changes no other resource. A resource with
    /// parents is written after them, with a `/` between, and all have the same parents.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Identities>")]
    #[schemars(extend("examples" = [{ "albumId": [
        "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11",
        "0b9c0d0e-7d0a-4a55-8a43-0f0c7f3b9a77",
    ] }]))]
    pub fixtures: HashMap<String, Vec<String>>,
    /// Recipes for resources, by path parameter: `count` of them in place of `[fixtures]`, and one in each state
    /// that a circumstance names. The suite creates what the selected cases need before the run, and removes it when
    /// the run ends, fails or is interrupted. The paths may have the parameters of parents, which are created first.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "albumId": {
        "count": 2,
        "create": {
            "method": "POST",
            "path": "/internal/albums",
            "body": { "name": "conformance" },
            "id": "/data/id",
        },
        "delete": { "method": "DELETE", "path": "/internal/albums/{albumId}" },
    }, "printId": {
        "create": { "method": "POST", "path": "/v1/prints", "body": { "items": 1 }, "id": "/id" },
        "states": {
            "shipped": { "until": {
                "path": "/v1/prints/{printId}", "at": "/status", "equals": "shipped",
            } },
            "cancelled": { "then": [{ "method": "DELETE", "path": "/v1/prints/{printId}" }] },
        },
    } }]))]
    pub provision: BTreeMap<String, Recipe>,
    /// How to make the server respond with an error of the catalogue, by the error's identity: headers that
    /// are added to the request, or, as `key`, another API key. A key of another team needs a resource of its
    /// team: one that a recipe of `[provision]` creates with this key, or the value of the path parameter.
    #[serde(default)]
    #[schemars(extend("examples" = [{
        "service-unavailable": { "X-Chaos": "503" },
        "insufficient-credits": {
            "key": { "env": "KEY_WITHOUT_CREDITS" },
            "albumId": "9f0b3c6e-2a4d-4a58-8f0e-5d2c1b7a9e30",
        },
    }]))]
    pub provoke: HashMap<String, Provocation>,
    /// The state of the team that owns the valid key.
    #[serde(default)]
    pub team: Team,
    /// The method and path of operations for which the contract shows none, by operation.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Binding>")]
    #[schemars(extend("examples" = [{
        "shareAlbum": { "method": "DELETE", "path": "/v1/albums/{albumId}" },
    }]))]
    pub bind: HashMap<String, Endpoint>,
    /// How to call an operation in a circumstance, a state that no request alone brings about: by the operation, and by
    /// the clause that shows in the circumstance.
    #[serde(default, deserialize_with = "circumstances")]
    #[schemars(with = "BTreeMap<String, BTreeMap<ClauseId, Circumstance>>")]
    #[schemars(extend("examples" = [{ "orderStatus": {
        "charges.failed-order": {
            "key": { "env": "OTHER_KEY" },
            "parameters": { "printId": "shipped" },
        },
    } }]))]
    pub circumstance: HashMap<(String, ClauseId), Circumstance>,
    /// How webhooks of the server reach the suite. Without this table, cases that wait for webhooks are
    /// skipped.
    pub webhooks: Option<Webhooks>,
    /// Features that the server does not offer, each with the reason, which the report repeats. A feature is
    /// the beginning of case names, in whole `::` segments.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, OffReason>")]
    #[schemars(extend("examples" = [{ "refundOrder": "this product has no refunds" }]))]
    pub off: BTreeMap<String, String>,
    /// The profiles that the server claims to meet. A run that skips a case of a claimed profile is
    /// incomplete. Without claims, the report lists each profile that was run whole.
    #[serde(default)]
    #[schemars(extend("examples" = [["core"]]))]
    pub profiles: Vec<String>,
    /// Headers of every request.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "X-Env": "staging", "X-Gateway-Key": { "env": "GATEWAY_KEY" } }]))]
    pub headers: Headers,
    /// The number of cases that run at the same time. By default, the suite derives it from the fixtures and
    /// the latency of the server. The option `--jobs` takes precedence.
    #[schemars(range(min = 1, max = 256), extend("examples" = [4]))]
    pub jobs: Option<usize>,
    /// The time limit of a request, from the first byte sent to the last byte received.
    #[serde(rename = "timeout-seconds", default = "default_timeout", deserialize_with = "seconds")]
    #[schemars(with = "u64", range(min = 1, max = 3600))]
    #[schemars(extend("default" = DEFAULT_TIMEOUT.as_secs(), "examples" = [20]))]
    pub(super) timeout: Duration,
    /// The time limit for connecting. By default, that of a request.
    #[serde(rename = "connect-timeout-seconds", default, deserialize_with = "some_seconds")]
    #[schemars(with = "Option<u64>", range(min = 1, max = 3600), extend("examples" = [3]))]
    pub(super) connect_timeout: Option<Duration>,
    /// The URL of a proxy, or `none` for a direct connection. By default, the environment decides
    /// (`HTTPS_PROXY` and similar variables; in `NO_PROXY`, what curl, Go or Python understands), and servers on the
    /// same machine are reached directly.
    #[schemars(extend("examples" = ["http://proxy.example.com:3128"]))]
    pub(super) proxy: Option<Text>,
    /// Limits on the rate of requests.
    #[serde(default = "Rate::of_files")]
    pub rate: Rate,
    /// The trusted certificates, and the client certificate of the suite. Paths are relative to the target
    /// file.
    #[serde(default)]
    pub(super) tls: Tls,
}

/// Returns the schema of the names of keys.
fn key_names() -> Value {
    json!({ "enum": KeyName::ALL.map(|name| name.to_string()) })
}

/// The identities of resources: `["ID", "ID"]`, or `{ env = "VARIABLE" }` with commas between them.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Identities {
    Listed(Vec<Text>),
    Variable(Variable),
}

/// The reason why the server does not offer a feature.
#[derive(JsonSchema)]
#[serde(transparent)]
#[expect(dead_code, reason = "only its schema is used")]
struct OffReason(#[schemars(regex(pattern = r"\S"))] String);

/// The method and path of an operation.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct Binding {
    /// The HTTP method.
    #[schemars(regex(pattern = "^[A-Z]+$"))]
    method: String,
    /// The path below the base URL, with the version prefix and the path parameters in braces.
    path: Text,
}

/// The changes of a request that provoke an error.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct Provocation {
    /// The key to send in place of the valid one, such as one without credits.
    #[schemars(with = "Option<KeySource>")]
    pub key: Option<Secret>,
    /// Path parameters, such as a resource of the team that owns the key.
    #[serde(skip)]
    pub parameters: BTreeMap<String, String>,
    /// Additional headers.
    #[serde(flatten)]
    pub headers: Headers,
}

/// The state of the team of the valid key.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Team {
    /// States that this team is not in, by their identities in the contract. Cases whose requests are
    /// rejected in one of these states are skipped unless the state is listed here.
    #[serde(default)]
    #[schemars(extend("examples" = [["trial-period", "no-credit-card"]]))]
    pub not_in: BTreeSet<String>,
}

/// The changes of a request that meet a circumstance.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Circumstance {
    /// The key to send in place of the valid one.
    #[schemars(with = "Option<KeySource>")]
    pub key: Option<Secret>,
    /// Values of path parameters: identities, or names of states of `[provision]`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Text>", extend("examples" = [{ "printId": "shipped" }]))]
    pub parameters: BTreeMap<String, String>,
    /// Additional headers.
    #[serde(default)]
    pub headers: Headers,
    /// The JSON body to send.
    pub body: Option<Value>,
}

/// How webhooks reach the suite.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Webhooks {
    /// The address and port on which the suite listens. By default, a free port on the loopback interface.
    #[serde(default = "loopback")]
    #[schemars(with = "String", extend("default" = null, "examples" = ["0.0.0.0:9000"]))]
    pub listen: SocketAddr,
    /// The URL at which the server reaches the suite. By default, the listening address.
    #[schemars(extend("examples" = ["https://ci.example.com:9000"]))]
    pub url: Option<Text>,
    /// The request that makes the server check a resource now.
    #[schemars(extend("examples" = [
        { "method": "POST", "path": "/internal/albums/{albumId}/checks" },
    ]))]
    pub trigger: Trigger,
    /// The longest wait for webhooks after the trigger.
    #[serde(rename = "wait-seconds", default = "wait", deserialize_with = "seconds")]
    #[schemars(with = "u64", range(min = 1, max = 3600))]
    #[schemars(extend("default" = wait().as_secs(), "examples" = [10]))]
    pub wait: Duration,
}

impl Webhooks {
    /// Returns settings for webhooks from this machine, with the default wait.
    #[must_use]
    pub const fn on_loopback(trigger: Trigger) -> Self {
        Self { listen: loopback(), url: None, trigger, wait: wait() }
    }
}

/// A request outside the contract, without a body. It is sent with the valid key.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Trigger {
    /// The method and path, below the base URL. The path has the parameter of a resource.
    #[serde(flatten)]
    #[schemars(with = "RequestLine")]
    pub endpoint: Endpoint,
    /// Additional headers.
    #[serde(default)]
    pub headers: Headers,
}

/// Limits on the rate of requests.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rate {
    /// The maximum number of requests in a second. By default, there is no limit.
    #[schemars(range(min = 0.01, max = 10_000), extend("examples" = [20.0]))]
    pub requests_per_second: Option<f64>,
    /// The longest wait that the suite accepts from a 429; a longer one ends the run as incomplete.
    // Without this limit, such responses are judged like any other.
    #[serde(
        rename = "longest-wait-seconds",
        default = "longest_wait",
        deserialize_with = "some_seconds"
    )]
    #[schemars(with = "u64", range(min = 1, max = 3600))]
    #[schemars(extend("default" = 60, "examples" = [120]))]
    pub longest_wait: Option<Duration>,
}

impl Rate {
    /// Returns the limits of a target file that has none.
    pub(super) fn of_files() -> Self {
        Self { longest_wait: longest_wait(), ..Self::default() }
    }
}

/// The trusted certificates, and the client certificate.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Tls {
    /// A PEM file with authorities that are trusted in addition to the system's, or with the server's own
    /// certificate.
    #[schemars(extend("examples" = ["staging-ca.pem"]))]
    pub(super) ca_file: Option<PathBuf>,
    /// A PEM file with the certificate that the suite presents.
    #[schemars(extend("examples" = ["suite.pem"]))]
    pub(super) client_certificate_file: Option<PathBuf>,
    /// A PEM file with the key of that certificate.
    #[schemars(extend("examples" = ["suite.key"]))]
    pub(super) client_key_file: Option<PathBuf>,
    /// Whether any certificate is accepted, so that every machine on the way can read the keys. Every run
    /// warns about it.
    #[serde(default)]
    pub(super) accept_any_certificate: bool,
}

fn some_seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    seconds(deserializer).map(Some)
}

fn circumstances<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<HashMap<(String, ClauseId), Circumstance>, D::Error> {
    let tables = BTreeMap::<String, BTreeMap<ClauseId, Circumstance>>::deserialize(deserializer)?;
    let rows = tables.into_iter().flat_map(|(operation, table)| {
        table.into_iter().map(move |(clause, row)| ((operation.clone(), clause), row))
    });
    Ok(rows.collect())
}

fn default_timeout() -> Duration {
    DEFAULT_TIMEOUT
}

/// Returns the default of the longest wait that a server may ask the runner for.
fn longest_wait() -> Option<Duration> {
    Some(Duration::from_secs(60))
}

/// Returns the default of the longest wait for webhooks.
const fn wait() -> Duration {
    Duration::from_secs(5)
}

/// Returns the address of a free port on the loopback interface.
const fn loopback() -> SocketAddr {
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0)
}

/// Returns the schema of target files, draft 2020-12, with defaults and examples.
#[must_use]
pub fn target_schema() -> Value {
    let mut schema = schemars::schema_for!(Settings).to_value();
    schema["title"] = "A target file of webdata-conformance".into();
    schema
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};
    use webdata_spec::{Document, Form, Source};

    use super::target_schema;

    /// Returns the example of a schema: its own, or one made of the examples of its properties.
    fn example(root: &Value, place: &Value) -> Option<Value> {
        // The schema of an optional table is an alternative of the table and null.
        let shown = place.pointer("/anyOf/0").unwrap_or(place);
        let reference =
            shown["$ref"].as_str().and_then(|shown| root.pointer(shown.strip_prefix('#')?));
        let shape = reference.unwrap_or(place);
        if let Some(example) = place.pointer("/examples/0").or_else(|| shape.pointer("/examples/0"))
        {
            return Some(example.clone());
        }
        if let Some(items) = shape.get("items") {
            return Some(Value::Array(vec![example(root, items)?]));
        }
        let properties = shape["properties"].as_object()?.iter();
        let members: Map<String, Value> = properties
            .filter_map(|(name, below)| Some((name.clone(), example(root, below)?)))
            .collect();
        (!members.is_empty()).then_some(Value::Object(members))
    }

    #[test]
    fn the_examples_are_a_target_file() {
        let schema = target_schema();
        let mut whole = example(&schema, &schema).expect("there are examples");
        for table in ["circumstance", "provision", "rate", "tls", "webhooks"] {
            assert!(whole.get(table).is_some(), "no example for {table}");
        }
        let form = Form::new(schema);
        let mistakes = |file: &Value| {
            let text = toml::to_string(file).expect("it is TOML");
            let (mut document, errors) = Document::parse(&Source { name: String::new(), text });
            assert!(errors.is_empty(), "{errors:?}");
            form.check(&mut document).1
        };
        assert!(mistakes(&whole).is_empty(), "{:?}", mistakes(&whole));
        whole["timeout"] = 10.into();
        assert_eq!(mistakes(&whole).len(), 1, "any key is taken");
    }
}
