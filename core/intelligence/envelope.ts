// The envelope of a pay response: attribution and request details.
import type { Principal } from '../kernel/context.ts'
import type { Attribution } from './attribution.ts'

/** Request details for an envelope. `principal` is null before authentication or without a credential. */
export interface RequestDetails {
  requestId: string
  path: string
  attribution: Attribution
  principal: Principal | null
}

export type Envelope = ReturnType<typeof envelopeOf>

/** A page of a list. Its rows become the `data` of the response, next to the other fields. */
export interface Page {
  data: readonly unknown[]
  total: number
  next_cursor: string | null
}

export const isPage = (answer: unknown): answer is Page =>
  typeof answer === 'object' && answer !== null && 'next_cursor' in answer && 'data' in answer

export const envelopeOf = (
  { requestId: id, path: endpoint, attribution, principal }: RequestDetails,
  durationMs: number,
) => ({
  attribution,
  request: { id, endpoint, duration_ms: Math.round(durationMs), ...callerOf(principal) },
})

export const callerOf = (principal: Principal | null) => ({
  tier: principal && principal.credential.kind !== 'anonymous' ? principal.tier : 'anonymous',
  scopes: principal ? [...principal.scopes] : [],
})
