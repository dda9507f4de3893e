import { describe, expect, test } from 'vitest'
import { attentionOf, figuresOf, type Tally } from '../../../core/pipeline/summary.ts'
import { daysAgo, NOW, quiet } from './facts.ts'

/** Jobs of one status that all entered it this many days ago. */
const tally = (status: Tally['status'], jobs: number, days: number, applied = 0, responded = 0): Tally => ({
  status,
  jobs,
  applied,
  responded,
  dated: jobs,
  changedSeconds: jobs * Math.floor(Date.parse(daysAgo(days)) / 1000),
})

describe('figures', () => {
  test('an empty pipeline has all statuses at zero and no response rate', () => {
    expect(figuresOf([], NOW)).toEqual({
      total: 0,
      byStatus: {
        ...{ saved: 0, applied: 0, screening: 0, interviewing: 0 },
        ...{ offer: 0, accepted: 0, rejected: 0, withdrawn: 0 },
      },
      responseRate: 0,
      avgDaysInStatus: 0,
    })
  })

  test('the rate counts every job ever applied for, the mean only open applications', () => {
    const figures = figuresOf(
      [
        tally('saved', 1, 4),
        tally('applied', 2, 10, 2),
        tally('rejected', 1, 300, 1, 1),
        tally('offer', 0, 0),
      ],
      NOW,
    )
    expect(figures).toMatchObject({ total: 4, responseRate: 0.3333, avgDaysInStatus: 8 })
    expect(figures.byStatus).toMatchObject({ saved: 1, applied: 2, rejected: 1, offer: 0 })
  })

  test('a status dated in the future does not make the mean negative', () => {
    expect(figuresOf([tally('offer', 1, -5, 1, 1)], NOW).avgDaysInStatus).toBe(0)
  })
})

describe('attention', () => {
  test('contains the ten most urgent, with the text of their suggestions, without snoozed ones', () => {
    const applied = Array.from({ length: 12 }, () => quiet('applied', 12))
    const offer = quiet('offer', 4, { company: 'Best' })
    const snoozed = quiet('offer', 9)
    const { needsAttention: rows, attentionTotal } = attentionOf(
      {
        ...{ nearEvents: [], silentContacts: [], offers: [] },
        quietJobs: [...applied, offer, snoozed, quiet('applied', 2)],
        snoozed: [{ suggestionId: `decide:${snoozed.id}` }],
      },
      NOW,
    )
    expect(attentionTotal).toBe(13)
    expect(rows).toHaveLength(10)
    expect(rows[0]).toEqual({
      jobId: offer.id,
      kind: 'decide',
      company: 'Best',
      role: 'Engineer',
      reason: 'The offer has been open for 4 days.',
      suggestion: 'Decide on the offer from Best.',
    })
  })

  test('counts the quiet jobs that were not read, too', () => {
    const quietJobs = Array.from({ length: 12 }, () => quiet('applied', 12, { alike: 800 }))
    const facts = { nearEvents: [], silentContacts: [], offers: [], quietJobs, snoozed: [] }
    expect(attentionOf(facts, NOW).attentionTotal).toBe(800)
  })
})
