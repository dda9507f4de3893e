// Shortens the texts of a row to the limits of a job's fields. The notes keep the whole text.
import { keysOf } from '../../kernel/narrow.ts'
import { MAX_NOTES } from '../../kernel/notes.ts'
import { longestOf, ofKind } from '../../kernel/record.ts'
import { isNothing } from '../../sheets/text.ts'
import type { UnusedCell } from '../../sheets/report.ts'
import type { Row, Table } from '../../sheets/sheet.ts'
import { JOB, type Job } from '../fields.ts'

export const maxLength: Readonly<Record<string, number>> = { ...longestOf(JOB), url: 2048, notes: MAX_NOTES }

const STAND_INS = { company: 'Unknown company', role: 'Unknown role' }
const isMissing = (text = ''): boolean => text.trim() === ''

/** Why a row without a company cannot become a job; null if it can. “None” means no company; an empty cell says nothing. */
export function whyUnnamed({ company, role }: Partial<JobInput>, row: Row, table: Table): string | null {
  if (!isMissing(company)) return null
  if (isMissing(role)) return 'The row names neither a company nor a role.'
  const cell = row.cells.find(([column]) => table.fieldOf(column) === 'company')?.[1]
  return typeof cell === 'string' && isNothing(cell) ? `The company is ${cell}: the row names none.` : null
}

export const namesOf = ({ company = '', role = '' }: Partial<JobInput>) => ({
  company: isMissing(company) ? STAND_INS.company : company,
  role: isMissing(role) ? STAND_INS.role : role,
})

export const unnamedIn = (fields: Partial<JobInput>) =>
  keysOf(STAND_INS).filter((field) => isMissing(fields[field]))

export const namelessNote = (field: string): UnusedCell => ({
  ...{ field, text: '' },
  why: `The row names no ${field}. If a column does, map it to ${field}.`,
})

/** The fields that may be shortened. A description may not, because its rest would not fit into the notes. */
const CUTTABLE = ofKind(JOB, 'name', 'line').filter((field) => field !== 'nextStep')

export function fitting(fields: Readonly<Record<string, string>>, next: string | undefined) {
  const lines: string[] = exceedsNextStep(next) ? [`Next step: ${next}`] : []
  const cuts: UnusedCell[] = []
  const cut = { ...fields }
  for (const field of CUTTABLE) {
    const value = (cut[field] ?? '').replace(/\s*\n\s*/g, ' ')
    if (value) cut[field] = value
    const most = maxLength[field] ?? Infinity
    if (value.length <= most) continue
    lines.push(`${field}: ${value}`)
    cuts.push({ field, text: value, why: `The ${field} is too long; all of it is in the notes.` })
    if (field === 'salary') delete cut['salary']
    else cut[field] = `${value.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
  }
  return { fields: cut, lines, left: cuts }
}

/** Whether a text exceeds the limit of a next step. If so, the notes keep it. */
export const exceedsNextStep = (text = ''): boolean => text.length > 200

type ComputedField = 'id' | 'statusChangedAt' | 'compensation' | 'contactIds' | 'createdAt' | 'updatedAt'
export type ImportableJob = Omit<Job, ComputedField>

/** The job in a row. Empty fields are absent. */
export type JobInput = Readonly<
  Pick<ImportableJob, 'company' | 'role'> & { [K in keyof ImportableJob]?: NonNullable<ImportableJob[K]> }
>
