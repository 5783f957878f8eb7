//! Checks a target before a run: reports settings that a run would ignore, or that would spoil every case.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use webdata_cases::case::{Case, Endpoint, Need};
use webdata_cases::profiles::names;
use webdata_spec::model::ClauseId;
use webdata_spec::{Spec, suggest};

use super::{Target, is_feature, is_within};

/// Headers that cases or HTTP itself set.
const RESERVED_HEADERS: [&str; 4] = ["connection", "content-length", "content-type", "host"];

/// A setting of a target that does not fit the contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingMistake {
    /// The keys that lead to the setting in a target file. Below `circumstance`, they are an operation and a
    /// clause.
    pub path: Vec<String>,
    /// The mistake and its remedy.
    pub message: String,
}

impl SettingMistake {
    fn new(path: &[&str], message: String) -> Self {
        Self { path: path.iter().map(|step| (*step).to_owned()).collect(), message }
    }
}

impl Target {
    /// Returns the mistakes of the target for a contract and its cases, each with the remedy.
    #[must_use]
    pub fn mistakes(&self, spec: &Spec, cases: &[Case]) -> Vec<SettingMistake> {
        let check = TargetCheck { target: self, spec, cases };
        let parts = [
            check.base_url(),
            check.fixtures(),
            check.webhooks(),
            check.provocations(),
            check.bindings(),
            check.circumstances(),
            check.team(),
            check.off(),
            check.profiles(),
            check.headers(),
        ];
        parts.concat()
    }
}

struct TargetCheck<'c> {
    target: &'c Target,
    spec: &'c Spec,
    cases: &'c [Case],
}

impl<'c> TargetCheck<'c> {
    fn needs(&self) -> impl Iterator<Item = &'c Need> {
        self.cases.iter().flat_map(|case| &case.needs)
    }

    /// Returns the path parameters for which cases need fixtures.
    fn parameters(&self) -> BTreeSet<&'c str> {
        let known = self.needs().filter_map(|need| match need {
            Need::Fixture(parameter, _) => Some(parameter.as_str()),
            _ => None,
        });
        known.collect()
    }

    fn base_url(&self) -> Vec<SettingMistake> {
        let base_path = self.spec.service.base_path.as_str();
        if base_path.is_empty() || !self.target.base_url.ends_with(base_path) {
            return Vec::new();
        }
        let without = self.target.base_url.trim_end_matches(base_path);
        let message = format!(
            "the base URL ends with `{base_path}`, which every case adds; leave it out: `{without}`"
        );
        vec![SettingMistake::new(&["base-url"], message)]
    }

    fn fixtures(&self) -> Vec<SettingMistake> {
        let known = self.parameters();
        let mut wrong = Vec::new();
        for (parameter, ids) in self.target.fixtures.iter().collect::<BTreeMap<_, _>>() {
            if !known.contains(parameter.as_str()) {
                let suggestion = suggest(known.iter().copied(), parameter);
                let message = format!("no case needs a fixture for `{parameter}`{suggestion}");
                wrong.push(SettingMistake::new(&["fixtures", parameter], message));
            }
            if ids.iter().any(|id| id.trim().is_empty()) {
                let message = format!(
                    "a fixture for {parameter} is empty; write the identity of a resource, or remove it"
                );
                wrong.push(SettingMistake::new(&["fixtures", parameter], message));
            }
            let mut seen = HashSet::new();
            for id in ids.iter().filter(|id| !seen.insert(*id)) {
                let message = format!(
                    "the fixture `{id}` for {parameter} is listed twice, so two cases would change it at \
                     the same time; remove one of the two"
                );
                wrong.push(SettingMistake::new(&["fixtures", parameter], message));
            }
        }
        for parameter in
            self.target.provision.keys().filter(|parameter| !known.contains(parameter.as_str()))
        {
            let suggestion = suggest(known.iter().copied(), parameter);
            let message = format!("`[provision]`: no case needs a `{parameter}`{suggestion}");
            wrong.push(SettingMistake::new(&["provision", parameter], message));
        }
        wrong
    }

    fn webhooks(&self) -> Vec<SettingMistake> {
        let known = self.parameters();
        let Some(webhooks) = &self.target.webhooks else { return Vec::new() };
        let path = &webhooks.trigger.endpoint.path;
        if known.iter().any(|parameter| path.contains(&format!("{{{parameter}}}"))) {
            return Vec::new();
        }
        let placeholders = known.iter().map(|parameter| format!("`{{{parameter}}}`"));
        let placeholders = placeholders.collect::<Vec<_>>().join(" or ");
        let message = format!(
            "`[webhooks]`: the path of the trigger, `{path}`, has no {placeholders}; write it where the \
             identity of the resource belongs"
        );
        vec![SettingMistake::new(&["webhooks", "trigger"], message)]
    }

    fn provocations(&self) -> Vec<SettingMistake> {
        let errors = &self.spec.errors;
        let written: BTreeSet<&String> = self.target.provocations.keys().collect();
        let unknown = written.into_iter().filter(|error| !errors.contains_key(error.as_str()));
        let mistake = |error: &String| {
            let suggestion = suggest(errors.keys().map(String::as_str), error);
            let message = format!("`[provoke]`: the contract has no error `{error}`{suggestion}");
            SettingMistake::new(&["provoke", error], message)
        };
        unknown.map(mistake).collect()
    }

    fn bindings(&self) -> Vec<SettingMistake> {
        let operations = || self.spec.operations.keys().map(String::as_str);
        let mistake = |operation: &String| {
            let message = match self.spec.operations.get(operation) {
                Some(known) if known.endpoint.is_none() => return None,
                Some(_) => format!(
                    "`[bind]`: the contract already gives the method and path of {operation}; remove this line"
                ),
                None => {
                    let suggestion = suggest(operations(), operation);
                    format!("`[bind]`: the contract has no operation `{operation}`{suggestion}")
                }
            };
            Some(SettingMistake::new(&["bind", operation], message))
        };
        let written: BTreeSet<&String> = self.target.bindings.keys().collect();
        let endpoints = written.iter().flat_map(|operation| self.binding(operation));
        written.iter().copied().filter_map(mistake).chain(endpoints).collect()
    }

    /// Checks the method and the path of a binding.
    fn binding(&self, operation: &str) -> Vec<SettingMistake> {
        let Some(Endpoint { method, path }) = self.target.bindings.get(operation) else {
            return Vec::new();
        };
        let mut wrong = Vec::new();
        let mut add = |key, message: String| {
            let message = format!("`[bind]`: {message}");
            wrong.push(SettingMistake::new(&["bind", operation, key], message));
        };
        if method.is_empty() || !method.bytes().all(|byte| byte.is_ascii_uppercase()) {
            add(
                "method",
                format!("`{method}` is not an HTTP method; write `GET`, `POST` or the like"),
            );
        }
        if !path.starts_with('/') {
            add("path", format!("the path `{path}` must begin with `/`; write `/{path}`"));
        }
        let Some(known) = self.spec.operations.get(operation) else { return wrong };
        let parameters = known.parameters.keys().map(|name| format!("{{{name}}}"));
        let missing: Vec<String> = parameters
            .filter(|placeholder| !path.contains(placeholder.as_str()))
            .map(|placeholder| format!("`{placeholder}`"))
            .collect();
        if !missing.is_empty() {
            let missing = missing.join(" and no ");
            add(
                "path",
                format!("the path `{path}` has no {missing}; write it where the identity belongs"),
            );
        }
        wrong
    }

    fn circumstances(&self) -> Vec<SettingMistake> {
        let known = self.needs().filter_map(|need| match need {
            Need::Circumstance(operation, clause) => Some((operation.as_str(), clause.as_str())),
            _ => None,
        });
        let known: BTreeSet<(&str, &str)> = known.collect();
        let written: BTreeSet<_> = self.target.circumstances.keys().collect();
        let unknown = written
            .into_iter()
            .filter(|(operation, clause)| !known.contains(&(operation.as_str(), clause.as_str())));
        let mistake = |(operation, clause): &(String, ClauseId)| {
            let operations = &self.spec.operations;
            if !operations.contains_key(operation) {
                let suggestion = suggest(operations.keys().map(String::as_str), operation);
                let message = format!(
                    "`[[circumstance]]`: the contract has no operation `{operation}`{suggestion}"
                );
                return SettingMistake::new(&["circumstance", operation, clause.as_str()], message);
            }
            let clauses =
                known.iter().filter(|(known, _)| known == operation).map(|(_, known)| *known);
            let clause = format!("{clause}");
            let suggestion = suggest(clauses, &clause);
            let message =
                format!("no case calls {operation} in the circumstance `{clause}`{suggestion}");
            SettingMistake::new(&["circumstance", operation, &clause], message)
        };
        unknown.map(mistake).collect()
    }

    fn team(&self) -> Vec<SettingMistake> {
        let states = &self.spec.service.team_states;
        let unknown = self.target.team_not_in.iter().filter(|state| !states.contains_key(*state));
        let mistake = |state: &String| {
            let suggestion = suggest(states.keys().map(String::as_str), state);
            let message = format!("the contract has no team state `{state}`{suggestion}");
            SettingMistake::new(&["team", "not-in"], message)
        };
        unknown.map(mistake).collect()
    }

    fn off(&self) -> Vec<SettingMistake> {
        let fits = |feature: &str| self.cases.iter().any(|case| is_within(&case.id, feature));
        let mistake = |feature: &String| {
            if is_feature(self.cases, feature) {
                return None;
            }
            if fits(feature) {
                let message = format!(
                    "`[off]`: `{feature}` is a single case, not a feature; use a waiver for a known failure"
                );
                return Some(SettingMistake::new(&["off", feature], message));
            }
            // A feature has as many segments as the prefix of the identities that it covers.
            let segments = feature.split("::").count();
            let start = |id: &'c str| {
                let end = id.match_indices("::").nth(segments - 1).map_or(id.len(), |(at, _)| at);
                &id[..end]
            };
            let starts: BTreeSet<&str> = self.cases.iter().map(|case| start(&case.id)).collect();
            let suggestion = suggest(starts, feature);
            let message = format!("`[off]`: no case begins with `{feature}`{suggestion}");
            Some(SettingMistake::new(&["off", feature], message))
        };
        self.target.off.keys().filter_map(mistake).collect()
    }

    fn profiles(&self) -> Vec<SettingMistake> {
        let known = names(self.spec);
        let claimed = &self.target.profiles;
        let unknown = claimed.iter().filter(|name| !known.contains(&name.as_str()));
        let mistake = |name: &String| {
            let suggestion = suggest(known.iter().copied(), name);
            let message = format!("`profiles`: the contract has no profile `{name}`{suggestion}");
            SettingMistake::new(&["profiles"], message)
        };
        unknown.map(mistake).collect()
    }

    fn headers(&self) -> Vec<SettingMistake> {
        let schemes = self.spec.service.authentication.values();
        let scheme_headers: Vec<String> =
            schemes.map(|scheme| scheme.header.to_lowercase()).collect();
        let is_own = |name: &str| {
            let name = name.to_lowercase();
            RESERVED_HEADERS.contains(&name.as_str()) || scheme_headers.contains(&name)
        };
        let names = self.target.headers.iter().map(|(name, _)| name);
        let mistake = |name: &String| {
            let message =
                format!("`[headers]`: {name} is set by the cases or by HTTP; remove this line");
            SettingMistake::new(&["headers", name], message)
        };
        names.filter(|name| is_own(name)).map(mistake).collect()
    }
}
