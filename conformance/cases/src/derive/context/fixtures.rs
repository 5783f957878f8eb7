//! Relates the fixtures of one case to each other.
//!
//! This module does not know what else a case needs.

use std::collections::BTreeMap;

use crate::case::{Argument, BetweenPages, Request, Step};

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
