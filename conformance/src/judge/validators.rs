//! stub
use serde_json::Value;
use webdata_spec::model::ClauseId;
use crate::outcome::Deviation;
/// stub
#[derive(Debug, Clone, Copy)]
pub struct Validators;
impl Validators {
    /// stub
    pub fn generated() -> Self { Self }
    /// stub
    pub fn request(&self, _operation: &str, _body: &Value, _stored: Option<&Value>) -> Option<Vec<ClauseId>> { None }
    /// stub
    pub fn response(&self, _operation: &str, _body: &Value) -> Vec<Deviation> { Vec::new() }
    /// stub
    pub fn error(&self, _body: &Value) -> Vec<Deviation> { Vec::new() }
}
