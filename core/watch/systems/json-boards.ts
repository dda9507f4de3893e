// The systems whose boards are JSON: the boards' addresses, and the fields of their postings.
import { isRecord, recordOf } from '../../kernel/narrow.ts'
import type { StatedFields } from '../../reading/stated-pay.ts'
import { countryName } from '../../reading/stated-zones.ts'
import { UnexpectedAnswerError, type Listing, type Workplace } from '../found-posting.ts'
import { payAndText, postingText } from '../posting-pay.ts'
import { addressIn, distinct, numberIn, recordsOf, textIn, type Json } from '../untrusted-json.ts'
import { hasWords } from '../whole-words.ts'
import { postingsOf, type Answer, type StatedPosting, type System } from './system.ts'

/** Parses JSON; throws UnexpectedAnswerError for anything else, such as a sign-in page. */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new UnexpectedAnswerError(
      /^\s*</.test(body) ? 'is a page, not data' : 'is not JSON, or was cut off',
    )
  }
}

/** How to read a list: its rows, its company name and its next page. */
interface ListForm {
  /** The field with the rows; without it, the answer itself is the list. */
  rows?: string
  row(job: Json, token: string): StatedPosting | null
  company?: string
  paging?(url: URL, rows: number, answer: Json): Pick<Listing, 'next' | 'total'>
}

const listReader =
  ({ rows: field, row, company, paging }: ListForm) =>
  async ({ url, body }: Answer, token: string): Promise<Listing> => {
    const answer = jsonOf(body)
    const rows = field === undefined ? answer : recordOf(answer)[field]
    if (!Array.isArray(rows))
      throw new UnexpectedAnswerError(field === undefined ? 'is not a list' : `has no list “${field}”`)
    const employer = company === undefined ? null : textIn(recordOf(answer)[company])
    const found = await postingsOf(recordsOf(rows).map((job) => row(job, token)))
    const postings = found.map((each) => ({ ...each, company: each.company ?? employer }))
    return {
      company: employer ?? postings.find((posting) => posting.company)?.company ?? null,
      postings,
      ...(paging?.(new URL(url), rows.length, recordOf(answer)) ?? { next: null, total: null }),
    }
  }

const PLAIN = /^[\w.-]{1,100}$/
const PLAIN_OR_EU = /^[\w.-]{1,100}(?:@eu)?$/
const HOST_LABEL = /^[a-z\d][a-z\d-]{0,62}$/i
const JSON_TYPE = 'application/json'

const joined = (...parts: readonly unknown[]): string | null =>
  distinct(parts.map((part) => textIn(part))).join(', ') || null

const WORKPLACES: Readonly<Record<string, Workplace>> = {
  ...{ remote: 'remote', hybrid: 'hybrid', onsite: 'onsite', 'on-site': 'onsite' },
}
const workplaceNamed = (word: unknown): Workplace => WORKPLACES[textIn(word)?.toLowerCase() ?? ''] ?? null

/** The names and locations of offices (“Nordics”, “Oslo, Norway”), except those that `places` already contain. */
function officesOf(job: Json, places: readonly string[]): string[] {
  const named = recordsOf(job['offices']).flatMap(({ name, location }) => [textIn(name), textIn(location)])
  const isSaid = (text: string) =>
    places.some((place) => hasWords(place, text) || text.startsWith(`${place},`))
  return distinct(named).filter((text) => !isSaid(text))
}

const inUnits = (cents: unknown): number | null => {
  const amount = numberIn(cents)
  return amount === null ? null : amount / 100
}

/** The pay ranges, one for each place or kind of pay, without a period. If there are none, the range in a field of the employer. */
function greenhousePay(job: Json): StatedFields[] {
  const ranges = recordsOf(job['pay_input_ranges']).map((range) => ({
    ...{ min: inUnits(range['min_cents']), max: inUnits(range['max_cents']) },
    ...{ currency: range['currency_type'], label: textIn(range['title']) },
  }))
  const field = recordsOf(job['metadata']).find(({ value_type: type }) => type === 'currency_range')
  const { min_value: min, max_value: max, unit: currency } = recordOf(field?.['value'])
  return ranges.length ? ranges : [{ min, max, currency, label: textIn(field?.['name']) }]
}

export const greenhouse: System = {
  name: 'greenhouse',
  title: 'Greenhouse',
  token: PLAIN_OR_EU,
  suffix: '@eu',
  addresses: [
    /^(?:(?:job-)?boards(?:-api)?|api)(?<second>\.eu)?\.greenhouse\.io\/(?:v1\/[^/?]+\/|(?!(?:v1|embed)(?:[/?]|$)))(?<name>[^/?]+)/,
    /^(?:(?:job-)?boards(?:-api)?|api)(?<second>\.eu)?\.greenhouse\.io\/embed\b[^?]*\?(?:.*?&)?for=(?<name>[^&]+)/,
  ],
  listOf: (name, isEu) =>
    `https://boards-api${isEu ? '.eu' : ''}.greenhouse.io/v1/boards/${name}/jobs?content=true&pay_transparency=true`,
  pageOf: (name, isEu) => `https://job-boards${isEu ? '.eu' : ''}.greenhouse.io/${name}`,
  accept: JSON_TYPE,
  read: listReader({
    rows: 'jobs',
    row(job) {
      // A post without an internal job only collects candidates.
      if (job['internal_job_id'] === null) return null
      // The location is free text: semicolons, bars or “or” separate the offices.
      const name = textIn(recordOf(job['location'])['name']) ?? ''
      const named = distinct(name.split(/\s*[;|•]\s*|\s+or\s+/i).map((part) => textIn(part)))
      const places = distinct([...named, ...officesOf(job, named)])
      const all = [...places, textIn(job['title'])].join(' ; ')
      const isRemote = /\bremote\b|\bwork from home\b|\banywhere\b/i.test(all)
      return {
        ...{ id: job['id'], role: job['title'], url: job['absolute_url'], company: job['company_name'] },
        // Only the names of places and the title state the workplace.
        ...{ places, workplace: /\bhybrid\b/i.test(all) ? 'hybrid' : isRemote ? 'remote' : null },
        ...{ postedAt: [job['first_published']], pay: greenhousePay(job), texts: [job['content']] },
        closes: job['application_deadline'],
      }
    },
    paging(_, rows, answer) {
      const total = numberIn(recordOf(answer['meta'])['total'])
      return { next: null, total: total !== null && total > rows ? total : null }
    },
  }),
}

/** Lever accepts 100 to 500 rows. Each full page needs another request, and validators work only for a list of one page. */
const LEVER_ROWS = 500

export const lever: System = {
  name: 'lever',
  title: 'Lever',
  token: PLAIN_OR_EU,
  suffix: '@eu',
  addresses: [/^(?:jobs|api)(?<second>\.eu)?\.lever\.co\/(?:v0\/[^/?]+\/|(?!v0(?:[/?]|$)))(?<name>[^/?]+)/],
  listOf: (name, isEu) =>
    `https://api${isEu ? '.eu' : ''}.lever.co/v0/postings/${name}?mode=json&skip=0&limit=${LEVER_ROWS}`,
  pageOf: (name, isEu) => `https://jobs${isEu ? '.eu' : ''}.lever.co/${name}`,
  // Without this header the server answers with an HTML page.
  accept: JSON_TYPE,
  hasUnlisted: true,
  read: listReader({
    row(job) {
      const { location, allLocations } = recordOf(job['categories'])
      const all = [location, ...(Array.isArray(allLocations) ? allLocations : [])]
      const named = distinct(all.map((place) => textIn(place)))
      const range = recordOf(job['salaryRange'])
      const lists = recordsOf(job['lists']).flatMap(({ text, content }) => [
        text,
        typeof content === 'string' && `<ul>${content}</ul>`,
      ])
      return {
        ...{ id: job['id'], role: job['text'], url: job['hostedUrl'], postedAt: [job['createdAt']] },
        places: named.length ? named : [countryName(textIn(job['country']))],
        workplace: workplaceNamed(job['workplaceType']),
        pay: [{ ...range, span: range['interval'] }],
        texts: [
          job['description'] ?? job['descriptionPlain'],
          ...lists,
          job['salaryDescription'] ?? job['salaryDescriptionPlain'],
          job['additional'] ?? job['additionalPlain'],
        ],
      }
    },
    paging(url, rows) {
      const limit = Number(url.searchParams.get('limit')) || LEVER_ROWS
      url.searchParams.set('skip', String(Number(url.searchParams.get('skip')) + rows))
      return { next: rows < limit ? null : url.href, total: null }
    },
  }),
}

/** Ashby puts the fields of an address at the top level or under `postalAddress`. */
function ashbyPlace(place: Json): string | null {
  const address = recordOf(recordOf(place['address'])['postalAddress'] ?? place['address'])
  const { addressLocality, addressRegion, addressCountry } = address
  return textIn(place['location']) ?? joined(addressLocality, addressRegion, addressCountry)
}

/** Ashby returns pay even if the employer hides it, so hidden pay is dropped. Without a summary, each tier has a range. */
function ashbyPay(job: Json): StatedFields[] {
  if (job['shouldDisplayCompensationOnJobPostings'] === false) return []
  const { summaryComponents, compensationTiers } = recordOf(job['compensation'])
  const salaries = (parts: unknown): StatedFields[] =>
    recordsOf(parts)
      .filter(({ compensationType }) => compensationType === 'Salary')
      .map(({ minValue, maxValue, currencyCode, interval }) => ({
        ...{ min: minValue, max: maxValue, currency: currencyCode, span: interval, label: null },
      }))
  const summary = salaries(summaryComponents)
  return summary.length
    ? summary
    : recordsOf(compensationTiers).flatMap(({ components }) => salaries(components))
}

const ashby: System = {
  name: 'ashby',
  title: 'Ashby',
  /** Board names may contain spaces. */
  token: /^[\w.& -]{1,100}$/,
  addresses: [/^(?:api\.ashbyhq\.com\/[^/?]+\/[^/?]+|jobs\.ashbyhq\.com)\/(?<name>[^/?]+)/],
  listOf: (name) =>
    `https://api.ashbyhq.com/posting-api/job-board/${encodeURIComponent(name)}?includeCompensation=true`,
  pageOf: (name) => `https://jobs.ashbyhq.com/${encodeURIComponent(name)}`,
  accept: JSON_TYPE,
  read: listReader({
    rows: 'jobs',
    row(job) {
      if (job['isListed'] === false) return null
      return {
        // The API does not document the id, but the address ends with it.
        id: textIn(job['id']) ?? /[^/]+(?=\/*(?:[?#]|$))/.exec(textIn(job['jobUrl']) ?? '')?.[0],
        ...{ role: job['title'], url: job['jobUrl'], postedAt: [job['publishedAt']], pay: ashbyPay(job) },
        places: [textIn(job['location']), ...recordsOf(job['secondaryLocations']).map(ashbyPlace)],
        // The workplace type takes precedence: `isRemote` is true for most hybrid postings too.
        workplace: workplaceNamed(job['workplaceType']) ?? (job['isRemote'] === true ? 'remote' : null),
        ...{ texts: [job['descriptionHtml'] ?? job['descriptionPlain']], closes: job['applicationDeadline'] },
      }
    },
  }),
}

/** Pages of the vendor's own site, which is on the same host as old addresses of boards. */
const VENDOR_PAGES =
  'oneclick-ui|[a-z]{2}(?:-[a-z]{2})?|about(?:-us)?|legal|privacy.*|cookie.*|terms.*|products?|platform|solutions?|resources?|blog|customers?|partners?|marketplace|pricing|(?:request-a-)?demo|log-?in|account|careers?|company|contact.*|events?|news.*|press|support|security|recruiting.*|hiring.*|features?|integrations?|static|assets|wp-.*'

const smartApi = (token: string): string => `https://api.smartrecruiters.com/v1/companies/${token}/postings`
const SMART_SECTIONS = ['jobDescription', 'qualifications', 'additionalInformation', 'companyDescription']

/** Each posting's text and pay need a request of their own. */
const smartrecruiters: System = {
  name: 'smartrecruiters',
  title: 'SmartRecruiters',
  token: PLAIN,
  addresses: [
    /^api\.smartrecruiters\.com\/[^/?]+\/[^/?]+\/(?<name>[^/?]+)/,
    // In application forms the company comes later in the path.
    /^(?:jobs|careers)\.smartrecruiters\.com\/(?:oneclick-ui\/company\/|(?!oneclick-ui(?:[/?]|$)))(?<name>[^/?]+)/,
    // On the vendor’s own host: a company, or a company and a posting's number.
    new RegExp(
      String.raw`^www\.smartrecruiters\.com\/(?!(?:${VENDOR_PAGES.replaceAll('.*', '[^/?]*')})(?:[/?]|$))(?<name>[^/?]+)(?:\/\d{6,}[^/?]*)?(?:\?|$)`,
      'i',
    ),
  ],
  listOf: (name) => `${smartApi(name)}?limit=100&offset=0`,
  pageOf: (name) => `https://careers.smartrecruiters.com/${name}`,
  accept: JSON_TYPE,
  robotsExempt:
    'The documentation calls the posting API public; the robots.txt of its host shuts out everybody.',
  isEmptyUnclear: true,
  read: listReader({
    rows: 'content',
    row(job, token) {
      const { city, region, country, fullLocation, remote, hybrid } = recordOf(job['location'])
      const id = textIn(job['id'])
      const isOnsite = remote === false && hybrid === false
      return {
        ...{ id, role: job['name'], company: recordOf(job['company'])['name'] },
        url: id && `https://jobs.smartrecruiters.com/${token}/${encodeURIComponent(id)}`,
        places: [textIn(fullLocation) ?? joined(city, region, countryName(textIn(country)))],
        workplace: hybrid === true ? 'hybrid' : remote === true ? 'remote' : isOnsite ? 'onsite' : null,
        ...{ postedAt: [job['releasedDate']], texts: [] },
      }
    },
    paging(url, rows, answer) {
      const total = numberIn(answer['totalFound'])
      const reached = Number(url.searchParams.get('offset')) + rows
      url.searchParams.set('offset', String(reached))
      return { next: rows > 0 && reached < (total ?? 0) ? url.href : null, total }
    },
  }),
  detailOf: (token, externalId) => `${smartApi(token)}/${encodeURIComponent(externalId)}`,
  readDetail(body) {
    const job = recordOf(jsonOf(body))
    const sections = recordOf(recordOf(job['jobAd'])['sections'])
    const compensation = recordOf(job['compensation'])
    const { min, max, currency, period } = isRecord(compensation['salary'])
      ? compensation['salary']
      : compensation
    return payAndText(
      [{ min, max, currency, span: period }],
      null,
      postingText(...SMART_SECTIONS.map((name) => recordOf(sections[name])['text'])),
    )
  },
}

const workablePlace = ({ city, region, state, country, countryName: named }: Json): string | null =>
  joined(city, region ?? state, country ?? named)

/** The list has one row per place of a posting. */
const workable: System = {
  name: 'workable',
  title: 'Workable',
  token: PLAIN,
  addresses: [
    /^apply\.workable\.com\/(?:api\/(?:[^?]*?\/)?accounts\/|(?!(?:api|j)(?:[/?]|$)))(?<name>[^/?]+)/,
    /^(?!(?:www|apply|jobs|help|resources|api)\.)(?<name>[\w-]+)\.workable\.com\//,
  ],
  listOf: (name) => `https://apply.workable.com/api/v1/widget/accounts/${name}?details=true`,
  pageOf: (name) => `https://apply.workable.com/${name}/`,
  accept: JSON_TYPE,
  isEmptyUnclear: true,
  read: listReader({
    ...{ rows: 'jobs', company: 'name' },
    row(job) {
      const listed = recordsOf(job['locations'])
      const shown = listed.filter(({ hidden }) => hidden !== true)
      return {
        ...{ id: job['shortcode'], role: job['title'], url: addressIn(job['url']) ?? job['shortlink'] },
        places: listed.length ? shown.map(workablePlace) : [workablePlace(job)],
        // This API does not tell hybrid from onsite.
        workplace: job['telecommuting'] === true ? 'remote' : null,
        ...{ postedAt: [job['published_on'], job['created_at']], texts: [job['description']] },
      }
    },
  }),
}

const recruiteePlace = ({ country, country_code: code, city, state, name }: Json): string | null =>
  joined(city, state, textIn(country) ?? countryName(textIn(code))) ?? textIn(name)

const recruitee: System = {
  name: 'recruitee',
  title: 'Recruitee',
  token: HOST_LABEL,
  addresses: [/^(?!(?:www|app|api|docs|support)\.)(?<name>[\w-]+)\.recruitee\.com\//],
  listOf: (name) => `https://${name.toLowerCase()}.recruitee.com/api/offers/`,
  pageOf: (name) => `https://${name.toLowerCase()}.recruitee.com/`,
  accept: JSON_TYPE,
  read: listReader({
    rows: 'offers',
    row(offer) {
      const { remote, hybrid, on_site: onSite, description, requirements } = offer
      if (![null, 'published'].includes(textIn(offer['status']))) return null
      const { min, max, currency, period } = recordOf(offer['salary'])
      const listed = distinct(recordsOf(offer['locations']).map(recruiteePlace))
      const ends = remote === true ? 'remote' : onSite === true ? 'onsite' : null
      return {
        ...{ id: offer['id'], role: offer['title'], url: offer['careers_url'] },
        company: offer['company_name'],
        places: listed.length ? listed : [textIn(offer['location']) ?? recruiteePlace(offer)],
        workplace: hybrid === true ? 'hybrid' : ends,
        postedAt: [offer['published_at'], offer['created_at']],
        ...{ pay: [{ min, max, currency, span: period }], texts: [description, requirements] },
        closes: offer['close_at'],
      }
    },
  }),
}

export const JSON_BOARDS = [greenhouse, lever, ashby, smartrecruiters, workable, recruitee] as const
