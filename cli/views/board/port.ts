// The board's data access: the only way from the views to the data, independent of the transport.
import type { Activity } from '../../../core/activities/record.ts'
import type { CalendarEvent } from '../../../core/calendar/record.ts'
import type { Contact } from '../../../core/contacts/contact.ts'
import type { JobWithHistory } from '../../../core/jobs/job.ts'
import type { Status } from '../../../core/jobs/status.ts'
import type { Board } from '../../../core/pipeline/board.ts'

/** Something to read that belongs to a job. */
export interface Document {
  title: string
  /** When it was written or bought; null for what has no date of its own. */
  at: string | null
  text: string
}

/** Everything that is shown of one job. */
export interface JobDetails {
  job: JobWithHistory
  activities: Activity[]
  contacts: Contact[]
  events: CalendarEvent[]
  documents: Document[]
}

/** Fields of a form by name; an empty text clears. */
export type Fields = Readonly<Record<string, string>>

interface Done {
  id: string
  said: string
}

/** Each may fail with an error whose message is for people. */
export interface BoardPort {
  board(cardsPerColumn: number): Promise<Board>
  open(id: string): Promise<JobDetails>
  /** What the market pays for such a job, in lines. */
  market(job: JobWithHistory): Promise<string[]>
  move(id: string, status: Status): Promise<void>
  /** These answer a sentence about what was done, and the job it was done to. */
  add(fields: Fields): Promise<Done>
  edit(id: string, fields: Fields): Promise<Done>
  log(id: string, fields: Fields): Promise<Done>
  undo(): Promise<string>
  /** An instant as a date, and how long ago it was. */
  dateOf(iso: string): string
  agoOf(iso: string): string
}
