// Schemas that zod builds on first use, and the fields that all domains share.
import { type CrmError, problem, type Issue } from './errors.ts'
import { joinIssues, issueMessage, UNKNOWN } from './issue-messages.ts'
import { zod, type Z, type Zod } from './zod.ts'
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS, isAhead, isoOf, timeZoneNamed } from './clock.ts'
import { isId } from './id.ts'
import { once } from './once.ts'
import { hasLoneSurrogate, hasNul, isBlank, isStorableJson, withoutControls } from './plain-characters.ts'

export type LazySchema<S extends Z.ZodType = Z.ZodType> = () => S

export type Parsed<R extends LazySchema> = Z.output<ReturnType<R>>

/** `const JobId = lazySchema((z) => z.uuid())`: lazy schemas are composed by calling them, `z.object({ id: JobId() })`. */
export const lazySchema = <S extends Z.ZodType>(build: (z: Zod) => S): LazySchema<S> =>
  once(() => build(zod()))

/** An object of exactly these fields: `const Named = objectSchema((z) => ({ name: z.string() }))`. */
export const objectSchema = <Shape extends Z.core.$ZodLooseShape>(fields: (z: Zod) => Shape) =>
  lazySchema((z) => z.strictObject(fields(z)))

const MAX_ISSUES = 20

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/** Whether the next problem repeats this one. Zod checks a number against the safe integers and against the field's own bound. */
const hasOwnBound = (next: Z.core.$ZodIssue | undefined, { code, path }: Z.core.$ZodIssue): boolean =>
  (code === 'too_big' || code === 'too_small') && next?.code === code && pathOf(next.path) === pathOf(path)

function issuesOf(error: Z.ZodError): Issue[] {
  // Zod checks the length of a text even where it expects a list. Only the wrong type is reported.
  const mistyped = new Set(
    error.issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pathOf(path)),
  )
  const issues = error.issues.filter(
    (issue, at) =>
      issue.code === 'invalid_type' ||
      !(mistyped.has(pathOf(issue.path)) || hasOwnBound(error.issues[at + 1], issue)),
  )
  return issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, MAX_ISSUES).map((key) => ({
        path: pathOf([...issue.path, key]),
        message: UNKNOWN,
      }))
    return [{ path: pathOf(issue.path), message: issueMessage(issue) }]
  })
}

/** An error with every problem: `salary is too long; tagz is not a known field`. */
export function invalidInput(issues: Issue[], hint?: string): CrmError {
  return problem('invalid_input', { problems: joinIssues(issues) }, { issues, hint })
}

/** Parses a value; throws `invalid_input` listing every invalid field. */
export function parse<S extends Z.ZodType>(schema: S, value: unknown): Z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidInput(issuesOf(result.error))
}

/** Text of at most `max` characters that Postgres can store, without its control characters. */
export const text = (z: Zod, max: number) =>
  z
    .string()
    .refine((value) => !hasNul(value), 'contains a NUL character')
    .overwrite(withoutControls)
    .max(max, `is longer than ${max} characters`)
    .refine((value) => !hasLoneSurrogate(value), 'contains half of a character (a lone surrogate)')

/** Any fields, as long as Postgres can store their texts. */
export const anyFields = (z: Zod) =>
  z
    .record(z.string(), z.unknown())
    .refine(isStorableJson, 'contains a NUL character or half of a character (a lone surrogate)')

export const words = (z: Zod, max: number) =>
  text(z, max).refine((value) => !isBlank(value), 'must not be empty')

export const clearable = (z: Zod, max: number) => text(z, max).nullable().optional()

export const zoneIn = (z: Zod) =>
  words(z, 100).refine((name) => timeZoneNamed(name) !== undefined, 'is not the name of an IANA time zone')

/** Splits tags at commas, because lists of tags are written with commas. */
export const partedTags = (tags: readonly string[]): string[] => [
  ...new Set(
    tags
      .flatMap((each) => each.split(','))
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

export const MAX_TAGS = 10
const TOO_MANY_TAGS = `has more than ${MAX_TAGS} items`

export const tags = (z: Zod) =>
  z
    .array(words(z, 100))
    .max(MAX_TAGS, TOO_MANY_TAGS)
    .transform(partedTags)
    .refine((all) => all.length <= MAX_TAGS, TOO_MANY_TAGS)
    .meta({ 'x-transforms': true })

/** The tags that replace those of a record. `refuseMoreTags` limits them. */
export const changedTags = (z: Zod) =>
  z.array(words(z, 100)).transform(partedTags).meta({ 'x-transforms': true }).nullable().optional()

/** `tags` with those added, and without those removed, in whatever letters. */
export function retagged(tags: readonly string[], added: readonly string[], removed: readonly string[]) {
  const gone = new Set(partedTags(removed).map((tag) => tag.toLowerCase()))
  return partedTags([...tags, ...added]).filter((tag) => !gone.has(tag.toLowerCase()))
}

/** A merge may give a record more tags than fit: a change may take some away, but add none. */
export function refuseMoreTags(after: readonly string[], before: readonly string[]): void {
  if (partedTags(after).length > Math.max(MAX_TAGS, before.length))
    throw invalidInput([{ path: 'tags', message: TOO_MANY_TAGS }])
}

const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/i

/** Milliseconds of a date, or of a date-time with an offset, between 1900 and 2200; NaN for anything else. */
export function readInstant(text: string): number {
  if (!INSTANT.test(text)) return NaN
  const ms = Date.parse(text.replace(' ', 'T').toUpperCase())
  // Date.parse turns 2026-02-30 into a day in March; reject dates that do not exist.
  const dayExists = isoOf(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) || 0).startsWith(text.slice(0, 10))
  const year = Number(text.slice(0, 4))
  return dayExists && year >= 1900 && year < 2200 ? ms : NaN
}

/** A date or a date-time with offset, normalised to ISO, UTC, milliseconds; `ofDay` turns a date into an instant. */
const timeIn = (z: Zod, ofDay: (day: string) => number) =>
  z
    .string()
    .refine((value) => !Number.isNaN(readInstant(value)), 'is not a date or a date-time with its offset')
    .transform((value) => isoOf((value.length === 'YYYY-MM-DD'.length ? ofDay : readInstant)(value)))
    .meta({ format: 'date-time', 'x-transforms': true })

export const instantIn = (z: Zod) => timeIn(z, readInstant)

/** Input for the end of a period. A date means the end of that day in UTC. */
export const endIn = (z: Zod) => timeIn(z, (day) => readInstant(day) + DAY_MS - 1)

/** A deadline. A date means the end of that day in the time zone of this program, which is UTC for gateways. */
export const deadlineIn = (z: Zod) => timeIn(z, (day) => Date.parse(`${day}T23:59:59.999`))

export function refuseEndBeforeStart(from: string | undefined, to: string | undefined, path = 'from'): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidInput([{ path, message: 'is after the end of the period' }])
}

/** Throws `invalid_input` for a past event with a future date. */
export function refuseFuture(path: string, at: string | null | undefined, now: number): void {
  if (at && isAhead(at, now)) throw invalidInput([{ path, message: 'must not be in the future' }])
}

export const Instant = lazySchema((z) => z.string().meta({ format: 'date-time' }))

export const Id = lazySchema((z) => z.string().meta({ format: 'uuid' }))

/** Input id in a body or a filter, normalised to lower case. */
export const idIn = (z: Zod) =>
  z
    .string()
    .refine(isId, 'is not an id')
    .transform((value) => value.toLowerCase())
    .meta({ format: 'uuid', 'x-transforms': true })

export const PathId = lazySchema((z) => z.string().max(2_000))

export const Nothing = objectSchema(() => ({}))
export const ById = objectSchema(() => ({ id: PathId() }))

/** Maximum length of a cursor. A cursor can hold a name of 200 characters, each up to six bytes as JSON, in base64. */
export const MAX_CURSOR = 2_000

export const pageIn = (z: Zod) => ({
  limit: z
    .int()
    .min(1, 'must be at least 1')
    .max(100, 'must be at most 100')
    .optional()
    .describe('Rows per page (default 50).'),
  cursor: z.string().max(MAX_CURSOR).optional().describe('nextCursor of the previous page.'),
})

export const PageIn = objectSchema(pageIn)

export const DEFAULT_LIMIT = 50

/** A page of a list, for an operation's output: `pageOut('jobs', Job)`. */
export const pageOut = <Noun extends string, Row extends Z.ZodType>(noun: Noun, row: LazySchema<Row>) =>
  objectSchema(
    (z) =>
      // TypeScript types a computed key as `string`.
      ({
        [noun]: z.array(row()),
        nextCursor: z.string().nullable(),
        total: z.int().describe('On all pages.'),
      }) as { [key in Noun]: Z.ZodArray<Row> } & { nextCursor: Z.ZodNullable<Z.ZodString>; total: Z.ZodInt },
  )

export const Deleted = objectSchema((z) => ({ deleted: z.literal(true), id: Id() }))
export type Deleted = Parsed<typeof Deleted>

/** Whether a record is unchanged, apart from `updatedAt`. */
export const isUnchanged = <T extends object>(before: T, after: T): boolean =>
  isDeepStrictEqual({ ...before, updatedAt: null }, { ...after, updatedAt: null })
