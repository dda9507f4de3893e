// The schema of a counter letter in an answer.
import { type Parsed, objectSchema } from '../kernel/schema.ts'

export const LETTERS = ['mail', 'call'] as const
export type LetterKind = (typeof LETTERS)[number]

export const Letter = objectSchema((z) => ({
  kind: z.enum(LETTERS),
  text: z.string(),
  dropped: z
    .array(z.strictObject({ sentence: z.string(), numbers: z.array(z.string()) }))
    .describe('Sentences left out, with the numbers in them that the rules did not give.'),
}))
export type Letter = Parsed<typeof Letter>
