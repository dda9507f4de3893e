// Statistics of the search from the history: funnel, response rates, time per stage. Small samples give no figure.
import { listIn, recordBy, must } from '../kernel/narrow.ts'
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import { instantIn, lazySchema, type Parsed, objectSchema } from '../kernel/schema.ts'
import { inOrder, unansweredDays } from '../jobs/history.ts'
import { type JobRow, OPEN_STATUSES, STATUSES, type Status } from '../jobs/fields.ts'
import { sourceOf } from '../jobs/source.ts'

export const StatsQuery = objectSchema((z) => ({
  since: instantIn(z).optional().describe('Only jobs added since.'),
}))

const STAGES = ['applied', 'screening', 'interviewing', 'offer', 'accepted'] as const

/** The minimum sample. With fewer values, rates and medians are mostly chance. */
export const MIN_SAMPLE_SIZE = 5

const WEEKS = 12

export const Stats = lazySchema((z) => {
  const rate = z.number().nullable().describe(`0 to 1; null for fewer than ${MIN_SAMPLE_SIZE}.`)
  return z.strictObject({
    jobs: z.int(),
    funnel: z
      .array(z.strictObject({ stage: z.enum(STAGES), reached: z.int(), rate }))
      .describe(
        'Jobs that ever reached each stage, including those that ended later; rate is relative to the previous stage.',
      ),
    ended: z.strictObject({
      rejected: z.int(),
      withdrawn: z.int(),
      rejectedAfter: z
        .record(z.enum(STAGES), z.int())
        .describe('Rejected jobs, by the furthest stage they reached.'),
    }),
    unanswered: z
      .strictObject({ applications: z.int(), over14Days: z.int(), over30Days: z.int() })
      .describe('Applications without an answer so far: all, and those older than 14 and 30 days.'),
    story: z
      .strictObject({
        company: z.string(),
        role: z.string(),
        acceptedAt: z.string().nullable().meta({ format: 'date-time' }),
        days: z.int().nullable().describe('From the first application to the acceptance.'),
        applications: z.int(),
        answered: z.int(),
        interviews: z.int(),
        offers: z.int(),
      })
      .nullable()
      .describe('Summary of the search, once a job is accepted.'),
    sources: z
      .array(z.strictObject({ source: z.string(), applied: z.int(), responded: z.int(), rate }))
      .describe('Response rates by where the posting was found, most used first.'),
    stages: z.array(
      z.strictObject({
        status: z.enum(STATUSES),
        medianDays: z
          .number()
          .nullable()
          .describe(`Days until the next move; null for fewer than ${MIN_SAMPLE_SIZE}.`),
        moves: z.int().describe('The number of moves the figure is based on.'),
        waiting: z.int().describe('Jobs currently in this stage.'),
      }),
    ),
    weeks: z
      .array(z.strictObject({ from: z.string().meta({ format: 'date' }), applied: z.int() }))
      .describe(`Applications of the last ${WEEKS} weeks, the oldest first.`),
  })
})
export type Stats = Parsed<typeof Stats>

/** `applied` says whether there is an application, `appliedAt` its date if known. */
export interface JobFacts extends Pick<
  JobRow,
  'company' | 'role' | 'status' | 'source' | 'url' | 'tags' | 'applied' | 'appliedAt' | 'answered'
> {
  hasReferral: boolean
  history: readonly { id: string; status: Status; at: string | null }[]
}

const rankOf = (status: Status): number => STAGES.findIndex((stage) => stage === status)

/** The index of a stage: the current one of an open job, the furthest one of an ended job; −1 for none. */
export function reachedBy({ status, applied, history }: JobFacts): number {
  if (rankOf(status) >= 0 && status !== 'accepted') return rankOf(status)
  if (status === 'saved' || !applied) return -1
  return Math.max(0, rankOf(status), ...history.map((line) => rankOf(line.status)))
}

const rateOf = (part: number, whole: number): number | null =>
  whole < MIN_SAMPLE_SIZE ? null : Number((part / whole).toFixed(4))

function funnelOf(reached: readonly number[]): Stats['funnel'] {
  const counts = STAGES.map((_, rank) => reached.filter((each) => each >= rank).length)
  return STAGES.map((stage, rank) => ({
    stage,
    reached: must(counts[rank]),
    rate: rank === 0 ? null : rateOf(must(counts[rank]), must(counts[rank - 1])),
  }))
}

function endedOf(jobs: readonly JobFacts[]): Stats['ended'] {
  const rejected = jobs.filter(({ status }) => status === 'rejected')
  const after = rejected.map((job) => Math.max(0, reachedBy(job)))
  return {
    rejected: rejected.length,
    withdrawn: jobs.filter(({ status }) => status === 'withdrawn').length,
    rejectedAfter: recordBy(STAGES, (_, rank) => after.filter((each) => each === rank).length),
  }
}

function unansweredOf(jobs: readonly JobFacts[], now: number): Stats['unanswered'] {
  const days = jobs.map((job) => unansweredDays(job, now)).filter((each) => each !== null)
  const over = (most: number) => days.filter((each) => each > most).length
  const applications = jobs.filter(({ status }) => status === 'applied').length
  return { applications, over14Days: over(14), over30Days: over(30) }
}

function storyOf(jobs: readonly JobFacts[]): Stats['story'] {
  const accepted = jobs
    .filter(({ status }) => status === 'accepted')
    .map((job) => ({ job, at: job.history.findLast(({ status }) => status === 'accepted')?.at ?? null }))
    .sort((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
    .at(-1)
  if (!accepted) return null
  const { job, at } = accepted
  const first = jobs.flatMap(({ appliedAt }) => appliedAt ?? []).sort()[0]
  const applied = jobs.filter((each) => each.applied)
  const reached = jobs.map(reachedBy)
  return {
    ...{ company: job.company, role: job.role, acceptedAt: at && isoOf(msOf(at)) },
    days: at && first ? Math.max(0, Math.round((msOf(at) - msOf(first)) / DAY_MS)) : null,
    applications: applied.length,
    answered: applied.filter(({ answered }) => answered).length,
    interviews: reached.filter((rank) => rank >= rankOf('interviewing')).length,
    offers: reached.filter((rank) => rank >= rankOf('offer')).length,
  }
}

function sourcesOf(jobs: readonly JobFacts[]): Stats['sources'] {
  const counts = new Map<string, { applied: number; responded: number }>()
  for (const job of jobs.filter(({ applied }) => applied)) {
    const source = sourceOf(job)
    const { applied, responded } = counts.get(source) ?? { applied: 0, responded: 0 }
    counts.set(source, { applied: applied + 1, responded: responded + Number(job.answered) })
  }
  return [...counts]
    .map(([source, counts]) => ({ source, ...counts, rate: rateOf(counts.responded, counts.applied) }))
    .sort((one, other) => other.applied - one.applied || one.source.localeCompare(other.source))
}

function staysOf(jobs: readonly JobFacts[]): Map<Status, number[]> {
  const stays = new Map<Status, number[]>()
  for (const job of jobs) {
    const history = inOrder(job.history)
    history.forEach(({ status, at }, place) => {
      const next = history[place + 1]
      if (!at || !next?.at || next.status === status) return
      listIn(stays, status).push((msOf(next.at) - msOf(at)) / DAY_MS)
    })
  }
  return stays
}

function medianOf(values: readonly number[]): number | null {
  if (values.length < MIN_SAMPLE_SIZE) return null
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [must(sorted[(sorted.length - 1) >> 1]), must(sorted[sorted.length >> 1])]
  return Number(((low + high) / 2).toFixed(1))
}

function stagesOf(jobs: readonly JobFacts[]): Stats['stages'] {
  const stays = staysOf(jobs)
  return OPEN_STATUSES.map((status) => {
    const days = stays.get(status) ?? []
    const waiting = jobs.filter((job) => job.status === status).length
    return { status, medianDays: medianOf(days), moves: days.length, waiting }
  })
}

const WEEK_MS = 7 * DAY_MS

function weeksOf(jobs: readonly JobFacts[], now: number): Stats['weeks'] {
  const first = now - WEEKS * WEEK_MS
  return Array.from({ length: WEEKS }, (_, week) => {
    const [from, to] = [first + week * WEEK_MS, first + (week + 1) * WEEK_MS]
    const isIn = ({ appliedAt }: JobFacts) =>
      appliedAt !== null && msOf(appliedAt) > from && msOf(appliedAt) <= to
    return { from: isoOf(from).slice(0, 10), applied: jobs.filter(isIn).length }
  })
}

export const statsOf = (jobs: readonly JobFacts[], now: number): Stats => ({
  jobs: jobs.length,
  funnel: funnelOf(jobs.map(reachedBy)),
  ended: endedOf(jobs),
  unanswered: unansweredOf(jobs, now),
  story: storyOf(jobs),
  sources: sourcesOf(jobs),
  stages: stagesOf(jobs),
  weeks: weeksOf(jobs, now),
})
