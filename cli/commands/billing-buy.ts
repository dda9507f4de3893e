// `crm billing buy|purchases`: one-time items.
import { isRecord, recordOf } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { itemNamed, type ItemName } from '../../core/billing/plans.ts'
import {
  buyBoost,
  buyCoverLetter,
  buyPrepPack,
  buyResumeTailor,
  buySalaryPlaybook,
  listPurchases,
} from '../../core/billing/purchases/operations.ts'
import type { Purchase } from '../../core/billing/purchases/record.ts'
import { getJob } from '../../core/jobs/queries.ts'
import { fail } from '../../core/kernel/errors.ts'
import { jsonSchemaOf } from '../../core/kernel/json-schema.ts'
import { textOf, type Command, type Run } from '../command.ts'
import { chargedText as money } from '../../core/reading/currencies.ts'
import { answerText } from '../ui/answer.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { isAgreed } from './agreement.ts'
import { YES } from './billing-change.ts'
import { limitOf, PAGE_OPTIONS, everyPage, wantsAll } from './pages.ts'
import { findJob, oneOf } from './references.ts'
import { readJson } from './upload.ts'
import { localDay } from '../ui/time.ts'

interface Sale {
  op: Operation
  item: ItemName
  given?: Record<string, unknown>
}

const SALES: Record<string, Sale> = {
  'boost-small': { op: buyBoost, item: 'boost-small', given: { boostId: 'small' } },
  'boost-large': { op: buyBoost, item: 'boost-large', given: { boostId: 'large' } },
  'prep-pack': { op: buyPrepPack, item: 'prep-pack' },
  'resume-tailor': { op: buyResumeTailor, item: 'resume-tailor' },
  'resume-tailor-bundle': { op: buyResumeTailor, item: 'resume-tailor-bundle', given: { bundle: true } },
  'cover-letter': { op: buyCoverLetter, item: 'cover-letter' },
  'salary-playbook': { op: buySalaryPlaybook, item: 'salary-playbook' },
}

/** A bundle may be asked for in the input. */
const itemOf = ({ item }: Sale, { bundle }: Record<string, unknown>): ItemName =>
  item === 'resume-tailor' && bundle ? 'resume-tailor-bundle' : item

const fieldsOf = (op: Operation): string[] => Object.keys(jsonSchemaOf(op.input(), 'input').properties ?? {})

const only = (fields: readonly string[], all: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => fields.includes(name) && value !== undefined && value !== null,
    ),
  )

function saidOf(op: Operation, options: Run['options']): Record<string, unknown> {
  const [company, role] = [textOf(options, 'company'), textOf(options, 'role')]
  const offerAmount = textOf(options, 'offer')
  return only(fieldsOf(op), { company, jobCompany: company, role, jobTitle: role, offerAmount })
}

async function ofJob(op: Operation, { client, options }: Run): Promise<Record<string, unknown>> {
  const ref = textOf(options, 'job')
  if (ref === undefined) return {}
  const { id } = await findJob(client, ref)
  const { company, role, description } = await client.call(getJob, { id })
  return only(fieldsOf(op), {
    ...{ jobId: id, company, role, description },
    ...{ jobCompany: company, jobTitle: role, jobDescription: description },
  })
}

export const buy: Command = {
  name: 'buy',
  about: 'Buy a one-time item with the card on file.',
  args: [{ name: 'item', about: `One of ${Object.keys(SALES).join(', ')}.` }],
  options: [
    { flags: '--input <file>', about: 'The item’s input as JSON, as in the API; - reads stdin.' },
    { flags: '--job <job>', about: 'The job it is for: id, short id, or part of its name.' },
    { flags: '--company <name>', about: 'The company (default: the job’s).' },
    { flags: '--role <role>', about: 'The role (default: the job’s).' },
    { flags: '--offer <amount>', about: 'For a playbook: the offer, such as 150000 or text.' },
    YES,
  ],
  dryRun: true,
  examples: [
    'crm billing buy boost-small',
    'crm billing buy prep-pack --job acme',
    'crm billing buy salary-playbook --job 4f6a91c2 --offer 150000',
    'crm billing buy cover-letter --job acme --input profile.json --yes',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const name = args[0] ?? ''
    const sale =
      SALES[name] ??
      fail('usage', { problem: `“${name}” is not sold. Items: ${Object.keys(SALES).join(', ')}.` })
    const { op, given } = sale
    const file = textOf(options, 'input')
    const said = file === undefined ? {} : await readJson(file, call.stdin)
    if (!isRecord(said)) return fail('usage', { problem: `${file} is not JSON.` })
    const input: Record<string, unknown> = {
      ...(await ofJob(op, call)),
      ...said,
      ...saidOf(op, options),
      ...given,
    }
    const { label, amountCents } = itemNamed(itemOf(sale, input))
    const price = money(amountCents)
    const act = `buy “${label}” for ${price}`
    if (!(await isAgreed(call, { action: 'Buying', act, shown: input, nothing: 'bought' }))) return
    const bought = recordOf(await client.call(op, input))
    if (out.json) return out.done(bought, '')
    out.note(`Charged ${price}: ${label}.`)
    out.raw(`${answerText(bought, ['success'])}\n`)
  },
}

const namesOf = ({ label, company }: Purchase) =>
  [[label, company].filter(Boolean).join(' — ').toLowerCase()] as const

const COLUMNS: Column<Purchase>[] = [
  idColumn(),
  { title: 'ITEM', value: ({ label }) => label, plain: ({ item }) => item, minWidth: 14, yields: 1 },
  { title: 'FOR', value: ({ company }) => company, yields: 2 },
  { title: 'PRICE', align: 'right', value: ({ amountCents, currency }) => money(amountCents, currency) },
  {
    title: 'STATE',
    value: ({ state }) => state,
    paint: ({ state }) => (state === 'delivered' ? 'green' : 'yellow'),
  },
  timeColumn('DATE', ({ createdAt }) => createdAt, { yields: 3 }, localDay),
]

export const purchases: Command = {
  name: 'purchases',
  about: 'List your purchases, or show one.',
  operation: 'billing.purchases',
  args: [{ name: 'purchase?', about: 'Id, short id, or part of the item’s name.' }],
  options: PAGE_OPTIONS,
  examples: ['crm billing purchases', 'crm billing purchases 4f6a91c2'],
  async run({ args, options, client, out }) {
    const wanted = args[0]?.toLowerCase()
    const all = wanted !== undefined || wantsAll(options)
    const page = await everyPage(all, 'purchases', (more) =>
      client.call(listPurchases, { limit: limitOf(options), ...more }),
    )
    if (wanted === undefined)
      return out.list(page, page.purchases, COLUMNS, 'Nothing bought yet: crm billing plans.')
    const found = oneOf(wanted, page.purchases, namesOf, 'purchase', 'crm billing purchases')
    if (out.json) return out.done(found, '')
    out.raw(`${answerText(recordOf(found.answer), ['success'])}\n`)
  },
}
