//! A simple search over every day of 400 years, with which the smallest gap is compared.
//!
//! The search shares neither grammar nor sets nor calendar with the format, so that a mistake in either
//! shows.

use super::Cron;
use std::fmt;

const EXPRESSIONS: usize = 300;

/// An item of a field's list.
#[derive(Clone, Copy)]
enum Item {
    Every,
    EveryNth(u32),
    One(u32),
    Range(u32, u32),
    RangeNth(u32, u32, u32),
    FromNth(u32, u32),
}

impl Item {
    fn holds(self, value: u32, lowest: u32) -> bool {
        match self {
            Self::Every => true,
            Self::EveryNth(step) => (value - lowest).is_multiple_of(step),
            Self::One(only) => value == only,
            Self::Range(first, last) => first <= value && value <= last,
            Self::RangeNth(first, last, step) => {
                first <= value && value <= last && (value - first).is_multiple_of(step)
            }
            Self::FromNth(first, step) => first <= value && (value - first).is_multiple_of(step),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Every => write!(f, "*"),
            Self::EveryNth(step) => write!(f, "*/{step}"),
            Self::One(only) => write!(f, "{only}"),
            Self::Range(first, last) => write!(f, "{first}-{last}"),
            Self::RangeNth(first, last, step) => write!(f, "{first}-{last}/{step}"),
            Self::FromNth(first, step) => write!(f, "{first}/{step}"),
        }
    }
}

struct Field {
    lowest: u32,
    items: Vec<Item>,
}

impl Field {
    fn holds(&self, value: u32) -> bool {
        self.items.iter().any(|item| item.holds(value, self.lowest))
    }

    fn starts_with_star(&self) -> bool {
        matches!(self.items[0], Item::Every | Item::EveryNth(_))
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items: Vec<_> = self.items.iter().map(ToString::to_string).collect();
        f.write_str(&items.join(","))
    }
}

/// Marsaglia's xorshift, so that all runs and machines generate the same expressions.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 33).unwrap() % bound
    }

    /// Returns a value that is often an end of its range, since gaps across a border arise there.
    fn value(&mut self, lowest: u32, highest: u32) -> u32 {
        match self.below(4) {
            0 => lowest,
            1 => highest - self.below(3),
            _ => lowest + self.below(highest - lowest + 1),
        }
    }

    fn item(&mut self, lowest: u32, highest: u32) -> Item {
        let (left, right) = (self.value(lowest, highest), self.value(lowest, highest));
        let (first, last) = (left.min(right), left.max(right));
        let step = 1 + self.below(highest);
        match self.below(12) {
            0 => Item::EveryNth(step),
            1 => Item::Range(first, last),
            2 => Item::RangeNth(first, last, step),
            3 => Item::FromNth(left, step),
            _ => Item::One(left),
        }
    }

    /// Returns a field that is `*` once in `stars` times, and otherwise a list of 1 to `max_items` items.
    fn field(&mut self, [lowest, highest]: [u32; 2], stars: u32, max_items: u32) -> Field {
        let items = if self.below(stars) == 0 {
            vec![Item::Every]
        } else {
            (0..1 + self.below(max_items)).map(|_| self.item(lowest, highest)).collect()
        };
        Field { lowest, items }
    }
}

/// A day of the calendar.
struct Day {
    month: u32,
    day: u32,
    weekday: u32,
}

/// Returns every day from 1 March 1600, a Wednesday, to the end of February 2000.
fn calendar() -> Vec<Day> {
    let mut days = Vec::new();
    let (mut year, mut month, mut day, mut weekday) = (1600, 3, 1, 3);
    while (year, month) < (2000, 3) {
        days.push(Day { month, day, weekday });
        weekday = (weekday + 1) % 7;
        day += 1;
        let leap_day =
            month == 2 && day == 29 && (year % 400 == 0 || (year % 4 == 0 && year % 100 != 0));
        let length = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize - 1];
        if day > length && !leap_day {
            day = 1;
            month += 1;
        }
        if month > 12 {
            month = 1;
            year += 1;
        }
    }
    days
}

/// Returns the smallest gap in minutes, by visiting all runs in order.
fn walk(calendar: &[Day], [minute, hour, day, month, weekday]: &[Field; 5]) -> Option<usize> {
    let times: Vec<usize> = (0..24 * 60)
        .filter(|time| hour.holds(time / 60) && minute.holds(time % 60))
        .map(|time| time as usize)
        .collect();
    let days: Vec<bool> = (0..32).map(|value| value > 0 && day.holds(value)).collect();
    let months: Vec<bool> = (0..13).map(|value| value > 0 && month.holds(value)).collect();
    let weekdays: Vec<bool> =
        (0..7).map(|value| weekday.holds(value) || (value == 0 && weekday.holds(7))).collect();
    let both = day.starts_with_star() || weekday.starts_with_star();

    let mut smallest = times.windows(2).map(|pair| pair[1] - pair[0]).min();
    let mut first_run = None;
    let mut last_run: Option<usize> = None;
    for (number, date) in calendar.iter().enumerate() {
        let by_day = days[date.day as usize];
        let by_weekday = weekdays[date.weekday as usize];
        let matches = if both { by_day && by_weekday } else { by_day || by_weekday };
        if !(months[date.month as usize] && matches) {
            continue;
        }
        let midnight = number * 24 * 60;
        first_run.get_or_insert(midnight + times[0]);
        if let Some(last_run) = last_run {
            let gap = midnight + times[0] - last_run;
            smallest = Some(smallest.map_or(gap, |smallest| smallest.min(gap)));
        }
        last_run = Some(midnight + times[times.len() - 1]);
    }
    let around = calendar.len() * 24 * 60 + first_run? - last_run?;
    Some(smallest.map_or(around, |smallest| smallest.min(around)))
}

#[test]
fn smallest_gap_equals_the_walk() {
    let calendar = calendar();
    assert_eq!(calendar.len(), 146_097);
    let mut random = Random(0x5eed_cafe_f00d_1234);
    let mut beyond_a_day = 0;
    for number in 0..EXPRESSIONS {
        // Every other expression is sparse, since few runs are needed for gaps beyond a day.
        let max_items = if number % 2 == 0 { 1 } else { 3 };
        let fields = [
            random.field([0, 59], 8, max_items),
            random.field([0, 23], 8, max_items),
            random.field([1, 31], 3, max_items),
            random.field([1, 12], 3, max_items),
            random.field([0, 7], 2, max_items),
        ];
        let text = fields.each_ref().map(ToString::to_string).join(" ");
        let expected = walk(&calendar, &fields);
        let gap = Cron::parse(&text).unwrap().smallest_gap();
        let gap = gap.map(|gap| usize::try_from(gap.as_secs() / 60).unwrap());
        assert_eq!(gap, expected, "{text}");
        beyond_a_day += usize::from(gap > Some(24 * 60));
    }
    // The comparison must reach schedules that skip days.
    assert!(beyond_a_day > 20, "only {beyond_a_day} beyond a day");
}
