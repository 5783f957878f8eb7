//! Describes a variation: a difference between correct servers, where the contract leaves a choice.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use webdata_reference::Keys;
use webdata_spec::{Spec, slug};

use crate::differences::{Difference, DifferenceLayer};
use crate::proxy::Layer;
use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// A correct server that differs from the reference server.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The name, such as `a server that says less`.
    pub name: String,
    /// The differences. Variations that do not affect each other share a server.
    pub variations: Vec<Arc<Variation>>,
}

/// A difference that the contract allows between correct servers.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variation {
    /// A description of the difference, from which the identity is made.
    pub name: String,
    /// The sentence of the contract, or the gap, that allows it.
    pub allowed_by: String,
    /// The gaps that the report shows as observed, each with the observed response.
    #[serde(default)]
    pub observed: BTreeMap<String, String>,
    /// The changes of the server's requests and responses.
    pub(super) changes: Vec<Difference>,
}

impl Variation {
    /// Returns the identity, which is derived from the name.
    #[must_use]
    pub fn id(&self) -> String {
        slug(&self.name)
    }

    /// Returns whether a contract leaves the choice. A choice that belongs to gaps is left only if the
    /// contract has one of the gaps.
    pub(super) fn is_open_in(&self, spec: &Spec) -> bool {
        self.observed.is_empty() || self.observed.keys().any(|gap| spec.gaps.contains_key(gap))
    }

    /// Changes the contract that the server behind interprets.
    pub(super) fn change_contract(&self, spec: &mut Spec) {
        for change in &self.changes {
            if let Difference::Contract(change) = change {
                change.apply(spec);
            }
        }
    }
}

/// The layer of the proxy that has a variation.
#[derive(Debug)]
pub(super) struct VariationLayer {
    pub(super) variation: Arc<Variation>,
    changes: Vec<DifferenceLayer>,
}

impl VariationLayer {
    pub(super) fn new(variation: Arc<Variation>) -> Self {
        let layer = |change: &Difference| DifferenceLayer::new(change.clone(), Keys::default());
        let changes = variation.changes.iter().map(layer).collect();
        Self { variation, changes }
    }
}

impl Layer for VariationLayer {
    fn before(
        &self,
        context: &LayerContext<'_>,
        request: &mut ProxyRequest,
    ) -> Option<ProxyResponse> {
        self.changes.iter().find_map(|change| change.before(context, request))
    }

    fn further_update(&self, context: &LayerContext<'_>, request: &ProxyRequest) -> Option<Value> {
        self.changes.iter().find_map(|change| change.further_update(context, request))
    }

    fn after(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        response: &mut ProxyResponse,
    ) {
        for change in &self.changes {
            change.after(context, request, response);
        }
    }
}
