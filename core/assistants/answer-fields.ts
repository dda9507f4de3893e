// Lenient schema fields for model answers: a number where text was asked for becomes text, a missing list becomes empty,
// and “unknown” or “n/a” becomes null.
import type { Z, Zod } from '../kernel/zod.ts'

const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const asText = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value.replace(HIDDEN, '').trim() : value
}

/** Words that models write where they were asked for null. */
const ABSENT = /^(?:null|none|n\/?a|unknown|not (?:stated|specified|mentioned|provided|given|available))\.?$/i

const asMaybe = (value: unknown): unknown => {
  const text = asText(value)
  return text === undefined || text === '' || (typeof text === 'string' && ABSENT.test(text)) ? null : text
}

/** A text, or null where the source says nothing. */
export const maybe = (z: Zod, about: string) => z.preprocess(asMaybe, z.string().nullable()).describe(about)

/** A text that must be there. */
export const prose = (z: Zod, about: string) => z.preprocess(asText, z.string().min(1)).describe(about)

const asLines = (value: unknown): unknown => {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  return list.map(asText).filter((line) => line !== '' && line !== null)
}

/** A list of texts; empty where there is nothing to say. */
export const lines = (z: Zod, about: string) => z.preprocess(asLines, z.array(z.string())).describe(about)

const MOST_LABEL = 100

/** At most so many short texts, each once. */
export const labels = (z: Zod, most: number, about: string) =>
  z
    .preprocess((value) => {
      const list = asLines(value)
      return [
        ...new Set(
          (list as unknown[]).map((line) => (typeof line === 'string' ? line.slice(0, MOST_LABEL) : line)),
        ),
      ].slice(0, most)
    }, z.array(z.string()))
    .describe(about)

/** One of a few words, whatever its case; null for anything else. */
export const oneOfOrNull = <const Values extends readonly [string, ...string[]]>(
  z: Zod,
  values: Values,
  about: string,
) =>
  z
    .preprocess((value) => {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : value
      return values.includes(word as string) ? word : null
    }, z.enum(values).nullable())
    .describe(about)

/** One of a few words; what is none of them is the fallback. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(
  z: Zod,
  values: Values,
  fallback: Values[number],
  about: string,
) =>
  z
    .preprocess((value) => {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : value
      return values.includes(word as string) ? word : fallback
    }, z.enum(values))
    .describe(about)

/** A list of records; empty where there is nothing to say. */
export const listOf = <Item extends Z.ZodObject>(z: Zod, item: Item, about: string) =>
  z
    .preprocess((value) => {
      const list = Array.isArray(value) ? value : []
      return list.filter((one) => typeof one === 'object' && one !== null)
    }, z.array(item))
    .describe(about)
