// `crm jobs check`: whether the postings of your jobs are still there.
import type { CheckedJob } from '../../core/watch/watch.ts'
import { shortId } from '../../core/kernel/id.ts'
import { isOn, type Command } from '../command.ts'
import type { Column, Paint } from '../ui/table.ts'
import { findJob } from './references.ts'

const PAINTS: Record<CheckedJob['state'], Paint> = {
  open: 'green',
  missing: 'yellow',
  gone: 'red',
  unclear: 'dim',
}

const COLUMNS: Column<CheckedJob>[] = [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'STATE', value: ({ state }) => state, paint: ({ state }) => PAINTS[state], minWidth: 7 },
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 10, paint: () => 'bold' },
  { title: 'ROLE', value: ({ role }) => role, minWidth: 12, yields: 2 },
  { title: 'WHY', value: ({ why }) => why, yields: 1 },
]

export const checkCommand: Command = {
  name: 'check',
  about: 'Check whether the postings of your open jobs are still there. Changes no job.',
  operation: 'watch.check',
  args: [{ name: 'jobs...?', about: 'Only these: id, short id, or part of company and role.' }],
  options: [{ flags: '--all', about: 'Also jobs that ended.' }],
  examples: ['crm jobs check', 'crm jobs check acme --json'],
  async run({ rest, options, client, out }) {
    const ids: string[] = []
    for (const reference of rest) ids.push((await findJob(client, reference)).id)
    // Loaded on use: it brings the readers of boards.
    const { checkPostings } = await import('../../core/watch/operations.ts')
    const report = await client.call(checkPostings, {
      ...(ids.length > 0 && { ids }),
      ...(isOn(options, 'all') && { all: true }),
    })
    out.list(report, report.jobs, COLUMNS, 'None of your open jobs has an address.')
  },
}
