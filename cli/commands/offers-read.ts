// `crm offers list|show`, and how an offer is found by its job.
import { shortId } from '../../core/kernel/id.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { getOffer, listOffers } from '../../core/offers/operations.ts'
import type { Offer, OfferStatus } from '../../core/offers/offer.ts'
import type { Client } from '../client.ts'
import { textOf, type Command, wordsOf } from '../command.ts'
import { baseText, moneyText, termLines, termsText } from '../ui/offer.ts'
import type { Column, Paint } from '../ui/table.ts'
import { localZone } from './inputs.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'
import { findJob, findOffer, findOption, jobNames } from './references.ts'

export const OFFER = {
  name: 'offer',
  about: 'Id, short id, its job’s, or part of its job’s company and role.',
}

const PAINTS: Partial<Record<OfferStatus, Paint>> = {
  received: 'yellow',
  countered: 'cyan',
  accepted: 'green',
  declined: 'dim',
  expired: 'dim',
}

/** `Acme — Engineer, 185,000 USD a year`. */
export async function namesOf(client: Client, offers: readonly Offer[]): Promise<(offer: Offer) => string> {
  const known = await jobNames(
    client,
    offers.map(({ jobId }) => jobId),
  )
  return ({ jobId, base }) => `${known.get(jobId) ?? shortId(jobId)}, ${baseText(base)}`
}

const columns = (names: ReadonlyMap<string, string>): Column<Offer>[] => [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim', yields: 4 },
  { title: 'STATUS', value: ({ status }) => status, paint: ({ status }) => PAINTS[status], minWidth: 9 },
  {
    title: 'JOB',
    value: ({ jobId }) => names.get(jobId) ?? shortId(jobId),
    paint: () => 'bold',
    minWidth: 12,
  },
  { title: 'BASE', value: ({ base }) => baseText(base), minWidth: 12 },
  {
    title: 'EQUITY',
    value: ({ equity }) => equity && (equity.value === null ? '?' : moneyText(equity.value, equity.currency)),
    yields: 3,
  },
  {
    title: 'DEADLINE',
    value: ({ deadline }) => deadline && showInstant(deadline, new Date(), localZone(), 'date'),
    plain: ({ deadline }) => deadline,
    paint: () => 'red',
    yields: 1,
  },
  { title: 'LEVEL', value: ({ level }) => level, yields: 5 },
]

export const listCommand: Command = {
  name: 'list',
  about: 'List offers, latest first.',
  operation: 'offers.list',
  options: [
    { flags: '--job <job>', about: 'Only for this job.' },
    { flags: '-s, --status <list>', about: 'received, countered, accepted, declined, expired.' },
    ...PAGE_OPTIONS,
  ],
  examples: ['crm offers list', 'crm offers list --status received,countered'],
  async run({ options, client, out }) {
    const input = {
      jobId: await findOption(findJob, client, textOf(options, 'job')),
      status: wordsOf<OfferStatus>(options, 'status'),
      limit: limitOf(options),
    }
    const page = await everyPage(wantsAll(options), 'offers', (more) =>
      client.call(listOffers, { ...input, ...more }),
    )
    const ids = page.offers.map(({ jobId }) => jobId)
    const names = out.json ? new Map<string, string>() : await jobNames(client, ids)
    out.list(page, page.offers, columns(names), 'No offers yet. Add one: crm offers add acme --base 185k')
  },
}

export const showCommand: Command = {
  name: 'show',
  about: 'Show one offer with what either side said.',
  operation: 'offers.get',
  args: [OFFER],
  examples: ['crm offers show acme'],
  async run({ args, client, out }) {
    const { id } = await findOffer(client, args[0] ?? '')
    const offer = await client.call(getOffer, { id })
    const { currency } = offer.base
    const day = (iso: string) =>
      out.look.isTerminal ? showInstant(iso, new Date(), localZone(), 'short') : iso
    const rounds = offer.rounds.map(({ at, by, terms }) => {
      const said = [termsText(terms, currency), terms.note].filter(Boolean).join(' — ')
      return `${day(at)} ${by}: ${said}`
    })
    out.record(offer, [
      ['id', offer.id],
      ['job', offer.jobId],
      ['status', offer.status],
      ['deadline', offer.deadline && day(offer.deadline)],
      ...termLines(offer, currency),
      ['rounds', rounds.join('\n') || null],
      ['updated', day(offer.updatedAt)],
    ])
  },
}
