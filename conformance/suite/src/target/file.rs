//! What stands in a target file: TOML that people write, word for word, with nothing made of it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::SocketAddr;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::IgnoredAny;
use webdata_cases::case::{Endpoint, KeyName};
use webdata_spec::model::ClauseId;

/// A target file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TargetFile {
    pub(super) name: Option<String>,
    pub(super) base_url: TextFile,
    #[serde(default)]
    pub(super) keys: BTreeMap<KeyName, KeyFile>,
    #[serde(default)]
    pub(super) fixtures: BTreeMap<String, IdsFile>,
    #[serde(default)]
    pub(super) provision: BTreeMap<String, RecipeFile>,
    #[serde(default)]
    pub(super) provoke: BTreeMap<String, BTreeMap<String, ProvokingFile>>,
    #[serde(default)]
    pub(super) team: TeamFile,
    #[serde(default)]
    pub(super) bind: HashMap<String, Endpoint>,
    #[serde(default)]
    pub(super) circumstance: Vec<CircumstanceFile>,
    pub(super) webhooks: Option<WebhooksFile>,
    #[serde(default)]
    pub(super) off: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) profiles: Vec<String>,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    pub(super) jobs: Option<u64>,
    pub(super) timeout_seconds: Option<u64>,
    pub(super) connect_timeout_seconds: Option<u64>,
    pub(super) proxy: Option<TextFile>,
    #[serde(default)]
    pub(super) rate: RateFile,
    #[serde(default)]
    pub(super) tls: TlsFile,
}

/// A variable of the environment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct VariableFile {
    pub(super) env: String,
}

/// A key in a target file: where to find it. One that stands there itself is taken in, so that it can be
/// refused without being shown, which the reader of TOML would do.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "`{ env = \"VARIABLE\" }`, or `{ command = [\"PROGRAM\"] }`")]
pub(super) enum KeyFile {
    Variable(VariableFile),
    Command(CommandFile),
    Written(IgnoredAny),
}

/// A command that prints a key.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CommandFile {
    pub(super) command: Vec<String>,
}

/// What stands in an entry of `[provoke]`: the value of a header, or, as `key`, a key.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a text, or `{ env = \"VARIABLE\" }`")]
pub(super) enum ProvokingFile {
    Plain(String),
    Variable(VariableFile),
    Command(CommandFile),
}

/// A text, or the variable that holds it.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a text, or `{ env = \"VARIABLE\" }`")]
pub(super) enum TextFile {
    Plain(String),
    Variable(VariableFile),
}

/// Identities of resources, or the variable that holds them, with commas between.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a list of texts, or `{ env = \"VARIABLE\" }`")]
pub(super) enum IdsFile {
    Listed(Vec<String>),
    Variable(VariableFile),
}

/// How resources are created and removed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RecipeFile {
    pub(super) count: u64,
    pub(super) create: CreationFile,
    pub(super) delete: BareRequestFile,
}

/// What creates a resource.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CreationFile {
    pub(super) method: String,
    pub(super) path: String,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    pub(super) body: Option<serde_json::Value>,
    #[serde(default)]
    pub(super) bodies: Vec<serde_json::Value>,
    pub(super) id: String,
}

/// A request without a body: what removes a resource, or has the server look at one.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BareRequestFile {
    pub(super) method: String,
    pub(super) path: String,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
}

/// What is said of the team of the valid key.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TeamFile {
    #[serde(default)]
    pub(super) not_in: BTreeSet<String>,
}

/// How a circumstance is met.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CircumstanceFile {
    pub(super) operation: String,
    pub(super) clause: ClauseId,
    pub(super) key: Option<KeyFile>,
    #[serde(default)]
    pub(super) parameters: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, TextFile>,
    pub(super) body: Option<serde_json::Value>,
}

/// How webhooks reach the runner.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct WebhooksFile {
    pub(super) listen: Option<SocketAddr>,
    pub(super) url: Option<TextFile>,
    pub(super) trigger: BareRequestFile,
    pub(super) wait_seconds: Option<u64>,
}

/// How fast requests are sent.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RateFile {
    pub(super) requests_per_second: Option<f64>,
    pub(super) longest_wait_seconds: Option<u64>,
}

/// Whom the runner trusts, and as whom it comes.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TlsFile {
    pub(super) ca_file: Option<PathBuf>,
    pub(super) client_certificate_file: Option<PathBuf>,
    pub(super) client_key_file: Option<PathBuf>,
    #[serde(default)]
    pub(super) accept_any_certificate: bool,
}
