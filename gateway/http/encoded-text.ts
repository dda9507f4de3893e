// Response text as a string of its bytes. Node copies a one-byte string to the socket unchanged, but
// re-encodes any other string on every send, which for a pay result took as long as looking it up.

/** UTF-8 with one character per byte, sent as latin1, so its length is the `Content-Length`. */
export type EncodedText = string & { readonly encoded: unique symbol }

// Only these two make the type: what they return is one character per byte.

/** Encodes a text. ASCII stays the same, but V8 may have stored it with two bytes per character until now. */
export const encodeText = (text: string): EncodedText => Buffer.from(text).toString('latin1') as EncodedText

export const concatText = (...parts: readonly EncodedText[]): EncodedText =>
  // What consists of encoded texts is one.
  parts.reduce((all, part) => all + part, '') as EncodedText
