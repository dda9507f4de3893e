// Input fields of assistants. Meaningless values are refused here, before a model is asked and paid.
import { readInstant, text, words } from '../kernel/schema.ts'
import { recordOf } from '../kernel/narrow.ts'
import type { Zod } from '../kernel/zod.ts'
import { namesPay } from '../reading/pay.ts'

/** Longer than any posting, resume or statement. The body limit is 1 MiB anyway. */
const MAX_CHARACTERS = 500_000

export const modelText = (z: Zod, min: number) =>
  text(z, MAX_CHARACTERS)
    .min(min, min === 1 ? 'must not be empty' : `must be at least ${min} characters`)
    .refine((value) => value === '' || value.trim() !== '', 'must not be empty')

export const optionalText = (z: Zod, max: number) => text(z, max).nullable().optional()

/** A date, with or without a time. A journal's times need no offset. */
const isDay = (value: unknown): boolean =>
  typeof value === 'string' && [value, `${value}Z`].some((day) => !Number.isNaN(readInstant(day)))

const NO_DAY = 'is not a date that exists, such as 2026-11-30'

export const dayIn = (z: Zod) => text(z, 40).refine(isDay, NO_DAY)

/** Entries of any shape. A `date` in an entry must be valid. */
export const journalIn = (z: Zod, max: number) =>
  z.array(z.unknown().refine((entry) => isDay(recordOf(entry)['date'] ?? '2000-01-01'), NO_DAY)).max(max)

export const payIn = (z: Zod, max: number) =>
  words(z, max).refine(namesPay, 'names no pay that can be read, such as $150,000 or 45 an hour')
