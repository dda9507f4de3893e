// Reads the fields of a job from a schema.org JobPosting.
import { isRecord } from '../kernel/narrow.ts'
import { must } from '../kernel/must.ts'

/** The fields of a job that markup can provide. */
export interface PostingFacts {
  company?: string | undefined
  role?: string | undefined
  location?: string | undefined
  salary?: string | undefined
}

type Json = Record<string, unknown>

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Decodes HTML entities such as `&amp;`. */
export const entitiesResolved = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(must(hex), 16)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : ' '
    },
  )

/** Longer than any title, name or place. */
const MAX_TEXT_CHARACTERS = 2_000

/** A short text without entities, tags and repeated spaces; undefined when nothing is left. */
export function tidy(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = entitiesResolved(value.slice(0, MAX_TEXT_CHARACTERS).replace(/<[^<>]*>/g, ' '))
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  return text || undefined
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? tidy(value) : isRecord(value) ? tidy(value['name']) : undefined

function addressOf(place: unknown): string | undefined {
  if (typeof place === 'string') return tidy(place)
  if (!isRecord(place)) return undefined
  const address = place['address']
  if (typeof address === 'string') return tidy(address)
  if (!isRecord(address)) return nameOf(place)
  const parts = [
    tidy(address['addressLocality']),
    tidy(address['addressRegion']),
    nameOf(address['addressCountry']),
  ]
  return [...new Set(parts.filter(Boolean))].join(', ') || nameOf(place)
}

const MAX_PLACES = 5

function locationOf(posting: Json): string | undefined {
  const places = [...new Set(listOf(posting['jobLocation']).flatMap((place) => addressOf(place) ?? []))]
  const shown = places.slice(0, MAX_PLACES).join('; ')
  const isRemote = listOf(posting['jobLocationType']).some((type) => /TELECOMMUTE|remote/i.test(String(type)))
  if (!isRemote) return shown || undefined
  const from = listOf(posting['applicantLocationRequirements']).flatMap((area) => nameOf(area) ?? [])
  const where = shown || from.slice(0, MAX_PLACES).join('; ')
  return where ? `Remote (${where})` : 'Remote'
}

const amountOf = (value: unknown): number | undefined => {
  const amount = typeof value === 'string' ? Number(value.replace(/[, ]/g, '')) : value
  return typeof amount === 'number' && Number.isFinite(amount) && amount > 0 ? amount : undefined
}

const PERIODS: [RegExp, string][] = [
  [/hour/i, 'hour'],
  [/day|daily/i, 'day'],
  [/week/i, 'week'],
  [/month/i, 'month'],
  [/year|annual|annum/i, 'year'],
]

const formatAmount = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** Formats pay as `USD 150,000 – 180,000 a year`, from the forms in which pages state it. */
function salaryOf(posting: Json): string | undefined {
  const given = posting['baseSalary'] ?? posting['estimatedSalary']
  const base = listOf(given)[0]
  if (typeof base === 'string' || typeof base === 'number') {
    const plain = amountOf(base)
    return plain === undefined
      ? tidy(base)
      : [tidy(posting['salaryCurrency']), formatAmount(plain)].filter(Boolean).join(' ')
  }
  if (!isRecord(base)) return undefined
  const value = base['value']
  const inner: Json = isRecord(value) ? value : base
  const [min, max] = [amountOf(inner['minValue']), amountOf(inner['maxValue'])]
  const amounts = [...new Set([min, max ?? amountOf(isRecord(value) ? value['value'] : value)])].filter(
    (a) => a !== undefined,
  )
  if (!amounts.length) return undefined
  const currency = tidy(base['currency']) ?? tidy(inner['currency']) ?? tidy(posting['salaryCurrency'])
  const unit = tidy(inner['unitText']) ?? tidy(base['unitText']) ?? ''
  const period = PERIODS.find(([form]) => form.test(unit))?.[1]
  const article = period === 'hour' ? 'an' : 'a'
  return [currency, amounts.map(formatAmount).join(' – '), period && `${article} ${period}`]
    .filter(Boolean)
    .join(' ')
}

/** The fields of a JobPosting; missing ones are absent. */
export const factsOf = (posting: Json): PostingFacts => ({
  company: nameOf(posting['hiringOrganization']),
  role: tidy(posting['title']) ?? tidy(posting['name']),
  location: locationOf(posting),
  salary: salaryOf(posting),
})
