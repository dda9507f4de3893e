// `crm jobs list`, and `crm jobs views`, its saved views.
import { listJobs } from '../../core/jobs/queries.ts'
import { JOB, type Job, STATUSES } from '../../core/jobs/fields.ts'
import { DEFAULT_LIMIT } from '../../core/kernel/schema.ts'
import { isOneOf, must } from '../../core/kernel/narrow.ts'
import { spokenOf } from '../../core/kernel/record.ts'
import { unansweredDays } from '../../core/jobs/history.ts'
import type { Config } from '../../core/config.ts'
import { isOn, textOf, type Command, type Run, misused } from '../command.ts'
import { PAINTS } from '../ui/status.ts'
import { day, flag, flagFor, list as listed, sortFlag, type Flag } from './flags.ts'
import { listing, type ListInput } from './listing.ts'
import { everyPage, limitOf, WHERE } from './pages.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { homeFile, readHome, writeHome } from '../home-file.ts'
import { columnsOf, fieldColumns, furtherColumns } from '../ui/columns.ts'

const COLUMNS = fieldColumns<Job>(JOB, {
  id: { yields: 1 },
  status: { paint: ({ status }) => PAINTS[status], minWidth: 12 },
  company: { minWidth: 12, paint: () => 'bold' },
  role: { yields: 2, minWidth: 14 },
  location: { yields: 6 },
  salary: { yields: 5 },
  priority: { yields: 4 },
  updatedAt: { yields: 3, minWidth: 7 },
})

const FURTHER = fieldColumns<Job>(JOB, {
  statusChangedAt: { none: '?' },
  unanswered: { value: (job) => daysText(unansweredDays(job, Date.now())) },
})

const daysText = (days: number | null): string | null => (days === null ? null : `${days}d`)

const ALL = [...COLUMNS, ...FURTHER, ...furtherColumns<Job>(JOB, [...COLUMNS, ...FURTHER])]
export const COLUMN_NAMES = ALL.map(({ title }) => title.toLowerCase())

// The readers of amounts are loaded on use, because most lists need none.
const pay: Flag['read'] = async (text, _, name) => (await import('./yearly-pay.ts')).yearlyPayOf(name, text)
const days: Flag['read'] = async (text, _, name) => (await import('./jobs-where.ts')).daysOf(name, text)

const statuses: Flag['read'] = async (text) => (await import('./jobs-where.ts')).statusesNamed(text)

const FILTERS = [
  flag(
    '-s, --status <list>',
    'Only these: applied,interviewing; open, active or closed for several.',
    statuses,
  ),
  flag('-c, --company <text>', 'Part of the company’s name.'),
  flag('-t, --tag <tag>', 'Only with this tag; repeat it to require several.', listed),
  flagFor('q', '-q, --query <words>', 'Full-text search; matches word prefixes.'),
  flag('-p, --priority <list>', 'Only these priorities: high,medium,low.', listed),
  flag('--place <text>', 'Part of the location: berlin.'),
  flag('--min-pay <amount>', 'Pays at least this a year, in its own currency: 150k.', pay),
  flag('--idle <days>', 'Applied at least this long ago, without an answer: 14d.', days, 'idleDays'),
  flag('--since <date>', 'Changed since: -7d, monday, 2026-03-01.', day('behind'), 'updatedSince'),
]
/** The column of what a filter is about. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  ...{ minPay: 'salary', place: 'location', idle: 'unanswered', tag: 'tags', priority: 'priority' },
}
const GROUPS = [...STATUSES, 'open', 'active', 'closed'] as const

const listCommand = listing({
  op: listJobs,
  noun: 'jobs',
  one: 'job',
  about: 'List jobs, most recently changed first.',
  words: 'q',
  flags: [...FILTERS, sortFlag(JOB, ['priority', 'status', 'salary', 'deadline'])],
  selection: { option: WHERE, page: selected },
  more: [
    { flags: '--view <name>', about: 'Use the flags of a saved view, and any flags you add.' },
    { flags: '--save <name>', about: 'Save these flags as a view.' },
  ],
  optionsOf: withView,
  examples: [
    'crm jobs list --status applied,interviewing',
    'crm ls stripe --place berlin --min-pay 150k',
    'crm jobs list --idle 14d --json id,company',
    "crm jobs list --where 'status=saved pay>150k'",
    'crm jobs list -s active --sort deadline --save hot',
  ],
  record: JOB,
  // What the list is sorted or narrowed by is shown, too, and no column without a value.
  columns(rows, { out, options }) {
    if (!out.look.isTerminal) return COLUMNS
    const filters = Object.keys(SHOWN_BY).filter((name) => options[name] !== undefined)
    const sort = spokenOf(textOf(options, 'sort')?.replace(/^-/, '') ?? '')
    const names = [sort, ...filters.map((name) => SHOWN_BY[name])]
    const asked = ALL.filter(({ title }) => names.includes(title.toLowerCase()))
    const usual = COLUMNS.filter((each) => asked.includes(each) || rows.some((row) => each.value(row)))
    return [...new Set([...usual, ...asked])].map((each) =>
      asked.includes(each) ? { ...each, yields: 0 } : each,
    )
  },
  further: FURTHER,
  hint(rest) {
    const status = rest.find((word) => isOneOf(GROUPS, word))
    return status ? ` (for the status: crm ls -s ${status})` : ''
  },
  empty: 'No jobs yet. Add one: crm add "Acme" "Engineer"',
})

type View = Readonly<Record<string, string | boolean>>

const SAVE_ONE = 'Save one: crm ls -s active --sort deadline --save hot'

/** All views by name; none without the file. `usage` if the file cannot be read. */
function readViews({ home }: Config): Record<string, View> {
  const views =
    readHome(home, 'views') ?? misused(`${homeFile(home, 'views')} is damaged. Repair or delete it.`)
  return views as Record<string, View> // Written by `writeViews`.
}

function writeViews({ home }: Config, views: Record<string, View>): void {
  if (!writeHome(home, 'views', views)) misused(`${homeFile(home, 'views')} cannot be written.`)
}

/** The view of this name; `usage` with the nearest name if there is none. */
function viewNamed(config: Config, name: string): View {
  const views = readViews(config)
  if (Object.hasOwn(views, name)) return must(views[name])
  const names = Object.keys(views)
  const guess = nearest(name, names)
  const known = names.length ? `There are: ${names.join(', ')}.` : SAVE_ONE
  return misused(`There is no view ${name}.`, { hint: guess ? `Did you mean ${guess}?` : known })
}

const viewOf = (options: Run['options'], except: readonly string[]): View =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined || except.includes(name) ? [] : [[name, value]],
    ),
  )

/** The page of jobs that match both `--where` and the flags. */
async function selected(text: string, { client, options }: Run, input: ListInput) {
  const { filter, fits } = await (await import('./jobs-where.ts')).selectionOf(text)
  const twice = Object.keys(filter).find((name) => input[name] !== undefined)
  if (twice !== undefined) misused(`Say the ${twice} once: in --where, or with its flag.`)
  const all = await everyPage(true, 'jobs', (more) => client.call(listJobs, { ...input, ...filter, ...more }))
  const jobs = all.jobs.filter(fits)
  const shown = isOn(options, 'all') ? jobs : jobs.slice(0, limitOf(options) ?? DEFAULT_LIMIT)
  return { ...all, jobs: shown, total: jobs.length }
}

/** Adds the flags of the named view, or saves the flags as a view with `--save`. */
function withView({ options: typed, config, out }: Run): Run['options'] {
  const [view, save] = [textOf(typed, 'view'), textOf(typed, 'save')]
  const options = view === undefined ? typed : { ...viewNamed(config, view), ...viewOf(typed, ['view']) }
  if (save !== undefined) {
    writeViews(config, { ...readViews(config), [save]: viewOf(options, ['save', 'view']) })
    out.note(`Saved: crm ls --view ${save}`)
  }
  return options
}

const flagsText = (flags: View): string =>
  Object.entries(flags)
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${String(value)}`))
    .join(' ')

const VIEWS = columnsOf<{ name: string; flags: View }>({
  name: { paint: 'bold' },
  flags: { value: ({ flags }) => flagsText(flags) },
})

const viewsCommand: Command = {
  name: 'views',
  about: 'List the saved views of crm ls, or remove one.',
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
    const page = { views, nextCursor: null, total: views.length }
    out.list(page, views, VIEWS, `No views yet. ${SAVE_ONE}`)
  },
}

export const commands: Command[] = [listCommand, viewsCommand]
