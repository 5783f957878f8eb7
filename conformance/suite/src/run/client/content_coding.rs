//! Removes the content codings of a body (RFC 9110, section 8.4), up to a size.

use std::io::Read;

use brotli_decompressor::Decompressor;
use flate2::read::{MultiGzDecoder, ZlibDecoder};

/// The codings that requests accept. Proxies may compress whatever a request accepts, and some compress everything.
pub(super) const ACCEPTED: &str = "identity, gzip, br, deflate";

/// The name of the header.
const HEADER: &str = "content-encoding";

/// The maximum number of codings of one body.
const MAX_CODINGS: usize = 4;

const BUFFER_BYTES: usize = 4 << 10;

/// The reason why a body cannot be decoded here.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CodingError {
    /// No request accepts these codings.
    NotAccepted(String),
    /// The decoded body is too large.
    TooLarge,
}

/// Decodes a body of at most `limit` bytes, and removes the headers about the codings.
///
/// A body that is not in the coding that its header names stays as it is, and so do the headers: the judge reports it.
///
/// # Errors
/// If the body cannot be decoded here.
pub(super) fn decode(
    headers: &mut Vec<(String, String)>,
    body: Vec<u8>,
    limit: usize,
) -> Result<Vec<u8>, CodingError> {
    let codings: Vec<String> = codings(headers).map(str::to_ascii_lowercase).collect();
    let mut decoded = body.clone();
    // A response without a body, such as a 304, may name the coding that its body would have.
    if !body.is_empty() {
        for coding in codings.iter().rev() {
            let encoded = decoded.as_slice();
            let decoder: Box<dyn Read + '_> = match coding.as_str() {
                _ if codings.len() > MAX_CODINGS => {
                    return Err(CodingError::NotAccepted(codings.join(", ")));
                }
                "gzip" | "x-gzip" => Box::new(MultiGzDecoder::new(encoded)),
                "deflate" => Box::new(ZlibDecoder::new(encoded)),
                "br" => Box::new(Decompressor::new(encoded, BUFFER_BYTES)),
                other => return Err(CodingError::NotAccepted(other.to_owned())),
            };
            let mut whole = Vec::new();
            let max = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
            if decoder.take(max).read_to_end(&mut whole).is_err() {
                return Ok(body);
            }
            if whole.len() > limit {
                return Err(CodingError::TooLarge);
            }
            decoded = whole;
        }
    }
    if !codings.is_empty() {
        // The length is that of the encoded body. Without a body, it shows what the server announced.
        let is_kept = |name: &str| name != "content-length" || body.is_empty();
        headers.retain(|(name, _)| name != HEADER && is_kept(name));
    }
    Ok(decoded)
}

/// Returns the codings, in the order in which they were applied.
fn codings(headers: &[(String, String)]) -> impl Iterator<Item = &str> {
    let values = headers.iter().filter(|(name, _)| name == HEADER).map(|(_, value)| value);
    let codings = values.flat_map(|value| value.split(',')).map(str::trim);
    codings.filter(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case("identity"))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = br#"{"success":true}"#;

    /// The same text, compressed by the tool `brotli`.
    const BROTLI: &[u8] = &[
        0x1b, 0x0f, 0x00, 0xf8, 0xa5, 0x45, 0x74, 0xf6, 0xfa, 0xa4, 0x22, 0x92, 0x54, 0x52, 0x1b,
        0x18, 0x71, 0x08, 0x1b,
    ];

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("memory has no errors");
        encoder.finish().expect("memory has no errors")
    }

    fn zlib(text: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("memory has no errors");
        encoder.finish().expect("memory has no errors")
    }

    #[test]
    fn bodies_are_decoded_by_their_headers() {
        let check = |coding: &str, body: &[u8], expected: Result<&[u8], CodingError>| {
            let sent = vec![
                ("content-type".to_owned(), "application/json".to_owned()),
                (HEADER.to_owned(), coding.to_owned()),
            ];
            let mut headers = sent.clone();
            let decoded = decode(&mut headers, body.to_vec(), 1000);
            assert_eq!(decoded.as_deref().map_err(|_| ()), expected.as_deref().map_err(|_| ()));
            assert_eq!(decoded.err(), expected.err(), "{coding}");
            headers
        };
        for (coding, body) in [
            ("gzip", gzip(TEXT)),
            ("X-GZip", gzip(TEXT)),
            ("deflate", zlib(TEXT)),
            ("br", BROTLI.to_vec()),
            ("identity, deflate , gzip", gzip(&zlib(TEXT))),
            ("gzip", [gzip(&TEXT[..5]), gzip(&TEXT[5..])].concat()),
        ] {
            assert_eq!(check(coding, &body, Ok(TEXT)).len(), 1, "{coding}");
        }
        check("identity", TEXT, Ok(TEXT));
        check("identity, identity", TEXT, Ok(TEXT));
        check("gzip", b"", Ok(b""));
        let cut = &gzip(TEXT)[..12];
        for (coding, body) in [("gzip", TEXT), ("br", TEXT), ("deflate", TEXT), ("gzip", cut)] {
            assert_eq!(check(coding, body, Ok(body)).len(), 2, "the judge sees the header");
        }
        // Headers of one name are a list.
        let lines = ["deflate", "gzip"].map(|coding| (HEADER.to_owned(), coding.to_owned()));
        let mut lines = Vec::from(lines);
        let decoded = decode(&mut lines, gzip(&zlib(TEXT)), 1000);
        assert_eq!((decoded.as_deref(), lines.len()), (Ok(TEXT), 0));
        let unknown = |coding: &str| Err(CodingError::NotAccepted(coding.to_owned()));
        check("zstd", TEXT, unknown("zstd"));
        check("gzip,gzip,gzip,gzip,gzip", TEXT, unknown("gzip, gzip, gzip, gzip, gzip"));
        check("gzip", &gzip(&[0; 1001]), Err(CodingError::TooLarge));
    }
}
