// Operations on the audit trail: list, show and undo.
import { loadHandlers, undoableNouns } from '../undo-handler.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import { ById, Instant, pageOut, lazySchema, objectSchema } from '../kernel/schema.ts'
import { isId } from '../kernel/id.ts'
import { operation } from '../kernel/operation.ts'
import { pageOf, type Window } from '../kernel/page.ts'
import { agentOf, Entry, entryOf, visibleNouns, visiblePart, WholeEntry, wholeEntryOf } from './entry.ts'
import type { AuditRow } from './entry.ts'
import * as store from './store.ts'
import { undo, UndoReport, UndoIn } from './undo.ts'

const SORT = '-at'

const Session = objectSchema((z) => ({ work: z.string(), changes: z.int(), at: Instant() }))
const AuditPage = lazySchema((z) =>
  pageOut('entries', Entry)().extend({
    others: z
      .array(Session())
      .optional()
      .describe('If an agent’s session changed nothing: its other recent ones.'),
  }),
)

const handlersOf = ({ undoHandlers }: Context, rows: readonly AuditRow[]) =>
  loadHandlers(
    undoHandlers,
    rows.flatMap(({ changes }) => changes.map(({ noun }) => noun)),
  )

const SESSION_MS = 30 * DAY_MS

export const listAudit = operation({
  name: 'audit.list',
  summary: 'List who changed what, and with which program, newest first.',
  http: 'GET /api/mcp/audit',
  access: 'audit:read',
  input: store.AuditQuery,
  output: AuditPage,
  async run(ctx, { limit, cursor, ...rest }) {
    const filter = { ...rest, nouns: visibleNouns(ctx), agent: agentOf(ctx) }
    const { sql } = ctx
    const { userId, credential } = ctx.principal
    const list = (window: Window) =>
      store.listAudit(sql, userId, filter, { ...window, undoable: undoableNouns(ctx) })
    const count = () => store.countAudit(sql, userId, filter)
    const { rows, ...page } = await pageOf({ limit, cursor }, SORT, list, count)
    const handlers = await handlersOf(ctx, rows)
    const { agent } = filter
    const first = isoOf(ctx.clock.now() - SESSION_MS)
    const since = rest.since && rest.since > first ? rest.since : first
    const others =
      agent && page.total === 0
        ? await store.listOtherSessions(sql, userId, { ...filter, since, agent }, credential.kind)
        : []
    return {
      entries: rows.map((row) => entryOf(handlers, visiblePart(ctx, row))),
      ...page,
      ...(others.length && { others }),
    }
  },
})

export const getAudit = operation({
  name: 'audit.get',
  summary: 'Show one change with every row before and after.',
  http: 'GET /api/mcp/audit/:id',
  access: 'audit:read',
  input: ById,
  output: WholeEntry,
  async run(ctx, { id }) {
    const nouns = { seen: visibleNouns(ctx), undoable: undoableNouns(ctx), agent: agentOf(ctx) }
    const row = isId(id) ? await store.findAudit(ctx.sql, ctx.principal.userId, id, nouns) : undefined
    if (!row) return fail('change_not_found', { id })
    return wholeEntryOf(await handlersOf(ctx, [row]), visiblePart(ctx, row))
  },
})

export const undoChange = operation({
  name: 'audit.undo',
  summary: 'Undo the last change, a given one, or a client’s last session; later changes are kept.',
  http: 'POST /api/mcp/audit/undo',
  access: 'audit:write',
  input: UndoIn,
  output: UndoReport,
  run: (ctx, input) => undo(ctx, input),
})

export const operations = [listAudit, undoChange, getAudit]
