// The context of background work.
import { callOver, neverLeaves } from './call.ts'
import type { Context, Principal, Services } from './context.ts'
import { newId } from './id.ts'

/** A context for work done for somebody in the background; `operation` and `client` are what the record shows of it. */
export const backgroundContext = (
  services: Services,
  principal: Principal,
  { operation, client = operation }: { operation: string; client?: string },
): Context =>
  callOver(services, { principal, requestId: newId(), client, signal: neverLeaves, operation, report: {} })
