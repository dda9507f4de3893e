// Selects the jobs of a change: by name or by `--where`.
import type { Job } from '../../core/jobs/job.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { unansweredDays } from '../../core/jobs/waiting.ts'
import { distanceAt } from '../../core/reading/durations.ts'
import { periodsPerYear } from '../../core/reading/compensation.ts'
import { tokensOf } from '../../core/reading/tokens.ts'
import type { Unit } from '../../core/reading/words.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { ResolveOptions } from '../../core/references/resolve.ts'
import { textOf, words, type Run, misused } from '../command.ts'
import { everyPage } from './pages.ts'
import { findJobs, nameOf } from './references.ts'
import { yearlyPayOf } from './yearly-pay.ts'

const TERM = /^(status|company|place|tag|priority|pay|idle)(=|<|>)(.+)$/s

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

/** Splits a selection into filters of the list operation and a test for the rest. */
export function selectionOf(text: string) {
  const filter: Record<string, unknown> = {}
  const checks: ((job: Job) => boolean)[] = []
  const terms = text.match(/\w+[=<>](?:"[^"]*"|\S+)/g) ?? []
  if (!terms.length || terms.join(' ').length !== text.trim().replace(/\s+/g, ' ').length)
    misused(
      `--where: “${text}” is not terms such as status=saved place=berlin. Quote a value that has spaces: pay>"90 000".`,
    )
  for (const term of terms) {
    const [, field = '', sign = '', operand = ''] = TERM.exec(term) ?? []
    const value = operand.replace(/^"|"$/g, '')
    const isAmount = field === 'pay' || field === 'idle'
    if (!field || isAmount === (sign === '='))
      misused(
        `--where: “${term}” is not understood. Use status, company, place, tag or priority with =, pay or idle with < or >.`,
      )
    if (!isAmount) {
      const several = field === 'status' || field === 'priority' || field === 'tag'
      filter[field] = several ? words(value) : value
      continue
    }
    const bound = (field === 'pay' ? yearlyPayOf : daysOf)(`--where ${field}`, value)
    const of = field === 'pay' ? yearlyPay : (job: Job) => unansweredDays(job, Date.now())
    checks.push((job) => {
      const amount = of(job)
      return amount !== null && (sign === '>' ? amount > bound : amount < bound)
    })
  }
  return { filter, fits: (job: Job): boolean => checks.every((check) => check(job)) }
}

export async function jobsMeant(
  { rest, options, client }: Run,
  how?: ResolveOptions,
): Promise<{ id: string; name: string }[]> {
  const where = textOf(options, 'where')
  if (where === undefined) {
    const found = await findJobs(client, rest, how)
    return found.length ? found : misused('Name a job, or say --where which.')
  }
  if (rest.length) misused('Name jobs, or say --where which, not both.')
  const { filter, fits } = selectionOf(where)
  const page = await everyPage(true, 'jobs', (more) => client.call(listJobs, { ...filter, ...more }))
  const jobs = page.jobs.filter(fits)
  if (!jobs.length) fail('job_not_found', { id: where })
  return jobs.map((job) => ({ id: job.id, name: nameOf(job) }))
}

/** `Acme — Cook and Globex — Chef`; five by name. */
export function namesText(jobs: readonly { name: string }[]): string {
  const shown = jobs.slice(0, 5).map(({ name }) => name)
  return jobs.length > shown.length
    ? `${shown.join(', ')} and ${jobs.length - shown.length} more`
    : shown.join(', ')
}
