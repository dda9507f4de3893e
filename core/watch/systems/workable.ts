// Workable’s widget API: one row for each place of a posting, which are one posting here.
import type { FoundPosting } from '../found-posting.ts'
import {
  addressIn,
  distinct,
  instantIn,
  listIn,
  recordOf,
  recordsOf,
  textIn,
  type Json,
} from '../untrusted-json.ts'
import { payAndText } from '../posting-pay.ts'
import { postingText } from '../posting-text.ts'
import { jsonOf } from './answer.ts'
import { labelBefore, segmentsOf, type System } from './system.ts'

const placeOf = (place: Json): string | null =>
  distinct([
    textIn(place['city']),
    textIn(place['region'] ?? place['state']),
    textIn(place['country'] ?? place['countryName']),
  ]).join(', ') || null

function placesOf(job: Json): string[] {
  const listed = recordsOf(job['locations'])
  const shown = listed.filter(({ hidden }) => hidden !== true)
  return distinct(listed.length ? shown.map(placeOf) : [placeOf(job)])
}

function postingOf(job: Json, company: string | null): FoundPosting | [] {
  const [externalId, role] = [textIn(job['shortcode']), textIn(job['title'])]
  const url = addressIn(job['url']) ?? addressIn(job['shortlink'])
  if (!externalId || !role || !url) return []
  return {
    ...{ externalId, role, url, company, places: placesOf(job) },
    // Only another interface tells hybrid from onsite.
    workplace: job['telecommuting'] === true ? 'remote' : null,
    postedAt: instantIn(job['published_on']) ?? instantIn(job['created_at']),
    ...payAndText([], postingText(job['description'])),
  }
}

/** The rows of one posting, joined. */
function merged(rows: readonly FoundPosting[]): FoundPosting[] {
  const byId = new Map<string, FoundPosting>()
  for (const row of rows) {
    const earlier = byId.get(row.externalId)
    byId.set(
      row.externalId,
      earlier ? { ...earlier, places: distinct([...earlier.places, ...row.places]) } : row,
    )
  }
  return [...byId.values()]
}

const ownHost = labelBefore(/^([\w-]+)\.workable\.com$/, ['apply', 'jobs', 'help', 'resources', 'api'])

function tokenOf(url: URL): string | null {
  if (url.hostname !== 'apply.workable.com') return ownHost(url)
  const parts = segmentsOf(url)
  const [first] = parts
  if (first === 'api') return parts[parts.indexOf('accounts') + 1] ?? null
  return first && first !== 'j' ? first : null
}

export const workable: System = {
  name: 'workable',
  title: 'Workable',
  token: /^[\w.-]{1,100}$/,
  tokenOf,
  listOf: (token) =>
    `https://apply.workable.com/api/v1/widget/accounts/${encodeURIComponent(token)}?details=true`,
  pageOf: (token) => `https://apply.workable.com/${encodeURIComponent(token)}/`,
  accept: 'application/json',
  isEmptyUnclear: true,
  read({ body }) {
    const answer = jsonOf(body)
    const company = textIn(recordOf(answer)['name'])
    const rows = listIn(answer, 'jobs').flatMap((job) => postingOf(job, company))
    return { company, postings: merged(rows), next: null, total: null }
  },
}
