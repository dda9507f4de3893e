// What the vocabulary of a language says about dates: words and phrases in small letters without accents. Names of months
// and of weekdays are not here: the runtime knows them (`names.ts`).

export const UNITS = ['minute', 'hour', 'day', 'workday', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]

/** A list of phrases is one text, separated by commas. */
export interface DateWords {
  /** Days from today: `tomorrow` is 1. */
  readonly days: Readonly<Record<string, string>>
  /** A part of the day, by the hour that it stands for: `morning` is 9. */
  readonly parts: Readonly<Record<string, string>>
  /** Today, or the day that is named, at this hour: `tonight` is 20. */
  readonly tonight?: Readonly<Record<string, string>>
  /** Exact times: `noon` is 12. */
  readonly exact: Readonly<Record<string, string>>
  readonly units: Readonly<Partial<Record<Unit, string>>>
  /** Small numbers in words; an article counts for one. */
  readonly counts: Readonly<Record<string, string>>
  readonly last: string
  readonly this: string
  readonly next: string
  /** Before a time: `at`. */
  readonly at: string
  /** After a time: `o'clock`. */
  readonly clock: string
  /** Between two times: `to`. */
  readonly until: string
  /** Before the first of two times: `from`. */
  readonly from: string
  /** Between a day and its month: `of`. */
  readonly of: string
  /** Before a week or a month: `end of`. */
  readonly end: string
  /** Words around a date that say nothing more about it. */
  readonly around: string
  /** Before a number of units ahead, after one, and both for units past. */
  readonly ahead: string
  readonly aheadAfter: string
  readonly past: string
  readonly pastAfter: string
  /** `half past two`, and `halb drei`, which is half an hour before it. */
  readonly halfPast: string
  readonly halfTo: string
  readonly quarterPast: string
  readonly quarterTo: string
}
