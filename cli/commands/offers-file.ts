// `crm offers export|import`: offers with their rounds as JSON for a later import, or as a read-only sheet.
import { fail, KINDS } from '../../core/kernel/errors.ts'
import { lazySchema, type Parsed } from '../../core/kernel/schema.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { importOfferList, listOffers } from '../../core/offers/operations.ts'
import { OfferOfExport } from '../../core/offers/import-report.ts'
import type { Offer } from '../../core/offers/fields.ts'
import type { AnswerOf, Client } from '../client.ts'
import { isOn, type Command } from '../command.ts'
import type { Stdin } from '../output.ts'
import { termsText } from '../ui/offer.ts'
import { exportCommandOf } from './export-rows.ts'
import { everyPage } from './pages.ts'
import { readJson } from './upload.ts'

const COLUMNS = ['id', 'company', 'role', 'status', 'terms', 'deadline', 'rounds', 'createdAt'] as const

export const exportCommand = exportCommandOf<'offers', Offer, { company: string; role: string }>({
  about: 'Export every offer with its rounds: JSON, which an import reads back, CSV or xlsx.',
  op: listOffers,
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
  async completed(client, offers) {
    const { jobs } = await everyPage(true, 'jobs', (more) => client.call(listJobs, more))
    const names = new Map(jobs.map(({ id, company, role }) => [id, { company, role }]))
    return offers.map((offer) => ({ ...offer, ...(names.get(offer.jobId) ?? { company: '', role: '' }) }))
  },
})

const Exported = lazySchema((z) => z.object({ offers: z.array(z.object(OfferOfExport().shape)) }))
type ExportedOffer = Parsed<typeof Exported>['offers'][number]

async function offersIn(file: string, stdin: Stdin): Promise<ExportedOffer[]> {
  const json = await readJson(file, stdin)
  const { data, error } = Exported().safeParse(json)
  if (data) return data.offers
  const [first] = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const problem = json === undefined ? 'it is not JSON' : (first ?? 'it is empty')
  return fail('invalid_input', { problems: `${file} is no export of offers: ${problem}` })
}

/** Limits of one call: the gateway accepts 200 offers, 20,000 values and 1 MiB. */
const ROOM = { offers: 200, bytes: 250_000 }

function partsOf(offers: readonly ExportedOffer[]): ExportedOffer[][] {
  const parts: ExportedOffer[][] = []
  let bytes = Infinity
  for (const offer of offers) {
    const size = Buffer.byteLength(JSON.stringify(offer))
    const part = parts.at(-1)
    const isFull = part?.length === ROOM.offers || bytes + size > ROOM.bytes
    if (part && !isFull) part.push(offer)
    else parts.push([offer])
    bytes = isFull ? size : bytes + size
  }
  return parts
}

type Report = AnswerOf<typeof importOfferList>

async function send(
  client: Client,
  offers: readonly ExportedOffer[],
  dryRun: true | undefined,
): Promise<Report> {
  const whole: Report = { rows: [], created: 0, skipped: 0, failed: 0, changeId: null }
  for (const part of partsOf(offers)) {
    const continues = whole.changeId ?? undefined
    const { rows, changeId, ...counts } = await client.call(importOfferList, {
      offers: part,
      dryRun,
      continues,
    })
    const before = whole.rows.length
    whole.rows.push(...rows.map((row) => ({ ...row, at: before + row.at })))
    for (const name of ['created', 'skipped', 'failed'] as const) whole[name] += counts[name]
    whole.changeId ??= changeId
  }
  return whole
}

export const importCommand: Command = {
  name: 'import',
  about: 'Import the offers of a JSON export, each to its job; existing offers are skipped.',
  operation: importOfferList.name,
  args: [{ name: 'file', about: 'The JSON file; - reads stdin. Import its jobs first.' }],
  dryRun: true,
  examples: ['crm jobs import jobs.json && crm offers import offers.json'],
  async run({ args, options, client, out, stdin }) {
    const isDry = isOn(options, 'dryRun')
    const report = await send(client, await offersIn(args[0] ?? '', stdin), isDry || undefined)
    const { rows, created, skipped, failed } = report
    for (const { outcome, reason } of rows) if (outcome === 'failed' && reason) out.note(reason)
    out.done(
      report,
      `${isDry ? 'Dry run, nothing was changed. It would be: ' : ''}${created} created, ${skipped} skipped, ${failed} failed.${created && !isDry ? ' crm undo takes them all back.' : ''}`,
    )
    return failed ? KINDS.invalid.exit : 0
  },
}
