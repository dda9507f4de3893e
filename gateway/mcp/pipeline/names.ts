// Adds the names of the linked job and person to records, because a person cannot be quoted an id.
import { getContact } from '../../../core/contacts/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { mayAsk, type ToolContext } from '../tool-context.ts'

/** The names beside a record's links; absent for a caller who may not read them. */
export interface Names {
  company?: string
  role?: string
  contact?: string
  /** The titles of events at the same time. */
  overlaps?: readonly string[]
}

interface Links {
  jobId?: string | null
  contactId?: string | null
}

const byId = async <Row>(
  ids: readonly (string | null | undefined)[],
  read: (id: string) => Promise<Row>,
): Promise<ReadonlyMap<string, Row>> => {
  const known = [...new Set(ids)].filter((id): id is string => Boolean(id))
  return new Map(await Promise.all(known.map(async (id) => [id, await read(id)] as const)))
}

export async function withNames<Row extends Links>(
  ctx: ToolContext,
  rows: readonly Row[],
): Promise<(Row & Names)[]> {
  const [jobs, contacts] = await Promise.all([
    byId(
      rows.map(({ jobId }) => jobId),
      (id) => mayAsk(ctx, getJob, { id }),
    ),
    byId(
      rows.map(({ contactId }) => contactId),
      (id) => mayAsk(ctx, getContact, { id }),
    ),
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
