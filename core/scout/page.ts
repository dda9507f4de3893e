// Reads a fetched page: its text, and the posting in its markup.
import { recordOf, must } from '../kernel/narrow.ts'
import { takingTurns } from '../kernel/turns.ts'
import { quietly } from '../kernel/errors.ts'
import type * as Dom from 'linkedom'
import type { FetchedPage } from '../outbound/fetch.ts'
import { decodePage } from './charset.ts'
import { boundedCopy, postingOf, postingsIn } from './json-ld.ts'
import { asLines, shapeOf, textOfHtml, textOfPage, unescaped } from './html-text.ts'
import { ESTIMATE, FACTS, factsOf, leftIn, tidy, type PostingFacts } from './job-posting.ts'
import { inferredEmployer } from '../reading/employers.ts'
import { countryOfSite, payInText, placeOfPay, type LeftFact } from './page-pay.ts'
import { readTitle, readAtsPage, type Page } from './ats-pages.ts'

const MAX_TEXT_CHARACTERS = 100_000
/** Larger pages are cut: what matters comes first. */
const MAX_HTML_CHARACTERS = 3_000_000
const MAX_ELEMENTS = 15_000
const MAX_DEPTH = 200
/** Readability compares each element with those around it. Beyond these limits that takes seconds. */
const MAX_SCORED_ELEMENTS = 4_000
const MAX_SCORED_DEPTH = 60
/** A shorter article is only a teaser, so the text of the whole page is used. */
const MIN_ARTICLE_CHARACTERS = 200

/** Finds scripts and their types without building a tree. */
function scriptsOf(html: string): { type: string; text: string }[] {
  const found: { type: string; text: string }[] = []
  // Not a search in the lower-case page: `İ` becomes two characters there, so all places behind it would be off.
  const close = /<\/script/gi
  let from = 0
  for (const tag of html.matchAll(/<script\b([^<>]*)>/gi)) {
    if (tag.index < from) continue
    const start = tag.index + tag[0].length
    close.lastIndex = start
    const end = close.exec(html)?.index
    if (end === undefined) break
    found.push({ type: must(tag[1]), text: html.slice(start, end) })
    from = end
  }
  return found
}

type First = Page['first']
const nowhere: First = () => undefined
const nothing = (): Promise<string> => Promise.resolve('')

/** Parses a page into a tree, and returns functions that read it. They find nothing if parsing would take too long. */
async function parseTree(html: string) {
  const { elements, depth } = shapeOf(html)
  if (elements > MAX_ELEMENTS || depth > MAX_DEPTH) return { first: nowhere, marked: [], article: nothing }
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(withBody(html))
  const first: First = (selector, attribute) => {
    const element = document.querySelector(selector)
    if (!element) return undefined
    if (attribute === '*') return textsOf([...document.querySelectorAll(selector)].slice(0, MAX_POSTINGS))
    return (attribute ? element.getAttribute(attribute) : element.textContent) ?? ''
  }
  const isScored = elements <= MAX_SCORED_ELEMENTS && depth <= MAX_SCORED_DEPTH
  return { first, marked: microdataOf(document), article: isScored ? () => articleOf(document) : nothing }
}

const textsOf = (elements: Item[]): string =>
  [...new Set(elements.map(({ textContent }) => tidy(textContent)))].filter(Boolean).join('; ')

/** Reads a page. Plain text has no markup: only its spaces and empty lines are tidied. */
export async function readPage(
  fetched: Pick<FetchedPage, 'body' | 'contentType'> & { url?: string | undefined },
) {
  const decoded = decodePage(fetched)
  if (fetched.contentType.startsWith('text/plain') || !/<\w+[\s>]/.test(decoded))
    return {
      text: asLines(decoded, MAX_TEXT_CHARACTERS),
      meta: { title: null, ogTitle: null, ogDescription: null, jobPosting: null },
      left: [],
    }
  const html = decoded.slice(0, MAX_HTML_CHARACTERS)
  const letOthersRun = takingTurns()
  const scripts = scriptsOf(html)
  const data = scripts.filter(({ type }) => /ld\+json/i.test(type)).map(({ text }) => text)
  const stated = postingsIn(data)
  await letOthersRun()
  const { first, marked, article } = await parseTree(html)
  const postings = stated.length ? stated : marked
  const posting = postingOf(postings, fetched.url)
  await letOthersRun()
  const title = tidy(/<title[^<>]*>([^<]*)/i.exec(html)?.[1]) ?? ''
  const page: Page = { first, title, scripts: scripts.map(({ text }) => text) }
  const description = typeof posting?.['description'] === 'string' ? posting['description'] : ''
  const meta = { title: title || null, ...openGraph(first) }
  // If it is unclear which posting is meant, the titles of the page describe none of them.
  const isUnclear = !posting && postings.length > 1
  const site = countryOfSite(fetched.url)
  const facts = isUnclear ? {} : mergedFacts(page, posting ? factsOf(posting, site) : {}, meta.ogTitle)
  // Last, because extracting the article changes the tree.
  const extracted = await article()
  await letOthersRun()
  const text = await readableText(html, extracted, description, letOthersRun)
  await letOthersRun()
  const isDamaged = !postings.length && data.some((each) => /["']JobPosting["']/i.test(each))
  const said = isUnclear ? severalOf(postings) : posting ? leftIn(posting, site) : isDamaged ? [DAMAGED] : []
  const isSet = isUnclear || said.some(({ why }) => why === ESTIMATE)
  const place = placeOfPay(facts.location, site)
  const { left, ...paid } = isSet ? { left: [] } : payInText(text, place, facts.salary)
  const known = { ...meta, jobPosting: jobPosting({ ...facts, ...paid }, posting) }
  return { text, meta: known, left: [...said, ...left] }
}

const DAMAGED: LeftFact = {
  field: 'posting',
  text: 'structured data',
  why: 'The page’s data is damaged. Only its text was read.',
}

const severalOf = (postings: readonly Record<string, unknown>[]): LeftFact[] => [
  {
    field: 'posting',
    text: postings
      .map((each) => factsOf(each).role)
      .filter(Boolean)
      .join('; ')
      .slice(0, 1_000),
    why: `The page lists ${postings.length} postings. Open the one you mean and use its address.`,
  },
]

const metaNamed = (name: string) => `meta[property="${name}"], meta[name="${name}"]`
const openGraph = (first: Page['first']) => ({
  ogTitle: tidy(first(metaNamed('og:title'), 'content')) ?? null,
  ogDescription: tidy(first(`${metaNamed('og:description')}, meta[name="description"]`, 'content')) ?? null,
})

/** What the markup states: schema.org first, then the applicant tracking system's elements, then the titles. */
function mergedFacts(page: Page, stated: PostingFacts, ogTitle: string | null): PostingFacts {
  const site = inferredEmployer(tidy(page.first('meta[property="og:site_name"]', 'content')))
  const sources: PostingFacts[] = [
    stated,
    readAtsPage(page),
    readTitle(page.title, site),
    readTitle(ogTitle ?? '', site),
  ]
  const valueOf = (name: (typeof FACTS)[number], source: PostingFacts) =>
    name === 'company' ? inferredEmployer(source.company) : source[name]
  const entries = FACTS.map(
    (name) => [name, sources.map((source) => valueOf(name, source)).find(Boolean)] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value))
}

/** The posting for `meta`; null if the page has none. */
function jobPosting(
  facts: PostingFacts,
  posting: Record<string, unknown> | undefined,
): Record<string, unknown> | null {
  if (!posting && !facts.role && !facts.salary) return null
  return { ...(posting ? recordOf(boundedCopy(posting)) : asPosting(facts)), ...facts }
}

const asPosting = ({ company, role, location, salary }: PostingFacts) => ({
  '@type': 'JobPosting',
  ...(role && { title: role }),
  ...(company && { hiringOrganization: { '@type': 'Organization', name: company } }),
  ...(location && { jobLocation: { '@type': 'Place', address: location } }),
  ...(salary && { baseSalary: salary }),
})

async function readableText(
  html: string,
  article: string,
  description: string,
  letOthersRun: () => Promise<void> | undefined,
): Promise<string> {
  const described = await textOfPage(unescaped(description), MAX_TEXT_CHARACTERS, letOthersRun)
  const isArticle = article.length >= MIN_ARTICLE_CHARACTERS
  const best = isArticle ? article : await textOfPage(html, MAX_TEXT_CHARACTERS, letOthersRun)
  return described.length > best.length ? described : best
}

/** Adds the optional tags. Without them the parser makes no body. */
const withBody = (html: string): string =>
  /<body[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`

/** The article that Readability extracts. It changes the tree, so do not use the tree afterwards. */
async function articleOf(document: Doc): Promise<string> {
  const { Readability } = (await import('@mozilla/readability')).default
  // Its type wants the document of a browser, but this one works.
  const reader = () => new Readability(document as never, { charThreshold: MIN_ARTICLE_CHARACTERS })
  return textOfHtml(quietly(() => reader().parse())?.content ?? '', MAX_TEXT_CHARACTERS)
}

type Doc = ReturnType<typeof Dom.parseHTML>['document']
type Item = NonNullable<ReturnType<Doc['querySelector']>>

// Microdata: the postings that a page states in attributes of its markup, in the form of the structured data.
const MAX_POSTINGS = 50
const MAX_PROPERTIES = 1_000
const MAX_ITEM_DEPTH = 8

function microdataOf(document: Doc): Record<string, unknown>[] {
  const postings = [...document.querySelectorAll('[itemtype$="/JobPosting"]')].slice(0, MAX_POSTINGS)
  const parts = new Map<Item, Item[]>()
  const properties = postings.length ? document.querySelectorAll('[itemprop]') : []
  for (const part of [...properties].slice(0, MAX_PROPERTIES)) {
    const owner = part.parentElement?.closest('[itemscope]')
    if (owner) parts.set(owner, [...(parts.get(owner) ?? []), part])
  }
  const valueOf = (part: Item, name: string, depth: number): unknown =>
    part.hasAttribute('itemscope')
      ? itemOf(part, depth + 1)
      : (part.getAttribute('content') ??
        part.getAttribute('datetime') ??
        (name === 'description' ? part.innerHTML : part.textContent.trim()))
  const itemOf = (item: Item, depth = 0): Record<string, unknown> => {
    const record: Record<string, unknown> = {}
    for (const part of depth < MAX_ITEM_DEPTH ? (parts.get(item) ?? []) : [])
      for (const name of (part.getAttribute('itemprop') ?? '').split(/\s+/)) {
        const value = valueOf(part, name, depth)
        record[name] = Object.hasOwn(record, name) ? [record[name], value].flat() : value
      }
    return record
  }
  return postings
    .filter((posting) => parts.has(posting))
    .map((posting) => ({ '@type': 'JobPosting', ...itemOf(posting) }))
}
