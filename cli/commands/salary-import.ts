// `crm salary import|imports|sources`: loads newer vintages of the published data, switches between them, and lists the sources of what is in use.
import { several } from '../../core/kernel/amounts.ts'
import { showMethodology } from '../../core/intelligence/about/methodology.ts'
import type { ImportAnswer, ImportPlace } from '../../core/intelligence/imports/imports.ts'
import { IMPORT_NAMES, noteView, type ImportNote } from '../../core/intelligence/imports/import-note.ts'
import type { Config } from '../../core/config.ts'
import { systemClock } from '../../core/kernel/clock.ts'
import { shortId } from '../../core/kernel/id.ts'
import { must, isOneOf } from '../../core/kernel/narrow.ts'
import { type AnswerOf, isOn, textOf, type Command, type Run, refuseRemote, misused } from '../command.ts'
import { isAgreed } from './agreement.ts'
import { createProgress } from '../ui/progress.ts'
import { localDay } from '../ui/time.ts'
import { columnsOf } from '../ui/columns.ts'

const importCommand: Command = {
  name: 'import',
  about: 'Load a newer OEWS or OFLC file alongside the shipped data.',
  args: [{ name: 'file', about: 'As downloaded: .zip, .xlsx, .csv, .tsv, .txt or .gz.' }],
  options: [
    { flags: '--dry-run', about: 'Check the file and show what importing it would do.' },
    { flags: '--vintage <year>', about: 'The year of the data, if the file name does not say.' },
  ],
  fields: ['id', 'kind', 'vintage', 'file', 'sha256', 'taken', 'skipped', 'licence', 'changed', 'effects'],
  examples: [
    'crm salary import oesm26nat.zip --dry-run',
    'crm salary import oesm25ma.zip',
    'crm salary import OFLC_Wages_2026-27.zip',
    'crm salary import LCA_Disclosure_Data_FY2026_Q1.xlsx',
  ],
  async run(call) {
    const { options, config, args, out } = call
    const file = args[0] ?? ''
    const vintage = yearOf(textOf(options, 'vintage'))
    const { loadImport, planImport, place } = await readyForImports(config, out)
    const asked = { ...place, clock: systemClock, vintage }
    const progress = createProgress()
    progress.update(`Reading ${file} …`)
    const work = isOn(options, 'dryRun') ? planImport : loadImport
    const answer = await work(file, { ...asked, tell: progress.update }).finally(progress.end)
    out.done(answer, sentenceOf(answer, isOn(options, 'dryRun')))
    for (const { reason, rows } of answer.skipped) out.note(`Left out ${several(rows, 'row')}: ${reason}.`)
    if (answer.changed || isOn(options, 'dryRun')) for (const effect of answer.effects) out.note(effect)
  },
}

/** The database and the readers of published files, which no other pay command needs. Loaded on use. */
async function readyForImports(config: Config, out: Run['out']) {
  refuseRemote(config, 'Import it there.')
  const { databaseAddressOf, readyDatabase } = await import('../../core/startup.ts')
  await readyDatabase(config, out.note)
  const place: ImportPlace = {
    place: databaseAddressOf(config),
    home: config.databaseUrl === null ? config.home : null,
  }
  return { ...(await import('../../core/intelligence/imports/imports.ts')), place }
}

function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^20\d\d$/.test(text)) misused(`--vintage: “${text}” is not a year. Try 2026.`)
  return Number(text)
}

function sentenceOf({ kind, vintage, taken, changed, id }: ImportAnswer, isDryRun: boolean): string {
  const what = `${IMPORT_NAMES[kind]}, ${vintage}`
  if (isDryRun) return id ? `${what} is loaded already.` : `Would load ${several(taken, 'row')} of ${what}.`
  return changed
    ? `Loaded ${several(taken, 'row')} of ${what}.`
    : `${what} is loaded already; nothing changed.`
}

const columns = columnsOf<AnswerOf<typeof showMethodology>['sources'][number]>({
  ...{ source: { value: ({ name }) => name }, title: {}, vintage: {}, publisher: {}, licence: {} },
})

const sourcesCommand: Command = {
  name: 'sources',
  about: 'Show the loaded data: publishers, vintages and licences, and your imports.',
  operation: 'methodology.get',
  examples: ['crm salary sources', 'crm salary sources --json imports'],
  async run({ client, out }) {
    const answer = await client.call(showMethodology, {})
    out.list(answer, answer.sources, columns, '')
    for (const { id, kind, vintage, file, taken, imported_at } of answer.imports)
      out.note(
        `Imported ${localDay(imported_at)}: ${IMPORT_NAMES[kind]}, ${vintage}, ${several(taken, 'row')} from ${file} (${id.slice(0, 8)}).`,
      )
  },
}

const SHIPPED = 'shipped'

const ACTIONS = ['list', 'use', 'rm'] as const

const importsCommand: Command = {
  name: 'imports',
  about: 'List your imports, switch between them, and remove them.',
  args: [
    { name: 'action?', about: 'list (the default), use or rm.' },
    { name: 'import?', about: 'Its id, short id or file; use also takes “shipped”: no import.' },
  ],
  options: [
    { flags: '-y, --yes', about: 'Remove it without asking.' },
    { flags: '--dry-run', about: 'With use or rm: show what would change.' },
  ],
  fields: ['imports', 'in_use'],
  examples: [
    'crm salary imports list',
    'crm salary imports use shipped',
    'crm salary imports rm oesm26nat.zip --yes',
  ],
  async run(call) {
    const [action = 'list', named] = call.args
    if (!isOneOf(ACTIONS, action)) misused(`There is no crm salary imports ${action}: list, use or rm.`)
    if (action !== 'list' && named === undefined)
      misused(`Name an import: crm salary imports ${action} ${action === 'use' ? SHIPPED : 'oesm26nat.zip'}`)
    const { place, ...core } = await readyForImports(call.config, call.out)
    const { imports, inUse } = await core.listImports(place)
    if (action === 'list') return list(call, imports, inUse)
    const { oneOf } = await import('./references.ts')
    const note =
      named === SHIPPED && action === 'use'
        ? null
        : oneOf(must(named), imports, ({ file }) => [file], 'import', 'crm salary imports list')
    if (action === 'use') return use(call, note, () => core.useImport(place, note?.id ?? null))
    return remove(call, must(note), (id) => core.removeImport(place, id))
  },
}

const importColumns = columnsOf<ImportNote & { in_use: boolean }>({
  id: {},
  data: { value: ({ kind, vintage }) => `${IMPORT_NAMES[kind]}, ${vintage}`, minWidth: 20, yields: 1 },
  file: { minWidth: 10, yields: 2 },
  rows: { value: ({ taken }) => String(taken) },
  imported: { value: ({ importedAt }) => localDay(importedAt) },
  over: {
    value: ({ over }) => (over === null ? SHIPPED : shortId(over)),
    plain: ({ over }) => over ?? SHIPPED,
  },
  in_use: { title: 'IN USE', value: ({ in_use }) => (in_use ? 'yes' : ''), paint: 'green' },
})

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
  const none = 'No imports: the shipped file is in use. Load one: crm salary import oesm26nat.zip'
  out.list(answer, rows, importColumns, none)
}

const nameOf = ({ kind, vintage, file }: ImportNote): string => `${IMPORT_NAMES[kind]}, ${vintage} (${file})`

async function use({ options, out }: Run, note: ImportNote | null, put: () => Promise<void>): Promise<void> {
  const isDryRun = isOn(options, 'dryRun')
  if (!isDryRun) await put()
  const what = note ? nameOf(note) : 'The shipped file alone'
  const answer = { in_use: note?.id ?? SHIPPED, changed: !isDryRun }
  out.done(answer, `${what} ${isDryRun ? 'would be' : 'is'} in use.`)
}

async function remove(call: Run, note: ImportNote, drop: (id: string) => Promise<void>): Promise<void> {
  const what = nameOf(note)
  const shown = { ...noteView(note), changed: false }
  if (!(await isAgreed(call, { act: `remove ${what}`, shown, nothing: 'removed' }))) return
  await drop(note.id)
  call.out.done({ ...noteView(note), changed: true }, `Removed ${what}.`)
}

export const commands: Command[] = [sourcesCommand, importCommand, importsCommand]
