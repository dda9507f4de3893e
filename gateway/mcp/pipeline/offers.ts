// The tools for offers.
import { must } from '../../../core/kernel/must.ts'
import { MISSING } from '../../../core/kernel/issue-messages.ts'
import { invalidInput, lazySchema } from '../../../core/kernel/schema.ts'
import { compareOffers, counterOffer } from '../../../core/counsel/operations.ts'
import { shortId } from '../../../core/kernel/id.ts'
import type { AssumptionsIn } from '../../../core/offers/comparison/assumptions.ts'
import {
  addOffer,
  addOfferRound,
  listOffers,
  readOfferWords,
  updateOffer,
} from '../../../core/offers/operations.ts'
import { OFFER_STATUSES, OfferChange, OfferIn, SIDES } from '../../../core/offers/offer.ts'
import type { ToolContext, ToolOutput } from '../tool-context.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { dateIn, maybeInstant, zoneIn } from './dates.ts'
import { answerList, listIn } from './page.ts'
import { keyIn, recordResult, versionIn } from './record.ts'
import { findJob, findOffer, referenceIn } from './references.ts'

const ABOUT_OFFER = { noun: 'offers', name: 'offer', whole: true } as const

const ReadOffersIn = lazySchema((z) =>
  z.strictObject({
    jobId: referenceIn(z, 'acme').optional(),
    status: z.array(z.enum(OFFER_STATUSES)).optional(),
    ...listIn(z),
  }),
)

const readOffers = toolWithInput({
  name: 'list_offers',
  title: 'List offers',
  description: 'Lists the offers the person received, latest first; detailed shows all terms and rounds.',
  effect: 'read',
  access: 'offers:read',
  input: ReadOffersIn,
  async run(ctx, { jobId, response_format, fields, limit, ...filter }) {
    const job = jobId === undefined ? undefined : await findJob(ctx, jobId)
    return answerList(ctx, {
      noun: 'offers',
      asked: { response_format, fields, limit },
      empty: 'No offers yet.',
      fetch: (rows) => ctx.ask(listOffers, { ...filter, jobId: job, limit: rows }),
    })
  },
})

const SaveOfferIn = lazySchema((z) =>
  z.strictObject({
    ...OfferIn().shape,
    base: OfferIn().shape.base.optional(),
    jobId: referenceIn(z, 'acme'),
    text: z.string().max(20_000).optional().describe('The offer in words: only read, not saved.'),
    timeZone: zoneIn(z),
    ...keyIn(z),
  }),
)

const saveOffer = toolWithInput({
  name: 'add_offer',
  title: 'Add an offer',
  description:
    'Adds an offer to a job. With text it only reads the words and answers the fields: show them to the person, then call again with the fields. Pass only what was said; ask for what is unclear.',
  effect: 'write',
  onlyAdds: true,
  access: 'offers:write',
  input: SaveOfferIn,
  async run(ctx, { idempotencyKey: _, jobId, text, timeZone, base, ...terms }) {
    if (text !== undefined) return readWords(ctx, text, timeZone)
    if (base === undefined) throw invalidInput([{ path: 'base', message: MISSING }])
    const offer = await ctx.ask(addOffer, { ...terms, base, jobId: await findJob(ctx, jobId) })
    return recordResult(ctx, 'Added:', offer, ABOUT_OFFER)
  },
})

async function readWords(ctx: ToolContext, text: string, timeZone: string | undefined): Promise<ToolOutput> {
  const reading = await ctx.ask(readOfferWords, { text, timeZone: timeZone ?? ctx.timeZone })
  const open = [...reading.assumed, ...reading.unread].map(({ words, why }) => `“${words}” ${why}.`)
  const summary = 'Read, not saved. Show the fields to the person, then call add_offer with them.'
  return {
    summary,
    words: [summary, JSON.stringify(reading.terms), ...open].join('\n'),
    ...reading,
  }
}

const ChangeOfferIn = lazySchema((z) =>
  z.strictObject({
    id: referenceIn(z, 'acme'),
    ...OfferChange().shape,
    ...versionIn(z),
    by: z.enum(SIDES).optional().describe('Who said so: makes it a round.'),
    at: dateIn(z, 'When it was said; default: now.').optional(),
    timeZone: zoneIn(z),
    note: z.string().max(5_000).optional().describe('With by: in words.'),
    ...keyIn(z),
  }),
)

const changeOffer = toolWithInput({
  name: 'update_offer',
  title: 'Change or decide an offer',
  description:
    'Changes the named fields of an offer. With by it records a round: by them changes the offer, by me counters it. Without by it corrects fields or decides: status accepted also moves the job.',
  effect: 'write',
  access: 'offers:write',
  nullClears: true,
  input: ChangeOfferIn,
  async run(
    ctx,
    { idempotencyKey: _, id: said, by, at, timeZone, note, status, expectedUpdatedAt, ...terms },
  ) {
    const { id } = await findOffer(ctx, said)
    if (by === undefined) {
      if (at !== undefined || note !== undefined) throw invalidInput([{ path: 'by', message: MISSING }])
      const offer = await ctx.ask(updateOffer, { ...terms, id, status, expectedUpdatedAt })
      return recordResult(ctx, `Changed; the offer is ${offer.status}.`, offer, ABOUT_OFFER)
    }
    if (status !== undefined) throw invalidInput([{ path: 'status', message: 'is decided without by' }])
    const when = maybeInstant(ctx, { path: 'at', text: at, direction: 'behind', timeZone })
    const offer = await ctx.ask(addOfferRound, {
      id,
      by,
      at: when,
      terms: { ...terms, note },
      expectedUpdatedAt,
    })
    return recordResult(ctx, `Recorded; the offer is ${offer.status}.`, offer, ABOUT_OFFER)
  },
})

const CompareOffersIn = lazySchema((z) =>
  z.strictObject({
    ids: z.array(referenceIn(z, 'acme')).min(1).max(10),
    years: z.int().min(1).max(10).optional().describe('Default: 4.'),
    assumptions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('bonusPayout, equityGrowth, hoursPerYear, rates: {EUR: 1.08}, …; the answer lists them.'),
  }),
)

const compareSome = toolWithInput({
  name: 'compare_offers',
  title: 'Compare offers',
  description:
    'Compares offers year by year and with the market: every figure with where it is from, every assumption by name, and what is missing. Use its figures; never compute or guess others. Offers in two currencies need a rate from the person.',
  effect: 'read',
  access: 'offers:read',
  input: CompareOffersIn,
  async run(ctx, { ids, years, assumptions }) {
    const found = []
    for (const id of ids) found.push((await findOffer(ctx, id)).id)
    const compared = await ctx.ask(compareOffers, {
      ids: found,
      years,
      assumptions: assumptions as AssumptionsIn | undefined, // The operation parses it, and says what is wrong with it.
    })
    const best = must(compared.offers.find(({ rank }) => rank === 1))
    const summary = `Best in total: [${shortId(best.id)}] with ${best.total.amount} ${compared.currency} over ${best.years.length} years.`
    return { summary, words: `${summary}\n${JSON.stringify(compared)}`, ...compared }
  },
})

const CounterOfferIn = lazySchema((z) =>
  z.strictObject({
    id: referenceIn(z, 'acme'),
    goal: z.coerce.string().max(500).optional().describe('A yearly base, or words: “200k”, “more equity”.'),
  }),
)

const counterOne = toolWithInput({
  name: 'counter_offer',
  title: 'Advise on a counter',
  description:
    'What to ask for, down to where, what else in which order, and in which words: by rules, from published pay. Numbers you write must be numbers it answered. It changes nothing: record what was said with update_offer.',
  effect: 'read',
  access: 'offers:read',
  input: CounterOfferIn,
  async run(ctx, { id, goal }) {
    const counter = await ctx.ask(counterOffer, { id: (await findOffer(ctx, id)).id, goal })
    const { words, ...rest } = counter
    return {
      summary: counter.reason,
      words: [JSON.stringify(rest), ...words].join('\n'),
      counter,
    }
  },
})

export const OFFER_TOOLS: readonly Tool[] = [readOffers, saveOffer, changeOffer, compareSome, counterOne]
