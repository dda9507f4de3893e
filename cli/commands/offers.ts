// `crm offers …`
import { asCrmError, fail, KINDS } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import {
  addOffer,
  addOfferRound,
  getOffer,
  listOffers,
  readOfferWords,
  removeOffer,
  updateOffer,
  importOfferList,
} from '../../core/offers/operations.ts'
import { OPEN_OFFER_STATUSES, type Offer, type TermsChange } from '../../core/offers/fields.ts'
import { isOn, textOf, type Command, type Run, wordOf, asWord, misused, type AnswerOf } from '../command.ts'
import { isDryRun } from './agreement.ts'
import { doing } from './doing.ts'
import { termsText } from '../ui/offer.ts'
import { localZone } from '../../core/kernel/clock.ts'
import { readDateOption, textField } from './flags.ts'
import { joinedNotes, TERM_OPTIONS, termsOf } from './offers-fields.ts'
import { OFFER } from './offers-read.ts'
import { findJob, findOffer } from './references.ts'
import { invalidInput, lazySchema, type Parsed } from '../../core/kernel/schema.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { OfferOfExport } from '../../core/offers/fields.ts'
import { exportCommandOf } from './export-rows.ts'
import { everyPage } from './pages.ts'
import { readJson } from './upload.ts'

const COLUMNS = ['id', 'company', 'role', 'status', 'terms', 'deadline', 'rounds', 'createdAt'] as const

const exportCommand = exportCommandOf<'offers', Offer, { company: string; role: string }>({
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

async function offersIn(file: string, stdin: Run['stdin']): Promise<ExportedOffer[]> {
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

async function send(client: Run['client'], offers: readonly ExportedOffer[], dryRun: true | undefined) {
  const whole: Report = { rows: [], created: 0, skipped: 0, failed: 0, changeId: null }
  for (const part of partsOf(offers)) {
    const input = { offers: part, dryRun, continues: whole.changeId ?? undefined }
    const { rows, changeId, ...counts } = await client.call(importOfferList, input)
    const before = whole.rows.length
    whole.rows.push(...rows.map((row) => ({ ...row, at: before + row.at })))
    for (const name of ['created', 'skipped', 'failed'] as const) whole[name] += counts[name]
    whole.changeId ??= changeId
  }
  return whole
}

const importCommand: Command = {
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
    const counts = `${created} created, ${skipped} skipped, ${failed} failed.`
    const undo = created ? ' crm undo takes them all back.' : ''
    out.done(report, isDry ? `Dry run, nothing was changed. It would be: ${counts}` : counts + undo)
    return failed ? KINDS.invalid.exit : 0
  },
}

const wordsOf = (offer: Offer): string => termsText(offer, offer.base.currency)

const YES = {
  flags: '-y, --yes',
  about: 'Save it without asking; words that were not understood are shown and kept as notes.',
}

const addCommand: Command = {
  name: 'add',
  about: 'Add an offer to a job, in your own words or by its parts; it is shown before it is saved.',
  operation: 'offers.create',
  args: [
    { name: 'job', about: 'Id, short id, or part of company and role.' },
    { name: 'text?', about: 'The offer in words; - reads stdin. Lists what crm did not understand.' },
  ],
  options: [...TERM_OPTIONS, YES],
  dryRun: true,
  examples: [
    'crm offers add acme "185k base, 15 % bonus, answer by Friday"',
    'crm offers add globex --base "€95.000 p.a." --deadline fri',
  ],
  async run(run) {
    const { args, options, client, out } = run
    const { id: jobId, name } = await findJob(client, args[0] ?? '')
    const reading = await readingOf(run, args[1])
    const note = unreadNote(reading)
    const kept = { ...reading?.terms, ...(note && { notes: joinedNotes(reading?.terms.notes, note) }) }
    const { base, ...terms } = { ...kept, ...(await termsOf(run, kept)) }
    if (!base)
      return misused(`Say the base: crm offers add JOB "185k base, …", or --base 185k${unreadText(reading)}`)
    const input = { jobId, base, ...terms }
    if (isDryRun(options, addOffer, input))
      return out.done(input, `Would add an offer to ${name}: ${saidText(input)}.${unreadText(reading)}`)
    const existing = await offerOfSameBase(client, jobId, base)
    const there = existing && `The job has an open offer of this base already: ${shortId(existing.id)}.`
    const said = saidText({ ...input, notes: reading?.terms.notes })
    if (reading && !(await isConfirmed(run, reading, said, there))) return out.note('Nothing was saved.')
    const offer = await client.call(addOffer, input).catch(nameBaseFlags)
    out.done(offer, `Added ${wordsOf(offer)} (${shortId(offer.id)}).`)
    if (there) out.note(`${there} Twice? crm offers rm ${shortId(offer.id)}`)
  },
}

/** An open offer of the job with this base, because one letter is easily entered twice. */
async function offerOfSameBase(client: Run['client'], jobId: string, base: NonNullable<TermsChange['base']>) {
  const asked = { jobId, status: [...OPEN_OFFER_STATUSES] }
  // A token that may not read offers may still add one.
  const { offers } = await client.call(listOffers, asked).catch(() => ({ offers: [] }))
  return offers.find(
    ({ base: { amount, period, currency } }) =>
      amount === base.amount &&
      period === (base.period ?? period) &&
      currency === (base.currency ?? currency),
  )
}

const BASE_FLAGS: Record<string, string> = {
  'base.currency': '--currency',
  'base.period': 'the period in --base',
}

/** Names flags in an error about the base, where the API names fields. */
function nameBaseFlags(error: unknown): never {
  const { issues, hint } = asCrmError(error)
  if (!issues.some(({ path }) => path in BASE_FLAGS)) throw error
  const named = issues.map(({ path, message }) => ({ path: BASE_FLAGS[path] ?? path, message }))
  throw invalidInput(named, hint)
}

type Reading = AnswerOf<typeof readOfferWords> & { terms: TermsChange }

async function readingOf({ client, stdin }: Run, said: string | undefined): Promise<Reading | undefined> {
  const text = await textField(said, stdin)
  if (!text) return undefined
  // The terms of a reading have the type of a change.
  return (await client.call(readOfferWords, { text, timeZone: localZone() })) as Reading
}

/** A round keeps the offer's period where its words name none. */
const inPeriodOf = ({ period }: Offer['base'], reading: Reading | undefined): Reading | undefined =>
  reading && {
    ...reading,
    assumed: reading.assumed.map(({ words, why }) => ({
      words,
      why: why.replace('no period; a year was', `no period; the offer’s, a ${period}, was`),
    })),
  }

/** The stated terms as text. `termsText` skips missing terms. */
const saidText = ({ base, ...terms }: TermsChange): string =>
  termsText(
    { ...terms, ...(base && { base: { currency: '', period: 'year', ...base } }) } as Partial<Offer>,
    base?.currency ?? '',
  )

const unreadNote = (reading: Reading | undefined): string | undefined =>
  reading?.unread.length
    ? `Not understood: ${reading.unread.map(({ words }) => `“${words}”`).join(', ')}.`
    : undefined

const unreadText = (reading: Reading | undefined): string =>
  [...(reading?.assumed ?? []), ...(reading?.unread ?? [])]
    .map(({ words, why }) => `\n“${words}” ${why}.`)
    .join('')

/** Shows the reading and asks. In a script, refuses words that were not understood unless --yes is given. */
async function isConfirmed({ options, out }: Run, reading: Reading, said: string, there = '') {
  if (isOn(options, 'yes')) {
    const left = unreadText(reading)
    if (left !== '') out.note(left.trim())
    return true
  }
  if (out.canAsk) {
    out.note(`Understood: ${said}.${unreadText(reading)}`)
    if (there) out.note(there)
    return out.confirm('Save this?')
  }
  if (!reading.unread.length) return true
  const problems = `some words were not understood:${unreadText({ ...reading, assumed: [] })}`
  return fail('invalid_input', { problems }, { hint: 'Say them otherwise, or pass --yes to save the rest.' })
}

async function acceptedBeside(client: Run['client'], id: string): Promise<Offer[]> {
  const { jobId } = await client.call(getOffer, { id })
  const { offers } = await client.call(listOffers, { jobId, status: ['accepted'] })
  return offers.filter((one) => one.id !== id)
}

const editCommand: Command = {
  name: 'edit',
  about: 'Edit or decide an offer; an empty value clears a field, and accepting it moves the job.',
  operation: 'offers.update',
  args: [OFFER],
  options: [
    { flags: '-s, --status <status>', about: 'received, countered, accepted, declined or expired.' },
    ...TERM_OPTIONS,
  ],
  dryRun: true,
  examples: ['crm offers edit acme --signing 25k', 'crm offers edit acme --status accepted'],
  async run(call) {
    const { args, options, client, out } = call
    const status = wordOf<Offer['status']>(options, 'status')
    const { id, name } = await findOffer(client, args[0] ?? '')
    const { base, notes } = await client.call(getOffer, { id })
    // --notes replaces the notes; a share of the company is added to them.
    const known = textOf(options, 'notes') === undefined ? { base, notes } : { base }
    const change = { ...(await termsOf(call, known)), ...(status && { status }) }
    if (!Object.keys(change).length)
      misused('Name the fields to change: crm offers edit OFFER --base … (see --help).')
    if (isDryRun(options, updateOffer, { id, ...change }))
      return out.done(change, `Would change ${Object.keys(change).join(', ')} of the offer ${name}.`)
    const earlier = status === 'accepted' ? await acceptedBeside(client, id) : []
    const offer = await client.call(updateOffer, { id, ...change })
    out.done(offer, `The offer is ${offer.status}: ${wordsOf(offer)}.`)
    if (status !== 'accepted') return
    for (const one of earlier)
      out.note(
        `A job has one accepted offer: the earlier one, ${wordsOf(one)} (${shortId(one.id)}), is declined now.`,
      )
    out.note(
      `The job is accepted too. crm undo takes ${earlier.length ? 'all of it' : 'both'} back; crm next says what is left.`,
    )
  },
}

const roundCommand: Command = {
  name: 'round',
  about: 'Record a round: by them changes the offer, by me counters it.',
  operation: 'offers.round',
  args: [
    OFFER,
    { name: 'by', about: 'them or me.' },
    { name: 'text?', about: 'What was said, in words; - reads stdin. Lists what crm did not understand.' },
  ],
  options: [
    { flags: '--note <text>', about: 'A few words about it.' },
    { flags: '--at <date>', about: 'When: yesterday, -3d (default: now).' },
    ...TERM_OPTIONS,
    YES,
  ],
  dryRun: true,
  examples: [
    'crm offers round acme them "192k base, 10k signing, answer by Friday"',
    'crm offers round acme me --base 200k --note "asked on the phone"',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const { id, name } = await findOffer(client, args[0] ?? '')
    const { base, notes } = await client.call(getOffer, { id })
    const reading = inPeriodOf(base, await readingOf(call, args[2]))
    const { notes: share, ...read } = reading?.terms ?? {}
    const note = joinedNotes(textOf(options, 'note'), share, unreadNote(reading))
    const said = { ...read, ...(await termsOf(call, { base: read.base ?? base, notes })) }
    const round = {
      by: asWord<'me' | 'them'>(args[1] ?? ''),
      at: await readDateOption('--at', textOf(options, 'at'), 'behind', { say: out.note }),
      terms: { ...said, ...(note && { note }) },
    }
    if (isDryRun(options, addOfferRound, { id, ...round }))
      return out.done(round, `Would add a round to the offer ${name}.`)
    const asked = saidText({ notes: share, ...said, ...(said.base && { base: { ...base, ...said.base } }) })
    if (reading && !(await isConfirmed(call, reading, asked))) return out.note('Nothing was saved.')
    const offer = await client.call(addOfferRound, { id, ...round })
    const countered = `You countered${asked && ` with ${asked}`}. The offer stands at ${wordsOf(offer)}.`
    out.done(offer, round.by === 'me' ? countered : `The offer is now ${wordsOf(offer)}.`)
  },
}

const removeCommand = doing({
  name: 'rm',
  about: 'Delete an offer, with the event of its deadline.',
  op: removeOffer,
  args: [OFFER],
  examples: ['crm offers rm acme --yes'],
  find: findOffer,
  act: ({ name }) => `delete the offer ${name}`,
  nothing: 'deleted',
  shown: ({ id }, { client }) => client.call(getOffer, { id }),
  said: (_, { name }) => `Deleted the offer ${name}.`,
})

export const commands: Command[] = [
  addCommand,
  editCommand,
  removeCommand,
  roundCommand,
  importCommand,
  exportCommand,
]
