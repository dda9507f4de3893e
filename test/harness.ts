// The core for tests: services over a separate database, users created on demand, and calls as any user.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createStripe } from '../core/billing/stripe.ts'
import { createModels } from '../core/assistants/model.ts'
import { modelHosts } from '../core/assistants/providers.ts'
import { readConfig, type Config } from '../core/config.ts'
import { createNotifier } from '../core/background/worker.ts'
import { identityServices } from '../core/startup.ts'
import { principalOf } from '../core/identity/principal.ts'
import { createIntelligence } from '../core/intelligence/intelligence.ts'
import { neverAborts, type Context, type Principal, type Services } from '../core/kernel/context.ts'
import { systemClock } from '../core/kernel/clock.ts'
import type { Tier } from '../core/kernel/family.ts'
import { newId } from '../core/kernel/id.ts'
import { invoke } from '../core/kernel/invoke.ts'
import { lineLog } from '../core/kernel/log.ts'
import type { Operation } from '../core/kernel/operation.ts'
import type { Z } from '../core/kernel/zod.ts'
import { UNDO_HANDLERS } from '../core/undo-handlers.ts'
import { createLimiter } from '../core/limits/limiter.ts'
import { LIMITS } from '../core/limits/limits.ts'
import { freshDatabase, type TestDatabase } from './database.ts'

export interface TestCore {
  services: Services
  database: TestDatabase
  /** Lines written to the log. */
  logged: string[]
  close(): Promise<void>
}

/** A configuration isolated from the environment; outputs are checked against their schemas. */
const testConfig = (changes: Partial<Config> = {}): Config => ({
  ...readConfig({}, { CRM_HOME: mkdtempSync(join(tmpdir(), 'crm-home-')) }),
  secretKey: 'a secret of the tests, thirty-two characters or more',
  checkOutputs: true,
  port: 0,
  ...changes,
})

/** Services that replace the real ones. */
export type Replace = (services: Services) => Partial<Services>

/** A limiter that never refuses, for tests that are not about limits. */
export const unlimited: Replace = ({ limiter }) => {
  const whole = (limit: number) => ({ limit, remaining: limit, resetAt: '2100-01-01T00:00:00.000Z' })
  const spend = async () => ({ minute: whole(60), month: whole(50_000) })
  return { limiter: { ...limiter, spend, peek: spend } }
}

/** Services over a fresh migrated database. */
export const openTestCore = async (changes?: Partial<Config>, replace?: Replace): Promise<TestCore> =>
  coreOver(await freshDatabase(), changes, replace)

/** Services over this database. */
export function coreOver(
  database: TestDatabase,
  changes: Partial<Config> = {},
  replace: Replace = () => ({}),
): TestCore {
  const config = testConfig({ databaseUrl: database.url, ...changes })
  const logged: string[] = []
  const log = lineLog('debug', (line) => void logged.push(line))
  const clock = systemClock
  const limiter = createLimiter(LIMITS, { sql: database.sql, log })
  const intelligence = createIntelligence({ resident: true })
  const notifier = createNotifier()
  const models = createModels(() => modelHosts(config))
  const services = {
    ...{ config, sql: database.sql, clock, log, notifier, limiter, intelligence, models },
    stripe: createStripe(config),
    undoHandlers: UNDO_HANDLERS,
    ...identityServices(config, clock, log),
  }
  return {
    services: { ...services, ...replace(services) },
    database,
    logged,
    async close() {
      await Promise.all([limiter.close(), models.close()])
      await database.close()
    },
  }
}

/** One core shared by all tests of a file. */
export function useCore(changes: Partial<Config> = {}): () => TestCore {
  let core: TestCore | undefined
  beforeAll(async () => {
    core = await openTestCore(changes)
  })
  afterAll(() => core?.close())
  return () => core!
}

/** A user with the highest plan, as if signed in. */
export async function aUser(
  { services }: TestCore,
  role: { tier?: Tier; admin?: boolean } = {},
): Promise<Principal> {
  const { tier = 'ultra', admin = false } = role
  const userId = newId()
  const now = new Date(services.clock.now()).toISOString()
  await services.sql`
    insert into users (id, tier, admin, created_at, updated_at) values (${userId}, ${tier}, ${admin}, ${now}, ${now})`
  return principalOf(userId, { tier, admin }, { kind: 'session', id: newId(), name: null })
}

/** A request context for this principal. */
export const as = (
  { services }: TestCore,
  principal: Principal,
  changes: Partial<Context> = {},
): Context => ({
  ...services,
  principal,
  requestId: `test_${newId()}`,
  client: 'test',
  signal: neverAborts,
  operation: '',
  report: {},
  ...changes,
})

/** Runs an operation through `invoke`, as the front ends do. */
export const call = <I extends Z.ZodType, O extends Z.ZodType>(
  op: Operation<I, O>,
  ctx: Context,
  input: Z.input<I>,
): Promise<Z.output<O>> => invoke(op, ctx, input)
