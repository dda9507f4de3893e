// The board's data access as operation calls: the same locally and against a remote gateway.
import { addActivity, listActivities } from '../../core/activities/operations.ts'
import type { ActivityType } from '../../core/activities/fields.ts'
import { undoChange } from '../../core/audit/operations.ts'
import { listPurchases } from '../../core/billing/purchases/operations.ts'
import { listEvents } from '../../core/calendar/operations.ts'
import { listContacts } from '../../core/contacts/operations.ts'
import { getSalary } from '../../core/intelligence/salaries/salary.ts'
import type { Job } from '../../core/jobs/job.ts'
import type { Priority } from '../../core/jobs/fields.ts'
import { addJob, setStatus, updateJob } from '../../core/jobs/operations.ts'
import { getJob, listJobs } from '../../core/jobs/queries.ts'
import { showBoard } from '../../core/pipeline/operations.ts'
import type { Client } from '../client.ts'
import { asWord } from '../command.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { agoOf } from '../ui/time.ts'
import type { BoardPort, Fields } from '../views/board/port.ts'
import { waitingMark, waitingPort } from './board-waiting.ts'
import { documentsOf } from './board-documents.ts'
import { localZone, readDeadline } from './inputs.ts'
import { everyPage } from './pages.ts'
import { againstMarket } from './job-market.ts'
import { nameOf } from './references.ts'

/** Converts a form's fields to those of a job; an empty text clears a field. */
function jobFields({ tags, priority, ...texts }: Fields) {
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || null])),
    ...(tags !== undefined && {
      tags: tags
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    }),
    ...(priority !== undefined && { priority: asWord<Priority, null>(priority || null) }),
  }
}

/** The market's pay for such a job; the nation's where its location is no city of the catalogue, as most are not. */
async function marketOf(client: Client, { role, location, compensation }: Job): Promise<string[]> {
  const asked = { role, ...(location?.trim() && { city: location }) }
  const answer = await client.call(getSalary, asked).catch(() => client.call(getSalary, { role }))
  return againstMarket(answer, compensation)
}

/** The board's data access, through a client. */
export const boardPort = (client: Client): BoardPort => ({
  ...waitingPort(client),
  board: (limit) => client.call(showBoard, { limit }),
  async open(id) {
    const [job, { activities }, { contacts }, { events }, { purchases }] = await Promise.all([
      client.call(getJob, { id }),
      client.call(listActivities, { jobId: id, limit: 100 }),
      client.call(listContacts, { jobId: id, limit: 100 }),
      client.call(listEvents, { jobId: id, limit: 100 }),
      // A remote extension token cannot read purchases.
      client.call(listPurchases, { limit: 100 }).catch(() => ({ purchases: [] })),
    ])
    return { job, activities, contacts, events, documents: documentsOf({ job, activities, purchases }) }
  },
  market: (job) => marketOf(client, job),
  async find(q) {
    const { jobs } = await everyPage(true, 'jobs', (more) => client.call(listJobs, { q, ...more }))
    return jobs.map(({ id }) => id)
  },
  async mark() {
    const [{ jobs, total }, found] = await Promise.all([
      client.call(listJobs, { limit: 1 }),
      waitingMark(client),
    ])
    return `${total} ${jobs[0]?.id} ${jobs[0]?.updatedAt} ${found}`
  },
  async move(id, status, version) {
    return (await client.call(setStatus, { id, status, expectedUpdatedAt: version })).updatedAt
  },
  async add({ company = '', role = '', status, deadline, ...fields }) {
    const due = await readDeadline('Deadline', deadline)
    const job = await client.call(addJob, {
      ...{ company, role, status: asWord<'saved', undefined>(status), ...jobFields(fields) },
      ...(due && { deadline: due }),
    })
    return { id: job.id, said: `Added ${nameOf(job)}.` }
  },
  async edit(id, { deadline, ...fields }, version) {
    const due = await readDeadline('Deadline', deadline)
    const change = { ...jobFields(fields), ...(due !== undefined && { deadline: due }) }
    const job = await client.call(updateJob, { id, ...change, expectedUpdatedAt: version })
    return { id, said: `Changed ${nameOf(job)}.` }
  },
  async log(jobId, { title, type }) {
    const said = { jobId, title, type: asWord<ActivityType>(type ?? 'note') }
    return { id: jobId, said: `Logged the ${(await client.call(addActivity, said)).type}.` }
  },
  async undo() {
    const { rows, notUndone } = await client.call(undoChange, {})
    const done = rows.map(({ did, noun, name }) => `${did} ${noun} ${name}`).slice(0, 2)
    const more = rows.length > 2 ? ` and ${rows.length - 2} more` : ''
    const kept = notUndone.map(({ noun, reason }) => `; not the ${noun}: ${reason}`).slice(0, 1)
    return `Undone: ${done.join(', ')}${more}${kept.join('')}.`
  },
  dateOf: (iso) => (iso === null ? '?' : showInstant(iso, new Date(), localZone(), 'date')),
  agoOf: (iso) => agoOf(iso, Date.now()),
})
