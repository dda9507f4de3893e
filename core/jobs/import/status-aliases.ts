// Status names of other trackers, mapped to ours.
import { entriesOf } from '../../kernel/narrow.ts'
import type { Status } from '../status.ts'

/** A parsed status. `exact` is false when the original word is more specific than ours and should be kept. */
interface ReadStatus {
  readonly status: Status
  readonly exact: boolean
}

const exact: Readonly<Record<Status, string>> = {
  saved:
    'saved, wishlist, wish list, wishlisted, bookmarked, bookmark, to apply, want to apply, will apply, interested, todo, to do, not applied, not applied yet, not yet applied, not started, backlog, lead, leads, new, open, draft, researching, research, considering, planned, prospect, shortlist, shortlisted by me, favorite, favourite, gemerkt',
  applied:
    'applied, applying, application sent, application submitted, submitted, sent, in progress, pending, waiting, awaiting response, waiting for response, in review, under review, under consideration, application viewed, viewed, application received, received, resume viewed, resume downloaded, active, beworben, referred, referral submitted',
  screening:
    'screening, screen, phone screen, phone screening, recruiter screen, recruiter call, recruiter screening, hr screen, hr call, hr interview, initial call, intro call, initial screen, phone interview, phone call, contacted, responded, heard back, replied, assessment, online assessment, oa, oa received, oa invite, coding challenge, coding test, coding assessment, skills test, test, hackerrank, codesignal, take home, takehome, take home test, take home assignment',
  interviewing:
    'interviewing, interview, interviews, interviewed, interview scheduled, interview stage, onsite, on site, onsite interview, on site interview, virtual onsite, technical interview, technical screen, technical, tech interview, tech screen, coding interview, case study, panel interview, panel, hiring manager interview, hiring manager, final round, final interview, final, loop, superday, reference check, references, team match',
  offer:
    'offer, offers, offered, offer received, received offer, got offer, offer extended, job offer, negotiating, negotiation, offer negotiation, verbal offer, angebot',
  accepted:
    'accepted, accepted offer, offer accepted, offer signed, signed, hired, i accepted, got the job, joined, started, employed, won',
  rejected:
    'rejected, rejection, declined by company, company declined, rejected by company, not selected, not moving forward, not a fit, no, denied, turned down, unsuccessful, refused, regret, they said no, passed over, absage, lost',
  withdrawn:
    'withdrawn, withdrew, i withdrew, withdrawn by me, withdrawn by candidate, declined, declined offer, offer declined, i declined, declined by me, rejected by me, rejected offer, offer rejected, turned down offer, cancelled, canceled, not interested, no longer interested, not pursuing, passed, dropped, abandoned, skipped',
}

// Statuses whose word says more than ours; the word is kept in the notes. No answer is no rejection: the application stands.
const inexact: Readonly<Partial<Record<Status, string>>> = {
  applied: 'ghosted, no response, no reply, no answer, never heard back, stale, on hold',
  rejected:
    'expired, closed, job closed, position closed, posting closed, position filled, filled, role closed, position cancelled',
  withdrawn: 'archived, archive, inactive, done, finished, old',
}

const meanings = (list: Readonly<Partial<Record<Status, string>>>, isExact: boolean) =>
  entriesOf(list).flatMap(([status, words]) =>
    words.split(', ').map((word): [string, ReadStatus] => [word, { status, exact: isExact }]),
  )

const table: ReadonlyMap<string, ReadStatus> = new Map([
  ...meanings(exact, true),
  ...meanings(inexact, false),
])

// "2nd round", "Interview 3", "Round 2 interview", "First interview with the team".
const rounds =
  /^(?:(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth) (?:round|interview)|(?:round|interview) \d{1,2})\b/

/** What became of a stage: "OA completed" is an OA. */
const turns =
  / (?:received|sent|invited|invite|invitation|scheduled|booked|pending|started|submitted|completed|complete|done|passed|stage)$/

/** The number of a column: "3. Interviewing". */
const place = /^\d{1,2} (?=\p{L})/u

/** The status for another tracker's word; null when unknown. */
export function readStatus(text: string): ReadStatus | null {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const known = table.get(words)
  if (known) return known
  if (rounds.test(words)) return { status: 'interviewing', exact: false }
  const bare = words.replace(place, '')
  const stage = table.get(bare) ?? table.get(bare.replace(turns, ''))
  return stage ? { ...stage, exact: stage.exact && table.has(bare) } : null
}

/** How far along a status is: an older file never moves a job back. The three final statuses are equal. */
export const progress: Readonly<Record<Status, number>> = {
  saved: 0,
  applied: 1,
  screening: 2,
  interviewing: 3,
  offer: 4,
  accepted: 5,
  rejected: 5,
  withdrawn: 5,
}
