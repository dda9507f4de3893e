// `crm demo`: adds sample data, and removes exactly that.
import { several } from '../../core/kernel/amounts.ts'
import demo from '../../sql/data/demo.json' with { type: 'json' }
import { addActivity } from '../../core/activities/operations.ts'
import { addEvent } from '../../core/calendar/operations.ts'
import { addContact, listContacts, removeContact } from '../../core/contacts/operations.ts'
import { addJob, removeJob, setStatus } from '../../core/jobs/operations.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { DAY_MS, HOUR_MS, localZone } from '../../core/kernel/clock.ts'
import { type Client, asWord, isOn, type Command } from '../command.ts'
import { everyPage } from './pages.ts'

/** The tag that identifies sample data; nothing else has it. */
const MARK = 'crm-demo'

const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

async function play(client: Client): Promise<void> {
  const ids = new Map<string, string>()
  for (const { path, tags, priority, ...job } of demo.jobs) {
    const sample = { ...job, tags: [...tags, MARK], allowDuplicate: true }
    const { id } = await client.call(addJob, { ...sample, priority: asWord<'high', undefined>(priority) })
    ids.set(job.company, id)
    for (const [status, days] of path)
      await client.call(setStatus, { id, status: asWord<'applied'>(String(status)), at: ago(Number(days)) })
  }
  const idOf = ({ job }: { job: string }): string | undefined => ids.get(job)
  const { id: contactId } = await client.call(addContact, {
    ...{ ...demo.contact, type: asWord<'recruiter'>(demo.contact.type), tags: [MARK] },
    jobIds: [idOf(demo.event) ?? ''],
  })
  for (const { daysAgo, withContact, type, title, ...of } of demo.activities)
    await client.call(addActivity, {
      ...{ jobId: idOf(of), title, type: asWord<'call'>(type), occurredAt: ago(daysAgo) },
      ...(withContact && { contactId }),
    })
  const onsite = new Date(Date.now() + 2 * DAY_MS)
  onsite.setHours(10, 0, 0, 0)
  const { job: _, type, ...event } = demo.event
  await client.call(addEvent, {
    ...{ ...event, type: asWord<'interview'>(type), jobId: idOf(demo.event), contactId },
    startsAt: onsite.toISOString(),
    endsAt: new Date(onsite.getTime() + 4 * HOUR_MS).toISOString(),
    timeZone: localZone(),
  })
}

async function sampleOf(client: Client) {
  const { jobs } = await everyPage(true, 'jobs', (more) => client.call(listJobs, { tag: [MARK], ...more }))
  const { contacts } = await everyPage(true, 'contacts', (more) =>
    client.call(listContacts, { tag: MARK, ...more }),
  )
  return { jobs, contacts }
}

const command: Command = {
  name: 'demo',
  about: 'Add sample data to try things out; --clear removes only the sample data.',
  fields: ['added', 'removed'],
  options: [{ flags: '--clear', about: 'Remove the sample data, and nothing else.' }],
  dryRun: true,
  examples: ['crm demo', 'crm board', 'crm demo --clear'],
  async run({ options, client, out }) {
    const { jobs, contacts } = await sampleOf(client)
    if (isOn(options, 'clear')) {
      const removed = jobs.length
      if (isOn(options, 'dryRun')) return out.done({ removed }, `Would remove ${removed} sample jobs.`)
      for (const { id } of jobs) await client.call(removeJob, { id })
      for (const { id } of contacts) await client.call(removeContact, { id })
      const done = `Removed the sample data (jobs: ${removed}, contacts: ${contacts.length}).`
      return out.done({ removed }, removed || contacts.length ? done : 'There is no sample data.')
    }
    if (jobs.length) return out.done({ added: 0 }, 'The sample data already exists. Show it: crm board')
    const added = demo.jobs.length
    if (isOn(options, 'dryRun')) return out.done({ added }, `Would add ${several(added, 'job')}.`)
    await play(client)
    out.done({ added }, `Added ${added} sample jobs. Show them: crm board`)
    out.note('Remove them with: crm demo --clear')
  },
}

export const commands: Command[] = [command]
