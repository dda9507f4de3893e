// The types of the app's data: entries, job details, command output, and the saved view.
import type { Activity } from '../../../core/activities/fields.ts'
import type { CalendarEvent } from '../../../core/calendar/fields.ts'
import type { Contact } from '../../../core/contacts/fields.ts'
import type { JobWithHistory } from '../../../core/jobs/job.ts'
import type { Status } from '../../../core/jobs/fields.ts'
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
