// The statistics follow the history: a job that ended counts for every stage it reached, and a step taken
// back does not count.
import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../../core/jobs/source.ts'
import { MIN_SAMPLE_SIZE, reachedBy, statsOf, type JobFacts } from '../../../core/pipeline/statistics.ts'
import type { Status } from '../../../core/jobs/fields.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')
const day = (number: number) =>
  new Date(Date.parse('2026-01-01T00:00:00Z') + number * 86_400_000).toISOString()

/** A job that moved through these statuses, one day apart. */
function through(...statuses: Status[]): JobFacts {
  const history = statuses.map((status, at) => ({ id: String(at), status, at: day(at) }))
  const applied = history.find(({ status }) => status !== 'saved' && status !== 'withdrawn')
  return {
    status: statuses.at(-1)!,
    company: 'Acme',
    role: 'Chef',
    source: null,
    url: null,
    tags: [],
    hasReferral: false,
    applied: applied !== undefined,
    appliedAt: applied?.at ?? null,
    answered: history.some(({ status }) => status === 'interviewing'),
    history,
  }
}

describe('the furthest stage of a job', () => {
  test.each([
    [['saved'], -1],
    [['saved', 'withdrawn'], -1],
    [['applied', 'interviewing', 'rejected'], 2],
    [['applied', 'rejected'], 0],
    [['applied', 'offer', 'withdrawn'], 3],
    [['applied', 'interviewing', 'applied'], 0],
    [['applied', 'saved'], -1],
    [['screening', 'accepted'], 4],
  ] as [Status[], number][])('%j is stage %i', (statuses, stage) => {
    expect(reachedBy(through(...statuses))).toBe(stage)
  })
})

test('a rejection after an interview counts as an interview, and is shown separately', () => {
  const jobs = Array.from({ length: MIN_SAMPLE_SIZE }, () => through('applied', 'interviewing', 'rejected'))
  const stats = statsOf(jobs, NOW)
  expect(stats.funnel.map(({ reached }) => reached)).toEqual([5, 5, 5, 0, 0])
  expect(stats.funnel[2]!.rate).toBe(1)
  expect(stats.ended).toMatchObject({ rejected: 5, rejectedAfter: { applied: 0, interviewing: 5 } })
  expect(stats.stages.find(({ status }) => status === 'applied')).toEqual({
    status: 'applied',
    medianDays: 1,
    moves: 5,
    waiting: 0,
  })
})

test('an application without a known date has no answer either', () => {
  const jobs = [through('applied'), { ...through('applied'), appliedAt: null }, through('saved')]
  expect(statsOf(jobs, NOW).unanswered).toEqual({ applications: 2, over14Days: 1, over30Days: 1 })
})

test('rates are not given for small samples', () => {
  const jobs = Array.from({ length: MIN_SAMPLE_SIZE - 1 }, () => through('applied', 'interviewing'))
  const stats = statsOf(jobs, NOW)
  expect(stats.funnel.every(({ rate }) => rate === null)).toBe(true)
  expect(stats.sources).toEqual([{ source: 'unknown', applied: 4, responded: 4, rate: null }])
  expect(stats.stages.every(({ medianDays }) => medianDays === null)).toBe(true)
})

test.each([
  ['https://www.linkedin.com/jobs/view/1', 'LinkedIn'],
  ['https://de.indeed.com/viewjob?jk=1', 'Indeed'],
  ['https://jobs.acme.com/1', 'company page'],
  ['https://notlinkedin.com/1', 'company page'],
  [null, 'unknown'],
])('%s is attributed to %s', (url, source) => {
  expect(sourceOf({ source: null, url, tags: [], hasReferral: false })).toBe(source)
  expect(sourceOf({ source: null, url, tags: [], hasReferral: true })).toBe('referral')
  expect(sourceOf({ source: null, url, tags: ['source:Meetup'], hasReferral: true })).toBe('Meetup')
})

test('an accepted job tells the story of the search', () => {
  const jobs = [
    through('saved', 'applied', 'rejected'),
    through('saved', 'applied', 'interviewing', 'offer', 'accepted'),
  ]
  expect(statsOf(jobs.slice(0, 1), Date.now()).story).toBeNull()
  expect(statsOf(jobs, Date.now()).story).toMatchObject({
    ...{ company: 'Acme', role: 'Chef', acceptedAt: jobs[1]!.history.at(-1)!.at, applications: 2 },
    ...{ interviews: 1, offers: 1 },
  })
})
