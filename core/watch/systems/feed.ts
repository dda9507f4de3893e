// RSS and Atom feeds of postings, at any address.
import { folded } from '../../kernel/folded.ts'
import { inferredEmployer } from '../../reading/employers.ts'
import { zoneOfPlace } from '../../reading/zones.ts'
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { addressIn, distinct, isoIn, textIn } from '../untrusted-json.ts'
import { isoOf, utcMsOf } from '../../kernel/clock.ts'
import { postingsOf, type StatedPosting, type System } from './system.ts'
import { childrenOf, childText, xmlRoot, type XmlElement } from './xml.ts'
import { parseUrl } from '../../kernel/url.ts'
import { tidy } from '../../scout/job-posting.ts'

function instantOf(text: string | null): string | null {
  const ms = text === null ? NaN : utcMsOf(text)
  return isoIn(text) ?? (ms > 0 ? isoOf(ms) : null)
}

/** An Atom entry has several links; an RSS item has one address as text. */
function linkOf(entry: XmlElement, base: string): string | null {
  const links = childrenOf(entry, 'link')
  const link =
    links.find(
      ({ attributes }) => attributes['href'] && (attributes['rel'] ?? 'alternate') === 'alternate',
    ) ?? links[0]
  const text = link?.attributes['href'] || link?.text || childText(entry, 'guid')
  return text ? addressIn(parseUrl(text, base)?.href) : null
}

/** The title of an entry, without markup, because some feeds escape titles twice. */
const titleOf = (entry: XmlElement): string | null => textIn(tidy(childText(entry, 'title')))

/** Teamtailor and other systems add their own elements. An office has a name, a city and a country. */
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

const NAMES_OF_ENDS =
  'validThrough expirationDate expirationdate closingDate closing_date deadline expires'.split(' ')

function statedIn(entry: XmlElement, base: string, titled: TitleReader): StatedPosting {
  const [title, url] = [titleOf(entry), linkOf(entry, base)]
  const company = inferredEmployer(textIn(childText(entry, ...NAMES_OF_EMPLOYERS)) ?? undefined) ?? null
  const places = placesOf(entry)
  const stated = company === null && title ? titled(title) : { ...UNTITLED, company, role: title }
  return {
    ...{ id: childText(entry, 'guid', 'id') ?? url, url, company: stated.company, role: stated.role },
    ...{ places: places.length ? places : stated.places, workplace: workplaceOf(entry) ?? stated.workplace },
    postedAt: [instantOf(childText(entry, 'pubDate', 'published', 'updated', 'date'))],
    pay: [{ value: childText(entry, 'salary', 'salary_range', 'compensation') }],
    closes: childText(entry, ...NAMES_OF_ENDS),
    texts: [childText(entry, 'encoded', 'content', 'description', 'summary')],
  }
}

type TitleParts = Pick<FoundPosting, 'company' | 'places' | 'workplace'> & { role: string | null }
type TitleReader = (title: string) => TitleParts
const UNTITLED: TitleParts = { company: null, role: null, places: [], workplace: null }

/** A location at the end of a title: `(Berlin)`, `(remote)`, ` – Remote`. */
const TITLE_TAIL = /^(.*\S)\s*(?:[([]([^()[\]]{2,60})[)\]]|[-–|]\s(remote[^-–|]{0,40}|hybrid[^-–|]{0,40}))$/i
const NAME = String.raw`(?<company>[\p{Lu}\p{N}][^:]{0,59})`
const IS_HIRING = new RegExp(
  String.raw`^${NAME}(?: [Ii]s (?:now |currently )?(?:[Hh]iring|looking for|recruiting|seeking)| hires| sucht| recherche| busca| recrute) (?:(?:an?|our|eine?n?|une?) )?(?<role>\S.{1,149})$`,
  'u',
)
const EMPLOYER_FIRST = new RegExp(String.raw`^${NAME}: (?<role>\S.*)$`, 'u')
const ROLE_FIRST = new RegExp(String.raw`^(?<role>.{2,150}?) (?:at|@|bei|chez) ${NAME}$`, 'u')
const REMOTE_WORDS = /\b(?:fully |100 ?% )?(?:remote|hybrid)\b/i
/** A town after the role or employer: `… in Berlin`. */
const IN_TOWN = /^(.+?) (?:in|à) (\p{Lu}[\p{L} .,'-]{2,40})$/u
/** Departments and labels that stand before a role as an employer's name does: “Sales: Clerk”. */
const NO_EMPLOYER =
  /^(?:engineering|sales|marketing|design|product|data|finance|legal|people|hr|operations|support|it|remote|hiring|job|new|urgent|intern(?:ship)?|senior|junior|lead|freelance|contract|customer|part[- ]time|full[- ]time)\b/i

function splitTitle(title: string, forms: readonly RegExp[]): TitleParts | null {
  const [, bare = title, bracketed, behind] = TITLE_TAIL.exec(title) ?? []
  const tail = bracketed ?? behind ?? ''
  const isRemoteTail = REMOTE_WORDS.test(tail)
  const form = forms.find((each) => !NO_EMPLOYER.test(each.exec(bare)?.groups?.['company'] ?? 'new'))
  const { company = '', role = '' } = form?.exec(bare)?.groups ?? {}
  if (!form) return null
  const isRoleFirst = form === ROLE_FIRST
  const isTown = (name: string) => isRoleFirst || zoneOfPlace(folded(name)) !== undefined
  const [, before, town] = IN_TOWN.exec(isRoleFirst ? company : role) ?? []
  const inTown = before !== undefined && town !== undefined && isTown(town)
  const [employer, bareRole] = !inTown ? [company, role] : isRoleFirst ? [before, role] : [company, before]
  // Brackets after a role may also contain a language or “m/f/d”, so only a known town counts.
  const isPlace = isRemoteTail || (/^\p{Lu}\p{Ll}/u.test(tail) && isTown(tail))
  const place = isPlace ? tail.replace(REMOTE_WORDS, '').replace(/^[\s,/|–-]+|[\s,/|–-]+$/g, '') : ''
  return {
    company: inferredEmployer(employer) ?? null,
    role: isPlace || tail === '' ? bareRole : `${bareRole} (${tail})`,
    places: distinct([place || null, inTown ? town : null]),
    workplace: /\bhybrid\b/i.test(tail) ? 'hybrid' : isRemoteTail ? 'remote' : null,
  }
}

/** “X is hiring” always counts, “X: role” only if every title has one of the forms, “role at X” also in feeds of many employers. */
function titleReader(titles: readonly string[], isOfMany: boolean): TitleReader {
  const forms = [IS_HIRING, EMPLOYER_FIRST, ROLE_FIRST]
  const areAll = titles.every((title) => splitTitle(title, forms) !== null)
  const known = areAll ? forms : isOfMany ? [IS_HIRING, ROLE_FIRST] : [IS_HIRING]
  return (title) => splitTitle(title, known) ?? { ...UNTITLED, role: title }
}

/** Words in the title of a feed that lists many employers. Such a title names no employer. */
const MANY_EMPLOYERS =
  /\b(?:latest|new|newest|recent|remote|all|best|top|weekly|daily|work|working|anywhere|job board|jobs? (?:in|for|feed)|hiring|world|developers?|programming|tech|startups?)\b|:/i

/** The employer in a feed's own title: `Acme jobs`, `Jobs at Acme`; null for a feed of many employers. */
function companyOfFeed(title: string | null, postings: readonly FoundPosting[]): string | null {
  if (title === null || MANY_EMPLOYERS.test(title) || postings.some(({ company }) => company !== null))
    return null
  const name = title
    .replace(/^(?:open )?(?:jobs|careers|openings|vacancies)\s+(?:at|with|bei)\s+/i, '')
    .replace(/[\s|–-]+(?:open )?(?:jobs|careers|openings|vacancies|positions)$/i, '')
  return inferredEmployer(name) ?? null
}

export const feed: System = {
  name: 'feed',
  title: 'feed',
  token: /^https?:\/\/\S{3,2000}$/i,
  // Any address may be a feed. Only its answer shows whether it is one.
  addresses: [],
  listOf: (token) => token,
  pageOf: (token) => token,
  isPartial: true,
  accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml',
  async read({ url, body }) {
    const root = await xmlRoot(body.trim(), ['rss', 'feed', 'RDF'])
    const channel = childrenOf(root, 'channel')[0] ?? root
    const entries = [
      ...childrenOf(channel, 'item'),
      ...childrenOf(root, 'item'),
      ...childrenOf(root, 'entry'),
    ]
    const name = textIn(childText(channel, 'title'), 200)
    const titles = entries.flatMap((entry) => titleOf(entry) ?? [])
    const titled = titleReader(titles, name !== null && MANY_EMPLOYERS.test(name))
    const postings = await postingsOf(entries.map((entry) => statedIn(entry, url, titled)))
    const company = companyOfFeed(name, postings)
    return { company, postings, next: null, total: null }
  },
}
