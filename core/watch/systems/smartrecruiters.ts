// SmartRecruiters’ posting API: lists in pages of a hundred, texts and pay in a request of their own.
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { payAndText } from '../posting-pay.ts'
import { isRecord } from '../../kernel/narrow.ts'
import { distinct, instantIn, listIn, numberIn, recordOf, textIn, type Json } from '../untrusted-json.ts'
import { postingText } from '../posting-text.ts'
import { countryName } from '../../reading/stated-zones.ts'
import { jsonOf } from './answer.ts'
import { firstSegmentOn, segmentsOf, type System } from './system.ts'

const PAGE_ROWS = 100
const api = (token: string): string =>
  `https://api.smartrecruiters.com/v1/companies/${encodeURIComponent(token)}/postings`

function workplaceOf({ remote, hybrid }: Json): Workplace {
  if (hybrid === true) return 'hybrid'
  return remote === true ? 'remote' : remote === false && hybrid === false ? 'onsite' : null
}

function placeOf(location: Json): string | null {
  const parts = [
    textIn(location['city']),
    textIn(location['region']),
    countryName(textIn(location['country'])),
  ]
  return textIn(location['fullLocation']) ?? (distinct(parts).join(', ') || null)
}

function postingOf(job: Json, token: string): FoundPosting | [] {
  const [externalId, role] = [textIn(job['id']), textIn(job['name'])]
  if (!externalId || !role) return []
  const location = recordOf(job['location'])
  return {
    ...{ externalId, role, company: textIn(recordOf(job['company'])['name']) },
    url: `https://jobs.smartrecruiters.com/${encodeURIComponent(token)}/${encodeURIComponent(externalId)}`,
    places: distinct([placeOf(location)]),
    workplace: workplaceOf(location),
    postedAt: instantIn(job['releasedDate']),
    pay: null,
    text: null,
  }
}

const firstToken = firstSegmentOn(/^(?:jobs|careers|www)\.smartrecruiters\.com$/)

/** Pages of the vendor’s own site, which share a host with the older addresses of boards. */
const OF_VENDOR =
  /^(?:[a-z]{2}(?:-[a-z]{2})?|about(?:-us)?|legal|privacy.*|cookie.*|terms.*|products?|platform|solutions?|resources?|blog|customers?|partners?|marketplace|pricing|(?:request-a-)?demo|log-?in|account|careers?|company|contact.*|events?|news.*|press|support|security|recruiting.*|hiring.*|features?|integrations?|static|assets|wp-.*)$/i

/** On the vendor’s own host an address of a board is a name, or a name and the number of a posting. */
const isOfVendor = (url: URL): boolean => {
  const [name = '', posting, ...more] = segmentsOf(url)
  return OF_VENDOR.test(name) || more.length > 0 || (posting !== undefined && !/^\d{6,}/.test(posting))
}

/** The form to apply has the company later in its path. */
function pageToken(url: URL): string | null {
  const first = firstToken(url)
  if (url.hostname.startsWith('www.') && isOfVendor(url)) return null
  if (first !== 'oneclick-ui') return first
  const parts = segmentsOf(url)
  return parts[1] === 'company' ? (parts[2] ?? null) : null
}

const SECTIONS = ['jobDescription', 'qualifications', 'additionalInformation', 'companyDescription'] as const

export const smartrecruiters: System = {
  name: 'smartrecruiters',
  title: 'SmartRecruiters',
  token: /^[\w.-]{1,100}$/,
  tokenOf: (url) =>
    url.hostname === 'api.smartrecruiters.com' ? (segmentsOf(url)[2] ?? null) : pageToken(url),
  listOf: (token) => `${api(token)}?limit=${PAGE_ROWS}&offset=0`,
  pageOf: (token) => `https://careers.smartrecruiters.com/${encodeURIComponent(token)}`,
  accept: 'application/json',
  robotsExempt:
    'The documentation calls the posting API public; the robots.txt of its host shuts out everybody.',
  isEmptyUnclear: true,
  read({ url, body }, token) {
    const answer = jsonOf(body)
    const rows = listIn(answer, 'content')
    const total = numberIn(recordOf(answer)['totalFound'])
    const next = new URL(url)
    const reached = Number(next.searchParams.get('offset')) + rows.length
    next.searchParams.set('offset', String(reached))
    const postings = rows.flatMap((job) => postingOf(job, token))
    return {
      company: postings.find(({ company }) => company)?.company ?? null,
      postings,
      next: rows.length > 0 && reached < (total ?? 0) ? next.href : null,
      total,
    }
  },
  detailOf: (token, externalId) => `${api(token)}/${encodeURIComponent(externalId)}`,
  readDetail(body) {
    const job = recordOf(jsonOf(body))
    const sections = recordOf(recordOf(job['jobAd'])['sections'])
    const compensation = recordOf(job['compensation'])
    const pay = isRecord(compensation['salary']) ? compensation['salary'] : compensation
    return payAndText(
      [{ min: pay['min'], max: pay['max'], currency: pay['currency'], span: pay['period'] }],
      postingText(...SECTIONS.map((name) => recordOf(sections[name])['text'])),
    )
  },
}
