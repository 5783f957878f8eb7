//! Checks a target before a run: reports settings that a run would ignore, or that would spoil every case.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use webdata_cases::case::{BETWEEN, Case, Expect, Need, Step};
use webdata_cases::interpreter::Interpreter;
use webdata_cases::profiles::{names, profile_of};
use webdata_spec::model::{ClauseId, Level, Schema};
use webdata_spec::{Spec, nearest, suggest};

use super::error::SettingMistake;
use super::file::Settings;
use super::variables::env_file_leftover;
use super::{
    Circumstance, ResourceState, StateKey, Target, is_feature, is_within, needed_fixtures, path_of,
};
use crate::quantities::pluralize;

/// Headers that cases or HTTP itself set.
const RESERVED_HEADERS: [&str; 4] = ["connection", "content-length", "content-type", "host"];

/// How many features of a profile a message names at most.
const SHOWN_FEATURES: usize = 5;

impl Settings {
    /// Returns the mistakes in recipes that neither a schema nor the contract can say, each with the remedy.
    pub(super) fn mistakes(&self) -> Vec<SettingMistake> {
        let mut wrong = Vec::new();
        for (parameter, recipe) in &self.provision {
            let mut add = |below: &[&str], reason: String| {
                let path = [&["provision", parameter], below].concat();
                let message = format!("`[provision.{parameter}]`: {reason}");
                wrong.push(SettingMistake::new(&path, message));
            };
            if recipe.count == 0 && recipe.states.is_empty() {
                let remedy = "add the number of resources to create, or a state";
                add(&[], format!("`count` is missing; {remedy}"));
            }
            for (key, is_missing) in
                [("create", recipe.create.is_none()), ("delete", recipe.delete.is_none())]
            {
                if recipe.count > 0 && is_missing {
                    add(&[], format!("`{key}` is missing, which `count` needs"));
                }
            }
            if recipe.count > 0 && self.fixtures.contains_key(parameter) {
                let remedy =
                    "remove one of the two: the suite either creates resources or uses given ones";
                add(&[], format!("`[fixtures]` also has `{parameter}`; {remedy}"));
            }
            let (placeholder, delete) = (format!("{{{parameter}}}"), recipe.delete.as_ref());
            let path = delete.map(|delete| &delete.endpoint.path);
            if let Some(path) = path.filter(|path| !path.contains(&placeholder)) {
                let remedy = "write it where the identity belongs";
                let reason =
                    format!("the path of `delete`, `{path}`, has no `{placeholder}`; {remedy}");
                add(&["delete"], reason);
            }
            for (name, state) in recipe.made_states() {
                if let Some(StateKey::Named(key)) = &state.key
                    && !self.keys.contains_key(key)
                {
                    let reason =
                        format!("the state `{name}` needs the key `{key}`; add it to `[keys]`");
                    add(&["states", name, "key"], reason);
                }
            }
        }
        wrong
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
            check.recipes(),
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
    /// Returns the path parameters for which cases need fixtures.
    fn parameters(&self) -> BTreeSet<&'c str> {
        self.cases.iter().flat_map(needed_fixtures).map(|(parameter, _)| parameter).collect()
    }

    fn base_url(&self) -> Vec<SettingMistake> {
        let base_path = self.spec.service.base_path.as_str();
        if base_path.is_empty() || !self.target.connection.base_url.ends_with(base_path) {
            return Vec::new();
        }
        let without = self.target.connection.base_url.trim_end_matches(base_path);
        let message = format!(
            "the base URL ends with `{base_path}`, which every case adds; leave it out: `{without}`"
        );
        vec![SettingMistake::new(&["base-url"], message)]
    }

    fn fixtures(&self) -> Vec<SettingMistake> {
        let known = self.parameters();
        let mut wrong = Vec::new();
        for (parameter, ids) in self.target.settings.fixtures.iter().collect::<BTreeMap<_, _>>() {
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
            wrong.extend(self.no_identities(parameter, ids));
            let parents = self.spec.full_name(parameter).len() - 1;
            let places: BTreeSet<&str> =
                ids.iter().map(|id| id.rsplit_once(BETWEEN).unwrap_or_default().0).collect();
            let is_whole =
                |place: &&str| place.split(BETWEEN).filter(|it| !it.is_empty()).count() >= parents;
            if parents > 0 && !(places.len() == 1 && places.iter().all(is_whole)) {
                let names = self.spec.full_name(parameter).join("/");
                let message = format!(
                    "the fixtures for {parameter} must have the same parents; write each as `{names}`, with the \
                     identities of one parent"
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
        wrong
    }

    /// Returns a mistake if the contract forbids some of these fixtures as identities.
    fn no_identities(&self, parameter: &str, ids: &[String]) -> Option<SettingMistake> {
        let violation = |id: &String| {
            let path = path_of(self.spec, parameter, id).into_iter();
            let violations = path.flat_map(|(name, part)| {
                let known = self.spec.operations.values();
                let known = known.filter_map(|operation| operation.parameters.get(name));
                let firm = known.map(|it| &it.schema).filter(|it| it.level == Level::Must);
                firm.flat_map(|schema| {
                    Interpreter::new(self.spec).violations_of(schema, &part.into())
                })
            });
            violations.map(|violation| violation.message.to_string()).next()
        };
        let named = ids.iter().filter(|id| !id.trim().is_empty());
        let mut wrong = named.filter_map(|id| Some((id, violation(id)?)));
        let (id, message) = wrong.next()?;
        let leftover = env_file_leftover(id).map(|it| format!(", because it {it}"));
        let others = match wrong.count() {
            0 => String::new(),
            others => format!("; also wrong: {}", pluralize(others, "other fixture")),
        };
        let message = format!(
            "the fixture `{id}` for {parameter} {message}{}{others}; write identities of resources with commas \
             between, and nothing else",
            leftover.unwrap_or_default()
        );
        Some(SettingMistake::new(&["fixtures", parameter], message))
    }

    fn recipes(&self) -> Vec<SettingMistake> {
        let with_fixtures = self.parameters();
        let operations = self.spec.operations.values();
        let named = operations.flat_map(|operation| operation.parameters.keys());
        let known: BTreeSet<&str> =
            named.map(String::as_str).chain(with_fixtures.iter().copied()).collect();
        let mut wrong = Vec::new();
        for (parameter, recipe) in &self.target.settings.provision {
            if !known.contains(parameter.as_str()) {
                let suggestion = suggest(known.iter().copied(), parameter);
                let message = format!("`[provision]`: no case needs a `{parameter}`{suggestion}");
                wrong.push(SettingMistake::new(&["provision", parameter], message));
            } else if recipe.count > 0 && !with_fixtures.contains(parameter.as_str()) {
                let message = format!(
                    "`[provision.{parameter}]`: no case needs any `{parameter}` without a state; remove `count`"
                );
                wrong.push(SettingMistake::new(&["provision", parameter, "count"], message));
            }
            for (name, state) in recipe.made_states() {
                let mut add = |reason: String| {
                    let message = format!("`[provision.{parameter}]`: the state `{name}` {reason}");
                    let place = ["provision", parameter, "states", name];
                    wrong.push(SettingMistake::new(&place, message));
                };
                if self.needs_itself(parameter, name) {
                    add("needs itself, by the states that its `parameters` name".to_owned());
                }
                for (other, text) in &state.parameters {
                    if let Some(mistake) = self.state_mistake(other, text, None) {
                        add(format!("has a mistake in `parameters`: {mistake}"));
                    }
                }
                let filled: Vec<&str> = self.spec.full_name(parameter);
                let is_filled =
                    |name: &str| filled.contains(&name) || state.parameters.contains_key(name);
                let later = state.then.iter().chain(state.until.iter().map(|until| &until.request));
                let paths = later.map(|request| &request.endpoint.path);
                for path in paths.chain([&state.create.endpoint.path]) {
                    for open in placeholders(path).filter(|name| !is_filled(name)) {
                        add(format!(
                            "has `{{{open}}}` in the path `{path}`, and no value for it; add it to `parameters`"
                        ));
                    }
                }
            }
        }
        wrong
    }

    /// Returns whether a state needs itself, directly or by other states.
    fn needs_itself(&self, parameter: &str, name: &str) -> bool {
        let (mut seen, mut next) = (HashSet::new(), vec![(parameter, name)]);
        while let Some((of, state)) = next.pop() {
            let Some(ResourceState::Made(recipe)) = self.target.state(of, state) else { continue };
            for (other, text) in &recipe.parameters {
                if (other.as_str(), text.as_str()) == (parameter, name) {
                    return true;
                }
                if seen.insert((other, text)) {
                    next.push((other, text));
                }
            }
        }
        false
    }

    /// Returns the mistake in the value of a path parameter that is neither a state of the target nor an identity.
    /// With the schema of identities, a value that does not match it is no identity; without it, only a misspelt state
    /// is recognised. A command of the set-up may still print any state.
    fn state_mistake(
        &self,
        parameter: &str,
        text: &str,
        identities: Option<&Schema>,
    ) -> Option<String> {
        let states = self.target.settings.provision.get(parameter).map(|recipe| &recipe.states)?;
        if self.target.settings.setup.is_some() || states.is_empty() || states.contains_key(text) {
            return None;
        }
        let names = || states.keys().map(String::as_str);
        let is_identity = identities.is_none_or(|schema| {
            Interpreter::new(self.spec).violations_of(schema, &text.into()).is_empty()
        });
        let is_misspelt = identities.is_none() && nearest(names(), text).is_some();
        let suggestion = suggest(names(), text);
        (!is_identity || is_misspelt).then(|| {
            format!("`{text}` is neither a state of `[provision.{parameter}]` nor an identity{suggestion}")
        })
    }

    fn webhooks(&self) -> Vec<SettingMistake> {
        let known = self.parameters();
        let Some(webhooks) = &self.target.settings.webhooks else { return Vec::new() };
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
        let written: BTreeSet<&String> = self.target.settings.provoke.keys().collect();
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
        let written: BTreeSet<&String> = self.target.settings.bind.keys().collect();
        let paths = written.iter().filter_map(|operation| self.path_mistake(operation));
        written.iter().copied().filter_map(mistake).chain(paths).collect()
    }

    /// Checks the path of a binding.
    fn path_mistake(&self, operation: &str) -> Option<SettingMistake> {
        let path = &self.target.settings.bind.get(operation)?.path;
        let known = self.spec.operations.get(operation)?;
        let parameters = known.parameters.keys().map(|name| format!("{{{name}}}"));
        let missing: Vec<String> = parameters
            .filter(|placeholder| !path.contains(placeholder.as_str()))
            .map(|placeholder| format!("`{placeholder}`"))
            .collect();
        let message = format!(
            "`[bind]`: the path `{path}` has no {}; write it where the identity belongs",
            missing.join(" and no ")
        );
        let place = ["bind", operation, "path"];
        (!missing.is_empty()).then(|| SettingMistake::new(&place, message))
    }

    fn circumstances(&self) -> Vec<SettingMistake> {
        let needs = self.cases.iter().flat_map(|case| &case.needs);
        let known = needs.filter_map(|need| match need {
            Need::Circumstance(operation, clause) => Some((operation.as_str(), clause.as_str())),
            _ => None,
        });
        let known: BTreeSet<(&str, &str)> = known.collect();
        let written: BTreeSet<_> = self.target.settings.circumstance.keys().collect();
        // A target may give a job for any operation, even if no case needs the job.
        let is_own = |operation: &String, clause: &ClauseId| {
            self.spec.operations.get(operation).is_some_and(|it| it.clause() == *clause)
        };
        let unknown = written.into_iter().filter(|(operation, clause)| {
            !known.contains(&(operation.as_str(), clause.as_str())) && !is_own(operation, clause)
        });
        let mistake = |(operation, clause): &(String, ClauseId)| {
            let operations = &self.spec.operations;
            if !operations.contains_key(operation) {
                let suggestion = suggest(operations.keys().map(String::as_str), operation);
                let message = format!(
                    "`[circumstance]`: the contract has no operation `{operation}`{suggestion}"
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
        let states =
            self.target.settings.circumstance.iter().collect::<BTreeMap<_, _>>().into_iter();
        let states =
            states.flat_map(|(place, circumstance)| self.named_states(place, circumstance));
        unknown.map(mistake).chain(states).collect()
    }

    /// Checks the states that a circumstance names. Only in a circumstance in which the request succeeds, each value is a
    /// state or an identity.
    fn named_states(
        &self,
        (operation, clause): &(String, ClauseId),
        circumstance: &Circumstance,
    ) -> Vec<SettingMistake> {
        let is_meant = |step: &&Step| {
            step.request.operation.as_ref() == Some(operation)
                && step.request.circumstance.as_ref() == Some(clause)
        };
        let mut steps = self.cases.iter().flat_map(|case| &case.steps).filter(is_meant);
        let succeeds = steps.any(|step| matches!(step.expect, Expect::Success { .. }));
        let of_operation = self.spec.operations.get(operation);
        let mistakes = circumstance.parameters.iter().filter_map(|(parameter, text)| {
            let known = of_operation.and_then(|operation| operation.parameters.get(parameter));
            let schema = known.map(|known| &known.schema).filter(|_| succeeds);
            let mistake = self.state_mistake(parameter, text, schema)?;
            let message = format!("`[circumstance]`: {mistake}");
            let place = ["circumstance", operation, clause.as_str()];
            Some(SettingMistake::new(&place, message))
        });
        mistakes.collect()
    }

    fn team(&self) -> Vec<SettingMistake> {
        let states = &self.spec.service.team_states;
        let unknown =
            self.target.settings.team.not_in.iter().filter(|state| !states.contains_key(*state));
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
            if names(self.spec).contains(&feature.as_str()) {
                let remedy = match self.features_of(feature).as_deref() {
                    Some(features) if features.len() <= SHOWN_FEATURES => {
                        format!(
                            "write its features, `{}`, each with the reason",
                            features.join("`, `")
                        )
                    }
                    _ => {
                        "what the target lacks for a profile is skipped without `[off]`".to_owned()
                    }
                };
                let message = format!("`[off]`: `{feature}` is a profile; {remedy}");
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
        self.target.settings.off.keys().filter_map(mistake).collect()
    }

    /// Returns the features that have the cases of this profile and no others, each as short as possible; `None` if
    /// some of its cases are in no such feature.
    fn features_of(&self, profile: &str) -> Option<Vec<&'c str>> {
        let is_of = |case: &Case| profile_of(self.spec, case) == Some(profile);
        let is_alone = |feature: &&str| {
            is_feature(self.cases, feature)
                && self.cases.iter().filter(|case| is_within(&case.id, feature)).all(is_of)
        };
        let feature = |case: &'c Case| {
            let ends = case.id.match_indices("::").map(|(end, _)| end);
            ends.map(|end| &case.id[..end]).find(is_alone)
        };
        let features: Option<BTreeSet<&str>> =
            self.cases.iter().filter(|case| is_of(case)).map(feature).collect();
        Some(features?.into_iter().collect())
    }

    fn profiles(&self) -> Vec<SettingMistake> {
        let known = names(self.spec);
        let claimed = &self.target.settings.profiles;
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
        let names = self.target.settings.headers.keys();
        let mistake = |name: &String| {
            let message =
                format!("`[headers]`: {name} is set by the cases or by HTTP; remove this line");
            SettingMistake::new(&["headers", name], message)
        };
        names.filter(|name| is_own(name)).map(mistake).collect()
    }
}

/// Returns the names in braces in a path.
fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
}
