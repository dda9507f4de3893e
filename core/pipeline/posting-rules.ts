// The rule about postings that are gone: two complete readings on different days did not have them.
import { call, clipped, type Suggestion } from './suggestion.ts'

export interface GonePosting {
  id: string
  company: string
  role: string
  status: string
  missingAt: string
  goneAt: string
}

export function aboutGonePosting({ id, company, role, status, missingAt, goneAt }: GonePosting): Suggestion {
  const isSaved = status === 'saved'
  return {
    id: `posting-gone:${id}`,
    kind: 'posting-gone',
    jobId: id,
    contactId: null,
    title: clipped(`The posting of ${role} at ${company} is gone`),
    reason: `It was missing on ${missingAt.slice(0, 10)} and again on ${goneAt.slice(0, 10)}.${isSaved ? '' : ' Ask whether they are still looking.'}`,
    action: isSaved
      ? call('jobs.status', { id, status: 'withdrawn', note: 'The posting is gone.' })
      : call('activities.create', {
          jobId: id,
          type: 'follow-up',
          title: 'Asked whether the position is still open',
        }),
    dueAt: goneAt,
    priority: isSaved ? 'low' : 'medium',
  }
}
