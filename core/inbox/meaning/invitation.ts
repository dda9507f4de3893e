// Reads an invitation in a calendar part: whether it sets or cancels a meeting, and its time in a valid zone.
import { isoOf, instantAtOffset } from '../../kernel/clock.ts'
import type { IcsEvent, IcsMoment } from '../../calendar/reading/ics-file.ts'
import type { Series } from '../../calendar/reading/series.ts'
import { quietly } from '../../kernel/errors.ts'
import { plainText } from '../../unpacking/visible-text.ts'
import type { Evidence } from '../proposal.ts'

export type Invitation = NonNullable<ReturnType<typeof invitationOf>> & {
  /** The later dates of a series, in words; null if there are none. */
  repeats: string | null
}

const MAX_EVENTS = 20

/**
 * The invitations in calendar parts, and why other parts are none, with their words. Of each invitation, the newest version. Those
 * that set a meeting come first; each group is in order of start.
 */
export async function invitationsIn(calendars: readonly string[], offsetMinutes: number | null) {
  const doubts: Evidence[] = []
  if (!calendars.length) return { invitations: [], doubts }
  const [{ readIcsFile, textIn }, { seriesOf }] = await Promise.all([
    import('../../calendar/reading/ics-file.ts'),
    import('../../calendar/reading/series.ts'),
  ])
  const newest = new Map<string, Invitation>()
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
        newest.set(key, { ...read, repeats: repeatsIn(entry, read.startsAt, seriesOf) })
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
function repeatsIn(entry: IcsEvent, startsAt: string, seriesOf: (entry: IcsEvent) => Series | null) {
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
) {
  const startsAt = instantOf(starts, offset)
  if (asks === 'answer' || !starts || startsAt === null) return null
  const endsAt = instantOf(ends, offset)
  const words = (name: string) => plainText(textOf(event, name)).slice(0, 2_000)
  return {
    ...{ asks, uid, sequence, startsAt },
    /** For one date of a series: its start by the series' rule. */
    replaces: instantOf(replaces, offset),
    endsAt: endsAt !== null && endsAt > startsAt ? endsAt : null,
    /** IANA name; null for UTC or an unknown zone. */
    timeZone: starts.zone,
    /** The zone is unknown, so the time was read in the sender's zone. */
    uncertain: starts.at === null,
    summary: words('summary').slice(0, 300),
    description: words('description'),
    location: words('location').slice(0, 500) || null,
    line: /^DTSTART[^\r\n]*/im.exec(text.slice(Math.max(0, text.search(/BEGIN:VEVENT/i))))?.[0] ?? '',
  }
}

/** Reads a time with an unknown zone in the sender's zone. Null for a whole day, because no interview lasts so long. */
function instantOf(moment: IcsMoment | null, offset: number | null): string | null {
  if (!moment || moment.isDate) return null
  return moment.at ?? (offset === null ? null : isoOf(instantAtOffset(moment.wall, offset)))
}
