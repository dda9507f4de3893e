// The envelope of a pay response: data, attribution and request.
import type { Principal } from '../kernel/context.ts'
import { attributionAt, type Attribution, type Edition } from './attribution.ts'

/** What an envelope may say about the question; `principal` is null before, or without, a credential. */
interface Question {
  requestId: string
  path: string
  durationMs: number
  publicUrl: string
  edition: Edition
  principal: Principal | null
}

export interface Envelope {
  attribution: Attribution
  request: { id: string; endpoint: string; duration_ms: number; tier: string; scopes: string[] }
}

export const envelopeOf = ({
  requestId,
  path,
  durationMs,
  publicUrl,
  edition,
  principal,
}: Question): Envelope => ({
  attribution: attributionAt(publicUrl, edition),
  request: {
    id: requestId,
    endpoint: path,
    duration_ms: Math.round(durationMs),
    tier: principal && principal.credential.kind !== 'anonymous' ? principal.tier : 'anonymous',
    scopes: principal ? [...principal.scopes] : [],
  },
})
