// What is known about a message before its sentences are read.
import type { Sentence } from './sentences.ts'

export interface Circumstances {
  /** How surely it belongs to a tracked job or an earlier message of one, 0 to 1. */
  link: number
  /** The job is told by more than a part of a name. */
  strong: boolean
  /** The whole of the job's role is named. */
  role: boolean
  /** The employer of an open application wrote it. */
  awaited: boolean
  /** The sender's name and the first part of their address, folded. */
  sender: string
  /** Sent by a system that writes to applicants for many employers. */
  host: boolean
  /** From an address as anybody may have. */
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

/** A sentence that says something, softly where others are needed to be sure. */
export interface Said {
  at: Sentence
  soft: boolean
}
