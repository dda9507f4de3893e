// The facts about a message before its sentences are judged.
import type { Sentence } from './sentences.ts'

export interface Circumstances {
  /** How sure crm is of the tracked job, 0 to 1. It is 0.5 if several jobs match, 0 if none does. */
  linkConfidence: number
  /** Whether more than a part of a name identified the job. */
  isStrongLink: boolean
  /** Whether it names the tracked job's role in full. */
  namesRole: boolean
  /** Whether the sender is the employer of an open application. */
  awaited: boolean
  /** The sender's name and the first part of their address, folded. */
  sender: string
  /** Whether the sender is a system that writes for many employers. */
  fromHiringSystem: boolean
  /** Whether the address is at a public mail provider, or at the user's own domain. */
  isPrivate: boolean
  /** Whether a person wrote it, not a department or system. */
  fromPerson: boolean
  /** Whether it answers a message about a tracked job. */
  isReply: boolean
  bulk: boolean
  list: boolean
  autoReply: boolean
  invitation: 'set' | 'cancel' | null
}

/** A sentence that supports a verdict. `soft`: it needs support from other sentences. */
export interface Statement {
  at: Sentence
  soft: boolean
}
