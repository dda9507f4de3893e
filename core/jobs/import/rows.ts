// The rows of a file of jobs.
import type { Rows } from '../../sheets/rows.ts'
import { DATE_FIELDS, jobTable, strangeTo, tableFor, type Field } from './columns.ts'
import { readStatus } from './status-aliases.ts'
import { titleOf, toJob } from './to-job.ts'
import { traitsOf } from './traits.ts'

export const jobRows: Rows<Field, ReturnType<typeof titleOf>> = {
  table: jobTable,
  dates: DATE_FIELDS,
  derived: ['derived'],
  strangeTo,
  tableFor,
  strangeWords(rows, { table, words }) {
    const said = rows.flatMap(({ cells }) =>
      cells.flatMap(([column, value]) =>
        table.fieldOf(column) === 'status' && typeof value === 'string' ? [value.trim()] : [],
      ),
    )
    return [...new Set(said)].filter((word) => word !== '' && readStatus(word, words) === null)
  },
  problemOf(row, reading) {
    const read = toJob(row, reading)
    return 'problem' in read ? read.problem : null
  },
  titleOf,
  traitsOf(row, reading) {
    const read = toJob(row, reading)
    return 'problem' in read ? [] : traitsOf({ ...read.ok, id: read.id })
  },
}
