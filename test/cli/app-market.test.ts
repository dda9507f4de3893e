// What the app says of a job's pay: it is compared with typical pay, as everything else that advises is.
import { expect, test } from 'vitest'
import { appPort } from '../../cli/commands/app-port.ts'
import type { Run } from '../../cli/command.ts'
import { crmJson } from './run.ts'

/** A title whose survey counts a much better paid occupation than its filed offers. */
const ROLE = 'clinical research coordinator'

async function portFor() {
  const { data: body } = (await crmJson(['salary', 'show', ROLE, 'boston', '--json'])).body
  expect(body.estimate.median).toBeGreaterThan(2 * body.typical.median)
  const client = { call: async () => body } as unknown as Run['client']
  return { typical: body.typical, port: appPort({ client, config: {} as Run['config'], again: '' as never }) }
}

const jobAt = (amount: number) =>
  ({
    role: ROLE,
    location: 'Boston, MA',
    compensation: { min: amount, max: amount, currency: 'USD', period: 'year' },
  }) as Parameters<Awaited<ReturnType<typeof portFor>>['port']['market']>[0]

test('the pay of a job is told against typical pay, not against the survey', async () => {
  const { port, typical } = await portFor()
  const [market, standing] = await port.market(jobAt(typical.median * 1.2))
  expect(market).toContain(`$${typical.median.toLocaleString('en')} a year, typical base pay`)
  expect(standing).toMatch(/is 20 % above typical\.$/)
})

test.each([
  [1.2, '▲'],
  [1.05, '≈'],
  [0.95, '≈'],
  [0.8, '▼'],
])('a card at %s of typical pay is marked %s', async (share, sign) => {
  const { port, typical } = await portFor()
  const salary = `$${Math.round(typical.median * share)}`
  const card = { ...jobAt(0), salary, yearlyPay: typical.median * share }
  expect(await port.standing(card as never)).toBe(sign)
})
