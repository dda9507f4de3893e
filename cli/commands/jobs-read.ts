// `crm jobs list|show`.
import { getJob, getPosting, listJobs } from '../../core/jobs/operations.ts'
import type { Job, JobWithHistory } from '../../core/jobs/job.ts'
import type { Status, StatusGroup } from '../../core/jobs/status.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { isOn, textOf, type Command } from '../command.ts'
import type { Output } from '../output.ts'
import { agoOf } from '../ui/time.ts'
import { PAINTS } from '../ui/status.ts'
import type { Column } from '../ui/table.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'
import { contactNames, findJob } from './references.ts'

const columns = (now: number): Column<Job>[] => [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim', yields: 1 },
  { title: 'STATUS', value: ({ status }) => status, paint: ({ status }) => PAINTS[status], minWidth: 12 },
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 12, paint: () => 'bold' },
  { title: 'ROLE', value: ({ role }) => role, yields: 2, minWidth: 14 },
  { title: 'LOCATION', value: ({ location }) => location, yields: 6 },
  { title: 'SALARY', value: ({ salary }) => salary, yields: 5 },
  { title: 'PRIORITY', value: ({ priority }) => priority, yields: 4 },
  {
    title: 'UPDATED',
    value: ({ updatedAt }) => agoOf(updatedAt, now),
    plain: ({ updatedAt }) => updatedAt,
    yields: 3,
    minWidth: 7,
  },
]

/** Columns that are shown only on request. */
const FURTHER: Column<Job>[] = [
  { title: 'TAGS', value: ({ tags }) => tags.join(', ') },
  { title: 'URL', value: ({ url }) => url },
  {
    title: 'APPLIED',
    value: ({ appliedAt }) => appliedAt && agoOf(appliedAt, Date.now()),
    plain: ({ appliedAt }) => appliedAt,
  },
  {
    title: 'SINCE',
    value: ({ statusChangedAt: at }) => agoOf(at, Date.now()),
    plain: ({ statusChangedAt: at }) => at,
  },
  {
    title: 'CREATED',
    value: ({ createdAt }) => agoOf(createdAt, Date.now()),
    plain: ({ createdAt }) => createdAt,
  },
  { title: 'NOTES', value: ({ notes }) => notes },
]

const COLUMN_NAMES = [...columns(0), ...FURTHER].map(({ title }) => title.toLowerCase())

/** The named columns in the order given; the usual ones without names. */
function columnsOf(names: readonly string[] | undefined): Column<Job>[] {
  const all = [...columns(Date.now()), ...FURTHER]
  if (!names) return columns(Date.now())
  return names.map(
    (name) =>
      all.find(({ title }) => title.toLowerCase() === name.toLowerCase()) ??
      fail('usage', {
        problem: `--columns: there is no column ${name}. There are: ${COLUMN_NAMES.join(', ')}`,
      }),
  )
}

export const listCommand: Command = {
  name: 'list',
  about: 'List jobs, most recently changed first.',
  operation: 'jobs.list',
  options: [
    {
      flags: '-s, --status <list>',
      about: 'Only these: applied,interviewing; open, active or closed for several.',
    },
    { flags: '-c, --company <text>', about: 'Part of the company’s name.' },
    { flags: '-t, --tag <tag>', about: 'Only with this tag; give it again for one more.' },
    { flags: '-q, --query <words>', about: 'Full-text search; matches word prefixes.' },
    { flags: '-p, --priority <list>', about: 'Only these priorities: high,medium,low.' },
    { flags: '--since <date>', about: 'Changed since: -7d, monday, 2026-03-01.' },
    {
      flags: '--sort <field>',
      about: 'updatedAt, createdAt, company, role, priority, status, salary, applied, deadline; - reverses.',
    },
    { flags: '--columns <list>', about: `Only these columns: ${COLUMN_NAMES.join(', ')}.` },
    ...PAGE_OPTIONS,
  ],
  examples: [
    'crm jobs list --status applied,interviewing',
    'crm jobs list -q "rust remote" --json id,company',
  ],
  async run({ options, client, out }) {
    const { readDateOption, words } = await import('./inputs.ts')
    const input = {
      status: words(textOf(options, 'status')) as (Status | StatusGroup)[] | undefined,
      company: textOf(options, 'company'),
      tag: words(textOf(options, 'tag')),
      q: textOf(options, 'query'),
      priority: words(textOf(options, 'priority')) as ('high' | 'medium' | 'low')[] | undefined,
      updatedSince: await readDateOption('--since', textOf(options, 'since'), 'behind'),
      sort: textOf(options, 'sort'),
      limit: limitOf(options),
    }
    const page = await everyPage(wantsAll(options), 'jobs', (more) =>
      client.call(listJobs, { ...input, ...more }),
    )
    const hasFilter = Object.values(input).some((value) => value !== undefined)
    const empty = hasFilter ? 'No job matches.' : 'No jobs yet. Add one: crm jobs add "Acme" "Engineer"'
    out.list(page, page.jobs, columnsOf(words(textOf(options, 'columns'))), empty)
  },
}

const lines = (
  job: JobWithHistory,
  contacts: readonly string[],
  day: (iso: string) => string,
): [string, string | null][] => [
  ['id', job.id],
  ['company', job.company],
  ['role', job.role],
  ['status', job.status],
  ['location', job.location],
  ['salary', job.salary],
  ['priority', job.priority],
  ['tags', job.tags.join(', ') || null],
  ['url', job.url],
  ['applied', job.appliedAt && day(job.appliedAt)],
  ['updated', day(job.updatedAt)],
  ['contacts', contacts.join('\n') || null],
  [
    'history',
    job.history
      .map(({ at, status, note }) => `${at ? day(at) : '?'} ${status}${note ? ` — ${note}` : ''}`)
      .join('\n'),
  ],
  ['notes', job.notes],
  ['description', job.description],
]

/** The posting's text as it was kept, and when and where it was read. */
async function showPosting(client: Client, out: Output, id: string): Promise<void> {
  const posting = await client.call(getPosting, { id })
  const { origin, at, url, text, earlier } = posting
  out.done(posting, clean(text, '\n'))
  if (out.json) return
  const versions = earlier.length
    ? ` ${earlier.length} earlier version${earlier.length === 1 ? '' : 's'}: --json.`
    : ''
  out.note(
    `Kept ${at.slice(0, 10)} from ${origin === 'board' ? 'its board' : `a ${origin}`}${url ? `, ${url}` : ''}.${versions}`,
  )
}

/** Without control characters: the text is somebody else's. */
const clean = (text: string, keep: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (char) =>
    keep.includes(char) ? char : ' ',
  )

export const showCommand: Command = {
  name: 'show',
  about: 'Show one job with its history.',
  operation: 'jobs.get',
  args: [{ name: 'job', about: 'Id, short id, or part of company and role.' }],
  options: [{ flags: '--posting', about: 'Show the kept text of its posting instead.' }],
  examples: ['crm jobs show acme', 'crm jobs show acme --posting', 'crm jobs show 1f3a9c20 --json'],
  async run({ args, options, client, out }) {
    const { id } = await findJob(client, args[0] ?? '')
    if (isOn(options, 'posting')) return showPosting(client, out, id)
    const job = await client.call(getJob, { id })
    const { showInstant } = await import('../../core/kernel/natural-dates.ts')
    const { localZone } = await import('./inputs.ts')
    const day = (iso: string) =>
      out.look.isTerminal ? showInstant(iso, new Date(), localZone(), 'date') : iso
    const isShown = out.look.isTerminal && job.contactIds.length > 0
    const names = isShown ? await contactNames(client, id) : new Map<string, string>()
    const contacts = job.contactIds.map((one) =>
      names.has(one) ? `${shortId(one)}  ${names.get(one)}` : one,
    )
    out.record(job, lines(job, contacts, day))
  },
}
