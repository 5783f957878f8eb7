//! Servers whose stored resource differs from what a request or a response says: updates are merged with what is
//! stored, lost, or shown late.
//!
//! This module knows the limits of merged values only from their schemas.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Schema};

use super::walk::{called, resource};
use crate::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// The parts of a stored resource that an update is merged with.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Merging {
    /// Objects in these properties are merged with the stored ones, and the lists in them united.
    Objects(Vec<String>),
    /// Each item of a list is merged into the stored item that it identifies, or added if there is none.
    Items(ItemMerging),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ItemMerging {
    /// The property that has the list.
    pub(super) property: String,
    /// The property that identifies an item.
    pub(super) identity: String,
    /// The properties that identify an item without an identity.
    pub(super) alike: Vec<String>,
    /// The maximum number of stored items that stay although the request omits them. The first are dropped.
    kept: usize,
}

impl Merging {
    /// Returns the body of a second update, which stores the merged values; `None` if the request has stored them.
    pub(crate) fn further_update(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
    ) -> Option<Value> {
        let called = called(context.spec, request)?;
        let listed = &context.spec.object(called.request.as_ref()?)?.properties;
        let mut merged = Map::new();
        match self {
            Self::Objects(names) => {
                for name in names {
                    let Some(given) = request.body.get(name) else { continue };
                    let mut whole = context.before.get(name).cloned().unwrap_or_default();
                    let schema = listed.get(name).map(|property| &property.schema);
                    merge(context.spec, schema, &mut whole, given);
                    merged.insert(name.clone(), whole);
                }
            }
            Self::Items(items) => {
                let schema = &listed.get(&items.property)?.schema;
                let given = request.body.get(&items.property)?.as_array()?;
                let stored = context.before.get(&items.property)?.as_array()?;
                let whole = items.merge(stored, given, max_items(Some(schema)));
                merged.insert(items.property.clone(), whole.into());
            }
        }
        let differs = merged.iter().any(|(name, value)| request.body.get(name) != Some(value));
        differs.then_some(Value::Object(merged))
    }
}

/// Merges a value into a stored one of the same schema.
fn merge(spec: &Spec, schema: Option<&Schema>, whole: &mut Value, given: &Value) {
    let schema = schema.map(|schema| spec.resolve(schema));
    match (whole, given) {
        (Value::Object(whole), Value::Object(given)) => {
            // Of properties that exclude each other, the given one stays.
            let choices = schema.map(Schema::exactly_one).unwrap_or_default();
            if choices.iter().any(|name| given.contains_key(name)) {
                whole.retain(|name, _| !choices.contains(name));
            }
            for (name, value) in given {
                let property = schema.and_then(|schema| schema.child(name));
                let stored = whole.entry(name.clone()).or_insert(Value::Null);
                merge(spec, property, stored, value);
            }
        }
        (Value::Array(whole), Value::Array(given)) => {
            whole.retain(|item| !given.contains(item));
            whole.truncate(max_items(schema).saturating_sub(given.len()));
            whole.extend(given.iter().cloned());
        }
        (whole, given) => *whole = given.clone(),
    }
}

fn max_items(schema: Option<&Schema>) -> usize {
    let count = schema.and_then(|schema| schema.count(Keyword::MaxItems));
    count.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX)
}

impl ItemMerging {
    /// Merges items. A stored item keeps its position and its omitted properties; new items are added.
    fn merge(&self, whole: &[Value], given: &[Value], maximum: usize) -> Vec<Value> {
        // Each item, with whether the request has it.
        let mut whole: Vec<(Value, bool)> =
            whole.iter().map(|stored| (stored.clone(), false)).collect();
        for item in given {
            match whole.iter_mut().find(|(stored, _)| self.is_same(stored, item)) {
                Some((stored, is_sent)) => {
                    if let (Value::Object(stored), Value::Object(item)) = (stored, item) {
                        let members = item.iter();
                        stored.extend(members.map(|(name, value)| (name.clone(), value.clone())));
                    }
                    *is_sent = true;
                }
                None => whole.push((item.clone(), true)),
            }
        }
        let kept = maximum.saturating_sub(given.len()).min(self.kept);
        let others = whole.iter().filter(|(_, is_sent)| !is_sent).count();
        let mut surplus = others.saturating_sub(kept);
        whole.retain(|(_, is_sent)| {
            let stays = *is_sent || surplus == 0;
            surplus -= usize::from(!stays);
            stays
        });
        whole.into_iter().map(|(item, _)| item).collect()
    }

    fn is_same(&self, stored: &Value, item: &Value) -> bool {
        let identity = |item: &Value| Some(item.get(&self.identity)?.as_str()?.to_lowercase());
        match identity(item) {
            Some(id) => identity(stored) == Some(id),
            None => self.alike.iter().all(|name| stored.get(name) == item.get(name)),
        }
    }
}

/// The way in which the stored resource and the response differ.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Inconsistency {
    /// The response shows the resource as it was before the update.
    OldResponse,
    /// The response shows the update; later responses show the resource as it was before.
    AfterResponse,
    /// An update writes these properties as it has read them, so that one of two concurrent updates is lost.
    StaleColumns(Vec<String>),
    /// The first successful response to a GET is cached and returned again.
    CachedGet,
    /// The first 401 response to a GET is cached and returned for every key.
    CachedRefusal,
}

/// Earlier responses, and parts of resources, that later responses show.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    /// The outdated properties of each resource, by its path.
    old: HashMap<String, Map<String, Value>>,
    /// The cached responses, by URL.
    cached: HashMap<String, ProxyResponse>,
}

impl Inconsistency {
    /// Replaces a response, or properties in it, by remembered ones, and remembers others for later responses.
    pub(super) fn show(
        &self,
        context: &LayerContext<'_>,
        response: &mut ProxyResponse,
        remembered: &mut Remembered,
    ) {
        let request = context.original;
        match self {
            Self::StaleColumns(_) => {}
            Self::CachedGet | Self::CachedRefusal if request.method != "GET" => {}
            Self::CachedGet | Self::CachedRefusal => {
                let is_refusal = *self == Self::CachedRefusal;
                let is_success = response.status.is_success();
                let keeps = if is_refusal { response.status == 401 } else { is_success };
                let url = request.uri.to_string();
                match remembered.cached.get(&url) {
                    Some(first) if is_refusal || is_success => *response = first.clone(),
                    None if keeps => drop(remembered.cached.insert(url, response.clone())),
                    _ => {}
                }
            }
            Self::OldResponse => {
                let returned = resource(context.spec, request, &mut response.body);
                if let (Some(returned), Value::Object(before)) = (returned, context.before) {
                    returned.clone_from(before);
                }
            }
            Self::AfterResponse => {
                let returned = resource(context.spec, request, &mut response.body);
                let Some(returned) = returned else { return };
                let old = remembered.old.entry(request.uri.path().to_lowercase()).or_default();
                let is_given = |name: &String| request.body.get(name).is_some();
                old.retain(|name, _| !is_given(name));
                returned.extend(old.clone());
                let lost = context.before.as_object().into_iter().flatten();
                let lost = lost.filter(|(name, _)| is_given(name));
                old.extend(lost.map(|(name, value)| (name.clone(), value.clone())));
            }
        }
    }
}
