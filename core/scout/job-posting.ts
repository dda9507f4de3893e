// Reads the fields of a job from a schema.org JobPosting.
import { Parser } from 'htmlparser2'
import { cut, cutList, withoutControls } from '../kernel/plain-characters.ts'
import { isRecord, keysOf, recordOf } from '../kernel/narrow.ts'
import { inferredEmployer, isPlatform } from '../reading/employers.ts'
import { readPay } from '../reading/pay.ts'
import { readStatedPay, type StatedFields } from '../reading/stated-pay.ts'
import { payText } from '../reading/compensation.ts'
import { countryName } from '../reading/stated-zones.ts'
import { isNothing } from '../sheets/text.ts'
import { placeOfPay, unusedPay, type LeftFact } from './page-pay.ts'

export const FACTS = ['company', 'role', 'location', 'salary', 'validThrough'] as const
export type PostingFacts = { [Fact in (typeof FACTS)[number]]?: string | undefined }

type Json = Record<string, unknown>

export function entitiesResolved(text: string): string {
  if (!text.includes('&')) return text
  const parts: string[] = []
  // Escapes `<`, so that the parser finds no tags.
  new Parser({ ontext: (part) => void parts.push(part) }).end(text.replaceAll('<', '&lt;'))
  return parts.join('')
}

const MAX_TEXT_CHARACTERS = 2_000

/** A short text without entities, tags and double spaces; undefined if nothing is left. */
export function tidy(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const bare = cut(value, MAX_TEXT_CHARACTERS).replace(/<[^<>]*>/g, ' ')
  const text = withoutControls(entitiesResolved(bare))
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  return text || undefined
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** A name, given as text or as a record's `name`. Words such as “N/A” are no name. */
function nameOf(value: unknown): string | undefined {
  const name = tidy(isRecord(value) ? value['name'] : value)
  return name === undefined || isNothing(name) || /^https?:/i.test(name) ? undefined : name
}

/** A country’s name, also by its code, which would be read as the code of a state: “Berlin, DE”. */
const countryOf = (value: unknown) => countryName(nameOf(value) ?? null) ?? nameOf(value)

function addressesOf(place: unknown): string[] {
  if (!isRecord(place)) return [nameOf(place) ?? []].flat()
  const addresses = listOf(place['address']).flatMap((address) => {
    const { addressLocality, addressRegion, addressCountry } = recordOf(address)
    const parts = [addressLocality, addressRegion].flatMap(listOf).map(nameOf)
    const names = new Set([...parts, ...listOf(addressCountry).map(countryOf)].filter(Boolean))
    return nameOf(address) ?? ([...names].join(', ') || [])
  })
  return addresses.length ? addresses : [nameOf(place) ?? []].flat()
}

const MAX_PLACES = 60

function locationOf(posting: Json): string | undefined {
  const places = [...new Set(listOf(posting['jobLocation']).flatMap(addressesOf))]
  const shown = places.slice(0, MAX_PLACES).join('; ')
  const isRemote = listOf(posting['jobLocationType']).some((type) => /TELECOMMUTE|remote/i.test(String(type)))
  if (!isRemote) return shown || undefined
  const from = listOf(posting['applicantLocationRequirements']).flatMap(
    (area) => (isRecord(area) && area['@type'] !== 'Country' ? nameOf(area) : countryOf(area)) ?? [],
  )
  const where = shown || from.slice(0, MAX_PLACES).join('; ')
  return where ? `Remote (${where})` : 'Remote'
}

/** Whether a pay field has percentiles of what others earn, and not the pay of this job. */
const isSurvey = (base: unknown): base is Json =>
  isRecord(base) && Object.keys(base).some((name) => /^(?:median|percentile\d+)$/.test(name))

export const ESTIMATE = 'is an estimate from the pay of others'

function surveysIn(given: unknown): LeftFact[] {
  return listOf(given)
    .filter(isSurvey)
    .map((base) => {
      const amounts = ['currency', 'percentile10', 'median', 'percentile90'].flatMap(
        (name) => base[name] ?? [],
      )
      const text = amounts.map(String).join(' ').slice(0, 200)
      return { field: 'salary', text, why: ESTIMATE }
    })
}

/** The ranges in a pay field. Pages have amounts, prices, or lists of these. */
function rangesIn(given: unknown, posting: Json): StatedFields[] {
  return listOf(given).flatMap((base) => {
    if (!isRecord(base)) return [{ value: base, currency: posting['salaryCurrency'] }]
    return listOf(base['value'] ?? base).map((value) => {
      const inner = isRecord(value) ? value : { ...base, value }
      const first = (...names: string[]) =>
        names.map((name) => inner[name] ?? base[name]).find((each) => each !== undefined)
      return {
        ...{ min: first('minValue', 'minPrice'), max: first('maxValue', 'maxPrice') },
        value: inner['value'] ?? inner['price'],
        currency: first('currency', 'priceCurrency') ?? posting['salaryCurrency'],
        span: first('unitText', 'unitCode'),
        label: tidy(base['name']) ?? null,
      }
    })
  })
}

/** The pay in a posting's data, and what was not used. Text stays as it is, unless the site decides about its `$`. */
function payIn(posting: Json, site: string): { salary: string | undefined; left: LeftFact[] } {
  const given = posting['baseSalary'] ?? posting['estimatedSalary']
  const [only, another] = listOf(given)
  const isText = typeof only === 'string' && another === undefined && /[^\d.,' ]/.test(only)
  const place = placeOfPay(locationOf(posting), site)
  const reading = readStatedPay(rangesIn(given, posting), place)
  const { value, omitted } = reading
  const left = [...unusedPay(reading, place), ...surveysIn(given)]
  const isKept = isText && (value ? place !== site || site === '' : !omitted.length)
  return { salary: isKept ? tidy(only) : value ? payText(value) : undefined, left }
}

const employerOf = (posting: Json): string | undefined =>
  listOf(posting['hiringOrganization']).map(nameOf).find(Boolean)

/** What a page's data state and crm did not use. */
export function leftIn(posting: Json, site: string): LeftFact[] {
  const text = employerOf(posting) ?? ''
  const why = 'is a site that carries postings, and no employer: name the company'
  return [...(isPlatform(text) ? [{ field: 'company', text, why }] : []), ...payIn(posting, site).left]
}

/** The fields of a JobPosting. Missing ones are absent. `site` is the country of its site. */
export const factsOf = (posting: Json, site = ''): PostingFacts => ({
  company: inferredEmployer(employerOf(posting)),
  role: tidy(posting['title']) ?? tidy(posting['name']),
  location: locationOf(posting),
  salary: payIn(posting, site).salary,
  validThrough: tidy(posting['validThrough']),
})

const MAX_CHARACTERS = { company: 200, role: 200, location: 200, salary: 100 } as const

type PostingMeta = { [Fact in keyof typeof MAX_CHARACTERS]?: string }

export function readPostingMeta(meta: Record<string, unknown> | null | undefined): PostingMeta {
  const posting = meta?.['jobPosting']
  if (!isRecord(posting)) return {}
  const marked = factsOf(posting)
  const location = typeof posting['location'] === 'string' ? posting['location'] : marked.location
  const entries = keysOf(MAX_CHARACTERS).flatMap((field) => {
    const own = posting[field]
    const value = typeof own === 'string' && own.trim() ? own.trim() : marked[field]
    const max = MAX_CHARACTERS[field]
    const pay = field === 'salary' && value && value.length > max ? readPay(value, location).value : null
    return value ? [[field, pay ? payText(pay) : cutList(value, max)] as const] : []
  })
  return Object.fromEntries(entries)
}
