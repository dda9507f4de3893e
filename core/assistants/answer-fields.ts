// Lenient schema fields for model responses: a number in place of text becomes text, a missing list becomes
// empty, and “unknown” or “n/a” becomes null.
import { isOneOf } from '../kernel/narrow.ts'
import { withoutControls } from '../kernel/plain-characters.ts'
import { lazySchema } from '../kernel/schema.ts'
import type { Z, Zod } from '../kernel/zod.ts'

const asText = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? withoutControls(value).trim() : value
}

/** Words that models write in place of null. */
const NULL_WORDS =
  /^["'“]?(?:null|undefined|none|n\.?\/?a\.?|unknown|not (?:stated|specified|mentioned|provided|given|available))["'”]?\.?$/i

/** Placeholders that are never valid text, even in a required field. */
const NEVER_TEXT = /^["'“]?(?:null|undefined|n\.?\/a\.?)["'”]?\.?$/i

const asProse = (value: unknown): unknown => {
  const text = asText(value)
  return typeof text === 'string' && NEVER_TEXT.test(text) ? '' : text
}

const asTextOrNull = (value: unknown): unknown => {
  const text = asText(value)
  return text === undefined || text === '' || (typeof text === 'string' && NULL_WORDS.test(text))
    ? null
    : text
}

/** Text; null if the source has none. */
export const nullableText = (z: Zod, about: string) =>
  z.preprocess(asTextOrNull, z.string().nullable()).describe(about)

/** Text that must not be empty. */
export const prose = (z: Zod, about: string) => z.preprocess(asProse, z.string().min(1)).describe(about)

const asLines = (value: unknown): unknown[] => {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  return list
    .map(asText)
    .filter((line) => line !== '' && line !== null && !(typeof line === 'string' && NULL_WORDS.test(line)))
}

export const textList = (z: Zod, about: string) => z.preprocess(asLines, z.array(z.string())).describe(about)

const MAX_LABEL_CHARACTERS = 100

export const labels = (z: Zod, max: number, about: string) =>
  z
    .preprocess((value) => {
      const cut = (line: unknown) => (typeof line === 'string' ? line.slice(0, MAX_LABEL_CHARACTERS) : line)
      return [...new Set(asLines(value).map(cut))].slice(0, max)
    }, z.array(z.string()))
    .describe(about)

type Words = readonly [string, ...string[]]

const oneOfValues =
  <Values extends Words, Else>(values: Values, otherwise: Else) =>
  (value: unknown): Values[number] | Else => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value
    return isOneOf<Values[number]>(values, word) ? word : otherwise
  }

/** One of several values, case-insensitive; null for anything else. */
export const oneOfOrNull = <const Values extends Words>(z: Zod, values: Values, about: string) =>
  z.preprocess(oneOfValues(values, null), z.enum(values).nullable()).describe(about)

export const oneOf = <const Values extends Words>(
  z: Zod,
  values: Values,
  fallback: Values[number],
  about: string,
) => z.preprocess(oneOfValues(values, fallback), z.enum(values)).describe(about)

export const listOf = <Shape extends Z.core.$ZodLooseShape>(z: Zod, about: string, item: Shape) =>
  z
    .preprocess(
      (value) => {
        const list = Array.isArray(value) ? value : []
        return list.filter((one) => typeof one === 'object' && one !== null)
      },
      z.array(z.object(item)),
    )
    .describe(about)

/** An object with these fields. Other fields in the model's answer are dropped. */
export const answerOf = <Shape extends Z.core.$ZodLooseShape>(fields: (z: Zod) => Shape) =>
  lazySchema((z) => z.object(fields(z)))
