//! The explorer on a contract with reads, and with updates that require a version.

use std::sync::Arc;

use webdata_reference::{Extension, Options, ReferenceServer};

use super::suite;
use crate::exploration::{assert_nothing, explore};

#[test]
fn no_sequence_fails_on_the_reference_server() {
    let suite = suite();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime
        .block_on(ReferenceServer::start(spec, &Extension::default(), Options::default()))
        .unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, 1).unwrap();
    target.in_process = Some(server.router());
    assert_nothing(&explore(&suite, target, &runtime));
}
