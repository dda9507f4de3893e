// Offers against each other and against the market: what the operations answer, and what they refuse.
import { describe, expect, test } from 'vitest'
import { readGoal } from '../../../core/counsel/goal.ts'
import { vetLetter } from '../../../core/counsel/letter.ts'
import { compareOffers, counterOffer } from '../../../core/counsel/operations.ts'
import { showLineage } from '../../../core/intelligence/lineage/operations.ts'
import { analyseNegotiation } from '../../../core/intelligence/negotiation/analysis.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { addOffer, addOfferRound } from '../../../core/offers/operations.ts'
import { newId } from '../../../core/kernel/id.ts'
import { actAsMe } from '../../../core/pipeline/operations.ts'
import { TOKEN_BUNDLES } from '../../../core/identity/scopes.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const me = async () => as(core(), await aUser(core()))

async function anOffer(
  ctx: Context,
  amount: number,
  more: { role?: string; location?: string; currency?: string; salary?: string } = {},
  terms: { signing?: number } = {},
) {
  const { role = 'Software Engineer', location = 'Seattle, WA', currency = 'USD', salary } = more
  const job = await call(addJob, ctx, { company: 'Acme', role, location, salary })
  return call(addOffer, ctx, { jobId: job.id, base: { amount, currency, period: 'year' }, ...terms })
}

/** Every number in a text, as amounts: 192,000 is 192000. */
const numbersIn = (text: string): number[] =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((one) => Number(one.replaceAll(',', '')))

describe('a comparison', () => {
  test('names the roles that a title of several could be, instead of saying that there is none', async () => {
    const ctx = await me()
    const { id } = await anOffer(ctx, 180_000, { role: 'Staff Engineer' })
    const { missing } = (await call(compareOffers, ctx, { ids: [id] })).offers[0]!
    expect(missing.find((one) => one.startsWith('market'))).toMatch(/could be any of .*software-engineer/)
  })

  test('of a title that names a place abroad, without a location, says why there is no market', async () => {
    const ctx = await me()
    const { id } = await anOffer(ctx, 180_000, { role: 'Software Engineer, London', location: '' })
    const { missing } = (await call(compareOffers, ctx, { ids: [id] })).offers[0]!
    expect(missing.find((one) => one.startsWith('market'))).toContain('London is in England')
  })

  test('sets base and total against both pay figures, with their data points, and adjusts for the places', async () => {
    const ctx = await me()
    const [seattle, boise] = [
      await anOffer(ctx, 180_000),
      await anOffer(ctx, 150_000, { location: 'Boise, ID' }),
    ]
    const answer = await call(compareOffers, ctx, { ids: [seattle.id, boise.id], years: 2 })
    const [one, other] = answer.offers
    expect(one!.total).toEqual({ amount: 360_000, from: 'base' })
    expect(one!.market).toMatchObject({ place: 'Seattle, WA', currency: 'USD', base: {} })
    expect(one!.market!.estimate!.median.from).toMatch(/^comp:.*:seattle-wa:/)
    const { amount } = one!.market!.estimate!.median
    expect(one!.market!.base!.estimate).toBe(Math.round((180_000 / amount - 1) * 1_000) / 10)
    const level = answer.assumptions.find(({ name }) => name === 'costOfLiving.Boise City, ID')!
    expect(level.why).toContain('Bureau of Economic Analysis')
    expect(other!.adjusted!.amount).toBe(Math.round((300_000 / level.value) * 100) / 100)
    expect(other!.adjusted!.from).toBe('costOfLiving.Boise City, ID')
  })

  test('works with a token that cannot ask for pay alone', async () => {
    const ctx = await me()
    const { id } = await anOffer(ctx, 180_000)
    const token = { ...ctx, principal: { ...ctx.principal, scopes: TOKEN_BUNDLES['read-only'] } }
    expect((await call(compareOffers, token, { ids: [id] })).offers[0]!.market).not.toBeNull()
  })

  test('knows the prices of a place whose role could be several', async () => {
    const ctx = await me()
    const here = await anOffer(ctx, 180_000, { role: 'Engineer', location: 'San Francisco, CA' })
    const there = await anOffer(ctx, 150_000, { role: 'Engineer', location: 'El Paso, TX' })
    const { offers } = await call(compareOffers, ctx, { ids: [here.id, there.id] })
    for (const { adjusted, market, missing } of offers) {
      expect([adjusted === null, market]).toEqual([false, null])
      expect(missing.join()).not.toContain('prices')
    }
  })

  test('names the pay-back of a signing bonus that nobody stated', async () => {
    const ctx = await me()
    const { id } = await anOffer(ctx, 180_000, {}, { signing: 20_000 })
    const { offers } = await call(compareOffers, ctx, { ids: [id] })
    expect(offers[0]!.missing.join()).toContain(
      'signingClawbackMonths: whether the signing bonus is paid back',
    )
  })

  test('says why there is no market, and compares all the same', async () => {
    const ctx = await me()
    const { id } = await anOffer(ctx, 180_000, { role: 'Grand Vizier of Zorp' })
    const { offers } = await call(compareOffers, ctx, { ids: [id] })
    expect(offers[0]).toMatchObject({ rank: 1, total: { amount: 720_000 }, market: null })
    expect(offers[0]!.missing.at(-1)).toMatch(/^market: /)
  })

  test('has no market for an offer in another currency, without a place in the United States', async () => {
    const ctx = await me()
    const { id } = await anOffer(ctx, 90_000, { currency: 'EUR', location: 'remote' })
    const { offers } = await call(compareOffers, ctx, { ids: [id] })
    expect(offers[0]!.market).toBeNull()
    expect(offers[0]!.missing.at(-1)).toBe(
      'market: Published pay is in US dollars, and this offer is in EUR.',
    )
  })

  test('refuses another person’s offer, one named twice, and a currency without a rate', async () => {
    const [ctx, stranger] = [await me(), await me()]
    const [mine, theirs, euro] = [
      await anOffer(ctx, 1e5),
      await anOffer(stranger, 1e5),
      await anOffer(ctx, 9e4, { currency: 'EUR' }),
    ]
    const refusal = (ids: string[], more = {}) =>
      call(compareOffers, ctx, { ids, ...more }).then(
        () => 'answered',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      )
    expect(await refusal([mine.id, theirs.id])).toContain('offer_not_found')
    expect(await refusal([mine.id, newId()])).toContain('offer_not_found')
    expect(await refusal([mine.id, mine.id])).toContain('names an offer twice')
    expect(await refusal([mine.id, euro.id])).toContain('assumptions.rates.EUR')
    expect(await refusal([mine.id, euro.id], { assumptions: { rates: { EUR: 1.08 } } })).toBe('answered')
    expect(await refusal([mine.id], { assumptions: { bonus: 1 } })).toContain('assumptions.bonus')
  })
})

describe('a counter', () => {
  const counterAt = async (amount: number, goal?: number | string, more = {}) => {
    const ctx = await me()
    const { id } = await anOffer(ctx, amount, more)
    return call(counterOffer, ctx, { id, ...(goal !== undefined && { goal }) })
  }

  test('asks for more under the market, between its lower quarter and its upper tenth, and says no number that it does not answer', async () => {
    const low = await counterAt(90_000)
    const points = low.market!.typical!
    expect(low.position).toMatchObject({ place: 'low', negotiate: true })
    expect(low.ask.amount).toBeGreaterThanOrEqual(points.p25!.amount)
    expect(low.ask.amount).toBeLessThanOrEqual((points.p90 ?? points.p75)!.amount)
    expect(low.floor.amount).toBe(points.p25!.amount)
    for (const counter of [low, await counterAt(150_000, '160k'), await counterAt(120_000, 'more equity')]) {
      const { words, ...rest } = counter
      const known = new Set(numbersIn(JSON.stringify(rest)))
      for (const number of numbersIn(words.join(' '))) expect(known, words.join('\n')).toContain(number)
      expect(words.length).toBeGreaterThan(3)
    }
  })

  test('has no market of the United States for an offer abroad, and says so', async () => {
    const counter = await counterAt(70_000, undefined, { location: 'Berlin, Germany' })
    expect(counter.market).toBeNull()
    expect(counter.reason).toContain(
      'Published pay covers only the United States; Berlin, Germany is in Germany.',
    )
  })

  test('asks for what the analysis of the same pay does: one rule behind both', async () => {
    const ctx = await me()
    for (const amount of [90_000, 150_000, 185_000, 210_000, 400_000]) {
      const more = { role: 'Senior Software Engineer', location: 'Seattle, WA' }
      const { id } = await anOffer(ctx, amount, more)
      const counter = await call(counterOffer, ctx, { id })
      const { ask, position } = await call(analyseNegotiation, ctx, {
        ...{ role: 'Senior Software Engineer', city: 'Seattle, WA', base: amount },
      })
      expect([counter.ask.amount, counter.position.negotiate]).toEqual(
        ask ? [ask.target, true] : [amount, false],
      )
      expect(counter.floor.amount).toBe(ask?.floor ?? amount)
      expect(counter.position.place === 'low').toBe(position === 'low')
    }
  })

  test('names what the employer filed itself, with the lineage of that', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, {
      company: 'Google',
      role: 'Software Engineer',
      location: 'San Francisco, CA',
    })
    const offer = await call(addOffer, ctx, {
      jobId: job.id,
      base: { amount: 180_000, currency: 'USD', period: 'year' },
    })
    const { market } = await call(counterOffer, ctx, { id: offer.id })
    expect(market!.employer).toMatchObject({
      name: expect.stringMatching(/google/i),
      sample: expect.any(Number),
    })
    expect(market!.employer!.sample).toBeGreaterThanOrEqual(5)
    const { from } = market!.employer!.median
    expect(from).toMatch(/^comp:software-engineer:san-francisco-ca:market:/)
    const lineage = await call(showLineage, ctx, { data_point_id: from })
    expect(JSON.stringify(lineage)).toContain('dol_lca')
  })

  test('is honest when the offer is already high', async () => {
    const high = await counterAt(400_000)
    expect(high.position).toMatchObject({ place: 'high', negotiate: false })
    expect([high.ask.amount, high.floor.amount]).toEqual([400_000, 400_000])
    expect(high.reason).toContain('at the top of the market')
  })

  test('takes a goal the market reaches, and says what is wrong with one it does not', async () => {
    expect((await counterAt(130_000, 140_000)).ask).toMatchObject({ amount: 140_000, from: 'goal' })
    expect((await counterAt(130_000, '$900k')).wrong.join()).toContain(
      'goal: it is more than nine in ten earn',
    )
    expect((await counterAt(130_000, 100_000)).wrong.join()).toContain('goal: the offer already pays that')
    expect((await counterAt(130_000, 'flibbertigibbet')).wrong.join()).toContain('was not understood')
    expect((await counterAt(130_000, 'more days off')).concessions[0]!.field).toBe('ptoDays')
  })

  const posted = { role: 'Senior Software Engineer', location: 'New York, NY', salary: '$180k - $210k' }

  test.each([
    ['at least 140.000 plus 2 days home office', 140_000, 'remote'],
    ['135-140k', 140_000, null],
    ['140k or a better title', 140_000, 'level'],
    ['10 % more', 143_000, null],
    ['a raise of 10 percent', 143_000, null],
    ['at least 10% higher', 143_000, null],
    ['11,600 a month and 25k signing', 139_200, 'signing'],
  ])('takes the base and the wishes of %s', async (goal, amount, wish) => {
    const { ask, concessions, wrong } = await counterAt(130_000, goal)
    expect(ask).toMatchObject({ amount, from: 'goal' })
    if (wish !== null) expect(concessions[0]?.field).toBe(wish)
    expect(wrong.join()).not.toContain('was not understood')
  })

  test.each(['80% part time', '20% travel', '95% more'])('takes %s for no raise', async (goal) => {
    const { ask, wrong } = await counterAt(130_000, goal)
    expect(ask.from).not.toBe('goal')
    expect(wrong.join()).toContain('was not understood')
  })

  test('names the part of a goal that it does not understand', async () => {
    const { ask, wrong } = await counterAt(130_000, '140k and a pony')
    expect(ask.amount).toBe(140_000)
    expect(wrong.join()).toContain('“a pony” was not understood')
    expect((await counterAt(130_000, '140k and 150k')).wrong.join()).toContain('“140k; 150k”')
  })

  test('takes a goal that the survey or the employer’s own posting reaches, where few offers are filed', async () => {
    const wanted = await counterAt(192_000, '205k', posted)
    expect(wanted.position.negotiate).toBe(true)
    expect(wanted.ask).toMatchObject({ amount: 205_000, from: 'goal' })
    expect(wanted.posted).toEqual({
      low: { amount: 180_000, from: 'job.salary' },
      high: { amount: 210_000, from: 'job.salary' },
    })
    expect(wanted.wrong).toEqual([])
    expect(wanted.words.join(' ')).toContain('You posted a range up to 210,000 USD')
    const { salary: _, ...bare } = posted
    const { market, ask } = await counterAt(192_000, '205k', bare)
    expect(market!.offers!.p90!.amount).toBeLessThan(205_000)
    expect(market!.estimate!.p90.amount).toBeGreaterThan(205_000)
    expect(ask.amount).toBe(205_000)
  })

  test('does not speak of room where it asks for none, and asks for the top of the posting where there is one', async () => {
    const { salary: _, ...bare } = posted
    const [none, some] = [
      await counterAt(197_000, undefined, bare),
      await counterAt(197_000, undefined, posted),
    ]
    expect([none.position.negotiate, none.reason]).toEqual([false, expect.not.stringContaining('some room')])
    expect(some.ask).toMatchObject({ amount: 210_000, from: 'job.salary' })
    const above = await counterAt(212_000, undefined, posted)
    expect(above.reason).toContain('The base is above what the employer posted, 210,000 USD.')
    expect((await counterAt(212_000, '230k', posted)).wrong.join()).toContain('and than the employer posted')
  })

  test('knows what was asked for already, until the employer answers', async () => {
    const ctx = await me()
    const { id } = await anOffer(ctx, 192_000, posted)
    await call(actAsMe, ctx, { action: 'time-zone', timeZone: 'Asia/Tokyo' })
    const [at, base] = ['2026-01-05T22:30:00.000Z', { amount: 205_000 }]
    await call(addOfferRound, ctx, { id, by: 'me', at, terms: { base } })
    const { ask, reason, words } = await call(counterOffer, ctx, { id })
    expect(ask).toMatchObject({ amount: 205_000, from: 'rounds' })
    expect(reason).toMatch(/^You asked for 205,000 USD on 2026-01-06, and no answer is recorded\./)
    expect(words.join(' ')).toContain('Where does that stand?')
    expect((await call(counterOffer, ctx, { id, goal: '208k' })).wrong.join()).toContain(
      'you asked for 205,000',
    )
    // Another counter would bid against it, however much it is.
    await call(addOfferRound, ctx, { id, by: 'me', terms: { base: { amount: 400_000 } } })
    expect((await call(counterOffer, ctx, { id })).ask).toMatchObject({ amount: 400_000, from: 'rounds' })
    await call(addOfferRound, ctx, { id, by: 'them', terms: { base: { amount: 198_000 } } })
    expect((await call(counterOffer, ctx, { id })).ask).toMatchObject({ amount: 210_000, from: 'job.salary' })
  })

  test('says that a goal is below the market’s 25th percentile, and asks for at least that', async () => {
    const more = { role: 'Staff Software Engineer', location: 'San Francisco, CA' }
    const { ask, floor } = await counterAt(130_000, 140_000, more)
    expect([ask.amount, ask.from]).toEqual([floor.amount, floor.from])
    expect(ask.why).toContain('goal is below the market’s 25th percentile')
  })

  test('says of typical pay what its data point says, and gives no room where it asks for nothing', async () => {
    const ctx = await me()
    const more = { role: 'Athletic Trainer', location: 'San Francisco, CA' }
    for (const amount of [50_000, 62_000, 66_000, 69_500]) {
      const { id } = await anOffer(ctx, amount, more)
      const { market, position, reason } = await call(counterOffer, ctx, { id })
      const { amount: median, from } = market!.typical!.median
      expect((await call(showLineage, ctx, { data_point_id: from })).value).toBe(median)
      expect(position.median!.amount).toBe(median)
      if (!position.negotiate) expect(reason).not.toContain('some room')
    }
  })

  test('without a market claims none, and another offer in hand carries the ask', async () => {
    const ctx = await me()
    const more = { role: 'Grand Vizier of Zorp' }
    const [one, better] = [await anOffer(ctx, 100_000, more), await anOffer(ctx, 110_000, more)]
    const alone = await call(counterOffer, ctx, { id: better.id })
    expect(alone).toMatchObject({
      market: null,
      position: { place: 'unknown', negotiate: false, median: null },
    })
    const held = await call(counterOffer, ctx, { id: one.id })
    expect(held.ask).toMatchObject({ amount: 110_000, from: better.id })
  })

  test('names the better offer that the person holds, and takes the amounts that a goal names', async () => {
    const ctx = await me()
    const { id } = await anOffer(ctx, 150_000)
    const job = await call(addJob, ctx, { company: 'Globex', role: 'Software Engineer' })
    const base = { amount: 158_000, currency: 'USD' } as const
    const other = await call(addOffer, ctx, { jobId: job.id, base })
    const counter = await call(counterOffer, ctx, { id, goal: '170k base and 20k signing, relocation 10%' })
    expect(counter.other).toEqual({ amount: 158_000, from: other.id, company: 'Globex' })
    expect(counter.reason).toContain('Globex offers a base of 158,000 USD: say that you hold it.')
    expect(counter.words).toContain('I hold another offer with a base of 158,000 USD.')
    expect(counter.ask).toMatchObject({ amount: 170_000, from: 'goal' })
    const [signing, relocation] = counter.concessions
    expect(signing).toMatchObject({ field: 'signing', amount: { amount: 20_000, from: 'goal' } })
    expect(relocation).toMatchObject({ field: 'relocation', amount: null })
    expect((await call(counterOffer, ctx, { id: other.id })).other).toBeNull()
  })

  test('reads an amount of a goal whole, with its currency directly behind it', () => {
    const amounts = (goal: string) => readGoal(goal, 150_000, goal.includes('usd') ? 'USD' : 'SEK').amounts
    expect(amounts('equity 1,250,000usd')).toEqual({ equity: 1_250_000 })
    expect(amounts('10k usd relocation bonus.')).toEqual({ relocation: 10_000 })
    expect(readGoal('more take-home pay', 1, 'USD').wishes).toEqual([])
    expect(amounts('1.250.000kr bonus')).toEqual({ bonus: 1_250_000 })
    expect(amounts('bonus 1,500,000xyz')).toEqual({})
  })

  test('leaves a goal in another currency than the offer’s, and says so', () => {
    const read = (goal: string, currency: string) => readGoal(goal, 150_000, currency)
    expect(read('€200k', 'USD')).toMatchObject({ base: null, unread: '€200k' })
    expect(read('200k; 20k EUR signing', 'USD')).toMatchObject({ base: 200_000, unread: '20k EUR signing' })
    expect(read('$200k', 'EUR')).toMatchObject({ base: null, unread: '$200k' })
    expect(read('$200k', 'CAD')).toMatchObject({ base: 200_000, unread: null })
    expect(read('€200k; 20k signing', 'EUR')).toMatchObject({ base: 200_000, amounts: { signing: 20_000 } })
  })

  test('takes a monthly figure given as yearly for the slip it likely is', async () => {
    const slip = await counterAt(9_000)
    expect(slip.wrong.join()).toContain('a month’s pay (× 12)')
    expect(slip.position.negotiate).toBe(false)
    expect((await counterAt(90_000, undefined, { currency: 'EUR' })).reason).toContain('US dollars')
  })

  test('keeps of a model’s letter only sentences whose numbers are the advice’s, and never the floor', async () => {
    const counter = await counterAt(100_000)
    const said = (amount: number) => amount.toLocaleString('en-US')
    const { ask, floor, position } = counter
    expect(floor.amount).not.toBe(ask.amount)
    const kept = [
      `Thank you for the offer.`,
      `The median is $${said(position.median!.amount)}, so could the base be ${said(ask.amount)} USD?`,
    ]
    const wrong = [
      'I have another offer of 999k.',
      `I would settle for ${said(floor.amount)}.`,
      'A raise of twenty percent is usual.',
    ]
    const { text, dropped } = vetLetter([...kept, ...wrong].join(' '), counter, 'Acme Software Engineer')
    expect(text).toBe(kept.join(' '))
    expect(dropped.map(({ sentence }) => sentence)).toEqual(wrong)
  })
})
