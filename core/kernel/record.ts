// Derives schemas, columns, merge, undo groups and file columns of a record from the declaration of its fields.
import { showInstant } from './show-instant.ts'
import { KINDS, type Field } from './field-kinds.ts'
import { folded } from './folded.ts'
import { entriesOf, keysOf, listIn, recordOf } from './narrow.ts'
import { cut } from './plain-characters.ts'
import { changedTags } from './schema.ts'
import type { Z, Zod } from './zod.ts'

export type Fields = Readonly<Record<string, Field>>

type ValueOf<F> = F extends { types?: { value: infer V } | undefined } ? V : never
type InputOf<F> = F extends { types?: { input: infer I } | undefined } ? I : never
type FieldsWith<Fs, Part> = { [K in keyof Fs]: Fs[K] extends Part ? K : never }[keyof Fs]
type Values<Fs, K extends keyof Fs> = { [Name in K]: ValueOf<Fs[Name]> }

type ShownFields<Fs> = Exclude<keyof Fs, FieldsWith<Fs, { place: 'hidden' }>>
type Needed<Fs> = FieldsWith<Fs, { settable: 'needed' }>
type Optional<Fs> = FieldsWith<Fs, { settable: 'optional' }>

export type RecordOf<R> = R extends Noun<infer Fs> ? Values<Fs, ShownFields<Fs>> : never
export type RowOf<R> =
  R extends Noun<infer Fs> ? Values<Fs, Exclude<keyof Fs, FieldsWith<Fs, { place: 'computed' }>>> : never
export type StoredOf<R> =
  R extends Noun<infer Fs>
    ? Values<Fs, Exclude<keyof Fs, FieldsWith<Fs, { place: 'computed' | 'own table' }>>>
    : never
type SettableValues<Fs> = Values<Fs, Needed<Fs> | Optional<Fs>>

/** The nouns of changes, mirrors, undo handlers, errors and the search, each with its name in scopes. */
export const SCOPE_NOUNS = {
  job: 'jobs',
  contact: 'contacts',
  activity: 'activities',
  event: 'calendar',
  offer: 'offers',
} as const
export type NounName = keyof typeof SCOPE_NOUNS
export const NOUNS = keysOf(SCOPE_NOUNS)

export interface Noun<Fs extends Fields> {
  noun: NounName
  table: string
  alias: string
  fields: Fs
  stored: readonly (readonly [name: string, column: string])[]
  columns: string
  shown: readonly string[]
}

export function record<Fs extends Fields>(
  noun: NounName,
  table: string,
  alias: string,
  fields: Fs,
): Noun<Fs> {
  const stored = Object.entries(fields)
    .filter(([, { place }]) => place !== 'computed' && place !== 'own table')
    .map(([name]) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as const)
  const shown = Object.keys(fields).filter((name) => fields[name]?.place !== 'hidden')
  return {
    noun,
    table,
    alias,
    fields,
    stored,
    shown,
    columns: stored.map(([, column]) => `${alias}.${column}`).join(', '),
  }
}

/** Builds a typed record; the declaration of the fields gives its type. */
const typed = <T>(entries: readonly (readonly [string, unknown])[]): T => Object.fromEntries(entries) as T

const namesOf = (noun: Noun<Fields>, isOne: (field: Field, name: string) => boolean): string[] =>
  entriesOf(noun.fields).flatMap(([name, field]) => (isOne(field, name) ? [name] : []))

const described = (schema: Z.ZodType, about: string | undefined): Z.ZodType =>
  about === undefined ? schema : schema.describe(about)

type ShapeOut<Fs> = { [K in ShownFields<Fs>]: Z.ZodType<ValueOf<Fs[K]>> }

export const shapeOut = <Fs extends Fields>(z: Zod, noun: Noun<Fs>): ShapeOut<Fs> =>
  typed(
    entriesOf(noun.fields)
      .filter(([, { place }]) => place !== 'hidden')
      .map(([name, field]) => [name, described(KINDS[field.kind].out(z, field), field.about)]),
  )

type ShapeIn<Fs> = { [K in Needed<Fs>]: Z.ZodType<InputOf<Fs[K]>> } & {
  [K in Optional<Fs>]: Z.ZodOptional<Z.ZodType<InputOf<Fs[K]>>>
}

const settableIn = (noun: Noun<Fields>) =>
  entriesOf(noun.fields).filter(([, { settable }]) => settable !== 'never')

export const shapeIn = <Fs extends Fields>(z: Zod, noun: Noun<Fs>): ShapeIn<Fs> =>
  typed(settableIn(noun).map(([name, field]) => [name, described(KINDS[field.kind].in(z, field), field.ask)]))

type ShapeChange<Fs> = { [K in Needed<Fs> | Optional<Fs>]: Z.ZodOptional<Z.ZodType<InputOf<Fs[K]>>> }

export const shapeChange = <Fs extends Fields>(z: Zod, noun: Noun<Fs>): ShapeChange<Fs> =>
  typed(
    settableIn(noun).map(([name, field]) => {
      const schema = field.kind === 'tags' ? changedTags(z) : KINDS[field.kind].in(z, field)
      const about = field.kind === 'choice' ? undefined : field.ask
      return [name, described(field.settable === 'needed' ? schema.optional() : schema, about)]
    }),
  )

type Input<Fs> = Readonly<Partial<Record<keyof Fs, unknown>>>

/** The input as it is stored: lines trimmed, empty texts null, each tag once. */
export const cleaned = <Fs extends Fields>(noun: Noun<Fs>, input: Input<Fs>): Partial<SettableValues<Fs>> =>
  typed(
    settableIn(noun).flatMap(([name, { kind }]) => {
      const value = recordOf(input)[name]
      return value === undefined ? [] : [[name, KINDS[kind].clean(value)] as const]
    }),
  )

/** The fields of a new record that a user can set; fields that were not sent are empty. */
export const filled = <Fs extends Fields>(noun: Noun<Fs>, input: Input<Fs>): SettableValues<Fs> =>
  typed(
    settableIn(noun).map(([name, { kind, fallback = null }]) => [
      name,
      KINDS[kind].clean(recordOf(input)[name] ?? fallback),
    ]),
  )

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const union = (one: unknown, other: unknown): unknown[] => [...new Set([...list(one), ...list(other)])]

type Merge = NonNullable<Field['merge']>

const MERGES: Record<Merge, (kept: unknown, other: unknown, field: Field) => unknown> = {
  keep: (kept) => kept,
  fill: (kept, other, { fallback = null }) => (kept === fallback ? other : kept),
  join: (kept, other) => [...new Set([kept, other])].filter(Boolean).join('\n\n') || null,
  union: (kept, other, { kind }) => (kind === 'references' ? union(kept, other).sort() : union(kept, other)),
  later: (kept, other) =>
    [kept, other]
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null,
}

const mergeOf = (field: Field): Merge => field.merge ?? KINDS[field.kind].merge

/** The text's words with spaces around them, so that a search in another text only matches whole words. A sign is a word: $, €, +. */
const wholeWords = (text: unknown): string =>
  ` ${(folded(String(text)).match(/[\p{L}\p{N}]+|\p{S}/gu) ?? []).join(' ')} `

/** The fields whose values conflict: the name in words (“next step”), and the other record's value, which the merge would lose. A longer address is another one. */
const mergeConflicts = (
  noun: Noun<Fields>,
  kept: object,
  other: object,
  timeZone = 'UTC',
): [name: string, lost: string][] =>
  entriesOf(noun.fields).flatMap(([name, field]) => {
    const [one, two] = [recordOf(kept)[name], recordOf(other)[name]]
    const haveValues = [one, two].every((value) => value !== null && value !== field.fallback)
    return haveValues &&
      (mergeOf(field) === 'fill' || field.kind === 'name') &&
      (/^(?:email|link)$/.test(field.kind) || !wholeWords(one).includes(wholeWords(two))) &&
      wholeWords(one) !== wholeWords(two)
      ? [[wordsOf(name), excerpt(displayedInstant(field, String(two), timeZone))]]
      : []
  })

/** An instant as people write it. The last moment of a day is written as its date. */
const displayedInstant = ({ kind }: Field, text: string, timeZone: string): string =>
  kind === 'deadline' || kind === 'instant'
    ? showInstant(text, new Date(text), timeZone, 'long').replace(/ 23:59 \S+$/, '')
    : text

/** Cuts off a long text, such as a posting, which would fill the notes. */
const excerpt = (text: string): string => (text.length > 500 ? `${cut(text, 499)}…` : text)

/** A sentence that names the fields whose other value only the notes keep. Empty if there are none. */
export function mergeNote(noun: Noun<Fields>, kept: object, other: object): string {
  const names = mergeConflicts(noun, kept, other).map(([name]) => name)
  return names.length ? ` The notes keep the other entry’s ${names.join(', ')}.` : ''
}

/** Completes the kept record from the other. If both have a value, the kept one wins, and the notes record the other. */
export function merged<Fs extends Fields, Row extends { notes: string | null }>(
  noun: Noun<Fs>,
  kept: Row,
  other: Row,
  timeZone: string,
): Row {
  const lost = mergeConflicts(noun, kept, other, timeZone).map(([name, text]) => `${name}: ${text}`)
  const words = lost.length && ['The entry that was merged into this one said:', ...lost].join('\n')
  const notes = other.notes === kept.notes ? null : other.notes
  const theirs = { ...other, notes: [notes, words].filter(Boolean).join('\n\n') }
  return typed([
    ...Object.entries(kept),
    ...entriesOf(noun.fields)
      .filter(([, { place }]) => place !== 'computed')
      .map(([name, field]) => {
        const [one, two] = [recordOf(kept)[name], recordOf(theirs)[name]]
        return [name, MERGES[mergeOf(field)](one, two, field)] as const
      }),
  ])
}

export function groupsOf(noun: Noun<Fields>): string[][] {
  const groups = new Map<string, string[]>()
  for (const [name, { undo = name }] of entriesOf(noun.fields))
    if (undo !== null) listIn(groups, undo).push(name)
  return [...groups.values()]
}

/** The fields of our export files, in order. Long texts come last. */
export function fileColumns(noun: Noun<Fields>): string[] {
  const isShown = ({ place, isLeftOut }: Field) => place !== 'computed' && place !== 'hidden' && !isLeftOut
  return longLast(noun, namesOf(noun, isShown))
}

export function longLast(noun: Noun<Fields>, names: readonly string[]): string[] {
  const long = ofKind(noun, 'text', 'notes')
  return [...names.filter((name) => !long.includes(name)), ...names.filter((name) => long.includes(name))]
}

/** A field's name in words, as column headings have it: “status changed at” for `statusChangedAt`. */
export const wordsOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** “status changed” for `statusChangedAt`, “job” for `jobId`, “contacts” for `contactIds`. */
export const spokenOf = (name: string): string =>
  wordsOf(name.replace(/(?<=.)(?:At|Id|Url)$/, '').replace(/Ids$/, 's'))

export const isInstant = (name: string): boolean => name.endsWith('At') || name === 'deadline'

export const labelOf = ({ fields }: Noun<Fields>, name: string): string =>
  fields[name]?.label ?? spokenOf(name)

/** The accepted headings of each column in files, joined by commas. `lists` adds headings, also for columns that are no field. */
export function headingsOf<Fs extends Fields, Column extends string>(
  noun: Noun<Fs>,
  lists: Readonly<Record<Column, string>>,
): Record<(keyof Fs & string) | Column, string> {
  const own = fileColumns(noun)
  const names = new Set([...own, ...Object.keys(lists)])
  return typed(
    [...names].map((name) => {
      const all = [own.includes(name) && wordsOf(name), recordOf(lists)[name]]
      return [name, all.filter(Boolean).join(', ')] as const
    }),
  )
}

export const ofKind = (noun: Noun<Fields>, ...kinds: Field['kind'][]): string[] =>
  namesOf(noun, ({ kind }) => kinds.includes(kind))

export const longestOf = (noun: Noun<Fields>): Record<string, number> =>
  typed(
    entriesOf(noun.fields).flatMap(([name, { max, kind }]) =>
      max && kind !== 'references' ? [[name, max] as const] : [],
    ),
  )

export const briefOf = (noun: Noun<Fields>): string[] => namesOf(noun, ({ isBrief }) => isBrief === true)
export const shownIn = <Fs extends Fields>(
  { shown }: Noun<Fs>,
  row: RecordOf<Noun<Fs>>,
): RecordOf<Noun<Fs>> => typed(shown.map((name) => [name, recordOf(row)[name]]))
