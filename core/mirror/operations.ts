// The operation that mirrors call.
import { MAX_CURSOR, objectSchema } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { ChangePage, changesSince } from './changes.ts'

export type { ChangePage, RecordChange } from './changes.ts'

const ChangeQuery = objectSchema((z) => ({
  cursor: z
    .string()
    .max(MAX_CURSOR)
    .optional()
    .describe('nextCursor of the previous page. Without it, the whole state comes first; `now` skips that.'),
  limit: z
    .int()
    .min(1, 'must be at least 1')
    .max(100, 'must be at most 100')
    .optional()
    .describe('Changes per page (default 50).'),
}))

export const listChanges = operation({
  name: 'changes.list',
  summary: 'List what changed since a cursor, deletions included, for keeping a mirror.',
  http: 'GET /api/mcp/changes',
  access: 'pipeline:read',
  refuses: ['expired'],
  input: ChangeQuery,
  output: ChangePage,
  run: (ctx, query) => changesSince(ctx, query),
})

export const operations = [listChanges]
