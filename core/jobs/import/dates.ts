// The dates of a row of jobs. An application is over, so the year of its day is known without being written.
import type { TableDate } from '../../reading/moments.ts'
import { readPastDay } from '../../reading/table-dates.ts'
import { dateOf } from '../../sheets/fields.ts'
import type { RowContext } from '../../sheets/rows.ts'
import { DATES, type Field } from './columns.ts'

type DateField = (typeof DATES)[number]

/** A deadline without a time means the end of its day. */
const END_OF_DAY = { hour: 23, minute: 59 }

export interface ReadDate extends TableDate {
  /** Whether the text has no year. */
  readonly isInferred?: boolean
}

export const datesIn = (
  values: ReadonlyMap<Field, string>,
  options: RowContext<Field>,
): Map<DateField, ReadDate> =>
  new Map(
    DATES.flatMap((field): [DateField, ReadDate][] => {
      const text = values.get(field)
      const stated = dateOf(text, options, field === 'deadline' ? END_OF_DAY : undefined)
      if (stated) return [[field, stated]]
      const found = field === 'appliedAt' && readPastDay(text ?? '', options, options.now)
      return found ? [[field, { ...found, isInferred: true }]] : []
    }),
  )
