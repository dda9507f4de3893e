// Selects the jobs of a change: by name or by `--where`.
import { listJobs } from '../../core/jobs/queries.ts'
import { unansweredDays } from '../../core/jobs/history.ts'
import { distanceAt } from '../../core/reading/durations.ts'
import { periodsPerYear } from '../../core/reading/compensation.ts'
import { STATUS_GROUPS, STATUSES, statusesIn, PRIORITIES } from '../../core/jobs/fields.ts'
import type { Status, Job } from '../../core/jobs/fields.ts'
import { folded } from '../../core/kernel/folded.ts'
import { isKeyOf, keysOf } from '../../core/kernel/narrow.ts'
import { tokensOf } from '../../core/reading/tokens.ts'
import type { Unit } from '../../core/reading/words.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { ResolveOptions } from '../../core/references/resolve.ts'
import { textOf, words, type Run, misused } from '../command.ts'
import { readDateOption } from './flags.ts'
import { everyPage } from './pages.ts'
import { findJobs, nameOf } from './references.ts'
import { yearlyPayOf } from './yearly-pay.ts'

const TERM = /^(\w+)(!=|=|<|>)(.+)$/s

/** The fields of which a term names values, and those of which it names a part. */
const WHOLE: Readonly<Record<string, (job: Job) => readonly (string | null)[]>> = {
  status: ({ status }) => [status],
  tag: ({ tags }) => tags,
  priority: ({ priority }) => [priority],
}
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  status: [...STATUSES, ...keysOf(STATUS_GROUPS)],
  priority: PRIORITIES,
}
const PARTS: Readonly<Record<string, (job: Job) => string | null>> = {
  company: ({ company }) => company,
  role: ({ role }) => role,
  place: ({ location }) => location,
}

interface Bound {
  read: (flag: string, text: string, isAbove: boolean) => number | Promise<number>
  of: (job: Job) => number | null
}

/** Days without an answer: `14`, `14d`, `2 weeks`; `usage` for anything else. */
export function daysOf(flag: string, text: string): number {
  const tokens = tokensOf(`+${text.trim()}`)
  const distance = distanceAt(tokens, 0)
  const unit = distance && distance.next === tokens.length ? DAYS_IN[distance.unit] : undefined
  if (distance && unit) return distance.amount * unit
  return /^\d+$/.test(text.trim())
    ? Number(text)
    : misused(`${flag}: “${text}” is not a number of days. Try 14d or 2w.`)
}

const DAYS_IN: Readonly<Partial<Record<Unit, number>>> = { day: 1, week: 7, month: 30, year: 365 }

const yearlyPay = ({ compensation }: Job): number | null => {
  const pay = compensation?.max ?? compensation?.min ?? null
  return pay === null ? null : pay * periodsPerYear[compensation?.period ?? 'year']
}

const BOUNDS: Readonly<Record<string, Bound>> = {
  pay: { read: (flag, text) => yearlyPayOf(flag, text), of: yearlyPay },
  // A saved job waits for its application.
  idle: {
    read: daysOf,
    of: ({ status, appliedAt, statusChangedAt: at }) =>
      unansweredDays(
        status === 'saved' ? { status: 'applied', appliedAt: at } : { status, appliedAt },
        Date.now(),
      ),
  },
  deadline: {
    // `deadline>friday` begins after Friday has ended.
    read: async (flag, text, atEnd) =>
      Date.parse((await readDateOption(flag, text, 'ahead', { atEnd })) ?? ''),
    of: ({ deadline }) => (deadline === null ? null : Date.parse(deadline)),
  },
}

/** Reads statuses in the words that an import knows: `beworben` is applied. Keeps a word of wider meaning, such as `ghosted`, so the command refuses it. */
export async function statusesNamed(text: string): Promise<string[] | undefined> {
  const named = words(text)
  if (named?.every((word) => CHOICES['status']?.includes(word))) return named
  const { readStatus } = await import('../../core/jobs/import/status-aliases.ts')
  return named?.map((word) => {
    const meant = isKeyOf(STATUS_GROUPS, word) ? null : readStatus(word)
    return meant?.exact ? meant.status : word
  })
}

/** Splits a selection into filters of the list operation and a test for the rest. */
export async function selectionOf(text: string) {
  const filter: Record<string, unknown> = {}
  const checks: ((job: Job) => boolean)[] = []
  const terms = text.match(/\w+(?:!=|[=<>])(?:"[^"]*"|\S+)/g) ?? []
  if (!terms.length || terms.join(' ').length !== text.trim().replace(/\s+/g, ' ').length)
    misused(
      `--where: “${text}” is not terms such as status=saved place=berlin. Quote a value that has spaces: pay>"90 000".`,
    )
  for (const term of terms) {
    const [, field = '', sign = '', operand = ''] = TERM.exec(term) ?? []
    const value = operand.replace(/^"|"$/g, '')
    const [whole, part, bound] = [WHOLE[field], PARTS[field], BOUNDS[field]]
    const isBound = sign === '<' || sign === '>'
    if (bound && isBound) {
      const limit = await bound.read(`--where ${field}`, value, sign === '>')
      checks.push((job) => {
        const amount = bound.of(job)
        return amount !== null && (sign === '>' ? amount > limit : amount < limit)
      })
    } else if (isBound || !(whole ?? part))
      misused(
        `--where: “${term}” is not understood. Use status, company, role, place, tag or priority with = or !=; pay, idle or deadline with < or >.`,
      )
    else {
      const named = (field === 'status' ? await statusesNamed(value) : words(value)) ?? []
      const choices = CHOICES[field]
      if (choices && !named.every((word) => choices.includes(word)))
        misused(`--where: ${field} is one of ${choices.join(', ')}, not “${value}”.`)
      if (sign === '=' && field !== 'role' && !(field in filter)) {
        filter[field] = whole ? named : value
        continue
      }
      const meant: string[] =
        field === 'status' ? statusesIn(named as Status[]) : named.map((word) => word.toLowerCase())
      const isMeant = (job: Job): boolean =>
        whole
          ? whole(job).some((each) => each !== null && meant.includes(each.toLowerCase()))
          : folded(part?.(job) ?? '').includes(folded(value))
      checks.push((job) => isMeant(job) === (sign === '='))
    }
  }
  return { filter, fits: (job: Job): boolean => checks.every((check) => check(job)) }
}

const MOST_JOBS = 100

export type MeantJob = { id: string; name: string; updatedAt?: string }

export async function jobsMeant({ rest, options, client }: Run, how?: ResolveOptions): Promise<MeantJob[]> {
  const where = textOf(options, 'where')
  if (where === undefined)
    return rest.length ? findJobs(client, rest, how) : misused('Name a job, or say --where which.')
  if (rest.length) misused('Name jobs, or say --where which, not both.')
  const { filter, fits } = await selectionOf(where)
  const page = await everyPage(true, 'jobs', (more) => client.call(listJobs, { ...filter, ...more }))
  const jobs = page.jobs.filter(fits)
  if (!jobs.length) fail('job_not_found', { id: `with ${where}` })
  if (jobs.length > MOST_JOBS)
    misused(`${jobs.length} jobs match, and one change takes at most ${MOST_JOBS}: add a term to --where.`)
  return jobs.map((job) => ({ id: job.id, name: nameOf(job), updatedAt: job.updatedAt }))
}

/** `Acme — Cook and Globex — Chef`; five by name. */
export function namesText(jobs: readonly { name: string }[]): string {
  const shown = jobs.slice(0, 5).map(({ name }) => name)
  const more = jobs.length - shown.length
  return `${shown.join(', ')}${more ? ` and ${more} more` : ''}`
}
