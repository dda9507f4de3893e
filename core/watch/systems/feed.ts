// RSS and Atom feeds of postings, at any address.
import { inferredEmployer } from '../../reading/employers.ts'
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { addressIn, distinct, instantIn, textIn } from '../untrusted-json.ts'
import { isoOf } from '../../kernel/clock.ts'
import { postingsOf, type StatedPosting, type System } from './system.ts'
import { childrenOf, childText, xmlRoot, type XmlElement } from './xml.ts'
import { parseUrl } from '../../kernel/url.ts'

function instantOf(text: string | null): string | null {
  const ms = text === null ? NaN : Date.parse(text)
  return instantIn(text) ?? (ms > 0 ? isoOf(ms) : null)
}

/** An Atom entry has several links; an RSS item has its address as text. */
function linkOf(entry: XmlElement, base: string): string | null {
  const links = childrenOf(entry, 'link')
  const link =
    links.find(
      ({ attributes }) => attributes['href'] && (attributes['rel'] ?? 'alternate') === 'alternate',
    ) ?? links[0]
  const text = link?.attributes['href'] ?? link?.text ?? childText(entry, 'guid') ?? ''
  return addressIn(parseUrl(text, base)?.href)
}

/** Teamtailor and others add elements of their own; an office has a name, a city and a country. */
function placesOf(entry: XmlElement): string[] {
  const own = entry.children.filter(({ name }) => ['location', 'city', 'region', 'locations'].includes(name))
  const officeOf = (office: XmlElement): string | null => {
    const parts = ['name', 'city', 'country'].map((name) => textIn(childText(office, name)))
    return distinct(parts).join(', ') || textIn(office.text)
  }
  return distinct(own.flatMap((place) => [textIn(place.text), ...place.children.map(officeOf)]))
}

function workplaceOf(entry: XmlElement): Workplace {
  const word = childText(entry, 'remoteStatus', 'remote', 'workplaceType') ?? ''
  if (/hybrid/i.test(word)) return 'hybrid'
  return /^(?:fully|remote|true|yes)$/i.test(word) ? 'remote' : null
}

const NAMES_OF_EMPLOYERS = ['company', 'company_name', 'companyName', 'employer', 'hiringOrganization']

function statedIn(entry: XmlElement, base: string, titled: TitleReader): StatedPosting {
  const [title, url] = [textIn(childText(entry, 'title')), linkOf(entry, base)]
  const company = inferredEmployer(textIn(childText(entry, ...NAMES_OF_EMPLOYERS)) ?? undefined) ?? null
  return {
    ...{ id: childText(entry, 'guid', 'id') ?? url, url },
    ...(company === null && title ? titled(title) : { company, role: title }),
    ...{ places: placesOf(entry), workplace: workplaceOf(entry) },
    postedAt: [instantOf(childText(entry, 'pubDate', 'published', 'updated', 'date'))],
    texts: [childText(entry, 'encoded', 'content', 'description', 'summary')],
  }
}

type TitleReader = (title: string) => Pick<FoundPosting, 'company' | 'role'>

const EMPLOYER_FIRST = /^([^:]{2,60}): (\S.*)$/
const ROLE_FIRST = /^(.{2,150}?) (?:at|@|bei|chez) (\S.{1,60})$/
/** Departments and labels that stand before a role as an employer does. */
const NO_EMPLOYER =
  /^(?:engineering|sales|marketing|design|product|data|finance|legal|people|hr|operations|support|it|remote|hiring|job|new|urgent|intern(?:ship)?|senior|junior|lead|freelance|contract|part[- ]time|full[- ]time)\b/i

function titleReader(titles: readonly string[]): TitleReader {
  const all = (form: RegExp, at: number) =>
    titles.length > 0 && titles.every((title) => !NO_EMPLOYER.test(form.exec(title)?.[at] ?? 'new'))
  const form = all(EMPLOYER_FIRST, 1) ? EMPLOYER_FIRST : all(ROLE_FIRST, 2) ? ROLE_FIRST : null
  return (title) => {
    const [, first = null, second = null] = form?.exec(title) ?? []
    if (first === null || second === null) return { company: null, role: title }
    const [company, role] = form === EMPLOYER_FIRST ? [first, second] : [second, first]
    return { company: inferredEmployer(company) ?? null, role }
  }
}

/** Words of a feed of many employers; such a title names no employer. */
const OF_MANY =
  /\b(?:latest|new|newest|recent|remote|all|best|top|weekly|daily|work|working|anywhere|job board|jobs? (?:in|for|feed)|hiring|world|developers?|programming|tech|startups?)\b|:/i

/** The employer in the title of its own feed: `Acme jobs`, `Jobs at Acme`; null for a feed of many employers. */
function companyIn(title: string | null, postings: readonly FoundPosting[]): string | null {
  if (title === null || OF_MANY.test(title) || postings.some(({ company }) => company !== null)) return null
  const name = title
    .replace(/^(?:open )?(?:jobs|careers|openings|vacancies)\s+(?:at|with|bei)\s+/i, '')
    .replace(/[\s|–-]+(?:open )?(?:jobs|careers|openings|vacancies|positions)$/i, '')
  return inferredEmployer(name) ?? null
}

export const feed: System = {
  name: 'feed',
  title: 'feed',
  token: /^https?:\/\/\S{3,2000}$/i,
  // Any address may be a feed; only its answer tells.
  addresses: [],
  listOf: (token) => token,
  pageOf: (token) => token,
  isPartial: true,
  accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml',
  read({ url, body }) {
    const root = xmlRoot(body.trim(), ['rss', 'feed', 'RDF'])
    const channel = childrenOf(root, 'channel')[0] ?? root
    const entries = [
      ...childrenOf(channel, 'item'),
      ...childrenOf(root, 'item'),
      ...childrenOf(root, 'entry'),
    ]
    const titled = titleReader(entries.flatMap((entry) => textIn(childText(entry, 'title')) ?? []))
    const postings = postingsOf(entries.map((entry) => statedIn(entry, url, titled)))
    const company = companyIn(textIn(childText(channel, 'title'), 200), postings)
    return { company, postings, next: null, total: null }
  },
}
