// A system that hosts job boards, as data: where its boards are read, and how its answers are.
import type { Listing, FoundPosting } from '../found-posting.ts'

export interface Answer {
  url: string
  body: string
}

export interface System {
  name: string
  title: string
  /** The form of a token; case matters to some systems, so it is kept. */
  token: RegExp
  /** The board that a web address belongs to; null when it belongs to none of this system. */
  tokenOf(url: URL): string | null
  /** Where else a board may be when the system does not know it, such as its European servers. */
  elsewhere?(token: string): string | null
  listOf(token: string): string
  pageOf(token: string): string
  accept: string
  /** What an answer says; throws UnexpectedAnswerError for anything that is no answer of this system. */
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

/** The segments of a path, decoded where that is possible. */
export const segmentsOf = (url: URL): string[] => url.pathname.split('/').filter(Boolean).map(decoded)

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A token as systems have them: a name without spaces and slashes. */
export const PLAIN_TOKEN = /^[\w.-]{1,100}$/

export const firstSegmentOn =
  (hosts: RegExp, form = PLAIN_TOKEN) =>
  (url: URL): string | null => {
    const [token] = segmentsOf(url)
    return hosts.test(url.hostname) && token && form.test(token) ? token : null
  }

export const labelBefore =
  (host: RegExp, not: readonly string[] = []) =>
  (url: URL): string | null => {
    const token = host.exec(url.hostname)?.[1]
    return token && !['www', ...not].includes(token) ? token : null
  }
