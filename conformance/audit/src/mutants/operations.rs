//! Mutants of operations: their endpoints, requests, responses, and what they store.

use webdata_spec::model::{EffectKind, Operation};

use super::builder::MutantBuilder;
use super::find;

impl MutantBuilder<'_> {
    pub(super) fn mutate_operation(&mut self) {
        let clause = self.clause.clone();
        let Some(rest) = clause.as_str().strip_prefix("operations.") else { return };
        let Some((id, word)) = rest.split_once('.') else { return };
        let Some(operation) = self.spec.operations.get(id) else { return };
        match word {
            "path" => self.mutate_path(operation),
            "request" => self.mutate_request(operation),
            "response" => self.mutate_response(operation),
            "errorBody" => {
                let mut types = self.spec.operations.values().filter_map(Operation::response_type);
                let Some(success) = types.next().cloned() else { return };
                let description = format!("{id} returns errors in the form of a success.");
                self.add_for_operation(id, "as-a-success", description, move |operation| {
                    operation.error_body.clone_from(&success);
                    Some(())
                });
            }
            "unknown" => {
                let unknown =
                    operation.resource.as_ref().and_then(|resource| resource.unknown.as_ref());
                let Some(unknown) = unknown else { return };
                for other in self.other_errors(unknown) {
                    let description =
                        format!("{id} returns {other} if the resource does not exist.");
                    self.add_for_operation(
                        id,
                        &format!("answered-with-{other}"),
                        description,
                        move |operation| {
                            operation.resource.as_mut()?.unknown = Some(other.clone());
                            Some(())
                        },
                    );
                }
            }
            "precondition" => {
                let Some(precondition) = &operation.precondition else { return };
                for other in self.other_errors(&precondition.error) {
                    let description = format!("{id} returns {other} if the version differs.");
                    self.add_for_operation(
                        id,
                        &format!("answered-with-{other}"),
                        description,
                        move |operation| {
                            operation.precondition.as_mut()?.error.clone_from(&other);
                            Some(())
                        },
                    );
                }
            }
            "idempotency.reused" => {
                let reused = operation
                    .idempotency
                    .as_ref()
                    .and_then(|idempotency| idempotency.reused.as_ref());
                let Some(reused) = reused else { return };
                for other in self.other_errors(reused) {
                    let description =
                        format!("{id} returns {other} if a key comes with another body.");
                    self.add_for_operation(
                        id,
                        &format!("answered-with-{other}"),
                        description,
                        move |operation| {
                            operation.idempotency.as_mut()?.reused = Some(other.clone());
                            Some(())
                        },
                    );
                }
            }
            _ => {}
        }
        if let Some(behaviour) = word.strip_prefix("behaviour.")
            && let Some(sentence) = operation.behaviour.get(behaviour)
        {
            let (id, behaviour) = (id.to_owned(), behaviour.to_owned());
            self.without_behaviour(sentence, move |spec| {
                spec.operations.get_mut(&id)?.behaviour.shift_remove(&behaviour)
            });
        }
        self.mutate_stored(operation);
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
                self.add_for_operation(
                    id,
                    &format!("by-{method}"),
                    description,
                    move |operation| {
                        method.clone_into(&mut operation.endpoint.as_mut()?.method);
                        Some(())
                    },
                );
            }
        }
    }

    fn mutate_request(&mut self, operation: &Operation) {
        let id = &operation.id;
        let Some(request) = &operation.request else { return };
        self.add_for_operation(
            id,
            "ignores-the-body",
            format!("{id} ignores its body."),
            |operation| operation.request.take().map(drop),
        );
        // No case can show whether an optional body may be omitted; and a request without a body lacks the
        // properties that the body requires.
        let lacks = self.spec.schema_at(request).is_some_and(find::has_required);
        if operation.request_required && !lacks {
            self.add_for_operation(
                id,
                "may-be-left-out",
                format!("{id} accepts a request without a body."),
                |operation| {
                    operation.request_required = false;
                    Some(())
                },
            );
        }
    }

    /// Adds a mutant with another status code. If the contract shows no status code, the mutant has one
    /// without a body.
    fn mutate_response(&mut self, operation: &Operation) {
        let id = &operation.id;
        let is_shown =
            operation.response.as_ref().is_some_and(|response| response.status.is_some());
        let others: &[u16] = if is_shown { &[201, 202, 204] } else { &[204] };
        let own_status = operation.response.as_ref().and_then(|response| response.status);
        for &status in others.iter().filter(|status| Some(**status) != own_status) {
            self.add_for_operation(
                id,
                &format!("answers-{status}"),
                format!("{id} returns the status code {status}."),
                move |operation| {
                    operation.response.as_mut()?.status = Some(status);
                    Some(())
                },
            );
        }
    }

    /// Adds a mutant with an operation changed.
    fn add_for_operation(
        &mut self,
        id: &str,
        suffix: &str,
        description: String,
        change: impl Fn(&mut Operation) -> Option<()> + Send + Sync + 'static,
    ) {
        let id = id.to_owned();
        self.add(suffix, description, move |spec| change(spec.operations.get_mut(&id)?));
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
                    spec.schema_at_mut(&owner)?
                        .object_mut()?
                        .properties
                        .shift_remove(&name)
                        .map(drop)
                });
            }
        }
    }
}
