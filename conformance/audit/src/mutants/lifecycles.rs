//! Mutants of lifecycles: transitions between states, and responses in situations.

use serde_json::Value;
use webdata_spec::model::{Situation, SituationResponse, SituationSuccess, Transition};

use super::builder::MutantBuilder;
use super::{find, objects};

impl MutantBuilder<'_> {
    pub(super) fn mutate_lifecycle(&mut self) {
        let clause = self.clause.clone();
        if !clause.as_str().starts_with("lifecycles.") {
            return;
        }
        let lifecycles = &self.spec.lifecycles;
        if let Some(step) = lifecycles
            .iter()
            .flat_map(|lifecycle| &lifecycle.transitions)
            .find(|step| step.clause == clause)
        {
            self.mutate_transition(step);
        }
        let mut situations = lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
        if let Some(situation) = situations.find(|situation| situation.clause == clause) {
            self.mutate_situation(situation);
        }
    }

    fn mutate_transition(&mut self, step: &Transition) {
        let clause = self.clause.clone();
        let description = format!("Nothing moves to `{}`; the state stays as it is.", step.to);
        self.add("dropped", description, move |spec| {
            spec.lifecycles.iter_mut().find_map(|lifecycle| {
                find::take(&mut lifecycle.transitions, |step| step.clause == clause)
            })
        });
        // A resource that is in the state already stays in it.
        for from in step.from.iter().filter(|from| **from != step.to) {
            let description = format!("Nothing moves from `{from}` to `{}`.", step.to);
            let (clause, from) = (self.clause.clone(), from.clone());
            self.add(format!("not-from-{from}"), description, move |spec| {
                let mut transitions =
                    spec.lifecycles.iter_mut().flat_map(|lifecycle| &mut lifecycle.transitions);
                find::take(&mut transitions.find(|step| step.clause == clause)?.from, |state| {
                    *state == from
                })
            });
        }
    }

    fn mutate_situation(&mut self, situation: &Situation) {
        let (id, clause) = (&situation.id, self.clause.clone());
        let description = format!("The situation `{id}` gets the response of any other.");
        self.add("dropped", description, move |spec| {
            spec.lifecycles.iter_mut().find_map(|lifecycle| {
                find::take(&mut lifecycle.situations, |situation| situation.clause == clause)
            })
        });
        match &situation.response {
            SituationResponse::Error(error) => {
                for other in self.other_errors(error) {
                    let description = format!("The situation `{id}` gets the error {other}.");
                    self.response(&format!("answered-with-{other}"), description, move |answer| {
                        *answer = SituationResponse::Error(other.clone());
                        Some(())
                    });
                }
            }
            SituationResponse::Success(success) => self.mutate_success(id, success),
        }
    }

    fn mutate_success(&mut self, id: &str, success: &SituationSuccess) {
        for (name, value) in &success.members {
            let other = objects::other_value(value);
            self.member(id, name, other);
        }
        if !success.words.is_empty() {
            let description = format!("The response in the situation `{id}` has no message.");
            self.success("says-nothing", description, |success| success.says.take().map(drop));
            let description =
                format!("The message in the situation `{id}` is about something else.");
            let clause = self.clause.clone();
            self.add("says-something-else", description, move |spec| {
                let mut situations =
                    spec.lifecycles.iter_mut().flat_map(|lifecycle| &mut lifecycle.situations);
                let situation = situations.find(|situation| situation.clause == clause)?;
                "Something else.".clone_into(&mut situation.doc);
                Some(())
            });
        }
        for (name, value) in success.event.iter().flat_map(|event| &event.members) {
            let Some(other) = objects::other_value(value) else { continue };
            let description = format!("`{name}` of the event of the situation `{id}` is {other}.");
            let name = name.clone();
            self.success(&format!("event-{name}-is-{other}"), description, move |success| {
                *success.event.as_mut()?.members.get_mut(&name)? = other.clone();
                Some(())
            });
        }
        for name in &success.absent {
            let description = format!("The response in the situation `{id}` has `{name}`.");
            let name = name.clone();
            self.success(&format!("has-{name}"), description, move |success| {
                find::take(&mut success.absent, |absent| *absent == name)
            });
        }
    }

    /// Adds a mutant in which a property of the response has another value.
    fn member(&mut self, id: &str, name: &str, other: Option<Value>) {
        let Some(other) = other else { return };
        let description = format!("In the situation `{id}`, `{name}` is {other}.");
        let name = name.to_owned();
        self.success(&format!("{name}-is-{other}"), description, move |success| {
            *success.members.get_mut(&name)? = other.clone();
            Some(())
        });
    }

    fn success(
        &mut self,
        suffix: &str,
        description: String,
        change: impl Fn(&mut SituationSuccess) -> Option<()> + Send + Sync + 'static,
    ) {
        self.response(suffix, description, move |answer| match answer {
            SituationResponse::Success(success) => change(success),
            SituationResponse::Error(_) => None,
        });
    }

    fn response(
        &mut self,
        suffix: &str,
        description: String,
        change: impl Fn(&mut SituationResponse) -> Option<()> + Send + Sync + 'static,
    ) {
        let clause = self.clause.clone();
        self.add(suffix, description, move |spec| {
            let mut situations =
                spec.lifecycles.iter_mut().flat_map(|lifecycle| &mut lifecycle.situations);
            change(&mut situations.find(|situation| situation.clause == clause)?.response)
        });
    }
}
