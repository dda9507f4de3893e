// A message as the rules see it: who wrote to whom, when, what it shows, and what it is attached to.

export interface Mailbox {
  name: string
  /** In lower case. */
  address: string
}

export interface Mail {
  /** Without brackets; null when there is none. */
  messageId: string | null
  /** The messages it answers, nearest last. */
  references: string[]
  from: Mailbox | null
  /** The program that sent it for somebody else. */
  sender: Mailbox | null
  replyTo: Mailbox | null
  to: Mailbox[]
  /** Addresses that the receiving server delivered it to: the reader's own. */
  deliveredTo: string[]
  /** Whether a server received it from another one: what you sent yourself usually has no such trace. */
  received: boolean
  subject: string
  /** ISO, UTC; null when the date is missing or senseless. */
  sentAt: string | null
  /** The sender's offset from UTC in minutes; null when the date does not tell. */
  offsetMinutes: number | null
  /** The visible text, quotations included, at most `MAX_TEXT` characters. */
  text: string
  calendars: string[]
  /** Sent to many: a list, a campaign. */
  bulk: boolean
  /** A list to unsubscribe from. */
  list: boolean
  autoReply: boolean
}

/** A message as bytes is at most this long. */
export const MAX_MESSAGE_BYTES = 26_214_400
