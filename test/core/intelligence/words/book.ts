// The words of the shipped tables, compiled in memory.
import { compilePayFile } from '../../../../core/intelligence/file/compile.ts'
import { shippedTables } from '../../../../core/intelligence/file/csv.ts'
import { bytesIn, openPayFile } from '../../../../core/intelligence/file/pay-file.ts'
import { payTables, sourceTables, wordTables } from '../../../../core/intelligence/file/tables.ts'
import { CrmError } from '../../../../core/kernel/errors.ts'
import type { Book } from '../../../../core/intelligence/words/book.ts'
import { openWords } from '../../../../core/intelligence/words/book.ts'

const NEEDED = 'roles former_roles cities words title_socs title_features title_counts'.split(' ')

/** A book of the tables in `sql/data`; takes a few seconds. */
export function shippedWords(): Book {
  const source = sourceTables(shippedTables())
  const names = new Set([...NEEDED, ...wordTables(source).map(({ name }) => name)])
  const tables = payTables(source).filter(({ name }) => names.has(name))
  return openWords(openPayFile(bytesIn('of words', compilePayFile(tables)), 'test'))
}

/** The error that `read` throws; null if it succeeds. */
export const refusal = (read: () => unknown): CrmError | null => {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof CrmError) return error
    throw error
  }
}

/** How a hint begins that asks back. */
export const ASKED = /^It could be one of: /
