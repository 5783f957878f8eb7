//! Webhooks: what the server sends to the address in a resource when it checks the resource.
//!
//! The contract does not show how to make the server check a resource, so the target states a request for it.
//! The contract does not show the shape of a payload either, so expected strings may stand anywhere in it.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Channel, ClauseId, Gap, Object, Schema, Shape, StringFormat, Transport};

use crate::case::{
    Arrival, Body, Case, Deliveries, Expect, ExpectedWebhook, LISTENER, ObservedPart, OnlyEvent,
    Purpose, Request, Step, StoredValue, WebhookPart,
};
use crate::derive::context::OperationContext;

/// The value of custom headers and custom data.
const SENT: &str = "sent-by-the-suite";

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let subscriptions = subscriptions(context);
    subscriptions.iter().flat_map(Subscription::derive).collect()
}

/// Makes a case that observes the part of webhooks that a gap leaves open, and that fails if no webhook comes.
pub(super) fn observed(
    context: &OperationContext<'_>,
    gap: &Gap,
    part: fn(&Subscription<'_, '_>) -> WebhookPart,
) -> Option<Case> {
    let subscriptions = subscriptions(context);
    let subscription =
        subscriptions.iter().find(|subscription| subscription.channel.clause() == gap.place)?;
    let hook = ExpectedWebhook::new(vec![0], Arrival::Required, subscription.channel.clause());
    let sought = ObservedPart { gap: gap.id.clone(), part: part(subscription) };
    let steps = vec![
        subscription.subscribe(0, &subscription.all_events()),
        subscription.expect_webhooks(vec![hook], Some(sought)),
    ];
    Some(context.case(&["webhooks", &gap.id], gap, steps))
}

/// A property of the resource that subscribes to webhooks.
pub(super) struct Subscription<'c, 's> {
    context: &'c OperationContext<'s>,
    channel: &'s Channel,
    name: &'s str,
    object: &'s Object,
}

fn subscriptions<'c, 's>(context: &'c OperationContext<'s>) -> Vec<Subscription<'c, 's>> {
    let all = context.spec.channels.values();
    let webhooks = all.filter(|channel| channel.transport == Transport::Webhook);
    let of_channel = |channel: &'s Channel| {
        let is_own = |schema: &Schema| {
            schema.is_reference()
                && schema.type_names().first().copied() == channel.type_name.as_ref()
        };
        let mut stored = context.stored_properties().into_iter();
        let (name, schema) = stored.find(|(_, schema)| is_own(schema))?;
        Some(Subscription { context, channel, name, object: context.spec.object_of(schema)? })
    };
    webhooks.filter_map(of_channel).collect()
}

impl<'s> Subscription<'_, 's> {
    fn derive(&self) -> Vec<Case> {
        let of_events = [self.all_events_by_default(), self.subscribed()];
        let all = [self.delivered(), self.metadata()].into_iter().chain(of_events);
        all.flatten().collect()
    }

    /// Makes the case in which a webhook arrives with the configured headers.
    fn delivered(&self) -> Option<Case> {
        let mut hook = ExpectedWebhook::new(vec![0], Arrival::Required, self.clause("delivered")?);
        let mut settings = self.all_events();
        if let Some(name) = self.headers() {
            let headers = [("X-Suite", SENT), ("X-Suite-Too", "and this one")];
            hook.headers = headers.map(|(name, value)| (name.into(), value.into())).into();
            settings.insert(name.to_owned(), json!(hook.headers));
        }
        let steps = vec![self.subscribe(0, &settings), self.expect_webhooks(vec![hook], None)];
        self.case("delivered", steps)
    }

    /// Makes the case in which a subscription without a list of events gets all events. An earlier step subscribes
    /// to all events, in case an omitted property of a nested object keeps its value.
    fn all_events_by_default(&self) -> Option<Case> {
        let property = self.object.properties.get(self.events_property()?)?;
        let clause = property.schema.clause.child("default");
        let hook = ExpectedWebhook::new(vec![0], Arrival::Required, clause);
        let (all, none) = (self.subscribe(0, &self.all_events()), self.subscribe(0, &Map::new()));
        self.case("default", vec![all, none, self.expect_webhooks(vec![hook], None)])
    }

    /// Makes the case in which every payload has the custom data.
    fn metadata(&self) -> Option<Case> {
        let is_any = |values: &Schema| values.shape == Shape::Any;
        let name = self.property(|schema| schema.values().is_some_and(is_any))?;
        let data = json!({ "suite": SENT, "nested": { "list": ["and-this-one"] } });
        let texts = [SENT, "and-this-one"].map(str::to_owned).to_vec();
        let hook = ExpectedWebhook::new(vec![0], Arrival::Required, self.clause("metadata")?);
        let mut settings = self.all_events();
        settings.insert(name.to_owned(), data);
        let last = self.expect_webhooks(vec![ExpectedWebhook { texts, ..hook }], None);
        self.case("metadata", vec![self.subscribe(0, &settings), last])
    }

    /// Makes the case in which an address gets only the events that it is subscribed to.
    ///
    /// Each event has an address of its own. The contract does not say which events a check causes, so one of
    /// these addresses must get a webhook. A last address is subscribed to all events: a webhook there shows
    /// that the earlier checks are over.
    fn subscribed(&self) -> Option<Case> {
        let (name, clause, events) =
            (self.events_property()?, self.clause("subscribed")?, self.events());
        let (resource, _) = self.context.resource()?;
        let mut steps = Vec::new();
        let mut hooks = Vec::new();
        for (place, event) in events.iter().enumerate() {
            let settings = Map::from_iter([(name.to_owned(), json!([event]))]);
            let stored = StoredValue {
                step: steps.len(),
                pointer: format!("{}/{}/{name}", resource.pointer(), self.name),
                value: json!([event]),
            };
            steps.extend([self.subscribe(place, &settings), self.trigger()]);
            let others = events.iter().filter(|other| *other != event).cloned().collect();
            let only = OnlyEvent { subscribed: event.clone(), others, stored };
            let hook = ExpectedWebhook::new(vec![place], Arrival::Optional, clause.clone());
            hooks.push(ExpectedWebhook { only: Some(only), ..hook });
        }
        let last = events.len();
        hooks.push(ExpectedWebhook::new((0..last).collect(), Arrival::Required, clause.clone()));
        hooks.push(ExpectedWebhook::new(vec![last], Arrival::Required, clause));
        steps.extend([self.subscribe(last, &self.all_events()), self.expect_webhooks(hooks, None)]);
        self.case("subscribed", steps)
    }

    fn case(&self, name: &str, steps: Vec<Step>) -> Option<Case> {
        let clause = steps.iter().find_map(|step| match &step.expect {
            Expect::Deliveries(expected) => expected.hooks.first().map(|hook| hook.clause.clone()),
            _ => None,
        })?;
        Some(self.context.case(&[self.name, "webhooks", name], (self.channel.level, clause), steps))
    }

    /// Returns the clause of a behaviour of the channel, if the channel has it.
    fn clause(&self, behaviour: &str) -> Option<ClauseId> {
        let exists = self.channel.behaviour.contains_key(behaviour);
        exists.then(|| self.channel.clause().child("behaviour").child(behaviour))
    }

    pub(super) fn events(&self) -> Vec<String> {
        self.channel.events.keys().cloned().collect()
    }

    /// Returns the setting that subscribes to every event. The setting is empty if no property lists the events.
    fn all_events(&self) -> Map<String, Value> {
        let name = self.events_property().into_iter();
        name.map(|name| (name.to_owned(), json!(self.events()))).collect()
    }

    /// Returns the property that lists events.
    fn events_property(&self) -> Option<&'s str> {
        let events = self.events();
        self.property(|schema| schema.items().and_then(Schema::words) == Some(&events))
    }

    /// Returns the property with the headers that the server sends with each event.
    fn headers(&self) -> Option<&'s str> {
        let is_text = |values: &Schema| values.shape == Shape::String;
        self.property(|schema| schema.values().is_some_and(is_text))
    }

    /// Returns the place of these headers in a response, as a JSON Pointer (RFC 6901).
    pub(super) fn headers_pointer(&self) -> Option<String> {
        let (resource, _) = self.context.resource()?;
        Some(format!("{}/{}/{}", resource.pointer(), self.name, self.headers()?))
    }

    /// Returns the first property whose schema matches.
    fn property(&self, is_meant: impl Fn(&Schema) -> bool) -> Option<&'s str> {
        let mut properties = self.object.properties.iter();
        let (name, _) = properties.find(|(_, property)| is_meant(&property.schema))?;
        Some(name)
    }

    /// Stores one of the case's addresses with these settings, in the first state of the resource's
    /// lifecycle.
    fn subscribe(&self, place: usize, settings: &Map<String, Value>) -> Step {
        let mut hook = settings.clone();
        let uri = |schema: &Schema| schema.format() == Some(StringFormat::Uri);
        if let Some(address) = self.property(uri) {
            hook.insert(address.to_owned(), format!("{LISTENER}/{place}").into());
        }
        let mut body = self.context.baseline();
        body[self.name] = hook.into();
        let resource = self.context.resource().map(|(resource, _)| &resource.type_name);
        let lifecycles = self.context.spec.lifecycles.iter();
        for lifecycle in lifecycles.filter(|lifecycle| Some(&lifecycle.type_name) == resource) {
            if body.get(&lifecycle.property).is_some() {
                body[&lifecycle.property] = json!(lifecycle.states.first());
            }
        }
        self.context.arrange(self.context.repair(body))
    }

    /// Returns the request that makes the server check the resource.
    fn request(&self) -> Request {
        let request = self.context.request(Body::None);
        Request { operation: None, endpoint: None, is_trigger: true, ..request }
    }

    fn trigger(&self) -> Step {
        Step::new(Purpose::Arrange, self.request(), Expect::any_success(Vec::new()))
    }

    fn expect_webhooks(&self, hooks: Vec<ExpectedWebhook>, observed: Option<ObservedPart>) -> Step {
        let expect = Expect::Deliveries(Deliveries { hooks, observed });
        Step::new(Purpose::Act, self.request(), expect)
    }
}
