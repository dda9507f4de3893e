// `crm jobs status`, which moves jobs, and `crm jobs done`, which finishes their next step.
import { dayOf } from '../ui/time.ts'
import type { Job } from '../../core/jobs/job.ts'
import { finishJobStep, moveJobs, setStatus } from '../../core/jobs/operations.ts'
import { getJob } from '../../core/jobs/queries.ts'
import { STATUSES, type Status } from '../../core/jobs/status.ts'
import { fail } from '../../core/kernel/errors.ts'
import { must } from '../../core/kernel/must.ts'
import { isOneOf } from '../../core/kernel/narrow.ts'
import { readInstant } from '../../core/reading/moments.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { asWord, textOf, type Command, shellWord } from '../command.ts'
import { day, fieldsIn, flag, noted } from './flags.ts'
import type { Stdin } from '../output.ts'
import { localZone, readDeadline } from './inputs.ts'
import { isDryRun } from './agreement.ts'
import { findJob, findJobs, nameOf } from './references.ts'
import { readUpload } from './upload.ts'

/** The status stands last; a date, or a job, behind it is told where it belongs. */
async function refuseOtherOrder(rest: readonly string[]): Promise<void> {
  const last = rest.at(-1) ?? ''
  const at = rest.findIndex((word) => isOneOf(STATUSES, word.toLowerCase()))
  if (at < 0 || isOneOf(STATUSES, last.toLowerCase())) return
  const isDate = readInstant(last, new Date(), localZone(), { direction: 'behind' }) !== null
  const jobs = rest.filter((_, place) => place !== at && !(isDate && place === rest.length - 1))
  const words = [...jobs, must(rest[at])].map(shellWord).join(' ')
  fail(
    'usage',
    { problem: 'The status comes last, and its date after --at.' },
    { hint: `Did you mean crm jobs status ${words}${isDate ? ` --at ${shellWord(last)}` : ''}?` },
  )
}

/** What the job is now; with a date, since when, and whether the entry is only a part of its past. */
function movedText(job: Job, { status, at }: { status: Status; at?: unknown }): string {
  const day = (instant: string) => showInstant(instant, new Date(), localZone(), 'date')
  if (typeof at !== 'string') return `${nameOf(job)} is ${job.status}.`
  if (job.status === status)
    return `${nameOf(job)} is ${job.status}, since ${day(job.statusChangedAt ?? at)}.`
  const since = job.statusChangedAt ? ` since ${day(job.statusChangedAt)}` : ''
  return `${nameOf(job)} was ${status} ${day(at)}; it is ${job.status}${since}.`
}

const MOVE = [
  flag('--note <text>', 'What happened.'),
  flag('--at <date>', 'When: yesterday, -3d, 2026-03-01 (default: now).', day('behind')),
]

export const statusCommand: Command = {
  name: 'status',
  about: 'Move jobs to a status; the history is kept, and one undo takes all of it back.',
  fields: ['jobs'],
  args: [
    {
      name: 'jobs...',
      about:
        'Jobs, then the status: saved, applied, screening, interviewing, offer, accepted, rejected, withdrawn.',
    },
  ],
  options: [...MOVE, { flags: '--ids <file>', about: 'Further jobs, one a line; - reads stdin.' }],
  dryRun: true,
  examples: [
    'crm jobs status acme interviewing --note "onsite on Friday"',
    'crm jobs status acme globex rejected',
    'crm jobs list -s saved | crm jobs status withdrawn --ids -',
  ],
  async run(call) {
    const { rest, options, client, out, stdin } = call
    const status = asWord<Status>(rest.at(-1) ?? '')
    const named = [...rest.slice(0, -1), ...(await idsIn(textOf(options, 'ids'), stdin))]
    if (!named.length)
      fail('usage', { problem: 'Name the jobs, then the status: crm jobs status JOB… STATUS' })
    await refuseOtherOrder(rest)
    const found = await findJobs(client, named)
    const move = { status, ...(await fieldsIn(call, MOVE)) }
    const [only, second] = found
    const names = found.map(({ name }) => name).join(', ')
    if (!second && only) {
      if (isDryRun(options, setStatus, { id: only.id, ...move }))
        return out.done(move, `Would move ${names} to ${status}.`)
      const job = await client.call(setStatus, { id: only.id, ...move })
      return out.done(job, movedText(job, move))
    }
    const input = { jobIds: found.map(({ id }) => id), ...move }
    if (isDryRun(options, moveJobs, input)) return out.done(move, `Would move ${names} to ${status}.`)
    const moved = await client.call(moveJobs, input)
    out.done(moved, moved.jobs.map((job) => movedText(job, move)).join('\n'))
  },
}

/** The first word of each line: ids as lists print them. */
async function idsIn(file: string | undefined, stdin: Stdin): Promise<string[]> {
  if (file === undefined) return []
  const lines = (await readUpload(file, stdin)).split('\n')
  return lines.map((line) => must(line.split('\t')[0]).trim()).filter(Boolean)
}

const DONE = [
  flag('--note <text>', 'How it went; - reads stdin.', noted),
  flag('--next-step <text>', 'What is to be done after it.', (text) => text || undefined),
  flag(
    '--deadline <date>',
    'Until when: friday, 2026-03-01.',
    async (text, _, name) => (await readDeadline(name, text)) ?? undefined,
  ),
]

export const doneCommand: Command = {
  name: 'done',
  about: 'Mark a job’s next step as done: it becomes an activity.',
  operation: 'jobs.done',
  args: [{ name: 'job', about: 'Id, short id, or part of company and role.' }],
  options: DONE,
  dryRun: true,
  examples: ['crm done acme', 'crm done acme --note "Sent it" --next-step "Ask for a date" --deadline fri'],
  async run(call) {
    const { args, options, client, out } = call
    const { id, name } = await findJob(client, args[0] ?? '')
    const done = await fieldsIn(call, DONE)
    const { nextStep, deadline } = await client.call(getJob, { id })
    const what = nextStep ? `“${nextStep}” for ${name}` : `a step for ${name}`
    if (isDryRun(options, finishJobStep, { id, ...done }))
      return out.done(done, `Would mark ${what} as done.`)
    const job = await client.call(finishJobStep, { id, ...done })
    const next = job.nextStep ? ` Next: ${job.nextStep}.` : ''
    const gone =
      deadline && !job.deadline ? ` The deadline of ${dayOf(deadline)} was for it and is cleared.` : ''
    out.done(job, `Done: ${what}.${next}${gone}`)
  },
}
