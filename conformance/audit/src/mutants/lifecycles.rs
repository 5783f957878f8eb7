//! What lifecycles say: moves between states, and what is answered in them.

use serde_json::Value;
use webdata_spec::model::{Move, Situation, SituationResponse, SituationSuccess};

use super::builder::MutantBuilder;
use super::{find, objects};

impl MutantBuilder<'_> {
    pub(super) fn mutate_lifecycle(&mut self) {
        let clause = self.clause.clone();
        if !clause.as_str().starts_with("lifecycles.") {
            return;
        }
        let lifecycles = &self.spec.lifecycles;
        if let Some(step) =
            lifecycles.iter().flat_map(|own| &own.moves).find(|one| one.clause == clause)
        {
            self.mutate_move(step);
        }
        let mut situations = lifecycles.iter().flat_map(|own| &own.situations);
        if let Some(situation) = situations.find(|one| one.clause == clause) {
            self.mutate_situation(situation);
        }
    }

    fn mutate_move(&mut self, step: &Move) {
        let clause = self.clause.clone();
        let says = format!("Nothing moves to `{}`; the state stays as it is.", step.to);
        self.add("dropped", says, move |spec| {
            spec.lifecycles
                .iter_mut()
                .find_map(|own| find::take(&mut own.moves, |one| one.clause == clause))
        });
        // What is in a state already stays in it.
        for from in step.from.iter().filter(|from| **from != step.to) {
            let says = format!("Nothing moves from `{from}` to `{}`.", step.to);
            let (clause, from) = (self.clause.clone(), from.clone());
            self.add(format!("not-from-{from}"), says, move |spec| {
                let mut moves = spec.lifecycles.iter_mut().flat_map(|own| &mut own.moves);
                find::take(&mut moves.find(|one| one.clause == clause)?.from, |own| *own == from)
            });
        }
    }

    fn mutate_situation(&mut self, situation: &Situation) {
        let (id, clause) = (&situation.id, self.clause.clone());
        let says = format!("The situation `{id}` is answered like any other.");
        self.add("dropped", says, move |spec| {
            spec.lifecycles
                .iter_mut()
                .find_map(|own| find::take(&mut own.situations, |one| one.clause == clause))
        });
        match &situation.response {
            SituationResponse::Error(error) => {
                for other in self.other_errors(error) {
                    let says = format!("The situation `{id}` is answered with {other}.");
                    self.answer(&format!("answered-with-{other}"), says, move |answer| {
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
            let says = format!("The answer in the situation `{id}` has no message.");
            self.success("says-nothing", says, |success| success.says.take().map(drop));
            let says = format!("The message in the situation `{id}` is about something else.");
            let clause = self.clause.clone();
            self.add("says-something-else", says, move |spec| {
                let mut situations = spec.lifecycles.iter_mut().flat_map(|own| &mut own.situations);
                let found = situations.find(|one| one.clause == clause)?;
                "Something else.".clone_into(&mut found.doc);
                Some(())
            });
        }
        for (name, value) in success.event.iter().flat_map(|event| &event.members) {
            let Some(other) = objects::other_value(value) else { continue };
            let says = format!("`{name}` of the event of the situation `{id}` is {other}.");
            let name = name.clone();
            self.success(&format!("event-{name}-is-{other}"), says, move |success| {
                *success.event.as_mut()?.members.get_mut(&name)? = other.clone();
                Some(())
            });
        }
        for name in &success.absent {
            let says = format!("The answer in the situation `{id}` has `{name}`.");
            let name = name.clone();
            self.success(&format!("has-{name}"), says, move |success| {
                find::take(&mut success.absent, |own| *own == name)
            });
        }
    }

    /// A member of an answer has another value.
    fn member(&mut self, id: &str, name: &str, other: Option<Value>) {
        let Some(other) = other else { return };
        let says = format!("In the situation `{id}`, `{name}` is {other}.");
        let name = name.to_owned();
        self.success(&format!("{name}-is-{other}"), says, move |success| {
            *success.members.get_mut(&name)? = other.clone();
            Some(())
        });
    }

    fn success(
        &mut self,
        way: &str,
        says: String,
        change: impl Fn(&mut SituationSuccess) -> Option<()> + Send + Sync + 'static,
    ) {
        self.answer(way, says, move |answer| match answer {
            SituationResponse::Success(success) => change(success),
            SituationResponse::Error(_) => None,
        });
    }

    fn answer(
        &mut self,
        way: &str,
        says: String,
        change: impl Fn(&mut SituationResponse) -> Option<()> + Send + Sync + 'static,
    ) {
        let clause = self.clause.clone();
        self.add(way, says, move |spec| {
            let mut situations = spec.lifecycles.iter_mut().flat_map(|own| &mut own.situations);
            change(&mut situations.find(|one| one.clause == clause)?.response)
        });
    }
}
