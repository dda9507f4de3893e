// The types of the app's data: entries, job details, command output, the saved view; and the port, the only way from the views to them.
import type { Activity } from '../../../core/activities/fields.ts'
import type { CalendarEvent } from '../../../core/calendar/fields.ts'
import type { Contact } from '../../../core/contacts/fields.ts'
import type { Status, JobWithHistory } from '../../../core/jobs/fields.ts'
import type { Board } from '../../../core/pipeline/board.ts'
import type { Paint } from '../../ui/table.ts'

export const VIEWS = ['today', 'board', 'inbox', 'postings', 'calendar', 'offers', 'search'] as const
export type View = (typeof VIEWS)[number]
export type ListName = Exclude<View, 'board'>
export const LISTS: readonly ListName[] = ['today', 'inbox', 'postings', 'calendar', 'offers', 'search']

export type Card = Board['columns'][number]['cards'][number]

/** Card orders. The first is the order in which cards are read. */
export const ORDERS = ['last moved', 'priority', 'deadline', 'company', 'salary', 'applied'] as const
export type Order = (typeof ORDERS)[number]

/** Facts for a card's extra line. */
export const FACTS = ['location', 'salary', 'priority', 'tags', 'applied', 'updated'] as const
export type Fact = (typeof FACTS)[number]

/** An entry of a list, ready to be drawn. */
export interface Item {
  readonly kind: 'job' | 'suggestion' | 'proposal' | 'posting' | 'event' | 'offer' | 'contact' | 'activity'
  readonly id: string
  readonly jobId: string | null
  /** The heading above the entry. */
  readonly section: string
  readonly lead: string
  readonly title: string
  readonly about: string
  readonly tail: string
  readonly paint: Paint | undefined
  readonly url: string | null
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly command?: string
  readonly status?: Status
  readonly event?: CalendarEvent
  readonly card?: Card
}

export interface Document {
  title: string
  /** When it was written or bought; null if it has no date. */
  at: string | null
  text: string
}

export interface JobDetails {
  job: JobWithHistory
  activities: Activity[]
  contacts: Contact[]
  events: CalendarEvent[]
  documents: Document[]
}

/** A form's fields by name; an empty text clears a field. */
export type Fields = Readonly<Record<string, string>>

/** The output of a command with its colours, and its question if it needs a confirmation. */
export interface CommandOutput {
  isDone: boolean
  lines: string[]
  question?: string
}

export type Candidate = readonly [word: string, about: string]

export interface ListPage {
  items: Item[]
  total: number
}

export interface Memory {
  readonly view: View
  readonly order: Order
  readonly fact: Fact | null
}

/**
 * The app's access to the data, here and on a remote gateway. Each may fail with an error whose message can be shown to the user.
 */
export interface AppPort {
  board(cardsPerColumn: number): Promise<Board>
  list(name: ListName, words: string): Promise<ListPage>
  /** A text that changes whenever the data change. */
  mark(): Promise<string>
  open(jobId: string): Promise<JobDetails>
  market(job: JobWithHistory): Promise<string[]>
  /** The pay of a card compared with the market: above, at or below the middle half; '' if unknown. */
  standing(card: Card): Promise<'▲' | '▼' | '≈' | ''>
  /** Moves jobs. Refuses to move a single job that changed after `version`. Returns the new version. */
  move(ids: readonly string[], status: Status, version: string | null): Promise<string>
  /** Throws a conflict if the job was changed after `version`. Returns a message for the user. */
  edit(id: string, fields: Fields, version: string): Promise<string>
  /** Accepts proposals or turns postings into jobs, as one change. `dismiss` hides them for ever. */
  take(items: readonly Item[]): Promise<string>
  dismiss(items: readonly Item[]): Promise<string>
  finish(jobId: string): Promise<string>
  snooze(suggestionId: string): Promise<string>
  /**
   * Undoes the last change. `jobId` is the affected job. If the change was not made here and `isSure` is false, it changes
   * nothing and returns a question.
   */
  undo(isSure: boolean): Promise<{ text: string; jobId: string | null; isQuestion: boolean }>
  browse(url: string): Promise<boolean>
  /** The ids of jobs from the list's full-text search. */
  find(words: string): Promise<string[]>
  run(argv: readonly string[], columns: number): Promise<CommandOutput>
  needsTerminal(argv: readonly string[]): boolean
  handOver(argv: readonly string[]): void
  complete(words: readonly string[]): Promise<Candidate[]>
  remember(memory: Memory): void
  /** An instant as a date (`dateOf`), with its time (`whenOf`), and how long ago it was (`agoOf`). */
  dateOf(iso: string | null): string
  whenOf(iso: string): string
  agoOf(iso: string | null): string
}
