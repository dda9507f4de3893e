// `crm jobs list`.
import { listJobs } from '../../core/jobs/queries.ts'
import type { Job } from '../../core/jobs/job.ts'
import { STATUSES, type Status, type StatusGroup } from '../../core/jobs/status.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOneOf } from '../../core/kernel/narrow.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { shortId } from '../../core/kernel/id.ts'
import { unansweredDays } from '../../core/jobs/waiting.ts'
import type { Config } from '../../core/config.ts'
import { textOf, type Command, type Run, words, wordsOf } from '../command.ts'
import { readViews, viewNamed, viewOf, writeViews } from '../views-file.ts'
import { agoOf } from '../ui/time.ts'
import { PAINTS } from '../ui/status.ts'
import type { Column } from '../ui/table.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'

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
  {
    title: 'DEADLINE',
    value: ({ deadline }) => deadline && agoOf(deadline, Date.now()),
    plain: ({ deadline }) => deadline,
  },
  { title: 'NEXT', value: ({ nextStep }) => nextStep },
  { title: 'UNANSWERED', value: (job) => daysText(unansweredDays(job, Date.now())) },
  { title: 'NOTES', value: ({ notes }) => notes },
]

const daysText = (days: number | null): string | null => (days === null ? null : `${days}d`)

export const COLUMN_NAMES = [...columns(0), ...FURTHER].map(({ title }) => title.toLowerCase())

/** The named columns in the order given; the usual ones without names. */
function columnsOf(names: readonly string[] | undefined): Column<Job>[] {
  const all = [...columns(Date.now()), ...FURTHER]
  if (!names) return columns(Date.now())
  return names.map(
    (name) => all.find(({ title }) => title.toLowerCase() === name.toLowerCase()) ?? noColumn(name),
  )
}

function noColumn(name: string): never {
  const guess = nearest(name, COLUMN_NAMES)
  const problem = `--columns: there is no column ${name}. There are: ${COLUMN_NAMES.join(', ')}`
  return fail('usage', { problem }, guess ? { hint: `Did you mean ${guess}?` } : {})
}

export const listCommand: Command = {
  name: 'list',
  about: 'List jobs, most recently changed first.',
  operation: 'jobs.list',
  args: [{ name: 'words...?', about: 'Only with these words: crm ls stripe.' }],
  options: [
    {
      flags: '-s, --status <list>',
      about: 'Only these: applied,interviewing; open, active or closed for several.',
    },
    { flags: '-c, --company <text>', about: 'Part of the company’s name.' },
    { flags: '-t, --tag <tag>', about: 'Only with this tag; give it again for one more.' },
    { flags: '-q, --query <words>', about: 'Full-text search; matches word prefixes.' },
    { flags: '-p, --priority <list>', about: 'Only these priorities: high,medium,low.' },
    { flags: '--place <text>', about: 'Part of the location: berlin.' },
    { flags: '--min-pay <amount>', about: 'Pays at least this a year, in its own currency: 150k.' },
    { flags: '--idle <days>', about: 'Applied for so long without an answer: 14d.' },
    { flags: '--since <date>', about: 'Changed since: -7d, monday, 2026-03-01.' },
    {
      flags: '--sort <field>',
      about: 'updatedAt, createdAt, company, role, priority, status, salary, applied, deadline; - reverses.',
    },
    { flags: '--view <name>', about: 'The flags of a saved view; further flags come on top.' },
    { flags: '--save <name>', about: 'Save these flags as a view.' },
    { flags: '--columns <list>', about: `Only these columns: ${COLUMN_NAMES.join(', ')}.` },
    ...PAGE_OPTIONS,
  ],
  examples: [
    'crm jobs list --status applied,interviewing',
    'crm ls stripe --place berlin --min-pay 150k',
    'crm jobs list --idle 14d --json id,company',
    'crm jobs list -s active --sort deadline --save hot',
  ],
  async run({ rest, options: said, config, client, out }) {
    const options = viewed(said, config)
    const since = textOf(options, 'since')
    const input = {
      status: wordsOf<Status | StatusGroup>(options, 'status'),
      company: textOf(options, 'company'),
      tag: words(textOf(options, 'tag')),
      q: [textOf(options, 'query') ?? [], rest].flat().join(' ') || undefined,
      place: textOf(options, 'place'),
      minPay: await amountIn(options, 'minPay', '--min-pay'),
      idleDays: await amountIn(options, 'idle', '--idle'),
      priority: wordsOf<'high' | 'medium' | 'low'>(options, 'priority'),
      // Loaded on use: most lists name no date.
      updatedSince:
        since === undefined
          ? undefined
          : await (await import('./inputs.ts')).readDate('--since', since, 'behind'),
      sort: textOf(options, 'sort'),
      limit: limitOf(options),
    }
    const page = await everyPage(wantsAll(options), 'jobs', (more) =>
      client.call(listJobs, { ...input, ...more }),
    )
    const hasFilter = Object.values(input).some((value) => value !== undefined)
    const empty = hasFilter
      ? `No job ${askedText(rest, options)}.`
      : 'No jobs yet. Add one: crm jobs add "Acme" "Engineer"'
    out.list(page, page.jobs, columnsOf(words(textOf(options, 'columns'))), empty)
  },
}

/** Reads an amount. Its reader is loaded on use, because most lists need none. */
async function amountIn(options: Run['options'], name: string, flag: string): Promise<number | undefined> {
  const text = textOf(options, name)
  return text === undefined ? undefined : (await import('./jobs-where.ts')).amountOf(flag, text)
}

/** Names the filters of an empty list: `has “stripe” with --status applied`. A status among the words suggests --status. */
function askedText(rest: readonly string[], options: Run['options']): string {
  const flags = Object.entries(viewOf(options, ['view', 'save', 'columns', 'sort', 'limit', 'all'])).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${String(value)}`,
  )
  const status = rest.find((word) => isOneOf([...STATUSES, 'open', 'active', 'closed'], word))
  return [
    rest.length ? `has “${rest.join(' ')}”` : 'matches',
    ...(flags.length ? [`with ${flags.join(' ')}`] : []),
    ...(status ? [`(for the status: crm ls -s ${status})`] : []),
  ].join(' ')
}

/** The flags with those of the view they name; saves them as a view if they say so. */
function viewed(said: Run['options'], config: Config): Run['options'] {
  const [view, save] = [textOf(said, 'view'), textOf(said, 'save')]
  const options = view === undefined ? said : { ...viewNamed(config, view), ...viewOf(said, ['view']) }
  if (save !== undefined)
    writeViews(config, { ...readViews(config), [save]: viewOf(options, ['save', 'view']) })
  return options
}
