//! Schedule phrases, and the cron expression that each stands for.
//!
//! The suite has a parser of phrases of its own; the two stay separate, so that a mistake in one shows as a
//! difference.

/// Converts a phrase such as `every day at 9 am` to a cron expression; `None` if the phrase is invalid.
pub(crate) fn to_cron(phrase: &str) -> Option<String> {
    let phrase = phrase.to_ascii_lowercase();
    let words: Vec<&str> = phrase.split(' ').collect();
    match *words.as_slice() {
        ["every", "hour"] => Some("0 * * * *".to_owned()),
        ["every", "day"] => Some("0 0 * * *".to_owned()),
        ["every", "week"] => Some("0 0 * * 1".to_owned()),
        ["every", count, "hours"] => Some(format!("0 */{} * * *", number(count, 1, 23)?)),
        ["every", count, "minutes"] => Some(format!("*/{} * * * *", number(count, 1, 59)?)),
        ["every", count, "minutes", "starting", "at", start] => {
            let count = number(count, 1, 59)?;
            let first = two_digits(start.strip_prefix(':')?)? % count;
            Some(format!("{first}-59/{count} * * * *"))
        }
        ["every", "day", "at", time] => match split_am_pm(time) {
            Some((time, half)) => twelve_hour_time(time, half),
            None => {
                let (hour, minute) = time.split_once(':')?;
                daily(number(hour, 0, 23)?, two_digits(minute)?)
            }
        },
        ["every", "day", "at", time, half] => twelve_hour_time(time, half),
        _ => None,
    }
}

/// Splits a time from `am` or `pm` at its end.
fn split_am_pm(word: &str) -> Option<(&str, &str)> {
    let half = ["am", "pm"].into_iter().find(|half| word.ends_with(half))?;
    Some((word.strip_suffix(half)?, half))
}

/// Converts a time by the 12-hour clock. The contract does not say whether a space comes before `am` or `pm`,
/// so both spellings are accepted.
fn twelve_hour_time(time: &str, half: &str) -> Option<String> {
    let (hour, minute) = time.split_once(':').unwrap_or((time, "00"));
    let hour = number(hour, 1, 12)? % 12;
    let hour = match half {
        "am" => hour,
        "pm" => hour + 12,
        _ => return None,
    };
    daily(hour, two_digits(minute)?)
}

#[expect(clippy::unnecessary_wraps, reason = "the arms of `to_cron` read alike")]
fn daily(hour: u32, minute: u32) -> Option<String> {
    Some(format!("{minute} {hour} * * *"))
}

/// Parses one or two digits, within bounds.
fn number(text: &str, minimum: u32, maximum: u32) -> Option<u32> {
    let is_short = (1..=2).contains(&text.len());
    let value = digits(text).filter(|_| is_short)?;
    (minimum..=maximum).contains(&value).then_some(value)
}

/// Parses a minute of two digits.
fn two_digits(text: &str) -> Option<u32> {
    digits(text).filter(|minute| text.len() == 2 && *minute < 60)
}

fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
