// A decoded message: its sender, recipients, date, visible text and attached calendars.

export interface Mailbox {
  name: string
  /** In lower case. */
  address: string
}

export interface Mail {
  /** Without brackets; null when there is none. */
  messageId: string | null
  /** Ids of the messages that it answers, the latest last. */
  references: string[]
  from: Mailbox | null
  /** The program that sent it on somebody's behalf. */
  sender: Mailbox | null
  replyTo: Mailbox | null
  to: Mailbox[]
  /** Addresses of the user to which the receiving server delivered it. */
  deliveredTo: string[]
  /** Whether it has a `Received` header. Messages that the user sent usually have none. */
  received: boolean
  subject: string
  /** ISO, UTC; null when the date is missing or implausible. */
  sentAt: string | null
  /** The sender's offset from UTC in minutes; null if unknown. */
  offsetMinutes: number | null
  /** The visible text with its quotations, at most `MAX_TEXT` characters. */
  text: string
  calendars: string[]
  /** The names of attachments that were not read. */
  unread: string[]
  /** Whether it was sent to many people, as by a mailing list. */
  bulk: boolean
  /** Whether it has a `List-Unsubscribe` or `List-Id` header. */
  list: boolean
  autoReply: boolean
  /** Attached messages but the first, which is in `text`, and how many were not opened. Each is a mail that forwards it. */
  attached: Mail[]
  unopened: number
}

export const MAX_MESSAGE_BYTES = 26_214_400

/** The ids of messages in a header, without brackets. */
export const idsOf = (header = ''): string[] =>
  [...header.slice(0, 8_000).matchAll(/<([^<>\s]{1,500})>/g)].map(([, id = '']) => id)
