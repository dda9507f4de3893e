// `crm salary import|sources`: loads newer vintages of the published data, and lists the sources of what is in use.
import { showMethodology } from '../../core/intelligence/about/methodology.ts'
import type { ImportAnswer } from '../../core/intelligence/imports/imports.ts'
import { IMPORT_NAMES } from '../../core/intelligence/imports/import-note.ts'
import { databaseAddressOf, readyDatabase } from '../../core/startup.ts'
import { systemClock } from '../../core/kernel/clock.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { AnswerOf } from '../client.ts'
import { isOn, textOf, type Command, type Run, refuseRemote } from '../command.ts'
import { createProgress } from '../ui/progress.ts'
import type { Column } from '../ui/table.ts'
import { localDay } from '../ui/time.ts'

export const importCommand: Command = {
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
    const asked = {
      place: databaseAddressOf(config),
      home: config.databaseUrl === null ? config.home : null,
      clock: systemClock,
      vintage: yearOf(textOf(options, 'vintage')),
    }
    await readyForImports(call)
    const { loadImport, planImport } = await importing()
    const progress = createProgress()
    progress.update(`Reading ${file} …`)
    const work = isOn(options, 'dryRun') ? planImport : loadImport
    const answer = await work(file, { ...asked, tell: progress.update }).finally(progress.end)
    out.done(answer, sentenceOf(answer, isOn(options, 'dryRun')))
    for (const { reason, rows } of answer.skipped) out.note(`Left out ${counted(rows)}: ${reason}.`)
    if (answer.changed || isOn(options, 'dryRun')) for (const effect of answer.effects) out.note(effect)
  },
}

/** Loaded only when there is a file to read, because no other pay command needs it. */
const importing = () => import('../../core/intelligence/imports/imports.ts')

export async function readyForImports({ config, out }: Pick<Run, 'config' | 'out'>): Promise<void> {
  refuseRemote(config, 'Import it there.')
  await readyDatabase(config, out.note)
}

function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^20\d\d$/.test(text)) fail('usage', { problem: `--vintage: “${text}” is not a year. Try 2026.` })
  return Number(text)
}

const counted = (rows: number): string => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`

function sentenceOf({ kind, vintage, taken, changed, id }: ImportAnswer, isDryRun: boolean): string {
  const what = `${IMPORT_NAMES[kind]}, ${vintage}`
  if (isDryRun) return id ? `${what} is loaded already.` : `Would load ${counted(taken)} of ${what}.`
  return changed ? `Loaded ${counted(taken)} of ${what}.` : `${what} is loaded already; nothing changed.`
}

type Source = AnswerOf<typeof showMethodology>['sources'][number]

const columns: Column<Source>[] = [
  { title: 'SOURCE', value: ({ name }) => name },
  { title: 'TITLE', value: ({ title }) => title },
  { title: 'VINTAGE', value: ({ vintage }) => vintage },
  { title: 'PUBLISHER', value: ({ publisher }) => publisher },
  { title: 'LICENCE', value: ({ licence }) => licence },
]

export const sourcesCommand: Command = {
  name: 'sources',
  about: 'Show the loaded data: publishers, vintages and licences, and your imports.',
  operation: 'methodology.get',
  examples: ['crm salary sources', 'crm salary sources --json imports'],
  async run({ client, out }) {
    const answer = await client.call(showMethodology, {})
    out.list(answer, answer.sources, columns, '')
    for (const { id, kind, vintage, file, taken, imported_at } of answer.imports)
      out.note(
        `Imported ${localDay(imported_at)}: ${IMPORT_NAMES[kind]}, ${vintage}, ${counted(taken)} from ${file} (${id.slice(0, 8)}).`,
      )
  },
}
