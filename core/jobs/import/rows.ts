// The rows of a file of jobs.
import { rowsOf } from '../../sheets/rows.ts'
import { DATE_FIELDS, jobTable, strangeTo, tableFor } from './columns.ts'
import { readStatus } from './status-aliases.ts'
import { titleOf, toJob } from './to-job.ts'
import { traitsOf } from './traits.ts'

export const jobRows = rowsOf(
  {
    ...{ table: jobTable, dates: DATE_FIELDS, derived: ['derived'], strangeTo, tableFor, titleOf },
    strangeWords(rows, { table, words }) {
      const said = rows.flatMap(({ cells }) =>
        cells.flatMap(([column, value]) =>
          table.fieldOf(column) === 'status' && typeof value === 'string' ? [value.trim()] : [],
        ),
      )
      return [...new Set(said)].filter((word) => word !== '' && readStatus(word, words) === null)
    },
  },
  toJob,
  ({ ok, id }) => traitsOf({ ...ok, id }),
)
