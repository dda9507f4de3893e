// The status history is the truth: the status and the dates of a job follow from it, whatever the order in which it is told.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  inOrder,
  momentAfter,
  withDate,
  standingOf,
  mergedHistory,
  withEntry,
  type HistoryEntry,
} from '../../../core/jobs/history.ts'
import { isAhead } from '../../../core/kernel/clock.ts'
import { STATUSES, type Status } from '../../../core/jobs/fields.ts'

let count = 0
const line = (status: Status, at: string | null): HistoryEntry => ({
  id: String((count += 1)).padStart(6, '0'),
  status,
  at,
  note: null,
  createdAt: '2026-03-09',
})

const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}`

/** A history told in this order. */
const told = (...entries: [Status, string | null][]): HistoryEntry[] =>
  entries.reduce<HistoryEntry[]>((lines, [status, at]) => withEntry(lines, line(status, at)).entries, [])

const shown = (lines: readonly HistoryEntry[]) => inOrder(lines).map(({ status, at }) => [status, at])

describe('a history', () => {
  test('a job added today and applied for three days ago is applied, and known since then', () => {
    const lines = told(['saved', day(9)], ['applied', day(6)])
    expect(shown(lines)).toEqual([
      ['saved', day(6)],
      ['applied', day(6)],
    ])
    expect(standingOf(lines)).toMatchObject({ status: 'applied', statusChangedAt: day(6), appliedAt: day(6) })
  })

  test('what is told late takes its place, and does not move the job back', () => {
    const lines = told(
      ['saved', day(1)],
      ['applied', day(2)],
      ['interviewing', day(8)],
      ['screening', day(5)],
    )
    expect(standingOf(lines)).toEqual({
      status: 'interviewing',
      statusChangedAt: day(8),
      appliedAt: day(2),
      applied: true,
      answered: true,
    })
    expect(shown(lines).map(([status]) => status)).toEqual(['saved', 'applied', 'screening', 'interviewing'])
  })

  test('an entry without a date stands after those recorded before it, and makes nothing up', () => {
    const lines = told(['applied', day(2)], ['interviewing', null])
    expect(standingOf(lines)).toMatchObject({
      status: 'interviewing',
      statusChangedAt: null,
      appliedAt: day(2),
    })
    expect(standingOf([...lines, line('offer', day(4))])).toMatchObject({ status: 'offer' })
  })

  test('a job without an application has no date of one', () => {
    expect(standingOf(told(['saved', day(1)], ['interviewing', day(2)]))).toMatchObject({
      appliedAt: null,
      applied: true,
    })
    expect(standingOf(told(['saved', day(1)], ['withdrawn', day(2)]))).toMatchObject({ applied: false })
  })

  test('a job moved back to saved has no application and no answer, and keeps the date of one', () => {
    const lines = told(['applied', day(1)], ['interviewing', day(2)], ['saved', day(3)])
    expect(standingOf(lines)).toMatchObject({ applied: false, answered: false, appliedAt: day(1) })
  })

  test('the stated date of the first entry stays when something earlier is told', () => {
    const applied = { ...line('applied', day(5)), createdAt: day(20) }
    const { entries: lines, before } = withEntry([applied], line('withdrawn', day(1)))
    expect(before).toEqual([])
    expect(standingOf(lines)).toMatchObject({ status: 'applied', appliedAt: day(5) })
  })

  test('an application nobody replied to is not answered', () => {
    expect(standingOf(told(['saved', day(1)], ['applied', day(2)]))).toMatchObject({ answered: false })
  })

  test('entries of one moment stand as they were recorded, in whatever order they are read', () => {
    const lines = told(['applied', day(2)], ['screening', day(2)], ['interviewing', null], ['offer', day(2)])
    const wanted = ['applied', 'screening', 'interviewing', 'offer']
    for (const read of [lines, [...lines].reverse(), [2, 0, 3, 1].map((at) => lines[at]!)])
      expect(inOrder(read).map(({ status }) => status)).toEqual(wanted)
  })

  test('an entry without a date follows the latest one recorded before it, not the last', () => {
    const lines = told(['saved', day(1)], ['interviewing', day(8)], ['screening', day(5)], ['rejected', null])
    expect(standingOf(lines)).toMatchObject({ status: 'rejected', statusChangedAt: null })
  })

  test('a change names what was and what is, and nothing else', () => {
    const [saved, other] = [line('saved', day(5)), line('screening', day(7))]
    const applied = line('applied', day(3))
    const moved = { ...saved, at: day(3) }
    expect(withEntry([saved, other], applied)).toEqual({
      entries: [other, moved, applied],
      before: [saved],
      after: [moved, applied],
    })
    // On the same day nothing moves.
    const sameDay = line('applied', day(5))
    expect(withEntry([saved], sameDay)).toMatchObject({ before: [], after: [sameDay] })
    // An entry without a date moves nothing either.
    expect(withEntry([saved], line('applied', null)).before).toEqual([])
  })

  test('a corrected date changes that entry alone', () => {
    const lines = told(['saved', day(1)], ['applied', day(5)], ['interviewing', day(8)])
    const [saved, applied] = inOrder(lines)
    expect(withDate(lines, applied!, day(4))).toMatchObject({
      before: [applied],
      after: [{ ...applied!, at: day(4) }],
    })
    // The first may go back by itself; nothing else moves with it.
    expect(withDate(lines, saved!, '2026-02-01')!.after).toEqual([{ ...saved!, at: '2026-02-01' }])
  })

  test('five minutes ahead is a difference of clocks, more is the future', () => {
    const now = Date.UTC(2026, 2, 9, 12)
    expect(isAhead('2026-03-09T12:05:00.000Z', now)).toBe(false)
    expect(isAhead('2026-03-09T12:05:00.001Z', now)).toBe(true)
    expect(isAhead('2026-03-09T11:59:00.000Z', now)).toBe(false)
  })

  test('a corrected date does not move a job', () => {
    const lines = told(['saved', day(3)], ['applied', day(5)], ['interviewing', day(8)])
    const [, applied, interviewing] = inOrder(lines)
    expect(withDate(lines, interviewing!, day(4))).toBeNull()
    expect(withDate(lines, applied!, day(9))).toBeNull()
    expect(shown(withDate(lines, applied!, day(1))!.entries)).toEqual([
      ['saved', day(1)],
      ['applied', day(1)],
      ['interviewing', day(8)],
    ])
  })

  test('two entries of one job are as far as the one that came further, whatever an import did not date', () => {
    const kept = [line('applied', day(20)), line('screening', null)]
    const other = [line('applied', day(18))]
    for (const [one, two] of [
      [kept, other],
      [other, kept],
    ] as const) {
      const { entries: lines } = mergedHistory(one, two)
      expect(shown(lines)).toEqual([
        ['applied', day(18)],
        ['applied', day(20)],
        ['screening', null],
      ])
      expect(standingOf(lines)).toMatchObject({ status: 'screening', appliedAt: day(18) })
      expect(shown(mergedHistory(lines, [line('applied', day(20))]).entries)).toEqual(shown(lines))
    }
  })

  test('a step that the other entry was beyond does not move a merged job back, and its date is kept', () => {
    const kept = [line('saved', day(1)), line('screening', day(10))]
    const late = [line('saved', day(17)), line('applied', day(18))]
    const { entries: lines, before, after } = mergedHistory(kept, late)
    expect(shown(lines)).toEqual([
      ['saved', day(1)],
      ['applied', null],
      ['screening', day(10)],
    ])
    expect(inOrder(lines)[1]!.note).toContain(day(18))
    expect([before.length, after.length]).toEqual([2, 3])
    // A later answer counts, and so does a step back that an entry took itself.
    expect(standingOf(mergedHistory(kept, [line('rejected', day(20))]).entries).status).toBe('rejected')
    const back = [line('saved', day(1)), line('interviewing', day(10)), line('screening', day(12))]
    expect(standingOf(mergedHistory(back, late).entries).status).toBe('screening')
    expect(standingOf(mergedHistory([line('rejected', day(10))], late).entries).status).toBe('rejected')
  })

  test('a merge never ends behind both entries', () => {
    const entry = fc.tuple(
      fc.constantFrom('saved', 'applied', 'screening', 'interviewing', 'offer'),
      fc.option(fc.integer({ min: 10, max: 28 }).map(day)),
    )
    const stage = (lines: readonly HistoryEntry[]) => STATUSES.indexOf(standingOf(lines).status)
    const forward = fc.uniqueArray(entry, { minLength: 1, maxLength: 5, selector: ([status]) => status })
    const inStages = (entries: [string, string | null][]) => {
      const days = entries.flatMap(([, at]) => at ?? []).sort()
      const sorted = entries.sort(([a], [b]) => STATUSES.indexOf(a as Status) - STATUSES.indexOf(b as Status))
      return sorted.map(([status, at]) => line(status as Status, at && days.shift()!))
    }
    fc.assert(
      fc.property(forward, forward, (one, two) => {
        const [own, theirs] = [inStages(one), inStages(two)]
        expect(stage(mergedHistory(own, theirs).entries)).toBe(Math.max(stage(own), stage(theirs)))
      }),
    )
  })

  test('in whatever order it is told, the latest entry is the status and the first application its date', () => {
    const entry = fc.tuple(fc.constantFrom(...STATUSES), fc.integer({ min: 10, max: 28 }).map(day))
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { minLength: 1, maxLength: 8, selector: ([, at]) => at }),
        (entries) => {
          const lines = told(['saved', day(9)], ...entries)
          const sorted = [...entries].sort(([, one], [, other]) => (one < other ? -1 : 1))
          expect(standingOf(lines)).toMatchObject({
            status: sorted.at(-1)![0],
            statusChangedAt: sorted.at(-1)![1],
            appliedAt: sorted.find(([status]) => status === 'applied')?.[1] ?? null,
          })
        },
      ),
    )
  })
})

test('a move without a date comes last, whatever the clock says', () => {
  const at = '2026-03-02T10:00:00.000Z'
  const lines = [{ id: '2', status: 'applied' as const, at, note: null, createdAt: at }]
  const setBack = Date.parse('2026-03-01T10:00:00.000Z')
  const moved = {
    id: '1',
    status: 'interviewing' as const,
    at: momentAfter(lines, setBack),
    note: null,
    createdAt: at,
  }
  expect(standingOf([...lines, moved]).status).toBe('interviewing')
  expect(momentAfter(lines, Date.parse(at) + 60_000)).toBe('2026-03-02T10:01:00.000Z')
})
