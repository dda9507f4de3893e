// Declares a stream: an operation whose output is a sequence of events.
import type { Context } from './context.ts'
import { enter, spend } from './invoke.ts'
import type { Operation } from './operation.ts'
import { parse, type LazySchema } from './schema.ts'
import type { Z } from './zod.ts'

export interface StreamEvent {
  event: string
  data: unknown
}

export interface Stream<Input extends Z.ZodType = Z.ZodType> extends Pick<
  Operation,
  'name' | 'summary' | 'http' | 'access' | 'plan'
> {
  readonly input: LazySchema<Input>
  events(ctx: Context, input: Z.output<Input>): AsyncGenerator<StreamEvent>
}

export const stream = <Input extends Z.ZodType>(declaration: Stream<Input>): Stream<Input> => declaration

/** Opens a stream for `ctx.principal`. Throws if it is refused, and for errors before the first event. */
export async function openStream<I extends Z.ZodType>(
  of: Stream<I>,
  ctx: Context,
  input: unknown,
): Promise<AsyncGenerator<StreamEvent>> {
  const leave = await enter(of, ctx)
  try {
    await spend(of, ctx)
    const events = of.events({ ...ctx, operation: of.name }, parse(of.input(), input))
    return eventsFrom(events, await events.next(), leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** All events, beginning with one that was read already. Calls `leave` when the reader stops. */
async function* eventsFrom(
  events: AsyncGenerator<StreamEvent>,
  first: IteratorResult<StreamEvent>,
  leave: () => void,
): AsyncGenerator<StreamEvent> {
  try {
    if (!first.done) yield first.value
    yield* events
  } finally {
    await events.return(undefined).finally(leave)
  }
}
