// A system that hosts job boards, as data: where its boards are, and how its answers are.
import type { StatedFields } from '../../reading/stated-pay.ts'
import type { Listing, FoundPosting, Workplace } from '../found-posting.ts'
import { payAndText, postingText } from '../posting-pay.ts'
import { addressIn, distinct, instantIn, textIn } from '../untrusted-json.ts'

export interface Answer {
  url: string
  body: string
}

export interface System {
  name: string
  title: string
  /** The form of a token; case matters to some systems, so it is kept. */
  token: RegExp
  /** Host and path of its boards' addresses, with the token as `name`; `marked` says that the mark belongs to it. */
  addresses: readonly RegExp[]
  /** Ends the token of a board on other servers of the system, where one is looked for that the usual ones do not know. */
  mark?: string
  /** Where the list is, and the page for people: by the token without its mark. */
  listOf(name: string, isMarked: boolean): string
  pageOf(name: string, isMarked: boolean): string
  accept: string
  /** Throws UnexpectedAnswerError for anything that is no answer of this system. */
  read(answer: Answer, token: string): Listing
  /** Where the text of one posting is, when the list has none. */
  detailOf?(token: string, externalId: string): string
  readDetail?(body: string): Pick<FoundPosting, 'text' | 'pay'>
  /** Why robots.txt is not asked: the documentation calls the interface public, and the file shuts out everybody. */
  robotsExempt?: string
  /** Redirects that are followed, of a system that leads elsewhere what it does not know; default two. */
  mostRedirects?: number
  /** Whether an unknown board answers with an empty list, so that none at all says nothing. */
  isEmptyUnclear?: boolean
  /** Whether it shows the newest postings only, so that none is missing. */
  isPartial?: boolean
  /** Whether a posting that left the list may still be open on its page. */
  hasUnlisted?: boolean
}

/** What a row states of its posting, as it is written there: anything may be missing, or of another type. */
export interface StatedPosting {
  id: unknown
  role: unknown
  url: unknown
  company?: unknown
  places: readonly (string | null)[]
  workplace: Workplace
  /** The first that is an instant. */
  postedAt: readonly unknown[]
  pay?: readonly StatedFields[]
  texts: readonly unknown[]
}

/** None without an id, a role or an address. The rows of one posting, such as one for each place, are joined. */
export function postingsOf(rows: readonly (StatedPosting | null)[]): FoundPosting[] {
  const byId = new Map<string, FoundPosting>()
  for (const row of rows) {
    const [externalId, role, url] = [textIn(row?.id, 500), textIn(row?.role), addressIn(row?.url)]
    if (!row || !externalId || !role || !url) continue
    const { workplace, company, postedAt, pay = [], texts } = row
    const places = distinct([...(byId.get(externalId)?.places ?? []), ...row.places])
    const earlier = byId.get(externalId) ?? {
      ...{ externalId, role, url, company: textIn(company), workplace },
      postedAt: postedAt.map(instantIn).find((at) => at !== null) ?? null,
      ...payAndText(pay, postingText(...texts), places.join('; ')),
    }
    byId.set(externalId, { ...earlier, places })
  }
  return [...byId.values()]
}
