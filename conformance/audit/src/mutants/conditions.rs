//! Mutants of the conditions of rules, effects and refusals: inverted, or broader than the contract says.

use serde_json::Value;
use webdata_spec::model::{Condition, Test};

/// Returns the wrong versions of a condition, each with the suffix of its identity and its description.
pub(super) fn describe_wrong_value(
    condition: &Condition,
) -> Vec<(&'static str, String, Condition)> {
    let path = &condition.path;
    let with = |test| Condition { path: path.clone(), test };
    match &condition.test {
        Test::Equals(value) => {
            let mut ways =
                vec![("any-value", format!("whatever `{path}` is"), with(Test::Given(true)))];
            if let Value::Bool(flag) = value {
                let other = Value::Bool(!flag);
                ways.push((
                    "inverted",
                    format!("when `{path}` is {other}"),
                    with(Test::Equals(other)),
                ));
            }
            ways
        }
        Test::NonEmpty => vec![
            (
                "empty-counts",
                format!("when `{path}` is given, even if it is empty"),
                with(Test::Given(true)),
            ),
            ("inverted", format!("when `{path}` is left out"), with(Test::Given(false))),
        ],
        Test::Given(given) => {
            let description = if *given { "left out" } else { "given" };
            vec![("inverted", format!("when `{path}` is {description}"), with(Test::Given(!given)))]
        }
    }
}
