//! Serves a variant: a proxy with its variations, and the reference server behind it.

use std::sync::Arc;

use axum::Router;
use webdata_reference::{Extension, Options, ReferenceServer, StartError, UnknownKind};
use webdata_spec::Spec;
use webdata_suite::target::Target;

use super::variation::{Variant, Variation, VariationLayer};
use crate::proxy::Proxy;
use crate::reference_target::reference_target;

/// Returns the contract that a server with variations interprets.
#[must_use]
pub fn varied_contract(variations: &[Arc<Variation>], spec: &Spec) -> Spec {
    let mut served = spec.clone();
    variations.iter().for_each(|variation| variation.change_contract(&mut served));
    served
}

/// Returns the operations of a reference server behind a proxy with variations.
pub fn varied_operations(
    variations: Vec<Arc<Variation>>,
    spec: &Arc<Spec>,
    behind: Router,
) -> Router {
    let layers = variations.into_iter().map(VariationLayer::new);
    Proxy::router(&Proxy::new(layers, Arc::clone(spec), behind))
}

/// A running variant. The server stops when it is dropped.
#[derive(Debug)]
pub struct VariantServer {
    variant: Variant,
    front: Arc<Proxy<VariationLayer>>,
    behind: ReferenceServer,
}

impl VariantServer {
    /// Starts a variant of a contract's reference server. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the reference server behind the proxy cannot be started.
    pub async fn start(
        variant: Variant,
        spec: &Arc<Spec>,
        extension: &Extension,
    ) -> Result<Self, StartError> {
        let open = variant.variations.iter().filter(|variation| variation.is_open_in(spec));
        let open: Vec<Arc<Variation>> = open.cloned().collect();
        let served = Arc::new(varied_contract(&open, spec));
        let behind = ReferenceServer::start(served, extension, Options::default()).await?;
        let layers = open.into_iter().map(VariationLayer::new);
        let front = Proxy::new(layers, Arc::clone(spec), behind.router());
        Ok(Self { variant, front, behind })
    }

    /// Returns the router that responds to requests. When it is served at an address, it frames bodies as
    /// HTTP does.
    pub fn router(&self) -> Router {
        Proxy::router(&self.front)
    }

    /// Returns a target that calls the server within the process, with fixtures for `jobs` cases side by
    /// side.
    ///
    /// # Errors
    /// When the server cannot create a resource that an operation works on.
    pub fn target(&self, spec: &Spec, jobs: usize) -> Result<Target, UnknownKind> {
        let mut target = reference_target(&self.behind, spec, jobs)?;
        target.name.clone_from(&self.variant.name);
        target.in_process = Some(self.router());
        Ok(target)
    }

    /// Returns the variations that the contract leaves open, each with whether it has changed anything yet:
    /// the contract, a request or a response.
    #[must_use]
    pub fn variations(&self, spec: &Spec) -> Vec<(Arc<Variation>, bool)> {
        let changes_contract = |variation: &Variation| {
            let mut changed = spec.clone();
            variation.change_contract(&mut changed);
            changed.types != spec.types
        };
        let acted = self.front.layers_with_changes();
        let acted = acted.map(|(layer, acted)| (Arc::clone(&layer.variation), acted));
        acted.map(|(it, acted)| (Arc::clone(&it), acted || changes_contract(&it))).collect()
    }
}
