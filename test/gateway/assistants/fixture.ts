// A gateway with a scripted model server, and users who call its assistants.
import { afterAll, beforeAll } from 'vitest'
import type { Config } from '../../../core/config.ts'
import { transaction } from '../../../core/database/transaction.ts'
import { signSession, startSession } from '../../../core/identity/sessions.ts'
import type { Principal } from '../../../core/kernel/context.ts'
import type { Tier } from '../../../core/kernel/family.ts'
import { as, aUser, unlimited, type Replace } from '../../harness.ts'
import { startModelServer, type ModelServer } from '../../model/server.ts'
import { startTestGateway, type Answer, type TestGateway } from '../harness.ts'

export interface Asking {
  gateway: TestGateway
  models: ModelServer
  /** A signed-in user with their own key at a provider. */
  somebody(role?: { tier?: Tier; provider?: string; model?: string }): Promise<Somebody>
}

export interface Somebody {
  principal: Principal
  cookie: string
  /** The key that only this user sends. */
  key: string
  headers: Record<string, string>
  ask(path: string, body: unknown, headers?: Record<string, string | undefined>): Promise<Answer>
}

/** A configuration in which every provider is this server. */
export const askingAt = (url: string): Partial<Config> => ({
  openaiBaseUrl: url,
  anthropicBaseUrl: url,
  xaiBaseUrl: url,
  aiBaseUrl: url,
  allowPrivateHosts: ['127.0.0.1'],
})

export function useAsking(changes: Partial<Config> = {}, replace: Replace = unlimited): () => Asking {
  let asking: Asking | undefined
  beforeAll(async () => {
    const models = await startModelServer()
    const gateway = await startTestGateway({ ...askingAt(models.url), ...changes }, replace)
    asking = { gateway, models, somebody: (role) => somebodyAt(gateway, role) }
  })
  afterAll(async () => {
    await asking?.gateway.close()
    await asking?.models.close()
  })
  return () => asking!
}

/** A signed-in user of this gateway with their own key at a provider. */
export async function somebodyAt(
  gateway: TestGateway,
  { tier = 'ultra', provider = 'openai', model }: { tier?: Tier; provider?: string; model?: string } = {},
): Promise<Somebody> {
  const principal = await aUser(gateway.core, { tier })
  const session = await transaction(as(gateway.core, principal), (tx) => startSession(tx, principal.userId))
  const { token } = await signSession(gateway.core.services, principal.userId, session)
  const cookie = `sb-access-token=${token}`
  const key = `key-of-${principal.userId}`
  const headers = {
    cookie,
    'content-type': 'application/json',
    'x-ai-provider': provider,
    'x-user-api-key': key,
    ...(model && { 'x-ai-model': model }),
  }
  return {
    principal,
    cookie,
    key,
    headers,
    ask: (path, body, more = {}) => {
      const sent = Object.entries({ ...headers, ...more }).filter(([, value]) => value !== undefined)
      return gateway.request('POST', path, {
        headers: Object.fromEntries(sent) as Record<string, string>,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    },
  }
}

/** The recorded model calls of this user. */
export const callsOf = ({ gateway }: Asking, { principal }: Somebody) =>
  gateway.core.services.sql<
    {
      assistant: string
      payer: string
      outcome: string
      inputTokens: number
      outputTokens: number
      costMicros: number
    }[]
  >`
    select assistant, payer, outcome, input_tokens, output_tokens, cost_micros
    from ai_calls where user_id = ${principal.userId} order by id`
