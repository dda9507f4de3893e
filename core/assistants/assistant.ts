// How an assistant is declared, and the fields of inputs and answers. Answers are read leniently: a number becomes text, a
// missing list is empty, and “unknown” or “n/a” is null.
import { isOneOf, recordOf } from '../kernel/narrow.ts'
import { cut, withoutControls } from '../kernel/plain-characters.ts'
import { lazySchema, readInstant, text, words, type LazySchema } from '../kernel/schema.ts'
import type { Z, Zod } from '../kernel/zod.ts'
import { namesPay } from '../reading/pay.ts'
import type { Context } from '../kernel/context.ts'
import type { Tier } from '../kernel/family.ts'
import type { JsonSchema } from '../kernel/json-schema.ts'
import { modelSchema } from './model-schema.ts'

const asText = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // Models also write half of an emoji, which Postgres cannot store.
  return typeof value === 'string'
    ? withoutControls(value)
        .replace(/\p{Surrogate}/gu, '')
        .trim()
    : value
}

/** Words that models write in place of null. */
const NULL_WORDS =
  /^["'“]?(?:null|undefined|none|n\.?\/?a\.?|unknown|not (?:stated|specified|mentioned|provided|given|available))["'”]?\.?$/i

/** Words that mean “empty” even in prose, where “none” and “unknown” can be real answers. */
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

export const nullableText = (z: Zod, about: string) =>
  z.preprocess(asTextOrNull, z.string().nullable()).describe(about)

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
      const label = (line: unknown) => (typeof line === 'string' ? cut(line, MAX_LABEL_CHARACTERS) : line)
      return [...new Set(asLines(value).map(label))].slice(0, max)
    }, z.array(z.string()))
    .describe(about)

type Words = readonly [string, ...string[]]

const oneOfValues =
  <Values extends Words, Else>(values: Values, otherwise: Else) =>
  (value: unknown): Values[number] | Else => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value
    return isOneOf<Values[number]>(values, word) ? word : otherwise
  }

/** One of the values, in lower or upper case: “Senior” is `senior`. Null for anything else. */
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

/** An object with these fields. Other fields of the model's answer are ignored. */
export const answerOf = <Shape extends Z.core.$ZodLooseShape>(fields: (z: Zod) => Shape) =>
  lazySchema((z) => z.object(fields(z)))

/** Longer than any posting, resume or bank statement, and within the 1 MiB of a request. */
const MAX_CHARACTERS = 500_000

export const modelText = (z: Zod, min: number) =>
  text(z, MAX_CHARACTERS)
    .min(min, min === 1 ? 'must not be empty' : `must be at least ${min} characters`)
    .refine((value) => value === '' || value.trim() !== '', 'must not be empty')

export const optionalText = (z: Zod, max: number) => text(z, max).nullable().optional()

/** Whether the value is a date, or a date-time with or without an offset. */
const isDay = (value: unknown): boolean =>
  typeof value === 'string' && [value, `${value}Z`].some((day) => !Number.isNaN(readInstant(day)))

const NO_DAY = 'is not a date that exists, such as 2026-11-30'

export const dayIn = (z: Zod) => text(z, 40).refine(isDay, NO_DAY)

/** Entries of any form. If an entry has a `date`, it must be valid. */
export const journalIn = (z: Zod, max: number) =>
  z.array(z.unknown().refine((entry) => isDay(recordOf(entry)['date'] ?? '2000-01-01'), NO_DAY)).max(max)

export const payIn = (z: Zod, max: number) =>
  words(z, max).refine(namesPay, 'names no pay that can be read, such as $150,000 or 45 an hour')

/** A task for a model, which gets `data` and returns `answer`. A new one needs a file in tasks/ and a line in operations.ts. */
export interface Assistant<
  Input extends Z.ZodType = Z.ZodType,
  Answer extends Z.ZodObject = Z.ZodObject,
  Output extends Z.ZodType = Z.ZodType,
> {
  readonly name: string
  readonly summary: string
  /** The lowest plan that includes it; free by default. */
  readonly plan?: Tier
  readonly input: LazySchema<Input>
  readonly answer: LazySchema<Answer>
  answerSchema(): JsonSchema
  readonly output: LazySchema<Output>
  /** The prompt. It is the same for every input. */
  readonly instructions: string
  readonly maxTokens: number
  /** The data sent to the model; by default the input. */
  data?(input: Z.output<Input>, ctx: Context): Promise<Record<string, unknown>> | Record<string, unknown>
  /** Fields of the answer that follow from the input. The model is asked for the others. */
  known?(input: Z.output<Input>): Partial<Z.output<Answer>>
  /** Turns the answer into the output: checks it against its source, and adds computed values. */
  finish?(
    answer: Z.output<Answer>,
    input: Z.output<Input>,
    data: Record<string, unknown>,
    ctx: Context,
  ): Promise<Z.output<Output>> | Z.output<Output>
}

export const assistant = <Input extends Z.ZodType, Answer extends Z.ZodObject, Output extends Z.ZodType>(
  declaration: Omit<Assistant<Input, Answer, Output>, 'answerSchema'>,
): Assistant<Input, Answer, Output> => ({ ...declaration, answerSchema: modelSchema(declaration.answer) })
