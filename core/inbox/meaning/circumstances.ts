// The facts about a message before its sentences are judged.
import type { Sentence } from './sentences.ts'

export interface Circumstances {
  /** Confidence that it belongs to a tracked job or its thread, 0 to 1. */
  link: number
  /** The job was identified by more than a part of a name. */
  strong: boolean
  role: boolean
  /** The sender is the employer of an open application. */
  awaited: boolean
  /** The sender's name and the first part of their address, folded. */
  sender: string
  /** A system that writes for many employers sent it. */
  host: boolean
  /** From an address at a public mail provider, or at the reader's own domain. */
  private: boolean
  /** From a person rather than a function. */
  person: boolean
  /** It answers a message about a tracked job. */
  thread: boolean
  bulk: boolean
  list: boolean
  autoReply: boolean
  invitation: 'set' | 'cancel' | null
}

/** A sentence that states something. `soft` means that it needs support from other sentences. */
export interface Statement {
  at: Sentence
  soft: boolean
}
