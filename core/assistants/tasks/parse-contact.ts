// Reads a contact from a signature, profile or message, and finds the user's jobs that may concern that contact.
import type { Context } from '../../kernel/context.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { listJobs } from '../../jobs/queries.ts'
import { invokeWithin } from '../../kernel/invoke.ts'
import { assistant, modelText, answerOf, listOf, nullableText } from '../assistant.ts'

const ParseContactIn = objectSchema((z) => ({
  text: modelText(z, 1).describe('A signature, a profile, a message or a card.'),
}))

const Person = answerOf((z) => ({
  name: nullableText(z, 'The person’s full name.'),
  title: nullableText(z, 'Their position.'),
  company: nullableText(z, 'Where they work.'),
  email: nullableText(z, 'Their e-mail address, as written.'),
  suggestedJobs: listOf(z, 'Positions the text says this person is hiring or recruiting for; usually none.', {
    company: nullableText(z, 'Who hires.'),
    role: nullableText(z, 'The position.'),
    reason: nullableText(z, 'Why this person matters for it, in one sentence.'),
  }),
}))

const SuggestedJob = answerOf((z) => ({
  jobId: z.string().nullable().describe('Your matching job, or null.'),
  company: z.string().nullable(),
  role: z.string().nullable(),
  reason: z.string().nullable(),
}))

const ParsedContact = answerOf((z) => ({ ...Person().shape, suggestedJobs: z.array(SuggestedJob()) }))

export const parseContact = assistant({
  name: 'parse-contact',
  summary: 'Extract a contact from a text, and suggest matching jobs of yours.',
  plan: 'pro',
  input: ParseContactIn,
  answer: Person,
  output: ParsedContact,
  instructions:
    'You extract one person’s contact details from a text. If several people are named, take the one the text is from or about.',
  maxTokens: 1_000,
  async finish({ suggestedJobs, ...person }, _input, _data, ctx) {
    const followed = await jobsAtCompany(ctx, person.company)
    const others = suggestedJobs
      .filter(({ company, role }) => company !== null || role !== null)
      .filter((job) => !followed.some((known) => sameJob(known, job)))
    const email = person.email && ADDRESS.test(person.email) ? person.email : null
    return {
      ...person,
      email,
      suggestedJobs: [...followed, ...others.map((job) => ({ jobId: null, ...job }))],
    }
  },
})

const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/

const same = (one: string | null, other: string | null): boolean =>
  (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase()

const sameJob = (one: { company: string | null; role: string | null }, other: typeof one): boolean =>
  same(one.company, other.company) && same(one.role, other.role)

const MAX_FOLLOWED_JOBS = 5

async function jobsAtCompany(ctx: Context, company: string | null) {
  if (!company) return []
  const asked = { company: company.slice(0, 200), limit: MAX_FOLLOWED_JOBS }
  const { jobs } = await invokeWithin(listJobs, ctx, asked)
  return jobs.map(({ id, company, role, status }) => ({
    jobId: id,
    company,
    role,
    reason: `You follow this job; it is ${status}.`,
  }))
}
