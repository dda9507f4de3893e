// `crm jobs …`
import { dayOf, momentText } from '../ui/time.ts'
import { several } from '../../core/kernel/amounts.ts'
import { finishJobStep, moveJobs, setStatus, importJobs } from '../../core/jobs/operations.ts'
import { getJob, exportJobs } from '../../core/jobs/queries.ts'
import { STATUSES, type Status, JOB, type Job } from '../../core/jobs/fields.ts'
import { must, isKeyOf, isOneOf, keysOf } from '../../core/kernel/narrow.ts'
import { cut } from '../../core/kernel/plain-characters.ts'
import { readInstant } from '../../core/reading/moments.ts'
import { asWord, textOf, type Command, shellWord, isOn, misused, type Stdin } from '../command.ts'
import { day, fieldsIn, flag, readDateOption, readDeadline, readNote } from './flags.ts'
import { localZone } from '../../core/kernel/clock.ts'
import { isDryRun } from './agreement.ts'
import { doing } from './doing.ts'
import { JOBS } from './record-commands.ts'
import { findJob, findJobs, nameOf } from './references.ts'
import { readUpload } from './upload.ts'
import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { ACTIVITY } from '../../core/activities/fields.ts'
import { addActivity } from '../../core/activities/operations.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { CheckedJob } from '../../core/watch/watch.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'
import { columnsOf } from '../ui/columns.ts'

/** Explains the order of the arguments if a date or a job follows the status. */
async function refuseOtherOrder(rest: readonly string[]): Promise<void> {
  const last = rest.at(-1) ?? ''
  const at = rest.findIndex((word) => isOneOf(STATUSES, word.toLowerCase()))
  if (at < 0 || isOneOf(STATUSES, last.toLowerCase())) return
  const isDate = readInstant(last, new Date(), localZone(), { direction: 'behind' }) !== null
  const jobs = rest.filter((_, place) => place !== at && !(isDate && place === rest.length - 1))
  const words = [...jobs, must(rest[at])].map(shellWord).join(' ')
  const hint = `Did you mean crm status ${words}${isDate ? ` --at ${shellWord(last)}` : ''}?`
  misused('The status comes last, and its date after --at.', { hint })
}

/** The job's new status. With a date, also says since when, or that the entry only adds to the history. */
function movedText(job: Job, { status, at }: { status: Status; at?: unknown }): string {
  const day = (instant: string) => momentText(instant, 'date')
  const now = `${nameOf(job)} ${job.status === 'offer' ? 'has an offer' : `is ${job.status}`}`
  if (typeof at !== 'string') return `${now}.`
  if (job.status === status) return `${now}, since ${day(job.statusChangedAt ?? at)}.`
  const since = job.statusChangedAt ? ` since ${day(job.statusChangedAt)}` : ''
  return `${nameOf(job)} was ${status} ${day(at)}; it is ${job.status}${since}.`
}

const MOVE = [
  flag('--note <text>', 'What happened.'),
  flag('--at <date>', 'When: yesterday, -3d, 2026-03-01 (default: now).', day('behind')),
]

const statusCommand: Command = {
  name: 'status',
  about: 'Move jobs to a status; the history is kept, and one undo reverts all of it.',
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
    if (!named.length) misused('Name the jobs, then the status: crm status JOB… STATUS')
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

/** The first word of each line, because lists print ids first. */
async function idsIn(file: string | undefined, stdin: Stdin): Promise<string[]> {
  if (file === undefined) return []
  const lines = (await readUpload(file, stdin)).split('\n')
  return lines.map((line) => must(line.split('\t')[0]).trim()).filter(Boolean)
}

const doneCommand = doing({
  name: 'done',
  about: 'Mark a job’s next step as done: it becomes an activity.',
  op: finishJobStep,
  args: [JOBS.ref],
  flags: [
    flag('--note <text>', 'How it went; - reads stdin.', readNote),
    flag('--next-step <text>', 'The new next step.', (text) => text || undefined),
    flag(
      '--deadline <date>',
      'The deadline: friday, 2026-03-01.',
      async (text, call, name) => (await readDeadline(text, call, name)) ?? undefined,
    ),
  ],
  examples: ['crm done acme', 'crm done acme --note "Sent it" --next-step "Ask for a date" --deadline fri'],
  async find(client, text, _, { options }) {
    const { id, name } = await findJob(client, text)
    const { nextStep, deadline } = await client.call(getJob, { id })
    const step = nextStep ?? textOf(options, 'note')
    return { id, deadline, what: step ? `“${step}” for ${name}` : `a step for ${name}` }
  },
  would: (_, { what }) => `Would mark ${what} as done.`,
  said(job, { deadline, what }) {
    const next = job.nextStep ? ` Next: ${job.nextStep}.` : ''
    const gone =
      deadline && !job.deadline ? ` The deadline of ${dayOf(deadline)} was for it and is cleared.` : ''
    return `Done: ${what}.${next}${gone}`
  },
})

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // Not `start` of cmd, for which an & in an address ends the command and begins another.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

export function openInBrowser(url: string): Promise<boolean> {
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

const openCommand = doing({
  name: 'open',
  about: 'Open a job’s posting in the browser; in a pipe, print its address.',
  op: getJob,
  args: [JOBS.ref],
  examples: ['crm jobs open acme', 'crm open acme'],
  find: findJob,
  async after(job, { name }, { out }) {
    const url = job.url ?? misused(`${name} has no address. Add it: crm jobs edit JOB --url …`)
    if (out.json) return out.record(job, [])
    if (!out.look.isTerminal) return out.raw(`${url}\n`)
    out.note((await openInBrowser(url)) ? `Opened ${url}` : url)
  },
})

const CHECKED = columnsOf<CheckedJob>({
  id: {},
  state: { paint: { open: 'green', missing: 'yellow', gone: 'red', unclear: 'dim' }, minWidth: 7 },
  company: { minWidth: 10, paint: 'bold' },
  role: { minWidth: 12, yields: 2 },
  why: { yields: 1 },
})

const checkCommand: Command = {
  name: 'check',
  about: 'Check whether the postings of your open jobs are still there. Changes no job.',
  operation: 'watch.check',
  args: [{ name: 'jobs...?', about: 'Only these: id, short id, or part of company and role.' }],
  options: [{ flags: '--all', about: 'Also check closed jobs.' }],
  examples: ['crm jobs check', 'crm jobs check acme --json'],
  async run({ rest, options, client, out }) {
    const ids = (await findJobs(client, rest)).map(({ id }) => id)
    // Loaded on use, because it loads the readers of boards.
    const { checkPostings } = await import('../../core/watch/operations.ts')
    const asked = { ids: ids.length > 0 ? ids : undefined, all: isOn(options, 'all') || undefined }
    const report = await client.call(checkPostings, asked)
    out.list(report, report.jobs, CHECKED, 'None of your open jobs has an address.')
    const again = `crm jobs check${isOn(options, 'all') ? ' --all' : ''}`
    if (report.left) out.note(`${several(report.left, 'posting')} not checked yet. To go on: ${again}`)
  },
}

const TITLES = { resume: 'Resume', letter: 'Letter', other: 'Document' } as const
const MAX_CHARACTERS = must(ACTIVITY.fields.body.max)

const attachCommand = doing({
  name: 'attach',
  about: 'Keep a document with a job: the text of a PDF, Word or text file.',
  op: addActivity,
  args: [JOBS.ref, { name: 'file', about: 'The document; - reads stdin.' }],
  options: [
    { flags: '--kind <kind>', about: 'resume, letter or other (default).' },
    { flags: '--at <date>', about: 'When it was sent: yesterday, -3d (default: now).' },
  ],
  examples: [
    'crm jobs attach acme resume.pdf --kind resume',
    'crm jobs attach acme letter.docx --kind letter',
  ],
  async find(client, reference, _, { args: [, file = ''], options, stdin }) {
    const kind = textOf(options, 'kind') ?? 'other'
    if (!isKeyOf(TITLES, kind)) misused(`--kind is ${keysOf(TITLES).join(', ')}, not “${kind}”.`)
    const { id: jobId, name } = await findJob(client, reference)
    const { readDocument } = await import('./document.ts')
    const text = await readDocument(file, stdin)
    const title = cut(`${TITLES[kind]}${file === '-' ? '' : `: ${basename(file)}`}`, 200)
    return { jobId, name, text, title }
  },
  input: async ({ options, out }, { jobId, title, text }) => ({
    ...{ jobId, type: 'other', title, body: cut(text, MAX_CHARACTERS) },
    occurredAt: await readDateOption('--at', textOf(options, 'at'), 'behind', { say: out.note }),
  }),
  would: (_, { title, name }) => `Would keep ${title} with ${name}.`,
  said: ({ id }, { title, name }) =>
    `Kept ${title} with ${name} (${shortId(id)}): crm activities show ${shortId(id)}`,
  after: (_, { text }, { out }) =>
    text.length > MAX_CHARACTERS && out.note(`Only its first ${MAX_CHARACTERS} characters are kept.`),
})

const exportCommand = exportCommandOf({
  about: 'Export every job with its history as CSV, JSON or xlsx; an import reads it back.',
  op: exportJobs,
  noun: 'jobs',
  formats: ['csv', 'json', 'xlsx'],
  examples: [
    'crm jobs export jobs.csv',
    'crm jobs export jobs.xlsx --force',
    'crm jobs export --format json | jq ".jobs[].company"',
  ],
  columns: [...fileColumns(JOB), 'history'],
})

const importCommand = importCommandOf({
  about: 'Import jobs from LinkedIn, Huntr, Teal, Simplify, Notion, a spreadsheet or crm itself.',
  op: importJobs,
  formats: ['csv', 'json', 'xlsx'],
  examples: [
    'crm jobs import "Job Applications.csv" --dry-run',
    'crm jobs import tracker.xlsx --map Firm=company --map "Date sent=appliedAt"',
    'curl -s https://example.com/jobs.json | crm jobs import - --json',
  ],
  titles: ['company', 'role'],
  options: [
    {
      flags: '--map-status <word=status>',
      about: 'The status a word means: --map-status "On ice=withdrawn". Repeat for more words. Remembered.',
    },
  ],
  load: async () => (await import('../../core/jobs/import/rows.ts')).jobRows,
})

export const commands: Command[] = [
  statusCommand,
  doneCommand,
  openCommand,
  attachCommand,
  checkCommand,
  importCommand,
  exportCommand,
]
