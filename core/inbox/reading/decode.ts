// Decodes a message. It limits size, parts, depth and headers, whatever the message declares.
import { takingTurns } from '../../kernel/turns.ts'
import type { Address, Email, Attachment } from 'postal-mime'
import { isoOf, utcMsOf } from '../../kernel/clock.ts'
import { problem } from '../../kernel/errors.ts'
import { idsOf, MAX_MESSAGE_BYTES, type Mailbox } from './mail.ts'
import { readMail } from '../../unpacking/mail.ts'
import { MAX_TEXT, plainText, visibleText } from '../../unpacking/visible-text.ts'
import { repairMojibake, withWindowsLetters } from '../../reading/damaged.ts'
import { readTableDate } from '../../reading/table-dates.ts'

const MAX_HTML = 1_000_000
const MAX_REFERENCES = 50
const MAX_PEOPLE = 50

/** A decoded message: its headers, visible text and attached calendars. */
export interface Mail extends ReturnType<typeof headOf> {
  /** The visible text with its quotations, at most `MAX_TEXT` characters. */
  text: string
  calendars: string[]
  /** The names of attachments that were not read. */
  unread: string[]
  /** Attached messages but the first, which is in `text`, and how many were not opened. Each is a mail that forwards it. */
  attached: Mail[]
  unopened: number
}

const refuse = (reason: string) => problem('invalid_input', { problems: `The message ${reason}.` })

/** Decodes a message. Throws `invalid_input` or `unpacking_refused`, with the reason, if it exceeds a limit or is not a message. */
export async function decodeMail(bytes: Uint8Array, path = ''): Promise<Mail> {
  if (bytes.length > MAX_MESSAGE_BYTES) throw refuse(`is larger than ${MAX_MESSAGE_BYTES / 1_048_576} MiB`)
  const message = withLineFeeds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  if (!looksLikeMail(message)) throw refuse(foreignKind(message, path) ?? 'has no headers of a message')
  const email = await parseMail(message)
  const broken = brokenKind(headerOf(email, 'content-type') ?? '')
  if (broken) throw refuse(broken)
  const { opened, read, unopened } = await openAttached(email)
  const [first, ...attached] = opened.map((each) => forwardedBy(each, read))
  return {
    ...headOf(email),
    text: [shownText(email), ...(first ? [first.text] : [])].join('\n'),
    calendars: [...calendarsOf(email), ...(first?.calendars ?? [])],
    unread: [...unreadIn(email, read), ...(first?.unread ?? [])],
    ...{ attached, unopened },
  }
}

/** Formats of mail programs and archives, by their first bytes, or if these are damaged by the file's name. */
const FOREIGN: readonly (readonly [start: RegExp, name: RegExp, reason: string])[] = [
  [/^\xd0\xcf\x11\xe0/, /\.msg$/i, 'is in the format of Outlook: save it as .eml'],
  [/^!BDN/, /\.[op]st$/i, 'is a mailbox of Outlook: export its messages as .eml or mbox'],
  [/(?!)/, /\.olm$/i, 'is an archive of Outlook for Mac: drag its messages into a folder, as .eml'],
  [/^(?:PK\x03\x04|\x1f\x8b)/, /\.(?:zip|t?gz)$/i, 'is compressed: unpack the file first'],
]
const foreignKind = (bytes: Buffer, path: string): string | undefined =>
  FOREIGN.find(([start, name]) => start.test(bytes.toString('latin1', 0, 4)) || name.test(path))?.[2]

function brokenKind(type: string): string | null {
  if (/^message\/partial/i.test(type)) return 'is one part of a longer one: save the whole message as .eml'
  const isOpen = /^multipart\//i.test(type) && !/boundary\s*=/i.test(type)
  return isOpen ? 'does not say where its parts begin: save it as .eml again' : null
}

/** Removes a byte order mark, and replaces lone carriage returns by line feeds, because the parser needs these. */
function withLineFeeds(bytes: Buffer): Buffer {
  const message = bytes.toString('latin1', 0, 3) === '\u00ef\u00bb\u00bf' ? bytes.subarray(3) : bytes
  if (message.includes('\n') || !message.includes('\r')) return message
  return Buffer.from(message.toString('latin1').replaceAll('\r', '\n'), 'latin1')
}

const repaired = (text: string) => repairMojibake(withWindowsLetters(text))

/** Parses the message. If its bytes are not the UTF-8 that it declares, parses it again as Windows-1252. */
async function parseMail(message: Buffer): Promise<Email> {
  const email = await readMail('The message', message)
  if (!isDamaged(email)) return email
  const declared = message
    .toString('latin1')
    .replace(/charset\s*=\s*"?utf-?8"?/gi, 'charset=windows-1252')
    .replace(/^(content-type:[ \t]*text\/(?:html|plain))\r?$/gim, '$1; charset=windows-1252')
  const other = await readMail('The message', Buffer.from(declared, 'latin1'))
  const isSure = [other.text, other.html].every((text) => repaired(text ?? '').sure)
  return isSure && !isDamaged(other) ? other : email
}

const isDamaged = ({ text, html }: Email): boolean => [text, html].some((each) => each?.includes('\ufffd'))

const HEADER = /^(?:from|to|subject|date|message-id|received|return-path|delivered-to|mime-version)\s*:/im
const looksLikeMail = (bytes: Buffer): boolean => HEADER.test(bytes.toString('latin1', 0, 16_384))

const lineOf = (text: string | undefined): string => plainText(repaired(text ?? '').text).replace(/\n/g, ' ')

const mailboxOf = (address: Address | undefined): Mailbox | null => {
  if (!address) return null
  const name = lineOf(address.name).slice(0, 200)
  const mail = (address.address ?? '').trim().toLowerCase()
  return name || mail ? { name, address: mail.slice(0, 320) } : null
}

/** The offset at the end of a Date header, in minutes; null for `-0000` and zone names. Reads only its last 200 characters. */
function offsetOf(date: string | undefined): number | null {
  const found = /([+-])(\d{2})(\d{2})\s*(?:\(.*\))?\s*$/.exec(date?.trim().slice(-200) ?? '')
  if (!found || found[0].startsWith('-0000')) return null
  const minutes = Number(found[2]) * 60 + Number(found[3])
  return minutes > 14 * 60 ? null : found[1] === '-' ? -minutes : minutes
}

const UTC_COLUMN = { dateOrder: null, timeZone: 'UTC' }
const NOON = { hour: 12, minute: 0 }

/** The instant of a Date header; null if it is invalid, before 1990 or after 2099. Scripts write zones such as `CEST`. */
function instantOf(date = ''): string | null {
  const read = utcMsOf(date.trim())
  const ms = Number.isNaN(read) ? Date.parse(readTableDate(date, UTC_COLUMN, NOON)?.at ?? '') : read
  return Number.isNaN(ms) || ms < Date.UTC(1990, 0, 1) || ms > Date.UTC(2100, 0, 1) ? null : isoOf(ms)
}

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value

function headOf(email: Email) {
  const header = (name: string) => headerOf(email, name)
  const date = header('date')
  const references = [...idsOf(header('references')), ...idsOf(header('in-reply-to'))]
  const auto = header('auto-submitted')?.toLowerCase() ?? ''
  const precedence = header('precedence')?.toLowerCase() ?? ''
  const list = Boolean(header('list-unsubscribe') ?? header('list-id'))
  return {
    /** Without brackets; null when there is none. */
    messageId: idsOf(header('message-id'))[0] ?? null,
    /** Ids of the messages that it answers, the latest last. */
    references: [...new Set(references)].slice(-MAX_REFERENCES),
    from: mailboxOf(email.from),
    /** From the `Sender` header: the program that sent the message for its author. */
    sender: mailboxOf(email.sender),
    replyTo: mailboxOf(email.replyTo?.[0]),
    to: [...(email.to ?? []), ...(email.cc ?? [])]
      .slice(0, MAX_PEOPLE)
      .flatMap((one) => mailboxOf(one) ?? []),
    /** Addresses of the user to which the receiving server delivered it. */
    deliveredTo: email.headers
      .filter(({ key }) => key === 'delivered-to' || key === 'x-original-to')
      .slice(0, 5)
      .map(({ value }) => value.trim().toLowerCase()),
    /** Whether it has a `Received` header. Messages that the user sent usually have none. */
    received: email.headers.some(({ key }) => key === 'received'),
    subject: lineOf(email.subject).slice(0, 500),
    /** ISO, UTC; null when the date is missing or implausible. */
    sentAt: instantOf(date),
    /** The sender's offset from UTC in minutes; null if unknown. */
    offsetMinutes: offsetOf(date),
    /** Whether it was sent to many people, as by a mailing list. */
    bulk: list || /\b(?:bulk|list|junk)\b/.test(precedence),
    /** Whether it has a `List-Unsubscribe` or `List-Id` header. */
    list,
    autoReply: /auto-replied/.test(auto) || /auto.?reply/.test(precedence) || Boolean(header('x-autoreply')),
  }
}

/** An attached message as a mail of its carrier. It is written as forwarded text, so that the same reader finds its parts. */
function forwardedBy({ carrier, email }: Opened, read: ReadonlySet<Attachment>): Mail {
  const { from, messageId, references, subject, sentAt, offsetMinutes } = headOf(email)
  const head = [
    '---------- Forwarded message ---------',
    `From: ${from?.name ?? ''} <${from?.address ?? ''}>`,
    `Date: ${email.date ?? ''}`,
    `Subject: ${subject}`,
  ]
  return {
    ...headOf(carrier),
    ...{ messageId, references, subject },
    ...(sentAt !== null && { sentAt, offsetMinutes }),
    text: [...head, '', shownText(email)].join('\n'),
    calendars: calendarsOf(email),
    unread: unreadIn(email, read),
    ...{ attached: [], unopened: 0 },
  }
}

/** A plain-text part that only refers to the HTML part. */
const HTML_POINTER = /html[- ](?:capable|version|format|e-?mail)|view (?:this|it) (?:message|e-?mail)? ?in/i
const MIN_PLAIN = 40

/** Plain text of at least this length is the message. Shorter text may only refer to the HTML. */
const MIN_WHOLE = 400

/** The text that the reader sees: plain text, or the HTML if the plain text only refers to it or is much shorter. */
function shownText({ text, html }: Email): string {
  const plain = plainText(repaired(text ?? '').text.slice(0, MAX_TEXT))
  if (!html || plain.length >= MIN_WHOLE) return plain
  const shown = visibleText(repaired(html).text.slice(0, MAX_HTML))
  const refers = plain.length < MIN_PLAIN || HTML_POINTER.test(plain) || shown.length > plain.length * 1.5
  return refers && shown.length > plain.length ? shown : plain
}

const MAX_CALENDARS = 5
const MAX_CALENDAR_BYTES = 262_144
const MAX_UNREAD = 10

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)

const isCalendar = ({ mimeType, filename }: Attachment): boolean =>
  /calendar|\/ics/i.test(mimeType) || /\.ics$/i.test(filename ?? '')
const isMessage = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'message/rfc822' || /\.eml$/i.test(filename ?? '')
/** Pictures, signatures, address cards and delivery reports add nothing to the text. */
const isDecoration = ({ mimeType, filename }: Attachment): boolean =>
  /^(?:image|message)\/|signature|vcard|^text\/(?:rfc822-headers|x-amp-html)$/i.test(mimeType) ||
  /\.(?:vcf|p7s|asc)$/i.test(filename ?? '')

/** The text of a calendar part; null if it is too long or contains no calendar. */
function calendarOf(attachment: Attachment): string | null {
  const text = bytesOf(attachment).toString('utf8')
  return text.length <= MAX_CALENDAR_BYTES && /BEGIN:VCALENDAR/i.test(text) ? text : null
}

const calendarParts = (all: readonly Attachment[]) => all.filter(isCalendar).slice(0, MAX_CALENDARS)

const calendarsOf = ({ attachments }: Email): string[] => [
  ...new Set(calendarParts(attachments).flatMap((each) => calendarOf(each) ?? [])),
]

/** Maximum attached messages that are opened, and how deep they may be attached to each other. */
export const MAX_ATTACHED = 50
export const MAX_ATTACHED_DEPTH = 5

interface Opened {
  carrier: Email
  email: Email
  depth: number
}

/** Opens the attached messages, nested ones last: some programs forward this way. `read` has the attachments behind them. */
async function openAttached(email: Email) {
  const letOthersRun = takingTurns()
  const opened: Opened[] = [{ carrier: email, email, depth: 0 }]
  const read = new Set<Attachment>()
  let unopened = 0
  for (const { email: carrier, depth } of opened)
    for (const each of carrier.attachments.filter(isMessage)) {
      await letOthersRun()
      const bytes = withLineFeeds(bytesOf(each))
      const isOpen = depth < MAX_ATTACHED_DEPTH && opened.length <= MAX_ATTACHED && looksLikeMail(bytes)
      const inner = isOpen ? await parseMail(bytes).catch(() => null) : null
      if (inner) opened.push({ carrier, email: inner, depth: depth + 1 })
      if (inner) read.add(each)
      else unopened += 1
    }
  return { opened: opened.slice(1), read, unopened }
}

/** An attachment in the text itself, as programs wrote it before MIME (uuencode). */
const IN_TEXT = /^begin [0-7]{3} (\S.{0,199})$/gm

/** The names of the attachments that are not read. */
function unreadIn({ attachments, text = '' }: Email, messages: ReadonlySet<Attachment>): string[] {
  const read = new Set([...messages, ...calendarParts(attachments)])
  const unread = attachments.filter((each) =>
    read.has(each) ? isCalendar(each) && calendarOf(each) === null : isMessage(each) || !isDecoration(each),
  )
  const inText = [...text.matchAll(IN_TEXT)].map(([, name = '']) => name.trim())
  const names = [...unread.map(({ filename, mimeType }) => filename ?? mimeType), ...inText]
  const more = names.length - MAX_UNREAD
  return more > 0 ? [...names.slice(0, MAX_UNREAD), `${more} more`] : names
}
