// The job that a row of a file holds.
import type { Job } from '../fields.ts'

type Absent = 'id' | 'statusChangedAt' | 'compensation' | 'contactIds' | 'createdAt' | 'updatedAt'
type Held = Omit<Job, Absent>

/** The job in a row. An empty field is absent; a deadline is of our own export, as other trackers' go into the calendar. */
export type JobInput = Readonly<Pick<Held, 'company' | 'role'> & { [K in keyof Held]?: NonNullable<Held[K]> }>
