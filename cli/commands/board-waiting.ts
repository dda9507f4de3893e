// What waits for a decision, as the board's data access has it: new postings of watched boards, and what mail proposes.
import { acceptProposal, listProposals, rejectProposal } from '../../core/inbox/operations.ts'
import type { Proposal } from '../../core/inbox/proposal.ts'
import { accept, dismiss, listPostings } from '../../core/watch/operations.ts'
import { payText } from '../../core/reading/stated-pay.ts'
import type { WatchedPosting } from '../../core/watch/watch.ts'
import type { Client } from '../client.ts'
import type { BoardPort, Waiting } from '../views/board/port.ts'

const ofPosting = ({ location, pay, why, postedAt, firstSeenAt, ...posting }: WatchedPosting): Waiting => ({
  ...{ id: posting.id, from: 'board', company: posting.company, role: posting.role, url: posting.url },
  about: [location, pay && payText(pay), why.join('; ')].filter(Boolean).join(' · '),
  at: postedAt ?? firstSeenAt,
})

const ofProposal = ({ id, company, role, from, subject, changes, evidence, sentAt }: Proposal): Waiting => ({
  ...{ id, from: 'inbox', company: company ?? from.name, role: role ?? subject, url: '' },
  about: [changes.join('; '), ...evidence.slice(0, 1).map(({ quote }) => `“${quote}”`)].join(' · '),
  at: sentAt,
})

/** What waits; nothing of either for a token that may not read it, or an older gateway. */
const bothOf = (client: Client, limit: number) =>
  Promise.all([
    client.call(listProposals, { limit }).catch(() => ({ proposals: [], total: 0 })),
    client.call(listPostings, { limit }).catch(() => ({ postings: [], total: 0 })),
  ])

/** A text that differs once something waits or was decided about. */
export async function waitingMark(client: Client): Promise<string> {
  const [mail, boards] = await bothOf(client, 1)
  return `${mail.total} ${mail.proposals[0]?.id} ${boards.total} ${boards.postings[0]?.id}`
}

/** What the board does with what waits, through a client. */
export const waitingPort = (client: Client): Pick<BoardPort, 'waiting' | 'take' | 'dismiss'> => ({
  async waiting(limit) {
    const [mail, boards] = await bothOf(client, limit)
    return {
      proposals: mail.total,
      postings: boards.total,
      list: [...mail.proposals.map(ofProposal), ...boards.postings.map(ofPosting)],
    }
  },
  async take({ id, from, company, role }) {
    const isMail = from === 'inbox'
    const { jobId } = await (isMail ? client.call(acceptProposal, { id }) : client.call(accept, { id }))
    return {
      id: jobId ?? id,
      said: `${company} — ${role} ${isMail ? 'is as the message says' : 'is your job now'}.`,
    }
  },
  async dismiss({ id, from, company, role }) {
    await (from === 'inbox' ? client.call(rejectProposal, { id }) : client.call(dismiss, { id }))
    return { id, said: `${company} — ${role} is not shown again.` }
  },
})
