// Size limits for the input of assistants.
import { text } from '../kernel/fields.ts'
import type { Zod } from '../kernel/zod.ts'

/** Beyond any posting, resume or statement; a body is 1 MiB at most anyway. */
const MOST_CHARACTERS = 500_000

/** A text for a model, with the least length that makes sense of it. */
export const MODEL_TEXT = (z: Zod, least: number) =>
  text(z, MOST_CHARACTERS)
    .min(least, least === 1 ? 'must not be empty' : `must be at least ${least} characters`)
    .refine((value) => value === '' || value.trim() !== '', 'must not be empty')

/** A text that may be left out, or null. */
export const optionalText = (z: Zod, most: number) => text(z, most).nullable().optional()
