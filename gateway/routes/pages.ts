// The service's own pages: health, readiness, metrics, documentation, and the browser extension.
import type { Express, Request, Response } from 'express'
import { checkSchema, type Core } from '../../core/index.ts'
import { asCrmError, fail } from '../../core/kernel/errors.ts'
import type { Metrics } from '../metrics.ts'
import type { Readiness } from '../readiness.ts'
import { refuseMethod } from '../http/mount.ts'
import { addressOf, ownHostOnly } from '../http/own-address.ts'
import { sendJson, sendPage, sendText } from '../http/send.ts'
import { type OpenApi, openApiDocument } from '../openapi/document.ts'
import { referenceMarkdown, referencePage, type GuideSection } from '../openapi/page.ts'
import { html, page, PAGE_POLICY } from '../settings/html.ts'
import { isOneOf, must } from '../../core/kernel/narrow.ts'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { routeOf, type Operation } from '../../core/kernel/operation.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'

type Answer = (res: Response, address: string, req: Request) => void | Promise<void>

export function mountPages(app: Express, core: Core, metrics: Metrics, readiness: Readiness): void {
  // Built once, on the first request: the declarations do not change while the process runs.
  let made: OpenApi | undefined
  const { config } = core.services
  const document = (address: string): OpenApi => ({
    ...(made ??= openApiDocument(core.operations, '')),
    servers: [{ url: address }],
  })
  const open = (path: string, answer: Answer) =>
    app
      .route(path)
      .get((req, res) => answer(res, addressOf(req, config), req))
      .all(refuseMethod(['GET', 'HEAD']))
  const page = (path: string, answer: Answer) => {
    app.all(path, ownHostOnly(config))
    open(path, answer)
  }

  // Probes may use any host name; the answer is useless to a foreign page.
  open('/healthz', (res) => sendJson(res, 200, { status: 'ok' }))
  open('/readyz', (res) => answerReady(res, core, readiness))
  page('/metrics', async (res) => {
    const { body, contentType } = await metrics.text()
    sendText(res, 200, contentType, body)
  })
  page('/openapi.json', (res, address) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    sendJson(res, 200, document(address))
  })
  page('/docs', async (res, address, { query: { q } }) => {
    const words = typeof q === 'string' ? (q.slice(0, 200).toLowerCase().match(/\S+/g) ?? []) : []
    const text = referencePage(document(address), address, words, await searchGuides(words))
    sendPage(res, 200, text, PAGE_POLICY)
  })
  page('/docs.md', (res, address) => sendText(res, 200, MARKDOWN, referenceMarkdown(document(address))))
  page('/llms.txt', async (res, address) =>
    sendText(res, 200, 'text/plain; charset=utf-8', await llmsText(core.operations, address)),
  )
  page('/docs/:page', (res, address, { params }) => sendGuide(res, String(params['page']), address))
  page('/extension.zip', (res, _, req) => sendExtension(res, req.path))
  page('/', (res, address) => sendPage(res, 200, frontPage(address), PAGE_POLICY))
}

async function answerReady(res: Response, { services }: Core, readiness: Readiness): Promise<void> {
  const takesRequests = readiness.look()
  const database = await checkSchema(services.sql).catch(reasonOf)
  const isReady = takesRequests && database === 'ready'
  sendJson(res, isReady ? 200 : 503, {
    status: isReady ? 'ok' : takesRequests ? 'unavailable' : 'leaving',
    database,
  })
}

const reasonOf = (error: unknown): 'newer' | 'unreachable' =>
  asCrmError(error).code === 'database_newer' ? 'newer' : 'unreachable'

const LINKS = [
  ['/settings', 'Your account', 'Sign in, make tokens and keys, see your plan, take your data along.'],
  ['/docs', 'The API, to read', 'Every route with its fields and an example.'],
  ['/openapi.json', 'The API, for programs', 'The same as an OpenAPI document.'],
  ['/readyz', 'Is it up?', 'Whether this server and its database answer.'],
] as const

const frontPage = (origin: string): string =>
  page(
    'crm',
    html`<header><strong>crm</strong></header>
      <main>
        <h1>Your job search, kept well</h1>
        <p>
          This server keeps the jobs you follow, the people you talk to, interviews, deadlines and offers, and
          knows what work pays. You reach it from the terminal, from a browser, and from programs and agents.
        </p>
        <section>
          <dl>
            ${LINKS.map(
              ([path, name, about]) =>
                html`<dt><a href="${path}">${name}</a></dt>
                  <dd>${about}</dd>`,
            )}
          </dl>
        </section>
        <section>
          <h2>From a terminal</h2>
          <code class="secret">crm remote login --server ${origin}</code>
        </section>
      </main>`,
  )

const GUIDES = [
  ...[
    'api',
    'intelligence-api',
    'webhooks',
    'offers',
    'inbox',
    'watch',
    'salary',
    'mcp',
    'agents',
    'assistants',
  ],
  ...['billing', 'methodology', 'data-sources', 'versioning', 'guide', 'reference'],
] as const

/** Where the guides are: with the package, or with the sources. */
function folderOfGuides(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'docs', 'api.md')
    if (existsSync(candidate)) return dirname(candidate)
    if (dirname(folder) === folder) return folder
  }
}

const EXAMPLE = /\b(?:http:\/\/)?(?:127\.0\.0\.1|localhost):8787\b/g

/** Points links between guides at this server's pages and drops other repository links; examples use this server's URL. */
const linked = (markdown: string, address: string, end: '' | '.md'): string =>
  markdown
    .replace(EXAMPLE, address)
    .replace(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, (whole, name: string, anchor = '') =>
      isOneOf(GUIDES, name) ? `](/docs/${name}${end}${anchor})` : whole,
    )

async function sendGuide(res: Response, path: string, address: string): Promise<void> {
  const name = path.replace(/\.md$/, '')
  if (!isOneOf(GUIDES, name)) return fail('route_not_found', { path: `/docs/${path}`.slice(0, 200) })
  const text = await readFile(join(folderOfGuides(), `${name}.md`), 'utf8')
  if (path.endsWith('.md')) return sendText(res, 200, MARKDOWN, linked(text, address, '.md'))
  const { marked } = await import('marked')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name
  const link = `<link rel="alternate" type="text/markdown" href="/docs/${name}.md">`
  const body = { html: `<main>${await marked(linked(text, address, ''))}</main>` }
  sendPage(res, 200, page(title, body, { html: link }), PAGE_POLICY)
}

/** The folders that may hold the built browser extension. */
const EXTENSIONS = ['extension', '../../dist/extension'].map((path) => join(import.meta.dirname, path))

/** The built browser extension, to unpack and load. */
async function sendExtension(res: Response, path: string): Promise<void> {
  const folder = EXTENSIONS.find((each) => existsSync(join(each, 'manifest.json')))
  if (!folder) return fail('route_not_found', { path })
  const { default: Zip } = await import('jszip')
  const zip = new Zip()
  for (const name of await readdir(folder))
    zip.file(`crm-extension/${name}`, await readFile(join(folder, name)))
  res.setHeader('Content-Disposition', 'attachment; filename="crm-extension.zip"')
  res.type('application/zip').end(await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }))
}

/** The sections of all guides that have every one of the words, which are in lower case. */
async function searchGuides(words: readonly string[]): Promise<GuideSection[]> {
  if (words.length === 0) return []
  const texts = await Promise.all(
    GUIDES.map((name) => readFile(join(folderOfGuides(), `${name}.md`), 'utf8')),
  )
  return GUIDES.flatMap((page, at) =>
    must(texts[at])
      .split(/^(?=#{1,3} )/m)
      .filter((section) => words.every((word) => section.toLowerCase().includes(word)))
      .map((section) => ({ page, heading: section.split('\n', 1)[0]?.replace(/^#+ /, '') ?? page })),
  )
}

/** `/llms.txt`, for a model that reads one page before it writes a client: docs/llms.txt with this server's routes. */
async function llmsText(operations: readonly Operation[], base: string): Promise<string> {
  const text = await readFile(join(folderOfGuides(), 'llms.txt'), 'utf8')
  const routes = new Map(operations.map((op) => [op.name, { ...routeOf(op), summary: op.summary }]))
  return text.replaceAll('{base}', base).replace(/^- ([\w-]+\.\w+)$/gm, (_, name: string) => {
    const { method, path, summary } = must(routes.get(name))
    return `- ${method} ${path.replace(/:(\w+)/g, '{$1}')}: ${summary}`
  })
}
