//! Relates the fixtures of one case to each other.
//!
//! This module does not know what else a case needs.

use std::collections::BTreeMap;

use webdata_spec::Spec;
use webdata_spec::model::StandIn;

use crate::case::{Argument, BetweenPages, Body, Request, Step};

/// Sets `stand_ins` in all steps to those that bodies of the steps have, and returns their path parameters, each with the
/// number of its resources.
pub(crate) fn name_existing(spec: &Spec, steps: &mut [Step]) -> BTreeMap<String, usize> {
    let in_body = |step: &Step| {
        let operation = spec.operations.get(step.request.operation.as_ref()?)?;
        let body = spec.object(operation.request.as_ref()?)?;
        let known: Vec<&StandIn> =
            body.properties.values().filter_map(|it| it.schema.stand_in.as_ref()).collect();
        let sent = match &step.request.body {
            Body::Json(value) if !known.is_empty() => value.to_string(),
            Body::Text(text) => text.clone(),
            Body::None | Body::Json(_) | Body::Bytes(_) => return None,
        };
        let named = known.into_iter().flat_map(|known| {
            let tokens = known.tokens.iter().enumerate().filter(|(_, token)| sent.contains(*token));
            tokens.map(|(index, token)| (token.clone(), (known.parameter.clone(), index)))
        });
        Some(named.collect::<Vec<_>>())
    };
    let stand_ins: BTreeMap<String, (String, usize)> =
        steps.iter().filter_map(in_body).flatten().collect();
    for step in steps.iter_mut().filter(|_| !stand_ins.is_empty()) {
        step.request.stand_ins.clone_from(&stand_ins);
    }
    let mut counts = BTreeMap::new();
    for (parameter, index) in stand_ins.into_values() {
        let count = counts.entry(parameter).or_default();
        *count = (index + 1).max(*count);
    }
    counts
}

/// Sets `above` in all steps to the distance from the path parameter that is farthest down, such as `trackId` below
/// `albumId`. A case leases fixtures for this parameter, and the other parameters name their parents.
pub(super) fn relate_fixtures(steps: &mut [Step]) {
    fn requests(steps: &mut [Step], visit: &mut dyn FnMut(&mut Request)) {
        for step in steps {
            visit(&mut step.request);
            let between = step.request.pages.as_mut().and_then(|pages| pages.between.as_mut());
            if let Some(BetweenPages::Request(request)) = between {
                visit(request);
            }
        }
    }
    let mut levels: BTreeMap<String, usize> = BTreeMap::new();
    let mut lowest = usize::MAX;
    requests(steps, &mut |request| {
        for (name, argument) in &request.parameters {
            if let Argument::Fixture { above, .. } = argument {
                let level = levels.entry(name.clone()).or_default();
                *level = (*level).max(*above);
            }
        }
        let sought = request.pages.as_ref().and_then(|pages| pages.sought.as_ref());
        if let Some(Argument::Fixture { above, .. }) = sought {
            lowest = lowest.min(*above);
        }
    });
    let lowest = levels.values().copied().fold(lowest, usize::min);
    requests(steps, &mut |request| {
        for (name, argument) in &mut request.parameters {
            if let (Argument::Fixture { above, .. }, Some(level)) = (argument, levels.get(name)) {
                *above = level - lowest;
            }
        }
    });
}
