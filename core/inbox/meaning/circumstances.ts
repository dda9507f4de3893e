// The facts about a message before its sentences are judged.
import type { Sentence } from './sentences.ts'

export interface Circumstances {
  /** How sure the job or its thread is, 0 to 1. */
  link: number
  /** Whether more than a part of a name identified the job. */
  strong: boolean
  role: boolean
  /** Whether the sender is the employer of an open application. */
  awaited: boolean
  /** The sender's name and the first part of their address, folded. */
  sender: string
  /** Whether the sender is a system that writes for many employers. */
  host: boolean
  /** Whether the address is at a public mail provider, or at the user's own domain. */
  private: boolean
  /** Whether a person wrote it, not a department or system. */
  person: boolean
  /** Whether it answers a message about a tracked job. */
  thread: boolean
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
