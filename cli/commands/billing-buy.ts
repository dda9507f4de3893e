// `crm billing buy|purchases`: things that are sold once.
import type { Operation } from '../../core/kernel/operation.ts'
import { itemNamed, type ItemName } from '../../core/billing/items.ts'
import {
  buyBoost,
  buyCoverLetter,
  buyPrepPack,
  buyResumeTailor,
  buySalaryPlaybook,
  listPurchases,
} from '../../core/billing/purchases/operations.ts'
import type { Purchase } from '../../core/billing/purchases/record.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { isOn, textOf, type Command } from '../command.ts'
import { money } from '../ui/cents.ts'
import type { Column } from '../ui/table.ts'
import { limitOf, PAGE_OPTIONS, everyPage, wantsAll } from './pages.ts'
import { readUpload } from './upload.ts'

interface Sale {
  op: Operation
  /** The item that this input makes of it. */
  itemOf(input: Record<string, unknown>): ItemName
  given?: Record<string, unknown>
}

const sale = (op: unknown, itemOf: Sale['itemOf'], given?: Record<string, unknown>): Sale => ({
  op: op as Operation,
  itemOf,
  ...(given && { given }),
})

const SALES: Record<string, Sale> = {
  'boost-small': sale(buyBoost, () => 'boost-small', { boostId: 'small' }),
  'boost-large': sale(buyBoost, () => 'boost-large', { boostId: 'large' }),
  'prep-pack': sale(buyPrepPack, () => 'prep-pack'),
  'resume-tailor': sale(buyResumeTailor, ({ bundle }) => (bundle ? 'resume-tailor-bundle' : 'resume-tailor')),
  'resume-tailor-bundle': sale(buyResumeTailor, () => 'resume-tailor-bundle', { bundle: true }),
  'cover-letter': sale(buyCoverLetter, () => 'cover-letter'),
  'salary-playbook': sale(buySalaryPlaybook, () => 'salary-playbook'),
}

function readInput(file: string | undefined): Record<string, unknown> {
  if (file === undefined) return {}
  try {
    return JSON.parse(readUpload(file)) as Record<string, unknown>
  } catch {
    return fail('usage', { problem: `${file} is not JSON.` })
  }
}

/** What was bought, as text: headings and lists, whatever it is. */
function textOfAnswer(value: unknown, depth = 0): string[] {
  const pad = '  '.repeat(depth)
  if (Array.isArray(value))
    return value.flatMap((part) =>
      typeof part === 'object' ? [...textOfAnswer(part, depth), ''] : [`${pad}- ${String(part)}`],
    )
  if (typeof value !== 'object' || value === null) return [`${pad}${String(value ?? '')}`]
  return Object.entries(value)
    .filter(([name]) => name !== 'success')
    .flatMap(([name, part]) => {
      const heading = name.replace(/([A-Z])/g, ' $1').toLowerCase()
      return typeof part === 'object' && part !== null
        ? [`${pad}${heading}:`, ...textOfAnswer(part, depth + 1)]
        : [`${pad}${heading}: ${String(part ?? '')}`]
    })
}

export const buy: Command = {
  name: 'buy',
  about: 'Buy something once, with the card on file.',
  args: [{ name: 'item', about: `One of ${Object.keys(SALES).join(', ')}.` }],
  options: [
    { flags: '--input <file>', about: 'What it is made from, as JSON of the API; - reads stdin.' },
    { flags: '--job <id>', about: 'The job it is for.' },
    { flags: '--company <name>', about: 'The company.' },
    { flags: '--role <role>', about: 'The role.' },
    { flags: '--offer <amount>', about: 'The offer, for a playbook: 150000, or in words.' },
    { flags: '-y, --yes', about: 'Do not ask.' },
  ],
  examples: [
    'crm billing buy boost-small',
    'crm billing buy prep-pack --job 4f6a91c2 --company Acme --role engineer',
    'crm billing buy cover-letter --input letter.json --yes',
  ],
  async run({ args, options, client, out }) {
    const name = args[0] ?? ''
    const { op, itemOf, given } =
      SALES[name] ??
      fail('usage', { problem: `“${name}” is not sold. Items: ${Object.keys(SALES).join(', ')}.` })
    const flags = {
      jobId: textOf(options, 'job'),
      company: textOf(options, 'company'),
      role: textOf(options, 'role'),
      offerAmount: textOf(options, 'offer'),
    }
    const said = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
    const input: Record<string, unknown> = { ...readInput(textOf(options, 'input')), ...said, ...given }
    const { label, amountCents } = itemNamed(itemOf(input))
    if (!isOn(options, 'yes')) {
      if (!out.canAsk) fail('confirmation_needed', { action: 'Buying' })
      if (!(await out.confirm(`Buy “${label}” for ${money(amountCents)}?`)))
        return out.note('Nothing was bought.')
    }
    const bought = (await client.call(op, input)) as Record<string, unknown>
    if (out.json) return out.done(bought, '')
    out.note(`Charged ${money(amountCents)}: ${label}.`)
    out.raw(`${textOfAnswer(bought).join('\n').trim()}\n`)
  },
}

const COLUMNS: Column<Purchase>[] = [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'ITEM', value: ({ label }) => label, plain: ({ item }) => item, least: 14, yields: 1 },
  { title: 'FOR', value: ({ company }) => company, yields: 2 },
  { title: 'PRICE', align: 'right', value: ({ amountCents, currency }) => money(amountCents, currency) },
  {
    title: 'STATE',
    value: ({ state }) => state,
    paint: ({ state }) => (state === 'delivered' ? 'green' : 'yellow'),
  },
  {
    title: 'DATE',
    value: ({ createdAt }) => createdAt.slice(0, 10),
    plain: ({ createdAt }) => createdAt,
    yields: 3,
  },
]

export const purchases: Command = {
  name: 'purchases',
  about: 'List what you bought, or show one thing again.',
  operation: 'billing.purchases',
  args: [{ name: 'id?', about: 'Id or short id of the thing to show.' }],
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
    const found =
      page.purchases.find(({ id }) => id.endsWith(wanted)) ?? fail('purchase_not_found', { id: wanted })
    if (out.json) return out.done(found, '')
    out.raw(
      `${textOfAnswer(found.answer ?? {})
        .join('\n')
        .trim()}\n`,
    )
  },
}
