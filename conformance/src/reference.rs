//! The reference server of the embedded contract, for the tests of a client.

use std::ops::Deref;
use std::sync::Arc;

use crate::{embedded, extension};

pub use webdata_reference::*;

/// A reference server of the embedded contract. It stops when it is dropped.
#[derive(Debug)]
pub struct ReferenceServer(webdata_reference::ReferenceServer);

impl ReferenceServer {
    /// Starts a server with default options on any free port of this machine. Must be called within a tokio
    /// runtime.
    ///
    /// # Errors
    /// When the server cannot listen on a port.
    pub async fn start() -> Result<Self, StartError> {
        Self::start_with(Options::default()).await
    }

    /// Starts a server with the given options. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the server cannot listen on the address.
    pub async fn start_with(options: Options) -> Result<Self, StartError> {
        let spec = embedded().map_err(|mistakes| StartError::Contract(Box::new(mistakes)))?;
        let extension = extension(&spec)?;
        let starting =
            webdata_reference::ReferenceServer::start(Arc::new(spec), &extension, options);
        Ok(Self(starting.await?))
    }
}

impl Deref for ReferenceServer {
    type Target = webdata_reference::ReferenceServer;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
