// `crm demo`: adds sample data, and removes exactly that.
import { must } from '../../core/kernel/must.ts'
import { addActivity } from '../../core/activities/operations.ts'
import { addEvent } from '../../core/calendar/operations.ts'
import { addContact, listContacts, removeContact } from '../../core/contacts/operations.ts'
import { addJob, removeJob, setStatus } from '../../core/jobs/operations.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import type { Status } from '../../core/jobs/status.ts'
import { localZone } from '../../core/kernel/zone.ts'
import type { Client } from '../client.ts'
import { isOn, type Command } from '../command.ts'
import { everyPage } from './pages.ts'

/** The tag that identifies sample data; nothing else has it. */
const MARK = 'crm-demo'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

interface Sample {
  company: string
  role: string
  location: string
  salary?: string
  priority?: 'high' | 'medium' | 'low'
  tags: string[]
  /** Statuses after `saved`, each with how many days ago it began. */
  path: readonly (readonly [Status, number])[]
}

const SAMPLES: readonly Sample[] = [
  {
    company: 'Northwind Robotics',
    role: 'Staff Software Engineer',
    location: 'San Francisco',
    salary: '$210k-250k',
    priority: 'high',
    tags: ['rust'],
    path: [
      ['applied', 24],
      ['interviewing', 6],
    ],
  },
  {
    company: 'Bluefin Health',
    role: 'Senior Software Engineer',
    location: 'New York',
    salary: '$180k-210k',
    priority: 'high',
    tags: ['health'],
    path: [
      ['applied', 30],
      ['offer', 3],
    ],
  },
  {
    company: 'Harbour Analytics',
    role: 'Data Engineer',
    location: 'Austin',
    salary: '$150k-175k',
    tags: ['data'],
    path: [['applied', 12]],
  },
  {
    company: 'Lumen Maps',
    role: 'Backend Engineer',
    location: 'Remote',
    salary: '$160k-190k',
    tags: ['maps', 'remote'],
    path: [
      ['applied', 18],
      ['screening', 9],
    ],
  },
  {
    company: 'Osprey Finance',
    role: 'Platform Engineer',
    location: 'Chicago',
    tags: ['payments'],
    path: [
      ['applied', 40],
      ['interviewing', 25],
      ['rejected', 15],
    ],
  },
  {
    company: 'Tidewater Games',
    role: 'Engine Programmer',
    location: 'Seattle',
    salary: '75/hr',
    priority: 'low',
    tags: ['games'],
    path: [],
  },
  {
    company: 'Cedar & Co',
    role: 'Engineering Manager',
    location: 'Boston',
    tags: ['lead'],
    path: [['applied', 21]],
  },
]

/**
 * Adds the sample data and returns the ids of its jobs. Past
 * statuses are dated, so that statistics have a history.
 */
async function play(client: Client): Promise<string[]> {
  const ids: string[] = []
  for (const { path, tags, ...job } of SAMPLES) {
    const { id } = await client.call(addJob, { ...job, tags: [...tags, MARK], allowDuplicate: true })
    ids.push(id)
    for (const [status, days] of path) await client.call(setStatus, { id, status, at: ago(days) })
  }
  const [robotics, health] = ids
  const person = await client.call(addContact, {
    name: 'Robin Vale',
    title: 'Engineering Director',
    company: 'Northwind Robotics',
    type: 'hiring-manager',
    email: 'robin@example.com',
    jobIds: [must(robotics)],
    tags: [MARK],
  })
  await client.call(addActivity, {
    jobId: robotics,
    contactId: person.id,
    type: 'call',
    title: 'First talk',
    occurredAt: ago(6),
  })
  await client.call(addActivity, {
    jobId: health,
    type: 'note',
    title: 'They want an answer by the end of the week.',
    occurredAt: ago(3),
  })
  const onsite = new Date(Date.now() + 2 * DAY_MS)
  onsite.setHours(10, 0, 0, 0)
  await client.call(addEvent, {
    jobId: robotics,
    contactId: person.id,
    type: 'interview',
    title: 'Onsite at Northwind',
    location: '500 Mission Street',
    startsAt: onsite.toISOString(),
    endsAt: new Date(onsite.getTime() + 4 * HOUR_MS).toISOString(),
    timeZone: localZone(),
  })
  return ids
}

async function sampleOf(client: Client) {
  const { jobs } = await everyPage(true, 'jobs', (more) => client.call(listJobs, { tag: [MARK], ...more }))
  const { contacts } = await everyPage(true, 'contacts', (more) =>
    client.call(listContacts, { tag: MARK, ...more }),
  )
  return { jobs, contacts }
}

/** Removes everything with the tag; activities and events are deleted with their jobs. */
async function clear(client: Client): Promise<{ jobs: number; contacts: number }> {
  const { jobs, contacts } = await sampleOf(client)
  for (const { id } of jobs) await client.call(removeJob, { id })
  for (const { id } of contacts) await client.call(removeContact, { id })
  return { jobs: jobs.length, contacts: contacts.length }
}

const command: Command = {
  name: 'demo',
  about: 'Add sample data to try things out; --clear removes exactly that.',
  fields: ['added', 'removed'],
  options: [{ flags: '--clear', about: 'Remove the sample data, and nothing else.' }],
  dryRun: true,
  examples: ['crm demo', 'crm board', 'crm demo --clear'],
  async run({ options, client, out }) {
    const there = await sampleOf(client)
    if (isOn(options, 'clear')) {
      if (isOn(options, 'dryRun'))
        return out.done({ removed: there.jobs.length }, `Would remove ${there.jobs.length} sample jobs.`)
      const { jobs, contacts } = await clear(client)
      return out.done(
        { removed: jobs },
        jobs ? `Removed the sample (jobs: ${jobs}, contacts: ${contacts}).` : 'There is no sample.',
      )
    }
    if (there.jobs.length) return out.done({ added: 0 }, 'The sample data already exists. Show it: crm board')
    if (isOn(options, 'dryRun'))
      return out.done({ added: SAMPLES.length }, `Would add ${SAMPLES.length} jobs.`)
    const ids = await play(client)
    out.done({ added: ids.length }, `Added ${ids.length} sample jobs. Show them: crm board`)
    out.note('Remove it with: crm demo --clear')
  },
}

export const commands: Command[] = [command]
