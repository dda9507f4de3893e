// Response text as a string of its bytes. Node copies a one-byte string to the socket unchanged, but
// re-encodes any other string on every send, which for a pay result took as long as looking it up.

/** UTF-8 with one character per byte, sent as latin1, so its length is the `Content-Length`. */
export type Octets = string & { readonly octets: unique symbol }

/** Encodes a text. ASCII stays the same, but V8 may have stored it with two bytes per character until now. */
export const octetsOf = (text: string): Octets => Buffer.from(text).toString('latin1') as Octets

/** Concatenates encoded texts. */
export const joined = (...parts: readonly Octets[]): Octets =>
  parts.reduce((all, part) => all + part, '') as Octets
