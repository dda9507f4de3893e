// What a tool works with: operations, the clock, and a way to ask for confirmation. It cannot tell who calls or over
// which transport.
import type { Channel } from './channel.ts'
import type { Operation, Scope } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import type { Answer } from './tool.ts'

/** Calls an operation for whoever asks. */
export type Ask = <I extends Z.ZodType, O extends Z.ZodType>(
  op: Operation<I, O>,
  input: Z.input<I>,
) => Promise<Z.output<O>>

/** How the caller stands in the record of changes. */
interface Self {
  /** The filter of the trail that finds it. */
  by: 'client' | 'credential'
  text: string
}

export interface ToolContext {
  requestId: string
  self: Self
  ask: Ask
  allows(scope: Scope): boolean
  /** Milliseconds since the epoch. */
  now(): number
  /** The person's time zone; UTC if unknown. */
  timeZone: string
  /** Has the person agree to what cannot be taken back lightly: null to go ahead, else what to answer. */
  confirm(question: string): Promise<Answer | null>
  /** Named by a client that wants to hear how far the call is. */
  progressToken?: string | number | undefined
  /** Messages to the client while it waits, where the transport has a way for them. */
  channel?: Channel | undefined
  /** Aborted when the caller disconnects. */
  signal: () => AbortSignal
}
