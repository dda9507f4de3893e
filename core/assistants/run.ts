// Runs an assistant: chooses who pays, writes the prompt, gets a valid answer, and records the cost.
import { recordOf } from '../kernel/narrow.ts'
import type { Context } from '../kernel/context.ts'
import { parse } from '../kernel/schema.ts'
import type { Z } from '../kernel/zod.ts'
import type { Assistant } from './assistant.ts'
import { modelFailure } from './failures.ts'
import { structuredAnswer } from './structured-answer.ts'
import { estimateOf, metered } from './meter.ts'
import { withoutKnownFields } from './model-schema.ts'
import { choosePaidModel, type Payer } from './payer.ts'
import { asData, DATA_RULE } from './untrusted.ts'

/** Throws `ai_key_required`, `ai_provider_failed`, `ai_answer_unusable`, `ai_timeout`. */
export async function runAssistant<I extends Z.ZodType, A extends Z.ZodObject, O extends Z.ZodType>(
  ctx: Context,
  assistant: Assistant<I, A, O>,
  input: Z.output<I>,
  { payer }: { payer: Payer },
): Promise<Z.output<O>> {
  const { provider } = recordOf(input)
  const paid = choosePaidModel(ctx, payer, typeof provider === 'string' ? provider : undefined)
  const known: Partial<Z.output<A>> = assistant.known?.(input) ?? {}
  const data = (await assistant.data?.(input, ctx)) ?? recordOf(input)
  const finish = async (answer: Z.output<A>): Promise<Z.output<O>> =>
    assistant.finish ? assistant.finish(answer, input, data, ctx) : asOutput<Z.output<O>>(answer)

  const schema = withoutKnownFields(Object.keys(known), assistant.answerSchema())
  if (!Object.keys(schema.properties ?? {}).length) return finish(parse(assistant.answer(), known))

  const request = {
    instructions: `${assistant.instructions}\n\n${DATA_RULE}`,
    data: asData(data),
    schema,
    maxTokens: assistant.maxTokens,
    read: (answer: Record<string, unknown>) => parse(assistant.answer(), { ...answer, ...known }),
  }
  const expected = estimateOf(request.instructions.length + request.data.length, assistant.maxTokens)
  const answer = await metered(ctx, { assistant: assistant.name, paid, expected }, async (meter) => {
    const deadline = AbortSignal.timeout(ctx.config.aiTimeoutSeconds * 1_000)
    const signal = AbortSignal.any([ctx.signal(), deadline])
    try {
      return await structuredAnswer({ ctx, choice: paid.choice, signal, spend: meter.spend }, request)
    } catch (error) {
      throw modelFailure(error, paid.choice, ctx, deadline)
    }
  })
  return finish(answer)
}

/** Without `finish`, the answer is the output. */
const asOutput = <Output>(answer: unknown): Output => answer as Output
