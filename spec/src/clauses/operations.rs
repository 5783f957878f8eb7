//! The clauses of operations and lifecycles.

use super::ClauseList;
use crate::model::{
    ClauseId, EffectKind, Endpoint, Idempotency, Lifecycle, NOT_MODIFIED, Operation, Pagination,
    Precondition, Resource, Situation, Sorting, Spec,
};

impl Spec {
    /// Returns what an operation promises in addition to its effects: what it does with its resource, how a
    /// list is filtered, and how its pages are walked.
    #[must_use]
    pub fn promises(&self, operation: &Operation) -> Vec<(ClauseId, String)> {
        let of = |word: &str| operation.clause().child(word);
        let mut promises = Vec::new();
        if let Some(Resource { type_name: name, effect, .. }) = &operation.resource {
            promises.extend(effect.promise(name).map(|statement| (of(effect.name()), statement)));
            if let Some(header) =
                operation.resource.as_ref().and_then(|resource| resource.version.as_ref())
            {
                let statement =
                    format!("`{header}` is the version of the {name}, and changes with it");
                promises.push((of("version"), statement));
            }
            promises.extend(conditional(operation, name));
            for filter in self.filters(operation) {
                let statement = format!("`{filter}` excludes each {name} with another value");
                promises.push((of("filters").child(filter), statement));
            }
        }
        for (_, Sorting { property, direction }, clause) in self.sortings(operation) {
            let statement = format!("sorted by `{property}`, {}", direction.name());
            promises.push((clause, statement));
        }
        if let Some(Pagination { parameter, limit, stable, .. }) = &operation.pagination {
            let of = of("pagination");
            let statement =
                format!("a walk over the pages by `{parameter}` returns each resource once");
            promises.push((of.child("walk"), statement));
            let statement =
                limit.iter().map(|name| format!("a page has at most `{name}` resources"));
            promises.extend(statement.map(|statement| (of.child("limit"), statement)));
            let statement =
                "a walk returns each resource once, even if others are created meanwhile";
            promises.extend(stable.then(|| (of.child("stable"), statement.to_owned())));
        }
        promises.extend(operation.notices().into_iter().map(|notice| {
            let statement =
                format!("each success has the header `{}: {}`", notice.header, notice.value);
            (notice.clause, statement)
        }));
        promises
    }
}

/// Returns what an operation promises for requests with a condition or an idempotency key.
fn conditional(operation: &Operation, name: &str) -> Vec<(ClauseId, String)> {
    let of = |word: &str| operation.clause().child(word);
    let mut promises = Vec::new();
    if let Some(Precondition { header, error }) = &operation.precondition {
        let statement = format!(
            "a request whose `{header}` is not the version of the {name} results in {error}, and changes \
             nothing"
        );
        promises.push((of("precondition"), statement));
    }
    if let Some(header) = &operation.condition {
        let statement = format!(
            "a request whose `{header}` is the version of the {name} results in {NOT_MODIFIED}, without \
             a body"
        );
        promises.push((of("condition"), statement));
    }
    if let Some(Idempotency { header, reused }) = &operation.idempotency {
        let of = of("idempotency");
        let statement = format!(
            "requests with the same `{header}` and the same body create one {name}; another `{header}` \
             creates another one"
        );
        promises.push((of.clone(), statement));
        let statement = |error| format!("a known `{header}` with another body results in {error}");
        promises.extend(reused.iter().map(|error| (of.child("reused"), statement(error))));
    }
    promises
}

impl ClauseList<'_> {
    pub(super) fn operation(&mut self, operation: &Operation) {
        let spec = self.spec;
        let of = |word: &str| operation.clause().child(word);
        let (level, source) = (operation.level, operation.source.as_str());
        if let Some(Endpoint { method, path }) = &operation.endpoint {
            let statement = format!("{method} {}{path}", spec.service.base_path);
            self.add(&of("path"), level, statement, source);
        }
        if let Some(request) = &operation.request {
            let statement = match operation.request_required {
                true => format!("a body is required: {request}"),
                false => format!("a body is optional: {request}"),
            };
            self.add(&of("request"), level, statement, source);
        }
        if let Some(response) = &operation.response {
            let status = response.status.map_or("a success".to_owned(), |s| s.to_string());
            let body = response.type_name.as_deref().unwrap_or("no body");
            let statement = format!("returns {status} with {body}");
            self.add(&of("response"), level, statement, source);
            if let Some(headers) = &response.headers {
                let statement = format!("returns the headers {headers}");
                self.add(&of("responseHeaders"), level, statement, source);
            }
        }
        if operation.error_body != spec.service.error_body {
            let statement = format!("errors have the body {}", operation.error_body);
            self.add(&of("errorBody"), level, statement, source);
        }
        if let Some(resource) = &operation.resource {
            let name = &resource.type_name;
            if let Some(unknown) = &resource.unknown {
                self.add(
                    &of("unknown"),
                    level,
                    format!("a {name} that does not exist: {unknown}"),
                    source,
                );
            }
            if let Some(foreign) = &resource.foreign {
                let statement = format!("a {name} of another team: {foreign}");
                self.add(&of("foreign"), level, statement, source);
            }
        }
        if let Some(unknown) =
            operation.pagination.as_ref().and_then(|pagination| pagination.unknown.as_ref())
        {
            let statement = format!("a cursor that the service did not issue: {unknown}");
            self.add(&operation.pagination_clause("unknown"), level, statement, source);
        }
        for (clause, statement) in spec.promises(operation) {
            self.add(&clause, level, statement, source);
        }
        for parameter in operation.parameters.values() {
            self.schema(&parameter.schema);
        }
        for effect in &operation.effects {
            self.add(&effect.clause, effect.level, effect.doc.as_str(), &effect.source);
            if effect.kind == EffectKind::StoresGiven {
                for name in spec.stored_properties(operation) {
                    let statement =
                        format!("`{name}` is stored and returned if the request has it");
                    self.add(&effect.clause.child(name), effect.level, statement, &effect.source);
                }
            }
        }
        self.refusals(&operation.refusals);
        self.behaviour(&operation.clause(), &operation.behaviour, level, source);
    }

    pub(super) fn lifecycle(&mut self, lifecycle: &Lifecycle) {
        for step in &lifecycle.transitions {
            let statement = format!(
                "{} changes `{}` from {} to {}",
                step.operation,
                lifecycle.property,
                step.from.join(", "),
                step.to
            );
            self.add(&step.clause, step.level, statement, &step.source);
        }
        for situation in &lifecycle.situations {
            let statement = describe_situation(situation);
            self.add(&situation.clause, situation.level, statement, &situation.source);
        }
    }
}

fn describe_situation(situation: &Situation) -> String {
    let response = situation.response.phrases().join(", ");
    format!("{} {} returns: {response}", situation.doc, situation.operation)
}
