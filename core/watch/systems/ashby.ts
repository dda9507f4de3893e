// Ashby’s public job posting API: everything at once, with pay where the employer shows it.
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { periodIn, statedPay } from '../stated-pay.ts'
import {
  addressIn,
  distinct,
  instantIn,
  numberIn,
  recordOf,
  recordsOf,
  textIn,
  type Json,
} from '../untrusted-json.ts'
import { postingText } from '../posting-text.ts'
import { wholeList } from './answer.ts'
import { firstSegmentOn, segmentsOf, type System } from './system.ts'

const WORKPLACES: Readonly<Record<string, Workplace>> = {
  Remote: 'remote',
  Hybrid: 'hybrid',
  OnSite: 'onsite',
}

/** The workplace type wins: `isRemote` is true of most hybrid postings too. */
function workplaceOf({ workplaceType, isRemote }: Json): Workplace {
  const named = WORKPLACES[textIn(workplaceType) ?? '']
  return named ?? (isRemote === true ? 'remote' : null)
}

/** Flat, or under `postalAddress`. */
function placeOf(place: Json): string | null {
  const address = recordOf(recordOf(place['address'])['postalAddress'] ?? place['address'])
  const parts = [address['addressLocality'], address['addressRegion'], address['addressCountry']]
  return textIn(place['location']) ?? (distinct(parts.map((part) => textIn(part))).join(', ') || null)
}

/** Sent even where the employer withholds it. */
function payOf(job: Json) {
  if (job['shouldDisplayCompensationOnJobPostings'] === false) return null
  const parts = recordsOf(recordOf(job['compensation'])['summaryComponents'])
  const salary = parts.find(({ compensationType }) => compensationType === 'Salary')
  if (!salary) return null
  return statedPay({
    min: numberIn(salary['minValue']),
    max: numberIn(salary['maxValue']),
    currency: textIn(salary['currencyCode']),
    period: periodIn(textIn(salary['interval'])),
  })
}

function postingOf(job: Json): FoundPosting | [] {
  const [role, url] = [textIn(job['title']), addressIn(job['jobUrl'])]
  // The id is not documented; the address ends with it.
  const externalId = textIn(job['id']) ?? (url && segmentsOf(new URL(url)).at(-1))
  if (!externalId || !role || !url || job['isListed'] === false) return []
  return {
    ...{ externalId, role, url, company: null, workplace: workplaceOf(job), pay: payOf(job) },
    places: distinct([textIn(job['location']), ...recordsOf(job['secondaryLocations']).map(placeOf)]),
    postedAt: instantIn(job['publishedAt']),
    text: postingText(job['descriptionHtml'] ?? job['descriptionPlain']),
  }
}

/** Names of boards may have spaces. */
const TOKEN = /^[\w.& -]{1,100}$/
const pageToken = firstSegmentOn(/^jobs\.ashbyhq\.com$/, TOKEN)

export const ashby: System = {
  name: 'ashby',
  title: 'Ashby',
  token: TOKEN,
  tokenOf: (url) => (url.hostname === 'api.ashbyhq.com' ? (segmentsOf(url)[2] ?? null) : pageToken(url)),
  listOf: (token) =>
    `https://api.ashbyhq.com/posting-api/job-board/${encodeURIComponent(token)}?includeCompensation=true`,
  pageOf: (token) => `https://jobs.ashbyhq.com/${encodeURIComponent(token)}`,
  accept: 'application/json',
  read: ({ body }) => wholeList(body, 'jobs', postingOf),
}
