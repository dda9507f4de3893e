// Lists proposals. It has a file of its own, so that bare `crm` can count proposals without loading the decisions.
import { idIn, pageIn, pageOut, text, objectSchema } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { pageOf } from '../kernel/page.ts'
import { proposalOf } from './changes.ts'
import { Proposal, STATES } from './proposal.ts'
import * as store from './store.ts'

const ProposalQuery = objectSchema((z) => ({
  state: z.array(z.enum(STATES)).optional().describe('Comma-separated states; default pending.'),
  jobId: idIn(z).optional(),
  sender: text(z, 320).optional().describe('The sender’s address.'),
  ...pageIn(z),
}))

export const listProposals = operation({
  name: 'inbox.list',
  summary: 'List what your mail proposes, oldest first.',
  http: 'GET /api/mcp/inbox',
  access: 'inbox:read',
  input: ProposalQuery,
  output: pageOut('proposals', Proposal),
  async run({ sql, principal: { userId } }, { limit, cursor, ...filter }) {
    const { rows, ...page } = await pageOf(
      { limit, cursor },
      'sentAt',
      (window) => store.listMessages(sql, userId, filter, window),
      () => store.countMessages(sql, userId, filter),
    )
    return { proposals: await Promise.all(rows.map((row) => proposalOf(row))), ...page }
  },
})
