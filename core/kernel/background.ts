// Makes the context in which background work calls operations.
import { createContext, neverAborts, type Context, type Principal, type Services } from './context.ts'
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
