//! Mutants of operations: their endpoints, requests, responses, and what they store; and of lifecycles: transitions
//! between states, and responses in situations.

use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseRoot, EffectKind, Lifecycle, Operation, RequestMediaType, Resource, ResourceEffect,
    Situation, SituationResponse, SituationSuccess, Transition,
};

use super::builder::{Found, MutantBuilder, has_required, situation_mut, take};
use super::objects::other_value;

impl MutantBuilder<'_> {
    pub(super) fn mutate_operation(&mut self) {
        let clause = self.clause.clone();
        let ClauseRoot::Operation(id) = clause.root() else { return };
        let Some(operation) = self.spec.operations.get(id) else { return };
        match clause.below_root() {
            "path" => self.mutate_path(operation),
            "request" => self.mutate_request(operation),
            "requestMediaType" => {
                let description = format!("{id} reads its body as JSON.");
                self.add_for_operation(id, "reads-json", description, |operation| {
                    operation.request_media_type = RequestMediaType::Json;
                });
            }
            "response" => self.mutate_response(operation),
            "errorBody" => {
                let mut types = self.spec.operations.values().filter_map(Operation::response_type);
                let Some(success) = types.next().cloned() else { return };
                let description = format!("{id} returns errors in the form of a success.");
                self.add_for_operation(id, "as-a-success", description, move |operation| {
                    operation.error_body.clone_from(&success);
                });
            }
            "unknown" => {
                self.other_error(operation, "the resource does not exist", |operation| {
                    operation.resource.as_mut()?.unknown.as_mut()
                });
            }
            "foreign" => {
                self.other_error(operation, "the resource belongs to another team", |operation| {
                    operation.resource.as_mut()?.foreign.as_mut()
                });
            }
            "precondition" => self.other_error(operation, "the version differs", |operation| {
                Some(&mut operation.precondition.as_mut()?.error)
            }),
            "idempotency.reused" => {
                self.other_error(operation, "a key comes with another body", |operation| {
                    operation.idempotency.as_mut()?.reused.as_mut()
                });
            }
            word => self.mutate_parents(operation, word),
        }
        self.mutate_stored(operation);
    }

    /// Adds mutants with another error for a parent that does not exist.
    fn mutate_parents(&mut self, operation: &Operation, word: &str) {
        let Some(word) = word.strip_prefix("parent.") else { return };
        let parents = operation.resource.iter().flat_map(Resource::parents);
        let names: Vec<&String> = parents.map(|parent| &parent.identified_by).collect();
        let is_meant = |name: &&String| word == format!("{name}.unknown");
        let situation = "a parent does not exist";
        match names.into_iter().position(|name| is_meant(&name)) {
            Some(0) => self.other_error(operation, situation, |operation| {
                operation.resource.as_mut()?.parent.as_mut()?.unknown.as_mut()
            }),
            Some(_) => self.other_error(operation, situation, |operation| {
                let parent = operation.resource.as_mut()?.parent.as_mut()?;
                parent.parent.as_mut()?.unknown.as_mut()
            }),
            None => {}
        }
    }

    fn mutate_path(&mut self, operation: &Operation) {
        let (id, Some(endpoint)) = (&operation.id, &operation.endpoint) else { return };
        self.add_for_operation(id, "elsewhere", format!("{id} has another path."), |operation| {
            operation.endpoint.as_mut()?.path.push_str("-elsewhere");
            Some(())
        });
        for method in ["GET", "POST", "PUT", "PATCH"] {
            if method != endpoint.method {
                let description = format!("{id} has the method {method}.");
                let suffix = format!("by-{method}");
                self.add_for_operation(id, &suffix, description, move |operation| {
                    method.clone_into(&mut operation.endpoint.as_mut()?.method);
                    Some(())
                });
            }
        }
    }

    fn mutate_request(&mut self, operation: &Operation) {
        let id = &operation.id;
        let Some(request) = &operation.request else { return };
        let description = format!("{id} ignores its body.");
        self.add_for_operation(id, "ignores-the-body", description, |operation| {
            operation.request.take()
        });
        // No case can show whether an optional body may be omitted; and a request without a body lacks the
        // properties that the body requires.
        let lacks = self.spec.schema_at(request).is_some_and(has_required);
        if operation.request_required && !lacks {
            let description = format!("{id} accepts a request without a body.");
            self.add_for_operation(id, "may-be-left-out", description, |operation| {
                operation.request_required = false;
            });
        }
    }

    /// Adds mutants with other status codes: only 204, which allows no body, if the contract shows no status code.
    fn mutate_response(&mut self, operation: &Operation) {
        let id = &operation.id;
        let shown = operation.response.as_ref().and_then(|response| response.status);
        let others: &[u16] = if shown.is_some() { &[201, 202, 204] } else { &[204] };
        for &status in others.iter().filter(|status| Some(**status) != shown) {
            let description = format!("{id} returns the status code {status}.");
            let suffix = format!("answers-{status}");
            self.add_for_operation(id, &suffix, description, move |operation| {
                operation.response.as_mut()?.status = Some(status);
                Some(())
            });
        }
    }

    /// Adds mutants of an operation that returns another error in a situation.
    fn other_error(
        &mut self,
        operation: &Operation,
        situation: &str,
        stated: fn(&mut Operation) -> Option<&mut String>,
    ) {
        let Some(error) = stated(&mut operation.clone()).cloned() else { return };
        let id = operation.id.clone();
        let describe = |other: &str| format!("{id} returns {other} if {situation}.");
        let changed = id.clone();
        self.answered_with(&error, describe, move |spec, other| {
            other.clone_into(stated(spec.operations.get_mut(&changed)?)?);
            Some(())
        });
    }

    fn add_for_operation<F: Found>(
        &mut self,
        id: &str,
        suffix: &str,
        description: String,
        change: impl Fn(&mut Operation) -> F + Send + Sync + 'static,
    ) {
        let id = id.to_owned();
        self.add(suffix, description, move |spec| change(spec.operations.get_mut(&id)?).found());
    }

    /// Adds mutants in which an effect does not store a property.
    fn mutate_stored(&mut self, operation: &Operation) {
        let Some(resource) = &operation.resource else { return };
        let stores =
            operation.effects.iter().filter(|effect| effect.kind == EffectKind::StoresGiven);
        for effect in stores {
            for name in self.spec.stored_properties(operation) {
                if effect.clause.child(name) != *self.clause {
                    continue;
                }
                let description =
                    format!("`{name}` is not stored when it is given, and responses lack it.");
                let (owner, name) = (resource.type_name.clone(), name.to_owned());
                self.add("is-not-stored", description, move |spec| {
                    spec.schema_at_mut(&owner)?.object_mut()?.properties.shift_remove(&name)
                });
            }
        }
    }

    pub(super) fn mutate_lifecycle(&mut self) {
        let clause = self.clause.clone();
        let ClauseRoot::Lifecycle(_) = clause.root() else { return };
        let lifecycles = &self.spec.lifecycles;
        let mut transitions = lifecycles
            .iter()
            .flat_map(|lifecycle| lifecycle.transitions.iter().map(move |step| (lifecycle, step)));
        if let Some((lifecycle, step)) = transitions.find(|(_, step)| step.clause == clause) {
            self.mutate_transition(lifecycle, step);
        }
        if let Some(lifecycle) = lifecycles.iter().find(|it| it.illegal_clause() == clause) {
            self.mutate_illegal(lifecycle);
        }
        if let Some(lifecycle) = lifecycles.iter().find(|it| it.initial_clause() == clause) {
            self.mutate_initial(lifecycle);
        }
        let mut situations = lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
        if let Some(situation) = situations.find(|situation| situation.clause == clause) {
            self.mutate_situation(situation);
        }
    }

    fn mutate_transition(&mut self, lifecycle: &Lifecycle, step: &Transition) {
        let clause = self.clause.clone();
        let description = format!("Nothing moves to `{}`; the state stays as it is.", step.to);
        self.add("dropped", description, move |spec| {
            spec.lifecycles.iter_mut().find_map(|lifecycle| {
                take(&mut lifecycle.transitions, |step| step.clause == clause)
            })
        });
        // A move to the same state changes nothing. Cases move only new jobs, which are in the first initial state.
        let starts = self.spec.operation_on(ResourceEffect::Starts, &lifecycle.type_name);
        let is_reached =
            |from: &String| match lifecycle.initial.first().filter(|_| starts.is_some()) {
                Some(first) => from == first,
                None => true,
            };
        for from in step.from.iter().filter(|from| **from != step.to && is_reached(from)) {
            let description = format!("Nothing moves from `{from}` to `{}`.", step.to);
            let (clause, from) = (self.clause.clone(), from.clone());
            self.add(format!("not-from-{from}"), description, move |spec| {
                let mut transitions =
                    spec.lifecycles.iter_mut().flat_map(|lifecycle| &mut lifecycle.transitions);
                take(&mut transitions.find(|step| step.clause == clause)?.from, |state| {
                    *state == from
                })
            });
        }
    }

    /// Adds mutants that begin in a state that the contract does not name. Those of jobs differ inside of the server.
    fn mutate_initial(&mut self, lifecycle: &Lifecycle) {
        if self.spec.operation_on(ResourceEffect::Starts, &lifecycle.type_name).is_some() {
            return;
        }
        for state in lifecycle.states.iter().filter(|state| !lifecycle.initial.contains(state)) {
            let description = format!("A new resource is in `{state}`.");
            let (clause, state) = (self.clause.clone(), state.clone());
            self.add(format!("begins-in-{state}"), description, move |spec| {
                let mut all = spec.lifecycles.iter_mut();
                all.find(|it| it.initial_clause() == clause)?.initial = vec![state.clone()];
                Some(())
            });
        }
    }

    /// Adds mutants that ignore illegal moves, make one of them, or reject them with another error.
    fn mutate_illegal(&mut self, lifecycle: &Lifecycle) {
        let Some(illegal) = &lifecycle.illegal else { return };
        let clause = lifecycle.illegal_clause();
        let found = move |spec: &mut Spec| {
            spec.lifecycles.iter_mut().position(|it| it.illegal_clause() == clause)
        };
        let find = found.clone();
        self.add(
            "ignored",
            "Illegal moves are ignored, and the state stays as it is.",
            move |spec| {
                let at = find(spec)?;
                spec.lifecycles[at].illegal.take()
            },
        );
        for step in &lifecycle.transitions {
            for from in lifecycle
                .states
                .iter()
                .filter(|from| !lifecycle.is_legal(&step.operation, from, &step.to))
            {
                let description = format!("A resource moves from `{from}` to `{}`.", step.to);
                let suffix = format!("moves-from-{from}-to-{}", step.to);
                let (find, from, step) = (found.clone(), from.clone(), step.clause.clone());
                self.add(suffix, description, move |spec| {
                    let at = find(spec)?;
                    let mut moves = spec.lifecycles[at].transitions.iter_mut();
                    moves.find(|it| it.clause == step)?.from.push(from.clone());
                    Some(())
                });
            }
        }
        let describe = |other: &str| format!("An illegal move results in {other}.");
        self.answered_with(&illegal.error, describe, move |spec, other| {
            let at = found(spec)?;
            other.clone_into(&mut spec.lifecycles[at].illegal.as_mut()?.error);
            Some(())
        });
    }

    fn mutate_situation(&mut self, situation: &Situation) {
        let (id, clause) = (&situation.id, self.clause.clone());
        let description = format!("The situation `{id}` gets the response of any other.");
        self.add("dropped", description, move |spec| {
            spec.lifecycles.iter_mut().find_map(|lifecycle| {
                take(&mut lifecycle.situations, |situation| situation.clause == clause)
            })
        });
        match &situation.response {
            SituationResponse::Error(error) => {
                for other in self.other_errors(error) {
                    let description = format!("The situation `{id}` gets the error {other}.");
                    let suffix = format!("answered-with-{other}");
                    self.response(&suffix, description, move |response| {
                        *response = SituationResponse::Error(other.clone());
                    });
                }
            }
            SituationResponse::Success(success) => self.mutate_success(id, success),
        }
    }

    fn mutate_success(&mut self, id: &str, success: &SituationSuccess) {
        for (name, value) in &success.members {
            let Some(other) = other_value(value) else { continue };
            let description = format!("In the situation `{id}`, `{name}` is {other}.");
            let name = name.clone();
            self.success(&format!("{name}-is-{other}"), description, move |success| {
                *success.members.get_mut(&name)? = other.clone();
                Some(())
            });
        }
        if !success.words.is_empty() {
            let description = format!("The response in the situation `{id}` has no message.");
            self.success("says-nothing", description, |success| success.says.take());
            let description =
                format!("The message in the situation `{id}` is about something else.");
            let clause = self.clause.clone();
            self.add("says-something-else", description, move |spec| {
                "Something else.".clone_into(&mut situation_mut(spec, &clause)?.doc);
                Some(())
            });
        }
        for (name, value) in success.event.iter().flat_map(|event| &event.members) {
            let Some(other) = other_value(value) else { continue };
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
                take(&mut success.absent, |absent| *absent == name)
            });
        }
    }

    fn success<F: Found>(
        &mut self,
        suffix: &str,
        description: String,
        change: impl Fn(&mut SituationSuccess) -> F + Send + Sync + 'static,
    ) {
        self.response(suffix, description, move |answer| match answer {
            SituationResponse::Success(success) => change(success).found(),
            SituationResponse::Error(_) => None,
        });
    }

    fn response<F: Found>(
        &mut self,
        suffix: &str,
        description: String,
        change: impl Fn(&mut SituationResponse) -> F + Send + Sync + 'static,
    ) {
        let clause = self.clause.clone();
        self.add(suffix, description, move |spec| {
            change(&mut situation_mut(spec, &clause)?.response).found()
        });
    }
}
