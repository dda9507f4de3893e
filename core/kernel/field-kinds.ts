// The kinds of fields, and functions that declare a field of each kind. record.ts derives the rest from them.
import {
  clearable,
  deadlineIn,
  Id,
  idIn,
  Instant,
  instantIn,
  partedTags,
  tags as tagsIn,
  words,
  type LazySchema,
} from './schema.ts'
import { isEmail, webAddressIn } from './addresses.ts'
import type { Z, Zod } from './zod.ts'

type Settable = 'needed' | 'optional' | 'never'

type Merge = 'keep' | 'fill' | 'join' | 'union' | 'later'

interface FieldOptions {
  about?: string
  /** The description of the input, if it differs from `about`. */
  ask?: string
  /** The field's label in lists and records; by default its name in words. */
  label?: string
  /** The unit, written after the number: “ months”. */
  unit?: string
  /** The field's flag and its help, if they do not follow from the field's name and kind. */
  flag?: string
  help?: string
  merge?: Merge
  /** The group of fields that undo restores together; null if undo leaves the field alone. */
  undo?: string | null
  /** For a choice: other spellings in files, in the form of `headerWords`. */
  words?: Readonly<Record<string, string>>
  isLeftOut?: boolean
  /** Whether agents see the field in short results. */
  isBrief?: boolean
  /** How lists sort by the field: `text`, `instant`, or `maybe` for an instant that can be empty. Empty values come last. */
  sort?: 'text' | 'instant' | 'maybe'
}

/** A field that stores a `V` and takes an `I` as input. Both types exist only at compile time. */
export interface Field<
  V = unknown,
  I = unknown,
  S extends Settable = Settable,
  P extends Place = Place,
> extends FieldOptions {
  kind: keyof typeof KINDS
  settable: S
  place: P
  max?: number
  of?: readonly string[]
  fallback?: string
  out?: LazySchema
  in?: (z: Zod) => Z.ZodType
  types?: { value: V; input: I }
}

/** Where a field is stored: in a text or JSON column, in a hidden column, in a table of its own, or nowhere (computed). */
type Place = 'column' | 'json' | 'hidden' | 'own table' | 'computed'

interface KindOfField {
  out(z: Zod, field: Field): Z.ZodType
  in(z: Zod, field: Field): Z.ZodType
  merge: Merge
  clean(value: unknown): unknown
}

const same = (value: unknown): unknown => value
const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() || null : null)
const kept = (value: unknown): unknown => (typeof value === 'string' && value.trim() ? value : null)
const tagList = (value: unknown): unknown => (Array.isArray(value) ? partedTags(value.map(String)) : [])

const maybeText = (z: Zod) => z.string().nullable()
const line = {
  out: maybeText,
  in: (z: Zod, { max = 200 }: Field) => clearable(z, max),
  merge: 'fill',
  clean: trimmed,
} as const
const emptiable = (out: LazySchema, input: (z: Zod) => Z.ZodType): KindOfField => ({
  out: () => out().nullable(),
  in: (z) => input(z).nullable().optional(),
  merge: 'fill',
  clean: same,
})
const never = (): never => {
  throw new Error('Nobody sets this field.')
}

export const KINDS = {
  name: { out: (z) => z.string(), in: (z, { max = 200 }) => words(z, max), merge: 'keep', clean: trimmed },
  line,
  text: { ...line, clean: kept },
  notes: { ...line, merge: 'join', clean: kept },
  link: { ...line, in: (z) => webAddressIn(z) },
  email: {
    ...line,
    in: (z) =>
      clearable(z, 320).refine(
        (value) => !value || value.length > 320 || isEmail(value),
        'is not an e-mail address',
      ),
  },
  tags: {
    out: (z) => z.array(z.string()),
    in: (z) => tagsIn(z).nullable().optional(),
    merge: 'union',
    clean: tagList,
  },
  /** One value of a list. With a fallback it is never null. */
  choice: {
    out: (z, { of = [], fallback }) => (fallback === undefined ? z.enum(of).nullable() : z.enum(of)),
    in: (z, { of = [], fallback }) =>
      fallback === undefined ? z.enum(of).nullable().optional() : z.enum(of).optional(),
    merge: 'fill',
    clean: same,
  },
  instant: { ...emptiable(Instant, instantIn), merge: 'later' },
  deadline: emptiable(Instant, deadlineIn),
  reference: emptiable(Id, idIn),
  references: {
    out: (z) => z.array(Id()),
    in: (z, { max = 100 }) => z.array(idIn(z)).max(max, `has more than ${max} items`).nullable().optional(),
    merge: 'union',
    clean: (value) => (Array.isArray(value) ? [...new Set(value.map(String))].sort() : []),
  },
  id: { out: () => Id(), in: never, merge: 'keep', clean: same },
  /** When the record was added, and when it was last changed. */
  stamp: { out: () => Instant(), in: never, merge: 'keep', clean: same },
  /** A field with schemas of its own, such as a job's status. */
  own: {
    out: (z, { out }) => out?.() ?? z.unknown(),
    in: (z, field) => field.in?.(z) ?? never(),
    merge: 'keep',
    clean: (value) => (value === '' ? null : value),
  },
} as const satisfies Record<string, KindOfField>

type Optional<V, P extends Place = 'column'> = Field<V, V | null, 'optional', P>
const column = { settable: 'optional', place: 'column' } as const
const required = { settable: 'needed', place: 'column' } as const
const fixed = { kind: 'own', settable: 'never' } as const

export const name = (max: number, more: FieldOptions = {}): Field<string, string, 'needed', 'column'> => ({
  ...{ ...more, ...required, kind: 'name', max },
})
const textual =
  (kind: 'line' | 'text' | 'notes') =>
  (max: number, more: FieldOptions = {}): Optional<string | null> => ({ ...column, ...more, kind, max })
export const lineOf = textual('line')
export const textOf = textual('text')
export const notesOf = textual('notes')
const plain =
  (kind: 'link' | 'email' | 'deadline' | 'instant' | 'reference') =>
  (more: FieldOptions = {}): Optional<string | null> => ({ ...column, ...more, kind })
export const link = plain('link')
export const email = plain('email')
export const deadline = plain('deadline')
export const instant = plain('instant')
export const reference = plain('reference')
export const tags = (more: FieldOptions = {}): Optional<string[], 'json'> => ({
  ...more,
  ...{ kind: 'tags', settable: 'optional', place: 'json' },
})
export const choice = <T extends string>(of: readonly T[], more: FieldOptions = {}): Optional<T | null> => ({
  ...column,
  ...more,
  ...{ kind: 'choice', of },
})
export const choiceWithDefault = <T extends string>(
  of: readonly T[],
  fallback: NoInfer<T>,
  more: FieldOptions = {},
): Field<T, T, 'optional', 'column'> => ({
  ...column,
  ...{ ask: `Default: ${fallback}.`, ...more, kind: 'choice', of, fallback },
})
export const references = (max: number, more: FieldOptions = {}): Optional<string[], 'own table'> => ({
  ...more,
  ...{ kind: 'references', settable: 'optional', place: 'own table', max },
})
export const id = (): Field<string, never, 'never', 'column'> => ({
  ...{ kind: 'id', settable: 'never', place: 'column', undo: null },
})
export const stamp = (more: FieldOptions = {}): Field<string, never, 'never', 'column'> => ({
  ...more,
  ...{ kind: 'stamp', settable: 'never', place: 'column', undo: null },
})
export const own = <V>(
  out: LazySchema<Z.ZodType<V>>,
  more: FieldOptions = {},
): Field<V, never, 'never', 'column'> => ({ ...more, ...fixed, place: 'column', out })
/** `special` is a column with its own input schema. `needed` is the same, but required for a new record. */
export const special = <V, I>(
  out: LazySchema<Z.ZodType<V>>,
  input: (z: Zod) => Z.ZodType<I | undefined>,
  more: FieldOptions = {},
): Field<V, I, 'optional', 'column'> => ({ ...column, ...more, kind: 'own', out, in: input })
export const needed = <V, I>(
  out: LazySchema<Z.ZodType<V>>,
  input: (z: Zod) => Z.ZodType<I>,
  more: FieldOptions = {},
): Field<V, I, 'needed', 'column'> => ({ ...more, ...required, kind: 'own', out, in: input })
/** A field computed from other fields; it is not stored. */
export const computed = <V>(out: LazySchema<Z.ZodType<V>>): Field<V, never, 'never', 'computed'> => ({
  ...{ kind: 'own', settable: 'never', place: 'computed', out, undo: null },
})
/** A column that no answer shows. */
export const hidden = <V>(more: FieldOptions = {}): Field<V, never, 'never', 'hidden'> => ({
  ...{ undo: null, ...more, kind: 'own', settable: 'never', place: 'hidden' },
})
export const listed = <V>(): Field<V, never, 'never', 'json'> => ({ ...fixed, place: 'json' })
