// Operations on one-time items and purchases.
import type { Context } from '../../kernel/context.ts'
import { fail, asCrmError, CrmError, problem } from '../../kernel/errors.ts'
import { planIncludes } from '../../kernel/family.ts'
import {
  anyFields,
  ById,
  PageIn,
  pageOut,
  text,
  words,
  lazySchema,
  invalidInput,
  objectSchema,
} from '../../kernel/schema.ts'
import { newId } from '../../kernel/id.ts'
import { operation } from '../../kernel/operation.ts'
import { pageOf, type Window } from '../../kernel/page.ts'
import type { Zod } from '../../kernel/zod.ts'
import { type ItemName, itemNamed } from '../plans.ts'
import { requireStripe } from '../stripe.ts'
import { companyBrief } from '../../assistants/tasks/company-brief.ts'
import { CoverLetter, coverLetter } from './cover-letter.ts'
import { Purchase, recordOf } from './record.ts'
import { Playbook, salaryPlaybook } from './salary-playbook.ts'
import * as store from './store.ts'
import { getJob } from '../../jobs/queries.ts'
import { readPay } from '../../reading/pay.ts'
import { invokeWithin } from '../../kernel/invoke.ts'
import { hash } from 'node:crypto'
import { serviceModel } from '../../assistants/providers.ts'
import { findStoredResponse } from '../../database/idempotency.ts'
import { requiredRecord } from '../../database/record-statements.ts'
import { DAY_MS, isoOf } from '../../kernel/clock.ts'
import { canonical } from '../../kernel/narrow.ts'
import { cut } from '../../kernel/plain-characters.ts'
import { findCustomer } from '../store.ts'
import { finish } from './finish.ts'

const success = (z: Zod) => z.literal(true)
const purchasedAt = (z: Zod) => z.string().meta({ format: 'date-time' })
const records = (z: Zod) => z.array(anyFields(z)).max(100)

const BoostIn = objectSchema((z) => ({ boostId: z.enum(['small', 'large']) }))
const BoostOut = objectSchema((z) => ({
  success: success(z),
  budgetCents: z.int().describe('The amount added to your AI budget.'),
  label: z.string(),
}))

const PrepIn = objectSchema((z) => ({
  jobId: words(z, 200).describe('The brief is about this job: its company, role, posting and notes.'),
  company: words(z, 200).describe('Ignored: the job’s company is used.'),
  role: text(z, 200).optional().describe('Ignored, like company.'),
  description: text(z, 100_000).optional().describe('Used in addition to the job’s posting.'),
}))
const PrepOut = objectSchema((z) => ({
  success: success(z),
  brief: z.object({
    ...companyBrief.output().shape,
    salaryRange: z.string(),
    purchasedAt: purchasedAt(z),
  }),
  notice: z
    .string()
    .optional()
    .describe('Present if the e-mail with the brief is waiting for a mail server.'),
}))

const TailorIn = objectSchema((z) => ({
  experience: records(z),
  skills: z.array(words(z, 200)).max(200),
  jobDescription: words(z, 100_000),
  jobTitle: words(z, 200),
  jobCompany: words(z, 200),
  education: records(z).optional(),
  bundle: z.boolean().optional().describe('Adds a cover letter.'),
}))
const TailorOut = objectSchema((z) => ({
  success: success(z),
  resume: z.record(z.string(), z.unknown()),
  coverLetter: CoverLetter().optional().describe('Only with bundle.'),
}))

const LetterIn = lazySchema((z) => coverLetter.input().extend({ tone: text(z, 100).optional() }))
const LetterOut = objectSchema((z) => ({ success: success(z), coverLetter: CoverLetter() }))

const PlaybookIn = lazySchema((z) =>
  salaryPlaybook.input().extend({ role: text(z, 200).optional(), offerDetails: text(z, 20_000).optional() }),
)
const PlaybookOut = objectSchema((z) => ({
  success: success(z),
  playbook: Playbook().extend({ purchasedAt: purchasedAt(z) }),
}))

type Fields = Record<string, unknown>

const sell = <T>(
  ctx: Context,
  ...order: [item: ItemName, input: Fields, complete?: () => Promise<Fields>]
): Promise<T> => buy(ctx, ...order) as Promise<T> // The output check validates this stored answer.

const SALE = {
  access: 'billing:write',
  requires: requireStripe,
  refuses: ['payment'],
} as const

export const buyBoost = operation({
  ...SALE,
  name: 'billing.buy-boost',
  summary: 'Buy AI budget: small adds 2 dollars for 1.99, large adds 5 for 4.99.',
  http: 'POST /api/billing/buy-boost',
  plan: 'pro',
  input: BoostIn,
  output: BoostOut,
  run: (ctx, { boostId }) => sell(ctx, `boost-${boostId}`, { boostId }),
})

export const buyPrepPack = operation({
  ...SALE,
  name: 'billing.buy-prep-pack',
  summary: 'Buy a brief on a company before an interview (3.99); it is also e-mailed.',
  http: 'POST /api/billing/buy-prep-pack',
  input: PrepIn,
  output: PrepOut,
  async run(ctx, input) {
    // For a plan that is too low, the specification requires 400 here, and 403 for the other items.
    if (!planIncludes(ctx.principal.tier, 'pro')) fail('item_needs_plan', { tier: ctx.principal.tier })
    const bought = await sell<Fields>(ctx, 'prep-pack', input, () => withJob(ctx, input))
    const notice =
      'This server has no mail server (SMTP_URL): the e-mail is queued and sent once there is one.'
    return { ...bought, ...(ctx.config.smtpUrl ? {} : { notice }) } as never
  },
})

export const buyResumeTailor = operation({
  ...SALE,
  name: 'billing.buy-resume-tailor',
  summary: 'Buy a résumé tailored to a posting (2.99), with a cover letter (3.99).',
  http: 'POST /api/billing/buy-resume-tailor',
  plan: 'pro',
  input: TailorIn,
  output: TailorOut,
  async run(ctx, { bundle = false, ...input }) {
    if (!hasContent([input.experience, input.skills, input.education]))
      refuse('experience', 'needs at least one entry, or name skills or education')
    return sell(ctx, bundle ? 'resume-tailor-bundle' : 'resume-tailor', input)
  },
})

export const buyCoverLetter = operation({
  ...SALE,
  name: 'billing.buy-cover-letter',
  summary: 'Buy a cover letter (1.99).',
  http: 'POST /api/billing/buy-cover-letter',
  plan: 'pro',
  input: LetterIn,
  output: LetterOut,
  async run(ctx, input) {
    if (!hasContent(input.profile))
      refuse('profile', 'must say something about you, such as name, skills or experience')
    return sell(ctx, 'cover-letter', input)
  },
})

export const buySalaryPlaybook = operation({
  ...SALE,
  name: 'billing.buy-salary-playbook',
  summary: 'Buy a playbook for negotiating an offer (9.99).',
  http: 'POST /api/billing/buy-salary-playbook',
  plan: 'pro',
  input: PlaybookIn,
  output: PlaybookOut,
  async run(ctx, input) {
    requireAmount(input)
    return sell(ctx, 'salary-playbook', input, () => withJob(ctx, input))
  },
})

export const listPurchases = operation({
  name: 'billing.purchases',
  summary: 'List your purchases with their content, newest first.',
  http: 'GET /api/billing/purchases',
  access: 'billing:read',
  input: PageIn,
  output: pageOut('purchases', Purchase),
  async run({ sql, principal: { userId } }, page) {
    const list = (window: Window) => store.listPurchases(sql, userId, window)
    const count = () => store.countPurchases(sql, userId)
    const { rows, ...rest } = await pageOf(page, '-createdAt', list, count)
    return { purchases: rows.map(recordOf), ...rest }
  },
})

const requirePurchase = requiredRecord(store.findPurchase, 'purchase_not_found')

const getPurchase = operation({
  name: 'billing.purchase',
  summary: 'Show one purchase.',
  http: 'GET /api/billing/purchases/:id',
  access: 'billing:read',
  input: ById,
  output: Purchase,
  run: async (ctx, { id }) => recordOf(await requirePurchase(ctx, id)),
})

function hasContent(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent)
  return typeof value === 'number' || value === true
}

const refuse = (path: string, message: string): never => {
  throw invalidInput([{ path, message }])
}

function requireAmount({ offerAmount }: Fields): void {
  const number = Number(offerAmount)
  const isAmount = Number.isNaN(number)
    ? readPay(String(offerAmount)).value !== null
    : number > 0 && Number.isFinite(number)
  if (!isAmount) refuse('offerAmount', 'must contain an amount, such as 150000 or $150k')
}

/** Adds the job's details. Takes company and role from the job, not from the request. Throws `job_not_found`. */
async function withJob(ctx: Context, input: Fields): Promise<Fields> {
  const job = await invokeWithin(getJob, ctx, { id: String(input['jobId']) })
  const about = [
    job.location && `Location: ${job.location}`,
    job.salary && `Pay as posted: ${job.salary}`,
    `Status: ${job.status}`,
    job.notes && `Notes: ${job.notes}`,
  ].filter(Boolean)
  return {
    ...input,
    company: job.company,
    role: job.role,
    location: job.location ?? '',
    posting: job.description ?? '',
    about: cut(about.join('\n'), 20_000),
  }
}

export const operations = [
  buyBoost,
  buyPrepPack,
  buyResumeTailor,
  buyCoverLetter,
  buySalaryPlaybook,
  listPurchases,
  getPurchase,
]

/** Within this time, buying the same item again returns the first purchase. Boosts can be bought again at once. */
const DUPLICATE_WINDOW_MS = DAY_MS

const POLL_MS = 150
const MAX_POLLS = 800

/** Identifies a purchase by item and input. Boosts also by Idempotency-Key, because people buy the same boost again. */
function fingerprintOf({ idempotency }: Context, item: ItemName, input: Fields): Buffer {
  const key = itemNamed(item).budgetCents ? (idempotency?.key ?? null) : null
  return hash('sha256', JSON.stringify([item, canonical(input), key]), 'buffer')
}

/**
 * Buys an item. Before any payment, `complete` returns the input with the details that the item needs.
 * Throws `billing_unavailable`, `ai_unavailable`, `card_missing`, `payment_failed`; `item_not_made`, with nothing charged.
 */
async function buy(
  ctx: Context,
  item: ItemName,
  input: Fields,
  complete: () => Promise<Fields> = () => Promise.resolve(input),
): Promise<Fields> {
  ctx.stripe.require()
  const stored = await findStoredResponse<Fields>(ctx)
  if (stored) return stored.answer
  const earlier = await findEarlier(ctx, item, input)
  if (earlier?.state === 'delivered') return delivered(ctx, earlier)
  const full = earlier ? input : await complete()
  if (!earlier) await requireModelAndCard(ctx, item)
  const purchase = earlier ?? (await begin(ctx, item, input, full))
  return waitUntilDone(ctx, purchase)
}

function delivered(ctx: Context, { answer }: store.PurchaseRow): Fields {
  ctx.report.replayed = true
  return answer ?? {}
}

async function requireModelAndCard({ config, sql, principal }: Context, item: ItemName): Promise<void> {
  if (!itemNamed(item).budgetCents && !serviceModel(config)) throw problem('ai_unavailable', {})
  const customer = await findCustomer(sql, principal.userId)
  if (!customer?.stripeCustomerId || !customer.paymentMethod)
    fail('card_missing', {}, { hint: 'Subscribe, or add a card: crm billing portal.' })
}

async function findEarlier(ctx: Context, item: ItemName, input: Fields) {
  const { sql, principal, clock, idempotency } = ctx
  const fingerprint = fingerprintOf(ctx, item, input)
  const sameKey = idempotency && (await store.findByRequestKey(sql, principal.userId, idempotency.key))
  if (sameKey && !(sameKey.item === item && fingerprint.equals(sameKey.fingerprint)))
    return fail('idempotency_mismatch', {})
  if (sameKey) return sameKey
  const isBoost = itemNamed(item).budgetCents !== undefined
  const since = isBoost ? null : isoOf(clock.now() - DUPLICATE_WINDOW_MS)
  return store.findSame(sql, principal.userId, { item, fingerprint, since })
}

async function begin(ctx: Context, item: ItemName, input: Fields, full: Fields): Promise<store.PurchaseRow> {
  const { userId } = ctx.principal
  const { amountCents } = itemNamed(item)
  const made = await store.insertPurchase(ctx.sql, userId, {
    ...{ id: newId(), item, amountCents, currency: 'usd', input: full },
    fingerprint: fingerprintOf(ctx, item, input),
    requestKey: ctx.idempotency?.key ?? null,
    at: isoOf(ctx.clock.now()),
  })
  const same = made ?? (await findEarlier(ctx, item, input))
  return same ?? fail('billing_busy', {}, { retryAfterSeconds: 1 })
}

/** After an error of Stripe, a worker continues the purchase. Warns the buyer, because buying again would buy a second boost. */
function reportInterruption(error: unknown): never {
  if (asCrmError(error).code !== 'stripe_failed') throw error
  const hint =
    'Before you buy it again, see what became of it: crm billing purchases, or GET /api/billing/purchases.'
  throw problem('purchase_interrupted', {}, { cause: error, hint })
}

async function waitUntilDone(ctx: Context, { id }: store.PurchaseRow): Promise<Fields> {
  const { userId } = ctx.principal
  for (let look = 0; look < MAX_POLLS; look += 1) {
    const done = await finish(ctx, id).catch(reportInterruption)
    if (done) return done
    const now = await store.findPurchase(ctx.sql, userId, id)
    if (now?.state === 'delivered') return delivered(ctx, now)
    if (now?.state === 'failed') throw new CrmError('payment_failed', now.problem ?? '')
    if (now?.state === 'released')
      throw problem('item_not_made', {}, { hint: 'Try again in a moment.', retryAfterSeconds: 5 })
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw problem('billing_busy', {}, { retryAfterSeconds: 30 })
}
