// Advises the user on countering an offer. It follows fixed rules, without a model and without the network.
import { inCents } from '../kernel/amounts.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import { type Offer, OPEN_OFFER_STATUSES } from '../offers/fields.ts'
import { Concession, concessionsFor } from './concessions.ts'
import type { Goal } from './goal.ts'
import type { PayAnswer } from './pay.ts'
import { Market } from './market.ts'
import { slipOf } from '../intelligence/negotiation/position.ts'
import { Figure, highestSupported, PLACES_IN_MARKET, stanceOf, type PlaceInMarket } from './stance.ts'
import { groundOf } from '../intelligence/negotiation/script.ts'
import { percentOf } from '../intelligence/percent.ts'

/** `192,000 USD`. Cents are shown only if they are not zero. */
const amountText = (amount: number, currency: string): string => `${inCents(amount)} ${currency}`

/** The sentences to say, in order: thanks, the reason, the ask, the alternative, a question, and when to stop. */
function sentencesFor(weighed: Weighed): string[] {
  const { company, stance } = weighed
  return [
    `Thank you for the offer; I would like to work at ${company}.`,
    ...(stance.negotiate ? askSentences(weighed) : sentencesWithoutAsk(weighed)),
    stance.place === 'unknown'
      ? 'Who decides about it, and by when?'
      : 'Which range has this level, and what would move me up in it?',
    stance.negotiate
      ? 'Say it once, then wait. When they have moved once and say that this is final, stop asking and decide.'
      : 'Ask this once; when it is answered, decide.',
  ]
}

function askSentences({ role, market, typical, top, stance, base, best, ...weighed }: Weighed): string[] {
  const { ask } = stance
  const money = (amount: number) => amountText(amount, weighed.currency)
  if (ask.from === 'rounds') return [`I asked for a base of ${money(ask.amount)}. Where does that stand?`]
  const over = typical && groundOf(typical.around, typical.median, base)
  const ground =
    top && top.amount > base
      ? `You posted a range up to ${money(top.amount)} a year; the offer has a base of ${money(base)}.`
      : over
        ? `For ${role}${market ? ` in ${market.place}` : ''}, ${over.said} ${money(over.amount)} a year; the offer has a base of ${money(base)}.`
        : `The offer has a base of ${money(base)} a year.`
  const [first] = weighed.concessions
  return [
    ...(best && best.amount > base ? [`I hold another offer with a base of ${money(best.amount)}.`] : []),
    ground,
    `If the base can be ${money(ask.amount)}, I can give you my answer.`,
    first?.amount
      ? `If the base is fixed, ${first.ask.toLowerCase()} of ${money(first.amount.amount)} would settle it.`
      : `If the base is fixed, what else can move? ${first ? `I think of this first: ${first.ask.toLowerCase()}.` : ''}`.trim(),
  ]
}

const NO_ASK_SENTENCES: Readonly<Record<PlaceInMarket, string>> = {
  high: 'The base is already among the highest that are published for this role, so I do not ask for more of it.',
  above: 'The base is a good one for this role, so I do not ask for more of it.',
  below: 'I have no figure that would carry a higher base.',
  low: 'I have no figure that would carry a higher base.',
  unknown: 'Before we speak about the base: which range has this role, and where in it is this offer?',
}

const sentencesWithoutAsk = ({ stance, concessions, goal }: Weighed): string[] => [
  NO_ASK_SENTENCES[stance.place],
  ...(goal.wishes.length > 0 && concessions[0]
    ? [`What matters to me is this: ${concessions[0].ask.toLowerCase()}.`]
    : []),
]

interface CounterFacts {
  offer: Offer
  company: string
  role: string
  base: number
  market: Market | null
  pay: PayAnswer | null
  /** Why the market cannot be used, or what to know about it; null if there is nothing to say. */
  reason: string | null
  goal: Goal
  best: (Figure & { company: string }) | null
  incomparable: readonly string[]
  posted: Counter['posted']
  /** The last base that the user asked for, if no answer to it is recorded. */
  openAsk: { amount: number; day: string } | null
  now: string
}

export const LETTERS = ['mail', 'call'] as const
export type LetterKind = (typeof LETTERS)[number]

export const Letter = objectSchema((z) => ({
  kind: z.enum(LETTERS),
  text: z.string(),
  dropped: z
    .array(z.strictObject({ sentence: z.string(), numbers: z.array(z.string()) }))
    .describe('Sentences left out, with the numbers in them that the rules did not give.'),
}))
export type Letter = Parsed<typeof Letter>

const FigureWithReason = objectSchema((z) => ({ ...Figure().shape, currency: z.string(), why: z.string() }))
export const Counter = objectSchema((z) => ({
  market: Market().nullable(),
  posted: z
    .strictObject({ low: Figure().nullable(), high: Figure().nullable() })
    .nullable()
    .describe('The job’s yearly range; null if it states none in this currency.'),
  reason: z.string(),
  other: z
    .strictObject({ ...Figure().shape, from: z.string(), company: z.string() })
    .nullable()
    .describe('The best open offer above this one in its currency.'),
  position: z.strictObject({
    place: z
      .enum(PLACES_IN_MARKET)
      .describe('Under the lower quarter, under the median, over it, at the top; or unknown.'),
    negotiate: z.boolean().describe('Whether the base is worth asking about.'),
    base: Figure(),
    median: Figure().nullable(),
    percent: z.number().nullable().describe('How far the base is above that median.'),
  }),
  ask: FigureWithReason(),
  floor: FigureWithReason(),
  concessions: z
    .array(Concession())
    .describe('What to ask for besides the base, the cheapest for the employer first.'),
  words: z.array(z.string()).describe('What to say, in order. All its numbers are in this answer too.'),
  wrong: z.array(z.string()).describe('`field: why`, for each wrong field of the question.'),
  letter: Letter().optional(),
}))
export type Counter = Parsed<typeof Counter>

const REASONS: Readonly<Record<PlaceInMarket, string>> = {
  low: 'The base is under the lower quarter of the market: ask for more.',
  below: 'The base is under the median of the market: asking for more is usual.',
  above: 'The base is over the median of the market: there may be some room.',
  high: 'The base is at the top of the market already: asking for more of it can only cost goodwill.',
  unknown: 'There is no market figure for this role and place, so the base cannot be judged.',
}

const NO_ROOM_REASON = 'The base already matches the market, and the market supports hardly more.'

/** Used if pay, and with it the kind of work, is unknown: both equity and remote work may be asked for. */
const ANY_WORK = { equity: true, remote: true }

/** The field of the job that a figure of the posted range comes from. */
export const POSTED_FIELD = 'job.salary'

type Weighed = ReturnType<typeof weigh>

function weigh(facts: CounterFacts) {
  const { offer, base, goal, best, market, pay, openAsk } = facts
  const found = market && pay && pay.typical
  const slip = found && slipOf(found.median, base)
  const typical = slip === null ? found : null
  const top = facts.posted?.high ?? null
  const wanted = goal.base === null ? null : { amount: goal.base, from: 'goal' }
  const before = openAsk && { amount: openAsk.amount, from: 'rounds' }
  const other = best && { amount: best.amount, from: best.from }
  const stance = stanceOf(base, { market: typical, goal: wanted ?? before, best: other, posted: top })
  return {
    ...facts,
    currency: offer.base.currency,
    slip,
    /** The pay that the base is compared with. Null if there is none, or if the base is so far off that it must be a slip. */
    typical,
    top,
    stance,
    concessions: concessionsFor(offer, stance, goal, base, pay?.usual ?? ANY_WORK),
  }
}

export function counterOf(facts: CounterFacts): Counter {
  const weighed = weigh(facts)
  const { base, best, currency, typical, stance } = weighed
  const median = typical && { amount: typical.median, from: typical.data_point_id }
  return {
    market: facts.market,
    posted: facts.posted,
    reason: reasonOf(weighed),
    other: best && best.amount > base ? best : null,
    position: {
      place: stance.place,
      negotiate: stance.negotiate,
      base: { amount: base, from: 'base' },
      median,
      percent: median && percentOf(base / median.amount - 1),
    },
    ask: { ...stance.ask, currency, why: whyAsk(weighed) },
    floor: {
      ...stance.floor,
      currency,
      why:
        stance.floor.from === 'base'
          ? 'What is already offered.'
          : 'A quarter of the market earns less than this; below it, keep looking.',
    },
    concessions: weighed.concessions,
    words: sentencesFor(weighed),
    wrong: wrongOf(weighed),
  }
}

function reasonOf({ base, best, openAsk, reason, market, currency, stance, top, typical }: Weighed): string {
  const { place, negotiate } = stance
  return [
    openAsk &&
      `You asked for ${amountText(openAsk.amount, currency)} on ${openAsk.day}, and no answer is recorded.`,
    (place === 'above' || place === 'below') && !negotiate ? NO_ROOM_REASON : REASONS[place],
    best &&
      best.amount > base &&
      `${best.company} offers a base of ${amountText(best.amount, currency)}: say that you hold it.`,
    top && postedWords(top.amount, base, currency),
    reason,
    typical && market?.typical?.why,
  ]
    .filter(Boolean)
    .join(' ')
}

const postedWords = (high: number, base: number, currency: string): string =>
  high > base
    ? `The employer posted a range up to ${amountText(high, currency)}.`
    : `The base is ${high < base ? 'above' : 'at the top of'} what the employer posted, ${amountText(high, currency)}.`

function whyAsk({ goal, best, base, currency, typical, stance }: Weighed): string {
  const { amount, from } = stance.ask
  if (from === 'goal')
    return typical
      ? 'Your goal, which the market or their own range supports.'
      : 'Your goal. No market figure shows whether it is realistic.'
  if (from === 'rounds') return 'What you asked for already: ask where it stands, not for another amount.'
  if (from === POSTED_FIELD) return 'The top of the range that the employer posted.'
  if (from === 'base') return 'The base as offered: no figure supports more.'
  if (amount === typical?.around.p25 && (goal.base ?? amount) < amount)
    return 'Your goal is below the market’s 25th percentile, so ask for at least that percentile.'
  if (from === best?.from) return `The base of your other offer, from ${best.company}.`
  const { p50 = 0, p90 = 0 } = typical?.around ?? {}
  const isMedian = Math.abs(p50 - amount) <= 500
  if (!isMedian && Math.abs((base + p90) / 2 - amount) > 500)
    return 'The market’s median if the offer is below it, else halfway to its 90th percentile, rounded.'
  return isMedian
    ? `The market’s median, ${amountText(p50, currency)}, rounded.`
    : `Halfway from ${amountText(base, currency)} to the market’s 90th percentile, ${amountText(p90, currency)}, rounded.`
}

function wrongOf({ offer, base, goal, openAsk, currency, slip, typical, top, ...facts }: Weighed): string[] {
  const high = top?.amount ?? null
  const goalExceeds = (most: number | null): most is number =>
    goal.base !== null && most !== null && goal.base > most
  const supported = highestSupported({ market: typical, posted: top })
  return [
    slip !== null && `base: it ${slip}.`,
    goal.unread !== null &&
      `goal: “${goal.unread}” was not understood. Name a yearly base in ${currency}, or a part such as equity or days off.`,
    goal.base !== null && goal.base <= base && 'goal: the offer already pays that.',
    typical && goalExceeds(supported)
      ? `goal: it is more than nine in ten earn${high === null ? '' : ' and than the employer posted'}; the most that either carries is ${amountText(supported, currency)}.`
      : goalExceeds(high) &&
        `goal: it is over what the employer posted, which ends at ${amountText(high, currency)}.`,
    goalExceeds(openAsk?.amount ?? null) &&
      `goal: you asked for ${amountText(openAsk?.amount ?? 0, currency)} already; a higher ask now costs goodwill.`,
    facts.incomparable.length > 0 &&
      `offers: ${facts.incomparable.join(', ')} pay in another currency, so they were not weighed.`,
    !OPEN_OFFER_STATUSES.includes(offer.status) && `status: the offer is ${offer.status} already.`,
    offer.deadline !== null &&
      offer.deadline < facts.now &&
      'deadline: it has passed; ask first whether the offer still stands.',
  ].filter((line): line is string => typeof line === 'string')
}
