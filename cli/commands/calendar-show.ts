// `crm calendar show`.
import { getEvent } from '../../core/calendar/operations.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import type { Command } from '../command.ts'
import { localZone } from './inputs.ts'
import { contactNames, findEvent, jobNames } from './references.ts'

export const showCommand: Command = {
  name: 'show',
  about: 'Show one event.',
  operation: 'calendar.get',
  args: [{ name: 'event', about: 'Id, short id, or part of the title.' }],
  examples: ['crm calendar show onsite'],
  async run({ args, client, out }) {
    const event = await client.call(getEvent, { id: (await findEvent(client, args[0] ?? '')).id })
    const { isTerminal } = out.look
    const isNamed = isTerminal && !out.json
    const jobs = isNamed ? await jobNames(client, [event.jobId]) : new Map<string, string>()
    const people =
      isNamed && event.jobId ? await contactNames(client, event.jobId) : new Map<string, string>()
    const time = (iso: string) =>
      isTerminal ? showInstant(iso, new Date(), event.timeZone ?? localZone(), 'long') : iso
    out.record(event, [
      ['id', event.id],
      ['title', event.title],
      ['type', event.type],
      ['starts', time(event.startsAt)],
      ['ends', event.endsAt && time(event.endsAt)],
      ['zone', event.timeZone],
      ['location', event.location],
      ['job', event.jobId && (jobs.get(event.jobId) ?? event.jobId)],
      ['contact', event.contactId && (people.get(event.contactId) ?? event.contactId)],
      ['notes', event.notes],
    ])
  },
}
