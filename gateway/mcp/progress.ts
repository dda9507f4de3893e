// Progress of a call for a client that asked for it: each operation that a tool begins is a step, and a long one is told of
// again, so that a client which waits only for so long knows that the call lives.
import { SECOND_MS } from '../../core/kernel/clock.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { askOf, type ToolContext } from './tool-context.ts'

/** Shorter than the shortest patience in use. */
const AGAIN_MS = 5 * SECOND_MS

/** The context of a call that tells its progress until `ended`. */
export function tellingProgress(ctx: ToolContext): { ctx: ToolContext; ended(): void } {
  const { channel, progressToken } = ctx
  if (progressToken === undefined || !channel) return { ctx, ended() {} }
  let progress = 0
  let message = ''
  const tell = () => {
    if (!ctx.signal().aborted)
      channel.notify('notifications/progress', { progressToken, progress: (progress += 1), message })
  }
  const again = setInterval(tell, AGAIN_MS)
  again.unref()
  const ask = (op: Operation, input: unknown): Promise<unknown> => {
    message = op.summary
    tell()
    return ctx.ask(op, input)
  }
  return { ctx: { ...ctx, ask: askOf(ask) }, ended: () => clearInterval(again) }
}
