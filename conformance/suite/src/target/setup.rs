//! Takes over what the set-up command of a target prints: fixtures, and resources in states.
//!
//! The identities are secrets, unless the target file says otherwise.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use webdata_spec::Spec;

use super::variables::{SHORTEST_HIDDEN, variable_name};
use super::{CommandError, ResourceState, Secret, SettingMistake, Target, TimedCommand};
use crate::Untrusted;

/// A command that prints fixtures and states before a run.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Setup {
    /// The command.
    #[serde(flatten)]
    pub command: TimedCommand,
    /// Whether reports and logs may show what the command prints. By default, they show variables such as
    /// `$SETUP_ALBUMID_1` in place of identities of at least 6 characters.
    #[serde(rename = "public", default)]
    pub is_public: bool,
}

/// The reason why the set-up failed. No case has been sent.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The command failed. The end of its standard error has none of the target's secrets.
    #[error("the command of `setup` failed: {0}")]
    Command(Untrusted),
    /// The command could not be started, so that there is nothing to tear down.
    #[error("the command of `setup` failed: {0}")]
    NotStarted(CommandError),
    /// The command was ended with the run.
    #[error("the command of `setup` was interrupted")]
    Interrupted,
    /// The output is not what it should be; it may be secret, so only its place is shown.
    #[error(
        "the command of `setup` should print one JSON object, `{{ \"fixtures\": {{ \"PARAMETER\": [\"ID\"] }}, \
         \"states\": {{ \"PARAMETER\": {{ \"NAME\": \"ID\" }} }} }}`, and prints something else at line {line}, column \
         {column}"
    )]
    Output {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: usize,
    },
    /// The output contradicts the target file or the contract.
    #[error("the command of `setup`: {}", .0.join("\n"))]
    Mistaken(Vec<String>),
}

/// The output of the command.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    #[serde(default)]
    fixtures: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    states: BTreeMap<String, BTreeMap<String, String>>,
}

impl Target {
    /// Runs the command of `setup`, if there is one, and adds what it prints to the target. Afterwards, the target
    /// needs no set-up any more. `check` finds what contradicts the contract.
    ///
    /// # Errors
    /// If the command fails, or prints something else than fixtures and states of this target.
    pub fn set_up(
        &mut self,
        spec: &Spec,
        check: impl FnOnce(&Self) -> Vec<SettingMistake>,
        stop: &CancellationToken,
    ) -> Result<(), SetupError> {
        let Some(Setup { command, is_public }) = self.settings.setup.take() else { return Ok(()) };
        let redactor = self.redactor();
        let printed = command.output(stop).map_err(|error| match error {
            CommandError::Empty | CommandError::Start { .. } => SetupError::NotStarted(error),
            CommandError::Interrupted { .. } => SetupError::Interrupted,
            CommandError::TooLong { .. }
            | CommandError::Failed { .. }
            | CommandError::NoKey { .. } => {
                SetupError::Command(redactor.redact(error.to_string()).into())
            }
        })?;
        let printed: Printed = serde_json::from_slice(&printed)
            .map_err(|error| SetupError::Output { line: error.line(), column: error.column() })?;
        let mut mistakes = self.add_printed(spec, printed, is_public);
        mistakes.extend(check(self).into_iter().map(|mistake| mistake.message));
        if mistakes.is_empty() {
            return Ok(());
        }
        let redactor = self.redactor();
        Err(SetupError::Mistaken(mistakes.into_iter().map(|text| redactor.redact(text)).collect()))
    }

    /// Adds fixtures and states, and returns those that the target has already.
    fn add_printed(&mut self, spec: &Spec, printed: Printed, is_public: bool) -> Vec<String> {
        let mut mistakes = Vec::new();
        for (parameter, ids) in printed.fixtures {
            if self.available_fixtures(&parameter) > 0 {
                mistakes.push(format!(
                    "the target file has fixtures or a recipe for `{parameter}`, too"
                ));
            }
            if !is_public {
                for (index, id) in ids.iter().enumerate() {
                    self.hide_parts(spec, &format!("{parameter}_{}", index + 1), &parameter, id);
                }
            }
            self.settings.fixtures.insert(parameter, ids);
        }
        for (parameter, states) in printed.states {
            for (name, id) in states {
                if !is_public {
                    self.hide_parts(spec, &format!("{parameter}_{name}"), &parameter, &id);
                }
                let recipe = self.settings.provision.entry(parameter.clone()).or_default();
                if recipe.states.insert(name.clone(), ResourceState::Given(id)).is_some() {
                    let message = format!(
                        "`[provision.{parameter}]` in the target file has a state `{name}`, too"
                    );
                    mistakes.push(message);
                }
            }
        }
        mistakes
    }

    /// Hides an identity, and those of its parents.
    fn hide_parts(&mut self, spec: &Spec, name: &str, parameter: &str, id: &str) {
        for (part, value) in super::path_of(spec, parameter, id) {
            let name = if part == parameter { name.to_owned() } else { format!("{name}_{part}") };
            if value.chars().count() >= SHORTEST_HIDDEN {
                let variable = format!("SETUP_{}", variable_name(&name));
                self.hidden.push(Secret::new(variable, value));
            }
        }
    }
}
