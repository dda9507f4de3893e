// The fields of records that models see: the essential ones or all, without empty ones, with the names of linked records.
import { ACTIVITY, Activity } from '../../../core/activities/fields.ts'
import { CalendarEvent, EVENT } from '../../../core/calendar/fields.ts'
import { CONTACT, Contact } from '../../../core/contacts/fields.ts'
import { Proposal } from '../../../core/inbox/proposal.ts'
import { JOB, Job } from '../../../core/jobs/fields.ts'
import { OFFER, Offer } from '../../../core/offers/fields.ts'
import { briefOf } from '../../../core/kernel/record.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import { getContact } from '../../../core/contacts/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { mayAsk, type ToolContext } from '../tool.ts'

export type Row = Record<string, unknown>

const OF_PROPOSAL = [
  ...['state', 'changes', 'jobId', 'company', 'role', 'event', 'deadline', 'contact'],
  ...['sentAt', 'confidence', 'evidence'],
]

const NAMES = ['company', 'role', 'contact']

const RECORDS = {
  jobs: [Job, briefOf(JOB)],
  contacts: [Contact, briefOf(CONTACT)],
  activities: [Activity, [...briefOf(ACTIVITY), ...NAMES]],
  events: [CalendarEvent, [...briefOf(EVENT), ...NAMES, 'overlaps']],
  offers: [Offer, [...NAMES, ...briefOf(OFFER)]],
  proposals: [Proposal, OF_PROPOSAL],
} as const

export type Noun = keyof typeof RECORDS

export const viewIn = (z: Zod) => ({
  response_format: z.enum(['concise', 'detailed']).optional(),
  fields: z.array(z.string().max(40)).max(40).optional(),
})

interface View {
  response_format?: 'concise' | 'detailed' | undefined
  fields?: readonly string[] | undefined
}

/** The fields a row shows; undefined for all. An unknown field is an error that lists the known ones. */
export function fieldsFor(noun: Noun, { fields, response_format }: View): readonly string[] | undefined {
  const [schema, brief] = RECORDS[noun]
  if (!fields) return response_format === 'detailed' ? undefined : ['id', ...brief]
  const known = Object.keys(schema().shape)
  const strange = fields.filter((name) => !known.includes(name))
  if (strange.length)
    throw invalidInput([
      { path: 'fields', message: `has no ${strange.join(', ')}; there are ${known.join(', ')}` },
    ])
  return ['id', ...fields]
}

const says = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** The record's non-empty fields, limited to these names (undefined: all). */
export const shown = (record: object, names: readonly string[] | undefined): Row =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => says(value) && (names === undefined || names.includes(name)),
    ),
  )

/** Fields that a record's heading, its sections or another field tell already. */
const TOLD = ['id', 'contactIds', 'jobIds', 'createdAt', 'history']

/** The non-empty fields of a record that is shown whole, as text; without those that its heading tells too. */
export const ownFields = (record: object, inHeading: readonly string[] = []): Row =>
  Object.fromEntries(
    Object.entries(shown(record, undefined)).filter(([name]) => ![...TOLD, ...inHeading].includes(name)),
  )

/** The names beside a record's links; absent for a caller who may not read them. */
export interface Names {
  company?: string
  role?: string
  contact?: string
  /** The titles of events at the same time. */
  overlaps?: readonly string[]
}

const byId = async <Row>(ids: readonly (string | null | undefined)[], read: (id: string) => Promise<Row>) => {
  const known = [...new Set(ids)].filter((id): id is string => Boolean(id))
  return new Map(await Promise.all(known.map(async (id) => [id, await read(id)] as const)))
}

export async function withNames<Row extends { jobId?: string | null; contactId?: string | null }>(
  ctx: ToolContext,
  rows: readonly Row[],
): Promise<(Row & Names)[]> {
  const jobIds = rows.map(({ jobId }) => jobId)
  const contactIds = rows.map(({ contactId }) => contactId)
  const [jobs, contacts] = await Promise.all([
    byId(jobIds, (id) => mayAsk(ctx, getJob, { id })),
    byId(contactIds, (id) => mayAsk(ctx, getContact, { id })),
  ])
  return rows.map((row) => {
    const [job, contact] = [jobs.get(row.jobId ?? ''), contacts.get(row.contactId ?? '')]
    return {
      ...row,
      ...(job && { company: job.company, role: job.role }),
      ...(contact && { contact: contact.name }),
    }
  })
}
