//! Records the exchanges of each case with a correct server. A case cannot notice a habit that changes none
//! of its exchanges.
//!
//! This module does not know what a case expects.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use webdata_reference::Keys;
use webdata_spec::Spec;

use super::table::Habit;
use crate::differences::{DifferenceLayer, is_same_json};
use crate::proxy::Layer;
use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// An exchange with a correct server.
#[derive(Debug)]
struct Exchange {
    before: Value,
    request: ProxyRequest,
    response: ProxyResponse,
}

/// A layer of the proxy that records exchanges and changes none.
#[derive(Debug, Default)]
pub(crate) struct Recorder(Mutex<Vec<Exchange>>);

/// The exchanges of each case of a suite, in the order of the cases.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    cases: Vec<Vec<Exchange>>,
}

impl Layer for Arc<Recorder> {
    fn before(&self, _: &LayerContext<'_>, _: &mut ProxyRequest) -> Option<ProxyResponse> {
        None
    }

    fn further_update(&self, _: &LayerContext<'_>, _: &ProxyRequest) -> Option<Value> {
        None
    }

    fn after(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        response: &mut ProxyResponse,
    ) {
        let exchange = Exchange {
            before: context.before.clone(),
            request: request.clone(),
            response: response.clone(),
        };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(exchange);
    }
}

impl Recording {
    /// Adds the next case, with the exchanges that were recorded since the case before.
    pub(crate) fn add(&mut self, recorder: &Recorder) {
        let noted = &mut *recorder.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.cases.push(std::mem::take(noted));
    }

    /// Returns the indices of the cases in which a habit changes a request or a response.
    pub(crate) fn cases_of(&self, habit: &Habit, spec: &Spec, keys: &Keys) -> Vec<usize> {
        let layer = DifferenceLayer::new(habit.fault.clone(), keys.clone());
        let acts = |exchange: &Exchange| {
            let context =
                LayerContext { spec, before: &exchange.before, original: &exchange.request };
            let mut request = exchange.request.clone();
            let mut response = exchange.response.clone();
            if layer.before(&context, &mut request).is_some() || request != exchange.request {
                return layer.is_wrong_for(exchange.response.status);
            }
            layer.after(&context, &request, &mut response);
            response != exchange.response || !is_same_json(&response.body, &exchange.response.body)
        };
        // Every exchange is replayed, since the habit may depend on earlier exchanges.
        let acting =
            |exchanges: &Vec<Exchange>| exchanges.iter().filter(|exchange| acts(exchange)).count();
        let counts: Vec<usize> = self.cases.iter().map(acting).collect();
        let acts = |at: &usize| counts[*at] > 0;
        let is_idle = !(0..counts.len()).any(|at| acts(&at));
        (0..counts.len()).filter(|at| acts(at) || habit.remembers() && !is_idle).collect()
    }
}
