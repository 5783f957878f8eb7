//! The effect of a request on stored resources, given the result of its validation: changes, conditional requests,
//! and creations that are sent again.
//!
//! This module does not validate a request and holds no fact of the contract.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use axum::http::HeaderMap;
use serde_json::Value;
use webdata_spec::model::{ANY_VERSION, ResourceEffect, Schema, Shape};

use crate::contract::effects::{self, Effects};
use crate::contract::errors::RequestError;
use crate::contract::operation::{Operation, Request, Resource};
use crate::contract::schema::{self, Properties};
use crate::service::backend::Backend;
use crate::service::collection;
use crate::service::decisions::ChangedResource;
use crate::service::jobs;
use crate::service::resources::{self, ResourceChange};
use crate::world::store::{Creation, ExistingResource, ResourceId};
use crate::world::teams::Team;

/// A request for an operation with a resource.
pub(super) struct ResourceRequest<'a> {
    pub(super) backend: &'a Backend,
    pub(super) operation: &'a Operation,
    pub(super) resource: &'a Resource,
    pub(super) team: &'a Team,
    /// The resource that the path names.
    pub(super) named: Option<&'a ResourceId>,
    /// The parent that the path names, and the path parameter's value.
    pub(super) parent: (Option<&'a ResourceId>, Option<&'a str>),
    pub(super) query: &'a Properties,
    pub(super) headers: &'a HeaderMap,
    /// The body, if the operation takes one and the request has one.
    pub(super) body: Option<CheckedBody<'a>>,
    /// The resource when the request arrived, if the server waited since.
    pub(super) read: Option<&'a Properties>,
}

/// A body with the result of its validation.
pub(super) struct CheckedBody<'a> {
    pub(super) request: &'a Request,
    pub(super) body: Value,
    pub(super) verdict: Result<(), RequestError>,
}

impl CheckedBody<'_> {
    /// Returns the body.
    ///
    /// # Errors
    /// The error of an invalid body.
    pub(super) fn valid(self) -> Result<Value, RequestError> {
        self.verdict.map(|()| self.body)
    }
}

/// The resource of a response, and the response's body.
pub(super) struct ResourceResponse {
    pub(super) body: Value,
    pub(super) identity: Option<String>,
    /// The version of the resource, for the `ETag`.
    pub(super) version: Option<String>,
    /// Whether the client already has this version of the resource.
    pub(super) is_current: bool,
}

impl ResourceResponse {
    /// Creates a response that concerns no single resource.
    fn new(body: Value) -> Self {
        Self { body, identity: None, version: None, is_current: false }
    }
}

impl ResourceRequest<'_> {
    /// Carries the request out.
    ///
    /// # Errors
    /// The error of a request that cannot be carried out.
    pub(super) fn carry_out(self) -> Result<ResourceResponse, RequestError> {
        let success = &self.operation.success;
        match self.resource.effect {
            ResourceEffect::Creates => self.create(),
            ResourceEffect::Updates | ResourceEffect::Replaces => self.change(),
            ResourceEffect::Reads => {
                let properties = self.named.and_then(|name| self.read(name));
                let mut properties = properties.unwrap_or_default();
                let (version, is_current) =
                    (self.version(&properties), self.is_current(&properties));
                let next = self.page_of_results(&mut properties)?;
                let mut body = success.with_resource(properties);
                if let (Some((name, value)), Some(members)) = (next, body.as_object_mut()) {
                    members.insert(name, value);
                }
                Ok(ResourceResponse { version, is_current, ..ResourceResponse::new(body) })
            }
            ResourceEffect::Lists => {
                let Self { backend, operation, resource, team, query, parent, .. } = self;
                let owners = (team, parent.0);
                let page = collection::list(backend, operation, resource, owners, query)?;
                Ok(ResourceResponse::new(success.with_resources(page.items, page.next)))
            }
            ResourceEffect::Uses => self.act(),
            ResourceEffect::Deletes => {
                let removed = self.named.and_then(|name| self.backend.world.store.read(name));
                if let Some(name) = self.named {
                    self.delete(name)?;
                }
                let removed = removed.unwrap_or_default();
                Ok(ResourceResponse::new(
                    success.with_properties(removed, &[&self.resource.identity]),
                ))
            }
            ResourceEffect::Starts => self.start(),
            ResourceEffect::Cancels => self.cancel(),
        }
    }

    /// Returns a stored resource, or a job in its state now.
    fn read(&self, name: &ResourceId) -> Option<Properties> {
        let (backend, now) = (self.backend, self.backend.world.clock.now());
        let mut properties = backend.world.store.read(name)?;
        if let Some(lifecycle) = jobs::lifecycle(&backend.contract, self.resource) {
            jobs::settle(&backend.contract, lifecycle, &mut properties, now);
            if jobs::is_over(lifecycle, &properties)
                && backend.decisions.restarts(&self.operation.id)
                && let Some(owner) = backend.world.store.owner(name)
            {
                let restart = |job: &mut _| jobs::restart(lifecycle, job, now);
                backend.world.store.change(name, &owner, restart);
            }
        }
        let initial = || self.initial(name);
        backend.decisions.read(&self.operation.id, &mut properties, &initial);
        Some(properties)
    }

    /// Returns the properties that a resource is created with.
    fn initial(&self, name: &ResourceId) -> Properties {
        let kind = self.backend.kind(&name.type_name);
        kind.map(|kind| kind.initial(&name.id, self.backend.world.clock.now())).unwrap_or_default()
    }

    /// Removes the results of a job that are not on the requested page. Returns the property that leads to the next
    /// page, with its value.
    fn page_of_results(
        &self,
        job: &mut Properties,
    ) -> Result<Option<(String, Value)>, RequestError> {
        let pagination = self.operation.pagination.as_ref();
        let Some(items) = pagination.and_then(|pagination| pagination.items.as_ref()) else {
            return Ok(None);
        };
        let Some(Value::Array(results)) = job.shift_remove(items) else { return Ok(None) };
        let wrapped =
            results.into_iter().map(|item| Properties::from_iter([(items.clone(), item)]));
        let wrapped = (0..).zip(wrapped).collect();
        let Self { backend, operation, resource, query, .. } = *self;
        let page = collection::page(backend, operation, resource, wrapped, query)?;
        let results = page.items.into_iter().filter_map(|mut item| item.shift_remove(items));
        job.insert(items.clone(), results.collect());
        if let Some(next) = pagination.and_then(|pagination| pagination.next.as_ref()) {
            job.shift_remove(next);
        }
        Ok(page.next.filter(|(_, value)| !value.is_null()))
    }

    fn start(mut self) -> Result<ResourceResponse, RequestError> {
        self.body.take().map(CheckedBody::valid).transpose()?;
        let new = self.new_resource();
        let properties = self.initial_of_new(&new);
        if self.backend.decisions.carries_out(&self.operation.id) {
            let owners = (self.team.clone(), self.parent.0.cloned());
            resources::store(self.backend, &new.type_name, &new.id, owners, &properties);
        }
        let lifecycle = jobs::lifecycle(&self.backend.contract, self.resource);
        let state = lifecycle.map_or("", |lifecycle| &lifecycle.property);
        let names = [self.resource.identity.as_str(), state];
        let body = self.operation.success.with_properties(properties, &names);
        Ok(ResourceResponse { identity: Some(new.id), ..ResourceResponse::new(body) })
    }

    /// Returns the name of a new resource.
    fn new_resource(&self) -> ResourceId {
        let (store, type_name) = (&self.backend.world.store, &self.resource.type_name);
        let fresh = self.backend.world.randomness.identities.next().to_string();
        let newest = || store.newest(type_name, self.team, self.parent.0).map(|newest| newest.id);
        let id = self.backend.decisions.identity(&self.operation.id, fresh, &newest);
        ResourceId { type_name: type_name.clone(), id }
    }

    /// Returns the initial properties of a new resource, with the identity of its parent.
    fn initial_of_new(&self, new: &ResourceId) -> Properties {
        let mut properties = self.initial(new);
        let property = self.resource.parents.last().and_then(|parent| parent.property.as_ref());
        properties.extend(property.cloned().zip(self.parent.1.map(Value::from)));
        properties
    }

    /// Carries an action out, which may move its resource and set properties of it.
    fn act(mut self) -> Result<ResourceResponse, RequestError> {
        self.body.take().map(CheckedBody::valid).transpose()?;
        let Self { backend, operation, resource, team, named, .. } = self;
        let (success, contract) = (&operation.success, &backend.contract);
        let (Some(name), false) = (named, resource.is_job) else {
            return Ok(ResourceResponse::new(success.example()));
        };
        let store = &backend.world.store;
        let owner = store.owner(name).unwrap_or_else(|| team.clone());
        let changed = store.change(name, &owner, |stored| {
            effects::apply_action(&contract.spec, &operation.id, stored)
                .map_err(|error| contract.request_error(error))?;
            Ok::<_, RequestError>(stored.clone())
        });
        let properties = changed.ok_or_else(|| Arc::clone(&resource.unknown))??;
        let version = self.version(&properties);
        let body = success.with_properties(properties, &[&resource.identity]);
        Ok(ResourceResponse { version, ..ResourceResponse::new(body) })
    }

    fn cancel(mut self) -> Result<ResourceResponse, RequestError> {
        self.body.take().map(CheckedBody::valid).transpose()?;
        let Self { backend, operation, resource, team, named, .. } = self;
        let (Some(name), Some(lifecycle)) = (named, jobs::lifecycle(&backend.contract, resource))
        else {
            return Ok(ResourceResponse::new(operation.success.example()));
        };
        let (store, now) = (&backend.world.store, backend.world.clock.now());
        let owner = store.owner(name).unwrap_or_else(|| team.clone());
        let is_carried_out = backend.decisions.carries_out(&operation.id);
        let cancelled = store.change(name, &owner, |stored| {
            jobs::settle(&backend.contract, lifecycle, stored, now);
            let mut job = stored.clone();
            jobs::cancel(&backend.contract, lifecycle, &operation.id, &mut job)?;
            if is_carried_out {
                stored.clone_from(&job);
            }
            Ok::<_, RequestError>(job)
        });
        let job = cancelled.ok_or_else(|| Arc::clone(&resource.unknown))??;
        let names = [resource.identity.as_str(), &lifecycle.property];
        Ok(ResourceResponse::new(operation.success.with_properties(job, &names)))
    }

    fn delete(&self, name: &ResourceId) -> Result<(), RequestError> {
        let store = &self.backend.world.store;
        if !self.backend.decisions.carries_out(&self.operation.id) {
            return Ok(());
        }
        // A faulty server may also find the resources of other teams.
        let owner = store.owner(name).unwrap_or_else(|| self.team.clone());
        let mut allowed = Ok(());
        store.remove_if(name, &owner, |properties| {
            allowed = self.require_version(properties);
            allowed.is_ok() || !self.backend.decisions.undoes_rejected(&self.operation.id)
        });
        allowed
    }

    fn create(mut self) -> Result<ResourceResponse, RequestError> {
        let Some(CheckedBody { request, mut body, verdict }) = self.body.take() else {
            return Ok(ResourceResponse::new(Value::Null));
        };
        let (backend, success) = (self.backend, &self.operation.success);
        schema::normalize_integers(&backend.contract.spec, &request.schema, &mut body);
        let name = self.new_resource();
        let mut new = self.initial_of_new(&name);
        let created = match &request.effects {
            Some(effects) => {
                let change = self.change_of(&name, &request.schema, effects, &body);
                self.store(&name, (&body, 0), &mut new, |new| change.apply(new, verdict))?
            }
            None => new.clone(),
        };
        let is_carried_out = backend.decisions.carries_out(&self.operation.id);
        let earlier = if is_carried_out { self.store_once(&name.id, &new, &body)? } else { None };
        if let Some(ExistingResource { id, properties, .. }) = earlier {
            let version = self.version(&properties);
            let body = success.with_resource(properties);
            return Ok(ResourceResponse {
                identity: Some(id),
                version,
                ..ResourceResponse::new(body)
            });
        }
        let version = self.version(&new);
        let body = success.with_resource(created);
        Ok(ResourceResponse { identity: Some(name.id), version, ..ResourceResponse::new(body) })
    }

    fn change(mut self) -> Result<ResourceResponse, RequestError> {
        let (backend, success) = (self.backend, &self.operation.success);
        let store = &backend.world.store;
        let Some(CheckedBody { request, mut body, verdict }) = self.body.take() else {
            let properties = self.named.and_then(|name| store.read(name));
            return Ok(ResourceResponse::new(
                success.with_resource(properties.unwrap_or_default()),
            ));
        };
        let Some(effects) = &request.effects else {
            verdict?;
            return Ok(ResourceResponse::new(Value::Null));
        };
        let schema = &request.schema;
        let Some(name) = self.named else {
            verdict?;
            return self.change_several(schema, &body, effects);
        };
        schema::normalize_integers(&backend.contract.spec, schema, &mut body);
        let change = self.change_of(name, schema, effects, &body);
        let owner = store.owner(name).unwrap_or_else(|| self.team.clone());
        let changed = store.change(name, &owner, |stored| {
            let required = self.require_version(stored);
            let before = required.is_err().then(|| stored.clone());
            let apply = |stored: &mut _| change.apply(stored, verdict);
            let changed = self.store(name, (&body, 0), stored, apply)?;
            // The precondition matters only if the change would succeed otherwise (RFC 9110, section
            // 13.2.1).
            if let (Err(error), Some(before)) = (required, before) {
                if backend.decisions.undoes_rejected(&self.operation.id) {
                    *stored = before;
                }
                return Err(error);
            }
            Ok((changed, self.version(stored)))
        });
        let (changed, version) = changed.ok_or_else(|| Arc::clone(&self.resource.unknown))??;
        backend.behaviour.resource_changed(&changed);
        let body = success.with_resource(changed);
        Ok(ResourceResponse { version, ..ResourceResponse::new(body) })
    }

    /// Prepares a change of a resource.
    fn change_of<'c>(
        &'c self,
        name: &'c ResourceId,
        schema: &'c Schema,
        effects: &'c Effects,
        body: &'c Value,
    ) -> ResourceChange<'c> {
        let (contract, now) = (&*self.backend.contract, self.backend.world.clock.now());
        let kind = self.backend.kind(&name.type_name);
        ResourceChange { contract, id: &name.id, kind, schema, effects, body, now }
    }

    /// Carries out the change of a resource, and returns the resource that the response shows.
    fn store(
        &self,
        name: &ResourceId,
        (body, index): (&Value, usize),
        stored: &mut Properties,
        apply: impl FnOnce(&mut Properties) -> Result<Properties, RequestError>,
    ) -> Result<Properties, RequestError> {
        let before = stored.clone();
        let mut shown = apply(stored)?;
        let changed = ChangedResource {
            operation: &self.operation.id,
            id: &name.id,
            body,
            index,
            before: &before,
            read: self.read,
            initial: &|| self.initial(name),
        };
        let decided = self.backend.decisions.change(&changed, stored, &mut shown);
        decided.map_err(|row| self.backend.contract.request_error(&row))?;
        Ok(shown)
    }

    /// Changes the resources that the items of a list name: all or none. If a rejected request may change
    /// something, the resources before a missing one are changed.
    fn change_several(
        &self,
        schema: &Schema,
        body: &Value,
        effects: &Effects,
    ) -> Result<ResourceResponse, RequestError> {
        let Self { backend, operation, resource, team, .. } = *self;
        let contract = &backend.contract;
        let Shape::Array { items: item_schema, .. } = &schema.shape else {
            return Ok(ResourceResponse::new(Value::Null));
        };
        let schema = schema::concrete(&contract.spec, item_schema, &Value::Null);
        let mut items = body.as_array().cloned().unwrap_or_default();
        let names = items.iter_mut().map(|item| {
            schema::normalize_integers(&contract.spec, schema, item);
            // The identity only selects the resource and is not stored.
            let properties = item.as_object_mut();
            let id = properties.and_then(|properties| properties.shift_remove(&resource.identity));
            let id = id.as_ref().and_then(Value::as_str).unwrap_or_default().to_lowercase();
            ResourceId { type_name: resource.type_name.clone(), id }
        });
        let mut names: Vec<ResourceId> = names.collect();
        let mut late = Ok(());
        let store = &backend.world.store;
        if let Some(missing) = names.iter().position(|name| !store.has(name, team)) {
            let error = not_found(backend, resource, &names[missing]);
            if effects.rejection_keeps_all() {
                return Err(error);
            }
            names.truncate(missing);
            items.truncate(missing);
            late = Err(error);
        }
        let changed = store.change_all(&names, team, |all| {
            let each = all.iter_mut().zip(names.iter().zip(&items)).enumerate();
            let each = each.map(|(index, (stored, (name, body)))| {
                let change = self.change_of(name, schema, effects, body);
                self.store(name, (body, index), stored, |stored| change.apply(stored, Ok(())))
            });
            each.collect::<Result<Vec<Properties>, RequestError>>()
        });
        let changed = changed.ok_or_else(|| Arc::clone(&resource.unknown))??;
        changed.iter().for_each(|resource| backend.behaviour.resource_changed(resource));
        late?;
        Ok(ResourceResponse::new(operation.success.with_resources(changed, None)))
    }

    /// Stores a new resource, unless the idempotency key of the request has created one already. Returns the
    /// earlier resource in that case.
    fn store_once(
        &self,
        id: &str,
        properties: &Properties,
        body: &Value,
    ) -> Result<Option<ExistingResource>, RequestError> {
        let (backend, type_name, team) = (self.backend, &self.resource.type_name, self.team);
        let owners = (team.clone(), self.parent.0.cloned());
        let key = self.operation.conditional.key.as_ref();
        let key = key.and_then(|(header, reused)| {
            Some((self.headers.get(header)?.to_str().ok()?.to_owned(), reused))
        });
        let Some((key, reused)) = key else {
            resources::store(backend, type_name, id, owners, properties);
            return Ok(None);
        };
        let name = ResourceId { type_name: type_name.clone(), id: id.to_owned() };
        let creation = Creation { operation: self.operation.id.clone(), key, body: body.clone() };
        let is_same = |owner: &Team, earlier: &Creation| {
            let (id, is_own) = (&self.operation.id, owner == team);
            backend.decisions.is_repeated(id, is_own, earlier, &creation)
        };
        let store = &backend.world.store;
        let earlier =
            store.insert_once(name, owners, properties.clone(), creation.clone(), is_same);
        match (&earlier, reused) {
            (Some(earlier), Some(row)) if earlier.body != *body => Err(RequestError::new(row)),
            _ => Ok(earlier),
        }
    }

    /// Returns the version for the response, if the operation sends one.
    fn version(&self, properties: &Properties) -> Option<String> {
        self.operation.conditional.version.as_ref()?;
        Some(version_of(properties))
    }

    /// Returns whether the client already has the current version of a resource.
    fn is_current(&self, properties: &Properties) -> bool {
        let Some(header) = &self.operation.conditional.condition else { return false };
        is_named(self.headers, header, &version_of(properties)) == Some(true)
    }

    /// Rejects the change of a resource whose version differs from the precondition of the request.
    fn require_version(&self, properties: &Properties) -> Result<(), RequestError> {
        let Some((header, row)) = &self.operation.conditional.precondition else { return Ok(()) };
        match is_named(self.headers, header, &version_of(properties)) {
            Some(false) => Err(RequestError::new(row)),
            _ => Ok(()),
        }
    }
}

/// Returns the error of a resource that the team does not have.
pub(super) fn not_found(backend: &Backend, resource: &Resource, name: &ResourceId) -> RequestError {
    let is_anothers = backend.world.store.owner(name).is_some();
    Arc::clone(if is_anothers { &resource.foreign } else { &resource.unknown }).into()
}

/// Returns the version of a resource; equal properties have equal versions.
fn version_of(properties: &Properties) -> String {
    let mut hasher = DefaultHasher::new();
    Value::Object(properties.clone()).to_string().hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Returns whether a header lists a version, or `None` without such a header. Reads and changes compare
/// alike, since this server has no weak versions.
fn is_named(headers: &HeaderMap, name: &str, version: &str) -> Option<bool> {
    let mut values = headers.get_all(name).iter().peekable();
    values.peek()?;
    let mut listed =
        values.filter_map(|value| value.to_str().ok()).flat_map(|list| list.split(','));
    Some(listed.any(|tag| [version, ANY_VERSION].contains(&tag.trim())))
}
