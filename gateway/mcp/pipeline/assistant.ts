// The tool that runs an AI assistant on one task. It costs money and saves nothing.
import { recordOf } from '../../../core/kernel/narrow.ts'
import { assistantOperation } from '../../../core/assistants/operations.ts'
import { getContact } from '../../../core/contacts/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { asCrmError, CrmError } from '../../../core/kernel/errors.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import { fetchJd } from '../../../core/scout/fetch-posting.ts'
import type { ToolContext, Tool } from '../tool.ts'
import { pipelineTool, type Args, type Common } from './arguments.ts'
import { shown } from './record-fields.ts'
import { fieldLines } from './record-text.ts'

const PURPOSES = ['intro', 'follow-up', 'referral-request', 'informational', 'reconnect'] as const

const TASKS = [
  'read_posting',
  'read_invitation',
  'prepare_interview',
  'brief_company',
  'draft_message',
] as const
type Task = (typeof TASKS)[number]

const askIn = (z: Zod, common: Common) => ({
  task: z.enum(TASKS),
  text: z.string().max(500_000).optional().describe('Posting or invitation.'),
  url: z.string().max(2_048).optional().describe('Instead of text.'),
  job: common.reference('acme').optional(),
  contact: common.reference('jane').optional(),
  purpose: z.enum(PURPOSES).optional(),
})
type AskIn = Args<ReturnType<typeof askIn>>

type Order = Promise<{ assistant: string; given: object; next: string }>

const missing = (path: keyof AskIn): never => {
  throw invalidInput([{ path, message: 'is missing' }])
}

async function jobOf(ctx: ToolContext, id: string | undefined) {
  const { company, role, status, description, notes } = await ctx.ask(getJob, { id: id ?? missing('job') })
  return { company, role, status, description, notes }
}

const ORDERS: Record<Task, (ctx: ToolContext, asked: AskIn) => Order> = {
  async read_posting(ctx, { text, url }) {
    const given: object = url ? await ctx.ask(fetchJd, { url }) : { text: text ?? missing('text') }
    return { assistant: 'parse-jd', given, next: `Keep it with save_job${url ? ', and its url' : ''}.` }
  },
  read_invitation: async (_, { text }) => ({
    assistant: 'parse-interview-email',
    given: { text: text ?? missing('text') },
    next: 'Plan it with add_event once the person agrees.',
  }),
  async prepare_interview(ctx, { job }) {
    const { company, role, description } = await jobOf(ctx, job)
    return { assistant: 'interview-prep', given: { company, role, description }, next: '' }
  },
  async brief_company(ctx, { job }) {
    const { company, role, description, notes } = await jobOf(ctx, job)
    return { assistant: 'company-brief', given: { company, role, description, notes }, next: '' }
  },
  async draft_message(ctx, { contact: id, job: about, purpose }) {
    const { name, title, company, type } = await ctx.ask(getContact, { id: id ?? missing('contact') })
    const job = about && (await jobOf(ctx, about))
    return {
      assistant: 'draft-message',
      given: {
        contact: { name, title, company, type },
        ...(job && { job: { company: job.company, role: job.role, status: job.status } }),
        messageType: purpose,
      },
      next: 'Nothing was sent. Once it is, log_activity.',
    }
  },
}

/** The caller is a model too, and costs nothing more. */
function refuseWithWay(thrown: unknown): never {
  const { code, message, hint = '', details } = asCrmError(thrown)
  if (code !== 'ai_key_required') throw thrown
  const own = 'Or do it yourself, from get_job and get_contact.'
  throw new CrmError(code, message, { hint: `${hint} ${own}`.trim(), details })
}

const askAssistant = pipelineTool({
  name: 'ask_assistant',
  title: 'Ask an AI assistant',
  description:
    'Has an AI model do one task; saves nothing: read_posting (text or url), read_invitation (text), prepare_interview or brief_company (job), draft_message (contact, job, purpose). It costs the person money: only when they ask.',
  onlyAdds: true,
  access: 'assistants:write',
  isOpenWorld: true,
  input: askIn,
  async run(ctx, asked) {
    const { assistant, given, next } = await ORDERS[asked.task](ctx, asked)
    const answer = await ctx.ask(assistantOperation(assistant), given).catch(refuseWithWay)
    const row = shown(recordOf(answer), undefined)
    const summary = [`Done: ${asked.task}.`, next].filter(Boolean).join(' ')
    return { summary, words: `${summary}\n${fieldLines(row, ctx.timeZone)}`, answer: row }
  },
})

export const ASSISTANT_TOOLS: readonly Tool[] = [askAssistant]
