//! The values of options that several commands have: a default, and parsers with messages that name what is allowed.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr};
use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use jiff::SignedDuration;
use webdata_suite::Suite;
use webdata_suite::target::needed_fixtures;

/// The default folder for the reports of a run.
pub(super) const REPORT_DIR: &str = "target/conformance";

/// Returns a parser of whole numbers within a range.
pub(super) fn whole_number<N: TryFrom<u64> + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |written| {
        let number = written.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| match range.end() {
            &u64::MAX => format!("write a whole number of at least {}", range.start()),
            end => format!("write a whole number from {} to {end}", range.start()),
        })
    }
}

/// Parses an address to listen on.
pub(super) fn address(written: &str) -> Result<IpAddr, &'static str> {
    if written.eq_ignore_ascii_case("localhost") {
        return Ok(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    written
        .parse()
        .map_err(|_| "write an address, such as 127.0.0.1, ::1 or 0.0.0.0, or `localhost`")
}

/// Parses a filter. An empty one would match everything.
pub(super) fn filter(written: &str) -> Result<String, &'static str> {
    match written.trim() {
        "" => Err("it is empty, as if its variable was not set; leave it out to select everything"),
        _ => Ok(written.to_owned()),
    }
}

/// Parses a count, or `all`.
pub(super) fn all_or_count(written: &str) -> Result<usize, String> {
    match written {
        "all" => Ok(usize::MAX),
        count => count.parse().map_err(|_| "write `all` or a whole number".to_owned()),
    }
}

const MAX_DURATION: Duration = Duration::from_secs(24 * 60 * 60);

/// Parses a number with a unit of time.
pub(super) fn time(written: &str) -> Option<Duration> {
    written.parse::<SignedDuration>().ok().and_then(|time| time.try_into().ok())
}

/// Parses the duration of a run, or of a part of it.
pub(super) fn duration(written: &str) -> Result<Duration, &'static str> {
    let parsed = time(written).filter(|parsed| !parsed.is_zero() && *parsed <= MAX_DURATION);
    parsed.ok_or("write a number and its unit, such as 30s, 2m or 1h: more than 0, and at most 24h")
}

/// Returns the path parameters for which cases need fixtures, in alphabetical order.
pub(super) fn fixture_parameters(suite: &Suite) -> Vec<String> {
    let names = suite.cases.iter().flat_map(needed_fixtures).map(|(parameter, _)| parameter);
    names.collect::<BTreeSet<&str>>().into_iter().map(str::to_owned).collect()
}

/// Parses values of `--fixture`: `PARAMETER=ID,ID`, or `ID,ID` where the contract has one parameter.
pub(super) fn parse_fixtures(
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
        let ids: Vec<String> =
            ids.split(',').map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect();
        ensure!(
            !ids.is_empty(),
            "`--fixture {fixture}` names no resource; is a variable in it not set?"
        );
        match fixtures.iter_mut().find(|(known, _)| *known == parameter) {
            Some((_, known)) => known.extend(ids),
            None => fixtures.push((parameter, ids)),
        }
    }
    Ok(fixtures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_a_unit_and_a_bound() {
        let good = [("500ms", 500), ("30s", 30_000), ("2m", 120_000), ("1 h", 3_600_000)];
        for (written, milliseconds) in good {
            let parsed = duration(written).expect(written);
            assert_eq!(parsed, Duration::from_millis(milliseconds));
        }
        for written in ["", "s", "30", "0s", "-1s", "25h", "99999999999999h"] {
            assert!(duration(written).is_err(), "{written}");
        }
    }
}
