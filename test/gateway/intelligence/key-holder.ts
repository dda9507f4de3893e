// Users with an intelligence key, calling over HTTP.
import { beforeAll } from 'vitest'
import { addKey } from '../../../core/identity/operations.ts'
import type { Tier } from '../../../core/kernel/family.ts'
import type { Principal } from '../../../core/kernel/context.ts'
import { as, aUser, call } from '../../harness.ts'
import type { Answer, TestGateway } from '../harness.ts'

export const BASE = '/api/v1/intelligence'

/** The status of an answer and its error code. */
export const codeOf = ({ status, body }: Answer) => [status, body.error?.code]

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

/** A user of each plan with their own key; they are there once the tests of the file run. */
export function useKeyHolders(gateway: () => TestGateway): Record<'free' | 'pro' | 'ultra', KeyHolder> {
  const holders = { free: {} as KeyHolder, pro: {} as KeyHolder, ultra: {} as KeyHolder }
  beforeAll(async () => {
    const made = async (tier: keyof typeof holders) =>
      Object.assign(holders[tier], await keyHolder(gateway(), tier))
    await Promise.all([made('free'), made('pro'), made('ultra')])
  })
  return holders
}
