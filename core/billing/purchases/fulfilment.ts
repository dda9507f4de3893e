// Generates a purchased item with the service's own model, and delivers it.
import { dollars } from '../../kernel/amounts.ts'
import { itemNamed, type ItemName } from '../plans.ts'
import { addBudget } from '../../assistants/budget.ts'
import { payFiguresOf } from '../../assistants/pay-figures.ts'
import { runAssistant } from '../../assistants/run.ts'
import { companyBrief } from '../../assistants/tasks/company-brief.ts'
import { resumeTailor } from '../../assistants/tasks/resume-tailor.ts'
import type { Transaction } from '../../database/transaction.ts'
import { findProfile } from '../../identity/user.ts'
import type { Context } from '../../kernel/context.ts'
import { cut } from '../../kernel/plain-characters.ts'
import { parse } from '../../kernel/schema.ts'
import { queueEmail } from '../../mail/queue.ts'
import { coverLetter } from './cover-letter.ts'
import { salaryPlaybook } from './salary-playbook.ts'
import type { PurchaseRow } from './store.ts'
import { serviceUrl, type Config } from '../../config.ts'
import { emailOf } from '../../mail/layout.ts'

const SECTIONS = [
  ['recentNews', 'Recent news'],
  ['cultureSignals', 'How they work'],
  ['interviewFocus', 'What the interview focuses on'],
  ['questionsToAsk', 'Questions to ask'],
  ['talkingPoints', 'Talking points'],
  ['redFlags', 'Look closely at'],
] as const

type Brief = Record<string, unknown> & { companyOverview?: string; salaryRange?: string }

function briefEmail({ input, answer }: PurchaseRow, config: Config) {
  const brief = (answer?.['brief'] ?? {}) as Brief
  const company = String(input['company'] ?? '')
  const role = typeof input['role'] === 'string' ? input['role'] : ''
  const sections = SECTIONS.flatMap(([name, heading]) => {
    const lines = brief[name]
    const list = Array.isArray(lines) ? lines.map((line) => ({ name: String(line) })) : []
    return list.length ? [{ heading, list }] : []
  })
  return emailOf(
    `${company}${role ? `: ${role}` : ''}`,
    [
      { text: brief.companyOverview ?? '' },
      ...sections,
      { heading: 'Pay', text: brief.salaryRange ?? '' },
      { small: `You bought this brief; it is kept with your purchases at ${serviceUrl(config)}/settings.` },
    ],
    `Your brief on ${company}`,
  )
}

type JsonObject = Record<string, unknown>
const MAX_POSTING_CHARACTERS = 100_000

type Producer = (ctx: Context, input: JsonObject) => Promise<JsonObject>

const SERVICE = { payer: 'service' } as const

/** Parses the stored input again, with the assistant's own schema. */
const prepPack: Producer = async (ctx, { company, role, location, description, posting, about }) => {
  const texts = [...new Set([posting, description].filter(Boolean))]
  const input = parse(companyBrief.input(), {
    ...{ company, role, ...(location ? { location } : {}) },
    ...(texts.length && { description: cut(texts.join('\n\n'), MAX_POSTING_CHARACTERS) }),
    ...(about ? { notes: about } : {}),
  })
  const [brief, figures] = await Promise.all([
    runAssistant(ctx, companyBrief, input, SERVICE),
    payFiguresOf(ctx, input.role, input.location),
  ])
  const salaryRange = figures
    ? `${dollars(figures.low)} to ${dollars(figures.high)} a year by employer, typically ${dollars(figures.median)} (${figures.role}, ${figures.place}; as of ${figures.asOf}). ${figures.why}`
    : 'crm has no figures for this role and place.'
  return { success: true, brief: { ...brief, salaryRange } }
}

const tailor: Producer = async (ctx, sent) => {
  const { experience, skills, education, jobDescription, jobTitle, jobCompany } = sent
  const resume = { experience, skills, ...(education !== undefined && { education }) }
  const input = parse(resumeTailor.input(), { resume, jobDescription, company: jobCompany, role: jobTitle })
  const { resume: tailored, changes, gaps, missing } = await runAssistant(ctx, resumeTailor, input, SERVICE)
  return { success: true, resume: { ...tailored, changes, gaps, missing } }
}

const letterOnly: Producer = async (ctx, input) => ({
  success: true,
  coverLetter: await runAssistant(ctx, coverLetter, parse(coverLetter.input(), input), SERVICE),
})

const bundle: Producer = async (ctx, input) => {
  const { experience, skills, education, jobDescription, jobTitle, jobCompany } = input
  const profile = { experience, skills, ...(education !== undefined && { education }) }
  const [tailored, written] = await Promise.all([
    tailor(ctx, input),
    letterOnly(ctx, { profile, jobDescription, jobTitle, jobCompany }),
  ])
  return { ...tailored, ...written }
}

const playbook: Producer = async (ctx, { posting: _, about, offerDetails, ...input }) => {
  const details = cut([offerDetails, about].filter(Boolean).join('\n'), 20_000)
  const parsed = parse(salaryPlaybook.input(), { ...input, ...(details && { offerDetails: details }) })
  return { success: true, playbook: await runAssistant(ctx, salaryPlaybook, parsed, SERVICE) }
}

const PRODUCERS: Partial<Record<ItemName, Producer>> = {
  'prep-pack': prepPack,
  'resume-tailor': tailor,
  'resume-tailor-bundle': bundle,
  'cover-letter': letterOnly,
  'salary-playbook': playbook,
}

export function produce(ctx: Context, { item, input }: PurchaseRow): Promise<JsonObject> {
  const producer = PRODUCERS[item]
  if (!producer) throw new Error(`Nothing is produced for ${item}.`)
  return producer(ctx, input)
}

export async function deliver(tx: Transaction, purchase: PurchaseRow): Promise<void> {
  const { label, budgetCents } = itemNamed(purchase.item)
  if (budgetCents) await addBudget(tx, { cents: budgetCents, reason: label })
  if (purchase.item !== 'prep-pack') return
  const user = await findProfile(tx.sql, purchase.userId)
  if (user?.email) await queueEmail(tx, { recipient: user.email, ...briefEmail(purchase, tx.config) })
}
