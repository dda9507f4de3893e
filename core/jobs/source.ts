// Where a job was found: a referral, a job board, the company's own page.
import { parseUrl } from '../kernel/url.ts'

interface SourceFacts {
  source: string | null
  url: string | null
  tags: readonly string[]
  hasReferral: boolean
}

/** Boards by host name suffix. Many use a subdomain per employer. */
const BOARDS: readonly (readonly [string, RegExp])[] = [
  ['LinkedIn', /(^|\.)linkedin\.com$/],
  ['Indeed', /(^|\.)indeed\.[a-z.]+$/],
  ['Glassdoor', /(^|\.)glassdoor\.[a-z.]+$/],
  ['ZipRecruiter', /(^|\.)ziprecruiter\.[a-z.]+$/],
  ['Wellfound', /(^|\.)(wellfound|angel)\.(com|co)$/],
  ['Hacker News', /^news\.ycombinator\.com$/],
  ['Y Combinator', /(^|\.)(ycombinator|workatastartup)\.com$/],
  ['Dice', /(^|\.)dice\.com$/],
  ['Monster', /(^|\.)monster\.[a-z.]+$/],
  ['StepStone', /(^|\.)stepstone\.[a-z.]+$/],
  ['Xing', /(^|\.)xing\.com$/],
  ['Otta', /(^|\.)(otta|welcometothejungle)\.com$/],
]

export function boardOf(url: string | null | undefined): string | null {
  const address = url ? parseUrl(url) : null
  return (address && BOARDS.find(([, host]) => host.test(address.hostname))?.[0]) ?? null
}

/** The source of a job: a tag `source:meetup`, else the stated source, else a referral, else the posting's URL. */
export function sourceOf({ source, url, tags, hasReferral }: SourceFacts): string {
  const named = tags.find((tag) => /^source:./i.test(tag))
  if (named) return named.slice('source:'.length).trim()
  if (source !== null) return source
  if (hasReferral || tags.some((tag) => /^referr(al|ed)$/i.test(tag))) return 'referral'
  if (url === null || !parseUrl(url)) return 'unknown'
  return boardOf(url) ?? 'company page'
}
