// Reads an invitation in a calendar part: whether it sets or cancels a meeting, and its time in a valid zone.
import { isoOf, instantAtOffset } from '../../kernel/clock.ts'
import type { IcsEvent, IcsMoment } from '../../calendar/reading/ics-file.ts'
import type { Series } from '../../calendar/reading/series.ts'
import { quietly } from '../../kernel/errors.ts'
import { plainText } from '../../unpacking/visible-text.ts'

export interface Invitation {
  asks: 'set' | 'cancel'
  uid: string
  sequence: number
  /** For one date of a series: its start by the series' rule, as ISO, UTC. */
  replaces: string | null
  /** The later dates of a series, in words; null if there are none. */
  repeats: string | null
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

interface Invitations {
  /** The newest version of each. Those that set a meeting come first; each group is in order of start. */
  invitations: Invitation[]
  /** Why a calendar part is no invitation, with its words. */
  doubts: { quote: string; why: string }[]
}

/** The invitations in calendar parts, and why other parts are none. */
export async function invitationsIn(
  calendars: readonly string[],
  offsetMinutes: number | null,
): Promise<Invitations> {
  if (!calendars.length) return { invitations: [], doubts: [] }
  const [{ readIcsFile, textIn }, { seriesOf }] = await Promise.all([
    import('../../calendar/reading/ics-file.ts'),
    import('../../calendar/reading/series.ts'),
  ])
  const newest = new Map<string, Invitation>()
  const doubts: Invitations['doubts'] = []
  for (const text of calendars)
    for (const entry of (readIcsFile(text) ?? [null]).slice(0, MAX_EVENTS)) {
      const read = entry && invitationOf(entry, textIn, text, offsetMinutes)
      if (!read) {
        const summary = entry && plainText(textIn(entry.event, 'summary'))
        doubts.push({ quote: summary || 'invite.ics', why: doubtOf(entry) })
        continue
      }
      const key = read.uid ? `${read.uid} ${read.replaces ?? ''}` : `${newest.size}`
      const known = newest.get(key)
      if (!known || known.sequence <= read.sequence)
        newest.set(key, { ...read, repeats: entry && repeatsIn(entry, read, seriesOf) })
    }
  const order = ({ asks, startsAt }: Invitation) => `${asks === 'set' ? 0 : 1} ${startsAt}`
  const invitations = [...newest.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1))
  return { invitations, doubts }
}

const doubtOf = (entry: IcsEvent | null): string =>
  entry?.asks === 'answer'
    ? 'The calendar part answers an invitation, or proposes another time: nothing moves until it is agreed.'
    : entry?.starts?.isDate
      ? 'The invitation names a day and no time: it is not in the proposal.'
      : 'The invitation cannot be read: it is not in the proposal.'

const MAX_REPEATS = 5

/** The dates of a series after the proposed one, in words. If crm finds none, the rule as written; null without a rule. */
function repeatsIn(entry: IcsEvent, { startsAt }: Invitation, seriesOf: (entry: IcsEvent) => Series | null) {
  const rule = String(entry.event.getFirstPropertyValue('rrule') ?? '')
  const { starts = [], remark = null } = quietly(() => seriesOf(entry)) ?? {}
  const dates = starts.flatMap(({ at }) => at ?? []).filter((at) => at > startsAt)
  const shown = dates.slice(0, MAX_REPEATS).map((at) => `${at.slice(0, 16).replace('T', ' ')} UTC`)
  const more = remark !== null || dates.length > MAX_REPEATS ? ' …' : ''
  return shown.length ? `${shown.join(', ')}${more}` : rule || null
}

function invitationOf(
  { event, asks, uid, sequence, starts, ends, replaces }: IcsEvent,
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
    ...{ asks, uid, sequence, startsAt, replaces: instantOf(replaces, offset), repeats: null },
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
