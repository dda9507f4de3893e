// The service's own pages: health, readiness, metrics, documentation.
import type { Express, Request, Response } from 'express'
import { checkSchema, type Core } from '../../core/index.ts'
import { asCrmError } from '../../core/kernel/errors.ts'
import type { Metrics } from '../metrics.ts'
import type { Readiness } from '../readiness.ts'
import { refuseMethod } from '../http/mount.ts'
import { addressOf, ownHostOnly } from '../http/own-address.ts'
import { sendJson, sendText } from '../http/send.ts'
import { type OpenApi, openApiDocument } from '../openapi/document.ts'
import { referenceMarkdown, referencePage } from '../openapi/page.ts'
import { llmsText, mountGuides, searchGuides, STYLED } from './docs.ts'
import { html, page, SETTINGS_POLICY } from '../settings/html.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'

type Answer = (res: Response, address: string, query: Request['query']) => void | Promise<void>

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
      .get((req, res) => answer(res, addressOf(req, config), req.query))
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
  page('/docs', async (res, address, { q }) => {
    const words = typeof q === 'string' ? (q.slice(0, 200).toLowerCase().match(/\S+/g) ?? []) : []
    const text = referencePage(document(address), address, words, await searchGuides(words))
    res.setHeader('Content-Security-Policy', STYLED)
    sendText(res, 200, 'text/html; charset=utf-8', text)
  })
  page('/docs.md', (res, address) => sendText(res, 200, MARKDOWN, referenceMarkdown(document(address))))
  page('/llms.txt', async (res, address) =>
    sendText(res, 200, 'text/plain; charset=utf-8', await llmsText(core.operations, address)),
  )
  mountGuides(app, config)
  page('/', (res, address) => {
    res.setHeader('Content-Security-Policy', SETTINGS_POLICY)
    sendText(res, 200, 'text/html; charset=utf-8', frontPage(address))
  })
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
