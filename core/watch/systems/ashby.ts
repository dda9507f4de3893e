// Ashby’s public job posting API: everything at once, with pay where the employer shows it.
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { payAndText } from '../posting-pay.ts'
import type { StatedFields } from '../../reading/stated-pay.ts'
import { addressIn, distinct, instantIn, recordOf, recordsOf, textIn, type Json } from '../untrusted-json.ts'
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

const salaryIn = (parts: readonly Json[], label: string | null): StatedFields[] =>
  parts
    .filter(({ compensationType }) => compensationType === 'Salary')
    .map(({ minValue, maxValue, currencyCode, interval }) => ({
      ...{ min: minValue, max: maxValue, currency: currencyCode, span: interval, label },
    }))

/** Sent even where the employer withholds it; one range for each tier where the summary has none. */
function payOf(job: Json): StatedFields[] {
  if (job['shouldDisplayCompensationOnJobPostings'] === false) return []
  const compensation = recordOf(job['compensation'])
  const summary = salaryIn(recordsOf(compensation['summaryComponents']), null)
  if (summary.length) return summary
  return recordsOf(compensation['compensationTiers']).flatMap((tier) =>
    salaryIn(recordsOf(tier['components']), null),
  )
}

function postingOf(job: Json): FoundPosting | [] {
  const [role, url] = [textIn(job['title']), addressIn(job['jobUrl'])]
  // The id is not documented; the address ends with it.
  const externalId = textIn(job['id']) ?? (url && segmentsOf(new URL(url)).at(-1))
  if (!externalId || !role || !url || job['isListed'] === false) return []
  const places = distinct([textIn(job['location']), ...recordsOf(job['secondaryLocations']).map(placeOf)])
  return {
    ...{ externalId, role, url, company: null, workplace: workplaceOf(job), places },
    postedAt: instantIn(job['publishedAt']),
    ...payAndText(
      payOf(job),
      postingText(job['descriptionHtml'] ?? job['descriptionPlain']),
      places.join('; '),
    ),
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
