// The input of an import, and its report with a result for each row. They are the same for all nouns.
import { Id, idIn, text, lazySchema } from '../kernel/schema.ts'
import { recordBy } from '../kernel/narrow.ts'
import type { Z, Zod } from '../kernel/zod.ts'
import { IGNORE } from './headers.ts'
import type { Table } from './sheet.ts'

const MAX_ROWS = 500

/** Only documents a row, and validates none. So one invalid row is reported, and the others are imported. */
const row = {
  type: 'object',
  required: ['values'],
  properties: {
    line: { type: 'integer', description: 'Its line in the file (default: its place).' },
    values: {
      type: 'object',
      description: 'Column name → text, number or list of texts. Common column names are recognised.',
      additionalProperties: true,
    },
    problem: { type: 'string', description: 'Why it could not be read: it is reported as failed.' },
  },
}

const importIn = (z: Zod, { fields }: Table) =>
  z.strictObject({
    rows: z
      .array(z.unknown().meta(row))
      .max(MAX_ROWS, `has more than ${MAX_ROWS} items`)
      .describe('Each is checked on its own.'),
    dryRun: z.boolean().optional().describe('Report what would happen; change nothing.'),
    timeZone: text(z, 100).optional().describe('IANA name, for dates without an offset; default UTC.'),
    dateOrder: z
      .enum(['month-first', 'day-first'])
      .optional()
      .describe('How to read 03/04/2026; default: as the rows say.'),
    columns: z
      .record(z.string().max(200), z.enum([IGNORE, ...fields]))
      .optional()
      .describe('Unrecognised column name → field.'),
    words: z
      .record(z.string().max(200), z.string().max(50))
      .optional()
      .describe('Unknown status word → one of crm’s.'),
    continues: idIn(z).optional().describe('The changeId of the import this continues.'),
  })
export type ImportIn = Z.output<ReturnType<typeof importIn>>

const OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

const importReport = <Title extends string>(z: Zod, titles: readonly Title[]) =>
  z.strictObject({
    rows: z.array(
      z.strictObject({
        line: z.int(),
        outcome: z.enum(OUTCOMES),
        id: Id().nullable().describe('The record; null for none, and for a new one in a dry run.'),
        ...recordBy(titles, () => z.string().nullable()),
        left: z
          .array(z.strictObject({ field: z.string(), text: z.string(), why: z.string() }))
          .describe('What was not understood.'),
        reason: z.string().nullable().describe('Why, and which values were interpreted.'),
      }),
    ),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    failed: z.int(),
    columns: z
      .array(
        z.strictObject({
          column: z.string(),
          field: z.string().nullable(),
          use: z.enum(['used', 'noted', 'unused']),
        }),
      )
      .describe('What became of each column.'),
    notes: z.array(z.string()).describe('Notes on all rows.'),
    changeId: Id().nullable().describe('The change, for an undo; null for none.'),
  })

/** The schemas of an import's input and report. `titles` are the fields that identify a row in the report. */
export const importSchemas = <Title extends string>(table: Table, titles: readonly Title[]) => ({
  In: lazySchema((z) => importIn(z, table)),
  Report: lazySchema((z) => importReport(z, titles)),
})

type PlainReport = Z.output<ReturnType<typeof importReport<never>>>
export type RowOutcome = PlainReport['rows'][number]
export type UnusedCell = RowOutcome['left'][number]
export type ImportReport<Title extends object = object> = Omit<PlainReport, 'rows'> & {
  rows: (RowOutcome & Title)[]
}

export const tallyOf = (rows: readonly Pick<RowOutcome, 'outcome'>[]): Record<Outcome, number> =>
  recordBy(OUTCOMES, (outcome) => rows.filter((each) => each.outcome === outcome).length)
