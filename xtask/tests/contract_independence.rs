//! The machinery names nothing of a contract: no operation, type, path parameter or property of any contract in this
//! repository, in code, comments, messages and tests inside the files.
//!
//! Names of several words, such as `readPages`, are unmistakable: none of them may be a word, in any spelling. Of names
//! of one word, only the types of resources are looked for, also in the plural. Other names of one word, such as
//! `name` or `search`, are ordinary English; no test can tell them from it.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde_json::Value;
use webdata_spec::Spec;

/// The folders that hold folders of contracts.
const CONTRACTS: [&str; 3] = ["spec", "codegen/tests/contracts", "conformance/tests/contracts"];

/// The folders of the machinery.
const MACHINERY: [&str; 12] = [
    "spec/src",
    "codegen/src",
    "codegen/derive/src",
    "codegen/runtime/src",
    "conformance/src",
    "conformance/cases/src",
    "conformance/suite/src",
    "conformance/explorer/src",
    "conformance/reference/src",
    "conformance/audit/src",
    "conformance/audit/templates",
    "conformance/suite/templates",
];

/// The folder with the behaviour of one service, the only part of the machinery that knows a service.
const BEHAVIOUR: &str = "conformance/reference/src/web_data";

/// Names of contracts that the machinery uses for something else, in lower case without separators, each with its use.
const WORDS_OF_OTHERS: [(&str, &str); 12] = [
    ("contenttype", "a header of HTTP"),
    ("etag", "a header of HTTP"),
    ("ifmatch", "a header of HTTP"),
    ("ifnonematch", "a header of HTTP"),
    ("idempotencykey", "a header of HTTP"),
    ("readheaders", "a function that reads headers"),
    ("maxdepth", "a limit of the suite"),
    ("maxpages", "a limit of the suite"),
    ("waitfor", "a method of clients"),
    ("maxresults", "a limit of the dashboard"),
    ("draft", "JSON Schema has drafts"),
    ("order", "cases have an order"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the folders of all contracts.
fn contracts() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for parent in CONTRACTS {
        for entry in fs::read_dir(root().join(parent)).expect("the folder exists") {
            let folder = entry.expect("the folder is readable").path();
            if folder.join("service.toml").exists() {
                folders.push(folder);
            }
        }
    }
    folders
}

/// The names of contracts, in lower case without separators, each with a contract that has it.
#[derive(Default)]
struct Names {
    /// Names of several words.
    unmistakable: BTreeMap<String, String>,
    /// Types of resources, of any number of words.
    resources: BTreeMap<String, String>,
}

impl Names {
    /// Returns the names of all contracts, without the words of the language and [`WORDS_OF_OTHERS`].
    fn of_all_contracts() -> Self {
        let mut names = Self::default();
        for folder in contracts() {
            let spec = Spec::load(&folder).expect("the contract reads");
            let contract = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            names.add_contract(&spec, &contract);
        }
        let language = words_of_the_language();
        let is_other = |name: &String| {
            language.contains(name) || WORDS_OF_OTHERS.iter().any(|(word, _)| word == name)
        };
        names.unmistakable.retain(|name, _| !is_other(name));
        names.resources.retain(|name, _| !is_other(name));
        names
    }

    fn add_contract(&mut self, spec: &Spec, contract: &str) {
        for operation in spec.operations.values() {
            self.add(&operation.id, contract);
            operation.parameters.keys().for_each(|name| self.add(name, contract));
            if let Some(resource) = &operation.resource {
                self.resources.insert(normalized(&resource.type_name), contract.to_owned());
            }
        }
        spec.types.keys().for_each(|name| self.add(name, contract));
        for object in spec.schemas().into_iter().filter_map(|schema| schema.object()) {
            object.properties.keys().for_each(|name| self.add(name, contract));
        }
    }

    /// Adds a name if it has several words.
    fn add(&mut self, name: &str, contract: &str) {
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let inner = name.get(1..).unwrap_or_default();
        let has_words = inner.contains(|c: char| c == '-' || c == '_' || c.is_ascii_uppercase());
        let is_all_upper = name.chars().all(|c| c.is_ascii_uppercase());
        if is_plain && has_words && !is_all_upper {
            self.unmistakable.insert(normalized(name), contract.to_owned());
        }
    }

    /// Returns the names in a line, each with its contract.
    fn found_in(&self, word: &Regex, line: &str) -> Vec<String> {
        let mut found = BTreeSet::new();
        for token in word.find_iter(line) {
            let parts = std::iter::once(token.as_str()).chain(token.as_str().split('-'));
            for name in parts.map(normalized) {
                let singular = name.strip_suffix('s').unwrap_or(&name);
                let of = |all: &BTreeMap<String, String>, name: &str| all.get(name).cloned();
                let contract = of(&self.unmistakable, &name)
                    .or_else(|| of(&self.resources, &name))
                    .or_else(|| of(&self.resources, singular));
                found
                    .extend(contract.map(|contract| format!("`{}` of {contract}", token.as_str())));
            }
        }
        found.into_iter().collect()
    }
}

/// Returns the keys and the words of the language, which the schema of the pages lists.
fn words_of_the_language() -> BTreeSet<String> {
    fn add(value: &Value, words: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                if let Some(Value::Object(properties)) = members.get("properties") {
                    words.extend(properties.keys().map(|name| normalized(name)));
                }
                members.values().for_each(|member| add(member, words));
            }
            Value::Array(items) => items.iter().for_each(|item| add(item, words)),
            Value::String(text) => {
                words.insert(normalized(text));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let schema = fs::read_to_string(root().join("spec/schema.json")).expect("the schema");
    let mut words = BTreeSet::new();
    add(&serde_json::from_str(&schema).expect("JSON"), &mut words);
    words
}

fn normalized(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// Returns the pattern of a word: runs of letters and digits, joined by `-` or `_`.
fn word() -> Regex {
    Regex::new("[A-Za-z][A-Za-z0-9]*(?:[-_]+[A-Za-z0-9]+)*").expect("a regular expression")
}

/// Adds the files in a folder and below it to `paths`, without the behaviour of the service.
fn files(folder: &Path, paths: &mut Vec<PathBuf>) {
    if folder.ends_with(BEHAVIOUR) {
        return;
    }
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            files(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

#[test]
fn no_code_for_every_contract_names_a_service() {
    let names = Names::of_all_contracts();
    assert!(names.unmistakable.len() > 100, "only {} names", names.unmistakable.len());
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    MACHINERY.iter().for_each(|folder| files(&root().join(folder), &mut all));
    let own = root().join(BEHAVIOUR).with_extension("rs");
    all.retain(|path| *path != own);
    assert!(all.len() > 300, "only {} files", all.len());
    let word = word();
    for path in &all {
        let text = fs::read_to_string(path).expect("UTF-8");
        for (number, line) in (1..).zip(text.lines()) {
            for name in names.found_in(&word, line) {
                wrong.push(format!("{}:{number}: {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "these lines name a contract:\n{}", wrong.join("\n"));
}

#[test]
fn a_name_is_found_in_every_spelling() {
    let mut names = Names::default();
    names.add("createParcel", "parcels");
    names.add("name", "parcels");
    names.resources.insert("parcel".to_owned(), "parcels".to_owned());
    let found = |line| !names.found_in(&word(), line).is_empty();
    for line in
        ["// two parcels", "create_parcel()", "\"create-parcel\"", "CREATE_PARCEL", "Parcel::new()"]
    {
        assert!(found(line), "{line}");
    }
    for line in ["let name = 1;", "parcelled", "recreate_parcels_of"] {
        assert!(!found(line), "{line}");
    }
}
