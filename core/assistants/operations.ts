// The operations of the assistants, one each.
import { answeredOnce } from '../database/idempotency.ts'
import { operation, type Operation } from '../kernel/operation.ts'
import type { Z } from '../kernel/zod.ts'
import type { Assistant } from './assistant.ts'
import { runAssistant } from './run.ts'
import { ASSISTANTS } from './tasks.ts'

/** The operation of an assistant. Its effect is a read, whatever its method, because it changes no user data. */
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
