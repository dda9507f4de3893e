// Reads an invitation in a calendar part: whether it sets or cancels a meeting, and its time in a valid zone.
import { isoOf, instantAtOffset } from '../../kernel/clock.ts'
import type { IcsEvent, IcsMoment } from '../../calendar/reading/ics-file.ts'
import { plainText } from '../../unpacking/visible-text.ts'

export interface Invitation {
  asks: 'set' | 'cancel'
  uid: string
  sequence: number
  /** ISO, UTC. */
  startsAt: string
  endsAt: string | null
  /** IANA name; null for UTC or an unknown zone. */
  timeZone: string | null
  /** The zone is unknown, so the time was read in the sender's zone. */
  uncertain: boolean
  summary: string
  description: string
  location: string | null
  organiser: { name: string; address: string } | null
  /** The file's line that states the time. */
  line: string
}

const MAX_EVENTS = 20

/** The invitations in calendar parts, highest sequence and then earliest first, without broken ones. */
export async function invitationsIn(
  calendars: readonly string[],
  offsetMinutes: number | null,
): Promise<Invitation[]> {
  if (!calendars.length) return []
  const { readIcsFile, textIn } = await import('../../calendar/reading/ics-file.ts')
  const found = calendars.flatMap((text) =>
    (readIcsFile(text) ?? [])
      .slice(0, MAX_EVENTS)
      .flatMap((entry) => (entry && invitationOf(entry, textIn, text, offsetMinutes)) ?? []),
  )
  return found.sort((one, other) => other.sequence - one.sequence || (one.startsAt < other.startsAt ? -1 : 1))
}

function invitationOf(
  { event, asks, uid, sequence, starts, ends }: IcsEvent,
  textOf: (component: IcsEvent['event'], name: string) => string,
  text: string,
  offset: number | null,
): Invitation | null {
  const startsAt = instantOf(starts, offset)
  if (asks === 'answer' || !starts || startsAt === null) return null
  const endsAt = instantOf(ends, offset)
  const words = (name: string) => plainText(textOf(event, name)).slice(0, 2_000)
  const organiser = event.getFirstProperty('organizer')
  const address = String(organiser?.getFirstValue() ?? '')
    .replace(/^mailto:/i, '')
    .toLowerCase()
  return {
    ...{ asks, uid, sequence, startsAt },
    endsAt: endsAt !== null && endsAt > startsAt ? endsAt : null,
    timeZone: starts.zone,
    uncertain: starts.at === null,
    summary: words('summary').slice(0, 300),
    description: words('description'),
    location: words('location').slice(0, 500) || null,
    organiser: address ? { name: plainText(String(organiser?.getParameter('cn') ?? '')), address } : null,
    line: /^DTSTART[^\r\n]*/im.exec(text.slice(Math.max(0, text.search(/BEGIN:VEVENT/i))))?.[0] ?? '',
  }
}

/** Reads a time with an unknown zone in the sender's zone. Null for a whole day, because no interview lasts so long. */
function instantOf(moment: IcsMoment | null, offset: number | null): string | null {
  if (!moment || moment.isDate) return null
  return moment.at ?? (offset === null ? null : isoOf(instantAtOffset(moment.wall, offset)))
}
