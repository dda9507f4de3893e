// Users with tokens, made over the database that gateways of a drill will use.
import { readConfig } from '../../core/config.ts'
import { addToken } from '../../core/identity/operations.ts'
import { openReadyCore } from '../../core/index.ts'
import type { Services } from '../../core/kernel/context.ts'
import { lineLog } from '../../core/kernel/log.ts'
import { as, aUser, call } from '../harness.ts'

/** The tokens of `count` users, each limited to sixty requests a minute; migrates the database of this environment. */
export async function people(env: Record<string, string>, count: number): Promise<string[]> {
  const config = readConfig({}, env)
  const core = await openReadyCore(config, { log: lineLog('silent', () => {}) })
  const world = { services: core.services as Services } as Parameters<typeof aUser>[0]
  const tokens: string[] = []
  for (let n = 0; n < count; n += 1) {
    const ctx = as(world, await aUser(world))
    tokens.push(String((await call(addToken, ctx, { name: 'drill', scope: 'read-write' })).token))
  }
  await core.close()
  return tokens
}
