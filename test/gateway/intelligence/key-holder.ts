// Users with an intelligence key, calling over HTTP.
import { addKey } from '../../../core/identity/operations.ts'
import type { Tier } from '../../../core/kernel/family.ts'
import type { Principal } from '../../../core/kernel/context.ts'
import { as, aUser, call } from '../../harness.ts'
import type { Answer, TestGateway } from '../harness.ts'

export const BASE = '/api/v1/intelligence'

export interface KeyHolder {
  principal: Principal
  key: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** A user on this plan with their own key. */
export async function keyHolder(
  { core, request }: TestGateway,
  tier: Tier = 'pro',
  scopes?: ('intelligence:read' | 'intelligence:write')[],
): Promise<KeyHolder> {
  const principal = await aUser(core, { tier })
  const { key } = await call(addKey, as(core, principal), { name: 'test', ...(scopes && { scopes }) })
  const authorization = `Bearer ${key}`
  return {
    principal,
    key: String(key),
    get: (path, headers = {}) => request('GET', BASE + path, { headers: { authorization, ...headers } }),
    post: (path, body, headers = {}) =>
      request('POST', BASE + path, {
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}
