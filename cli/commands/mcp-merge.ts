// Adds a server to a host's configuration file without changing anything else in it.
import { recordOf } from '../../core/kernel/narrow.ts'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fail } from '../../core/kernel/errors.ts'
import { saveFile } from './save-file.ts'

type Table = Record<string, unknown>

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const entryText = (entry: Table, format: 'json' | 'toml'): string =>
  format === 'json' ? `${JSON.stringify(entry, null, 2)}\n` : tomlOf(entry)

function merged(kept: Table, entry: Table): Table {
  const pairs = Object.entries(entry).map(([name, value]): [string, unknown] => {
    const before = kept[name]
    if (Array.isArray(value) && Array.isArray(before)) return [name, withById(before, value)]
    if (!isTable(value) || !isTable(before)) return [name, value]
    return [name, { ...before, ...value }]
  })
  return { ...kept, ...Object.fromEntries(pairs) }
}

const withById = (before: unknown[], added: unknown[]): unknown[] => {
  const ids = added.map((each) => recordOf(each)['id'])
  return [...before.filter((each) => !ids.includes(recordOf(each)['id'])), ...added]
}

export function writeEntry(file: string, entry: Table, format: 'json' | 'toml'): void {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const text = format === 'json' ? mergeJson(file, kept, entry) : mergeToml(kept, entry)
  mkdirSync(dirname(file), { recursive: true })
  saveFile(file, text, true)
}

function mergeJson(file: string, kept: string, entry: Table): string {
  if (!kept.trim()) return entryText(entry, 'json')
  const refuse = () =>
    fail(
      'failed',
      { problem: `${file} is not plain JSON (comments or a trailing comma?), so nothing was written.` },
      { hint: 'Run it again without --write and add what it prints by hand.' },
    )
  try {
    const value: unknown = JSON.parse(kept)
    return isTable(value) ? entryText(merged(value, entry), 'json') : refuse()
  } catch {
    return refuse()
  }
}

/** The file without our tables, followed by the new ones. */
function mergeToml(kept: string, entry: Table): string {
  const lines: string[] = []
  let isOurs = false
  for (const line of kept.split('\n')) {
    if (/^\s*\[/.test(line)) isOurs = /^\s*\[\s*mcp_servers\s*\.\s*"?crm"?\s*[.\]]/.test(line)
    if (!isOurs) lines.push(line)
  }
  const rest = lines.join('\n').trimEnd()
  return `${rest ? `${rest}\n\n` : ''}${tomlOf(entry)}`
}

function tomlOf(entry: Table): string {
  const blocks = (path: string, table: Table): string[] => {
    const values = Object.entries(table).filter(([, value]) => !isTable(value))
    const tables = Object.entries(table).filter((pair): pair is [string, Table] => isTable(pair[1]))
    const own = values.map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    const head = path && own.length ? [[`[${path}]`, ...own].join('\n')] : []
    return [...head, ...tables.flatMap(([name, inner]) => blocks(path ? `${path}.${name}` : name, inner))]
  }
  return `${blocks('', entry).join('\n\n')}\n`
}
