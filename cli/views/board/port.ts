// The board's data access: the only way from the views to the data, independent of the transport.
import type { Activity } from '../../../core/activities/fields.ts'
import type { CalendarEvent } from '../../../core/calendar/fields.ts'
import type { Contact } from '../../../core/contacts/fields.ts'
import type { JobWithHistory } from '../../../core/jobs/job.ts'
import type { Status } from '../../../core/jobs/status.ts'
import type { Board } from '../../../core/pipeline/board.ts'

/** A text that belongs to a job. */
export interface Document {
  title: string
  /** When it was written or bought; null if it has no date. */
  at: string | null
  text: string
}

/** Everything shown about a job. */
export interface JobDetails {
  job: JobWithHistory
  activities: Activity[]
  contacts: Contact[]
  events: CalendarEvent[]
  documents: Document[]
}

/** A form's fields by name; an empty text clears a field. */
export type Fields = Readonly<Record<string, string>>

/** What waits for a decision: a new posting of a watched board, or what a message proposes. */
export interface Waiting {
  id: string
  from: 'board' | 'inbox'
  company: string
  role: string
  /** Place, pay, and why it fits; or what is proposed and the sentence that shows it. As one line. */
  about: string
  /** Empty for a proposal. */
  url: string
  /** When it was posted, or else first seen, or sent; ISO. */
  at: string
}

/** How many of each wait. */
export interface WaitingCounts {
  proposals: number
  postings: number
}

/** The counts, and up to so many of each that were asked for, proposals first. */
export interface WaitingList extends WaitingCounts {
  list: Waiting[]
}

interface Done {
  id: string
  said: string
}

/** The operations of the board. Each may fail with an error whose message can be shown to the user. */
export interface BoardPort {
  board(cardsPerColumn: number): Promise<Board>
  /** A text that differs once any job was added, changed or deleted, or something waits or was decided about. */
  mark(): Promise<string>
  open(id: string): Promise<JobDetails>
  /** The market's pay for such a job, as lines of text. */
  market(job: JobWithHistory): Promise<string[]>
  /** Refuses to move a job that was changed elsewhere since `version`; returns its new version. */
  move(id: string, status: Status, version: string): Promise<string>
  /** These return a sentence about what was done, and the id of the job. */
  add(fields: Fields): Promise<Done>
  /** Refuses to change a job that was changed elsewhere since `version`. */
  edit(id: string, fields: Fields, version: string): Promise<Done>
  log(id: string, fields: Fields): Promise<Done>
  /** The ids of the jobs that the list's full-text search finds. */
  find(words: string): Promise<string[]>
  /** What waits for a decision; nothing for a token that may not read it. */
  waiting(limit: number): Promise<WaitingList>
  /** Makes a job of a posting, or accepts a proposal. */
  take(one: Waiting): Promise<Done>
  /** Never shows it again. */
  dismiss(one: Waiting): Promise<Done>
  undo(): Promise<string>
  /** An instant as a date (`dateOf`), and how long ago it was (`agoOf`); an unknown one is “?”. */
  dateOf(iso: string | null): string
  agoOf(iso: string | null): string
}
