// The job that a row of a file holds.
import type { Priority } from '../fields.ts'
import type { Status } from '../status.ts'

/** The job in a row. An empty field is absent. */
export interface JobInput {
  readonly company: string
  readonly role: string
  readonly location?: string
  readonly salary?: string
  readonly url?: string
  readonly description?: string
  readonly notes?: string
  readonly tags?: readonly string[]
  readonly priority?: Priority
  readonly status?: Status
  /** ISO 8601, UTC. */
  readonly appliedAt?: string
  /** Of our own export: other trackers' go into the calendar. */
  readonly deadline?: string
  readonly nextStep?: string
}
