// The pipeline summary: counts, jobs that need attention, recent wins.
import { must, isOneOf, recordBy } from '../kernel/narrow.ts'
import { OPEN_STATUSES, STATUSES, type RESPONSE_STATUSES, type Status } from '../jobs/fields.ts'
import { DAY_MS, SECOND_MS } from '../kernel/clock.ts'
import { Id, type Parsed, objectSchema } from '../kernel/schema.ts'
import { unreadJobs } from './stale-rules.ts'
import { allSuggestions, standingSuggestions, type Facts } from './suggestions.ts'

export const MAX_ROWS = 10
export const RECENT_MS = 14 * DAY_MS

export const Figures = objectSchema((z) => ({
  total: z.int(),
  byStatus: z.record(z.enum(STATUSES), z.int()),
  responseRate: z.number().describe('Share of applied jobs whose employer responded, 0 to 1.'),
  avgDaysInStatus: z
    .number()
    .describe(
      'Average number of days that open jobs have been in their current status, where that is known.',
    ),
}))
export type Figures = Parsed<typeof Figures>

export const Summary = objectSchema((z) => ({
  summary: Figures(),
  needsAttention: z.array(
    z.strictObject({
      jobId: Id(),
      kind: z.string().describe('The suggestion’s kind.'),
      company: z.string(),
      role: z.string(),
      reason: z.string(),
      suggestion: z.string(),
    }),
  ),
  attentionTotal: z.int().describe('How many need attention; needsAttention has the first ten.'),
  recentWins: z.array(
    z.strictObject({
      type: z.string(),
      company: z.string(),
      role: z.string(),
      date: z.string().meta({ format: 'date' }),
    }),
  ),
}))
export type Summary = Parsed<typeof Summary>

export interface Tally {
  status: Status
  jobs: number
  applied: number
  responded: number
  dated: number
  /** The sum of their status_changed_at, in seconds since the epoch. */
  changedSeconds: number
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** A job that was rejected after an interview counts as answered. */
export function figuresOf(tallies: readonly Tally[], now: number): Figures {
  const jobsIn = (status: Status): number => tallies.find((tally) => tally.status === status)?.jobs ?? 0
  const open = tallies.filter(({ status }) => isOneOf(OPEN_STATUSES, status))
  const datedJobs = sum(open.map(({ dated }) => dated))
  const waitedSeconds = (now / SECOND_MS) * datedJobs - sum(open.map(({ changedSeconds }) => changedSeconds))
  const responded = sum(tallies.map((tally) => tally.responded))
  const applied = sum(tallies.map((tally) => tally.applied))
  return {
    total: sum(tallies.map(({ jobs }) => jobs)),
    byStatus: recordBy(STATUSES, jobsIn),
    responseRate: rounded(share(responded, applied), 4),
    avgDaysInStatus: rounded(Math.max(0, share(waitedSeconds * SECOND_MS, datedJobs * DAY_MS)), 1),
  }
}

/** The first ten suggestions about jobs, in order, and how many there are. */
export function attentionOf(facts: Facts & { snoozed: readonly { suggestionId: string }[] }, now: number) {
  const named = new Map(
    [
      ...facts.quietJobs,
      ...(facts.gonePostings ?? []),
      ...(facts.dueJobs ?? []),
      ...[...facts.offers, ...facts.silentContacts, ...facts.nearEvents, ...(facts.mails ?? [])].map(
        ({ jobId, company, role }) => ({ id: jobId, company, role }),
      ),
    ].map(({ id, company, role }) => [id, { company: company ?? '', role: role ?? '' }]),
  )
  const standing = standingSuggestions(allSuggestions(facts, now), facts.snoozed)
  const rows = standing.flatMap(({ jobId, kind, title, reason }) =>
    jobId === null ? [] : { jobId, kind, ...must(named.get(jobId)), reason, suggestion: `${title}.` },
  )
  return {
    needsAttention: rows.slice(0, MAX_ROWS),
    attentionTotal: rows.length + unreadJobs(facts),
  }
}

export interface Win {
  status: (typeof RESPONSE_STATUSES)[number]
  company: string
  role: string
  at: string
}

export const winOf = ({ status, company, role, at }: Win, dayOf: (iso: string) => string) => ({
  ...{ type: status === 'interviewing' ? 'interview' : status, company, role, date: dayOf(at) },
})
