// `crm salary imports`: lists the imports, puts one in use or none, and removes them.
import { must } from '../../core/kernel/must.ts'
import { databaseAddressOf } from '../../core/startup.ts'
import type { ImportPlace } from '../../core/intelligence/imports/imports.ts'
import { IMPORT_NAMES, noteView, type ImportNote } from '../../core/intelligence/imports/import-note.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { oneAmong } from '../../core/references/resolve.ts'
import { isOn, type Command, type Run } from '../command.ts'
import { isAgreed } from './agreement.ts'
import type { Column } from '../ui/table.ts'
import { readyForImports } from './salary-import.ts'
import { localDay } from '../ui/time.ts'

/** The name of the shipped file alone. */
const SHIPPED = 'shipped'

const ACTIONS = ['list', 'use', 'rm'] as const

export const importsCommand: Command = {
  name: 'imports',
  about: 'List your imports, switch between them, and remove them.',
  args: [
    { name: 'action?', about: 'list (the default), use or rm.' },
    { name: 'import?', about: 'Its id, short id or file; for use also “shipped”: none.' },
  ],
  options: [
    { flags: '-y, --yes', about: 'Remove it without asking.' },
    { flags: '--dry-run', about: 'Show what use or rm would do.' },
  ],
  fields: ['imports', 'in_use'],
  examples: [
    'crm salary imports list',
    'crm salary imports use shipped',
    'crm salary imports rm oesm26nat.zip --yes',
  ],
  async run(call) {
    const [action = 'list', named] = call.args
    if (!isAction(action))
      fail('usage', { problem: `There is no crm salary imports ${action}: list, use or rm.` })
    if (action !== 'list' && named === undefined)
      fail('usage', {
        problem: `Name an import: crm salary imports ${action} ${action === 'use' ? SHIPPED : 'oesm26nat.zip'}`,
      })
    await readyForImports(call)
    const core = await import('../../core/intelligence/imports/imports.ts')
    const place: ImportPlace = {
      place: databaseAddressOf(call.config),
      home: call.config.databaseUrl === null ? call.config.home : null,
    }
    const { imports, inUse } = await core.listImports(place)
    if (action === 'list') return list(call, imports, inUse)
    if (action === 'use') return use(call, imports, must(named), (id) => core.useImport(place, id))
    return remove(call, imports, must(named), (id) => core.removeImport(place, id))
  },
}

const isAction = (text: string): text is (typeof ACTIONS)[number] => ACTIONS.some((action) => action === text)

const COLUMNS: Column<ImportNote & { in_use: boolean }>[] = [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  {
    title: 'DATA',
    value: ({ kind, vintage }) => `${IMPORT_NAMES[kind]}, ${vintage}`,
    minWidth: 20,
    yields: 1,
  },
  { title: 'FILE', value: ({ file }) => file, minWidth: 10, yields: 2 },
  { title: 'ROWS', value: ({ taken }) => String(taken) },
  { title: 'IMPORTED', value: ({ importedAt }) => localDay(importedAt) },
  {
    title: 'OVER',
    value: ({ over }) => (over === null ? SHIPPED : shortId(over)),
    plain: ({ over }) => over ?? SHIPPED,
  },
  { title: 'IN USE', value: ({ in_use }) => (in_use ? 'yes' : ''), paint: () => 'green' },
]

/** The ids of an import and of those it was loaded over. */
function chainOf(imports: readonly ImportNote[], id: string | null): Set<string> {
  const found = imports.find((note) => note.id === id)
  return found ? chainOf(imports, found.over).add(found.id) : new Set()
}

function list({ out }: Run, imports: readonly ImportNote[], inUse: string | null): void {
  const chain = chainOf(imports, inUse)
  const rows = imports.map((note) => ({ ...note, in_use: chain.has(note.id) }))
  const answer = {
    imports: rows.map(({ in_use, ...note }) => ({ ...noteView(note), in_use })),
    in_use: inUse ?? SHIPPED,
  }
  out.list(
    answer,
    rows,
    COLUMNS,
    'No imports: the shipped file is in use. Load one: crm salary import oesm26nat.zip',
  )
}

function importNamed(imports: readonly ImportNote[], text: string): ImportNote {
  const named = imports.map((note) => ({ note, id: note.id, name: note.file }))
  const hint = 'See what there is: crm salary imports list'
  return oneAmong(text, named, () => fail('import_not_found', { id: text }, { hint })).note
}

const nameOf = ({ kind, vintage, file }: ImportNote): string => `${IMPORT_NAMES[kind]}, ${vintage} (${file})`

async function use(
  { options, out }: Run,
  imports: readonly ImportNote[],
  named: string,
  put: (id: string | null) => Promise<void>,
): Promise<void> {
  const note = named === SHIPPED ? null : importNamed(imports, named)
  const isDryRun = isOn(options, 'dryRun')
  if (!isDryRun) await put(note?.id ?? null)
  const what = note ? nameOf(note) : 'The shipped file alone'
  out.done(
    { in_use: note?.id ?? SHIPPED, changed: !isDryRun },
    `${what} ${isDryRun ? 'would be' : 'is'} in use.`,
  )
}

async function remove(
  call: Run,
  imports: readonly ImportNote[],
  named: string,
  drop: (id: string) => Promise<void>,
): Promise<void> {
  const note = importNamed(imports, named)
  const what = nameOf(note)
  const shown = { ...noteView(note), changed: false }
  const action = 'crm salary imports rm'
  if (!(await isAgreed(call, { act: `remove ${what}`, shown, nothing: 'removed', action }))) return
  await drop(note.id)
  call.out.done({ ...noteView(note), changed: true }, `Removed ${what}.`)
}
