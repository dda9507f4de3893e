// Fetches a posting's page and reads its markup, without a model.
import type { Context } from '../kernel/context.ts'
import { fail, problem } from '../kernel/errors.ts'
import { operation } from '../kernel/operation.ts'
import { invalidInput, objectSchema } from '../kernel/schema.ts'
import { FetchError, fetchPublic, type FetchedPage } from '../outbound/fetch.ts'
import { parseUrl } from '../kernel/url.ts'
import { zoneOf } from '../identity/user.ts'

const PageAddress = objectSchema((z) => ({
  url: z
    .string()
    .min(1, 'must not be empty')
    .max(2_048, 'is longer than 2048 characters')
    .meta({ format: 'uri' })
    .describe('The address of a posting.'),
}))

const PostingPage = objectSchema((z) => ({
  text: z.string().describe('The readable text.'),
  url: z.string().describe('The final URL, after redirects.'),
  meta: z.strictObject({
    title: z.string().nullable(),
    ogTitle: z.string().nullable(),
    ogDescription: z.string().nullable(),
    jobPosting: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'The schema.org JobPosting, and the parsed company, role, location, salary and deadline; null if the page has none.',
      ),
  }),
  left: z
    .array(z.strictObject({ field: z.string(), text: z.string(), why: z.string() }))
    .describe('What the page says that was not taken over, and why.'),
}))

/** Throws `page_unreachable`, `page_failed`, and `invalid_input` for an invalid URL. */
async function pageAt(ctx: Context, url: string): Promise<FetchedPage> {
  if (!/^https?:\/\//i.test(url) || !parseUrl(url))
    throw invalidInput([{ path: 'url', message: 'is not a web address' }])
  const { allowPrivateHosts, hostMap } = ctx.config
  try {
    return await fetchPublic(url, { allowPrivateHosts, hostMap, signal: ctx.signal(), language: 'en' })
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const cause = error.cause instanceof Error ? error.cause.message : error.problem
    ctx.log.info({ requestId: ctx.requestId, host: new URL(url).host, cause }, 'A page was not fetched.')
    if (error.problem === 'unreachable') return fail('page_unreachable', {})
    throw problem('page_failed', { reason: error.message })
  }
}

export const fetchJd = operation({
  name: 'postings.fetch',
  summary: 'Fetch a posting’s page: its text and structured data.',
  http: 'POST /api/fetch-jd',
  access: 'scout:read',
  refuses: ['page'],
  input: PageAddress,
  output: PostingPage,
  async run(ctx, { url }) {
    const fetched = await pageAt(ctx, url)
    if (fetched.status >= 400 || fetched.status < 200)
      return fail('page_failed', { reason: `The page answered with status ${fetched.status}.` })
    const { readPage } = await import('./page.ts')
    const page = await readPage(fetched)
    if (!page.text && Object.values(page.meta).every((value) => value === null))
      return fail('page_failed', { reason: 'The page holds no text.' })
    const { jobPosting } = page.meta
    const { closingOf } = await import('./closing-day.ts')
    const said = { validThrough: jobPosting?.['validThrough'], text: page.text }
    const { at: deadline, left } = closingOf(said, ctx.clock.now(), await zoneOf(ctx))
    return {
      ...{ url: fetched.url, text: page.text, left: [...page.left, ...left] },
      meta: { ...page.meta, jobPosting: deadline ? { ...jobPosting, deadline } : jobPosting },
    }
  },
})
