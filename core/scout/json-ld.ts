// Finds schema.org JobPostings in a page's JSON-LD: nested ones, in any capitals, and in damaged JSON.
import { isRecord } from '../kernel/narrow.ts'
import { quietly } from '../kernel/errors.ts'
import { parseUrl } from '../kernel/url.ts'
import { entitiesResolved, factsOf } from './job-posting.ts'

export type Json = Record<string, unknown>

const MAX_DEPTH = 8
const MAX_POSTINGS = 200

const isPosting = (value: Json): boolean => {
  const types = [value['@type']].flat()
  return types.some((type) => typeof type === 'string' && /(?:^|[/:])JobPosting$/i.test(type))
}

const NAMES = new Map(
  (
    '@type title name description url hiringOrganization jobLocation jobLocationType applicantLocationRequirements address ' +
    'addressLocality addressRegion addressCountry baseSalary estimatedSalary salaryCurrency value minValue maxValue unitText ' +
    'unitCode currency minPrice maxPrice price priceCurrency validThrough datePosted identifier employmentType'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
)

/** A copy with schema.org's capitals in the names of fields. */
function withSchemaNames(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null
  const copy = (inner: unknown) => withSchemaNames(inner, depth + 1)
  if (Array.isArray(value)) return value.map(copy)
  if (!isRecord(value)) return value
  if ('@value' in value) return value['@value']
  const named = (name: string) => NAMES.get(name.toLowerCase()) ?? name
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [named(name), copy(inner)]))
}

/** The records in a value, the outer ones first. Nothing within a leaf is read. */
function* recordsIn(
  value: unknown,
  isLeaf: (record: Json) => boolean = () => false,
  depth = 0,
): Generator<Json> {
  if (depth > MAX_DEPTH) return
  if (isRecord(value)) yield value
  const inner = Array.isArray(value) ? value : isRecord(value) && !isLeaf(value) ? Object.values(value) : []
  for (const one of inner) yield* recordsIn(one, isLeaf, depth + 1)
}

/** The marks of comments and CDATA around the data are shorter than this. */
const MARK_CHARACTERS = 60

function withoutMarks(text: string): string {
  const trimmed = text.trim()
  const start =
    /^(?:<!--|(?:\/\/|\/\*)?\s{0,20}<!\[CDATA\[(?:\*\/)?)/.exec(trimmed.slice(0, MARK_CHARACTERS))?.[0] ?? ''
  const end =
    /(?:(?:\/\/\s{0,20})?-->|(?:\/\/|\/\*)?\s{0,20}\]\]>(?:\*\/)?)$/.exec(
      trimmed.slice(-MARK_CHARACTERS),
    )?.[0] ?? ''
  return trimmed.slice(start.length, trimmed.length - end.length)
}

/** A quotation mark ends its text if one of these signs follows. */
const ENDS_TEXT = /\s*(?:[,:}\]]|$)/y

/** Converts a JavaScript object to JSON. Its quotation marks may be single, and its names may have none. */
function fromScript(text: string): string {
  const parts: string[] = []
  let [from, quote] = [0, '']
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (quote === '' && (sign === "'" || sign === '"')) {
      parts.push(withQuotedNames(text.slice(from, at)))
      ;[from, quote] = [at + 1, sign]
    } else if (sign === quote) {
      ENDS_TEXT.lastIndex = at + 1
      if (!ENDS_TEXT.test(text)) continue
      const inner = text.slice(from, at)
      parts.push(
        quote === '"' ? `"${inner}"` : `"${inner.replace(/\\{1,2}'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`,
      )
      ;[from, quote] = [at + 1, '']
    }
  }
  return parts.join('') + withQuotedNames(text.slice(from))
}

const withQuotedNames = (text: string): string =>
  text.replace(/([{,]\s*)([A-Za-z_$][\w$]{0,60})(?=\s*:)/g, '$1"$2"').replace(/,\s*([}\]])/g, '$1')

/** Repairs for damaged JSON. Each gets the result of the one before. */
const REPAIRS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/[\u0000-\u001f]+/g, ' ').replace(/,\s*([}\]])/g, '$1'),
  (text) => text.replace(/\\(?!["\\/bfnrt]|u[\da-f]{4})/gi, '\\\\'),
  (text) => text.replace(/(["\]}\d]|true|false|null)\s+(?="[^"\\]{1,60}"\s*:)/g, '$1, '),
  (text) => (text.includes('&quot;') ? entitiesResolved(text) : text),
  fromScript,
]

function parseLeniently(text: string): unknown {
  let repaired = withoutMarks(text)
  for (const repair of REPAIRS) {
    repaired = repair(repaired)
    const read = quietly((): unknown => JSON.parse(repaired))
    if (read !== undefined) return read
  }
  return undefined
}

const isReference = (value: Json): boolean =>
  '@id' in value && Object.keys(value).every((name) => name === '@id' || name === '@type')

function withReferences(posting: Json, byId: ReadonlyMap<unknown, Json>): Json {
  const named = (value: unknown) =>
    isRecord(value) && isReference(value) ? (byId.get(value['@id']) ?? value) : value
  const entries = Object.entries(posting)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(named) : named(value)]),
  )
}

export function postingsIn(scripts: readonly string[]): Json[] {
  const postings: Json[] = []
  const byId = new Map<unknown, Json>()
  const hasPostings = scripts.some((script) => /JobPosting/i.test(script))
  for (const script of hasPostings ? scripts : []) {
    const data = withSchemaNames(parseLeniently(script))
    for (const record of recordsIn(data, isPosting))
      if (isPosting(record) && postings.length < MAX_POSTINGS) postings.push(record)
    // Other records may refer to a record of a graph by its id.
    for (const record of recordsIn(data))
      if ('@id' in record && !isReference(record)) byId.set(record['@id'], record)
  }
  const seen = new Map(
    postings.map((each) => {
      const posting = withReferences(each, byId)
      const { company, role, location } = factsOf(posting)
      return [JSON.stringify([role, company, location, posting['url']]), posting]
    }),
  )
  return [...seen.values()]
}

const addressOf = (url: unknown, part: 'pathname' | 'search', base?: string): string | null => {
  const parsed = typeof url === 'string' ? parseUrl(url, base) : null
  return parsed && `${parsed.host}${parsed[part].replace(/\/+$/, '')}`.toLowerCase()
}

/** The page's posting: the only one, or the one with the page's URL. Undefined if it is unclear. */
export function postingOf(postings: readonly Json[], url: string | undefined): Json | undefined {
  if (postings.length <= 1 || url === undefined) return postings.length === 1 ? postings[0] : undefined
  const withSame = (part: 'pathname' | 'search', all: readonly Json[]) =>
    all.filter((posting) =>
      [posting['url'], posting['@id'], posting['mainEntityOfPage']].some(
        (each) => each !== undefined && addressOf(each, part, url) === addressOf(url, part),
      ),
    )
  const onPath = withSame('pathname', postings)
  const [only, another] = onPath.length > 1 ? withSame('search', onPath) : onPath
  return another ? undefined : only
}

const MAX_TEXT_CHARACTERS = 20_000
const MAX_ENTRIES = 60

/** A copy of limited size, because the markup of a page may have anything. */
export function boundedCopy(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_CHARACTERS)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (depth >= 6) return null
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => boundedCopy(one, depth + 1))
  if (!isRecord(value)) return null
  const entries = Object.entries(value).slice(0, MAX_ENTRIES)
  return Object.fromEntries(
    entries.map(([name, inner]) => [name.slice(0, 100), boundedCopy(inner, depth + 1)]),
  )
}
