// The new postings of watched boards, as the board's data access has them.
import { accept, dismiss, listPostings } from '../../core/watch/operations.ts'
import { payText } from '../../core/watch/stated-pay.ts'
import type { WatchedPosting } from '../../core/watch/watch.ts'
import type { Client } from '../client.ts'
import type { BoardPort, NewPosting } from '../views/board/port.ts'

const newPosting = ({
  location,
  pay,
  why,
  postedAt,
  firstSeenAt,
  ...posting
}: WatchedPosting): NewPosting => ({
  ...{ id: posting.id, company: posting.company, role: posting.role, url: posting.url },
  about: [location, pay && payText(pay), why.join('; ')].filter(Boolean).join(' · '),
  at: postedAt ?? firstSeenAt,
})

/** New postings; none for a token that may not read them, or an older gateway. */
const postingsOf = (client: Client, limit: number) =>
  client.call(listPostings, { limit }).catch(() => ({ postings: [], total: 0 }))

/** A text that differs once a posting was found or decided about. */
export async function postingsMark(client: Client): Promise<string> {
  const { total, postings } = await postingsOf(client, 1)
  return `${total} ${postings[0]?.id}`
}

/** What the board does with new postings, through a client. */
export const postingsPort = (client: Client): Pick<BoardPort, 'postings' | 'take' | 'dismiss'> => ({
  async postings(limit) {
    const { postings, total } = await postingsOf(client, limit)
    return { total, postings: postings.map(newPosting) }
  },
  async take(id) {
    const { company, role, jobId } = await client.call(accept, { id })
    return { id: jobId ?? id, said: `${company} — ${role} is your job now.` }
  },
  async dismiss(id) {
    const { company, role } = await client.call(dismiss, { id })
    return { id, said: `${company} — ${role} is not shown again.` }
  },
})
