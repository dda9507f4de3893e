// Finds the field of each column: by the headers of other programs, and by the user's own mapping.
import type { Field } from '../kernel/field-kinds.ts'
import { keyByWord, keysOf } from '../kernel/narrow.ts'
import { headingsOf, type Noun } from '../kernel/record.ts'
import type { Table } from './sheet.ts'

/** Normalises a header to lower-case words: "Job_URL", "jobUrl" and "Job  URL:" become "job url". */
export function headerWords(header: string): string {
  return header
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const LISTS = ['data', 'items', 'results', 'rows', 'records']

/** The table of a noun. `headings` has more headings of its columns. A user cannot map columns to `derived` or `unmapped` fields. */
export function tableOf<Name extends string, Column extends string>(
  record: Noun<Readonly<Record<Name, Field>>>,
  headings: Readonly<Record<Column, string>>,
  about: Pick<Table<NoInfer<Name | Column>>, 'noun' | 'neededColumns' | 'lists' | 'rowMarkers'>,
  derived: readonly NoInfer<Name | Column>[],
  unmapped: readonly NoInfer<Name | Column>[] = [],
): Table<Name | Column> {
  const aliases = headingsOf(record, headings)
  const fieldOf = keyByWord(aliases)
  return {
    ...about,
    lists: [...about.lists, ...LISTS],
    derived,
    fields: keysOf(aliases).filter((field) => !derived.includes(field) && !unmapped.includes(field)),
    fieldOf: (header) => fieldOf.get(headerWords(header)) ?? null,
  }
}

/** A user's mapping: column name → field. `ignore` skips a column. */
export type Mapping = Readonly<Record<string, string>>

export const IGNORE = 'ignore'

/** The table with a user's mapping. Other columns are read as before. */
export function withMapping<Field extends string>(table: Table<Field>, mapping: Mapping = {}): Table<Field> {
  // The command that reads the mapping has refused unknown fields.
  const own = new Map(
    Object.entries(mapping).map(([column, field]) => [headerWords(column), field as Field] as const),
  )
  if (!own.size) return table
  return { ...table, fieldOf: (header) => own.get(headerWords(header)) ?? table.fieldOf(header) }
}

/** The field for a word in a mapping: `applied_at`, `Applied at` and `appliedAt` are equal. */
export function fieldNamed(table: Table, word: string): string | undefined {
  const words = headerWords(word)
  const known = [...table.fields, IGNORE]
  return known.find((field) => headerWords(field) === words) ?? known.find((f) => f === table.fieldOf(word))
}

export interface ColumnUse {
  readonly column: string
  readonly field: string | null
  readonly use: 'used' | 'noted' | 'unused'
}

export const usesOf = (columns: readonly string[], table: Table): ColumnUse[] =>
  columns
    .filter((column) => column !== '')
    .map((column) => {
      const field = table.fieldOf(column)
      if (field === null) return { column, field: null, use: 'noted' }
      const isUsed = field !== IGNORE && !table.derived.includes(field)
      return { column, field: isUsed ? field : null, use: isUsed ? 'used' : 'unused' }
    })

export function notesOn(uses: readonly ColumnUse[]): string[] {
  const named = (use: ColumnUse['use']) =>
    uses
      .filter((each) => each.use === use)
      .map(({ column }) => column)
      .join(', ')
  const [noted, unused] = [named('noted'), named('unused')]
  return [
    ...(noted ? [`Kept in the notes, as there is no field for them: ${noted}.`] : []),
    ...(unused ? [`Not used: ${unused}.`] : []),
  ]
}
