//! Bytes as text: JSON has no bytes, and base64 (RFC 4648, with padding) is what readers expect in their place.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends the bytes as base64.
pub fn encode(bytes: &[u8], out: &mut Vec<u8>) {
    let digit = |bits: u32, place: u32| DIGITS[(bits >> (6 * place)) as usize & 63];
    let (triples, rest) = bytes.as_chunks::<3>();
    for &[a, b, c] in triples {
        let bits = u32::from_be_bytes([0, a, b, c]);
        out.extend([digit(bits, 3), digit(bits, 2), digit(bits, 1), digit(bits, 0)]);
    }
    match *rest {
        [a] => {
            let bits = u32::from_be_bytes([0, a, 0, 0]);
            out.extend([digit(bits, 3), digit(bits, 2), b'=', b'=']);
        }
        [a, b] => {
            let bits = u32::from_be_bytes([0, a, b, 0]);
            out.extend([digit(bits, 3), digit(bits, 2), digit(bits, 1), b'=']);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn examples_of_the_standard() {
        let cases = [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foob", "Zm9vYg=="),
            (b"fooba", "Zm9vYmE="),
            (b"foobar", "Zm9vYmFy"),
            (&[0xff, 0xef, 0xbe], "/+++"),
        ];
        for (bytes, text) in cases {
            let mut out = Vec::new();
            encode(bytes, &mut out);
            assert_eq!(out, text.as_bytes(), "{bytes:?}");
        }
    }
}
