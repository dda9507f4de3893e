// The operations of the assistants.
import { answeredOnce } from '../database/idempotency.ts'
import { operation, type Operation } from '../kernel/operation.ts'
import type { Z } from '../kernel/zod.ts'
import type { Assistant } from './assistant.ts'
import { runAssistant } from './run.ts'
import { companyBrief } from './tasks/company-brief.ts'
import { draftMessage } from './tasks/draft-message.ts'
import { interviewDebrief, interviewPrep, parseInterviewEmail } from './tasks/interviews.ts'
import { parseContact } from './tasks/parse-contact.ts'
import { parseJd } from './tasks/parse-jd.ts'
import { parseResume } from './tasks/parse-resume.ts'
import { parseStatement } from './tasks/parse-statement.ts'
import { pipelineInsights } from './tasks/pipeline-insights.ts'
import { resumeTailor } from './tasks/resume-tailor.ts'
import { salaryAdvisor } from './tasks/salary-advisor.ts'
import { wellnessAnalysis } from './tasks/wellness-analysis.ts'

/** Removes the input type, for the list. Each assistant still gets only what its schema has parsed. */
const eraseInput = (one: object): Assistant => one as Assistant

export const ASSISTANTS: readonly Assistant[] = [
  parseJd,
  parseContact,
  resumeTailor,
  parseResume,
  interviewPrep,
  interviewDebrief,
  companyBrief,
  parseInterviewEmail,
  wellnessAnalysis,
  draftMessage,
  parseStatement,
  salaryAdvisor,
  pipelineInsights,
].map(eraseInput)

/** The operation of an assistant. Whatever its method, it is a read, because it changes no data of the user. */
const operationOf = <I extends Z.ZodType, A extends Z.ZodObject, O extends Z.ZodType>(
  assistant: Assistant<I, A, O>,
): Operation<I, O> =>
  operation({
    name: `assistants.${assistant.name}`,
    summary: assistant.summary,
    http: `POST /api/${assistant.name}`,
    access: 'assistants:write',
    effect: 'read',
    ...(assistant.plan && { plan: assistant.plan }),
    input: assistant.input,
    output: assistant.output,
    run: (ctx, input) => answeredOnce(ctx, () => runAssistant(ctx, assistant, input, { payer: 'user' })),
  })

export const operations: readonly Operation[] = ASSISTANTS.map(operationOf)

export function assistantOperation(name: string): Operation {
  const found = operations.find((op) => op.name === `assistants.${name}`)
  if (!found) throw new Error(`There is no assistant ${name}.`)
  return found
}
