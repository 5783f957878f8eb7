//! Describes a variation: a difference between correct servers, where the contract leaves a choice.

use std::fmt;

use serde_json::Value;
use webdata_spec::{Spec, slug};

use crate::proxy::Layer;
use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// A correct server that differs from the reference server.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// The name, such as `a server that says less`.
    pub name: &'static str,
    /// The differences. Variations that do not affect each other share a server.
    pub variations: &'static [Variation],
}

/// A difference that the contract allows between correct servers.
pub struct Variation {
    /// A description of the difference, from which the identity is made.
    pub name: &'static str,
    /// The sentence of the contract, or the gap, that allows it.
    pub allowed_by: &'static str,
    /// The gaps that the report shows as observed, each with the observed response.
    pub observed: &'static [(&'static str, &'static str)],
    /// Changes the contract that the server behind interprets.
    pub(super) contract: fn(&mut Spec),
    /// Changes a request, or responds to it at once.
    pub(super) before: fn(&LayerContext<'_>, &mut ProxyRequest) -> Option<ProxyResponse>,
    /// Returns the body of a further update to send after an accepted request.
    pub(super) further_update: fn(&LayerContext<'_>, &ProxyRequest) -> Option<Value>,
    /// Changes a response.
    pub(super) after: fn(&LayerContext<'_>, &ProxyRequest, &mut ProxyResponse),
}

impl Variation {
    /// Returns the identity, which is derived from the name.
    #[must_use]
    pub fn id(&self) -> String {
        slug(self.name)
    }

    /// Returns whether a contract leaves the choice. A choice that belongs to gaps is left only if the
    /// contract has one of the gaps.
    pub(super) fn is_open_in(&self, spec: &Spec) -> bool {
        self.observed.is_empty()
            || self.observed.iter().any(|(gap, _)| spec.gaps.contains_key(*gap))
    }
}

impl Layer for &'static Variation {
    fn before(
        &self,
        context: &LayerContext<'_>,
        request: &mut ProxyRequest,
    ) -> Option<ProxyResponse> {
        (self.before)(context, request)
    }

    fn further_update(&self, context: &LayerContext<'_>, request: &ProxyRequest) -> Option<Value> {
        (self.further_update)(context, request)
    }

    fn after(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        response: &mut ProxyResponse,
    ) {
        (self.after)(context, request, response);
    }
}

impl fmt::Debug for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variation")
            .field("name", &self.name)
            .field("allowed_by", &self.allowed_by)
            .finish()
    }
}
