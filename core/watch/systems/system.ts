// Describes, as data, a system that hosts job boards: the addresses of its boards and the format of its answers.
import { takingTurns } from '../../kernel/turns.ts'
import type { StatedFields } from '../../reading/stated-pay.ts'
import type { Listing, FoundPosting, Workplace } from '../found-posting.ts'
import { payAndText, postingText } from '../posting-pay.ts'
import { addressIn, distinct, isoIn, textIn } from '../untrusted-json.ts'

export interface Answer {
  url: string
  body: string
}

export interface System {
  name: string
  title: string
  /** The format of a token. Tokens keep upper case, because some systems distinguish it. */
  token: RegExp
  /** Patterns of host and path. The group `name` is the bare token. The group `second` matches on the second set of servers. */
  addresses: readonly RegExp[]
  /** Marks the token of a board on the system's second set of servers, which crm asks if the first does not know the board. */
  suffix?: string
  /** The addresses of the list and of the page for people. `bareToken` is the token without `suffix`. */
  listOf(bareToken: string, hasSuffix: boolean): string
  pageOf(bareToken: string, hasSuffix: boolean): string
  accept: string
  /** Throws UnexpectedAnswerError for an answer in another format. */
  read(answer: Answer, token: string): Promise<Listing>
  /** The address of one posting's text, if the list has none. */
  detailOf?(token: string, externalId: string): string
  readDetail?(body: string): Pick<FoundPosting, 'text' | 'pay'>
  /** If set, crm ignores robots.txt, for this reason. */
  robotsExempt?: string
  /** Maximum redirects; default two. Fewer for a system that redirects unknown boards elsewhere. */
  mostRedirects?: number
  /** Whether unknown boards give an empty list, so that an empty list proves nothing. */
  isEmptyUnclear?: boolean
  /** Whether the list holds only the newest postings, so that absence proves nothing. */
  isPartial?: boolean
  /** Whether a posting that left the list may still be open on its page. */
  hasUnlisted?: boolean
}

/** The raw fields of a posting's row. Any field may be missing or of another type. */
export interface StatedPosting {
  id: unknown
  role: unknown
  url: unknown
  company?: unknown
  places: readonly (string | null)[]
  workplace: Workplace
  /** Candidates; the first valid instant counts. */
  postedAt: readonly unknown[]
  pay?: readonly StatedFields[]
  closes?: unknown
  texts: readonly unknown[]
}

/** Drops rows without id, role or address, and joins the rows of one posting, such as one per place. */
export async function postingsOf(rows: readonly (StatedPosting | null)[]): Promise<FoundPosting[]> {
  const byId = new Map<string, FoundPosting>()
  const letOthersRun = takingTurns()
  for (const row of rows) {
    // Finding the pay in one posting's text takes up to three milliseconds.
    await letOthersRun()
    const [externalId, role, url] = [textIn(row?.id, 500), textIn(row?.role), addressIn(row?.url)]
    if (!row || !externalId || !role || !url) continue
    const { workplace, company, postedAt, pay = [], closes, texts } = row
    const places = distinct([...(byId.get(externalId)?.places ?? []), ...row.places])
    const earlier = byId.get(externalId) ?? {
      ...{ externalId, role, url, company: textIn(company), workplace },
      postedAt: postedAt.map(isoIn).find((at) => at !== null) ?? null,
      ...payAndText(pay, closes, postingText(...texts), places.join('; ')),
    }
    byId.set(externalId, { ...earlier, places })
  }
  return [...byId.values()]
}
