// Builds the context of one call: the services, and everything specific to the call.
import type { Context, Services } from './context.ts'

/** An abort signal that never fires, for work that has no client to disconnect. */
export const neverAborts = (): AbortSignal => new AbortController().signal

/** The fields of a context that are specific to one call. */
export type CallFields = Omit<Context, keyof Services>

/** Builds the context of a call. */
export const createContext = (services: Services, call: CallFields): Context => ({ ...services, ...call })
