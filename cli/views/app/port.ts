// The app's data access: the only way from the views to the data, here and on a remote gateway.
import type { JobWithHistory } from '../../../core/jobs/job.ts'
import type { Status } from '../../../core/jobs/fields.ts'
import type { Board } from '../../../core/pipeline/board.ts'
import type {
  Candidate,
  Fields,
  Item,
  JobDetails,
  ListName,
  ListPage,
  Memory,
  CommandOutput,
} from './records.ts'

/** Each may fail with an error whose message can be shown to the user. */
export interface AppPort {
  board(cardsPerColumn: number): Promise<Board>
  list(name: ListName, words: string): Promise<ListPage>
  /** A text that changes whenever the data change. */
  mark(): Promise<string>
  open(jobId: string): Promise<JobDetails>
  market(job: JobWithHistory): Promise<string[]>
  /** The pay of a card compared with the market: above, at or below the middle half; '' if unknown. */
  standing(card: Board['columns'][number]['cards'][number]): Promise<'▲' | '▼' | '≈' | ''>
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
