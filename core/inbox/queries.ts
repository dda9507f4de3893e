// The list of proposals, apart from what decides on them: bare `crm` counts them and starts without the rest.
import { DEFAULT_LIMIT, idIn, pageIn, pageOut, text } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { cut, readCursor } from '../kernel/page.ts'
import { lazySchema, objectSchema } from '../kernel/schema.ts'
import { proposalOf } from './changes.ts'
import { Proposal, STATES } from './proposal.ts'
import * as store from './store.ts'

const SORT = 'sentAt'

const ProposalQuery = objectSchema((z) => ({
  state: z.array(z.enum(STATES)).optional().describe('Comma-separated states; default pending.'),
  jobId: idIn(z).optional(),
  sender: text(z, 320).optional().describe('The sender’s address.'),
  ...pageIn(z),
}))
const ProposalPage = lazySchema((z) => pageOut(z, 'proposals', Proposal()))

export const listProposals = operation({
  name: 'inbox.list',
  summary: 'List what your mail proposes, oldest first.',
  http: 'GET /api/mcp/inbox',
  access: 'inbox:read',
  input: ProposalQuery,
  output: ProposalPage,
  async run({ sql, principal }, { limit = DEFAULT_LIMIT, cursor, ...filter }) {
    const after = readCursor(cursor, SORT, 'instant')
    const [rows, total] = await Promise.all([
      store.listMessages(sql, principal.userId, filter, { limit, after }),
      store.countMessages(sql, principal.userId, filter),
    ])
    const page = cut(rows, limit, SORT)
    const proposals = await Promise.all(page.rows.map((row) => proposalOf(row)))
    return { proposals, nextCursor: page.nextCursor, total }
  },
})
