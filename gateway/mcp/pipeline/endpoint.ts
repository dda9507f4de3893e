// The pipeline's endpoint over HTTP: `POST /api/mcp`, for extension tokens.
import type { Express, Request, RequestHandler, Response } from 'express'
import type { Core } from '../../../core/index.ts'
import type { Config } from '../../../core/config.ts'
import { summarise } from '../../../core/pipeline/operations.ts'
import type { Principal } from '../../../core/kernel/context.ts'
import { KINDS, type CrmError } from '../../../core/kernel/errors.ts'
import type { Operation } from '../../../core/kernel/operation.ts'
import type { Scope } from '../../../core/kernel/scope.ts'
import { familyOf } from '../../../core/kernel/family.ts'
import { grantFor } from '../../../core/identity/grants.ts'
import { authenticate } from '../../http/authenticate.ts'
import { audienceOf, RESOURCE_METADATA } from '../../oauth/metadata.ts'
import { setErrorHeaders } from '../../http/headers.ts'
import { addressOf, isOwnHost, isOwnOrigin } from '../../http/own-address.ts'
import { MODEL_HEADERS } from '../../http/call-context.ts'
import { JSON_TYPE, sendText } from '../../http/send.ts'
import type { CredentialThrottle } from '../../http/credential-throttle.ts'
import { createEndpoint, type Endpoint, type EndpointDefinition } from '../endpoint.ts'
import { badOption, mountEndpoint, type HttpRefusal } from '../http.ts'
import { errorText, idOf } from '../message.ts'
import { PIPELINE_MCP } from '../protocol.ts'
import { createSessions } from '../session.ts'
import { ALL_TOOLS, OFFER, pipelineInstructions, SET_NAMES, toolsOf, unknownSets } from './tools.ts'
import { requestStateOf } from '../../http/request-state.ts'

const HOW =
  'If the person wants that done, they can give you a token with that scope: crm tokens create --name agent --scope read-write, or at /settings.'

const pipelineOffer: EndpointDefinition = {
  ...OFFER,
  instructions: (withheld) => pipelineInstructions(withheld, HOW),
  tools: ALL_TOOLS,
}

/** Any token of a user with the plan may use the endpoint; each tool checks its own scopes. */
const GATE: Operation = { ...summarise, access: 'session' }

const wayTo = (scopes: readonly Scope[]): string =>
  `FORBIDDEN: this token lacks ${scopes.join(', ')}. Tell the person; they can create one with crm tokens create --name agent --scope ${grantFor(scopes)}, beside what this one has, or --scope read-write for everything but ai.`

export function mountPipelineMcp(
  app: Express,
  core: Core,
  throttle: CredentialThrottle,
  offer = pipelineOffer,
  closing?: AbortSignal,
): void {
  const { services } = core
  const { config, clock, vault } = services
  app.options(PIPELINE_MCP, preflight(config))
  mountEndpoint(app, core, throttle, {
    path: PIPELINE_MCP,
    choose: chooser(offer),
    gate: GATE,
    sessions: createSessions(clock, vault.deriveKey('mcp session')),
    wayTo,
    closing,
    turnAway: (req, res) => turnAway(config, req, res),
    refuse: (error, req, res) => refuse(config, error, req, res),
    challenge: (req, res, scopes) =>
      void res.setHeader(
        'WWW-Authenticate',
        `Bearer realm="crm", error="insufficient_scope", scope="${grantFor(scopes).replaceAll(',', ' ')}", resource_metadata="${addressOf(req, config)}${RESOURCE_METADATA}"`,
      ),
    async identify(req) {
      const audience = audienceOf(addressOf(req, config))
      return withPay(await authenticate({ services, throttle, audience }, familyOf(summarise), req, false))
    },
  })
}

const PAY: Scope = 'intelligence:read'

/** A caller who may read the whole pipeline may also ask about published pay. */
const withPay = (principal: Principal): Principal =>
  principal.scopes.has('pipeline:read')
    ? { ...principal, scopes: new Set([...principal.scopes, PAY]) }
    : principal

/** The most cached endpoints: there are few tool sets, and their order does not matter. */
const MAX_NARROWED = 200

const OPTIONS = ['tools', 'read_only']
const READ_ONLY: Readonly<Record<string, boolean>> = { 1: true, true: true, 0: false, false: false }

function chooser(offer: EndpointDefinition): (req: Request) => Endpoint | HttpRefusal {
  const whole = createEndpoint(offer)
  const narrowed = new Map<string, Endpoint>()
  return ({ query }) => {
    const strange = Object.keys(query).find((name) => !OPTIONS.includes(name))
    if (strange !== undefined)
      return badOption(`There is no option ${strange}. There are: ${OPTIONS.join(', ')}.`)
    const { tools: asked = '', read_only: flag = '0' } = query
    const unknown = typeof asked === 'string' ? unknownSets(asked) : ['that']
    if (unknown.length)
      return badOption(`There is no set ${unknown.join(', ')}. There are: ${SET_NAMES.join(', ')}.`)
    const isReadOnly = READ_ONLY[String(flag)]
    if (isReadOnly === undefined) return badOption('read_only is 1 or 0.')
    if (offer !== pipelineOffer || (asked === '' && !isReadOnly)) return whole
    const tools = toolsOf(String(asked)).filter(({ effect }) => !isReadOnly || effect === 'read')
    const key = tools.map(({ name }) => name).join(' ')
    const known = narrowed.get(key) ?? createEndpoint({ ...offer, tools })
    if (narrowed.size < MAX_NARROWED) narrowed.set(key, known)
    return known
  }
}

/** Request headers that a host in a browser sends beyond the CORS-safelisted ones. */
const ALLOWED = [
  ...['Authorization', 'Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
  ...['Mcp-Session-Id', 'Last-Event-ID'],
  ...Object.values(MODEL_HEADERS),
].join(', ')
const EXPOSED = 'Mcp-Session-Id, WWW-Authenticate, X-Request-Id, Retry-After'

const preflight =
  (config: Config): RequestHandler =>
  (req, res, next) => {
    if (!turnAway(config, req, res) && req.headers.origin !== undefined) {
      res.setHeader('Access-Control-Allow-Methods', 'POST, GET, DELETE')
      res.setHeader('Access-Control-Allow-Headers', ALLOWED)
      res.setHeader('Access-Control-Max-Age', 86_400)
    }
    next()
  }

/** A page may use the endpoint from this machine or from the service's own URL. All others are rejected. */
function turnAway(config: Config, req: Request, res: Response): HttpRefusal | undefined {
  const { origin } = req.headers
  if (!isOwnHost(config, req.headers.host)) return foreign('Host')
  if (origin === undefined) return undefined
  if (!isOwnOrigin(config, origin)) return foreign('Origin')
  res.setHeader('Access-Control-Allow-Origin', origin)
  res.setHeader('Access-Control-Expose-Headers', EXPOSED)
  res.vary('Origin')
  return undefined
}

const foreign = (header: string): HttpRefusal => ({
  ...{ status: 403, code: -32000, message: `This ${header} may not use the pipeline.` },
})

/** A client with an extension token does not get it: hosts would start a sign-in and drop the token. */
function sayWhereToAsk(config: Config, error: CrmError, req: Request, res: Response): void {
  const { authorization, accept, 'mcp-protocol-version': version } = req.headers
  const isGranted = /^bearer +oauth_/i.test(authorization ?? '')
  const speaksMcp = version !== undefined || /text\/event-stream/i.test(accept ?? '')
  if (error.kind !== 'unauthenticated' || !(isGranted || (authorization === undefined && speaksMcp))) return
  const invalid = isGranted ? ', error="invalid_token"' : ''
  const metadata = `${addressOf(req, config)}${RESOURCE_METADATA}`
  res.setHeader('WWW-Authenticate', `Bearer realm="crm"${invalid}, resource_metadata="${metadata}"`)
}

function refuse(config: Config, error: CrmError, req: Request, res: Response): void {
  const { http, rpc, wire } = KINDS[error.kind]
  const requestId = requestStateOf(res).requestId
  setErrorHeaders(res, error)
  sayWhereToAsk(config, error, req, res)
  const { hint, retryAfterSeconds } = error
  const data = {
    code: wire,
    ...(hint && { hint }),
    ...(retryAfterSeconds && { retry_after_seconds: retryAfterSeconds }),
    request_id: requestId,
  }
  sendText(res, http, JSON_TYPE, errorText(idOf(req.body), { code: rpc, message: error.message, data }))
}
