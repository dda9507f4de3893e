// Decodes a message. It limits size, parts, depth and headers, whatever the message declares.
import { takingTurns } from '../../kernel/turns.ts'
import type { Address, Email } from 'postal-mime'
import { isoOf } from '../../kernel/clock.ts'
import { problem } from '../../kernel/errors.ts'
import { MAX_MESSAGE_BYTES, type Mail, type Mailbox } from './mail.ts'
import { readMail } from '../../unpacking/mail.ts'
import { MAX_TEXT, plainText, visibleText } from '../../unpacking/visible-text.ts'

const MAX_HTML = 1_000_000
const MAX_CALENDARS = 5
const MAX_CALENDAR_BYTES = 262_144
const MAX_REFERENCES = 50
const MAX_PEOPLE = 50

const refuse = (reason: string) => problem('invalid_input', { problems: `The message ${reason}.` })

/** Decodes a message. Throws `invalid_input` or `unpacking_refused`, with the reason, if it exceeds a limit or is not a message. */
export async function decodeMail(bytes: Uint8Array): Promise<Mail> {
  if (bytes.length > MAX_MESSAGE_BYTES) throw refuse(`is larger than ${MAX_MESSAGE_BYTES / 1_048_576} MiB`)
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!looksLikeMail(message)) throw refuse('has no headers of a message')
  const letOthersRun = takingTurns()
  const email = await readMail('The message', message)
  await letOthersRun()
  return mailOf(email)
}

function looksLikeMail(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 16_384).toString('latin1')
  return /^(?:from|to|subject|date|message-id|received|return-path|delivered-to|mime-version)\s*:/im.test(
    head,
  )
}

const mailboxOf = (address: Address | undefined): Mailbox | null => {
  if (!address) return null
  const [name, mail] = [
    plainText(address.name ?? '').slice(0, 200),
    (address.address ?? '').trim().toLowerCase(),
  ]
  return name || mail ? { name: name.replace(/\n/g, ' '), address: mail.slice(0, 320) } : null
}

const idsOf = (text: string | undefined): string[] =>
  [...(text ?? '').slice(0, 8_000).matchAll(/<([^<>\s]{1,500})>/g)].map(([, id = '']) => id)

/** The offset at the end of a Date header, in minutes; null for `-0000` and zone names. */
function offsetOf(date: string | undefined): number | null {
  const found = /([+-])(\d{2})(\d{2})\s*(?:\(.*\))?\s*$/.exec(date ?? '')
  if (!found || found[0].startsWith('-0000')) return null
  const minutes = Number(found[2]) * 60 + Number(found[3])
  return minutes > 14 * 60 ? null : found[1] === '-' ? -minutes : minutes
}

/** The instant of a Date header; null if it is invalid, before 1990 or more than a day ahead. */
function instantOf(date: string | undefined): string | null {
  const ms = Date.parse(date ?? '')
  return Number.isNaN(ms) || ms < Date.UTC(1990, 0, 1) || ms > Date.UTC(2100, 0, 1) ? null : isoOf(ms)
}

function mailOf(email: Email): Mail {
  const header = (name: string): string | undefined => email.headers.find(({ key }) => key === name)?.value
  const date = header('date')
  const references = [...idsOf(header('references')), ...idsOf(header('in-reply-to'))]
  const auto = header('auto-submitted')?.toLowerCase() ?? ''
  const precedence = header('precedence')?.toLowerCase() ?? ''
  const list = Boolean(header('list-unsubscribe') ?? header('list-id'))
  return {
    messageId: idsOf(header('message-id'))[0] ?? null,
    references: [...new Set(references)].slice(-MAX_REFERENCES),
    from: mailboxOf(email.from),
    sender: mailboxOf(email.sender),
    replyTo: mailboxOf(email.replyTo?.[0]),
    to: [...(email.to ?? []), ...(email.cc ?? [])]
      .slice(0, MAX_PEOPLE)
      .flatMap((one) => mailboxOf(one) ?? []),
    deliveredTo: email.headers
      .filter(({ key }) => key === 'delivered-to' || key === 'x-original-to')
      .slice(0, 5)
      .map(({ value }) => value.trim().toLowerCase()),
    received: email.headers.some(({ key }) => key === 'received'),
    subject: plainText(email.subject ?? '')
      .replace(/\n/g, ' ')
      .slice(0, 500),
    sentAt: instantOf(date),
    offsetMinutes: offsetOf(date),
    text: shownText(email),
    calendars: calendarsOf(email),
    bulk: list || /\b(?:bulk|list|junk)\b/.test(precedence),
    list,
    autoReply: /auto-replied/.test(auto) || /auto.?reply/.test(precedence) || Boolean(header('x-autoreply')),
  }
}

/** A plain-text part that only refers to the HTML part. */
const HTML_POINTER = /html[- ](?:capable|version|format|e-?mail)|view (?:this|it) (?:message|e-?mail)? ?in/i
const MIN_PLAIN = 40

/** The text that the reader sees: plain text, or the HTML if the plain text only refers to it. */
function shownText({ text, html }: Email): string {
  const plain = plainText((text ?? '').slice(0, MAX_TEXT))
  if (!html) return plain
  if (plain.length >= MIN_PLAIN && !(plain.length < 400 && HTML_POINTER.test(plain))) return plain
  const shown = visibleText(html.slice(0, MAX_HTML))
  return shown.length > plain.length ? shown : plain
}

/** Calendar parts, found by type or name. A part attached twice counts once. */
function calendarsOf({ attachments }: Email): string[] {
  const calendars = attachments
    .filter(({ mimeType, filename }) => /calendar|\/ics/i.test(mimeType) || /\.ics$/i.test(filename ?? ''))
    .slice(0, MAX_CALENDARS)
    // The type does not say that the content is bytes.
    .map(({ content }) =>
      typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8'),
    )
    .filter((text) => text.length <= MAX_CALENDAR_BYTES && /BEGIN:VCALENDAR/i.test(text))
  return [...new Set(calendars)]
}
