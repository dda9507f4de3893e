// Reads the posting on a page that the user clips: its fields, the job that already tracks it, and market pay.
import { jobTable } from '../jobs/import/columns.ts'
import { Job } from '../jobs/fields.ts'
import { listJobs } from '../jobs/queries.ts'
import type { Context } from '../kernel/context.ts'
import { Instant, text, type Parsed, objectSchema } from '../kernel/schema.ts'
import { invokeWithin } from '../kernel/invoke.ts'
import { isOneOf } from '../kernel/narrow.ts'
import { cut } from '../kernel/plain-characters.ts'
import { inferredEmployer } from '../reading/employers.ts'
import { headlineOf } from '../scout/headline.ts'
import type { PostingFacts } from '../scout/job-posting.ts'
import { countryOfSite, payInText, placeOfPay, type LeftFact } from '../scout/page-pay.ts'
import { MarketEstimate, MarketOffers } from './market.ts'
import { marketFinder } from './market-finder.ts'
import { parseUrl } from '../kernel/url.ts'
import { zoneOf } from '../identity/user.ts'
import { closingOf, leftLines } from '../scout/closing-day.ts'

const MAX_HTML_CHARACTERS = 900_000
const MAX_TEXT_CHARACTERS = 100_000

export const ClipIn = objectSchema((z) => ({
  url: text(z, 2_048).optional().describe('The page’s address.'),
  title: text(z, 500).optional(),
  text: text(z, MAX_HTML_CHARACTERS).optional().describe('The page’s markup, or its text.'),
  selection: text(z, MAX_TEXT_CHARACTERS).optional().describe('What is selected: it is the posting’s text.'),
}))
export type ClipIn = Parsed<typeof ClipIn>

export const Clip = objectSchema((z) => ({
  url: z.string().nullable(),
  ...{ company: z.string(), role: z.string(), location: z.string(), salary: z.string() },
  deadline: Instant().nullable(),
  notes: z.string().describe('What it says that was not taken over, and why.'),
  text: z.string().describe('The posting’s readable text.'),
  job: Job().nullable().describe('The job that has this posting already.'),
  offers: MarketOffers().nullable().describe('Pay in the offers that employers filed for this title.'),
  estimate: MarketEstimate().nullable().describe('Typical base pay, USD a year.'),
}))
export type Clip = Parsed<typeof Clip>

export async function readClip(
  ctx: Context,
  { url = '', title = '', text: body = '', selection = '' }: ClipIn,
) {
  const address = /^\s*https?:\/\//i.test(url) && parseUrl(url.trim()) ? url.trim() : null
  const read = await readText(body, address ?? undefined)
  const site = address ? new URL(address).hostname.replace(/^www\./, '').split('.')[0] : undefined
  const { readTitle } = await import('../scout/ats-pages.ts')
  const titled = readTitle(title.trim(), site)
  const fact = (name: Exclude<keyof PostingFacts, 'validThrough'>, max: number): string =>
    cut(read.facts[name] ?? titled[name] ?? '', max)
  const closing = closingOf(read, ctx.clock.now(), await zoneOf(ctx))
  return {
    url: address,
    company: fact('company', 200),
    role: fact('role', 200) || cut(title.trim(), 200),
    location: fact('location', 200),
    salary: fact('salary', 100),
    deadline: closing.at,
    notes: cut(leftLines([...read.left, ...closing.left]).join('\n'), 4_000),
    text: cut(selection.trim() || read.text, MAX_TEXT_CHARACTERS),
  }
}

const MARKUP = /<(?:html|body|script|meta|div|p)\b/i
/** The browser's bookmark for clipping sends the posting's markup, then the page's text. */
const MARKUP_THEN_TEXT = /^<script type="application\/ld\+json">[^<]*<\/script>/

/** Reads what the browser sent: the page's HTML, or markup followed by the page's text. */
async function readText(body: string, url: string | undefined) {
  if (!MARKUP.test(body)) return { text: body.trim(), ...factsIn(body, countryOfSite(url)) }
  const [{ readPage }, { readPostingMeta }] = await Promise.all([
    import('../scout/page.ts'),
    import('../scout/job-posting.ts'),
  ])
  const page = await readPage({ body: Buffer.from(body), contentType: 'text/html; charset=utf-8', url })
  const rest = MARKUP_THEN_TEXT.test(body) ? body.replace(MARKUP_THEN_TEXT, '') : null
  return {
    text: rest === null || MARKUP.test(rest) ? page.text : rest.trim(),
    facts: readPostingMeta({ jobPosting: page.meta.jobPosting }),
    left: page.left,
    validThrough: page.meta.jobPosting?.['validThrough'],
  }
}

const LABELLED = /^[^\p{L}\n]{0,4}(\p{L}[\p{L} ]{1,28}?) ?:[^\S\n]{1,4}(\S.*)$/gmu

/** The fields that a plain text may state with labels, as in “Employer: Acme”. */
const LABELLED_FIELDS = ['company', 'role', 'location'] as const

function factsIn(body: string, site: string): { facts: PostingFacts; left: LeftFact[] } {
  const facts: PostingFacts = {}
  for (const [, label = '', value] of body.matchAll(LABELLED)) {
    const field = jobTable.fieldOf(label)
    if (isOneOf(LABELLED_FIELDS, field)) facts[field] ??= value?.trim()
  }
  const headline = facts.company ? {} : headlineOf(body)
  const { left, ...pay } = payInText(body, placeOfPay(facts.location ?? headline.location, site))
  const company = inferredEmployer(facts.company ?? headline.company)
  return { facts: { ...headline, ...facts, company, ...pay }, left }
}

export async function jobAt(ctx: Context, url: string | null): Promise<Job | null> {
  if (!url) return null
  return (await invokeWithin(listJobs, ctx, { url, limit: 1 })).jobs[0] ?? null
}

export async function clipOf(ctx: Context, page: ClipIn): Promise<Clip> {
  const read = await readClip(ctx, page)
  const [job, marketOf] = await Promise.all([jobAt(ctx, read.url), marketFinder(ctx.intelligence)])
  const offices = read.location.replace(/^Remote \((.+)\)$/, '$1').split('; ')
  return { ...read, job, ...marketOf(read.role, offices.filter(Boolean)) }
}
