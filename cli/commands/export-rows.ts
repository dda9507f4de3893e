// `crm jobs|contacts|activities|calendar export`: all records in a format that an import reads back unchanged.
import { first, must } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import { type Client, type Command, isOn, listed, textOf, misused } from '../command.ts'
import { everyPage, type Page } from './pages.ts'
import { type Format, formatOf, formatOfName } from './read-sheet.ts'

interface ExportDeclaration<Noun extends string, Row extends object, More> {
  about: string
  op: Operation<Z.ZodType, Z.ZodType<Page & Record<Noun, Row[]>>>
  /** The input of `op`. The default is empty, so `op` lists what it lists without filters. */
  input?: object
  /** The name of the list in JSON, and of its records in sentences. */
  noun: Noun
  formats: readonly Format[]
  examples: string[]
  columns: readonly string[]
  /** A row's cells, if they differ from its values. */
  cells?(record: Row & More): readonly string[]
  completed?(client: Client, rows: readonly Row[]): Promise<(Row & More)[]>
  /** The text of a special format: vcf, ics. */
  text?(records: readonly Row[], now: string): Promise<string>
}

export const exportCommandOf = <Noun extends string, Row extends object, More = unknown>(
  exported: ExportDeclaration<Noun, Row, More>,
): Command => ({
  name: 'export',
  about: exported.about,
  operation: exported.op.name,
  fields: ['file', 'format', exported.noun],
  args: [{ name: 'file?', about: 'The file (default, and for -: stdout).' }],
  options: [
    {
      flags: '--format <name>',
      about: `${listed(exported.formats)} (default: by file extension, else ${exported.formats[0]}).`,
    },
    { flags: '--force', about: 'Overwrite an existing file.' },
  ],
  examples: exported.examples,
  async run(call) {
    const { args, options, out } = call
    const file = args[0] === '-' ? undefined : args[0]
    const format =
      formatOf(textOf(options, 'format'), file ?? '', exported.formats) ?? first(exported.formats)
    refuseOtherName(file, format, exported.formats, textOf(options, 'format') !== undefined)
    if (file === undefined && format === 'xlsx' && out.look.isTerminal)
      misused('A workbook cannot be shown in a terminal. Name a file: export.xlsx')
    const { noun } = exported
    const page = await everyPage(true, noun, (more) =>
      call.client.call(exported.op, { ...exported.input, ...more }),
    )
    // Without `completed`, these rows are the records.
    const records = ((await exported.completed?.(call.client, page[noun])) ?? page[noun]) as (Row & More)[]
    if (file === undefined && out.json) return out.list({ ...page, [noun]: records }, records, [], '')
    const content = await contentOf(exported, format, records)
    if (file === undefined) return out.raw(content)
    const { saveFile } = await import('./save-file.ts')
    await saveFile(file, content, isOn(options, 'force'))
    const count =
      records.length === 1 ? `1 ${noun.replace(/ies$/, 'y').replace(/s$/, '')}` : `${records.length} ${noun}`
    out.done({ file, format, [noun]: records.length }, `Wrote ${count} to ${file}.`)
  },
})

/** Refuses a file name whose extension means another or an unsupported format. */
function refuseOtherName(
  file: string | undefined,
  format: Format,
  formats: readonly Format[],
  isSaid: boolean,
): void {
  const end = /\.(\w{1,6})$/.exec(file ?? '')?.[1]?.toLowerCase()
  if (end === undefined || end === format) return
  if (formatOfName(`x.${end}`) !== undefined) misused(`${file} would be ${format}: name it .${format}.`)
  if (!isSaid) misused(`No ${end} is written, only ${listed(formats)}: name the file so, or say --format.`)
}

async function contentOf<Row extends object, More>(
  { noun, columns, cells, text }: ExportDeclaration<string, Row, More>,
  format: Format,
  records: readonly (Row & More)[],
): Promise<string | Buffer> {
  if (format === 'json') return (await import('../../core/sheets/json.ts')).writeJson(noun, records)
  if (format !== 'csv' && format !== 'xlsx') return must(text)(records, new Date().toISOString())
  const { rowCells } = await import('../../core/sheets/text.ts')
  const rows = records.map((record) => cells?.(record) ?? rowCells(columns, record))
  return format === 'csv'
    ? (await import('../../core/sheets/csv.ts')).writeCsv(columns, rows)
    : (await import('../../core/sheets/workbook.ts')).writeWorkbook(columns, rows)
}
