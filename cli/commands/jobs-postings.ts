// `crm jobs open|check|attach`: the posting in the browser, whether it is still there, and documents kept with a job.
import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { addActivity } from '../../core/activities/operations.ts'
import { getJob } from '../../core/jobs/queries.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { isOneOf } from '../../core/kernel/narrow.ts'
import type { CheckedJob } from '../../core/watch/watch.ts'
import { isOn, textOf, type Command } from '../command.ts'
import { idColumn, type Column, type Paint } from '../ui/table.ts'
import { isDryRun } from './agreement.ts'
import { readDateOption } from './inputs.ts'
import { findJob, findJobs } from './references.ts'

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
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

export const openCommand: Command = {
  name: 'open',
  about: 'Open a job’s posting in the browser; in a pipe, print its address.',
  operation: 'jobs.get',
  args: [{ name: 'job', about: 'Id, short id, or part of company and role.' }],
  examples: ['crm jobs open acme', 'crm open acme'],
  async run({ args, client, out }) {
    const { id, name } = await findJob(client, args[0] ?? '')
    const job = await client.call(getJob, { id })
    const url =
      job.url ?? fail('usage', { problem: `${name} has no address. Add it: crm jobs edit JOB --url …` })
    if (out.json) return out.record(job, [])
    if (!out.look.isTerminal) return out.raw(`${url}\n`)
    out.note((await openInBrowser(url)) ? `Opened ${url}` : url)
  },
}

const PAINTS: Record<CheckedJob['state'], Paint> = {
  open: 'green',
  missing: 'yellow',
  gone: 'red',
  unclear: 'dim',
}

const COLUMNS: Column<CheckedJob>[] = [
  idColumn(),
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
    const ids = (await findJobs(client, rest)).map(({ id }) => id)
    // Loaded on use: it brings the readers of boards.
    const { checkPostings } = await import('../../core/watch/operations.ts')
    const report = await client.call(checkPostings, {
      ...(ids.length > 0 && { ids }),
      ...(isOn(options, 'all') && { all: true }),
    })
    out.list(report, report.jobs, COLUMNS, 'None of your open jobs has an address.')
  },
}

const KINDS = ['resume', 'letter', 'other'] as const
const TITLES = { resume: 'Resume', letter: 'Letter', other: 'Document' } as const
/** What an activity holds. */
const MAX_CHARACTERS = 20_000

export const attachCommand: Command = {
  name: 'attach',
  about: 'Keep a document with a job: the text of a PDF, Word or text file.',
  operation: 'activities.create',
  args: [
    { name: 'job', about: 'Id, short id, or part of company and role.' },
    { name: 'file', about: 'The document; - reads stdin.' },
  ],
  options: [
    { flags: '--kind <kind>', about: 'resume, letter or other (default).' },
    { flags: '--at <date>', about: 'When it was sent: yesterday, -3d (default: now).' },
  ],
  dryRun: true,
  examples: [
    'crm jobs attach acme resume.pdf --kind resume',
    'crm jobs attach acme letter.docx --kind letter',
  ],
  async run({ args, options, client, out, stdin }) {
    const [reference = '', file = ''] = args
    const kind = textOf(options, 'kind') ?? 'other'
    if (!isOneOf(KINDS, kind)) fail('usage', { problem: `--kind is ${KINDS.join(', ')}, not “${kind}”.` })
    const { id, name } = await findJob(client, reference)
    const { readDocument } = await import('./document.ts')
    const text = await readDocument(file, stdin)
    const title = `${TITLES[kind]}${file === '-' ? '' : `: ${basename(file)}`}`
    const input = {
      ...{ jobId: id, type: 'other' as const, title, body: text.slice(0, MAX_CHARACTERS) },
      occurredAt: await readDateOption('--at', textOf(options, 'at'), 'behind'),
    }
    if (isDryRun(options, addActivity, input)) return out.done(input, `Would keep ${title} with ${name}.`)
    const activity = await client.call(addActivity, input)
    out.done(
      activity,
      `Kept ${title} with ${name} (${shortId(activity.id)}): crm activities show ${shortId(activity.id)}`,
    )
    if (text.length > MAX_CHARACTERS) out.note(`Only its first ${MAX_CHARACTERS} characters are kept.`)
  },
}
