// The service's own pages: is it alive, is it ready, what does it measure, what does it offer.
import type { Express, Response } from 'express'
import { checkSchema, type Core } from '../../core/index.ts'
import type { Metrics } from '../metrics.ts'
import { refuseMethod } from '../http/mount.ts'
import { sendJson, sendText } from '../http/send.ts'
import { openApiDocument } from '../openapi/document.ts'
import { referencePage } from '../openapi/page.ts'

export function mountPages(app: Express, core: Core, metrics: Metrics): void {
  const page = (path: string, answer: (res: Response) => void | Promise<void>) =>
    app
      .route(path)
      .get((_req, res) => answer(res))
      .all(refuseMethod(['GET', 'HEAD']))

  page('/healthz', (res) => sendJson(res, 200, { status: 'ok' }))
  page('/readyz', (res) => answerReady(res, core))
  page('/metrics', async (res) => {
    const { body, contentType } = await metrics.text()
    sendText(res, 200, contentType, body)
  })
  page('/openapi.json', (res) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    sendJson(res, 200, openApiDocument(core.operations, core.services.config.publicUrl))
  })
  page('/docs', (res) => {
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    const page = referencePage(openApiDocument(core.operations, core.services.config.publicUrl))
    sendText(res, 200, 'text/html; charset=utf-8', page)
  })
  page('/', (res) => res.redirect(302, '/docs'))
}

async function answerReady(res: Response, { services }: Core): Promise<void> {
  const state = await checkSchema(services.sql).catch(() => 'unreachable' as const)
  sendJson(res, state === 'ready' ? 200 : 503, {
    status: state === 'ready' ? 'ok' : 'unavailable',
    database: state,
  })
}
