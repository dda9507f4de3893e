// Caches analyses in the gateway, by their input.
import type { Context } from '../../kernel/context.ts'
import { cachedResponse } from '../response-cache.ts'

/** The cached response for this input, computed on a miss. Parsed inputs have a stable field order. */
export const cachedAnalysis = <T extends object>(
  ctx: Context,
  input: object,
  make: () => Promise<T>,
): Promise<T> => cachedResponse(ctx, `${ctx.operation} ${JSON.stringify(input)}`, make)
