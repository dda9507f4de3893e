// Greenhouse’s public job board API: one list with texts, all postings at once.
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { payAndText } from '../posting-pay.ts'
import type { StatedFields } from '../../reading/stated-pay.ts'
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
import { hasWords } from '../whole-words.ts'
import { wholeList } from './answer.ts'
import { PLAIN_TOKEN, segmentsOf, type System } from './system.ts'

const EU = '@eu'
const HOSTS = /^(?:(?:job-)?boards(?:-api)?|api)(\.eu)?\.greenhouse\.io$/

function tokenOf(url: URL): string | null {
  const host = HOSTS.exec(url.hostname)
  if (!host) return null
  const parts = segmentsOf(url)
  const named = parts[0] === 'embed' ? url.searchParams.get('for') : parts[0] === 'v1' ? parts[2] : parts[0]
  return named && PLAIN_TOKEN.test(named) ? `${named}${host[1] ? EU : ''}` : null
}

const isEu = (token: string): boolean => token.endsWith(EU)
const bare = (token: string): string => encodeURIComponent(token.replace(EU, ''))

/** Free text: offices are joined by semicolons, bars, or “or”. */
const placesIn = (name: string | null): string[] =>
  distinct((name ?? '').split(/\s*[;|•]\s*|\s+or\s+/i).map((part) => textIn(part)))

/** The name of an office and where it is: “Nordics”, “Oslo, Norway”; what is said already is not said again. */
function officesOf(job: Json, places: readonly string[]): string[] {
  const named = recordsOf(job['offices']).flatMap(({ name, location }) => [textIn(name), textIn(location)])
  const isSaid = (text: string) =>
    places.some((place) => hasWords(place, text) || text.startsWith(`${place},`))
  return distinct(named).filter((text) => !isSaid(text))
}

/** Nothing but the names says it. */
function workplaceIn(names: readonly string[]): Workplace {
  const all = names.join(' ; ')
  if (/\bhybrid\b/i.test(all)) return 'hybrid'
  return /\bremote\b|\bwork from home\b|\banywhere\b/i.test(all) ? 'remote' : null
}

const inUnits = (cents: unknown): number | null => {
  const amount = numberIn(cents)
  return amount === null ? null : amount / 100
}

/** One range for each place or kind of pay, without a period; else a range of the employer's own. */
function payOf(job: Json): StatedFields[] {
  const ranges = recordsOf(job['pay_input_ranges']).map((range) => ({
    ...{
      min: inUnits(range['min_cents']),
      max: inUnits(range['max_cents']),
      currency: range['currency_type'],
    },
    label: textIn(range['title']),
  }))
  if (ranges.length) return ranges
  const field = recordsOf(job['metadata']).find(({ value_type: type }) => type === 'currency_range')
  const value = recordOf(field?.['value'])
  return [
    {
      min: value['min_value'],
      max: value['max_value'],
      currency: value['unit'],
      label: textIn(field?.['name']),
    },
  ]
}

function postingOf(job: Json): FoundPosting | [] {
  const externalId = textIn(job['id'])
  const [role, url] = [textIn(job['title']), addressIn(job['absolute_url'])]
  // A post without an internal job collects prospects.
  const isProspect = 'internal_job_id' in job && job['internal_job_id'] === null
  if (!externalId || !role || !url || isProspect) return []
  const places = placesIn(textIn(recordOf(job['location'])['name']))
  const offices = officesOf(job, places)
  const all = distinct([...places, ...offices])
  return {
    ...{ externalId, role, url, company: textIn(job['company_name']) },
    places: all,
    workplace: workplaceIn([...places, ...offices, role]),
    postedAt: instantIn(job['first_published']),
    ...payAndText(payOf(job), postingText(job['content']), all.join('; ')),
  }
}

export const greenhouse: System = {
  name: 'greenhouse',
  title: 'Greenhouse',
  token: /^[\w.-]{1,100}(?:@eu)?$/,
  tokenOf,
  elsewhere: (token) => (isEu(token) ? null : `${token}${EU}`),
  listOf: (token) =>
    `https://boards-api${isEu(token) ? '.eu' : ''}.greenhouse.io/v1/boards/${bare(token)}/jobs?content=true&pay_transparency=true`,
  pageOf: (token) => `https://job-boards${isEu(token) ? '.eu' : ''}.greenhouse.io/${bare(token)}`,
  accept: 'application/json',
  read({ body }) {
    const { rows, answer, ...listing } = wholeList(body, 'jobs', postingOf)
    const total = numberIn(recordOf(answer['meta'])['total'])
    const isCut = total !== null && total > rows
    return { ...listing, total: isCut ? total : null }
  },
}
