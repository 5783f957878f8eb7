//! Looks up what the contract says about an operation: the properties that are stored, filters and sortings of a
//! list, and its errors, each with its cause.

use indexmap::IndexMap;

use crate::model::{
    ClauseId, ErrorRow, Gap, Idempotency, IllegalMoves, JsonType, Level, Lifecycle, NamedResource,
    Object, Observation, Operation, Order, Parent, Part, Precondition, Probe, Property, Refusal,
    Resource, ResourceEffect, Schema, SituationResponse, Sorting, Spec,
};

/// The errors of an operation by identity, each with the causes that the contract states for this operation.
type ErrorCauses<'s> = IndexMap<&'s str, Vec<String>>;

impl Spec {
    /// Returns the properties that an operation stores: those that both its request and its resource list. Three kinds are
    /// left out: an identity by which the request names the resource; a property whose listed values are open, since the
    /// contract does not say which of them are stored; and a state that only legal moves change.
    #[must_use]
    pub fn stored_properties(&self, operation: &Operation) -> Vec<&str> {
        let Some(resource) = &operation.resource else { return Vec::new() };
        let stored = self.object(&resource.type_name);
        let (Some(request), Some(stored)) = (self.sent_object(operation), stored) else {
            return Vec::new();
        };
        let names = request.properties.keys().map(String::as_str);
        let is_named = resource.effect.needs_identity();
        let is_identity = |name: &str| is_named && name == resource.identity;
        let is_left_out = |name: &str| {
            let schema = &request.properties[name].schema;
            self.is_open_enum(schema) || self.is_guarded(schema)
        };
        let is_stored = |name: &&str| stored.properties.contains_key(*name) && !is_left_out(name);
        names.filter(|name| is_stored(name) && !is_identity(name)).collect()
    }

    /// Returns the object that a request sends, or that each item of its list is.
    #[must_use]
    pub fn sent_object(&self, operation: &Operation) -> Option<&Object> {
        let name = operation.request.as_deref()?;
        self.object(self.item(name).unwrap_or(name))
    }

    /// Returns whether the contract lists values of a schema and leaves them open.
    #[must_use]
    pub fn is_open_enum(&self, schema: &Schema) -> bool {
        let resolved = self.resolve(schema);
        let is_open = [schema, resolved].iter().any(|schema| schema.level == Level::Open);
        is_open && resolved.words().is_some()
    }

    /// Returns the lifecycles whose illegal moves an operation rejects, each with the property of the request that asks for
    /// a move. Items of a list ask for moves, too.
    pub fn guards<'s>(
        &'s self,
        operation: &'s Operation,
    ) -> impl Iterator<Item = (&'s Lifecycle, &'s IllegalMoves, &'s Property)> {
        let resource = operation.resource.as_ref();
        let resource = resource.filter(|it| it.effect == ResourceEffect::Updates);
        let request = self.sent_object(operation);
        self.lifecycles.iter().filter_map(move |lifecycle| {
            let is_own = resource.is_some_and(|it| it.type_name == lifecycle.type_name);
            let illegal = lifecycle.illegal.as_ref().filter(|_| is_own)?;
            Some((lifecycle, illegal, request?.properties.get(&lifecycle.property)?))
        })
    }

    /// Returns the lifecycles by whose moves an action changes its resource.
    pub fn moved_by<'s>(&'s self, operation: &'s Operation) -> impl Iterator<Item = &'s Lifecycle> {
        let resource = operation.stored_resource();
        let resource = resource.filter(|it| it.effect == ResourceEffect::Uses);
        self.lifecycles.iter().filter(move |lifecycle| {
            let mut moves = lifecycle.transitions.iter();
            resource.is_some_and(|it| it.type_name == lifecycle.type_name)
                && moves.any(|step| step.operation == operation.id)
        })
    }

    /// Returns the states into which requests bring a new resource: those that a creation asks for, or the only initial one,
    /// and those to which updates and actions lead.
    #[must_use]
    pub fn reachable_states<'s>(&'s self, lifecycle: &'s Lifecycle) -> Vec<&'s str> {
        let asked = |operation: &'s Operation| {
            let object = self.sent_object(operation)?;
            self.resolve(&object.properties.get(&lifecycle.property)?.schema).words()
        };
        let creation = self.operation_with_effect(ResourceEffect::Creates, &lifecycle.type_name);
        let named = creation.and_then(asked).unwrap_or_default();
        let mut reached: Vec<&str> = named.iter().map(String::as_str).collect();
        if let ([first], true, Some(_)) =
            (lifecycle.initial.as_slice(), reached.is_empty(), creation)
        {
            reached.push(first);
        }
        let mut next = 0;
        while let Some(from) = reached.get(next).copied() {
            next += 1;
            let leading =
                lifecycle.transitions.iter().filter(|it| it.from.iter().any(|it| it == from));
            for step in leading.filter(|it| self.operations.contains_key(&it.operation)) {
                let operation = &self.operations[&step.operation];
                let is_asked = asked(operation).is_some_and(|it| it.contains(&step.to));
                let is_action = self.moved_by(operation).next().is_some();
                if (is_asked || is_action) && !reached.contains(&step.to.as_str()) {
                    reached.push(&step.to);
                }
            }
        }
        reached
    }

    /// Returns whether a request for an action changes its resource.
    #[must_use]
    pub fn is_changing_action(&self, operation: &Operation) -> bool {
        operation.resource_effect() == Some(ResourceEffect::Uses)
            && (!operation.effects.is_empty() || self.moved_by(operation).next().is_some())
    }

    /// Returns whether a schema is that of a property by which a request asks for a move that may be illegal.
    #[must_use]
    pub fn is_guarded(&self, schema: &Schema) -> bool {
        self.lifecycles.iter().any(|lifecycle| lifecycle.illegal.is_some())
            && self.operations.values().any(|operation| {
                self.guards(operation).any(|(.., property)| property.schema.clause == schema.clause)
            })
    }

    /// Returns the type of the items of a type that is a list, if the type of the items has a name.
    #[must_use]
    pub fn item(&self, type_name: &str) -> Option<&str> {
        let items = self.schema(type_name)?.items().filter(|items| items.is_reference())?;
        items.type_names().first().map(|name| name.as_str())
    }

    /// Returns the properties of the query that filter a list: those that its resource has too.
    #[must_use]
    pub fn filters(&self, operation: &Operation) -> Vec<&str> {
        let Some(resource) = &operation.resource else { return Vec::new() };
        let query = operation.query.as_deref().and_then(|name| self.object(name));
        let (true, Some(query), Some(stored)) =
            (resource.effect == ResourceEffect::Lists, query, self.object(&resource.type_name))
        else {
            return Vec::new();
        };
        let names = query.properties.keys().map(String::as_str);
        let pages = operation.pagination.as_ref();
        let sorts =
            |name: &str| matches!(&operation.order, Some(Order::Chosen(own)) if own == name);
        let is_of_page = |name: &str| {
            sorts(name)
                || pages.is_some_and(|pagination| {
                    pagination.parameter == name || pagination.limit.as_deref() == Some(name)
                })
        };
        names.filter(|name| stored.properties.contains_key(*name) && !is_of_page(name)).collect()
    }

    /// Returns the sortings of a list: each with the value of the query parameter that selects it, and its
    /// clause.
    #[must_use]
    pub fn sortings<'s>(
        &'s self,
        operation: &'s Operation,
    ) -> Vec<(Option<&'s str>, Sorting, ClauseId)> {
        let clause = operation.clause().child("order");
        let parameter = match &operation.order {
            None => return Vec::new(),
            Some(Order::By(sorting)) => return vec![(None, sorting.clone(), clause)],
            Some(Order::Chosen(parameter)) => parameter,
        };
        let query = operation.query.as_deref().and_then(|query| self.object(query));
        let values =
            query.and_then(|query| self.resolve(&query.properties.get(parameter)?.schema).words());
        let stored =
            operation.resource.as_ref().and_then(|resource| self.object(&resource.type_name));
        let is_stored = |sorting: &Sorting| {
            stored.is_some_and(|object| object.properties.contains_key(&sorting.property))
        };
        let sorting = |value: &'s String| {
            let sorting = Some(Sorting::parse(value)).filter(is_stored)?;
            Some((Some(value.as_str()), sorting, clause.child(value)))
        };
        values.into_iter().flatten().filter_map(sorting).collect()
    }

    /// Returns the gap of a probe at a clause.
    #[must_use]
    pub fn gap_at(&self, probe: Probe, clause: &ClauseId) -> Option<&Gap> {
        let is_probe = |gap: &Gap| gap.observation == Observation::Probe(probe);
        self.gaps.values().find(|gap| is_probe(gap) && gap.place == *clause)
    }

    /// Returns the schema of the list of resources in the response of an operation that lists.
    #[must_use]
    pub fn list_schema(&self, operation: &Operation) -> Option<&Schema> {
        let resource = operation.resource.as_ref()?;
        let type_name = operation.response_type()?;
        let schema = match &resource.returned_in {
            Some(name) => &self.object(type_name)?.properties.get(name)?.schema,
            None => self.schema(type_name)?,
        };
        Some(self.resolve(schema))
    }

    /// Returns the parts of an operation's multipart body by name; `None` for other bodies.
    #[must_use]
    pub fn parts<'s>(&'s self, operation: &Operation) -> Option<IndexMap<&'s str, Part<'s>>> {
        let request = operation.request.as_ref().filter(|_| operation.is_multipart())?;
        let properties = &self.object(request)?.properties;
        let part = |schema: &'s Schema| match (&schema.content_media_type, self.resolve(schema)) {
            (Some(media_type), _) => Part::File(media_type),
            (None, schema) => match schema.shape.json_type() {
                Some(JsonType::Array | JsonType::Object) | None => Part::Json,
                Some(_) => Part::Text,
            },
        };
        let parts = properties.iter();
        Some(parts.map(|(name, property)| (name.as_str(), part(&property.schema))).collect())
    }

    /// Returns the path parameter that names resources of a type.
    #[must_use]
    pub fn identity_parameter(&self, type_name: &str) -> Option<&str> {
        let resources =
            self.operations.values().filter_map(|operation| operation.resource.as_ref());
        let mut of_type = resources.filter(|resource| resource.type_name == type_name);
        of_type.find_map(|resource| resource.identified_by.as_deref())
    }

    /// Returns the properties that name another resource, each with the type of the body.
    #[must_use]
    pub fn named_resources(&self) -> Vec<(String, NamedResource)> {
        let named = self.operations.values().filter_map(|operation| {
            let named = operation.refusals.iter().filter_map(|refusal| refusal.names.clone());
            Some((operation.request.clone()?, named))
        });
        named.flat_map(|(body, named)| named.map(move |it| (body.clone(), it))).collect()
    }

    /// Returns the path parameters that together name a resource: those of its parents, the outermost first, and its
    /// own. The paths of some operations may have fewer of them.
    #[must_use]
    pub fn full_name<'s>(&'s self, parameter: &'s str) -> Vec<&'s str> {
        let resources =
            || self.operations.values().filter_map(|operation| operation.resource.as_ref());
        let named = |resource: &&Resource| resource.identified_by.as_deref() == Some(parameter);
        let type_name = resources().find(named).map(|resource| &resource.type_name);
        let of_type = resources().filter(|resource| Some(&resource.type_name) == type_name);
        let parents = of_type.map(|resource| resource.parents().collect::<Vec<_>>());
        let parents = parents.max_by_key(Vec::len).unwrap_or_default().into_iter().rev();
        parents.map(|parent| parent.identified_by.as_str()).chain([parameter]).collect()
    }

    /// Returns the first operation that has an effect on one resource of a type, and whose path the contract shows.
    #[must_use]
    pub fn operation_with_effect(
        &self,
        effect: ResourceEffect,
        type_name: &str,
    ) -> Option<&Operation> {
        self.operations.values().find(|operation| {
            let own =
                |resource: &Resource| resource.effect == effect && resource.type_name == type_name;
            let is_own = operation.resource.as_ref().is_some_and(own);
            is_own && !operation.is_bulk() && operation.endpoint.is_some()
        })
    }

    /// Returns the first operation that has an effect on one resource of a type, even if the contract does not show its
    /// path.
    #[must_use]
    pub fn operation_on(&self, effect: ResourceEffect, type_name: &str) -> Option<&Operation> {
        self.operations.values().find(|operation| {
            let resource = operation.resource.as_ref().filter(|_| !operation.is_bulk());
            resource.is_some_and(|it| it.effect == effect && it.type_name == type_name)
        })
    }

    /// Returns the lifecycle of a type of jobs.
    #[must_use]
    pub fn job_lifecycle(&self, type_name: &str) -> Option<&Lifecycle> {
        self.lifecycles.iter().find(|lifecycle| lifecycle.type_name == type_name)
    }

    /// Returns the errors that responses of an operation may have, in the order of the catalogue.
    ///
    /// These are the errors that the operation and the service list, and those of its parameters, body, authentication,
    /// resource and refusals. Situations and illegal moves of lifecycles add theirs. A refusal of a type in the body counts
    /// in two cases: if it depends on the state of the team, or if the operation lists its error. An
    /// operation that only stores the value never checks the other refusals.
    #[must_use]
    pub fn operation_errors(&self, operation: &Operation) -> Vec<&ErrorRow> {
        let causes = self.causes(operation);
        self.in_catalogue_order(causes).into_iter().map(|(row, _)| row).collect()
    }

    /// Returns the errors of [`Self::operation_errors`], each with its cause in the operation's own terms.
    ///
    /// The cause is the one under `causes` on the page. Without it, the cause follows from the resource, the
    /// refusals and the situations of the operation, or is the cause of the catalogue.
    #[must_use]
    pub fn operation_causes(&self, operation: &Operation) -> Vec<(&ErrorRow, String)> {
        let causes = self.in_catalogue_order(self.causes(operation)).into_iter();
        let with_cause = causes.map(|(row, causes)| {
            let cause = match operation.causes.get(&row.id) {
                Some(cause) => cause.clone(),
                None if causes.is_empty() => row.cause.clone(),
                None => causes.join(" Or: "),
            };
            (row, cause)
        });
        with_cause.collect()
    }

    /// Returns the errors that every operation lists, if there are several operations.
    #[must_use]
    pub fn common_errors(&self) -> Vec<&ErrorRow> {
        let is_common = |row: &&ErrorRow| {
            let mut operations = self.operations.values();
            self.operations.len() > 1
                && operations.all(|operation| operation.errors.contains(&row.id))
        };
        self.errors.values().filter(is_common).collect()
    }

    /// Returns the errors of [`Self::operation_causes`] without the errors in `common` that have the cause of
    /// the catalogue.
    #[must_use]
    pub fn own_errors(
        &self,
        operation: &Operation,
        common: &[&ErrorRow],
    ) -> Vec<(&ErrorRow, String)> {
        let is_common = |row: &ErrorRow, cause: &str| {
            cause == row.cause && common.iter().any(|other| other.id == row.id)
        };
        let mut errors = self.operation_causes(operation);
        errors.retain(|(row, cause)| !is_common(row, cause));
        errors
    }

    /// Returns the errors of [`Self::operation_errors`]. The list of causes is empty for an error that only the operation
    /// itself lists.
    fn causes<'s>(&'s self, operation: &'s Operation) -> ErrorCauses<'s> {
        let mut causes = ErrorCauses::new();
        for error in &operation.errors {
            causes.entry(error).or_default();
        }
        let scheme = operation.authentication.as_ref();
        if let Some(scheme) = scheme.and_then(|id| self.service.authentication.get(id)) {
            for error in scheme.errors() {
                self.add_general(&mut causes, error);
            }
        }
        let mut sent: Vec<&Schema> =
            operation.parameters.values().map(|parameter| &parameter.schema).collect();
        for sent_type in operation.sent_types() {
            self.add_general(&mut causes, &self.service.validation_failure);
            sent.extend(self.types.get(sent_type).map(|named_type| &named_type.schema));
        }
        if let Some(resource) = &operation.resource {
            let name = resource.noun();
            if let Some(error) = &resource.unknown {
                add(&mut causes, error, format!("The {name} does not exist."));
            }
            if let Some(error) = &resource.foreign {
                add(&mut causes, error, format!("The {name} belongs to another team."));
            }
            for Parent { type_name, unknown, foreign, .. } in resource.parents() {
                for (error, which) in
                    [(unknown, "does not exist"), (foreign, "belongs to another team")]
                {
                    let Some(error) = error else { continue };
                    add(&mut causes, error, format!("The {type_name} {which}."));
                }
            }
            if let Some(Precondition { header, error }) = &operation.precondition {
                let cause = format!("`{header}` does not have the current version of the {name}.");
                add(&mut causes, error, cause);
            }
            if let Some(Idempotency { header, reused: Some(error) }) = &operation.idempotency {
                add(&mut causes, error, format!("`{header}` was sent with another body before."));
            }
        }
        if let Some(error) =
            operation.pagination.as_ref().and_then(|pagination| pagination.unknown.as_ref())
        {
            self.add_general(&mut causes, error);
        }
        for refusal in &operation.refusals {
            add(&mut causes, &refusal.error, refusal.doc.clone());
        }
        for schema in self.reached(sent) {
            if let Some(error) = &schema.error {
                self.add_general(&mut causes, error);
            }
            let Some(object) = schema.object() else { continue };
            let is_returned = |refusal: &&Refusal| {
                refusal.team_state.is_some() || operation.errors.contains(&refusal.error)
            };
            for refusal in object.refusals.iter().filter(is_returned) {
                self.add_general(&mut causes, &refusal.error);
            }
        }
        for (lifecycle, illegal, _) in self.guards(operation) {
            let Lifecycle { type_name, property, .. } = lifecycle;
            let cause =
                format!("The {type_name} cannot move from its `{property}` to the requested one.");
            add(&mut causes, &illegal.error, cause);
        }
        for lifecycle in self.moved_by(operation) {
            let Lifecycle { type_name, property, illegal, .. } = lifecycle;
            if let Some(illegal) = illegal {
                let cause = format!("The action leads from another `{property}` of a {type_name}.");
                add(&mut causes, &illegal.error, cause);
            }
        }
        let situations = self.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
        for situation in situations.filter(|situation| situation.operation == operation.id) {
            if let SituationResponse::Error(error) = &situation.response {
                add(&mut causes, error, situation.doc.clone());
            }
        }
        causes
    }

    /// Returns the rows of errors with their causes, in the order of the catalogue.
    fn in_catalogue_order(&self, causes: ErrorCauses<'_>) -> Vec<(&ErrorRow, Vec<String>)> {
        let rows = causes.into_iter().filter_map(|(id, causes)| {
            let (place, _, row) = self.errors.get_full(id)?;
            Some((place, row, causes))
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by_key(|(place, ..)| *place);
        rows.into_iter().map(|(_, row, causes)| (row, causes)).collect()
    }

    /// Adds an error with the cause of the catalogue.
    fn add_general<'s>(&'s self, causes: &mut ErrorCauses<'s>, error: &'s str) {
        if let Some(row) = self.errors.get(error) {
            add(causes, error, row.cause.clone());
        }
    }
}

fn add<'s>(causes: &mut ErrorCauses<'s>, error: &'s str, cause: String) {
    let causes = causes.entry(error).or_default();
    if !causes.contains(&cause) {
        causes.push(cause);
    }
}
