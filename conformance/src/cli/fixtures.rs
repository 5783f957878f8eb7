//! Reads the option `--fixture`, with the path parameters of the contract.

use anyhow::{Result, bail};
use webdata_cases::case::Need;
use webdata_suite::Suite;

/// Returns the path parameters for which cases need fixtures, in alphabetical order.
pub(super) fn parameters(suite: &Suite) -> Vec<String> {
    let needs = suite.cases.iter().flat_map(|case| &case.needs);
    let names = needs.filter_map(|need| match need {
        Need::Fixture(parameter, _) => Some(parameter.clone()),
        _ => None,
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    names
}

/// Parses values of `--fixture`: `PARAMETER=ID,ID`, or `ID,ID` where the contract has one parameter.
pub(super) fn parse(
    written: &[String],
    parameters: &[String],
) -> Result<Vec<(String, Vec<String>)>> {
    let mut fixtures: Vec<(String, Vec<String>)> = Vec::new();
    for fixture in written {
        let (parameter, ids) = match (fixture.split_once('='), parameters) {
            (Some((parameter, ids)), _) => (parameter.to_owned(), ids),
            (None, _) if parameters.contains(fixture) => {
                bail!("`--fixture {fixture}` names no resource; write `--fixture {fixture}=ID,ID`")
            }
            (None, [only]) => (only.clone(), fixture.as_str()),
            (None, []) => bail!("`--fixture {fixture}`: no case of the contract needs a fixture"),
            (None, _) => bail!(
                "`--fixture {fixture}` names no path parameter; write `--fixture PARAMETER={fixture}` with one of {}",
                parameters.join(", ")
            ),
        };
        let ids = ids.split(',').map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned);
        match fixtures.iter_mut().find(|(known, _)| *known == parameter) {
            Some((_, known)) => known.extend(ids),
            None => fixtures.push((parameter, ids.collect())),
        }
    }
    Ok(fixtures)
}
