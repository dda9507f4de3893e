// The attachments of a message: calendars, attached messages, and the names of those that are not read.
import type { Attachment, Email } from 'postal-mime'
import { readMail } from '../../unpacking/mail.ts'

const MAX_CALENDARS = 5
const MAX_CALENDAR_BYTES = 262_144
const MAX_UNREAD = 10

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)

const isCalendar = ({ mimeType, filename }: Attachment): boolean =>
  /calendar|\/ics/i.test(mimeType) || /\.ics$/i.test(filename ?? '')
const isMessage = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'message/rfc822' || /\.eml$/i.test(filename ?? '')
/** Pictures, signatures, addresses and reports about delivery say nothing that the text does not. */
const isDecoration = ({ mimeType, filename }: Attachment): boolean =>
  /^(?:image|message)\/|signature|vcard|^text\/(?:rfc822-headers|x-amp-html)$/i.test(mimeType) ||
  /\.(?:vcf|p7s|asc)$/i.test(filename ?? '')

/** The text of a calendar part; null if it has none that can be read. */
function calendarOf(attachment: Attachment): string | null {
  const text = bytesOf(attachment).toString('utf8')
  return text.length <= MAX_CALENDAR_BYTES && /BEGIN:VCALENDAR/i.test(text) ? text : null
}

/** The calendar parts, without copies. */
export const calendarsOf = ({ attachments }: Email): string[] => [
  ...new Set(
    attachments
      .filter(isCalendar)
      .slice(0, MAX_CALENDARS)
      .flatMap((each) => calendarOf(each) ?? []),
  ),
]

/** The first attached message, which the sender forwarded so; its own attachments are not opened again. */
export async function attachedMessage({ attachments }: Email): Promise<Email | null> {
  const found = attachments.find(isMessage)
  return found ? readMail('The attached message', bytesOf(found)) : null
}

/** The names of the attachments that are not read. */
export function unreadIn({ attachments }: Email): string[] {
  const read = new Set([
    attachments.find(isMessage),
    ...attachments.filter(isCalendar).slice(0, MAX_CALENDARS),
  ])
  return attachments
    .filter((each) =>
      read.has(each) ? isCalendar(each) && calendarOf(each) === null : isMessage(each) || !isDecoration(each),
    )
    .map(({ filename, mimeType }) => filename ?? mimeType)
    .slice(0, MAX_UNREAD)
}
