// Lever’s postings API: a bare list in pages, without a total.
import { UnexpectedAnswerError, type FoundPosting, type Workplace } from '../found-posting.ts'
import { addressIn, distinct, instantIn, recordOf, recordsOf, textIn, type Json } from '../untrusted-json.ts'
import { postingText } from '../posting-text.ts'
import { payAndText } from '../posting-pay.ts'
import { jsonOf } from './answer.ts'
import { countryName } from '../../reading/stated-zones.ts'
import { PLAIN_TOKEN, segmentsOf, type System } from './system.ts'

const EU = '@eu'
/** Lever accepts 100 to 500; a full page costs another request, and validators are of a list in one page. */
const PAGE_ROWS = 500
const HOSTS = /^(?:jobs|api)(\.eu)?\.lever\.co$/

function tokenOf(url: URL): string | null {
  const host = HOSTS.exec(url.hostname)
  const parts = segmentsOf(url)
  const named = parts[0] === 'v0' ? parts[2] : parts[0]
  return host && named && PLAIN_TOKEN.test(named) ? `${named}${host[1] ? EU : ''}` : null
}

const isEu = (token: string): boolean => token.endsWith(EU)
const bare = (token: string): string => encodeURIComponent(token.replace(EU, ''))

const WORKPLACES: Readonly<Record<string, Workplace>> = {
  remote: 'remote',
  hybrid: 'hybrid',
  onsite: 'onsite',
  'on-site': 'onsite',
}

function placesOf(job: Json): string[] {
  const { location, allLocations } = recordOf(job['categories'])
  const all = Array.isArray(allLocations) ? allLocations.map((each) => textIn(each)) : []
  const named = distinct([textIn(location), ...all])
  return named.length ? named : distinct([countryName(textIn(job['country']))])
}

function postingOf(job: Json): FoundPosting | [] {
  const externalId = textIn(job['id'])
  const [role, url] = [textIn(job['text']), addressIn(job['hostedUrl'])]
  if (!externalId || !role || !url) return []
  const range = recordOf(job['salaryRange'])
  const lists = recordsOf(job['lists']).flatMap(({ text, content }) => [
    text,
    typeof content === 'string' && `<ul>${content}</ul>`,
  ])
  const places = placesOf(job)
  const text = postingText(
    job['description'] ?? job['descriptionPlain'],
    ...lists,
    job['salaryDescription'] ?? job['salaryDescriptionPlain'],
    job['additional'] ?? job['additionalPlain'],
  )
  return {
    ...{ externalId, role, url, company: null, places },
    workplace: WORKPLACES[textIn(job['workplaceType'])?.toLowerCase() ?? ''] ?? null,
    postedAt: instantIn(job['createdAt']),
    ...payAndText([{ ...range, span: range['interval'] }], text, places.join('; ')),
  }
}

function nextPage(asked: string, rows: number): string | null {
  const url = new URL(asked)
  const [skip, limit] = ['skip', 'limit'].map((name) => Number(url.searchParams.get(name)))
  if (rows < (limit || PAGE_ROWS)) return null
  url.searchParams.set('skip', String((skip ?? 0) + rows))
  return url.href
}

export const lever: System = {
  name: 'lever',
  title: 'Lever',
  token: /^[\w.-]{1,100}(?:@eu)?$/,
  tokenOf,
  elsewhere: (token) => (isEu(token) ? null : `${token}${EU}`),
  listOf: (token) =>
    `https://api${isEu(token) ? '.eu' : ''}.lever.co/v0/postings/${bare(token)}?mode=json&skip=0&limit=${PAGE_ROWS}`,
  pageOf: (token) => `https://jobs${isEu(token) ? '.eu' : ''}.lever.co/${bare(token)}`,
  // Without it the answer is a page.
  accept: 'application/json',
  hasUnlisted: true,
  read({ url, body }) {
    const answer = jsonOf(body)
    if (!Array.isArray(answer)) throw new UnexpectedAnswerError('is not a list')
    const postings = recordsOf(answer).flatMap(postingOf)
    return { company: null, postings, next: nextPage(url, answer.length), total: null }
  },
}
