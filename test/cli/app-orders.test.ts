// The orders of the board's cards: what is known comes first, and what is not known last.
import { expect, test } from 'vitest'
import { firstState, reordered, withBoard } from '../../cli/views/app/state.ts'
import { cardOf } from '../../core/pipeline/board.ts'
import { ORDERS, type Order } from '../../cli/views/app/records.ts'

const card = (company: string, appliedAt: string | null, pay: [number, 'hour' | 'year'] | null) =>
  cardOf({
    ...{ id: company, company, role: 'Chef', location: null, salary: null, priority: null, tags: [] },
    ...{ statusChangedAt: null, updatedAt: '2026-01-01T00:00:00.000Z', deadline: null, offers: 0, appliedAt },
    ...{ status: 'applied', payMin: null, payMax: pay?.[0] ?? null, payPeriod: pay?.[1] ?? null },
  })

const cards = [
  card('Unknown', null, null),
  card('Yearly', '2026-03-01T00:00:00.000Z', [100_000, 'year']),
  card('Hourly', '2026-02-01T00:00:00.000Z', [60, 'hour']),
  card('Late', '2026-04-01T00:00:00.000Z', [50_000, 'year']),
]

test.each<[Order, string[]]>([
  ['last moved', ['Unknown', 'Yearly', 'Hourly', 'Late']],
  ['salary', ['Hourly', 'Yearly', 'Late', 'Unknown']],
  ['applied', ['Late', 'Yearly', 'Hourly', 'Unknown']],
  ['company', ['Hourly', 'Late', 'Unknown', 'Yearly']],
])('by %s', (order, companies) => {
  const first = withBoard(firstState(), { total: 4, columns: [{ status: 'applied', total: 4, cards }] })
  const states = ORDERS.reduce((all) => [...all, reordered(all.at(-1)!)], [first])
  const state = states.find((each) => each.order === order)!
  expect(state.columns[0]!.shown.map(({ card }) => card!.company)).toEqual(companies)
})
