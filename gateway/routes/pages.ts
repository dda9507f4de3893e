// The service's own pages: health, readiness, metrics, documentation.
import type { Express, Response } from 'express'
import { serviceUrl } from '../../core/config.ts'
import { checkSchema, type Core } from '../../core/index.ts'
import { asCrmError } from '../../core/kernel/errors.ts'
import type { Metrics } from '../metrics.ts'
import type { Readiness } from '../readiness.ts'
import { refuseMethod } from '../http/mount.ts'
import { sendJson, sendText } from '../http/send.ts'
import { openApiDocument, type OpenApi } from '../openapi/document.ts'
import { llmsText } from '../openapi/llms.ts'
import { referenceMarkdown } from '../openapi/markdown.ts'
import { referencePage } from '../openapi/page.ts'
import { mountGuides, STYLED } from './docs.ts'
import { SETTINGS_POLICY } from '../settings/html.ts'
import { frontPage } from './front.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'

export function mountPages(app: Express, core: Core, metrics: Metrics, readiness: Readiness): void {
  // Built once, on the first request: the declarations do not change while the process runs.
  let made: OpenApi | undefined
  const document = () => (made ??= openApiDocument(core.operations, core.services.config.publicUrl))
  const page = (path: string, answer: (res: Response) => void | Promise<void>) =>
    app
      .route(path)
      .get((_req, res) => answer(res))
      .all(refuseMethod(['GET', 'HEAD']))

  page('/healthz', (res) => sendJson(res, 200, { status: 'ok' }))
  page('/readyz', (res) => answerReady(res, core, readiness))
  page('/metrics', async (res) => {
    const { body, contentType } = await metrics.text()
    sendText(res, 200, contentType, body)
  })
  page('/openapi.json', (res) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    sendJson(res, 200, document())
  })
  page('/docs', (res) => {
    res.setHeader('Content-Security-Policy', STYLED)
    sendText(res, 200, 'text/html; charset=utf-8', referencePage(document(), originOf(res, core)))
  })
  page('/docs.md', (res) => sendText(res, 200, MARKDOWN, referenceMarkdown(document())))
  page('/llms.txt', (res) =>
    sendText(
      res,
      200,
      'text/plain; charset=utf-8',
      llmsText(core.operations, core.services.config.publicUrl),
    ),
  )
  mountGuides(app)
  page('/', (res) => {
    res.setHeader('Content-Security-Policy', SETTINGS_POLICY)
    sendText(res, 200, 'text/html; charset=utf-8', frontPage(originOf(res, core)))
  })
}

/** The address that was asked: the public one, else the one of the request. */
function originOf({ req }: Response, { services: { config } }: Core): string {
  const { host = '' } = req.headers
  return config.publicUrl || (/^[\w.[\]:-]+$/.test(host) ? `http://${host}` : serviceUrl(config))
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
