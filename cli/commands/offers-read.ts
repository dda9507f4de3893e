// `crm offers list|show`, and how an offer is found by its job.
import { shortId } from '../../core/kernel/id.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { getOffer, listOffers } from '../../core/offers/operations.ts'
import type { Offer } from '../../core/offers/fields.ts'
import type { Client } from '../client.ts'
import type { Command } from '../command.ts'
import { baseText, moneyText, termLines, termsText } from '../ui/offer.ts'
import { OFFER_PAINTS } from '../ui/status.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { flag, jobFlag, list } from './flags.ts'
import { localZone } from './inputs.ts'
import { listing } from './listing.ts'
import { findOffer, jobColumn, jobNames, nameIn, namesFor } from './references.ts'

export const OFFER = {
  name: 'offer',
  about: 'Id, short id, its job’s, or part of its job’s company and role.',
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
  idColumn({ yields: 4 }),
  {
    title: 'STATUS',
    value: ({ status }) => status,
    paint: ({ status }) => OFFER_PAINTS[status],
    minWidth: 9,
  },
  jobColumn(names, { paint: () => 'bold', minWidth: 12 }),
  { title: 'BASE', value: ({ base }) => baseText(base), minWidth: 12 },
  {
    title: 'EQUITY',
    value: ({ equity }) => equity && (equity.value === null ? '?' : moneyText(equity.value, equity.currency)),
    yields: 3,
  },
  {
    ...timeColumn('DEADLINE', ({ deadline }) => deadline, { yields: 1 }, dayText),
    paint: () => 'red',
  },
  { title: 'LEVEL', value: ({ level }) => level, yields: 5 },
]

const dayText = (iso: string): string => showInstant(iso, new Date(), localZone(), 'date')

export const listCommand = listing({
  operation: listOffers.name,
  read: (client, input) => client.call(listOffers, input),
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
  ],
  examples: ['crm offers list', 'crm offers list --status received,countered'],
  columns: async (rows, { client }) => columns(await namesFor(client, rows)),
  empty: 'No offers yet. Add one: crm offers add acme --base 185k',
})

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
