// Advises the user on countering an offer. It follows fixed rules, without a model and without the network.
import { inCents } from '../kernel/amounts.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import { type Offer, OPEN_OFFER_STATUSES } from '../offers/fields.ts'
import { concessionsFor, type Concession } from './concessions.ts'
import { WISHES, type Goal } from './goal.ts'
import type { PayAnswer } from './pay.ts'
import { Market } from './market.ts'
import { slipOf } from '../intelligence/negotiation/position.ts'
import {
  highestSupported,
  PLACES_IN_MARKET,
  stanceOf,
  type MarketPay,
  type PlaceInMarket,
  type SourcedAmount,
  type Stance,
} from './stance.ts'
import { groundOf } from '../intelligence/negotiation/script.ts'

// What the sentences of a counter may say. They use only numbers that the answer has too, with their source.
interface SentenceFacts extends Pick<CounterFacts, 'company' | 'role' | 'base' | 'best' | 'goal'> {
  where: string | null
  currency: string
  stance: Stance
  market: MarketPay | null
  posted: number | null
  concessions: readonly Concession[]
}

/** `192,000 USD`. Cents are shown only if they are not zero. */
const amountText = (amount: number, currency: string): string => `${inCents(amount)} ${currency}`

/** The sentences to say, in order: thanks, the reason, the ask, a question, the alternative, and when to stop. */
function sentencesFor(spoken: SentenceFacts): string[] {
  const { company, stance } = spoken
  return [
    `Thank you for the offer; I would like to work at ${company}.`,
    ...(stance.negotiate ? askSentences(spoken) : sentencesWithoutAsk(spoken)),
    stance.place === 'unknown'
      ? 'Who decides about it, and by when?'
      : 'Which range has this level, and what would move me up in it?',
    stance.negotiate
      ? 'Say it once, then wait. When they have moved once and say that this is final, stop asking and decide.'
      : 'Ask this once; when it is answered, decide.',
  ]
}

function askSentences({
  role,
  where,
  currency,
  market,
  posted,
  stance,
  base,
  best,
  concessions,
}: SentenceFacts): string[] {
  const { ask } = stance
  if (ask.from === 'rounds')
    return [`I asked for a base of ${amountText(ask.amount, currency)}. Where does that stand?`]
  const over = market && groundOf(market.percentiles, market.typical, base)
  const ground =
    posted !== null && posted > base
      ? `You posted a range up to ${amountText(posted, currency)} a year; the offer has a base of ${amountText(base, currency)}.`
      : over
        ? `For ${role}${where ? ` in ${where}` : ''}, ${over.said} ${amountText(over.amount, currency)} a year; the offer has a base of ${amountText(base, currency)}.`
        : `The offer has a base of ${amountText(base, currency)} a year.`
  const [first] = concessions
  return [
    ...(best && best.amount > base
      ? [`I hold another offer with a base of ${amountText(best.amount, currency)}.`]
      : []),
    ground,
    `If the base can be ${amountText(ask.amount, currency)}, I can give you my answer.`,
    first?.amount
      ? `If the base is fixed, ${first.ask.toLowerCase()} of ${amountText(first.amount.amount, currency)} would settle it.`
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

const sentencesWithoutAsk = ({ stance, concessions, goal }: SentenceFacts): string[] => [
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
  /** Why the market cannot be used, or null if it can. */
  reason: string | null
  goal: Goal
  best: (SourcedAmount & { company: string }) | null
  incomparable: readonly string[]
  /** The yearly range that the job states in the offer's currency, or null. */
  posted: { low: number | null; high: number | null } | null
  /** The last base that the user asked for, if no answer to it is recorded. */
  openAsk: { amount: number; at: string } | null
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

export const Figure = objectSchema((z) => ({
  amount: z.number(),
  from: z.string().describe('Fields of the offer, joined by “ + ”; an assumption; or a data_point_id.'),
}))

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
    .array(
      z.strictObject({
        field: z.enum(WISHES),
        ask: z.string(),
        why: z.string(),
        amount: Figure().nullable(),
      }),
    )
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

/** Assumed if the kind of work is unknown. */
const ANY_WORK = { equity: true, remote: true }

const marketPayOf = ({ typical }: PayAnswer): MarketPay | null =>
  typical && {
    ...{ typical: typical.median, percentiles: typical.around, from: typical.data_point_id },
    ceiling: typical.ceiling,
  }

const POSTED_FIELD = 'job.salary'

export function counterOf(facts: CounterFacts): Counter {
  const { offer, base, goal, best, market, pay, openAsk: asked } = facts
  const found = market && pay && marketPayOf(pay)
  const slip = found && slipOf(found.typical, base)
  const marketPay = slip === null ? found : null
  const median = marketPay && { amount: marketPay.typical, from: marketPay.from }
  const wanted = goal.base === null ? null : { amount: goal.base, from: 'goal' }
  const [low, high] = [facts.posted?.low ?? null, facts.posted?.high ?? null].map((amount) =>
    amount === null ? null : { amount, from: POSTED_FIELD },
  )
  const posted = high ?? null
  const before = asked && { amount: asked.amount, from: 'rounds' }
  const other = best && { amount: best.amount, from: best.from }
  const stance = stanceOf(base, { market: marketPay, goal: wanted ?? before, best: other, posted })
  const concessions = concessionsFor(offer, stance, goal, base, pay?.usual ?? ANY_WORK)
  const { currency } = offer.base
  return {
    market,
    posted: facts.posted && { low: low ?? null, high: posted },
    reason: reasonOf(facts, stance, posted, marketPay),
    other: best && best.amount > base ? best : null,
    position: {
      place: stance.place,
      negotiate: stance.negotiate,
      base: { amount: base, from: 'base' },
      median,
      percent: median && Math.round((base / median.amount - 1) * 1_000) / 10,
    },
    ask: { ...stance.ask, currency, why: whyAsk(stance.ask, marketPay, facts) },
    floor: {
      ...stance.floor,
      currency,
      why:
        stance.floor.from === 'base'
          ? 'What is already offered.'
          : 'A quarter of the market earns less than this; below it, keep looking.',
    },
    concessions,
    words: sentencesFor({
      ...facts,
      where: market?.place ?? null,
      currency,
      stance,
      concessions,
      market: marketPay,
      posted: posted?.amount ?? null,
    }),
    wrong: wrongOf(facts, marketPay, posted, slip),
  }
}

function reasonOf(
  { offer, base, best, openAsk: asked, reason, market }: CounterFacts,
  { place, negotiate }: Stance,
  posted: SourcedAmount | null,
  marketPay: MarketPay | null,
): string {
  const { currency } = offer.base
  return [
    asked &&
      `You asked for ${amountText(asked.amount, currency)} on ${asked.at.slice(0, 10)}, and no answer is recorded.`,
    (place === 'above' || place === 'below') && !negotiate ? NO_ROOM_REASON : REASONS[place],
    best &&
      best.amount > base &&
      `${best.company} offers a base of ${amountText(best.amount, currency)}: say that you hold it.`,
    posted && postedWords(posted.amount, base, currency),
    reason,
    marketPay && market?.typical?.why,
  ]
    .filter(Boolean)
    .join(' ')
}

const postedWords = (high: number, base: number, currency: string): string =>
  high > base
    ? `The employer posted a range up to ${amountText(high, currency)}.`
    : `The base is ${high < base ? 'above' : 'at the top of'} what the employer posted, ${amountText(high, currency)}.`

function whyAsk(
  { amount, from }: SourcedAmount,
  market: MarketPay | null,
  {
    goal,
    best,
    base,
    offer: {
      base: { currency },
    },
  }: CounterFacts,
): string {
  if (from === 'goal')
    return market
      ? 'Your goal, which the market or their own range supports.'
      : 'Your goal. No market figure shows whether it is realistic.'
  if (from === 'rounds') return 'What you asked for already: ask where it stands, not for another amount.'
  if (from === POSTED_FIELD) return 'The top of the range that the employer posted.'
  if (from === 'base') return 'The base as offered: no figure supports more.'
  if (amount === market?.percentiles.p25 && (goal.base ?? amount) < amount)
    return 'Your goal is below the market’s 25th percentile, so ask for at least that percentile.'
  if (from === best?.from) return `The base of your other offer, from ${best.company}.`
  const { p50 = 0, p90 = 0 } = market?.percentiles ?? {}
  const isMedian = Math.abs(p50 - amount) <= 500
  if (!isMedian && Math.abs((base + p90) / 2 - amount) > 500)
    return 'The market’s median if the offer is below it, else halfway to its 90th percentile, rounded.'
  return isMedian
    ? `The market’s median, ${amountText(p50, currency)}, rounded.`
    : `Halfway from ${amountText(base, currency)} to the market’s 90th percentile, ${amountText(p90, currency)}, rounded.`
}

function wrongOf(
  { offer, base, goal, openAsk, incomparable, now }: CounterFacts,
  market: MarketPay | null,
  posted: SourcedAmount | null,
  slip: string | null,
): string[] {
  const { currency } = offer.base
  const high = posted?.amount ?? null
  const isPast = (most: number | null): most is number =>
    goal.base !== null && most !== null && goal.base > most
  const carried = highestSupported({ market, posted })
  return [
    slip !== null && `base: it ${slip}.`,
    goal.unread !== null &&
      `goal: “${goal.unread}” was not understood. Name a yearly base, or a part such as equity or days off.`,
    goal.base !== null && goal.base <= base && 'goal: the offer already pays that.',
    market && isPast(carried)
      ? `goal: it is more than nine in ten earn${high === null ? '' : ' and than the employer posted'}; the most that either carries is ${amountText(carried, currency)}.`
      : isPast(high) &&
        `goal: it is over what the employer posted, which ends at ${amountText(high, currency)}.`,
    isPast(openAsk?.amount ?? null) &&
      `goal: you asked for ${amountText(openAsk?.amount ?? 0, currency)} already; a higher ask now costs goodwill.`,
    incomparable.length > 0 &&
      `offers: ${incomparable.join(', ')} pay in another currency, so they were not weighed.`,
    !OPEN_OFFER_STATUSES.includes(offer.status) && `status: the offer is ${offer.status} already.`,
    offer.deadline !== null &&
      offer.deadline < now &&
      'deadline: it has passed; ask first whether the offer still stands.',
  ].filter((line): line is string => typeof line === 'string')
}
