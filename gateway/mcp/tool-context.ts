// The context of a tool: operations, the clock and confirmation. Independent of caller and transport.
import type { Channel } from './client-channel.ts'
import type { ForeignText } from './foreign-text.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { scopeOf, type Scope } from '../../core/kernel/scope.ts'
import type { Round } from './protocol.ts'
import type { Z } from '../../core/kernel/zod.ts'

export type Ask = <I extends Z.ZodType, O extends Z.ZodType>(
  op: Operation<I, O>,
  input: Z.input<I>,
) => Promise<Z.output<O>>

export const askOf = (run: (op: Operation, input: unknown) => Promise<unknown>): Ask => run as Ask // The output has the same type.

/**
 * Reads a change to confirm: the question, and the current state of its records. It is called again after an answer,
 * because a person may take minutes.
 */
export type ReadMatter = () => Promise<{ question: string; records: unknown }>

export interface ToolContext {
  requestId: string
  changeIds: readonly string[]
  ask: Ask
  foreign: ForeignText
  allows(scope: Scope): boolean
  now(): number
  /** The user's time zone; this machine's if unknown. */
  timeZone: string
  /** Present where the user's zone is unknown: called when a time is read in this machine's. */
  assumesZone?: (() => void) | undefined
  /** Asks the user to confirm a change that is hard to undo. Returns null to proceed, else the result to return. */
  confirm(read: ReadMatter): Promise<ToolOutput | null>
  work: string
  round?: Round | undefined
  progressToken?: string | number | undefined
  /** A channel to the client during the call, if the transport has one. */
  channel?: Channel | undefined
  signal: () => AbortSignal
}

/** Asks where the caller may, else answers undefined. */
export const mayAsk = async <I extends Z.ZodType, O extends Z.ZodType>(
  { allows, ask }: Pick<ToolContext, 'allows' | 'ask'>,
  op: Operation<I, O>,
  input: Z.input<I>,
): Promise<Z.output<O> | undefined> => (allows(scopeOf(op)) ? ask(op, input) : undefined)

/** The output of a tool; every output has the result as text. */
export interface ToolOutput {
  summary: string
  /** The text content, if it says more than the summary. The structured content has the same facts in its fields. */
  words?: string
  /** Rules and assumptions of ours, without outside text: they follow the words, outside all marks. */
  advice?: string
  /** The change id for `undo`; the last one of several. */
  changeId?: string
  work?: string
  changeIds?: readonly string[]
  untrusted?: { fields: readonly string[]; note: string }
  [field: string]: unknown
}

/** A summary with its lines as text, and more fields. Lines without text are left out. */
export const withLines = <Fields extends object>(
  summary: string,
  lines: readonly (string | false | 0 | null | undefined)[],
  fields: Fields,
) => ({ summary, words: [summary, ...lines].filter(Boolean).join('\n'), ...fields })
