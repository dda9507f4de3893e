// The pipeline's door over HTTP: `POST /api/mcp`, for extension tokens.
import type { Express, Request, Response } from 'express'
import type { Core } from '../../../core/index.ts'
import type { Config } from '../../../core/config.ts'
import { summarise } from '../../../core/pipeline/operations.ts'
import { KINDS, type CrmError } from '../../../core/kernel/errors.ts'
import type { Scope } from '../../../core/kernel/operation.ts'
import { VERSION } from '../../../core/version.ts'
import { setErrorHeaders } from '../../http/headers.ts'
import { JSON_TYPE, sendText } from '../../http/send.ts'
import type { Strangers } from '../../http/strangers.ts'
import { createDoor, type Offer } from '../door.ts'
import { mountDoor, type HttpRefusal } from '../http.ts'
import { errorText } from '../message.ts'
import { PIPELINE_MCP } from '../path.ts'
import { isOwnHost, isOwnOrigin } from './origin.ts'
import { PIPELINE_PROMPTS } from './prompts.ts'
import { PIPELINE_RESOURCES } from './resources.ts'
import { pipelineInstructions, pipelineNext, PIPELINE_TOOLS } from './tools.ts'

const HOW =
  'If the person wants that done, they can give you a token with that scope: crm tokens create --name agent --scope read-write, or at /settings.'

export const pipelineOffer: Offer = {
  serverInfo: { name: 'crm', title: 'crm: your job search', version: VERSION },
  instructions: (withheld) => pipelineInstructions(withheld, HOW),
  tools: PIPELINE_TOOLS,
  next: pipelineNext,
  resources: PIPELINE_RESOURCES,
  prompts: PIPELINE_PROMPTS,
  depth: () => 'brief',
}

const wayTo = (scope: Scope): string =>
  `FORBIDDEN: this token lacks ${scope}. Tell your person; a token that has it is made with crm tokens create --name agent --scope ${scope}, or --scope read-write for everything.`

/** Mounts the door. It refuses in JSON-RPC what the family beside it refuses in its envelope. */
export const mountPipelineDoor = (app: Express, core: Core, strangers: Strangers): void =>
  mountDoor(app, core, strangers, {
    path: PIPELINE_MCP,
    door: createDoor(pipelineOffer),
    gate: summarise,
    wayTo,
    turnAway: (req, res) => turnAway(core.services.config, req, res),
    refuse,
  })

/** A page in a browser may use the door from this machine or from our own address; any other may not even try. */
function turnAway(config: Config, req: Request, res: Response): HttpRefusal | undefined {
  const { origin } = req.headers
  if (!isOwnHost(config, req.headers.host)) return foreign('Host')
  if (origin === undefined) return undefined
  if (!isOwnOrigin(config, origin)) return foreign('Origin')
  res.setHeader('Access-Control-Allow-Origin', origin)
  res.vary('Origin')
  return undefined
}

const foreign = (header: string): HttpRefusal => ({
  status: 403,
  problem: { code: -32000, message: `This ${header} may not use the pipeline.` },
})

function refuse(error: CrmError, res: Response, requestId: string): void {
  const { http, rpc, wire } = KINDS[error.kind]
  setErrorHeaders(res, error)
  const { hint, retryAfterSeconds } = error
  const data = {
    code: wire,
    ...(hint && { hint }),
    ...(retryAfterSeconds && { retry_after_seconds: retryAfterSeconds }),
    request_id: requestId,
  }
  sendText(res, http, JSON_TYPE, errorText(null, { code: rpc, message: error.message, data }))
}
