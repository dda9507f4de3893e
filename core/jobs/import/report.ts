// The input of an import, and its report with an outcome per row.
import { Id, text } from '../../kernel/fields.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'

/** The maximum number of rows per request; a longer file is sent in several. */
const MAX_ROWS = 500

/**
 * Documented in the schema but not enforced by it: an invalid row is reported, and the others are imported.
 */
const row = {
  type: 'object',
  required: ['values'],
  properties: {
    line: { type: 'integer', description: 'Its line in the file (default: its position in the list).' },
    values: {
      type: 'object',
      description:
        'Column name → text, number or list of texts. Common column names are recognised: “Company”, “Job Title”, “Date Applied”.',
      additionalProperties: true,
    },
    problem: { type: 'string', description: 'Why the row could not be read; it is then reported as failed.' },
  },
}

export const ImportIn = lazySchema((z) =>
  z.strictObject({
    rows: z
      .array(z.unknown().meta(row))
      .max(MAX_ROWS, `has more than ${MAX_ROWS} items`)
      .describe('Each is checked on its own: one that cannot be parsed does not affect the others.'),
    dryRun: z.boolean().optional().describe('Report what would happen, and change nothing.'),
    timeZone: text(z, 100).optional().describe('IANA name, for dates without an offset; default UTC.'),
    dateOrder: z
      .enum(['month-first', 'day-first'])
      .optional()
      .describe('How to read 03/04/2026; default: detected from the rows.'),
  }),
)
export type ImportIn = Parsed<typeof ImportIn>

export const OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const RowReport = lazySchema((z) =>
  z.strictObject({
    line: z.int(),
    outcome: z.enum(OUTCOMES),
    id: Id().nullable().describe('The job; null when there is none, and for a new one in a dry run.'),
    company: z.string().nullable(),
    role: z.string().nullable(),
    reason: z.string().nullable().describe('Why, and which values were interpreted.'),
  }),
)
export type RowReport = Parsed<typeof RowReport>

export const ImportReport = lazySchema((z) =>
  z.strictObject({
    rows: z.array(RowReport()),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    failed: z.int(),
    notes: z.array(z.string()).describe('Notes on all rows.'),
  }),
)
export type ImportReport = Parsed<typeof ImportReport>
