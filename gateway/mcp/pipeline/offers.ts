// The tools for offers.
import { clockText } from '../../../core/kernel/clock.ts'
import { counted, several } from '../../../core/kernel/amounts.ts'
import { must, isRecord } from '../../../core/kernel/narrow.ts'
import { MISSING } from '../../../core/kernel/issue-messages.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import { compareOffers, counterOffer } from '../../../core/counsel/operations.ts'
import { isId, shortId } from '../../../core/kernel/id.ts'
import { baseText } from '../../../core/reading/compensation.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { byReason } from '../../../core/offers/comparison/compare.ts'
import type { AssumptionsIn } from '../../../core/offers/comparison/assumptions.ts'
import {
  addOffer,
  addOfferRound,
  getOffer,
  listOffers,
  readOfferWords,
  updateOffer,
} from '../../../core/offers/operations.ts'
import {
  OFFER_STATUSES,
  OPEN_OFFER_STATUSES,
  OfferChange,
  OfferIn,
  SIDES,
} from '../../../core/offers/fields.ts'
import { mayAsk, withLines, type ToolContext, type ToolOutput, type Tool } from '../tool.ts'
import { OFFERS_APP } from '../apps/pages.ts'
import { pipelineTool } from './arguments.ts'
import { listTool } from './page.ts'
import { withNames } from './record-fields.ts'
import { changeWords, recordResult } from './record.ts'
import { jobName } from './record-text.ts'

const readOffers = listTool({
  name: 'list_offers',
  title: 'List offers',
  description: 'Lists the offers the person received, latest first; detailed shows all terms and rounds.',
  access: 'offers:read',
  noun: 'offers',
  input: (z, common) => ({
    jobId: common.reference('acme').optional(),
    status: z.array(z.enum(OFFER_STATUSES)).optional(),
  }),
  page: (ctx, asked) => ctx.ask(listOffers, asked),
  empty: 'No offers yet.',
})

const saveOffer = pipelineTool({
  name: 'add_offer',
  title: 'Add an offer',
  description:
    'Adds an offer to a job. With text it only reads the words: show the fields to the person, then call again with them. Pass only what was said; ask for what is unclear.',
  onlyAdds: true,
  access: 'offers:write',
  input: (z, common) => ({
    ...OfferIn().shape,
    base: OfferIn().shape.base.optional(),
    deadline: common.date().nullable().optional(),
    jobId: common.reference('acme'),
    text: z.string().max(20_000).optional().describe('The offer in words: only read, not saved.'),
    timeZone: common.zone(),
    ...common.key(),
  }),
  async run(ctx, { text, timeZone, base, ...terms }) {
    if (text !== undefined) return readWords(ctx, text, timeZone)
    if (base === undefined) throw invalidInput([{ path: 'base', message: MISSING }])
    const offer = await ctx.ask(addOffer, { ...terms, base })
    const job = await mayAsk(ctx, getJob, { id: offer.jobId })
    const isBehind = job && !['offer', 'accepted'].includes(job.status)
    const behind = isBehind ? ` The job is still ${job.status}: update_job_status moves it to offer.` : ''
    return recordResult(ctx, `Added the offer${job ? ` of ${jobName(job)}` : ''}.${behind}`, 'offers', offer)
  },
})

async function readWords(ctx: ToolContext, text: string, timeZone: string | undefined): Promise<ToolOutput> {
  const reading = await ctx.ask(readOfferWords, { text, timeZone: timeZone ?? ctx.timeZone })
  const open = [...reading.assumed, ...reading.unread].map(({ words, why }) => `“${words}” ${why}.`)
  const summary = 'Read, not saved. Show the fields to the person, then call add_offer with them.'
  return withLines(summary, [JSON.stringify(reading.terms), ...open], reading)
}

const changeOffer = pipelineTool({
  name: 'update_offer',
  title: 'Change or decide an offer',
  description:
    'Changes the named fields of an offer. With by it records a round: by them changes the offer, by me counters it. Without by it corrects fields or decides: status accepted also moves the job.',
  access: 'offers:write',
  nullClears: true,
  about: 'offer',
  input: (z, common) => ({
    id: common.reference('acme'),
    ...OfferChange().shape,
    deadline: common.date().nullable().optional(),
    ...common.version(),
    by: z.enum(SIDES).optional().describe('Records a round.'),
    at: common.date('When it was said; default: now.').optional(),
    timeZone: common.zone(),
    note: z.string().max(5_000).optional().describe('With by: in words.'),
    ...common.key(),
  }),
  async run(ctx, { id, by, at, timeZone: _, note, status, expectedUpdatedAt, ...terms }) {
    if (by === undefined && (at !== undefined || note !== undefined))
      throw invalidInput([{ path: 'by', message: MISSING }])
    if (by !== undefined && status !== undefined)
      throw invalidInput([{ path: 'status', message: 'is decided without by' }])
    const before = await ctx.ask(getOffer, { id })
    const isAccepted = status === 'accepted' && before.status !== status
    const asked = { jobId: before.jobId, status: ['accepted' as const] }
    const { offers: earlier } = isAccepted ? await ctx.ask(listOffers, asked) : { offers: [] }
    const offer = await (by === undefined
      ? ctx.ask(updateOffer, { ...terms, id, status, expectedUpdatedAt })
      : ctx.ask(addOfferRound, { id, by, at, terms: { ...terms, note }, expectedUpdatedAt }))
    const { company, role = '' } = must((await withNames(ctx, [offer]))[0])
    const what = changeWords(ctx, [...Object.keys(terms), 'status'], before, offer)
    const name = company === undefined ? 'The offer' : jobName({ company, role })
    const also = [
      by === 'me' && ' Your counter is recorded as a round.',
      isAccepted && ' The job is accepted too.',
      ...earlier.map((one) => ` The earlier one, ${baseText(one.base)} [${shortId(one.id)}], is declined.`),
    ]
      .filter(Boolean)
      .join('')
    return recordResult(ctx, `${name}: ${what}; the offer is ${offer.status}.${also}`, 'offers', offer)
  },
})

const compareSome = pipelineTool({
  name: 'compare_offers',
  app: OFFERS_APP,
  title: 'Compare offers',
  description:
    'Compares offers year by year and with the market: which is first and why, what was assumed, what is not known. Use its figures; never compute others. Two currencies need a rate from the person.',
  access: 'offers:read',
  about: 'offer',
  input: (z, common) => ({
    ids: z.array(common.reference('acme')).min(1).max(10).optional().describe('Default: open ones.'),
    years: z.int().min(1).max(10).optional().describe('Default: 4.'),
    assumptions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('bonusPayout, equityGrowth, hoursPerYear, rates: {EUR: 1.08}, …; the answer lists them.'),
  }),
  async run(ctx, { ids: names, years, assumptions }) {
    const open = names ? null : await ctx.ask(listOffers, { status: [...OPEN_OFFER_STATUSES], limit: 10 })
    const ids = names ?? (open?.offers ?? []).map(({ id }) => id)
    if (!ids.length) return { summary: 'There is no open offer. add_offer adds one.' }
    const compared = await ctx.ask(compareOffers, {
      ...{ ids, years },
      assumptions: withPlainRates(assumptions) as AssumptionsIn | undefined, // The operation validates it.
    })
    const ranking = rankingOf(compared)
    const offers = await Promise.all(compared.offers.map(({ id }) => ctx.ask(getOffer, { id })))
    const deadlines = new Map(offers.map(({ id, deadline }) => [id, deadline]))
    const untilWords = ({ id }: ComparedOffer): string => {
      const deadline = deadlines.get(id)
      return deadline ? `answer by ${clockText(deadline, ctx.timeZone)}` : ''
    }
    const own = compared.assumptions.filter(({ name }) => isOurs(name)).map(assumedWords)
    const isCut = open !== null && open.total > ids.length
    if (isCut)
      own.unshift(`These are the latest ${ids.length} of ${open.total} open offers: pass ids for others.`)
    return {
      summary: ranking,
      words: comparisonWords(ranking, compared, untilWords),
      advice: own.join('\n'),
      ranking,
      ...compared,
    }
  },
})

/** A currency pair gives the rate of its first currency: `EURUSD: 1.08` means `EUR: 1.08`. */
function withPlainRates(assumptions: Record<string, unknown> | undefined) {
  const { rates } = assumptions ?? {}
  if (!isRecord(rates)) return assumptions
  const plain = Object.entries(rates).map(([name, rate]) => [
    /^[A-Z]{3}[/ ]?[A-Z]{3}$/i.test(name) ? name.slice(0, 3).toUpperCase() : name,
    typeof rate === 'string' && rate.trim() && Number.isFinite(Number(rate)) ? Number(rate) : rate,
  ])
  return { ...assumptions, rates: Object.fromEntries(plain) }
}

type Comparison = Awaited<ReturnType<typeof compareOffers.run>>
type ComparedOffer = Comparison['offers'][number]

const nameOf = ({ company, role, id }: Pick<ComparedOffer, 'id' | 'company' | 'role'>): string =>
  `${company} — ${role} [${shortId(id)}]`

/** Names the best offer and by which figure: if cities differ, the plain total alone would mislead. */
function rankingOf({ currency, offers }: Comparison): string {
  const best = must(offers.find(({ rank }) => rank === 1))
  const years = best.years.length
  const summary = `${nameOf(best)}: ${counted(best.total.amount)} ${currency} over ${several(years, 'year')}`
  const isAdjusted = offers.every(({ adjusted }) => adjusted !== null)
  if (!isAdjusted) return `First by the total: ${summary}.`
  const larger = offers.find(({ total }) => total.amount > best.total.amount)
  const though = larger
    ? ` ${nameOf(larger)} totals more, ${counted(larger.total.amount)}, in a place where prices are higher.`
    : ''
  return `First by the total after the cost of living: ${summary}, ${counted(must(best.adjusted).amount)} at national prices.${though}`
}

/** A year's total with its parts that are not zero. */
function yearWords({ total, year, ...parts }: ComparedOffer['years'][number]): string {
  const paid = Object.entries(parts).filter(([, { amount }]) => amount !== 0)
  return `year ${year} ${counted(total.amount)} = ${paid.map(([part, { amount }]) => `${part} ${counted(amount)}`).join(' + ')}`
}

/** Whether an assumption's name is ours; others hold the place that an offer names. */
const isOurs = (name: string): boolean => /^[a-z]+(?:\.[A-Z]{3})?$/i.test(name)

const assumedWords = ({ name, value, why }: Comparison['assumptions'][number]): string =>
  `Assumed: ${name} ${value}. ${why}`

/** The comparison as lines. A later year is only listed if it differs from the previous year. */
function comparisonWords(
  ranking: string,
  { currency, offers, left, assumptions }: Comparison,
  untilWords: (offer: ComparedOffer) => string,
): string {
  const lineOf = (offer: ComparedOffer): string => {
    const { rank, years, total, adjusted, market, missing } = offer
    const told = years.filter(
      ({ total }, at) => at === 0 || total.amount !== must(years[at - 1]).total.amount,
    )
    const typical = market?.typical?.median
    return [
      `${rank}. ${nameOf(offer)}: ${counted(total.amount)} ${currency} in ${several(years.length, 'year')}`,
      adjusted && `${counted(adjusted.amount)} at national prices (${adjusted.from})`,
      ...told.map(yearWords),
      told.length < years.length && 'other years as the one before',
      typical && `typical base pay ${counted(typical.amount)} ${market.currency} (${typical.from})`,
      missing.length > 0 && `not known: ${byReason(missing)}`,
      untilWords(offer),
    ]
      .filter(Boolean)
      .join('; ')
  }
  const inOrder = [...offers].sort((one, other) => one.rank - other.rank)
  const assumed = assumptions.filter(({ name }) => !isOurs(name)).map(assumedWords)
  const rest = left.map((offer) => `Not compared: ${nameOf(offer)}, ${offer.why}.`)
  return [ranking, ...inOrder.map(lineOf), ...rest, ...assumed].join('\n')
}

const counterOne = pipelineTool({
  name: 'counter_offer',
  title: 'Advise on a counter',
  description:
    'Plans a counter-offer by rules, from published pay: what to ask for, how low to go, what else in which order, the words. Write no number it did not give. Record rounds with update_offer.',
  access: 'offers:read',
  about: 'offer',
  input: (z, common) => ({
    id: common.reference('acme'),
    goal: z.coerce.string().max(500).optional().describe('A yearly base, or words: “200k”, “more equity”.'),
  }),
  async run(ctx, asked) {
    const counter = await ctx.ask(counterOffer, asked)
    return { summary: counter.reason, words: counterWords(counter), advice: besideWords(counter), counter }
  },
})

type Counter = Awaited<ReturnType<typeof counterOffer.run>>

/** The advice as lines. Each figure appears once, under its name. */
function counterWords(counter: Counter): string {
  const { position, posted, ask, floor, market, words, wrong } = counter
  const { currency } = ask
  const ends = [posted?.low, posted?.high].flatMap((end) => (end ? counted(end.amount) : []))
  const told = [
    counter.reason,
    `Offered: ${counted(position.base.amount)} ${currency} a year${position.percent === null ? '' : `, ${position.percent} % against typical pay`} (${position.place}).`,
    ends.length > 0 && `Posted: ${ends.join(' to ')} ${currency} (job.salary).`,
    position.negotiate
      ? `Ask: ${counted(ask.amount)} ${currency}${isId(ask.from) ? '' : ` (${ask.from})`}. ${ask.why}`
      : 'Ask: no more base.',
    `Floor: ${counted(floor.amount)} ${currency}. ${floor.why}`,
    market && marketWords(market),
    ...wrong.map((each) => `Mind: ${each}`),
    'Say:',
    ...words.map((each) => `- ${each}`),
  ]
  return told.filter(Boolean).join('\n')
}

/** What to ask for beside the base: rules of ours, without a word of the offer. */
function besideWords({ concessions, ask: { currency } }: Counter): string {
  const beside = concessions.map(({ field, ask, amount, why }, at) => {
    const much = amount ? `, ${counted(amount.amount)} ${currency} (${amount.from})` : ''
    return `${at + 1}. ${field}: ${ask}${much}. ${why}`
  })
  return ['Beside the base, in this order:', ...beside].join('\n')
}

function marketWords({ role, place, typical, estimate, offers }: NonNullable<Counter['market']>): string {
  const parts = [
    typical &&
      `typical ${counted(typical.median.amount)} (${typical.median.from}), one employer ${counted(typical.low.amount)} to ${counted(typical.high.amount)}`,
    estimate &&
      `surveys ${counted(estimate.median.amount)}, nine in ten under ${counted(estimate.p90.amount)}`,
    offers &&
      `${offers.sample} filed offers ${counted(offers.median.amount)}${offers.p90 ? `, nine in ten under ${counted(offers.p90.amount)}` : ''}`,
  ]
  return `Market for ${role} in ${place}: ${parts.filter(Boolean).join('; ')}.`
}

export const OFFER_TOOLS: readonly Tool[] = [readOffers, saveOffer, changeOffer, compareSome, counterOne]
