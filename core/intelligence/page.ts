// Paged lists of pay data.
import { fail } from '../kernel/errors.ts'
import { text, type Parsed, objectSchema } from '../kernel/schema.ts'
import type { Z, Zod } from '../kernel/zod.ts'

const MAX_PAGE = 1_000

/** Input of a list with pages. Without a limit, the whole list is one page. */
export const PageIn = objectSchema((z) => ({
  limit: z.int().min(1).max(MAX_PAGE).optional().describe('Default: all.'),
  cursor: text(z, 200).optional().describe('`next_cursor` of the previous page.'),
}))
export const pageSchema = <Row extends Z.ZodType>(z: Zod, row: Row) =>
  z.strictObject({
    data: z.array(row),
    total: z.int().describe('Number of rows on all pages.'),
    next_cursor: z.string().nullable().describe('Pass this as cursor for the next page; null on the last.'),
  })

export function cutPage<Row extends { slug: string }>(
  all: readonly Row[],
  { limit = all.length, cursor }: Parsed<typeof PageIn>,
) {
  const lastSlug = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString('utf8')
  const start = all.findIndex(({ slug }) => slug === lastSlug) + 1
  if (lastSlug !== null && start === 0) fail('invalid_cursor', {})
  const data = all.slice(start, start + limit)
  const isMore = start + limit < all.length
  const next = Buffer.from(data.at(-1)?.slug ?? '').toString('base64url')
  return { data, total: all.length, next_cursor: isMore ? next : null }
}
