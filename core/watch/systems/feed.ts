// RSS and Atom feeds of postings, at any address.
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { addressIn, distinct, instantIn, textIn } from '../untrusted-json.ts'
import { postingText } from '../posting-text.ts'
import { isoOf } from '../../kernel/clock.ts'
import type { System } from './system.ts'
import { childrenOf, childText, xmlRoot, type XmlElement } from './xml.ts'
import { parseUrl } from '../../kernel/url.ts'

/** ISO in Atom, RFC 822 in RSS. */
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

/** Teamtailor and others add elements of their own. */
function placesOf(entry: XmlElement): string[] {
  const own = entry.children.filter(({ name }) => ['location', 'city', 'region', 'locations'].includes(name))
  const texts = own.flatMap((place) => [
    textIn(place.text),
    ...place.children.map((inner) => textIn(inner.text || childText(inner, 'name', 'city'))),
  ])
  return distinct(texts)
}

function workplaceOf(entry: XmlElement): Workplace {
  const word = childText(entry, 'remoteStatus', 'remote', 'workplaceType') ?? ''
  if (/hybrid/i.test(word)) return 'hybrid'
  return /^(?:fully|remote|true|yes)$/i.test(word) ? 'remote' : null
}

function postingOf(entry: XmlElement, base: string, company: string | null): FoundPosting | [] {
  const [role, url] = [textIn(childText(entry, 'title')), linkOf(entry, base)]
  const externalId = textIn(childText(entry, 'guid', 'id') ?? url, 500)
  if (!role || !url || !externalId) return []
  return {
    ...{ externalId, role, url, places: placesOf(entry), workplace: workplaceOf(entry), pay: null },
    company: textIn(childText(entry, 'company')) ?? company,
    postedAt: instantOf(childText(entry, 'pubDate', 'published', 'updated', 'date')),
    text: postingText(childText(entry, 'encoded', 'content', 'description', 'summary')),
  }
}

/** The employer in a feed's title: `Acme jobs`, `Jobs at Acme`. */
const companyIn = (title: string | null): string | null =>
  title
    ?.replace(/^(?:open )?(?:jobs|careers|openings|vacancies)\s+(?:at|with|bei)\s+/i, '')
    .replace(/[\s:|–-]+(?:open )?(?:jobs|careers|openings|vacancies|positions)$/i, '') || null

export const feed: System = {
  name: 'feed',
  title: 'feed',
  token: /^https?:\/\/\S{3,2000}$/i,
  // Any address may be a feed; only its answer tells.
  tokenOf: () => null,
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
    const postings = entries.flatMap((entry) => postingOf(entry, url, null))
    return { company: companyIn(textIn(childText(channel, 'title'), 200)), postings, next: null, total: null }
  },
}
