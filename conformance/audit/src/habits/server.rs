//! Serves a habit: a proxy that has the habit, and the reference server behind it.

use std::sync::Arc;

use axum::Router;
use webdata_reference::{Contract, Options, ReferenceServer, StartError};

use super::table::Habit;
use crate::differences::DifferenceLayer;
use crate::proxy::Proxy;

/// A running server that has a habit. The server stops when it is dropped.
#[derive(Debug)]
pub struct HabitServer {
    proxy: Arc<Proxy<DifferenceLayer>>,
    reference_server: ReferenceServer,
}

impl HabitServer {
    /// Starts a server of a contract that has a habit. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the reference server behind the proxy cannot be started.
    pub async fn start(habit: &Habit, contract: &Arc<Contract>) -> Result<Self, StartError> {
        let starting = ReferenceServer::start_prepared(Arc::clone(contract), Options::default());
        let reference_server = starting.await?;
        let layer = DifferenceLayer::new(habit.fault.clone(), reference_server.keys().clone());
        let proxy =
            Proxy::new([layer].into_iter(), Arc::clone(contract.spec()), reference_server.router());
        Ok(Self { proxy, reference_server })
    }

    /// Returns the router that responds to requests.
    pub fn router(&self) -> Router {
        Proxy::router(&self.proxy)
    }

    /// Returns the reference server behind the proxy.
    #[must_use]
    pub fn reference_server(&self) -> &ReferenceServer {
        &self.reference_server
    }
}
