// Stores the user's column mappings in CRM_HOME for the next import.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../core/kernel/make-folder.ts'
import { STATUSES } from '../../core/jobs/status.ts'
import { isOneOf } from '../../core/kernel/narrow.ts'
import { fieldNamed, headerWords, IGNORE, type Mapping } from '../../core/sheets/headers.ts'
import type { Table } from '../../core/sheets/sheet.ts'
import { misused } from '../misused.ts'

const fileOf = (home: string): string => join(home, 'columns.json')

type Memory = Partial<Record<string, Mapping>>

function readMemory(home: string): Memory {
  try {
    const read: unknown = JSON.parse(readFileSync(fileOf(home), 'utf8'))
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    // Without the file, earlier mappings are lost, and nothing else.
    return {}
  }
}

/** Earlier mappings of these columns, without fields that no longer exist. */
export function rememberedColumns(home: string, table: Table): Mapping {
  const known: readonly string[] = [...table.fields, IGNORE]
  const entries = Object.entries(readMemory(home)[table.noun] ?? {})
  return Object.fromEntries(entries.filter(([, field]) => known.includes(field)))
}

const wordsOf = ({ noun }: Table): string => `${noun} statuses`

export const rememberedWords = (home: string, table: Table): Mapping => readMemory(home)[wordsOf(table)] ?? {}

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
  const memory = readMemory(home)
  const statuses = { ...memory[wordsOf(table)], ...words }
  const own = { ...memory[table.noun] }
  for (const [column, field] of Object.entries(said)) own[headerWords(column)] = field
  try {
    makeFolder(home)
    const beside = `${fileOf(home)}.${process.pid}`
    writeFileSync(
      beside,
      `${JSON.stringify({ ...memory, [table.noun]: own, ...(Object.keys(statuses).length && { [wordsOf(table)]: statuses }) }, null, 2)}\n`,
      { mode: 0o600 },
    )
    renameSync(beside, fileOf(home))
    return true
  } catch {
    return false
  }
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
