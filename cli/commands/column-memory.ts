// Stores what the user said of columns, statuses and dates in CRM_HOME for the next import.
import { STATUSES } from '../../core/jobs/fields.ts'
import { isOneOf, recordBy, recordOf } from '../../core/kernel/narrow.ts'
import { fieldNamed, headerWords, IGNORE, type Mapping } from '../../core/sheets/headers.ts'
import type { Table } from '../../core/sheets/sheet.ts'
import { misused } from '../command.ts'
import { readHome, writeHome } from '../home-file.ts'

/** The mapping stored under a name. If the file is damaged, earlier mappings are lost and nothing fails. */
const kept = (home: string, name: string): Mapping =>
  Object.fromEntries(
    Object.entries(recordOf(readHome(home, 'columns')?.[name])).map(([column, field]) => [
      column,
      String(field),
    ]),
  )

const SAID = ['columns', 'words', 'dates'] as const

/** The meanings of columns and of the words of statuses, and the date order of files by their columns. */
export type Said = Readonly<Record<(typeof SAID)[number], Mapping>>

const namesOf = ({ noun }: Table): Readonly<Record<keyof Said, string>> => ({
  ...{ columns: noun, words: `${noun} statuses`, dates: `${noun} dates` },
})

/** What was said earlier, without fields that no longer exist. */
export function remembered(home: string, table: Table): Said {
  const known: readonly string[] = [...table.fields, IGNORE]
  const { columns, words, dates } = recordBy(SAID, (name) => kept(home, namesOf(table)[name]))
  const entries = Object.entries(columns).filter(([, field]) => known.includes(field))
  return { columns: Object.fromEntries(entries), words, dates }
}

/** The values of `--map-status`, one per line: `On ice=withdrawn`. */
export const statusesOf = (text: string | undefined): Mapping =>
  Object.fromEntries(
    (text?.split('\n') ?? []).map((pair) => {
      const at = pair.lastIndexOf('=')
      const [word, status] = [
        pair.slice(0, at).trim(),
        pair
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      ]
      if (at < 1 || !isOneOf(STATUSES, status))
        misused(`--map-status: “${pair}” is not word=status. Statuses: ${STATUSES.join(', ')}.`)
      return [word, status]
    }),
  )

/** Adds what was said to what is stored. Returns false if that fails. */
export function remember(home: string, table: Table, said: Said): boolean {
  const columns = Object.entries(said.columns).map(([column, field]) => [headerWords(column), field])
  const own = { ...said, columns: Object.fromEntries(columns) }
  const all = SAID.map((name) => [
    namesOf(table)[name],
    { ...kept(home, namesOf(table)[name]), ...own[name] },
  ])
  return writeHome(home, 'columns', { ...readHome(home, 'columns'), ...Object.fromEntries(all) })
}

/** The values of `--map`, one per line: `Firm=company`. */
export function mappingOf(text: string | undefined, table: Table): Mapping {
  const pairs = text?.split('\n') ?? []
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=')
      const [column, word] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      if (at < 1 || !column) misused(`--map: “${pair}” is not column=field.`)
      const field = fieldNamed(table, word)
      if (field === undefined)
        misused(`--map: there is no field “${word}”. Fields: ${table.fields.join(', ')}; or ${IGNORE}.`)
      return [column, field]
    }),
  )
}
