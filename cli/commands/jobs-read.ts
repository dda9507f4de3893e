// `crm jobs list`, and `crm jobs views`, its saved views.
import { listJobs } from '../../core/jobs/queries.ts'
import type { Job } from '../../core/jobs/job.ts'
import { STATUSES } from '../../core/jobs/status.ts'
import { fail } from '../../core/kernel/errors.ts'
import { DEFAULT_LIMIT } from '../../core/kernel/fields.ts'
import { isOneOf } from '../../core/kernel/narrow.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { unansweredDays } from '../../core/jobs/waiting.ts'
import type { Config } from '../../core/config.ts'
import { textOf, words, type Command, type Run } from '../command.ts'
import { PAINTS } from '../ui/status.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { readViews, viewNamed, viewOf, writeViews, type View } from '../views-file.ts'
import { day, fieldsIn, flag, list as listed, type Flag } from './flags.ts'
import { askedText } from './listing.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll, WHERE } from './pages.ts'

const COLUMNS: Column<Job>[] = [
  idColumn({ yields: 1 }),
  { title: 'STATUS', value: ({ status }) => status, paint: ({ status }) => PAINTS[status], minWidth: 12 },
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 12, paint: () => 'bold' },
  { title: 'ROLE', value: ({ role }) => role, yields: 2, minWidth: 14 },
  { title: 'LOCATION', value: ({ location }) => location, yields: 6 },
  { title: 'SALARY', value: ({ salary }) => salary, yields: 5 },
  { title: 'PRIORITY', value: ({ priority }) => priority, yields: 4 },
  timeColumn('UPDATED', ({ updatedAt }) => updatedAt, { yields: 3, minWidth: 7 }),
]

const FURTHER: Column<Job>[] = [
  { title: 'TAGS', value: ({ tags }) => tags.join(', ') },
  { title: 'URL', value: ({ url }) => url },
  timeColumn('APPLIED', ({ appliedAt }) => appliedAt),
  timeColumn('SINCE', ({ statusChangedAt }) => statusChangedAt, { none: '?' }),
  timeColumn('CREATED', ({ createdAt }) => createdAt),
  timeColumn('DEADLINE', ({ deadline }) => deadline),
  { title: 'NEXT', value: ({ nextStep }) => nextStep },
  { title: 'UNANSWERED', value: (job) => daysText(unansweredDays(job, Date.now())) },
  { title: 'NOTES', value: ({ notes }) => notes },
]

const daysText = (days: number | null): string | null => (days === null ? null : `${days}d`)

export const COLUMN_NAMES = [...COLUMNS, ...FURTHER].map(({ title }) => title.toLowerCase())

function columnsOf(names: readonly string[] | undefined): Column<Job>[] {
  const all = [...COLUMNS, ...FURTHER]
  if (!names) return COLUMNS
  return names.map(
    (name) => all.find(({ title }) => title.toLowerCase() === name.toLowerCase()) ?? noColumn(name),
  )
}

function noColumn(name: string): never {
  const guess = nearest(name, COLUMN_NAMES)
  const problem = `--columns: there is no column ${name}. There are: ${COLUMN_NAMES.join(', ')}`
  return fail('usage', { problem }, guess ? { hint: `Did you mean ${guess}?` } : {})
}

/** The reader of amounts is loaded on use, because most lists need none. */
const amount: Flag['read'] = async (text, _, name) => (await import('./jobs-where.ts')).amountOf(name, text)

const FILTERS = [
  flag(
    '-s, --status <list>',
    'Only these: applied,interviewing; open, active or closed for several.',
    listed,
  ),
  flag('-c, --company <text>', 'Part of the company’s name.'),
  flag('-t, --tag <tag>', 'Only with this tag; give it again for one more.', listed),
  flag('-q, --query <words>', 'Full-text search; matches word prefixes.', undefined, 'q'),
  flag('-p, --priority <list>', 'Only these priorities: high,medium,low.', listed),
  flag('--place <text>', 'Part of the location: berlin.'),
  flag('--min-pay <amount>', 'Pays at least this a year, in its own currency: 150k.', amount),
  flag('--idle <days>', 'Applied for so long without an answer: 14d.', amount, 'idleDays'),
  flag('--since <date>', 'Changed since: -7d, monday, 2026-03-01.', day('behind'), 'updatedSince'),
]
const SORT = flag(
  '--sort <field>',
  'updatedAt, createdAt, company, role, priority, status, salary, applied, deadline; - reverses.',
)

const listCommand: Command = {
  name: 'list',
  about: 'List jobs, most recently changed first.',
  operation: 'jobs.list',
  args: [{ name: 'words...?', about: 'Only with these words: crm ls stripe.' }],
  options: [
    ...[...FILTERS, SORT],
    WHERE,
    { flags: '--view <name>', about: 'The flags of a saved view; further flags come on top.' },
    { flags: '--save <name>', about: 'Save these flags as a view.' },
    { flags: '--columns <list>', about: `Only these columns: ${COLUMN_NAMES.join(', ')}.` },
    ...PAGE_OPTIONS,
  ],
  examples: [
    'crm jobs list --status applied,interviewing',
    'crm ls stripe --place berlin --min-pay 150k',
    'crm jobs list --idle 14d --json id,company',
    "crm jobs list --where 'status=saved pay>150k'",
    'crm jobs list -s active --sort deadline --save hot',
  ],
  async run(call) {
    const { rest, config, out } = call
    const options = viewed(call.options, config)
    const asked = await fieldsIn({ ...call, options }, [...FILTERS, SORT])
    const q = [asked['q'] ?? [], rest].flat().join(' ')
    const input = { ...asked, ...(q && { q }), limit: limitOf(options) }
    const page = await selected(call, options, input)
    const status = rest.find((word) => isOneOf([...STATUSES, 'open', 'active', 'closed'], word))
    const hint = status ? ` (for the status: crm ls -s ${status})` : ''
    const where = textOf(options, 'where')
    const hasFilter = where !== undefined || Object.values(input).some((value) => value !== undefined)
    const empty = hasFilter
      ? `No job ${askedText(rest, options, [...FILTERS, WHERE])}${hint}.`
      : 'No jobs yet. Add one: crm jobs add "Acme" "Engineer"'
    out.list(page, page.jobs, columnsOf(words(textOf(options, 'columns'))), empty)
  },
}

/** The page of the flags; of what `--where` selects, too, where that is said. */
async function selected({ client }: Run, options: Run['options'], input: Record<string, unknown>) {
  const text = textOf(options, 'where')
  const list = (isAll: boolean, filter: Record<string, unknown>) =>
    everyPage(isAll, 'jobs', (more) => client.call(listJobs, { ...filter, ...more }))
  if (text === undefined) return list(wantsAll(options), input)
  const { filter, fits } = (await import('./jobs-where.ts')).selectionOf(text)
  const twice = Object.keys(filter).find((name) => input[name] !== undefined)
  if (twice !== undefined) fail('usage', { problem: `Say the ${twice} once: in --where, or with its flag.` })
  const all = await list(true, { ...input, ...filter, limit: undefined })
  const jobs = all.jobs.filter(fits)
  const shown = wantsAll(options) ? jobs : jobs.slice(0, limitOf(options) ?? DEFAULT_LIMIT)
  return { ...all, jobs: shown, total: jobs.length }
}

/** The flags with those of the view they name; saves them as a view if they say so. */
function viewed(said: Run['options'], config: Config): Run['options'] {
  const [view, save] = [textOf(said, 'view'), textOf(said, 'save')]
  const options = view === undefined ? said : { ...viewNamed(config, view), ...viewOf(said, ['view']) }
  if (save !== undefined)
    writeViews(config, { ...readViews(config), [save]: viewOf(options, ['save', 'view']) })
  return options
}

const VIEWS: Column<{ name: string; flags: View }>[] = [
  { title: 'NAME', value: ({ name }) => name, paint: () => 'bold' },
  {
    title: 'FLAGS',
    value: ({ flags }) =>
      Object.entries(flags)
        .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${String(value)}`))
        .join(' '),
  },
]

const viewsCommand: Command = {
  name: 'views',
  about: 'List the saved views of crm jobs list, or remove one.',
  fields: ['name', 'flags'],
  options: [{ flags: '--rm <name>', about: 'Remove this view.' }],
  examples: ['crm jobs views', 'crm jobs list --view hot'],
  async run({ options, config, out }) {
    const name = textOf(options, 'rm')
    if (name !== undefined) {
      viewNamed(config, name)
      const { [name]: flags, ...others } = readViews(config)
      writeViews(config, others)
      return out.done({ name, flags }, `Removed the view ${name}.`)
    }
    const views = Object.entries(readViews(config)).map(([each, flags]) => ({ name: each, flags }))
    out.list(
      { views, nextCursor: null, total: views.length },
      views,
      VIEWS,
      'No views yet. Save one: crm jobs list -s active --sort deadline --save hot',
    )
  },
}

export const commands: Command[] = [listCommand, viewsCommand]
