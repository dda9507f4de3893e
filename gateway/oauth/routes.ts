// OAuth over HTTP: forms and redirects, so the routes are written by hand; operations do the work.
import type { Express, Request, RequestHandler, Response } from 'express'
import { familyOf } from '../../core/kernel/family.ts'
import type { Principal } from '../../core/kernel/context.ts'
import { asCrmError, fail, quietly, type CrmError } from '../../core/kernel/errors.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { redirectTo } from '../../core/oauth/consent.ts'
import { authorize, decideRequest, register, revoke, token } from '../../core/oauth/operations.ts'
import { anonymous } from '../../core/identity/authenticate.ts'
import type { Core } from '../../core/index.ts'
import { authenticate } from '../http/authenticate.ts'
import { fieldsOf, readBody, readForm } from '../http/body.ts'
import { contextOf } from '../http/call-context.ts'
import { refuseMethod } from '../http/mount.ts'
import { addressOf, ownHostOnly } from '../http/own-address.ts'
import { sendJson, sendPage, sendText } from '../http/send.ts'
import { countAddress, type CredentialThrottle } from '../http/credential-throttle.ts'
import {
  audienceOf,
  issuerOf,
  RESOURCE_METADATA,
  resourceMetadata,
  SERVER_METADATA,
  serverMetadata,
} from './metadata.ts'
import { consentPage, problemPage } from './page.ts'
import { PAGE_POLICY } from '../settings/html.ts'
import { requestStateOf } from '../http/request-state.ts'

export function mountOAuth(app: Express, core: Core, throttle: CredentialThrottle): void {
  const { config } = core.services
  const guard = ownHostOnly(config)
  const metadata = (path: string, of: (base: string) => object) =>
    app
      .route(path)
      .all(guard)
      .get((req, res) => sendJson(res, 200, of(addressOf(req, config))))
      .all(refuseMethod(['GET', 'HEAD']))
  const post = (path: string, answer: RequestHandler) =>
    app
      .route(path)
      .all(guard)
      .post(async (req, res, next) => {
        await countAddress(core.services, 'oauth.address', requestStateOf(res).address)
        return answer(req, res, next)
      })
      .all(refuseMethod(['POST']))

  metadata(RESOURCE_METADATA, resourceMetadata)
  metadata(SERVER_METADATA, serverMetadata)
  post('/oauth/register', async (req, res) => {
    const problem = await readBody(req, res)
    if (problem) throw problem
    const ctx = contextOf(core.services, { req, res, principal: anonymous(), op: register })
    sendJson(res, 201, await invoke(register, ctx, fieldsOf(req.body)))
  })
  const form = (path: string, op: Operation) =>
    post(path, async (req, res) => {
      const fields = { ...(await readForm(req, res)), ...basicOf(req) }
      const ctx = contextOf(core.services, { req, res, principal: anonymous(), op })
      sendJson(res, 200, await invoke(op, ctx, fields))
    })
  form('/oauth/token', token)
  form('/oauth/revoke', revoke)

  const authenticator = { services: core.services, throttle }
  const userOf = async (req: Request): Promise<SignedIn> => {
    const principal = await authenticate(authenticator, familyOf(authorize), req, true)
    return principal.credential.kind === 'anonymous' ? null : principal
  }
  app
    .route('/oauth/authorize')
    .get(async (req, res) => showConsent(core, await userOf(req), req, res))
    .post(async (req, res) => takeDecision(core, await userOf(req), req, res))
    .all(refuseMethod(['GET', 'HEAD', 'POST']))
}

/** The signed-in user; null if there is none, also with a stale cookie. */
type SignedIn = Principal | null

/** The client id and secret from `Authorization: Basic`, each percent-encoded (RFC 6749). */
function basicOf({ headers: { authorization } }: Request): { client_id?: string; client_secret?: string } {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (!encoded) return {}
  const parts = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s)
  const [client_id = '', client_secret = ''] =
    quietly(() => parts.map(decodeURIComponent)) ??
    fail('invalid_client', { problem: 'The Authorization header cannot be read.' })
  return { client_id, client_secret }
}

const goTo = (res: Response, address: string): void => {
  res.setHeader('Location', address)
  sendText(res, 302, 'text/plain; charset=utf-8', '')
}

async function showConsent({ services }: Core, principal: SignedIn, req: Request, res: Response) {
  const base = addressOf(req, services.config)
  if (!principal) return goTo(res, `/settings?next=${encodeURIComponent(req.originalUrl)}`)
  const request = Object.fromEntries(
    Object.entries(req.query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  try {
    const ctx = contextOf(services, { req, res, principal, op: authorize })
    const asked = await invoke(authorize, ctx, { audience: audienceOf(base), request })
    const { problem, redirectUri, state } = asked
    if (!problem) return sendPage(res, 200, consentPage(asked), PAGE_POLICY)
    const answer = { error: problem.error, error_description: problem.description }
    goTo(res, redirectTo(redirectUri, answer, { state, issuer: issuerOf(base) }))
  } catch (thrown) {
    sendProblem(res, asCrmError(thrown))
  }
}

/** Shows an error to the user. It is not sent to the program, because its redirect URI is not verified. */
function sendProblem(res: Response, error: CrmError): void {
  if (error.kind === 'internal' || error.kind === 'unavailable') throw error
  sendPage(res, 400, problemPage(error.message), PAGE_POLICY)
}

async function takeDecision({ services }: Core, principal: SignedIn, req: Request, res: Response) {
  if (!principal) return sendPage(res, 401, problemPage('You are no longer signed in.'), PAGE_POLICY)
  const form = await readForm(req, res)
  const grants = [form['grant'] ?? []].flat()
  const input = {
    ticket: [form['ticket'] ?? ''].flat()[0] ?? '',
    // Allowing without any grant counts as a refusal.
    allow: form['decision'] === 'allow' && grants.length > 0,
    scope: grants.join(' '),
    issuer: issuerOf(addressOf(req, services.config)),
  }
  try {
    const ctx = contextOf(services, { req, res, principal, op: decideRequest })
    const { redirect } = await invoke(decideRequest, ctx, input)
    goTo(res, redirect)
  } catch (thrown) {
    sendProblem(res, asCrmError(thrown))
  }
}
