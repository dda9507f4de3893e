// `crm offers list|show|compare|counter`: offers, their comparison with each other and the market, and advice on a counter-offer.
import { baseText } from '../../core/reading/compensation.ts'
import { shortId } from '../../core/kernel/id.ts'
import { getOffer, listOffers } from '../../core/offers/operations.ts'
import { OFFER as OFFER_RECORD, type Offer } from '../../core/offers/fields.ts'
import { type Client, type Command, type Run, textOf, wholeOf, misused } from '../command.ts'
import { moneyText, termLines, termsText } from '../ui/offer.ts'
import { OFFER_PAINTS } from '../ui/status.ts'
import type { Column, Names } from '../ui/table.ts'
import { flag, jobFlag, list, sortFlag } from './flags.ts'
import { fieldColumns } from '../ui/columns.ts'
import { doing } from './doing.ts'
import { listing } from './listing.ts'
import { everyPage } from './pages.ts'
import { savedPage } from './save-file.ts'
import { findOffer, jobColumn, nameIn, namesFor, idsOf as idsFound } from './references.ts'
import { recordOf, first } from '../../core/kernel/narrow.ts'
import { asCrmError, fail } from '../../core/kernel/errors.ts'
import type { AssumptionsIn } from '../../core/offers/comparison/assumptions.ts'
import {
  comparisonChart,
  comparisonTable,
  marketText,
  notCompared,
  shortRemarks,
} from '../ui/offer-comparison.ts'
import { LETTERS, type Letter, type LetterKind } from '../../core/counsel/counter.ts'
import { momentText } from '../ui/time.ts'

export const OFFER = {
  name: 'offer',
  about: 'Id or short id of the offer or its job, or part of company and role.',
}

const columns = (names: Names): Column<Offer>[] => [
  ...fieldColumns<Offer>(OFFER_RECORD, {
    id: { yields: 1 },
    status: { paint: ({ status }) => OFFER_PAINTS[status], minWidth: 9 },
  }),
  jobColumn(names, { paint: () => 'bold', minWidth: 12 }),
  { title: 'BASE', value: ({ base }) => baseText(base), minWidth: 12 },
  {
    title: 'EQUITY',
    value: ({ equity }) => equity && (equity.value === null ? '?' : moneyText(equity.value, equity.currency)),
    yields: 3,
  },
  ...fieldColumns<Offer>(OFFER_RECORD, {
    deadline: {
      value: ({ deadline }) => deadline && momentText(deadline, 'date'),
      yields: 2,
      paint: () => 'red',
    },
    level: { yields: 5 },
  }),
]

const listCommand = listing({
  op: listOffers,
  noun: 'offers',
  one: 'offer',
  about: 'List offers, latest first.',
  words: async (offers, { client }) => {
    const names = await namesFor(client, offers)
    return offers.map((offer) => [nameIn(names, offer), offer.status, offer.level, offer.notes].join(' '))
  },
  flags: [
    jobFlag('Only for this job.'),
    flag('-s, --status <list>', 'received, countered, accepted, declined, expired.', list),
    sortFlag(OFFER_RECORD),
  ],
  examples: ['crm offers list', 'crm offers list --status received,countered'],
  record: OFFER_RECORD,
  columns: async (rows, { client }) => columns(await namesFor(client, rows)),
  empty: 'No offers yet. Add one: crm offers add acme --base 185k',
})

const showCommand = doing({
  name: 'show',
  about: 'Show one offer with its rounds: what each side said.',
  op: getOffer,
  args: [OFFER],
  examples: ['crm offers show acme'],
  find: findOffer,
  after(offer, { name }, { out }) {
    const { currency } = offer.base
    const { isTerminal } = out.look
    const day = (iso: string) => (isTerminal ? momentText(iso, 'short') : iso)
    const rounds = offer.rounds.map(({ at, by, terms }) => {
      const parts = [termsText(terms, currency), terms.note].filter(Boolean).join(' — ')
      return `${day(at)} ${by}: ${parts}`
    })
    out.record(offer, [
      ['id', offer.id],
      ['job', isTerminal ? name : offer.jobId],
      ['status', offer.status],
      ['deadline', offer.deadline && day(offer.deadline)],
      ...termLines(offer, currency),
      ['rounds', rounds.join('\n') || null],
      ['updated', day(offer.updatedAt)],
    ])
  },
})

/** `bonusPayout=0.8`, `rates.EUR=1.08`, `costOfLiving.Austin=0.98`. */
function assumptionsOf(text: string | undefined): AssumptionsIn | undefined {
  if (text === undefined) return undefined
  const given: Record<string, unknown> = {}
  for (const part of text.split(';').flatMap((one) => one.split(/,(?=\s*\w+(?:\.|=))/))) {
    const [, name = '', of, value = ''] = /^\s*(\w+)(?:\.([^=]+))?=\s*(\S+)\s*$/.exec(part) ?? []
    if (!name) misused(`--assume: “${part.trim()}” is not NAME=VALUE. Try: bonusPayout=0.8,rates.EUR=1.08`)
    const plain = /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
    given[name] = of === undefined ? plain : { ...recordOf(given[name]), [of.trim()]: plain }
  }
  return given as AssumptionsIn // The operation validates it.
}

/** Rewords an error about missing exchange rates for the terminal: --assume rates.EUR=RATE. */
function sayRates(error: unknown): never {
  const { message } = asCrmError(error)
  const missing = [...message.matchAll(/assumptions\.rates\.([A-Z]{3}) is missing: how many ([A-Z]{3})/g)]
  const [one] = missing
  if (!one) throw error
  const codes = missing.map(([, code]) => code)
  const problems = `no rate is assumed: what is one ${codes.join(', and one ')} in ${one[2]}?`
  const rates = codes.map((code) => `rates.${code}=RATE`).join(',')
  const hint = `Add --assume ${rates}, such as --assume rates.${one[1]}=1.08`
  return fail('invalid_input', { problems }, { hint })
}

async function idsOf({ rest: names, client, out }: Run): Promise<string[]> {
  if (names.length) return [...new Set(await idsFound(findOffer, client, names))]
  const { offers, total } = await client.call(listOffers, { status: ['received', 'countered'], limit: 10 })
  if (total > offers.length)
    out.note(`These are the latest ${offers.length} of ${total} open offers. To compare others, name them.`)
  if (offers.length) return offers.map(({ id }) => id)
  return misused('There is no open offer. Add one: crm offers add acme --base 185k')
}

const compareCommand: Command = {
  name: 'compare',
  about: 'Compare offers year by year and with the market; without names, all open ones.',
  operation: 'offers.compare',
  args: [{ name: 'offers...?', about: OFFER.about }],
  options: [
    { flags: '--years <n>', about: 'Years of employment (4).' },
    {
      flags: '--assume <list>',
      about: 'Assumptions: bonusPayout=0.8,rates.EUR=1.08,costOfLiving.Austin=0.98',
    },
    { flags: '--html <file>', about: 'Write one page to print; - is stdout.' },
    { flags: '--force', about: 'Overwrite an existing file.' },
  ],
  examples: ['crm offers compare', 'crm offers compare acme globex --years 2 --html offers.html'],
  async run(call) {
    const { options, client, out } = call
    const ids = await idsOf(call)
    const asked = {
      ids,
      years: wholeOf(options, 'years', 'from 1 to 10'),
      assumptions: assumptionsOf(textOf(options, 'assume')),
    }
    const { compareOffers } = await import('../../core/counsel/operations.ts')
    const compared = await client.call(compareOffers, asked).catch(sayRates)
    const names = await shortNames(client, ids)
    const page = async () => (await import('../ui/offer-page.ts')).comparisonPage(compared, names, new Date())
    if (await savedPage(call, page)) return
    if (out.json) return out.record(compared, [])
    if (!out.look.isTerminal) {
      for (const line of notCompared(compared, names)) out.note(line)
      return out.raw(comparisonTable(compared, names, out.look))
    }
    out.raw(`${comparisonTable(compared, names, out.look)}\n${comparisonChart(compared, names, out.look)}`)
    for (const line of shortRemarks(compared, names)) out.note(line)
  },
}

async function shortNames(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const { offers } = await everyPage(true, 'offers', (more) => client.call(listOffers, more))
  const jobs = await namesFor(client, offers)
  // `Acme — Engineer, 185,000 USD a year`
  const name = ({ jobId, base }: Offer) => `${jobs.get(jobId) ?? shortId(jobId)}, ${baseText(base)}`
  const wanted = offers.filter(({ id }) => ids.includes(id))
  const company = (offer: Offer) => first(name(offer).split(' — '))
  const isTwice = (one: string) => wanted.filter((offer) => company(offer) === one).length > 1
  return new Map(wanted.map((offer) => [offer.id, isTwice(company(offer)) ? name(offer) : company(offer)]))
}

const counterCommand: Command = {
  name: 'counter',
  about: 'Plan a counter-offer by rules, without AI: what to ask for, how low to go, what to say.',
  operation: 'offers.counter',
  args: [OFFER],
  options: [
    { flags: '--goal <text>', about: 'What you want: a yearly base (200k), or words: "more equity".' },
    { flags: '--letter <kind>', about: 'Have your AI model write it: mail, or call.' },
    { flags: '--tone <text>', about: 'How you write, for the letter: "short and dry".' },
  ],
  examples: [
    'crm offers counter acme',
    'crm offers counter acme --goal 200k',
    'crm offers counter acme --letter mail --tone "short and dry"',
  ],
  async run({ args, options, client, out }) {
    const { id } = await findOffer(client, args[0] ?? '')
    const letter = letterIn(textOf(options, 'letter'))
    const { counterOffer } = await import('../../core/counsel/operations.ts')
    const asked = { id, goal: textOf(options, 'goal'), letter, tone: textOf(options, 'tone') }
    const counter = await client.call(counterOffer, asked)
    const { ask, floor, market, position, concessions, words, wrong, letter: written, posted } = counter
    const money = (amount: number) => moneyText(amount, ask.currency)
    const advice = ({ amount, why }: { amount: number; why: string }) => `${money(amount)}. ${why}`
    const then = concessions.map(({ ask: wanted, amount, why }, at) => {
      const worth = amount ? ` (${money(amount.amount)})` : ''
      return `${at + 1}. ${wanted}${worth}. ${why}`
    })
    const ends = [posted?.low, posted?.high].flatMap((end) => (end ? money(end.amount) : []))
    out.record(counter, [
      ['advice', counter.reason],
      ['market', market && marketText(market)],
      ['posted', [...new Set(ends)].join(' to ') || null],
      ['offered', money(position.base.amount)],
      ['ask', position.negotiate ? advice(ask) : 'No more base.'],
      ['floor', advice(floor)],
      ['then', then.join('\n')],
      ['say', words.join('\n')],
      ['mind', wrong.join('\n') || null],
      ['letter', written && letterText(written)],
    ])
  },
}

function letterIn(kind: string | undefined): LetterKind | undefined {
  const found = LETTERS.find((each) => each === kind)
  return kind === undefined || found ? found : misused(`--letter takes ${LETTERS.join(' or ')}.`)
}

const letterText = ({ text, dropped }: Letter): string =>
  dropped.length
    ? `${text}\n\nLeft out, for numbers that are not in the advice: ${dropped.map(({ sentence }) => `“${sentence}”`).join(' ')}`
    : text

export const commands: Command[] = [listCommand, showCommand, compareCommand, counterCommand]
