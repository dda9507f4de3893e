// What all readers of messages know: mailboxes, ids and the largest size.

export interface Mailbox {
  name: string
  /** In lower case. */
  address: string
}

export const MAX_MESSAGE_BYTES = 26_214_400

/** The ids of messages in a header, without brackets. */
export const idsOf = (header = ''): string[] =>
  [...header.slice(0, 8_000).matchAll(/<([^<>\s]{1,500})>/g)].map(([, id = '']) => id)
