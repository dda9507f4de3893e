// What is bought: made by the service's own model, and handed over.
import { addBudget } from '../../assistants/budget.ts'
import { payFiguresOf } from '../../assistants/pay-figures.ts'
import { runAssistant } from '../../assistants/run.ts'
import { companyBrief } from '../../assistants/tasks/company-brief.ts'
import { resumeTailor } from '../../assistants/tasks/resume-tailor.ts'
import type { Transaction } from '../../database/transaction.ts'
import { findPerson } from '../../identity/person.ts'
import type { Context } from '../../kernel/context.ts'
import { parse } from '../../kernel/schema.ts'
import { queueLetter } from '../../mail/queue.ts'
import { itemNamed, type ItemName } from '../items.ts'
import { briefLetter } from './brief-letter.ts'
import { coverLetter } from './cover-letter.ts'
import { salaryPlaybook } from './salary-playbook.ts'
import type { PurchaseRow } from './store.ts'

type Input = Record<string, unknown>
type Making = (ctx: Context, input: Input) => Promise<Input>

const SERVICE = { payer: 'service' } as const

/** Inputs were parsed when they were asked for; what is kept of them is parsed again by its assistant's own recipe. */
const prepPack: Making = async (ctx, { company, role, description }) => {
  const input = parse(companyBrief.input(), { company, role, description })
  const [brief, figures] = await Promise.all([
    runAssistant(ctx, companyBrief, input, SERVICE),
    payFiguresOf(ctx, input.role),
  ])
  const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`
  const salaryRange = figures
    ? `${dollars(figures.low)} to ${dollars(figures.high)} a year, median ${dollars(figures.median)} (${figures.role}, ${figures.place}; published data as of ${figures.asOf}, confidence ${figures.confidence}).`
    : 'There are no figures of ours for this role.'
  return { success: true, brief: { ...brief, salaryRange } }
}

const tailor: Making = async (
  ctx,
  { experience, skills, education, jobDescription, jobTitle, jobCompany },
) => {
  const resume = { experience, skills, ...(education !== undefined && { education }) }
  const input = parse(resumeTailor.input(), { resume, jobDescription, company: jobCompany, role: jobTitle })
  const { resume: tailored, changes, gaps } = await runAssistant(ctx, resumeTailor, input, SERVICE)
  return { success: true, resume: { ...tailored, changes, gaps } }
}

const letter: Making = async (ctx, input) => ({
  success: true,
  coverLetter: await runAssistant(ctx, coverLetter, parse(coverLetter.input(), input), SERVICE),
})

const bundle: Making = async (ctx, input) => {
  const { experience, skills, education, jobDescription, jobTitle, jobCompany } = input
  const profile = { experience, skills, ...(education !== undefined && { education }) }
  const [tailored, written] = await Promise.all([
    tailor(ctx, input),
    letter(ctx, { profile, jobDescription, jobTitle, jobCompany }),
  ])
  return { ...tailored, ...written }
}

const playbook: Making = async (ctx, input) => ({
  success: true,
  playbook: await runAssistant(ctx, salaryPlaybook, parse(salaryPlaybook.input(), input), SERVICE),
})

const MAKING: Partial<Record<ItemName, Making>> = {
  'prep-pack': prepPack,
  'resume-tailor': tailor,
  'resume-tailor-bundle': bundle,
  'cover-letter': letter,
  'salary-playbook': playbook,
}

/** Makes what was bought. Throws what the model refused with. */
export function make(ctx: Context, { item, input }: PurchaseRow): Promise<Input> {
  const making = MAKING[item]
  if (!making) throw new Error(`Nothing is made for ${item}.`)
  return making(ctx, input)
}

/** Hands over what goes with an item, in the transaction of its delivery: budget for a boost, a letter for a brief. */
export async function deliver(tx: Transaction, purchase: PurchaseRow): Promise<void> {
  const { label, budgetCents } = itemNamed(purchase.item)
  if (budgetCents) await addBudget(tx, { cents: budgetCents, reason: label })
  if (purchase.item !== 'prep-pack') return
  const person = await findPerson(tx.sql, purchase.userId)
  if (person?.email) await queueLetter(tx, { recipient: person.email, ...briefLetter(purchase, tx.config) })
}
