// A fetched page as what it says: its readable text, and what its markup states of the posting.
import type * as Dom from 'linkedom'
import type { Fetched } from '../outbound/fetch.ts'
import { readPay } from '../jobs/pay.ts'
import { bounded, findJobPosting } from './json-ld.ts'
import { factsOf, tidy, type PostingFacts } from './job-posting.ts'
import { readTitle, readTracker, type Page } from './trackers.ts'

export interface PageMeta {
  title: string | null
  ogTitle: string | null
  ogDescription: string | null
  jobPosting: Record<string, unknown> | null
}

export interface ReadPage {
  text: string
  meta: PageMeta
}

const MOST_TEXT = 100_000
/** Beyond this a page is not worth a tree: what counts stands before. */
const MOST_HTML = 3_000_000
const MOST_ELEMENTS = 15_000
/** Pages of postings stay under forty. Finding the article takes time with the cube of the depth: at 300 it is seconds. */
const MOST_DEPTH_OF_ARTICLE = 80
/** Beyond this, or of more elements, not even lines are made. */
const MOST_DEPTH = 500

/** The text of the bytes, by the charset that the server or the page names. */
export function decoded({ body, contentType }: Pick<Fetched, 'body' | 'contentType'>): string {
  const head = body.subarray(0, 2_048).toString('latin1')
  const named =
    /charset\s*=\s*["']?([\w-]+)/.exec(contentType)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(body)
  } catch {
    return new TextDecoder('utf-8').decode(body)
  }
}

/** Reads a page; plain text is its own text. */
export async function readPage(fetched: Pick<Fetched, 'body' | 'contentType'>): Promise<ReadPage> {
  const whole = decoded(fetched)
  if (fetched.contentType.startsWith('text/plain') || !/<\w+[\s>]/.test(whole))
    return { text: lines(whole), meta: { title: null, ogTitle: null, ogDescription: null, jobPosting: null } }
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(withBody(whole.slice(0, MOST_HTML)))
  const first = (selector: string, attribute?: string): string | undefined => {
    const element = document.querySelector(selector)
    if (!element) return undefined
    return (attribute ? element.getAttribute(attribute) : element.textContent) ?? ''
  }
  const scripts = [...document.querySelectorAll('script')].map((script) => ({
    type: script.getAttribute('type') ?? '',
    text: script.textContent ?? '',
  }))
  const posting = findJobPosting(scripts.filter(({ type }) => /ld\+json/i.test(type)).map(({ text }) => text))
  const page: Page = { first, title: tidy(first('title')) ?? '', scripts: scripts.map(({ text }) => text) }
  const description = typeof posting?.['description'] === 'string' ? posting['description'] : ''
  const readable = await readableText(document, description)
  const meta = { title: page.title || null, ...openGraph(first) }
  return { text: readable, meta: { ...meta, jobPosting: jobPosting(page, posting, meta.ogTitle, readable) } }
}

const openGraph = (first: Page['first']) => ({
  ogTitle: tidy(first('meta[property="og:title"], meta[name="og:title"]', 'content')) ?? null,
  ogDescription:
    tidy(
      first(
        'meta[property="og:description"], meta[name="og:description"], meta[name="description"]',
        'content',
      ),
    ) ?? null,
})

const FACTS = ['company', 'role', 'location', 'salary'] as const

/** What the markup settles: schema.org first, then the tracker's structure, then the titles. */
function jobPosting(
  page: Page,
  posting: Record<string, unknown> | undefined,
  ogTitle: string | null,
  text: string,
): Record<string, unknown> | null {
  const site = tidy(page.first('meta[property="og:site_name"]', 'content'))
  const sources: PostingFacts[] = [
    posting ? factsOf(posting) : {},
    readTracker(page),
    readTitle(page.title, site),
    readTitle(ogTitle ?? '', site),
  ]
  const entries = FACTS.map((name) => [name, sources.map((source) => source[name]).find(Boolean)] as const)
  const facts: PostingFacts = Object.fromEntries(entries.filter(([, value]) => value))
  if (!posting && !facts.role) return null
  facts.salary ??= payIn(text)
  return { ...(posting ? (bounded(posting) as object) : asPosting(facts)), ...facts }
}

/** Facts read elsewhere, in the words of schema.org. */
const asPosting = ({ company, role, location, salary }: PostingFacts) => ({
  '@type': 'JobPosting',
  ...(role && { title: role }),
  ...(company && { hiringOrganization: { '@type': 'Organization', name: company } }),
  ...(location && { jobLocation: { '@type': 'Place', address: location } }),
  ...(salary && { baseSalary: salary }),
})

const ABOUT_PAY = /\b(?:salary|compensation|pay|wage|remuneration|gehalt|base|OTE)\b/i
const MOST_PAY = 100
const RANGE =
  /(?:(?:[A-Z]{3}\s?)?[$€£]|\b[A-Z]{3}\s)\s?\d[\d.,]*\s?[kK]?(?:\s?(?:-|–|—|to|and|bis)\s?(?:(?:[A-Z]{3}\s?)?[$€£])?\s?\d[\d.,]*\s?[kK]?)?(?:\s?(?:USD|EUR|GBP|CAD|AUD|CHF))?(?:\s?(?:per|an?|\/)\s?(?:hour|hr|year|yr|annum|month|week|day))?/

/** The pay that a line of the text states as such. */
function payIn(text: string): string | undefined {
  for (const line of text.split('\n')) {
    if (!ABOUT_PAY.test(line) || line.length > 1_000) continue
    const found = RANGE.exec(line)?.[0].trim().replace(/[.,]$/, '')
    if (found && readPay(found)) return found.slice(0, MOST_PAY)
  }
  return undefined
}

const BLOCKS =
  'p, li, h1, h2, h3, h4, h5, h6, div, section, tr, br, dt, dd, article, header, footer, ul, ol, table'

type Doc = ReturnType<typeof Dom.parseHTML>['document']

/** The readable part of a page; of one that a script draws, the description in its markup. */
async function readableText(document: Doc, description: string): Promise<string> {
  const { parseHTML } = await import('linkedom')
  const described = description ? textOf(parseHTML(wrapped(unescaped(description))).document.body) : ''
  const { depth, elements } = sizeOf(document)
  const isMonster = depth > MOST_DEPTH || elements > MOST_ELEMENTS
  const whole = isMonster ? lines(document.body?.textContent ?? '') : textOf(document.body)
  const article = isMonster || depth > MOST_DEPTH_OF_ARTICLE ? '' : await mainText(document)
  const best = article.length >= 200 ? article : whole
  return lines(described.length > best.length ? described : best)
}

const OUTER = /<!doctype[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/gi

/** HTML may leave out html, head and body; the parser takes the first element for all of them then, and the rest is lost. */
const withBody = (html: string): string =>
  /<body[\s>]/i.test(html) ? html : wrapped(html.replace(OUTER, ''))

/** How many elements a page has, and how deep they stand in each other. */
function sizeOf(document: Doc): { elements: number; depth: number } {
  const depths = new Map<unknown, number>()
  let most = 0
  for (const element of document.querySelectorAll('*')) {
    const depth = (depths.get(element.parentElement) ?? 0) + 1
    depths.set(element, depth)
    if (depth > most) most = depth
  }
  return { elements: depths.size, depth: most }
}

const wrapped = (html: string): string => `<!doctype html><html><head></head><body>${html}</body></html>`

/** Descriptions in JSON-LD are HTML, sometimes escaped once more. */
const unescaped = (html: string): string =>
  /<\w/.test(html)
    ? html
    : html
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, '&')

async function mainText(document: Doc): Promise<string> {
  const { Readability } = await import('@mozilla/readability')
  try {
    const copy = document.cloneNode(true) as Doc
    const article = new Readability(copy as never, {
      maxElemsToParse: MOST_ELEMENTS,
      charThreshold: 200,
    }).parse()
    if (!article?.content) return ''
    const { parseHTML } = await import('linkedom')
    return textOf(parseHTML(wrapped(article.content)).document.body)
  } catch {
    return ''
  }
}

/** Text with a line for each block. */
function textOf(body: Doc['body'] | null): string {
  if (!body) return ''
  for (const hidden of body.querySelectorAll('script, style, noscript, template, svg, iframe'))
    hidden.remove()
  for (const block of body.querySelectorAll(BLOCKS)) {
    block.before('\n')
    block.after('\n')
  }
  return lines(body.textContent ?? '')
}

const lines = (text: string): string =>
  text
    .replace(/[\t\u00a0 ]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, MOST_TEXT)
