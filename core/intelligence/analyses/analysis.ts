// What every analysis has in common: its route, who may ask it, and answers from the cache while the data stays the same.
import type { Context } from '../../kernel/context.ts'
import { operation, type Operation } from '../../kernel/operation.ts'
import type { LazySchema } from '../../kernel/schema.ts'
import type { Z } from '../../kernel/zod.ts'
import { cachedResponse } from '../response-cache.ts'

interface Analysis<Input extends Z.ZodType, Output extends Z.ZodType<object>> {
  name: string
  summary: string
  /** The last part of its path, which is its name as a tool. */
  tool: string
  input: LazySchema<Input>
  output: LazySchema<Output>
  run(ctx: Context, input: Z.output<Input>): Promise<Z.output<Output>>
}

/** Declares an analysis: of plan pro, cached by its input, whose parsed fields have a stable order. */
export function analysis<Input extends Z.ZodType, Output extends Z.ZodType<object>>({
  tool,
  run,
  ...named
}: Analysis<Input, Output>): Operation<Input, Output> {
  return operation({
    ...named,
    http: `POST /api/v1/intelligence/tools/${tool}`,
    access: 'intelligence:read',
    effect: 'read',
    plan: 'pro',
    run: (ctx, input) =>
      cachedResponse(ctx, `${ctx.operation} ${JSON.stringify(input)}`, () => run(ctx, input)),
  })
}
