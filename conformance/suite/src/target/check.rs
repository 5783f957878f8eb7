//! Checks a target before a run: reports settings that a run would ignore, or that would spoil every case.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use webdata_cases::case::{Case, Need};
use webdata_cases::profiles::names;
use webdata_spec::Spec;

use super::{Target, is_feature, is_within};
use crate::nearest::did_you_mean;

/// Headers that cases or HTTP itself set.
const OWN_HEADERS: [&str; 4] = ["connection", "content-length", "content-type", "host"];

/// A setting of a target that does not fit the contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// The keys that lead to the setting in a target file. Below `circumstance`, they are an operation and a
    /// clause.
    pub path: Vec<String>,
    /// The mistake and its remedy.
    pub says: String,
}

impl Misfit {
    fn new(path: &[&str], says: String) -> Self {
        Self { path: path.iter().map(|own| (*own).to_owned()).collect(), says }
    }
}

impl Target {
    /// Returns the mistakes of the target for a contract and its cases, each with the remedy.
    #[must_use]
    pub fn mistakes(&self, spec: &Spec, cases: &[Case]) -> Vec<Misfit> {
        let check = Check { target: self, spec, cases };
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

struct Check<'c> {
    target: &'c Target,
    spec: &'c Spec,
    cases: &'c [Case],
}

impl<'c> Check<'c> {
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

    fn base_url(&self) -> Vec<Misfit> {
        let base_path = self.spec.service.base_path.as_str();
        if base_path.is_empty() || !self.target.base_url.ends_with(base_path) {
            return Vec::new();
        }
        let without = self.target.base_url.trim_end_matches(base_path);
        let says = format!(
            "the base URL ends with `{base_path}`, which every case adds; leave it out: `{without}`"
        );
        vec![Misfit::new(&["base-url"], says)]
    }

    fn fixtures(&self) -> Vec<Misfit> {
        let known = self.parameters();
        let mut wrong = Vec::new();
        for (parameter, ids) in self.target.fixtures.iter().collect::<BTreeMap<_, _>>() {
            if !known.contains(parameter.as_str()) {
                let near = did_you_mean(known.iter().copied(), parameter);
                let says = format!("no case needs a fixture for `{parameter}`{near}");
                wrong.push(Misfit::new(&["fixtures", parameter], says));
            }
            let mut seen = HashSet::new();
            for id in ids.iter().filter(|id| !seen.insert(*id)) {
                let says = format!(
                    "the fixture `{id}` for {parameter} is named twice; two cases would change it \
                     at the same time"
                );
                wrong.push(Misfit::new(&["fixtures", parameter], says));
            }
        }
        for parameter in self.target.provision.keys().filter(|own| !known.contains(own.as_str())) {
            let near = did_you_mean(known.iter().copied(), parameter);
            let says = format!("`[provision]`: no case needs a `{parameter}`{near}");
            wrong.push(Misfit::new(&["provision", parameter], says));
        }
        wrong
    }

    fn webhooks(&self) -> Vec<Misfit> {
        let known = self.parameters();
        let Some(webhooks) = &self.target.webhooks else { return Vec::new() };
        let path = &webhooks.trigger.endpoint.path;
        if known.iter().any(|parameter| path.contains(&format!("{{{parameter}}}"))) {
            return Vec::new();
        }
        let all = known.iter().map(|parameter| format!("`{{{parameter}}}`"));
        let all = all.collect::<Vec<_>>().join(" or ");
        let says = format!("`[webhooks]`: the trigger's path `{path}` has no {all}");
        vec![Misfit::new(&["webhooks", "trigger"], says)]
    }

    fn provocations(&self) -> Vec<Misfit> {
        let errors = &self.spec.errors;
        let written: BTreeSet<&String> = self.target.provocations.keys().collect();
        let unknown = written.into_iter().filter(|error| !errors.contains_key(error.as_str()));
        let says = |error: &String| {
            let near = did_you_mean(errors.keys().map(String::as_str), error);
            let says = format!("`[provoke]` names no error of the contract: `{error}`{near}");
            Misfit::new(&["provoke", error], says)
        };
        unknown.map(says).collect()
    }

    fn bindings(&self) -> Vec<Misfit> {
        let operations = || self.spec.operations.keys().map(String::as_str);
        let says = |operation: &String| {
            let says = match self.spec.operations.get(operation) {
                Some(known) if known.endpoint.is_none() => return None,
                Some(_) => format!(
                    "`[bind]`: the contract already gives the method and path of {operation}; leave it out"
                ),
                None => {
                    let near = did_you_mean(operations(), operation);
                    format!("`[bind]` names no operation: `{operation}`{near}")
                }
            };
            Some(Misfit::new(&["bind", operation], says))
        };
        let written: BTreeSet<&String> = self.target.bindings.keys().collect();
        written.into_iter().filter_map(says).collect()
    }

    fn circumstances(&self) -> Vec<Misfit> {
        let met = self.needs().filter_map(|need| match need {
            Need::Circumstance(operation, clause) => Some((operation.as_str(), clause.as_str())),
            _ => None,
        });
        let met: BTreeSet<(&str, &str)> = met.collect();
        let written: BTreeSet<_> = self.target.circumstances.keys().collect();
        let unknown = written
            .into_iter()
            .filter(|(operation, clause)| !met.contains(&(operation.as_str(), clause.as_str())));
        let says = |(operation, clause): &(String, _)| {
            let own = met.iter().filter(|(known, _)| known == operation).map(|(_, known)| *known);
            let clause = format!("{clause}");
            let near = did_you_mean(own, &clause);
            let says = format!("no case calls {operation} in the circumstance `{clause}`{near}");
            Misfit::new(&["circumstance", operation, &clause], says)
        };
        unknown.map(says).collect()
    }

    fn team(&self) -> Vec<Misfit> {
        let states = &self.spec.service.team_states;
        let unknown = self.target.team_not_in.iter().filter(|state| !states.contains_key(*state));
        let says = |state: &String| {
            let near = did_you_mean(states.keys().map(String::as_str), state);
            let says = format!("the contract knows no state `{state}` of a team{near}");
            Misfit::new(&["team", "not-in"], says)
        };
        unknown.map(says).collect()
    }

    fn off(&self) -> Vec<Misfit> {
        let fits = |feature: &str| self.cases.iter().any(|case| is_within(&case.id, feature));
        let says = |feature: &String| {
            if is_feature(self.cases, feature) {
                return None;
            }
            if fits(feature) {
                let says = format!(
                    "`[off]`: `{feature}` is a single case, not a feature; use a waiver for a known failure"
                );
                return Some(Misfit::new(&["off", feature], says));
            }
            // A feature has as many segments as the prefix of the identities that it covers.
            let segments = feature.split("::").count();
            let start = |id: &'c str| {
                let end = id.match_indices("::").nth(segments - 1).map_or(id.len(), |(at, _)| at);
                &id[..end]
            };
            let starts: BTreeSet<&str> = self.cases.iter().map(|case| start(&case.id)).collect();
            let near = did_you_mean(starts.into_iter(), feature);
            let says = format!("`[off]`: no case begins with `{feature}`{near}");
            Some(Misfit::new(&["off", feature], says))
        };
        self.target.off.keys().filter_map(says).collect()
    }

    fn profiles(&self) -> Vec<Misfit> {
        let known = names(self.spec);
        let claimed = &self.target.profiles;
        let unknown = claimed.iter().filter(|name| !known.contains(&name.as_str()));
        let says = |name: &String| {
            let listed = || format!("; it has `{}`", known.join("`, `"));
            let near = did_you_mean(known.iter().copied(), name);
            let help = if near.is_empty() { listed() } else { near };
            let says = format!("`profiles`: the contract has no profile `{name}`{help}");
            Misfit::new(&["profiles"], says)
        };
        unknown.map(says).collect()
    }

    fn headers(&self) -> Vec<Misfit> {
        let schemes = self.spec.service.authentication.values();
        let own: Vec<String> = schemes.map(|scheme| scheme.header.to_lowercase()).collect();
        let is_own = |name: &str| {
            let name = name.to_lowercase();
            OWN_HEADERS.contains(&name.as_str()) || own.contains(&name)
        };
        let names = self.target.headers.iter().map(|(name, _)| name);
        let says = |name: &String| {
            let says = format!("`[headers]`: {name} is set by the cases or by HTTP; leave it out");
            Misfit::new(&["headers", name], says)
        };
        names.filter(|name| is_own(name)).map(says).collect()
    }
}
