// The board's data access: the only way from the views to the data, independent of the transport.
import type { Activity } from '../../../core/activities/activity.ts'
import type { CalendarEvent } from '../../../core/calendar/event.ts'
import type { Contact } from '../../../core/contacts/contact.ts'
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

/** A posting of a watched board that nobody decided about yet. */
export interface NewPosting {
  id: string
  company: string
  role: string
  /** Place, pay, and why it fits, as one line. */
  about: string
  url: string
  /** When it was posted, or else first seen; ISO. */
  at: string
}

/** How many new postings there are, and the newest of them. */
export interface NewPostings {
  total: number
  postings: NewPosting[]
}

interface Done {
  id: string
  said: string
}

/** The operations of the board. Each may fail with an error whose message can be shown to the user. */
export interface BoardPort {
  board(cardsPerColumn: number): Promise<Board>
  /** A text that differs once any job was added, changed or deleted, or a posting was found or decided about. */
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
  /** The newest postings of watched boards; none for a token that may not read them. */
  postings(limit: number): Promise<NewPostings>
  /** Makes a job of a posting. */
  take(id: string): Promise<Done>
  /** Never shows a posting again. */
  dismiss(id: string): Promise<Done>
  undo(): Promise<string>
  /** An instant as a date (`dateOf`), and how long ago it was (`agoOf`); an unknown one is “?”. */
  dateOf(iso: string | null): string
  agoOf(iso: string | null): string
}
