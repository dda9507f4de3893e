// Stores in CRM_HOME how the user explained the columns, statuses and dates of a file, for the next import.
import { STATUSES } from '../../core/jobs/fields.ts'
import { isOneOf, recordBy, recordOf } from '../../core/kernel/narrow.ts'
import { fieldNamed, headerWords, IGNORE, type Mapping } from '../../core/sheets/headers.ts'
import type { Table } from '../../core/sheets/sheet.ts'
import { misused } from '../command.ts'
import { readHome, writeHome } from '../home-file.ts'

/** The mapping stored under a name. If the file is damaged, earlier mappings are lost and nothing fails. */
function kept(home: string, name: string): Mapping {
  const pairs = Object.entries(recordOf(readHome(home, 'columns')?.[name]))
  return Object.fromEntries(pairs.map(([column, field]) => [column, String(field)]))
}

const PARTS = ['columns', 'words', 'dates'] as const

/** How the user explained files: a field for each column, a status for each word, a date order for each set of columns. */
type Explanation = Readonly<Record<(typeof PARTS)[number], Mapping>>

const namesOf = ({ noun }: Table): Readonly<Record<keyof Explanation, string>> => ({
  ...{ columns: noun, words: `${noun} statuses`, dates: `${noun} dates` },
})

/** Reads the stored explanation. Leaves out fields that no longer exist. */
export function remembered(home: string, table: Table): Explanation {
  const known: readonly string[] = [...table.fields, IGNORE]
  const { columns, words, dates } = recordBy(PARTS, (name) => kept(home, namesOf(table)[name]))
  const entries = Object.entries(columns).filter(([, field]) => known.includes(field))
  return { columns: Object.fromEntries(entries), words, dates }
}

/** The pairs of a repeated flag, one per line; the value follows the last “=”. */
const pairsIn = (text: string | undefined) =>
  (text?.split('\n') ?? []).map((pair) => {
    const at = pair.lastIndexOf('=')
    return { pair, at, word: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }
  })

/** The values of `--map-status`: `On ice=withdrawn`. */
export const statusesOf = (text: string | undefined): Mapping =>
  Object.fromEntries(
    pairsIn(text).map(({ pair, at, word, value }) => {
      const status = value.toLowerCase()
      if (at < 1 || !isOneOf(STATUSES, status))
        misused(`--map-status: “${pair}” is not word=status. Statuses: ${STATUSES.join(', ')}.`)
      return [word, status]
    }),
  )

/** Adds an explanation to the stored one. Returns false if the file cannot be written. */
export function remember(home: string, table: Table, explanation: Explanation): boolean {
  const columns = Object.entries(explanation.columns).map(([column, field]) => [headerWords(column), field])
  const own = { ...explanation, columns: Object.fromEntries(columns) }
  const names = namesOf(table)
  const all = PARTS.map((name) => [names[name], { ...kept(home, names[name]), ...own[name] }])
  return writeHome(home, 'columns', { ...readHome(home, 'columns'), ...Object.fromEntries(all) })
}

/** The values of `--map`: `Firm=company`. */
export const mappingOf = (text: string | undefined, table: Table): Mapping =>
  Object.fromEntries(
    pairsIn(text).map(({ pair, at, word: column, value }) => {
      if (at < 1 || !column) misused(`--map: “${pair}” is not column=field.`)
      const field = fieldNamed(table, value)
      if (field === undefined)
        misused(`--map: there is no field “${value}”. Fields: ${table.fields.join(', ')}; or ${IGNORE}.`)
      return [column, field]
    }),
  )
