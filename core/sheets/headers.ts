// Finds the field of each column: by the headers of other programs, and by the user's own mapping.
import { keyByWord, keysOf } from '../kernel/narrow.ts'
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

function headersOf<Field extends string>(aliases: Readonly<Record<Field, string>>) {
  const fieldOf = keyByWord(aliases)
  return (header: string) => fieldOf.get(headerWords(header)) ?? null
}

const LISTS = ['data', 'items', 'results', 'rows', 'records']

/** A table with these headers. A user cannot map columns to `derived` or `unmapped` fields. */
export const tableOf = <Field extends string>(
  { lists, ...about }: Omit<Table<NoInfer<Field>>, 'fields' | 'derived' | 'fieldOf'>,
  aliases: Readonly<Record<Field, string>>,
  derived: readonly NoInfer<Field>[],
  unmapped: readonly NoInfer<Field>[] = [],
): Table<Field> => ({
  ...about,
  lists: [...lists, ...LISTS],
  derived,
  fields: keysOf(aliases).filter((field) => !derived.includes(field) && !unmapped.includes(field)),
  fieldOf: headersOf(aliases),
})

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
