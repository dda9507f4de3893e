// Operations on the inbox: read messages, and decide on their proposals.
import { transaction, type Transaction } from '../database/transaction.ts'
import { ById, Nothing, idIn, text, Id, lazySchema, type Parsed, objectSchema } from '../kernel/schema.ts'
import { isCrmError } from '../kernel/errors.ts'
import { operation } from '../kernel/operation.ts'
import { accept, AcceptIn, reject } from './accept.ts'
import { proposalOf } from './changes.ts'
import { Proposal } from './proposal.ts'
import { listProposals } from './queries.ts'
import { ScanIn, ScanReport } from './scan-report.ts'
import * as store from './store.ts'

/** One call decides at most the oldest 200. */
export const MAX_DECIDED = 200

const DecideManyIn = lazySchema((z) =>
  z
    .strictObject({
      ids: z.array(idIn(z)).max(MAX_DECIDED).optional(),
      all: z.boolean().optional().describe('Every pending proposal.'),
      sender: text(z, 320).optional().describe('Every pending proposal from this address.'),
      above: z.number().min(0).max(1).optional().describe('Pending proposals with at least this confidence.'),
    })
    .refine(({ ids, all, sender, above }) => ids || all || sender || above !== undefined, {
      message: 'takes ids, all, sender or above',
      path: ['ids'],
    }),
)
type DecideManyIn = Parsed<typeof DecideManyIn>

const DecideManyOut = objectSchema((z) => ({
  proposals: z.array(Proposal()),
  left: z
    .array(z.strictObject({ id: Id(), reason: z.string() }))
    .describe('Proposals that need more information.'),
}))
type DecideManyOut = Parsed<typeof DecideManyOut>

/** The chosen ids, oldest message first: accepting one may change the records that later messages refer to. */
async function chosenIds(tx: Transaction, { ids, sender, above }: DecideManyIn): Promise<string[]> {
  const chosen = ids && (await Promise.all([...new Set(ids)].map((id) => store.getProposal(tx, id))))
  const rows =
    chosen?.sort((one, other) => one.sentAt.localeCompare(other.sentAt)) ??
    (await store.listPending(tx.sql, tx.principal.userId, { sender, above, limit: MAX_DECIDED }))
  return rows.map(({ id }) => id)
}

const LEFT: readonly string[] = ['proposal_incomplete', 'invalid_input']

/** Decides on the chosen proposals. Skips those that need more input; if they were chosen by id, the whole call fails instead. */
async function decideMany(
  tx: Transaction,
  which: DecideManyIn,
  decide: (tx: Transaction, id: string) => Promise<Proposal>,
): Promise<DecideManyOut> {
  const answer: DecideManyOut = { proposals: [], left: [] }
  for (const id of await chosenIds(tx, which)) {
    const { length } = tx.changes
    try {
      answer.proposals.push(await decide(tx, id))
    } catch (error) {
      const mayBeLeft = tx.changes.length === length && !which.ids
      if (!mayBeLeft || !isCrmError(error) || !LEFT.includes(error.code)) throw error
      answer.left.push({ id, reason: error.message })
    }
  }
  return answer
}

export const getProposal = operation({
  name: 'inbox.get',
  summary: 'Show one proposal with the sentences it is based on.',
  http: 'GET /api/mcp/inbox/:id',
  access: 'inbox:read',
  input: ById,
  output: Proposal,
  run: async (ctx, { id }) => proposalOf(await store.getProposal(ctx, id)),
})

export const acceptProposal = operation({
  name: 'inbox.accept',
  summary: 'Accept a proposal as one change, dated like the message, that can be undone.',
  http: 'POST /api/mcp/inbox/:id/accept',
  access: 'inbox:write',
  input: AcceptIn,
  output: Proposal,
  run: (ctx, { id, ...edit }) => transaction(ctx, (tx) => accept(tx, id, edit)),
})

export const rejectProposal = operation({
  name: 'inbox.reject',
  summary: 'Reject a proposal.',
  http: 'POST /api/mcp/inbox/:id/reject',
  access: 'inbox:write',
  input: ById,
  output: Proposal,
  run: (ctx, { id }) => transaction(ctx, (tx) => reject(tx, id)),
})

export const acceptMany = operation({
  name: 'inbox.acceptMany',
  summary: 'Accept several proposals as one change.',
  http: 'POST /api/mcp/inbox/accept',
  access: 'inbox:write',
  input: DecideManyIn,
  output: DecideManyOut,
  run: (ctx, which) => transaction(ctx, (tx) => decideMany(tx, which, accept)),
})

export const rejectMany = operation({
  name: 'inbox.rejectMany',
  summary: 'Reject several proposals as one change.',
  http: 'POST /api/mcp/inbox/reject',
  access: 'inbox:write',
  input: DecideManyIn,
  output: DecideManyOut,
  run: (ctx, which) => transaction(ctx, (tx) => decideMany(tx, which, reject)),
})

export const scanMessages = operation({
  name: 'inbox.scan',
  summary: 'Read messages and propose changes to the search. Nothing in the pipeline changes.',
  http: 'POST /api/mcp/inbox/scan',
  access: 'inbox:write',
  input: ScanIn,
  output: ScanReport,
  async run(ctx, input) {
    // Loaded on use: only scanning needs the parsers and phrases.
    const { scan } = await import('./scan.ts')
    return scan(ctx, input)
  },
})

const MAX_PLACES = 10_000

const SeenIn = objectSchema((z) => ({ places: z.array(z.string().max(4_096)).max(MAX_PLACES) }))
const SeenOut = objectSchema((z) => ({
  seen: z.array(z.int()).describe('Positions in `places`, from 0.'),
}))

export const seenPlaces = operation({
  name: 'inbox.seen',
  summary: 'Which of these places were read before.',
  http: 'POST /api/mcp/inbox/seen',
  access: 'inbox:read',
  input: SeenIn,
  output: SeenOut,
  async run({ sql, principal }, { places }) {
    const { placeKey } = await import('./recognition.ts')
    const keys = places.map(placeKey)
    const rows = await store.listSeen(sql, principal.userId, keys)
    const known = new Set(rows.map(({ key }) => key.toString('latin1')))
    return { seen: keys.flatMap((key, at) => (known.has(key.toString('latin1')) ? [at] : [])) }
  },
})

const ForgetOut = objectSchema((z) => ({ forgotten: z.int().describe('The number of messages.') }))

export const forgetInbox = operation({
  name: 'inbox.forget',
  summary: 'Forget every message and proposal, and which messages were read.',
  http: 'DELETE /api/mcp/inbox',
  access: 'inbox:delete',
  input: Nothing,
  output: ForgetOut,
  run: (ctx) =>
    transaction(ctx, async ({ sql, principal }) => ({
      forgotten: await store.removeAll(sql, principal.userId),
    })),
})

export const operations = [
  listProposals,
  acceptMany,
  rejectMany,
  scanMessages,
  seenPlaces,
  forgetInbox,
  getProposal,
  acceptProposal,
  rejectProposal,
]
