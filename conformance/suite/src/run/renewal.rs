//! Decides which rejections of the valid key make a command print a new one.
//!
//! Cases that send the key in another form, or provoke an error, expect the rejection and do not renew the
//! key.

use std::sync::Arc;

use webdata_cases::case::{Authorization, KeyName, Request};
use webdata_spec::Spec;

use crate::target::{KeyCommand, Target};

/// The valid key of a target that a command prints.
#[derive(Default)]
pub(super) struct Renewal {
    source: Option<Arc<KeyCommand>>,
    /// The schemes by which the contract sends the key, each with the status code of a rejected key.
    schemes: Vec<(Authorization, u16)>,
}

impl Renewal {
    pub(super) fn new(target: &Target, spec: &Spec) -> Self {
        let source = target.keys.get(&KeyName::Valid).and_then(|key| key.source());
        let schemes = spec.service.authentication.values().filter_map(|scheme| {
            let status = spec.errors.get(&scheme.rejected)?.status;
            Some((Authorization::with_key(scheme, KeyName::Valid), status))
        });
        Self { source: source.cloned(), schemes: schemes.collect() }
    }

    /// Returns the command, and the status code of a rejected key, for a request that sends the key as the
    /// contract says.
    pub(super) fn for_request(
        &self,
        target: &Target,
        request: &Request,
    ) -> Option<(&Arc<KeyCommand>, u16)> {
        let source = self.source.as_ref()?;
        let circumstance = request.operation.as_ref().zip(request.circumstance.as_ref());
        let circumstance =
            circumstance.and_then(|(operation, clause)| target.circumstance(operation, clause));
        if request.provoke.is_some()
            || circumstance.is_some_and(|circumstance| circumstance.key.is_some())
        {
            return None;
        }
        let authorization = request.authorization.as_ref()?;
        let scheme = self.schemes.iter().find(|(scheme, _)| scheme == authorization)?;
        Some((source, scheme.1))
    }
}
