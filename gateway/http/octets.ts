// Text as its bytes. Node copies a string of one-byte characters to the socket as it is, and encodes every other string
// anew each time it is sent: for an answer about pay that took as long as finding it.

/** UTF-8, one character for each byte: its length is what `Content-Length` says. Sent as latin1. */
export type Octets = string & { readonly octets: unique symbol }

/** The bytes of a text. Those of ASCII look the same, but V8 may have kept it in two bytes a character until now. */
export const octetsOf = (text: string): Octets => Buffer.from(text).toString('latin1') as Octets

/** One after the other. */
export const joined = (...parts: readonly Octets[]): Octets =>
  parts.reduce((all, part) => all + part, '') as Octets
