// The context of background work.
import { createContext, neverAborts } from './call.ts'
import type { Context, Principal, Services } from './context.ts'
import { newId } from './id.ts'

export const backgroundContext = (
  services: Services,
  principal: Principal,
  { operation, client = operation }: { operation: string; client?: string },
): Context =>
  createContext(services, {
    principal,
    requestId: newId(),
    client,
    signal: neverAborts,
    operation,
    report: {},
  })
