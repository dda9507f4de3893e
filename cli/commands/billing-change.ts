// `crm billing subscribe|change|cancel|reactivate|refund|buy|purchases`: each paid action shows the amount and asks first.
import { isRecord, keysOf, recordOf, isOneOf } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { itemNamed, type ItemName, PLAN_WORDS, type PlanWord } from '../../core/billing/plans.ts'
import * as sales from '../../core/billing/purchases/operations.ts'
import type { Purchase } from '../../core/billing/purchases/record.ts'
import { getJob } from '../../core/jobs/queries.ts'
import { fail } from '../../core/kernel/errors.ts'
import { jsonSchemaOf } from '../../core/kernel/json-schema.ts'
import { textOf, type AnswerOf, type Command, type Run, isOn, misused } from '../command.ts'
import { chargedText as money } from '../../core/reading/currencies.ts'
import { answerText } from '../ui/answer.ts'
import { columnsOf } from '../ui/columns.ts'
import { isAgreed } from './agreement.ts'
import { doing, finderOf } from './doing.ts'
import { listing } from './listing.ts'
import { findJob } from './references.ts'
import { readJson } from './upload.ts'
import { localDay } from '../ui/time.ts'
import * as billing from '../../core/billing/operations.ts'
import { oneAmong } from '../../core/references/resolve.ts'

const YES = { flags: '-y, --yes', about: 'Do not ask for confirmation.' }

interface Sale {
  op: Operation
  given?: Record<string, unknown>
}

const SALES: Record<ItemName, Sale> = {
  'boost-small': { op: sales.buyBoost, given: { boostId: 'small' } },
  'boost-large': { op: sales.buyBoost, given: { boostId: 'large' } },
  'prep-pack': { op: sales.buyPrepPack },
  'resume-tailor': { op: sales.buyResumeTailor },
  'resume-tailor-bundle': { op: sales.buyResumeTailor, given: { bundle: true } },
  'cover-letter': { op: sales.buyCoverLetter },
  'salary-playbook': { op: sales.buySalaryPlaybook },
}

const ITEMS = keysOf(SALES)

/** The input may request a bundle. */
const itemOf = (name: ItemName, { bundle }: Record<string, unknown>): ItemName =>
  name === 'resume-tailor' && bundle ? 'resume-tailor-bundle' : name

/** The known values of the job and the offer for the fields that the operation takes. */
function fieldsFor(op: Operation, about: Record<string, unknown>): Record<string, unknown> {
  const { id: jobId, company, role, description, offerAmount } = about
  const alike = { jobCompany: company, jobTitle: role, jobDescription: description }
  const all = Object.entries({ jobId, company, role, description, ...alike, offerAmount })
  const { properties = {} } = jsonSchemaOf(op.input(), 'input')
  return Object.fromEntries(all.filter(([name, value]) => name in properties && (value ?? null) !== null))
}

async function jobFor({ client, options }: Run): Promise<Record<string, unknown>> {
  const ref = textOf(options, 'job')
  return ref === undefined ? {} : client.call(getJob, { id: (await findJob(client, ref)).id })
}

export const buy: Command = {
  name: 'buy',
  about: 'Buy a one-time item with the card on file.',
  args: [{ name: 'item', about: `One of ${ITEMS.join(', ')}.` }],
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
    if (!isOneOf(ITEMS, name)) return misused(`“${name}” is not sold. Items: ${ITEMS.join(', ')}.`)
    const { op, given } = SALES[name]
    const file = textOf(options, 'input')
    const content = file === undefined ? {} : await readJson(file, call.stdin)
    if (!isRecord(content)) return misused(`${file} is not JSON.`)
    const said = { company: textOf(options, 'company'), role: textOf(options, 'role') }
    const input: Record<string, unknown> = {
      ...fieldsFor(op, await jobFor(call)),
      ...content,
      ...fieldsFor(op, { ...said, offerAmount: textOf(options, 'offer') }),
      ...given,
    }
    const { label, amountCents } = itemNamed(itemOf(name, input))
    const price = money(amountCents)
    const act = `buy “${label}” for ${price}`
    if (!(await isAgreed(call, { act, shown: input, nothing: 'bought' }))) return
    const itemsBought = () =>
      client.call(billing.getBilling, {}).then(
        ({ balance }) => balance.items,
        () => null,
      )
    const before = out.json ? null : await itemsBought()
    const bought = recordOf(await client.call(op, input))
    if (out.json) return out.done(bought, '')
    const isOld = before !== null && (await itemsBought()) === before
    out.note(isOld ? 'Bought within the last day: nothing was charged again.' : `Charged ${price}: ${label}.`)
    out.raw(`${answerText(bought, ['success'])}\n`)
  },
}

const findPurchase = finderOf({
  ...{ op: sales.listPurchases, rows: 'purchases', noun: 'purchase', list: 'crm billing purchases' },
  namesOf: ({ label, company }) => [[label, company].filter(Boolean).join(' — ').toLowerCase()],
})

async function showPurchase({ client, out }: Run, text: string): Promise<void> {
  const found = await findPurchase(client, text.toLowerCase())
  if (out.json) return out.done(found, '')
  out.raw(`${answerText(recordOf(found.answer), ['success'])}\n`)
}

export const purchases = listing({
  ...{ name: 'purchases', op: sales.listPurchases, noun: 'purchases' },
  about: 'List your purchases, or show one.',
  args: [{ name: 'purchase?', about: 'Id, short id, or part of the item’s name.' }],
  examples: ['crm billing purchases', 'crm billing purchases 4f6a91c2'],
  instead: (call) => (call.args[0] === undefined ? undefined : showPurchase(call, call.args[0])),
  columns: () =>
    columnsOf<Purchase>({
      id: {},
      item: { value: ({ label }) => label, plain: ({ item }) => item, minWidth: 14, yields: 1 },
      company: { title: 'FOR', yields: 2 },
      price: { align: 'right', value: ({ amountCents, currency }) => money(amountCents, currency) },
      state: { paint: ({ state }) => (state === 'delivered' ? 'green' : 'yellow') },
      createdAt: { title: 'DATE', value: ({ createdAt }) => localDay(createdAt), yields: 3 },
    }),
  empty: 'Nothing bought yet: crm billing plans.',
})

const PLAN = { name: 'plan', about: 'pro-monthly, pro-yearly, ultra-monthly or ultra-yearly.' }

function planIn(text: string | undefined): PlanWord {
  const word = text?.toLowerCase()
  if (isOneOf(PLAN_WORDS, word)) return word
  return misused(`“${text ?? ''}” is no plan. Plans: ${PLAN_WORDS.join(', ')}.`)
}

/** Nothing is charged before the user enters a card on the processor's page. */
async function openPage({ client, out }: Run, plan: PlanWord): Promise<void> {
  const page = await client.call(billing.openCheckout, { plan })
  out.note('Subscribe on the payment processor’s page:')
  out.done(page, page.url)
}

export const subscribe: Command = {
  name: 'subscribe',
  about: 'Subscribe to a plan on the payment processor’s page, or with an existing payment method.',
  operation: 'billing.subscribe',
  args: [PLAN],
  options: [
    { flags: '--payment-method <id>', about: 'The processor’s payment method id: pm_…' },
    { flags: '--coupon <id>', about: 'A coupon id.' },
    YES,
  ],
  dryRun: true,
  examples: [
    'crm billing subscribe pro-monthly',
    'crm billing subscribe pro-monthly --payment-method pm_1Nq…',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const plan = planIn(args[0])
    const paymentMethodId = textOf(options, 'paymentMethod')
    if (paymentMethodId === undefined) return openPage(call, plan)
    const { plans } = await client.call(billing.listPlans, {})
    const price = plans.find((one) => one.plan === (plan.includes('-') ? plan : `pro-${plan}`))
    const cost = price ? `${money(price.amountCents, price.currency)} a ${price.interval}` : plan
    const couponId = textOf(options, 'coupon')
    const input = { plan, paymentMethodId, ...(couponId !== undefined && { couponId }) }
    const act = `subscribe to ${plan} for ${cost}`
    if (!(await isAgreed(call, { act, shown: input, nothing: 'changed' }))) return
    const made = await client.call(billing.subscribe, input)
    if (made.status === 'requires_action') {
      out.note('Your bank requires authentication (3-D Secure). Complete it on this page:')
      return out.done(made, made.hostedInvoiceUrl ?? made.subscriptionId)
    }
    const sentence =
      made.status === 'incomplete'
        ? 'The card was declined. Nothing is charged; subscribe again with another.'
        : `You are on ${plan}.`
    out.done(made, sentence)
  },
}

function previewText({ lineItems, immediateAmount: total, currency }: AnswerOf<typeof billing.previewPlan>) {
  const wide = Math.max(...lineItems.map(({ description }) => description.length), 12)
  const line = (name: string, amount: number) =>
    `  ${name.padEnd(wide)}  ${money(amount, currency).padStart(11)}`
  const name = total < 0 ? 'Credited' : 'Charged now'
  return [
    ...lineItems.map(({ description, amount }) => line(description, amount)),
    line(name, Math.abs(total)),
  ].join('\n')
}

export const change: Command = {
  name: 'change',
  about: 'Change plan; shows the cost and asks first.',
  operation: 'billing.change',
  args: [PLAN],
  options: [YES],
  dryRun: true,
  examples: ['crm billing change ultra-monthly', 'crm billing change pro-yearly --dry-run'],
  async run(call) {
    const { args, options, client, out } = call
    const plan = planIn(args[0])
    const preview = await client.call(billing.previewPlan, { plan })
    const shown = previewText(preview)
    if (!out.json && !isOn(options, 'dryRun')) out.note(shown)
    const step = { act: `change to ${plan}`, would: shown, shown: preview }
    if (!(await isAgreed(call, { ...step, nothing: 'changed' }))) return
    const changed = await client.call(billing.changeTo, { plan })
    out.done(changed, `You are on ${changed.plan}.`)
  },
}

export const cancel = doing({
  name: 'cancel',
  about: 'Cancel your subscription at the end of the paid period.',
  op: billing.cancel,
  options: [YES],
  dryRun: true,
  find: (client) => client.call(billing.getBilling, {}),
  act: ({ subscription: held }) =>
    /past_due|incomplete$/.test(held?.status ?? '')
      ? 'end your subscription now, because it is not paid'
      : 'cancel your subscription at the end of the period',
  shown: () => ({}),
  said: ({ currentPeriodEnd: end }) =>
    `Cancelled. ${end ? `You keep your plan until ${localDay(end)}` : 'Your subscription has ended'}.`,
})

export const reactivate = doing({
  name: 'reactivate',
  about: 'Undo the cancellation of your subscription.',
  op: billing.reactivate,
  said: () => 'Your subscription continues.',
})

export const refund = doing({
  name: 'refund',
  about: 'Refund an invoice in full (default: the latest paid one).',
  op: billing.refund,
  args: [{ name: 'invoice?', about: 'Its id or short id, as crm billing invoices shows it.' }],
  options: [YES],
  dryRun: true,
  async find(client, wanted) {
    const { invoices } = await client.call(billing.getBilling, {})
    const among = invoices.map((one) => ({ ...one, name: one.id }))
    const invoice = wanted
      ? oneAmong(wanted, among, () => fail('invoice_not_found', { which: ` ${wanted}` }))
      : among.find(({ status, amount_paid: paid }) => paid > 0 && /paid|refunded/.test(status))
    return { invoice, asked: invoice ? { invoiceId: invoice.id } : {} }
  },
  input: (_, { asked }) => asked,
  act({ invoice: one }) {
    const rest = one && money(one.amount_paid - one.amount_refunded, one.currency)
    return `refund ${one ? `up to ${rest} of ${one.id}` : 'the latest paid invoice'}`
  },
  shown: ({ asked }) => asked,
  said: ({ amount, status }, { invoice }) =>
    status === 'failed'
      ? `The refund of ${money(amount, invoice?.currency)} failed: nothing goes back to your card.`
      : `${money(amount, invoice?.currency)} go back to your card: ${status}.`,
})
