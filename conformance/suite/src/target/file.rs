//! The form of a target file, as people write it in TOML.
//!
//! `init --schema` prints the doc comments, defaults and examples of the fields, and `docs/targets.md` shows
//! them.

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

use super::{
    DEFAULT_LONGEST_WAIT, DEFAULT_POLLING_TIME, DEFAULT_TIMEOUT, DEFAULT_WAIT, SETUP_LIMIT,
};

pub(super) const ALLOWED_JOBS: RangeInclusive<u64> = 1..=256;
pub(super) const ALLOWED_SECONDS: RangeInclusive<u64> = 1..=3600;
pub(super) const ALLOWED_COUNT: RangeInclusive<u64> = 1..=100;

/// A target file: how the suite reaches a server.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TargetFile {
    /// The name of the server in reports. Without it, reports show the base URL.
    #[schemars(extend("examples" = ["staging"]))]
    pub(super) name: Option<String>,
    /// Where the server is: scheme, host and port, without the version prefix such as `/v2`. The server
    /// speaks HTTP/1.1.
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
    /// A command that runs before each run, though not for `--doctor` or `--list`, and prints one JSON object:
    /// `fixtures` has lists of identities by path parameter, and `states` has an identity by path parameter and name.
    /// Both count as written in this file. The command runs without a shell.
    #[schemars(extend("examples" = [{ "command": ["./seed", "--json"], "timeout-seconds": 300 }]))]
    pub(super) setup: Option<SetupFile>,
    /// A command that runs after each run, however the run ends, and after `setup` fails.
    #[schemars(extend("examples" = [{ "command": ["./seed", "--remove"] }]))]
    pub(super) teardown: Option<TeardownFile>,
    /// Resources that the suite may overwrite, by path parameter. The suite changes no other resource. A resource with
    /// parents is written after them, with a `/` between, and all have the same parents.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "albumId": [
        "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11",
        "0b9c0d0e-7d0a-4a55-8a43-0f0c7f3b9a77",
    ] }]))]
    pub(super) fixtures: BTreeMap<String, IdsFile>,
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
    pub(super) provision: BTreeMap<String, RecipeFile>,
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
    pub(super) provoke: BTreeMap<String, BTreeMap<String, ProvokingFile>>,
    /// The state of the team that owns the valid key.
    #[serde(default)]
    pub(super) team: TeamFile,
    /// The method and path of operations for which the contract shows none, by operation.
    #[serde(default)]
    #[schemars(extend("examples" = [{
        "shareAlbum": { "method": "DELETE", "path": "/v1/albums/{albumId}" },
    }]))]
    pub(super) bind: BTreeMap<String, BoundFile>,
    /// How to call an operation in a circumstance, a state that no request alone brings about: by the operation, and by
    /// the clause that shows in the circumstance.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "orderStatus": {
        "charges.failed-order": {
            "key": { "env": "OTHER_KEY" },
            "parameters": { "printId": "shipped" },
        },
    } }]))]
    pub(super) circumstance: BTreeMap<String, BTreeMap<ClauseId, CircumstanceFile>>,
    /// How webhooks of the server reach the suite. Without this table, cases that wait for webhooks are
    /// skipped.
    pub(super) webhooks: Option<WebhooksFile>,
    /// Features that the server does not offer, each with the reason, which the report repeats. A feature is
    /// the beginning of case names, in whole `::` segments.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "refundOrder": "this product has no refunds" }]))]
    pub(super) off: BTreeMap<String, String>,
    /// The profiles that the server claims to meet. A run that skips a case of a claimed profile is
    /// incomplete. Without claims, the report lists each profile that was run whole.
    #[serde(default)]
    #[schemars(extend("examples" = [["core"]]))]
    pub(super) profiles: Vec<String>,
    /// Headers of every request.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "X-Env": "staging", "X-Gateway-Key": { "env": "GATEWAY_KEY" } }]))]
    pub(super) headers: BTreeMap<String, TextFile>,
    /// The number of cases that run at the same time. By default, the suite derives it from the fixtures and
    /// the latency of the server. The option `--jobs` takes precedence.
    #[schemars(extend("minimum" = ALLOWED_JOBS.start(), "maximum" = ALLOWED_JOBS.end(), "examples" = [4]))]
    pub(super) jobs: Option<u64>,
    /// The time limit of a request, from the first byte sent to the last byte received.
    #[schemars(extend("minimum" = ALLOWED_SECONDS.start(), "maximum" = ALLOWED_SECONDS.end()))]
    #[schemars(extend("default" = DEFAULT_TIMEOUT.as_secs(), "examples" = [20]))]
    pub(super) timeout_seconds: Option<u64>,
    /// The time limit for connecting. By default, that of a request.
    #[schemars(extend("minimum" = ALLOWED_SECONDS.start(), "maximum" = ALLOWED_SECONDS.end(), "examples" = [3]))]
    pub(super) connect_timeout_seconds: Option<u64>,
    /// The URL of a proxy, or `none` for a direct connection. By default, the environment decides
    /// (`HTTPS_PROXY` and similar variables), and servers on the same machine are reached directly.
    #[schemars(extend("examples" = ["http://proxy.example.com:3128"]))]
    pub(super) proxy: Option<TextFile>,
    /// Limits on the rate of requests.
    #[serde(default)]
    pub(super) rate: RateFile,
    /// The trusted certificates, and the client certificate of the suite. Paths are relative to the target
    /// file.
    #[serde(default)]
    pub(super) tls: TlsFile,
}

/// Returns the schema of the names of keys.
fn key_names() -> Value {
    json!({ "enum": KeyName::ALL.map(|name| name.to_string()) })
}

/// The name of an environment variable.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct VariableFile {
    /// The variable.
    pub(super) env: String,
}

/// The source of a key: an environment variable, or a command that prints the key.
// A key in the file itself is accepted here, so that it can be rejected without being shown; the TOML parser
// would quote it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "this is not the source of a key; write `{ env = \"VARIABLE\" }` or `{ command = [\"PROGRAM\"] }`"
)]
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

/// An entry of `[provoke]`: the value of a header, or, as `key`, the source of a key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "this is not the value of a header; write `\"TEXT\"` or `{ env = \"VARIABLE\" }`"
)]
pub(super) enum ProvokingFile {
    Plain(String),
    Variable(VariableFile),
    Command(CommandFile),
}

/// A string, or the variable that holds it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "this is not a string; write `\"TEXT\"` or `{ env = \"VARIABLE\" }`")]
pub(super) enum TextFile {
    Plain(String),
    Variable(VariableFile),
}

/// Identities of resources, or the variable that holds them, separated by commas.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "this is not an array of strings; write `[\"ID\", \"ID\"]` or `{ env = \"VARIABLE\" }`"
)]
pub(super) enum IdsFile {
    Listed(Vec<TextFile>),
    Variable(VariableFile),
}

/// A command that prints fixtures and states.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct SetupFile {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// The time limit of the command.
    #[schemars(extend("minimum" = ALLOWED_SECONDS.start(), "maximum" = ALLOWED_SECONDS.end()))]
    #[schemars(extend("default" = SETUP_LIMIT.as_secs()))]
    pub(super) timeout_seconds: Option<u64>,
    /// Whether reports and logs may show what the command prints. By default, they show variables such as
    /// `$SETUP_ALBUMID_1` in place of identities of at least 6 characters.
    #[serde(default)]
    pub(super) public: bool,
}

/// A command that removes what the set-up made.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TeardownFile {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// The time limit of the command.
    #[schemars(extend("minimum" = ALLOWED_SECONDS.start(), "maximum" = ALLOWED_SECONDS.end()))]
    #[schemars(extend("default" = SETUP_LIMIT.as_secs()))]
    pub(super) timeout_seconds: Option<u64>,
}

/// How resources are created and removed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RecipeFile {
    /// The number of resources to create in place of fixtures. Two for each job are enough for every case. Without
    /// it, the recipe only has states.
    #[schemars(extend("minimum" = ALLOWED_COUNT.start(), "maximum" = ALLOWED_COUNT.end()))]
    pub(super) count: Option<u64>,
    /// The request that creates a resource. It is sent with the valid key, unless its headers say otherwise.
    pub(super) create: Option<CreationFile>,
    /// The request that removes a resource, required with `count`. Without it, the resources of the states stay on
    /// the server, and the run says so.
    pub(super) delete: Option<RequestFile>,
    /// The states of resources, by a name that `parameters` of a circumstance can have in place of an identity.
    /// Each is one resource, which all circumstances of that name share.
    #[serde(default)]
    pub(super) states: BTreeMap<String, StateFile>,
}

/// How a resource gets into a state.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct StateFile {
    /// The key of all requests of the state: the name of one of `[keys]`, or a further key. By default, the valid
    /// key.
    pub(super) key: Option<StateKeyFile>,
    /// The values of further parameters in the paths, such as another resource: identities, or names of states.
    #[serde(default)]
    pub(super) parameters: BTreeMap<String, TextFile>,
    /// The request that creates the resource, or whose response names it. By default, that of the recipe.
    pub(super) create: Option<CreationFile>,
    /// The requests that follow, such as a cancellation. Each must succeed.
    #[serde(default)]
    pub(super) then: Vec<RequestFile>,
    /// The request that is repeated until its response shows the state.
    pub(super) until: Option<UntilFile>,
}

/// The key of a state: the name of a key, or the source of another.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "this is not a key; write the name of one of `[keys]`, `{ env = \"VARIABLE\" }` or `{ command = [\"PROGRAM\"] }`"
)]
pub(super) enum StateKeyFile {
    Named(
        #[schemars(with = "String", extend("enum" = KeyName::ALL.map(|name| name.to_string())))]
        KeyName,
    ),
    Variable(VariableFile),
    Command(CommandFile),
}

/// A request that is repeated until a value of its response is as expected.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct UntilFile {
    /// The HTTP method.
    #[serde(default = "get")]
    pub(super) method: String,
    /// The path below the base URL.
    pub(super) path: TextFile,
    /// Additional headers.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    /// The place of the value in the response, as a JSON Pointer.
    pub(super) at: String,
    /// The expected value.
    pub(super) equals: serde_json::Value,
    /// The longest wait for the value.
    #[schemars(extend("minimum" = ALLOWED_SECONDS.start(), "maximum" = ALLOWED_SECONDS.end()))]
    #[schemars(extend("default" = DEFAULT_POLLING_TIME.as_secs()))]
    pub(super) within_seconds: Option<u64>,
}

fn get() -> String {
    "GET".to_owned()
}

/// A request that creates a resource.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CreationFile {
    /// The HTTP method.
    pub(super) method: String,
    /// The path below the base URL.
    pub(super) path: TextFile,
    /// Additional headers.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    /// The JSON body. Without `body` and `bodies`, no body is sent.
    pub(super) body: Option<serde_json::Value>,
    /// Several bodies in place of `body`, used in turn, so that the resources are in different states.
    #[serde(default)]
    pub(super) bodies: Vec<serde_json::Value>,
    /// The place of the new resource's identity in the response, as a JSON Pointer (RFC 6901).
    pub(super) id: String,
}

/// A request of a recipe.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RequestFile {
    /// The HTTP method.
    pub(super) method: String,
    /// The path below the base URL, with the path parameter in braces, such as `{albumId}`.
    pub(super) path: TextFile,
    /// Additional headers.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    /// The JSON body.
    pub(super) body: Option<serde_json::Value>,
}

/// A request without a body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BareRequestFile {
    /// The HTTP method.
    pub(super) method: String,
    /// The path below the base URL, with the path parameter in braces, such as `{albumId}`.
    pub(super) path: TextFile,
    /// Additional headers.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
}

/// The method and path of an operation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BoundFile {
    /// The HTTP method.
    pub(super) method: String,
    /// The path below the base URL, with the version prefix and the path parameters in braces.
    pub(super) path: TextFile,
}

/// The state of the team of the valid key.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TeamFile {
    /// States that this team is not in, by their identities in the contract. Cases whose requests are
    /// rejected in one of these states are skipped unless the state is listed here.
    #[serde(default)]
    #[schemars(extend("examples" = [["trial-period", "no-credit-card"]]))]
    pub(super) not_in: BTreeSet<String>,
}

/// A call of an operation in a circumstance.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CircumstanceFile {
    /// The key to send in place of the valid one.
    pub(super) key: Option<KeyFile>,
    /// Values of path parameters: identities, or names of states of `[provision]`.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "printId": "shipped" }]))]
    pub(super) parameters: BTreeMap<String, TextFile>,
    /// Additional headers.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    /// The JSON body to send.
    pub(super) body: Option<serde_json::Value>,
}

/// How webhooks reach the suite.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct WebhooksFile {
    /// The address and port on which the suite listens. By default, a free port on the loopback interface.
    #[schemars(extend("examples" = ["0.0.0.0:9000"]))]
    pub(super) listen: Option<SocketAddr>,
    /// The URL at which the server reaches the suite. By default, the listening address.
    #[schemars(extend("examples" = ["https://ci.example.com:9000"]))]
    pub(super) url: Option<TextFile>,
    /// The request that makes the server check a resource now.
    #[schemars(extend("examples" = [
        { "method": "POST", "path": "/internal/albums/{albumId}/checks" },
    ]))]
    pub(super) trigger: BareRequestFile,
    /// The longest wait for webhooks after the trigger.
    #[schemars(extend("minimum" = ALLOWED_SECONDS.start(), "maximum" = ALLOWED_SECONDS.end()))]
    #[schemars(extend("default" = DEFAULT_WAIT.as_secs(), "examples" = [10]))]
    pub(super) wait_seconds: Option<u64>,
}

/// Limits on the rate of requests.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RateFile {
    /// The maximum number of requests in a second. By default, there is no limit.
    #[schemars(extend("minimum" = 0.01, "maximum" = 10_000, "examples" = [20.0]))]
    pub(super) requests_per_second: Option<f64>,
    /// The longest wait that the suite accepts from a 429; a longer one ends the run as incomplete.
    #[schemars(extend("minimum" = ALLOWED_SECONDS.start(), "maximum" = ALLOWED_SECONDS.end()))]
    #[schemars(extend("default" = DEFAULT_LONGEST_WAIT.as_secs(), "examples" = [120]))]
    pub(super) longest_wait_seconds: Option<u64>,
}

/// The trusted certificates, and the client certificate.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TlsFile {
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

/// Returns the schema of target files, draft 2020-12, with defaults and examples.
#[must_use]
pub fn target_schema() -> Value {
    let mut schema = schemars::schema_for!(TargetFile).to_value();
    schema["title"] = "A target file of webdata-conformance".into();
    schema
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::{TargetFile, target_schema};

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
        let read = serde_json::from_value::<TargetFile>(whole.clone());
        assert!(read.is_ok(), "{read:?}");
        whole["timeout"] = 10.into();
        assert!(serde_json::from_value::<TargetFile>(whole).is_err(), "any key is taken");
    }
}
