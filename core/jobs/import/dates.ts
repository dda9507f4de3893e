// Reads the dates of a row of jobs. A file may be old, so crm adds a missing year only to an application's date, which is past.
// An agent passes on what somebody just said (`isSaid`), so “yesterday” and “Nov 3” count from now.
import { asIfUtc, DAY_MS, isoOf, msOf, wallTime } from '../../kernel/clock.ts'
import { readMoment, type TableDate } from '../../reading/moments.ts'
import { readPastDay } from '../../reading/table-dates.ts'
import { dateOf } from '../../sheets/fields.ts'
import type { RowContext } from '../../sheets/rows.ts'
import { DATES, type Field } from './columns.ts'

type DateField = (typeof DATES)[number]

/** Without a time, a deadline means the end of its day, and a follow-up the whole day. */
const TIMES: Partial<Record<Field, { hour: number; minute: number }>> = {
  deadline: { hour: 23, minute: 59 },
  followUpAt: { hour: 0, minute: 0 },
}

export interface ReadDate extends TableDate {
  /** Whether crm added the year, because the file's text has none. */
  readonly isInferred?: boolean
}

export function inferredDate(field: Field, text: string, reading: RowContext<Field>): TableDate | null {
  const { now, timeZone, dateOrder, isFromAgent: isSaid } = reading
  if (now === undefined) return null
  if (!isSaid) return field === 'appliedAt' ? readPastDay(text, reading, now) : null
  const { value } = readMoment(text, new Date(now), timeZone, {
    ...{ untimed: 'midnight', atEnd: field === 'deadline', order: dateOrder ?? undefined },
    direction: field === 'deadline' || field === 'followUpAt' ? 'ahead' : 'behind',
  })
  if (!value || value.endsAt !== null) return null
  const day = isoOf(asIfUtc(wallTime(msOf(value.at), timeZone))).slice(0, 10)
  return value.isDay ? dateOf(day, reading, TIMES[field]) : { at: value.at, rest: '' }
}

export const datesIn = (values: ReadonlyMap<Field, string>, options: RowContext<Field>) =>
  new Map(
    DATES.flatMap((field): [DateField, ReadDate][] => {
      const text = values.get(field)
      const stated = dateOf(text, options, TIMES[field])
      if (stated) return [[field, stated]]
      const found = inferredDate(field, text ?? '', options)
      return found ? [[field, { ...found, isInferred: !options.isFromAgent }]] : []
    }),
  )

const PAST = ['appliedAt', 'createdAt', 'statusChangedAt'] as const

/** Removes the dates that cannot be, and says why. A date may be tomorrow, because dates have no zone. */
export const removeImpossible = (dates: Map<DateField, ReadDate>, isUnsent: boolean, now = Infinity) =>
  PAST.flatMap((field) => {
    const at = dates.get(field)?.at
    const isLate = at !== undefined && msOf(at) > now + DAY_MS
    const why = at && isUnsent && field === 'appliedAt' ? 'no date of a saved job' : isLate && 'in the future'
    if (why) dates.delete(field)
    return why ? [{ field, why }] : []
  })
