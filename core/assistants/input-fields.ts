// Size limits for the input of assistants.
import { text } from '../kernel/fields.ts'
import type { Zod } from '../kernel/zod.ts'

/** Longer than any posting, resume or statement; the body limit is 1 MiB anyway. */
const MAX_CHARACTERS = 500_000

export const MODEL_TEXT = (z: Zod, min: number) =>
  text(z, MAX_CHARACTERS)
    .min(min, min === 1 ? 'must not be empty' : `must be at least ${min} characters`)
    .refine((value) => value === '' || value.trim() !== '', 'must not be empty')

/** Text that may be omitted or null. */
export const optionalText = (z: Zod, max: number) => text(z, max).nullable().optional()
