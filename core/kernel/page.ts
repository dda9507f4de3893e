// Pages of a list by cursor (keyset pagination). A cursor names the last row seen, so late pages cost no more than early ones.
import { fail, quietly } from './errors.ts'
import { DEFAULT_LIMIT } from './schema.ts'
import { isId } from './id.ts'
import { isStorable } from './plain-characters.ts'

/** Where the next page starts: after the row with this id and sort value. */
export interface Cursor {
  sort: string
  value: string | number
  id: string
}

export interface Window {
  limit: number
  after: Cursor | undefined
}

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.sort, cursor.value, cursor.id])).toString('base64url')

/** The type of a sort value. It is checked, so that a forged cursor cannot make a cast fail in Postgres. */
export type SortKind = 'instant' | 'text' | 'number'

// Postgres has no year 0.
const ISO = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const FITS: Record<SortKind, (value: string | number) => boolean> = {
  instant: (value) => typeof value === 'string' && ISO.test(value) && !Number.isNaN(Date.parse(value)),
  text: (value) => typeof value === 'string' && isStorable(value),
  number: Number.isFinite,
}

/** Decodes a cursor of this list and sort order; throws `invalid_cursor` for anything else. */
export function readCursor(text: string | undefined, sort: string, kind: SortKind): Cursor | undefined {
  if (text === undefined) return undefined
  const parts = quietly((): unknown => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  if (!Array.isArray(parts) || parts.length !== 3) return fail('invalid_cursor', {})
  const [itsSort, value, id]: unknown[] = parts
  const isValue = typeof value === 'string' || typeof value === 'number'
  if (itsSort !== sort || typeof id !== 'string' || !isId(id) || !isValue || !FITS[kind](value))
    return fail('invalid_cursor', {})
  return { sort, value, id }
}

export function cutPage<Row extends { id: string; sortValue: string | number }>(
  rows: readonly Row[],
  limit: number,
  sort: string,
): { rows: readonly Row[]; nextCursor: string | null } {
  const last = rows[limit - 1]
  if (rows.length <= limit || !last) return { rows, nextCursor: null }
  return { rows: rows.slice(0, limit), nextCursor: writeCursor({ sort, value: last.sortValue, id: last.id }) }
}

/** `list` returns up to `limit + 1` rows: an extra row only shows that there is a next page. */
export async function pageOf<Row extends { id: string; sortValue: string | number }>(
  asked: { limit?: number | undefined; cursor?: string | undefined },
  sort: string,
  list: (window: Window) => PromiseLike<readonly Row[]>,
  count: () => PromiseLike<number>,
  kind: SortKind = 'instant',
): Promise<{ rows: Omit<Row, 'sortValue'>[]; nextCursor: string | null; total: number }> {
  const { limit = DEFAULT_LIMIT, cursor } = asked
  const after = readCursor(cursor, sort, kind)
  const [found, total] = await Promise.all([list({ limit, after }), count()])
  const { rows, nextCursor } = cutPage(found, limit, sort)
  return { rows: rows.map(({ sortValue: _, ...row }) => row), nextCursor, total }
}
