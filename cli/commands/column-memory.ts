// Stores the user's column mappings in CRM_HOME for the next import.
import { STATUSES } from '../../core/jobs/fields.ts'
import { isOneOf, recordOf } from '../../core/kernel/narrow.ts'
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

const wordsOf = ({ noun }: Table): string => `${noun} statuses`

/** Earlier mappings of columns, without fields that no longer exist, and of the words of statuses. */
export function rememberedMappings(home: string, table: Table): { columns: Mapping; words: Mapping } {
  const known: readonly string[] = [...table.fields, IGNORE]
  const entries = Object.entries(kept(home, table.noun)).filter(([, field]) => known.includes(field))
  return { columns: Object.fromEntries(entries), words: kept(home, wordsOf(table)) }
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

/** Adds these mappings to the stored ones. Returns false if that fails. */
export function remember(home: string, table: Table, said: Mapping, words: Mapping = {}): boolean {
  const statuses = { ...kept(home, wordsOf(table)), ...words }
  const own: Record<string, string> = { ...kept(home, table.noun) }
  for (const [column, field] of Object.entries(said)) own[headerWords(column)] = field
  const ofStatuses = Object.keys(statuses).length && { [wordsOf(table)]: statuses }
  return writeHome(home, 'columns', { ...readHome(home, 'columns'), [table.noun]: own, ...ofStatuses })
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
