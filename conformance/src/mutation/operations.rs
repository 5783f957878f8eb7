//! What operations and lifecycles say.

use webdata_spec::model::{ClauseId, EffectKind, Operation, SituationAnswer};

use super::{Ways, find};

impl Ways<'_> {
    pub(super) fn of_operation(&mut self, clause: &ClauseId) {
        self.of_lifecycle(clause);
        let Some(rest) = clause.as_str().strip_prefix("operations.") else { return };
        let Some((id, word)) = rest.split_once('.') else { return };
        self.on(id, "elsewhere", |operation| {
            let endpoint = operation.endpoint.as_mut().filter(|_| word == "path")?;
            endpoint.path.push_str("-elsewhere");
            Some(())
        });
        self.on(id, "by another method", |operation| {
            let endpoint = operation.endpoint.as_mut().filter(|_| word == "path")?;
            "PUT".clone_into(&mut endpoint.method);
            Some(())
        });
        self.on(id, "takes no body", |operation| {
            operation.request.take().filter(|_| word == "request").map(drop)
        });
        self.on(id, "a body may be left out", |operation| {
            let required = word == "request" && operation.request_required;
            operation.request_required = false;
            required.then_some(())
        });
        self.on(id, "answers 202", |operation| {
            let response = operation.response.as_mut().filter(|_| word == "response")?;
            response.status = Some(202);
            Some(())
        });
        let usual = self.spec.service.error_body.clone();
        self.on(id, "answers errors as the others do", |operation| {
            (word == "errorBody").then(|| operation.error_body = usual)
        });
        let other = self.other_error(
            self.spec.operations.get(id).and_then(|own| own.resource.as_ref()).map(|r| &*r.unknown),
        );
        self.on(id, "answers what is unknown with another error", |operation| {
            let resource = operation.resource.as_mut().filter(|_| word == "unknown")?;
            resource.unknown = other?;
            Some(())
        });
        self.on(id, "no such effect", |operation| {
            find::take(&mut operation.effects, |effect| effect.clause == *clause)
        });
        self.on(id, "not refused", |operation| {
            find::take(&mut operation.refusals, |refusal| refusal.clause == *clause)
        });
        self.on(id, "not done", |operation| {
            let id = word.strip_prefix("behaviour.")?;
            operation.behaviour.shift_remove(id).map(drop)
        });
        self.of_stored(clause, id);
    }

    /// Adds the contract with an operation changed.
    fn on(&mut self, id: &str, says: &str, change: impl FnOnce(&mut Operation) -> Option<()>) {
        self.add(says, |spec| change(spec.operations.get_mut(id)?));
    }

    /// The property that an effect stores is one that the resource does not have.
    fn of_stored(&mut self, clause: &ClauseId, operation: &str) {
        let Some(operation) = self.spec.operations.get(operation) else { return };
        let Some(resource) = &operation.resource else { return };
        let stores = operation.effects.iter().filter(|own| own.kind == EffectKind::StoresGiven);
        for effect in stores {
            for name in self.spec.stored_properties(operation) {
                if effect.clause.child(name) == *clause {
                    let path = format!("{}.{name}", resource.type_name);
                    self.add("not stored", |spec| {
                        let (object, name) = find::owner(spec, &path)?;
                        object.properties.shift_remove(name).map(drop)
                    });
                }
            }
        }
    }

    fn of_lifecycle(&mut self, clause: &ClauseId) {
        self.add("no such move", |spec| {
            spec.lifecycles
                .iter_mut()
                .find_map(|own| find::take(&mut own.moves, |step| step.clause == *clause))
        });
        self.add("no such situation", |spec| {
            spec.lifecycles
                .iter_mut()
                .find_map(|own| find::take(&mut own.situations, |one| one.clause == *clause))
        });
        let answers = self.spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
        let answer =
            answers.filter(|one| one.clause == *clause).find_map(|one| match &one.answer {
                SituationAnswer::Error(error) => Some(error.as_str()),
                SituationAnswer::Success(_) => None,
            });
        if let Some(other) = answer.and_then(|error| self.other_error(Some(error))) {
            self.add(format!("answered with {other}"), |spec| {
                let mut situations = spec.lifecycles.iter_mut().flat_map(|own| &mut own.situations);
                let situation = situations.find(|one| one.clause == *clause)?;
                situation.answer = SituationAnswer::Error(other.clone());
                Some(())
            });
        }
    }

    /// An error of another status.
    pub(super) fn other_error(&self, error: Option<&str>) -> Option<String> {
        let status = self.spec.errors.get(error?)?.status;
        let other = self.spec.errors.values().find(|row| row.status != status)?;
        Some(other.id.clone())
    }
}
