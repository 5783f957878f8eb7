//! Decodes base64, base32 and hexadecimal.
//!
//! The place where an encoded run begins is unknown, since the letters before it may belong to the alphabet,
//! too. Each run is therefore decoded once for each alignment of its letters.

/// An encoding that writes a fixed number of bits as each letter.
pub(super) struct Code {
    bits: usize,
    /// The largest number of successive separator bytes between letters.
    separators: usize,
    /// The value of each letter, `SEPARATOR` or `OTHER`.
    values: [u8; 256],
}

/// A byte that may come between letters of the alphabet.
const SEPARATOR: u8 = 0xfe;

/// A byte that ends a run.
const OTHER: u8 = 0xff;

/// The supported encodings.
pub(super) static CODES: [Code; 3] = [
    // Also covers the URL-safe alphabet.
    Code::new(6, &[b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"], b"")
        .or(b'-', 62)
        .or(b'_', 63),
    Code::new(5, &[b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", b"abcdefghijklmnopqrstuvwxyz"], b""),
    Code::new(4, &[b"0123456789ABCDEF", b"0123456789abcdef"], b" +:-,;._|/xX"),
];

/// Successive letters of an encoding, possibly with separators between them.
#[derive(Default)]
pub(super) struct Run {
    /// The value of each letter.
    values: Vec<u8>,
    /// The place of each letter in the text.
    places: Vec<usize>,
}

impl Run {
    /// Returns the start and end of the run.
    pub(super) fn place(&self) -> (usize, usize) {
        let first = self.places.first().copied().unwrap_or_default();
        (first, self.places.last().map_or(first, |last| last + 1))
    }
}

impl Code {
    const fn new(bits: usize, alphabets: &[&[u8]], separators: &[u8]) -> Self {
        let mut values = [OTHER; 256];
        let mut at = 0;
        while at < separators.len() {
            values[separators[at] as usize] = SEPARATOR;
            at += 1;
        }
        let mut alphabet = 0;
        while alphabet < alphabets.len() {
            let mut value = 0;
            while value < alphabets[alphabet].len() {
                values[alphabets[alphabet][value] as usize] = value as u8;
                value += 1;
            }
            alphabet += 1;
        }
        Self { bits, separators: if separators.is_empty() { 0 } else { 4 }, values }
    }

    const fn or(mut self, letter: u8, value: u8) -> Self {
        self.values[letter as usize] = value;
        self
    }

    /// Returns the smallest number of letters that encode `bytes` bytes.
    const fn letters(&self, bytes: usize) -> usize {
        (bytes * 8).div_ceil(self.bits)
    }

    /// Calls `report` with each run that encodes at least `fewest` bytes. A run longer than `longest` letters
    /// is split; each part then begins with the last `overlap` letters of the part before.
    pub(super) fn runs(
        &self,
        text: &[u8],
        fewest: usize,
        (longest, overlap): (usize, usize),
        report: &mut dyn FnMut(&Run),
    ) {
        let shortest = self.letters(fewest);
        let mut run = Run::default();
        // No byte between `at` and `checked` ends a run.
        let (mut at, mut checked) = (0, 0);
        while at < text.len() {
            // A run has no byte that ends runs. So a run that is long enough begins with `shortest` bytes of which
            // none ends runs.
            if at + shortest > text.len() {
                return;
            }
            let unchecked = checked.max(at);
            let ends = |byte: &u8| self.values[usize::from(*byte)] == OTHER;
            if let Some(end) = text[unchecked..at + shortest].iter().rposition(ends) {
                at = unchecked + end + 1;
                continue;
            }
            checked = at + shortest;
            // The run may still be too short, because many successive separators end it.
            let Some(length) = self.length(&text[at..]) else {
                at += 1;
                continue;
            };
            let letters = &text[at..at + length];
            if length < shortest {
                at += length;
                continue;
            }
            for (index, letter) in letters.iter().enumerate() {
                let value = self.values[usize::from(*letter)];
                let is_prefix = *letter == b'0'
                    && self.separators > 0
                    && matches!(letters.get(index + 1), Some(b'x' | b'X'));
                if value == SEPARATOR || is_prefix {
                    continue;
                }
                run.values.push(value);
                run.places.push(at + index);
                if run.values.len() == longest {
                    report(&run);
                    run.values.drain(..longest - overlap);
                    run.places.drain(..longest - overlap);
                }
            }
            if run.values.len() >= shortest {
                report(&run);
            }
            run.values.clear();
            run.places.clear();
            at += length;
        }
    }

    /// Returns the length of the run at the beginning of a text, or `None` if the text begins with no letter
    /// of the alphabet.
    fn length(&self, text: &[u8]) -> Option<usize> {
        let value = |at: usize| text.get(at).map_or(OTHER, |byte| self.values[usize::from(*byte)]);
        if value(0) >= SEPARATOR {
            return None;
        }
        let (mut at, mut end) = (1, 1);
        loop {
            match value(at) {
                OTHER => return Some(end),
                SEPARATOR if at - end >= self.separators => return Some(end),
                SEPARATOR => at += 1,
                _ => {
                    at += 1;
                    end = at;
                }
            }
        }
    }

    /// Returns the number of alignments of letters to bytes.
    pub(super) const fn phases(&self) -> usize {
        match self.bits {
            4 => 2,
            5 => 8,
            _ => 4,
        }
    }

    /// Decodes a run without its first `phase` letters into `decoded`.
    pub(super) fn decode(&self, run: &Run, phase: usize, decoded: &mut Vec<u8>) {
        decoded.clear();
        let (mut bits, mut count) = (0_u32, 0);
        for value in run.values.iter().skip(phase) {
            bits = bits << self.bits | u32::from(*value);
            count += self.bits;
            if count >= 8 {
                count -= 8;
                decoded.push((bits >> count & 0xff) as u8);
            }
        }
    }

    /// Returns the start and end of the letters that encode a decoded byte.
    pub(super) fn place(&self, run: &Run, phase: usize, index: usize) -> (usize, usize) {
        let first = phase + index * 8 / self.bits;
        let last = phase + (index * 8 + 7) / self.bits;
        (run.places[first], run.places[last] + 1)
    }
}
