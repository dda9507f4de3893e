// What a person tells the pipeline about themself: the mood log, and suggestions to put off.
import { changed, type Transaction } from '../database/transaction.ts'
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { clearable, Id, Instant, instantIn, words, zoneIn } from '../kernel/fields.ts'
import { newId } from '../kernel/id.ts'
import { invalidInput, lazySchema, type Parsed } from '../kernel/schema.ts'
import { factsOf } from './rule-inputs.ts'
import * as store from './store.ts'
import { allSuggestions } from './suggestions.ts'

const DEFAULT_SNOOZE_DAYS = 7
const MAX_SNOOZE_DAYS = 365

export const MeIn = lazySchema((z) =>
  z.discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('mood-check-in'),
      mood: words(z, 50).describe('In your own words: “hopeful”, “tired”, “4/5”.'),
      labels: z.array(words(z, 50)).max(10, 'has more than 10 items').optional(),
      note: clearable(z, 2_000),
    }),
    z.strictObject({
      action: z.literal('snooze'),
      suggestionId: z.string().min(1, 'must not be empty').max(200),
      days: z.int().min(1).max(MAX_SNOOZE_DAYS).optional().describe('Default 7, unless until is given.'),
      until: instantIn(z).optional(),
    }),
    z.strictObject({
      action: z.literal('time-zone'),
      timeZone: zoneIn(z).describe('The IANA zone in which your dates are read over HTTP.'),
    }),
  ]),
)
export type MeIn = Parsed<typeof MeIn>
type SnoozeInput = Extract<MeIn, { action: 'snooze' }>
type CheckIn = Extract<MeIn, { action: 'mood-check-in' }>

const Mood = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    mood: z.string(),
    labels: z.array(z.string()),
    note: z.string().nullable(),
    at: Instant(),
  }),
)
const Snooze = lazySchema((z) => z.strictObject({ suggestionId: z.string(), until: Instant() }))
const Zone = lazySchema((z) => z.strictObject({ timeZone: z.string() }))
export const MeOut = lazySchema((z) => z.union([Mood(), Snooze(), Zone()]))

export async function checkIn(tx: Transaction, input: CheckIn): Promise<Parsed<typeof Mood>> {
  const mood = {
    id: newId(),
    mood: input.mood.trim(),
    labels: [...new Set((input.labels ?? []).map((label) => label.trim()))],
    note: input.note || null,
    at: isoOf(tx.clock.now()),
  }
  await store.insertMood(tx.sql, tx.principal.userId, mood)
  changed(tx, 'mood', mood.id, null, mood)
  return mood
}

export async function snooze(tx: Transaction, input: SnoozeInput): Promise<Parsed<typeof Snooze>> {
  const { suggestionId } = input
  const userId = tx.principal.userId
  const until = snoozeEnd(input, tx.clock.now())
  const standing = allSuggestions(await factsOf(tx), tx.clock.now())
  if (!standing.some(({ id }) => id === suggestionId)) fail('suggestion_not_found', { id: suggestionId })
  const before = await store.findSnooze(tx.sql, userId, suggestionId)
  const after = { suggestionId, until }
  await store.insertSnooze(tx.sql, userId, suggestionId, until)
  changed(tx, 'snooze', suggestionId, before ?? null, after)
  return after
}

function snoozeEnd({ days, until }: SnoozeInput, now: number): string {
  const refuse = (path: string, message: string): never => {
    throw invalidInput([{ path, message }])
  }
  if (until === undefined) return isoOf(now + (days ?? DEFAULT_SNOOZE_DAYS) * DAY_MS)
  if (days !== undefined) return refuse('until', 'cannot stand beside days')
  if (msOf(until) <= now) return refuse('until', 'is not in the future')
  if (msOf(until) > now + MAX_SNOOZE_DAYS * DAY_MS)
    return refuse('until', `is over ${MAX_SNOOZE_DAYS} days ahead`)
  return until
}
