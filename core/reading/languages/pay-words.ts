// What a language file holds: the words of pay, as data. Lists are separated by commas; all words are lower case.

/** Kinds of amounts that a label names. Only `base` and `pay` are the pay of a job. */
export type AmountKind =
  | 'base'
  | 'pay'
  | 'total'
  | 'target'
  | 'bonus'
  | 'signing'
  | 'equity'
  | 'allowance'
  | 'reward'
  | 'business'
  | 'later'

/**
 * Time spans as data: `year`, `2 week`, `0.5 month`, `15 minute`; `?` for words that mean more than one span.
 */
export type SpanCode = string

export interface PayWords {
  /** Words after a number that multiply it, by the factor. */
  readonly multiples?: Readonly<Record<number, string>>
  /** Words for a currency, by its code; `null` when several currencies share the word. */
  readonly currencies?: Readonly<Record<string, string>>
  /** Words that name a time span wherever they stand: `monthly`. */
  readonly periods?: Readonly<Record<SpanCode, string>>
  /** Nouns that name a time span after a lead (`per month`) or directly after an amount. */
  readonly nouns?: Readonly<Record<SpanCode, string>>
  /** Words before such a noun: `per`, `pro`. */
  readonly leads?: string
  /** Counts in words. */
  readonly counts?: Readonly<Record<number, string>>
  /** Words between the ends of a range. */
  readonly joins?: string
  /** Words before a range whose ends are joined by one of `ands`: `between`. */
  readonly openers?: string
  readonly ands?: string
  /** Words before an amount that leave the upper or the lower end open. */
  readonly atLeast?: string
  readonly atMost?: string
  /** The same, after the amount. */
  readonly orMore?: string
  readonly orLess?: string
  /** Words between an amount and its period that change nothing: `gross`. */
  readonly plain?: string
  readonly labels?: Readonly<Partial<Record<AmountKind, string>>>
  /** Words that take an amount of pay away from its label: `excluding bonus`. */
  readonly without?: string
  /** Words that turn a bound around: `not`. */
  readonly not?: string
  /** What is paid for a piece of work: `mile`. */
  readonly pieces?: string
}
