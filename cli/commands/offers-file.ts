// `crm offers export|import`: offers with their rounds as JSON that an import reads back, or as a sheet to look at.
import { readFileSync } from 'node:fs'
import { fail, KINDS } from '../../core/kernel/errors.ts'
import { lazySchema, type Parsed } from '../../core/kernel/schema.ts'
import { listJobs } from '../../core/jobs/operations.ts'
import { addOffer, addOfferRound, listOffers, updateOffer } from '../../core/offers/operations.ts'
import { OFFER_STATUSES, type Offer } from '../../core/offers/offer.ts'
import { RoundTermsIn, TermsIn } from '../../core/offers/terms.ts'
import type { Client } from '../client.ts'
import { isOn, type Command } from '../command.ts'
import { termsText } from '../ui/offer.ts'
import { exportCommandOf } from './export-rows.ts'
import { everyPage } from './pages.ts'

/** An offer with the names of its job, by which another installation finds it. */
type NamedOffer = Offer & { company: string; role: string }

const COLUMNS = ['id', 'company', 'role', 'status', 'terms', 'deadline', 'rounds', 'createdAt'] as const

const everyOffer = (client: Client) => everyPage(true, 'offers', (more) => client.call(listOffers, more))

const everyJob = async (client: Client) =>
  (await everyPage(true, 'jobs', (more) => client.call(listJobs, more))).jobs

export const exportCommand = exportCommandOf<NamedOffer>({
  about: 'Export every offer with its rounds: JSON, which an import reads back, CSV or xlsx.',
  operation: listOffers.name,
  noun: 'offers',
  formats: ['json', 'csv', 'xlsx'],
  examples: ['crm offers export offers.json', 'crm offers export offers.xlsx'],
  columns: COLUMNS,
  cells: (offer) =>
    COLUMNS.map((column) => {
      if (column === 'terms') return termsText(offer, offer.base.currency)
      if (column === 'rounds') return String(offer.rounds.length)
      return offer[column] ?? ''
    }),
  async read(client) {
    const [page, jobs] = await Promise.all([everyOffer(client), everyJob(client)])
    const names = new Map(jobs.map(({ id, company, role }) => [id, { company, role }]))
    const records = page.offers.map((offer) => ({
      ...offer,
      ...(names.get(offer.jobId) ?? { company: '', role: '' }),
    }))
    return { page: { ...page, offers: records }, records }
  },
})

const Exported = lazySchema((z) =>
  z.object({
    offers: z.array(
      z.object({
        ...TermsIn().shape,
        jobId: z.string().optional(),
        company: z.string().optional(),
        role: z.string().optional(),
        status: z.enum(OFFER_STATUSES).optional(),
        rounds: z
          .array(z.object({ at: z.string(), by: z.enum(['them', 'me']), terms: RoundTermsIn() }))
          .optional(),
      }),
    ),
  }),
)
type ExportedOffer = Parsed<typeof Exported>['offers'][number]

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
  } catch (error) {
    return fail('invalid_input', { problems: `${file} cannot be read: ${String(error)}` })
  }
}

function offersIn(file: string): ExportedOffer[] {
  const { data, error } = Exported().safeParse(jsonIn(file))
  if (data) return data.offers
  const problem = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)[0]
  return fail('invalid_input', { problems: `${file} is no export of offers: ${problem ?? 'it is empty'}` })
}

type Jobs = Awaited<ReturnType<typeof everyJob>>

/** The job of an offer: the same one, else the only one of its company and role. */
function jobOf({ jobId, company = '', role = '' }: ExportedOffer, jobs: Jobs): string | undefined {
  const same = jobs.filter(({ id }) => id === jobId)
  const named = jobs.filter(
    (job) =>
      job.company.toLowerCase() === company.toLowerCase() && job.role.toLowerCase() === role.toLowerCase(),
  )
  const found = same.length ? same : named
  return found.length === 1 ? found[0]?.id : undefined
}

/** What tells an offer from another of its job: what was said, by whom and when. */
const saidIn = ({ base, signing, rounds }: Pick<ExportedOffer, 'base' | 'signing' | 'rounds'>): string =>
  JSON.stringify([
    base.amount,
    base.currency,
    base.period,
    signing ?? null,
    (rounds ?? []).map(({ at }) => at),
  ])

type Outcome = 'created' | 'skipped' | 'failed'

/** What there was before the import: an offer that is found once is taken out, so that equal ones each count. */
interface Before {
  jobs: Jobs
  offers: Offer[]
}

async function importOne(
  client: Client,
  { jobs, offers }: Before,
  offer: ExportedOffer,
  isDry: boolean,
): Promise<Outcome> {
  const job = jobOf(offer, jobs)
  if (job === undefined) return 'failed'
  const at = offers.findIndex((one) => one.jobId === job && saidIn(one) === saidIn(offer))
  if (at >= 0) {
    offers.splice(at, 1)
    return 'skipped'
  }
  if (isDry) return 'created'
  const { jobId: _j, company: _c, role: _r, status, rounds = [], ...terms } = offer
  const { id } = await client.call(addOffer, { jobId: job, ...terms })
  for (const round of rounds) await client.call(addOfferRound, { id, ...round })
  // As it stood: a round moves the status and the terms on its own.
  await client.call(updateOffer, { id, ...terms, ...(status && { status }) })
  return 'created'
}

export const importCommand: Command = {
  name: 'import',
  about: 'Import the offers of a JSON export, each to its job; what is there is skipped.',
  fields: ['created', 'skipped', 'failed'],
  args: [{ name: 'file', about: 'The JSON file; - reads stdin. Import its jobs first.' }],
  dryRun: true,
  examples: ['crm jobs import jobs.json && crm offers import offers.json'],
  async run({ args, options, client, out }) {
    const offers = offersIn(args[0] ?? '')
    const before = { jobs: await everyJob(client), offers: [...(await everyOffer(client)).offers] }
    const isDry = isOn(options, 'dryRun')
    const counts: Record<Outcome, number> = { created: 0, skipped: 0, failed: 0 }
    for (const offer of offers) {
      const outcome = await importOne(client, before, offer, isDry)
      counts[outcome] += 1
      if (outcome === 'failed') out.note(`No one job is ${offer.company ?? '?'} — ${offer.role ?? '?'}.`)
    }
    const { created, skipped, failed } = counts
    out.done(
      counts,
      `${isDry ? 'Dry run, nothing was changed. It would be: ' : ''}${created} created, ${skipped} skipped, ${failed} failed.`,
    )
    return failed ? KINDS.invalid.exit : 0
  },
}
