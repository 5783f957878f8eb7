//! Parses whole numbers within a range, with messages that name the range.

use std::ops::RangeInclusive;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_within_its_range() {
        let jobs = whole_number::<u16>(1..=256);
        assert_eq!((jobs("1"), jobs("256")), (Ok(1), Ok(256)));
        for written in ["", "0", "257", "-1", "1.5", "two", "99999999999999999999"] {
            let message = "write a whole number from 1 to 256";
            assert_eq!(jobs(written), Err(message.to_owned()), "{written}");
        }
        let seed = whole_number::<u64>(0..=u64::MAX);
        assert_eq!(seed("x"), Err("write a whole number of at least 0".to_owned()));
    }
}
