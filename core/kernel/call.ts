// Builds the context of one call: the services, and everything specific to the call.
import type { Context, Services } from './context.ts'

/** An abort signal that never fires, for work that has no client to disconnect. */
export const neverAborts = (): AbortSignal => new AbortController().signal

export type CallFields = Omit<Context, keyof Services>

export const createContext = (services: Services, call: CallFields): Context => ({ ...services, ...call })
